"""Variables that words use for themselves: each run writes them before it reads them.

They do not make a word depend on what was run before. Only variables that are named where they are
fetched or stored are understood.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from forthgame.code.following import Following, Unfollowed
from forthgame.code.function import Function, used_by
from forthgame.code.instruction import Instruction
from forthgame.lang import layout as at
from forthgame.lang.doing import ASSIGNING, CHANGING

Written = frozenset[int]
KNOWN = ASSIGNING | CHANGING | {"@"}


def used_at(function: Function, instruction: Instruction) -> str:
    """Return what is done with the variable whose address is pushed; "" if that is unknown."""
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
    """Return whether words write some variables before they read them, however they run."""
    return _WrittenFirst(functions, variables).all_followed(sorted(entries), frozenset())


class _WrittenFirst(Following[Written]):
    """Follows what is surely written. Raises Unfollowed if a variable is read before that."""

    def __init__(self, functions: Mapping[int, Function], variables: Written) -> None:
        super().__init__(functions.get)
        self._variables = variables
        # addresses from which a part of a variable may be read, as `2@` and `C@` do
        self._overlapping = {a + k for a in variables for k in range(-7, at.CELL)} - variables

    def step(self, function: Function, each: Instruction, state: Written) -> Written:
        """Return what is written behind an instruction."""
        if each.name != "LIT" or each.operand not in self._variables:
            if each.name == "LIT" and each.operand in self._overlapping:
                raise Unfollowed
            return state
        name = used_at(function, each)
        if not name or (name not in ASSIGNING and each.operand not in state):
            raise Unfollowed
        return state | {each.operand}

    def join(self, one: Written, other: Written) -> Written:
        """Return what is written on both ways."""
        return one & other
