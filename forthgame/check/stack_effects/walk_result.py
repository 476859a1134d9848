"""Results of a walk through a word."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from forthgame.check.stack_effects.abstract_state import Value

KNOWN, UNKNOWN, NEVER = "known", "unknown", "never"


@dataclass(frozen=True)
class DepthMismatch:
    """Two paths that meet with different depths of the stack.

    cell    the jump after which the paths differ
    depths  their net depths
    loop    whether the jump leads backward
    """

    cell: int
    depths: tuple[int, int]
    loop: bool


@dataclass(frozen=True)
class Misuse:
    """An item of one kind where another is wanted, or compared with one of another kind.

    `source` is the cell of the instruction that has given it, -1 if it is unknown.
    """

    wanted: str
    given: str
    compared: bool = False
    source: int = -1


@dataclass
class WalkResult:
    """The result of a walk through a word.

    state        `known` (takes `inputs`, leaves `outputs`), `unknown`, or `never` (never returns)
    visited      cells of the reached instructions
    callees      entries of the called words
    executed     known tokens that it executes
    blind        whether it executes unknown tokens
    takes_token  whether it executes an item that it takes from its caller
    shortages    cell -> items taken from the caller so far, for instructions that take some
    token_inputs depths, 0 for the top, of the caller's items that are executed
    mismatches   cell where paths meet -> their different depths
    wants        depth of the caller's item -> kinds that are wanted there -> cell
    gives        the items that it leaves, the top first, where known
    misuses      cell, argument -> item of a wrong kind; None if it may be right
    loads        cell, argument -> storage from which it comes, kind that is wanted

    Other maps have cells of instructions as keys.
    """

    entry: int
    state: str = UNKNOWN
    inputs: int = 0
    outputs: int = 0
    visited: set[int] = field(default_factory=set)
    callees: set[int] = field(default_factory=set)
    executed: set[int] = field(default_factory=set)
    blind: bool = False
    takes_token: bool = False
    token_inputs: set[int] = field(default_factory=set)
    shortages: dict[int, int] = field(default_factory=dict)
    mismatches: dict[int, DepthMismatch] = field(default_factory=dict)
    exits: dict[int, int | None] = field(default_factory=dict)  # cell of EXIT -> net depth
    unbalanced: list[int] = field(default_factory=list)  # EXITs with items on the return stack
    empty_moves: dict[int, bool] = field(default_factory=dict)  # `move` -> source known to be empty
    no_tokens: dict[int, bool] = field(default_factory=dict)  # EXECUTE -> always takes a flag
    early_changes: dict[int, bool] = field(default_factory=dict)  # `move` -> overwrites a change
    wants: dict[int, dict[str, int]] = field(default_factory=dict)
    gives: tuple[Value, ...] = ()
    kinds: tuple[tuple[str, ...], tuple[str, ...]] | None = None  # of both, if asked for before
    misuses: dict[tuple[int, int], Misuse | None] = field(default_factory=dict)
    loads: dict[tuple[int, int], tuple[Any, str]] = field(default_factory=dict)
    # cell -> storage whose contents are compared with a kind or with those of other storage
    compared: dict[int, tuple[Any, Any]] = field(default_factory=dict)
    stores: dict[int, tuple[Any, str]] = field(default_factory=dict)  # storage, kind
    escapes: set[Any] = field(default_factory=set)  # storage whose address is passed on
    bounds: dict[int, tuple[Value, Value]] = field(default_factory=dict)  # DO -> limit, start

    @property
    def effect(self) -> tuple[str, int, int]:
        return self.state, self.inputs, self.outputs
