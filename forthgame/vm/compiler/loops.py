"""Loops in generated code: when the host is asked, and counted loops done in parts in between.

A question in the middle of a loop keeps LLVM from unrolling it, or doing several turns at once. So
a loop that counts by one is a loop of parts: its head says at which index the next one ends, and
only between two of them the host is asked.
"""

from __future__ import annotations

from forthgame.code.cost import LONG, PATIENCE, work_of_turn
from forthgame.code.effects import Refused
from forthgame.code.function import Function, Loop
from forthgame.lang import layout as at
from forthgame.vm.compiler.context import Context, Shape
from forthgame.vm.compiler.stack import StackWriter

FEW = 8  # a loop that does so few turns between two questions asks in each
NEVER = -1


class LoopWriter(StackWriter):
    """What the branches of a function need that go back."""

    def __init__(self, function: Function, context: Context) -> None:
        super().__init__(function, context)
        self._turns: dict[tuple[int, int], int] = {}  # of a loop by its function and its cell
        self._stops: dict[str, str] = {}  # the index at which a part of a loop ends

    def edge(self, cell: int, head: bool = False) -> None:
        """An edge to a block or to the head of a loop."""
        raise Refused(f"there are no blocks here, but cell {cell} is wanted")

    def turns(self, cell: int) -> int:
        """Turns of the loop at a cell between two questions to the host: 0 if it asks in each turn.

        It is `NEVER` if all its turns together are short. Only loops that count by one are done
        in parts: in others a counter costs more than the question. A word of unknown effect asks
        in each turn, since its stack may grow.
        """
        known = self._turns.get((self.function.entry, cell))
        if known is None:
            known = self._turns[self.function.entry, cell] = self._find_turns(cell)
        return known

    def _find_turns(self, cell: int) -> int:
        loop = self.function.loops.get(cell)
        if loop is None or not self.known:
            return 0
        work = self._work_of_turn(loop)
        if loop.turns is not None and loop.turns * work <= PATIENCE:
            return NEVER
        turns = PATIENCE // work
        return turns if loop.counted and turns >= FEW else 0

    def _work_of_turn(self, loop: Loop) -> int:
        return work_of_turn(self.function, loop, self.context.work) + 1

    def end_short_loop(self, cell: int) -> None:
        """Behind a loop that never asks: count the work of all its turns."""
        loop = self.function.loops.get(cell)
        if loop is not None and loop.turns is not None:
            self.unasked += loop.turns * self._work_of_turn(loop)

    def spend(self, work: int) -> None:
        """Count work that the instruction may do; the host is asked first if it is too much."""
        if work > LONG and self.unasked + work > PATIENCE:
            self.poll(self.instruction.cell)
            self.unasked = 0
        self.unasked += work

    def write_head(self, shape: Shape) -> None:
        """Where a loop begins, and goes on when the host has been asked: count out some turns.

        Up to the index `stop` its body is a loop of known length with nothing in between, which
        LLVM can unroll, and do many turns of at once.
        """
        index, limit = self.returns[-1], self.returns[-2]
        turns = self.turns(shape.cell)
        below = self.value(f"icmp slt i32 {index}, {limit}")
        left = self.value(f"sub i32 {limit}, {index}")
        near = self.value(f"icmp ule i32 {left}, {turns}")
        far = self.value(f"add i32 {index}, {turns}")
        stop = self.value(f"select i1 {near}, i32 {limit}, i32 {far}")
        once = self.value(f"add i32 {index}, 1")
        self._stops[shape.key] = self.value(f"select i1 {below}, i32 {stop}, i32 {once}")
        self.edge(shape.cell)

    def loop_in_parts(self, start: int, index: str, limit: str) -> None:
        """The end of the body of a loop with a head: go on, ask the host, or leave the loop."""
        stop = self._stops[f"{self.scope.prefix}{start}"]
        more, part, again, other = map(self.new_label, ("more", "part", "again", "other"))
        inside = self.value(f"icmp slt i32 {index}, {stop}")
        self.do(f"br i1 {inside}, label %{more}, label %{part}")
        state = self.state()
        self.label(more)
        self.edge(start)
        self.restore(state)
        self.label(part)
        left = self.value(f"icmp slt i32 {index}, {limit}")
        self.do(f"br i1 {left}, label %{again}, label %{other}")
        state = self.state()
        self.label(again)
        self.poll(start)
        self.edge(start, head=True)
        self.restore(state)
        self.label(other)
        self.unasked = PATIENCE
        del self.returns[-2:]
        self.go(self.instruction.next)

    def poll(self, cell: int) -> None:
        """Ask the host if it wants to be asked; the interpreter would go on at a cell."""
        name = self.new_label("poll")
        self.do(f"br label %{name}")
        self.label(name)
        flag = self.value(f"load volatile i32, ptr {self.register(at.POLL)}")
        condition = self.value(f"icmp eq i32 {flag}, 0")
        if not self.known:
            limit = self.load_register("ptr", at.FRAME_LIMIT)
            top = self.value(f"getelementptr i32, ptr {self.sp}, i64 GROWTH")
            fits = self.value(f"icmp ule ptr {top}, {limit}")
            condition = self.value(f"and i1 {condition}, {fits}")
        back = self.instruction.backward
        # asking again makes a loop of the question: LLVM then leaves the loop around it alone,
        # which is good where something branches inside, and bad where nothing does
        loop = self.function.loops.get(self.instruction.operand) if back else None
        self.check(condition, cell, once=self.known and loop is not None and loop.plain)
