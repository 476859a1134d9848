"""Loops along a direction that count: on small boards they are answered for the whole line at once.

`BEGIN west WHILE held? IF 1+ ENDIF REPEAT` goes to the end of a line, and adds where a question is
answered yes. Both the positions of the line and those of which the answer is yes are bits, so the
loop is a lookup, an AND and a count of bits. What follows finds the same stack and position.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from forthgame.code.function import Function, Loop
from forthgame.code.instruction import Instruction
from forthgame.lang import layout as at
from forthgame.vm.compiler.generation.answers import (
    EMPTY,
    ENEMY,
    FRIEND,
    UNTOUCHED,
    AnswerReader,
    Counts,
    Entry,
    Inside,
    Named,
    OtherWork,
    Spot,
    counts_of,
    make_room,
    write_counts,
)
from forthgame.vm.compiler.generation.formulas import Number, negation
from forthgame.vm.compiler.generation.guards import STEPS
from forthgame.vm.compiler.generation.links import Board
from forthgame.vm.compiler.generation.promising import FormulaWriter
from forthgame.vm.compiler.stack import IN_SYSTEM
from forthgame.vm.compiler.writer import FunctionWriter

LINKED = Named("linked")  # the flag of the direction
ASKED: Mapping[str, Entry] = {
    "empty?": EMPTY, "not-empty?": negation(EMPTY), "(enemy?)": ENEMY, "(friend?)": FRIEND,
    "here": Named("position"), "player": Named("owner"),
}  # fmt: skip


@dataclass(frozen=True)
class Ray:
    """What a loop does: it goes along a direction, and adds to items where formulas are true."""

    direction: int
    counts: Counts
    behind: int  # the cell where it goes on


class RayReader(AnswerReader):
    """Finds such loops. `functions` are those of the module; the board has at most 64 positions."""

    def __init__(self, functions: Mapping[int, Function], board: Board) -> None:
        super().__init__(functions)
        self._board = board
        self._cells = range(0)  # of the loop
        self._direction = self._behind = -1
        self._ends: list[Spot] = []

    def ray(self, function: Function, loop: Loop) -> Ray | None:
        """What a loop of a function does, if it is one that counts along a direction."""
        self._left, self._direction, self._behind, self._ends = STEPS, -1, -1, []
        self._cells = range(loop.start, loop.end + 1)
        todo = [Spot(function, loop.start)]
        try:
            while todo:
                todo.extend(self._follow(todo.pop()))
            counts = counts_of(self._ends)
        except OtherWork:
            return None
        if self._direction < 0 or not (self._ends and self._board.rays(self._direction)[0]):
            return None
        return Ray(self._direction, counts, self._behind)

    def _follow(self, spot: Spot) -> list[Spot]:
        instruction = spot.function.instructions[spot.cell]
        if instruction.name == "BRANCH" and instruction.backward:
            if spot.callers or not spot.moved or instruction.operand != self._cells.start:
                raise OtherWork
            self._ends.append(spot)
            return []
        if instruction.name == "(DIRECTION)":
            if spot.moved or self._direction not in (-1, instruction.operand):
                raise OtherWork
            self._direction = instruction.operand
            items = (*spot.items, LINKED)
            return [replace(spot, cell=instruction.next, items=items, moved=True)]
        return super()._follow(spot)

    def _fork(self, spot: Spot, instruction: Instruction) -> list[Spot]:
        within = spot.callers or instruction.operand in self._cells
        if spot.items == (*UNTOUCHED, LINKED) and not within:
            self._behind = instruction.operand
            return [replace(spot, items=UNTOUCHED, cell=instruction.next)]
        if not within:
            raise OtherWork
        return super()._fork(spot, instruction)

    def _items(self, instruction: Instruction, spot: Spot) -> tuple[Entry, ...]:
        if instruction.row.kind != "shuffle" and instruction.name != "LIT" and not spot.moved:
            raise OtherWork  # what is asked before is asked elsewhere
        if instruction.name in ASKED:
            return (*spot.items, ASKED[instruction.name])
        return super()._items(instruction, spot)

    def _fetched(self, address: int) -> Number:
        if abs(address - at.A_HERE) < at.CELL:  # which the loop changes
            raise OtherWork
        return super()._fetched(address)


def write_ray(out: FunctionWriter, ray: Ray, board: Board) -> None:
    """Write a loop as what it does; the stack has the items that it adds to."""
    make_room(out)
    cell = out.register(at.MEMORY + at.A_HERE)
    here = out.value(f"load i32, ptr {cell}, {IN_SYSTEM}")
    inside = out.value(f"icmp ult i32 {here}, {board.positions}")
    row = out.value(f"select i1 {inside}, i32 {here}, i32 {board.positions}")
    row = out.value(f"shl i64 {out.value(f'zext i32 {row} to i64')}, 4")
    place = out.value(f"getelementptr i8, ptr @ray.{ray.direction}, i64 {row}")
    line = out.value(f"load i64, ptr {place}")
    write_counts(out, ray.counts, FormulaWriter(Inside(out), board), line)
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
