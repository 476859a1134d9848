"""Detect variables that every run of a word writes before it reads them.

Such variables do not make a word depend on earlier runs. Only variables named directly before their
fetch or store are recognised.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from forthgame.analysis.function import Function, used_by
from forthgame.analysis.instruction import Instruction
from forthgame.analysis.interprocedural import InterproceduralWalk, NotFollowed
from forthgame.words.effect_sets import ASSIGNING, CHANGING
from forthgame.words.registers import memory_layout as at

Written = frozenset[int]
KNOWN = ASSIGNING | CHANGING | {"@"}


def used_at(function: Function, instruction: Instruction) -> str:
    """Return the operation applied to a variable whose address is pushed; "" if unknown."""
    following = used_by(function, instruction)
    return following.name if following is not None and following.name in KNOWN else ""


def stores_of(function: Function) -> dict[int, int]:
    """Return the addresses of variables that a function names to store there, by store."""
    return {
        each.next: each.operand
        for each in function.instructions.values()
        if each.name == "LIT"
        and at.DATA <= each.operand < at.DATA_END
        and each.operand % at.CELL == 0
        and used_at(function, each) in ASSIGNING | CHANGING
    }


def write_first(
    entries: Iterable[int], functions: Mapping[int, Function], variables: Written
) -> bool:
    """Return whether words write the given variables before they read them on every path."""
    return _WrittenFirst(functions, variables).all_followed(sorted(entries), frozenset())


class _WrittenFirst(InterproceduralWalk[Written]):
    """Tracks variables certainly written; raises NotFollowed if one is read before."""

    def __init__(self, functions: Mapping[int, Function], variables: Written) -> None:
        super().__init__(functions.get)
        self._variables = variables
        # addresses that overlap a variable, for `2@` and `C@`
        self._overlapping = {a + k for a in variables for k in range(-7, at.CELL)} - variables

    def step(self, function: Function, each: Instruction, state: Written) -> Written:
        if each.name != "LIT" or each.operand not in self._variables:
            if each.name == "LIT" and each.operand in self._overlapping:
                raise NotFollowed
            return state
        name = used_at(function, each)
        if not name or (name not in ASSIGNING and each.operand not in state):
            raise NotFollowed
        return state | {each.operand}

    def join(self, one: Written, other: Written) -> Written:
        return one & other
