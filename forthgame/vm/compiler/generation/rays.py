"""Loops along a direction that count: on small boards they are answered for the whole line at once.

`BEGIN west WHILE held? IF 1+ ENDIF REPEAT` goes to the end of a line, and adds where a question is
answered yes. Both the positions of the line and those of which the answer is yes are bits, so the
loop is a lookup, an AND and a count of bits. What follows finds the same stack and position.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from forthgame.code.function import Function, Loop
from forthgame.code.instruction import Instruction
from forthgame.lang import layout as at
from forthgame.vm.compiler.generation.formulas import (
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
from forthgame.vm.compiler.generation.links import Board
from forthgame.vm.compiler.generation.promising import FormulaWriter
from forthgame.vm.compiler.lines import Lines
from forthgame.vm.compiler.stack import IN_SYSTEM
from forthgame.vm.compiler.writer import FunctionWriter

STEPS = 80  # instructions that are followed in one loop, on all its ways
CALLS = 8  # deep
NUMBERS = {
    "turn-number": at.A_TURN_NUMBER, "current-player": at.A_PLAYER, "from": at.A_FROM,
}  # fmt: skip
PLAYER = Number(address=at.A_PLAYER)
QUESTIONS = {
    "empty?": Formula("empty"), "not-empty?": negation(Formula("empty")),
    "(enemy?)": Formula("enemy"),
    "(friend?)": both(Formula("friend"), compared("ne", PLAYER, Number(0))),
    "TRUE": Formula("true"), "FALSE": Formula("false"),
}  # fmt: skip
WAYS = ("=", "<>")


@dataclass(frozen=True)
class Ray:
    """What a loop does: it goes along a direction, and adds to items where formulas are true.

    `counts` are items, counted down from the top one, how much is added, and where.
    """

    direction: int
    counts: tuple[tuple[int, int, Formula], ...]
    behind: int  # the cell where it goes on


@dataclass(frozen=True)
class _Item:
    """What was on the stack when the turn began, so far below the top, and what was added to it."""

    depth: int
    added: int = 0


@dataclass(frozen=True)
class _Named:
    """What a word puts there: `here`, `player`, or the flag of the direction, `linked`."""

    name: str


_Entry = _Item | _Named | Formula | Number
_TAKEN = 16  # items of the stack that are followed
_FEWEST = 8  # of them, so that no word takes more than are known


@dataclass(frozen=True)
class _Place:
    function: Function
    cell: int
    items: tuple[_Entry, ...]
    callers: tuple[tuple[Function, int], ...] = ()
    moved: bool = False  # whether the direction has been gone
    so: Formula = field(default_factory=lambda: Formula("true"))  # where this way is taken


class _Other(Exception):
    """The loop does something else."""


class RayReader:
    """Finds such loops. `functions` are those of the module; the board has at most 64 positions."""

    def __init__(self, functions: Mapping[int, Function], board: Board) -> None:
        self._functions, self._board = functions, board
        self._left = 0
        self._direction = -1
        self._behind = -1
        self._ends: list[_Place] = []

    def ray(self, function: Function, loop: Loop) -> Ray | None:
        """What a loop of a function does, if it is one that counts along a direction."""
        self._left, self._direction, self._behind, self._ends = STEPS, -1, -1, []
        stack = tuple(_Item(depth) for depth in reversed(range(_TAKEN)))
        try:
            todo = [_Place(function, loop.start, stack)]
            while todo:
                todo.extend(self._follow(todo.pop(), loop))
            counts = self._counts()
        except _Other:
            return None
        if self._direction < 0 or not (self._ends and self._board.rays(self._direction)[0]):
            return None
        return Ray(self._direction, counts, self._behind)

    def _counts(self) -> tuple[tuple[int, int, Formula], ...]:
        found: dict[tuple[int, int], list[Formula]] = {}
        for end in self._ends:
            if len(end.items) != _TAKEN:
                raise _Other
            for depth, item in enumerate(reversed(end.items)):
                if not isinstance(item, _Item) or item.depth != depth:
                    raise _Other
                if item.added:
                    found.setdefault((depth, item.added), []).append(end.so)
        return tuple((*key, any_of(each)) for key, each in sorted(found.items()))

    def _follow(self, place: _Place, loop: Loop) -> list[_Place]:
        """One instruction: where it leads to."""
        self._left -= 1
        instruction = place.function.instructions[place.cell]
        name = instruction.name
        if self._left < 0 or len(place.items) < _FEWEST:
            raise _Other
        if name == "(CALL)" and instruction.deferred is None and len(place.callers) < CALLS:
            items = place.items[:-1] if instruction.drops else place.items
            function = self._functions[instruction.operand]
            callers = (*place.callers, (place.function, instruction.next))
            return [replace(place, function=function, cell=function.start, items=items,
                            callers=callers)]  # fmt: skip
        if name == "EXIT" and place.callers:
            function, cell = place.callers[-1]
            return [replace(place, function=function, cell=cell, callers=place.callers[:-1])]
        if name == "BRANCH":
            return self._branch(place, instruction, loop)
        if name == "0BRANCH" and not instruction.backward and place.items:
            return self._fork(place, instruction, loop)
        if (
            name == "(DIRECTION)"
            and not place.moved
            and self._direction in (-1, instruction.operand)
        ):
            self._direction = instruction.operand
            return [self._on(place, instruction, (*place.items, _Named("linked")), moved=True)]
        return [self._on(place, instruction, self._items(instruction, place))]

    def _on(
        self,
        place: _Place,
        instruction: Instruction,
        items: tuple[_Entry, ...],
        moved: bool = False,
    ) -> _Place:
        return replace(place, cell=instruction.next, items=items, moved=place.moved or moved)

    def _branch(self, place: _Place, instruction: Instruction, loop: Loop) -> list[_Place]:
        if not instruction.backward:
            return [replace(place, cell=instruction.operand)]
        if place.callers or instruction.operand != loop.start or not place.moved:
            raise _Other
        self._ends.append(place)
        return []

    def _fork(self, place: _Place, instruction: Instruction, loop: Loop) -> list[_Place]:
        *under, top = place.items
        taken = replace(place, items=tuple(under), cell=instruction.next)
        if top == _Named("linked"):
            untouched = all(item == _Item(_TAKEN - 1 - k) for k, item in enumerate(under))
            outside = not loop.start <= instruction.operand <= loop.end
            if place.callers or len(under) != _TAKEN or not (untouched and outside):
                raise _Other
            self._behind = instruction.operand
            return [taken]
        if not isinstance(top, Formula | Number):
            raise _Other
        if not place.callers and not loop.start <= instruction.operand <= loop.end:
            raise _Other
        so = flag(top)
        return [
            replace(taken, so=both(place.so, so)),
            replace(taken, so=both(place.so, negation(so)), cell=instruction.operand),
        ]

    def _items(self, instruction: Instruction, place: _Place) -> tuple[_Entry, ...]:
        """The stack behind an instruction that directs nothing."""
        name, items, effect = instruction.name, place.items, instruction.row.effect
        if instruction.row.kind == "shuffle" and not effect.float_inputs:
            count = len(effect.inputs)
            named = dict(zip(effect.inputs, items[len(items) - count :], strict=True))
            return (*items[: len(items) - count], *(named[each] for each in effect.outputs))
        if name == "LIT":
            return (*items, Number(instruction.operand))
        if not place.moved:  # what is asked before is asked elsewhere
            raise _Other
        if name in QUESTIONS:
            return (*items, QUESTIONS[name])
        if name in NUMBERS:
            return (*items, Number(address=NUMBERS[name]))
        if name in ("here", "player"):
            return (*items, _Named(name))
        below, made = items[:-1], self._made(name, items)
        if len(effect.inputs) == 2:
            below = items[:-2]
        return (*below, made)

    def _made(self, name: str, items: tuple[_Entry, ...]) -> _Entry:
        """What a word makes of one or two items."""
        one, top = items[-2:]
        if name in ("1+", "1-") and isinstance(top, _Item):
            return replace(top, added=top.added + (1 if name == "1+" else -1))
        if name == "@" and isinstance(top, Number) and top.literal is not None:
            apart = abs(top.literal - at.A_HERE) >= at.CELL  # which the loop changes
            if apart and at.MEMORY_LOW <= top.literal <= at.READ_END - at.CELL:
                return Number(address=top.literal)
        if name in ("NOT", "0=") and isinstance(top, Formula | Number):
            return negation(flag(top))
        if name in WITH_ZERO and isinstance(top, Number):
            return _known(comparison(name, (top,)))
        if name in WAYS and (isinstance(one, _Named) or isinstance(top, _Named)):
            same = _same(one, top)
            return same if name == "=" else negation(same)
        if isinstance(one, Formula | Number) and isinstance(top, Formula | Number):
            if name in ("AND", "OR"):
                return _known(joined(name, (one, top)))
            return _known(comparison(name, (one, top)))
        raise _Other


def _known(found: Formula | None) -> Formula:
    if found is None:
        raise _Other
    return found


def _same(one: _Entry, other: _Entry) -> Formula:
    """Whether the owner of a piece, or the position, is a number."""
    named, number = (one, other) if isinstance(one, _Named) else (other, one)
    if not isinstance(named, _Named) or not isinstance(number, Number) or named.name == "linked":
        raise _Other
    return Formula("place" if named.name == "here" else "owner", numbers=(number,))


class _Inside(Lines):
    """Lines of a function that a writer writes."""

    def __init__(self, out: FunctionWriter) -> None:
        super().__init__()
        self.value = out.value  # type: ignore[method-assign]
        self.do = out.do  # type: ignore[method-assign]


def write_ray(out: FunctionWriter, ray: Ray, board: Board) -> None:
    """Write a loop as what it does; the stack has the items that it adds to."""
    cell = out.register(at.MEMORY + at.A_HERE)
    here = out.value(f"load i32, ptr {cell}, {IN_SYSTEM}")
    inside = out.value(f"icmp ult i32 {here}, {board.positions}")
    row = out.value(f"select i1 {inside}, i32 {here}, i32 {board.positions}")
    row = out.value(f"shl i64 {out.value(f'zext i32 {row} to i64')}, 4")
    place = out.value(f"getelementptr i8, ptr @ray.{ray.direction}, i64 {row}")
    line = out.value(f"load i64, ptr {place}")
    formulas = FormulaWriter(_Inside(out), board)
    for depth, added, formula in ray.counts:
        found = out.value(f"and i64 {line}, {formulas.bits(formula)}")
        number = out.value(
            f"trunc i64 {out.value(f'call i64 @llvm.ctpop.i64(i64 {found})')} to i32"
        )
        more = number if added == 1 else out.value(f"mul i32 {number}, {added}")
        item = -1 - depth
        out.values[item] = out.value(f"add i32 {out.values[item]}, {more}")
    last = out.value(f"load i32, ptr {out.value(f'getelementptr i8, ptr {place}, i64 8')}")
    end = out.value(f"select i1 {inside}, i32 {last}, i32 {here}")
    out.do(f"store i32 {end}, ptr {cell}, {IN_SYSTEM}")


def rays_text(directions: Iterable[int], board: Board) -> str:
    """The tables that the code of rays looks into; the last row is for what is no position."""
    parts = []
    for direction in sorted(directions):
        rows = [*zip(*board.rays(direction), strict=True), (0, 0)]
        cells = ", ".join(f"i64 {bits}, i64 {end}" for bits, end in rows)
        parts.append(
            f"@ray.{direction} = private constant [{2 * len(rows)} x i64] [ {cells} ], align 16\n"
        )
    return "".join(parts)
