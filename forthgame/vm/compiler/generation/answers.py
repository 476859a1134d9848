"""What a stretch of a loop does, where all it does is to ask about positions and to count.

The stretch is followed with what stands on the stack by name: numbers, answers to questions as
formulas over positions, and the items that were there before, to which something may be added.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from forthgame.code.function import Function
from forthgame.code.instruction import Instruction, rearranged
from forthgame.lang import layout as at
from forthgame.vm.compiler.generation.formulas import (
    TRUE,
    WITH_ZERO,
    Formula,
    Number,
    any_of,
    both,
    compared,
    comparison,
    flag,
    joined,
    negation,
)
from forthgame.vm.compiler.generation.guards import CALLS, STEPS, SYSTEM
from forthgame.vm.compiler.generation.promising import FormulaWriter
from forthgame.vm.compiler.lines import Lines
from forthgame.vm.compiler.writer import FunctionWriter

TAKEN = 16  # items of the stack that are followed
FEWEST = 8  # of them, so that no word takes more than are known
NUMBERS = SYSTEM | {"from": at.A_FROM}
EMPTY, ENEMY = Formula("empty"), Formula("enemy")
FRIEND = both(Formula("friend"), compared("ne", Number(address=at.A_PLAYER), Number(0)))
Counts = tuple[tuple[int, int, Formula], ...]  # items down from the top, what is added, and where


@dataclass(frozen=True)
class Kept:
    """What was on the stack at the start, so far below the top, and what was added to it."""

    depth: int
    added: int = 0


@dataclass(frozen=True)
class Named:
    """What is known by name: a `position`, its `owner`, or what else a reader makes of words."""

    name: str


Entry = Kept | Named | Formula | Number
UNTOUCHED: tuple[Entry, ...] = tuple(Kept(depth) for depth in reversed(range(TAKEN)))


@dataclass(frozen=True)
class Spot:
    """Where a reader is, with which stack; `so`: at which positions it comes here."""

    function: Function
    cell: int
    items: tuple[Entry, ...] = UNTOUCHED
    callers: tuple[tuple[Function, int], ...] = ()
    moved: bool = False  # whether the loop has gone along its direction
    so: Formula = TRUE


class OtherWork(Exception):
    """The loop does something else."""


class AnswerReader:
    """Follows a stretch; readers of loops say what begins and ends one."""

    def __init__(self, functions: Mapping[int, Function]) -> None:
        self._functions = functions
        self._left = STEPS

    def _follow(self, spot: Spot) -> list[Spot]:
        """One instruction: where it leads to. Raises OtherWork."""
        self._left -= 1
        instruction = spot.function.instructions[spot.cell]
        name = instruction.name
        if self._left < 0 or len(spot.items) < FEWEST or instruction.deferred is not None:
            raise OtherWork
        if name == "(CALL)" and len(spot.callers) < CALLS:
            items = spot.items[:-1] if instruction.drops else spot.items
            function = self._functions[instruction.operand]
            callers = (*spot.callers, (spot.function, instruction.next))
            return [replace(spot, function=function, cell=function.start, items=items,
                            callers=callers)]  # fmt: skip
        if name == "EXIT" and spot.callers:
            function, cell = spot.callers[-1]
            return [replace(spot, function=function, cell=cell, callers=spot.callers[:-1])]
        if name == "BRANCH" and not instruction.backward:
            return [replace(spot, cell=instruction.operand)]
        if name == "0BRANCH" and not instruction.backward:
            return self._fork(spot, instruction)
        return [replace(spot, cell=instruction.next, items=self._items(instruction, spot))]

    def _fork(self, spot: Spot, instruction: Instruction) -> list[Spot]:
        """Both ways of a branch."""
        *under, top = spot.items
        if not isinstance(top, Formula | Number):
            raise OtherWork
        so, taken = flag(top), replace(spot, items=tuple(under))
        return [
            replace(taken, so=both(spot.so, so), cell=instruction.next),
            replace(taken, so=both(spot.so, negation(so)), cell=instruction.operand),
        ]

    def _items(self, instruction: Instruction, spot: Spot) -> tuple[Entry, ...]:
        """The stack behind an instruction that directs nothing."""
        name, items = instruction.name, spot.items
        start = len(items) - len(instruction.row.effect.inputs)
        if (moved := rearranged(instruction, items[start:])) is not None:
            return (*items[:start], *moved)
        if name == "LIT":
            return (*items, Number(instruction.operand))
        if name in ("TRUE", "FALSE"):
            return (*items, TRUE if name == "TRUE" else negation(TRUE))
        if name in NUMBERS:
            return (*items, Number(address=NUMBERS[name]))
        return (*items[:start], self._made(name, items))

    def _made(self, name: str, items: tuple[Entry, ...]) -> Entry:
        """What a word makes of one or two items."""
        one, top = items[-2:]
        if name in ("1+", "1-") and isinstance(top, Kept):
            return replace(top, added=top.added + (1 if name == "1+" else -1))
        if name == "@" and isinstance(top, Number) and top.literal is not None:
            return self._fetched(top.literal)
        if name in ("NOT", "0=") and isinstance(top, Formula | Number):
            return negation(flag(top))
        if name in WITH_ZERO and isinstance(top, Number):
            return _known(comparison(name, (top,)))
        if name in ("=", "<>") and (isinstance(one, Named) or isinstance(top, Named)):
            same = _same(one, top)
            return same if name == "=" else negation(same)
        if isinstance(one, Formula | Number) and isinstance(top, Formula | Number):
            if name in ("AND", "OR"):
                return _known(joined(name, (one, top)))
            return _known(comparison(name, (one, top)))
        raise OtherWork

    def _fetched(self, address: int) -> Number:
        """What stands in a cell."""
        if not at.MEMORY_LOW <= address <= at.READ_END - at.CELL:
            raise OtherWork
        return Number(address=address)


def make_room(out: FunctionWriter) -> None:
    """Need as much room on the stacks as the loop, where each instruction adds two items at most.

    Where there is less the interpreter runs the function, which alone knows if it overflows.
    """
    out.growth = max(out.growth, out.height + len(out.values) + 2 * STEPS)
    out.return_growth = max(out.return_growth, len(out.returns) + CALLS)


def counts_of(ends: Iterable[Spot]) -> Counts:
    """What is added to which items where a stretch ends. Raises OtherWork."""
    found: dict[tuple[int, int], list[Formula]] = {}
    for end in ends:
        if len(end.items) != TAKEN:
            raise OtherWork
        for depth, item in enumerate(reversed(end.items)):
            if not isinstance(item, Kept) or item.depth != depth:
                raise OtherWork
            if item.added:
                found.setdefault((depth, item.added), []).append(end.so)
    return tuple((*key, any_of(each)) for key, each in sorted(found.items()))


def deepest(counts: Counts) -> int:
    """How many items of the stack have to be known to add to them."""
    return max((depth + 1 for depth, _, _ in counts), default=0)


def _known(found: Formula | None) -> Formula:
    if found is None:
        raise OtherWork
    return found


def _same(one: Entry, other: Entry) -> Formula:
    """Whether a position, or the owner of a piece there, is a number."""
    named, number = (one, other) if isinstance(one, Named) else (other, one)
    if not isinstance(named, Named) or not isinstance(number, Number):
        raise OtherWork
    if named.name not in ("position", "owner"):
        raise OtherWork
    return Formula("place" if named.name == "position" else "owner", numbers=(number,))


class Inside(Lines):
    """Lines of a function that a writer writes."""

    def __init__(self, out: FunctionWriter) -> None:
        super().__init__()
        self.value = out.value  # type: ignore[method-assign]
        self.do = out.do  # type: ignore[method-assign]


def write_counts(out: FunctionWriter, counts: Counts, formulas: FormulaWriter, among: str) -> None:
    """Add to items of the stack for each of some positions, which are bits, where that is to be."""
    for depth, added, formula in counts:
        found = out.value(f"and i64 {among}, {formulas.bits(formula)}")
        number = out.value(
            f"trunc i64 {out.value(f'call i64 @llvm.ctpop.i64(i64 {found})')} to i32"
        )
        more = number if added == 1 else out.value(f"mul i32 {number}, {added}")
        item = -1 - depth
        out.values[item] = out.value(f"add i32 {out.values[item]}, {more}")
