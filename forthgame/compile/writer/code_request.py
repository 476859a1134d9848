"""Requests for machine code."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from forthgame.analysis.token_cells import NO_TOKENS, TokenCells
from forthgame.compile.generation import Candidates
from forthgame.compile.ir.target import NATIVE, Target


@dataclass(frozen=True)
class CodeRequest:
    """A request for machine code.

    entries     cells of threaded code where functions start
    tokens      words to run by their tokens, with everything they reach
    settled     registers that stay constant while the code is used; none outside of games
    candidates  the move lists, which stay constant too
    events      the tokens of events, which rarely change
    noted       cells that the code records when it reaches them
    elsewhere   indices of words, by entry, that get better code from a plan that is installed later
    sure        cells whose tokens are known while the code is used
    doors       indices of words, by entry, that are called through the table
    target      the machine that will run the code
    """

    entries: frozenset[int]
    tokens: frozenset[int] = frozenset()
    settled: Mapping[int, int] = field(default_factory=dict)
    candidates: Candidates = field(default_factory=dict)
    events: Sequence[int] = ()
    noted: Sequence[int] = ()
    elsewhere: Mapping[int, int] = field(default_factory=dict)
    sure: TokenCells = NO_TOKENS
    doors: Mapping[int, int] = field(default_factory=dict)
    target: Target = NATIVE

    @property
    def shared(self) -> bool:
        """Return whether only words of the language are wanted, whose code all games share."""
        return bool(self.doors)
