"""Polls in loops of generated code, and counted loops split into parts between polls.

A poll inside a loop prevents LLVM from unrolling or vectorising it. So a loop that counts by one
becomes a loop of parts: its head computes the index where the next part ends, and polls occur only
between parts.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from forthgame.code.cost import LONG, PATIENCE, work_of_turn
from forthgame.code.function import Loop
from forthgame.vm.compiler.context import Shape

if TYPE_CHECKING:
    from forthgame.vm.compiler.writer import FunctionWriter

FEW = 8  # loops with fewer turns between polls poll in each turn
NEVER = -1


class Loops:
    """The loops of the functions that a writer writes."""

    def __init__(self, writer: FunctionWriter) -> None:
        self._writer = writer
        self._turns: dict[tuple[int, int], int] = {}  # by function and cell
        self._stops: dict[str, str] = {}  # the index at which a part of a loop ends

    def turns(self, cell: int) -> int:
        """Return the turns between two polls of the loop at a cell, 0 if it polls in each turn.

        The result is `NEVER` if all its turns together are short. Only loops that count by one are
        split: in others a counter costs more than a poll. A word of unknown effect polls in each
        turn, since its stack may grow.
        """
        key = (self._writer.function.entry, cell)
        if key not in self._turns:
            self._turns[key] = self._find_turns(cell)
        return self._turns[key]

    def _find_turns(self, cell: int) -> int:
        loop = self._loop(cell)
        if loop is None or not self._writer.known:
            return 0
        work = self._work_of_turn(loop)
        if loop.turns is not None and loop.turns * work <= PATIENCE:
            return NEVER
        turns = PATIENCE // work
        return turns if loop.counted and turns >= FEW else 0

    def _loop(self, cell: int) -> Loop | None:
        return self._writer.function.loops.get(cell)

    def _work_of_turn(self, loop: Loop) -> int:
        writer = self._writer
        return work_of_turn(writer.function, loop, writer.context.work) + 1

    def end_short(self, cell: int) -> None:
        """Count the work of all turns of a loop without polls, after its end."""
        loop = self._loop(cell)
        if loop is not None and loop.turns is not None:
            self._writer.unasked += loop.turns * self._work_of_turn(loop)

    def spend(self, work: int) -> None:
        """Count the work of an instruction, polling first if it would be too much."""
        w = self._writer
        if work > LONG and w.unasked + work > PATIENCE:
            w.poll(w.instruction.place)
            w.unasked = 0
        w.unasked += work

    def write_head(self, shape: Shape) -> None:
        """Write the head of a loop, which determines the next part.

        Up to the index `stop` the body is a loop of known length without polls, which LLVM can
        unroll and vectorise.
        """
        w = self._writer
        limit, index = w.own_returns(2)
        turns = self.turns(shape.cell)
        below = w.value(f"icmp slt i32 {index}, {limit}")
        left = w.value(f"sub i32 {limit}, {index}")
        near = w.value(f"icmp ule i32 {left}, {turns}")
        far = w.value(f"add i32 {index}, {turns}")
        stop = w.value(f"select i1 {near}, i32 {limit}, i32 {far}")
        once = w.value(f"add i32 {index}, 1")
        self._stops[shape.key] = w.value(f"select i1 {below}, i32 {stop}, i32 {once}")
        w.edge(shape.cell)

    def end_part(self, start: int, index: str, limit: str) -> None:
        """Write the end of the body of a loop with a head: continue, poll, or leave the loop."""
        w = self._writer
        stop = self._stops[f"{w.scope.prefix}{start}"]
        more, part, again, other = map(w.new_label, ("more", "part", "again", "other"))
        inside = w.value(f"icmp slt i32 {index}, {stop}")
        w.do(f"br i1 {inside}, label %{more}, label %{part}")
        state = w.state()
        w.label(more)
        w.edge(start)
        w.restore(state)
        w.label(part)
        left = w.value(f"icmp slt i32 {index}, {limit}")
        w.do(f"br i1 {left}, label %{again}, label %{other}")
        state = w.state()
        w.label(again)
        w.poll(start)
        w.edge(start, head=True)
        w.restore(state)
        w.label(other)
        w.unasked = PATIENCE
        del w.returns[-2:]
        w.go(w.instruction.next)
