"""Cells of a script's memory that contain tokens of words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class TokenCells:
    """Cells whose tokens are known as long as a game runs.

    fixed      the number in each cell of the constant tables of tokens, by address
    variables  the tokens that a variable or a deferred word may hold, by address, with 0 if it may
               also hold a number that is not a token
    """

    fixed: Mapping[int, int] = field(default_factory=dict)
    variables: Mapping[int, tuple[int, ...]] = field(default_factory=dict)

    def __bool__(self) -> bool:
        return bool(self.fixed or self.variables)


NO_TOKENS = TokenCells()
