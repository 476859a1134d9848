"""Detect memory that every run of a word writes before it reads it.

Such memory does not make a word depend on earlier runs. It consists of variables that are named
directly before their fetch or store, of ring buffers that are reset, and of blocks that are filled
as a whole, by ERASE or FILL or in a loop. An address computed from one inside a block counts as
inside it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from forthgame.analysis.function import Function, Loop, used_by
from forthgame.analysis.instruction import Instruction
from forthgame.analysis.interprocedural import InterproceduralWalk, NotFollowed
from forthgame.words.effect_sets import ASSIGNING, CHANGING, EMPTYING, RING_OF
from forthgame.words.registers import memory_layout as at
from forthgame.words.word_sets import FILLING

Written = frozenset[int]
KNOWN = ASSIGNING | CHANGING | {"@"}
NAMING = frozenset(("LIT", "(CELLS)"))  # operations whose operand may be the address of a block
ADDRESSING = NAMING | {"I", "CELLS", "+"}  # operations that compute an address in a loop
FILLED_BY = {"ERASE": 1, "FILL": 2}  # items above the address, with the size first
BYTE_STORE = "C!"


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


@dataclass(frozen=True)
class Scratch:
    """Memory of the script: variables, blocks as ranges of addresses, and ring buffers."""

    variables: Written = frozenset()
    blocks: frozenset[range] = frozenset()
    rings: frozenset[int] = frozenset()

    def __bool__(self) -> bool:
        return bool(self.variables or self.blocks or self.rings)

    def block(self, address: int) -> range | None:
        """Return the block that contains an address."""
        return next((each for each in self.blocks if address in each), None)


def fills_of(function: Function) -> dict[int, range]:
    """Return the blocks that a function fills, by the cell of the instruction that names each."""
    found = {}
    for each in function.instructions.values():
        if each.name == "LIT" and (size := _filled_size(function, each)) > 0:
            found[each.cell] = range(each.operand, each.operand + size)
    for loop in function.loops.values():
        if (block := _filled_in_loop(function, loop)) is not None:
            body = (each for each in function.instructions.values() if loop.has(each.cell))
            found.update({e.cell: block for e in body if e.name in NAMING and e.operand in block})
    return found


def _filled_size(function: Function, base: Instruction) -> int:
    """Return how many bytes ERASE or FILL fills from an address on, 0 if it is not known."""
    items = list[int]()
    following = used_by(function, base)
    while following is not None:
        if following.name == "LIT":
            items.append(following.operand)
        elif following.name == "CELLS" and items:
            items.append(items.pop() * at.CELL)
        else:
            known = following.name in FILLING and FILLED_BY.get(following.name) == len(items)
            return items[0] if known else 0
        following = used_by(function, following)
    return 0


def _filled_in_loop(function: Function, loop: Loop) -> range | None:
    """Return the block that a loop fills, as `9 0 DO 0 I table + C! LOOP`, None for other loops.

    The loop must have no other code, so that nothing is read there.
    """
    bounds, each = function.bounds(loop.start), function.instructions[loop.start]
    items = list[tuple[int, int]]()  # each a number, and how often the index is added to it
    if not loop.counted or bounds is None or bounds[0] != 0:
        return None
    while each.name not in ASSIGNING and each.name != BYTE_STORE:
        name, operand = each.name, each.operand
        count = 2 if name == "+" else 1 if name in ("CELLS", "(CELLS)") else 0
        taken = items[len(items) - count :]
        if len(taken) < count or name not in ADDRESSING:
            return None
        scale = at.CELL if name in ("CELLS", "(CELLS)") else 1
        own = operand if name in NAMING else 0
        added = own + scale * sum(number for number, _ in taken)
        index = (name == "I") + scale * sum(often for _, often in taken)
        items[len(items) - count :] = [(added, index)]
        following = used_by(function, each)
        if following is None:
            return None
        each = following
    last, size = used_by(function, each), 1 if each.name == BYTE_STORE else at.CELL
    if last is None or (last.name, last.cell) != ("(LOOP)", loop.end) or not items:
        return None
    first, index = items[-1]
    return range(first, first + bounds[1] * size) if index == size else None


def write_first(
    entries: Iterable[int], functions: Mapping[int, Function], scratch: Scratch
) -> bool:
    """Return whether words write the given memory before they read it on every path."""
    return _WrittenFirst(functions, scratch).all_followed(sorted(entries), frozenset())


class _WrittenFirst(InterproceduralWalk[Written]):
    """Tracks memory certainly written; raises NotFollowed if some is read before.

    A block is represented by its first address, a ring buffer by that of its items.
    """

    def __init__(self, functions: Mapping[int, Function], scratch: Scratch) -> None:
        super().__init__(functions.get)
        self._scratch, self._variables = scratch, scratch.variables
        # addresses that overlap a variable, for `2@` and `C@`
        self._overlapping = {
            a + k for a in self._variables for k in range(-7, at.CELL)
        } - self._variables
        self._fills: dict[int, dict[int, range]] = {}

    def step(self, function: Function, each: Instruction, state: Written) -> Written:
        if (ring := RING_OF.get(each.name)) is not None and ring in self._scratch.rings:
            return self._after(ring, each.name in EMPTYING, state)
        if each.name not in NAMING:
            return state
        if (block := self._scratch.block(each.operand)) is not None:
            if function.entry not in self._fills:
                self._fills[function.entry] = fills_of(function)
            filled = self._fills[function.entry].get(each.cell, range(0))
            whole = filled.start <= block.start and block.stop <= filled.stop
            return self._after(block.start, whole, state)
        if each.name != "LIT" or each.operand not in self._variables:
            if each.name == "LIT" and each.operand in self._overlapping:
                raise NotFollowed
            return state
        if not (name := used_at(function, each)):
            raise NotFollowed
        return self._after(each.operand, name in ASSIGNING, state)

    def _after(self, place: int, written: bool, state: Written) -> Written:
        """Return the state after a use of a place, which is written as a whole or read."""
        if not written and place not in state:
            raise NotFollowed
        return state | {place}

    def join(self, one: Written, other: Written) -> Written:
        return one & other
