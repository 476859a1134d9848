"""Loops that count along a direction: on small boards they are evaluated for the whole line.

`BEGIN west WHILE held? IF 1+ ENDIF REPEAT` goes to the end of a line, and counts the positions for
which a test is true. The positions of the line and those that pass the test are bits, so the loop
is a table lookup, an AND and a population count. Stack and position are the same as after the loop.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from forthgame.code.function import Function, Loop
from forthgame.code.instruction import Instruction
from forthgame.lang import layout as at
from forthgame.vm.compiler.generation.decisions import NO, Question
from forthgame.vm.compiler.generation.links import Board
from forthgame.vm.compiler.generation.places import Place, Stop
from forthgame.vm.compiler.generation.recording import Inexact
from forthgame.vm.compiler.generation.turns import (
    UNTOUCHED,
    Turn,
    TurnReader,
    bits_writer,
    write_counts,
)
from forthgame.vm.compiler.stack import IN_SYSTEM
from forthgame.vm.compiler.writer import FunctionWriter

NO_DIRECTION = -1


@dataclass(frozen=True)
class Ray:
    """A loop along a direction: the effect of each iteration, and the cell after the loop."""

    direction: int
    turn: Turn
    behind: int


class RayReader(TurnReader):
    """Find such loops, on boards with at most 64 positions."""

    _direction = NO_DIRECTION

    def ray(self, function: Function, loop: Loop) -> Ray | None:
        """Return the effect of a loop if it follows a direction and counts, else None."""
        if function.instructions[loop.end].name != "BRANCH":
            return None
        self._direction = NO_DIRECTION
        first = self._straight_on(self._begin(function, loop))
        if self._direction == NO_DIRECTION or len(first.next) != 2:
            return None
        gone, stayed = first.next
        left = self._straight_on(stayed._replace(possible=self._anywhere)).end
        if left is None or left.cell == loop.end or left.items != UNTOUCHED:
            return None
        if not self._board.rays(self._direction)[0]:
            return None
        try:
            turn = self._turn(gone._replace(possible=self._anywhere), loop.end)
        except Inexact:
            return None
        return Ray(self._direction, turn, left.cell) if turn.others == NO else None

    def _straight_on(self, place: Place) -> Stop:
        """Follow a path through joins."""
        stop = self.run(place)
        while stop.kind == "join":
            stop = self.run(stop.next[0])
        return stop

    def _step_aside(self, place: Place, instruction: Instruction) -> tuple[Question, Place, Place]:
        if instruction.name != "(DIRECTION)" or self._direction != NO_DIRECTION:
            raise self.inexact("another direction")
        self._direction = instruction.operand
        linked = Question("mask", value=self._board.leads(self._direction))
        gone = place._replace(offset=0, items=(*place.items, -1))
        return linked, gone, place._replace(items=(*place.items, 0))


def write_ray(out: FunctionWriter, ray: Ray, board: Board) -> None:
    """Write a loop as a lookup; the stack has the items that it adds to."""
    writer = bits_writer(out, board, ray.turn)
    cell = out.register(at.MEMORY + at.A_HERE)
    here = out.value(f"load i32, ptr {cell}, {IN_SYSTEM}")
    inside = out.value(f"icmp ult i32 {here}, {board.positions}")
    row = out.value(f"select i1 {inside}, i32 {here}, i32 {board.positions}")
    row = out.value(f"shl i64 {out.value(f'zext i32 {row} to i64')}, 4")
    place = out.value(f"getelementptr i8, ptr @ray.{ray.direction}, i64 {row}")
    line = out.value(f"load i64, ptr {place}")
    write_counts(out, ray.turn, writer, line)
    last = out.value(f"load i32, ptr {out.value(f'getelementptr i8, ptr {place}, i64 8')}")
    end = out.value(f"select i1 {inside}, i32 {last}, i32 {here}")
    out.do(f"store i32 {end}, ptr {cell}, {IN_SYSTEM}")


def rays_text(directions: Iterable[int], board: Board) -> str:
    """Return the tables that rays use; the last row is for numbers that are not positions."""
    parts = []
    for direction in sorted(directions):
        rows = [*zip(*board.rays(direction), strict=True), (0, 0)]
        cells = ", ".join(f"i64 {bits}, i64 {end}" for bits, end in rows)
        parts.append(
            f"@ray.{direction} = private constant [{2 * len(rows)} x i64] [ {cells} ], align 16\n"
        )
    return "".join(parts)
