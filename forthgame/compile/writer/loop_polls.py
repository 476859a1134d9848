"""Polls in loops of generated code, and counted loops split into parts between polls.

A poll inside a loop prevents LLVM from unrolling or vectorising it. So a loop that counts by one
becomes a loop of parts: its head computes the index where the next part ends, and polls occur only
between parts.
"""

from __future__ import annotations

from forthgame.analysis.function import Function, Loop
from forthgame.analysis.work_estimates import LONG, WORK_LIMIT, work_of_turn
from forthgame.compile.writer.blocks import BlockShape
from forthgame.compile.writer.callees import Callees
from forthgame.compile.writer.stack_writer import StackWriter

FEW = 8  # loops with fewer turns between polls poll in each turn
NEVER = -1


class LoopWriter(StackWriter):
    def __init__(self, function: Function, context: Callees) -> None:
        super().__init__(function)
        self.context = context
        self._turns: dict[tuple[int, int], int] = {}  # by function and cell
        self._stops: dict[str, str] = {}  # the index at which a part of a loop ends

    def poll(self, cell: int) -> None:
        """Poll: call the host if it is requested; the interpreter would continue at a cell."""
        raise NotImplementedError

    def edge(self, cell: int, head: bool = False) -> None:
        """Add an edge to a block or a loop's head, adapting the stacks to its state."""
        raise NotImplementedError

    def turns(self, cell: int) -> int:
        """Return the turns between two polls of the loop at a cell, 0 if it polls in each turn.

        The result is `NEVER` if all its turns together are short. Only loops that count by one are
        split: in others a counter costs more than a poll. A word of unknown effect polls in each
        turn, since its stack may grow.
        """
        key = (self.function.entry, cell)
        if key not in self._turns:
            self._turns[key] = self._find_turns(cell)
        return self._turns[key]

    def _find_turns(self, cell: int) -> int:
        loop = self.function.loops.get(cell)
        if loop is None or not self.known:
            return 0
        work = self._work_of_turn(loop)
        if loop.turns is not None and loop.turns * work <= WORK_LIMIT:
            return NEVER
        turns = WORK_LIMIT // work
        return turns if loop.counted and turns >= FEW else 0

    def _work_of_turn(self, loop: Loop) -> int:
        return work_of_turn(self.function, loop, self.context.work) + 1

    def end_short(self, cell: int) -> None:
        """Count the work of all turns of a loop without polls, after its end."""
        loop = self.function.loops.get(cell)
        if loop is not None and loop.turns is not None:
            self.unasked += loop.turns * self._work_of_turn(loop)

    def spend(self, work: int) -> None:
        """Count the work of an instruction, polling first if it would be too much."""
        if work > LONG and self.unasked + work > WORK_LIMIT:
            self.poll(self.instruction.place)
            self.unasked = 0
        self.unasked += work

    def write_head(self, shape: BlockShape) -> None:
        """Write the head of a loop, which determines the next part.

        Up to the index `stop` the body is a loop of known length without polls, which LLVM can
        unroll and vectorise.
        """
        limit, index = self.own_returns(2)
        turns = self.turns(shape.cell)
        below = self.value(f"icmp slt i32 {index}, {limit}")
        left = self.value(f"sub i32 {limit}, {index}")
        near = self.value(f"icmp ule i32 {left}, {turns}")
        far = self.value(f"add i32 {index}, {turns}")
        stop = self.value(f"select i1 {near}, i32 {limit}, i32 {far}")
        once = self.value(f"add i32 {index}, 1")
        self._stops[shape.key] = self.value(f"select i1 {below}, i32 {stop}, i32 {once}")
        self.edge(shape.cell)

    def end_part(self, start: int, index: str, limit: str) -> None:
        """Write the end of the body of a loop with a head: continue, poll, or leave the loop."""
        stop = self._stops[f"{self.scope.prefix}{start}"]
        more, part = self.split(self.value(f"icmp slt i32 {index}, {stop}"), "more", "part")
        state = self.state()
        self.label(more)
        self.edge(start)
        self.restore(state)
        self.label(part)
        again, other = self.split(self.value(f"icmp slt i32 {index}, {limit}"), "again", "other")
        state = self.state()
        self.label(again)
        self.poll(start)
        self.edge(start, head=True)
        self.restore(state)
        self.label(other)
        self.unasked = WORK_LIMIT
        del self.returns[-2:]
        self.go(self.instruction.next)
