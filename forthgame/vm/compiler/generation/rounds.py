"""Loops over positions that first ask about each: only those where the answer is yes are come to.

`24 0 DO I enemy-at? IF ... ENDIF LOOP` looks at every position, and for most of them does nothing
else. The answers are known for all at once, as bits, so the loop goes from one of them to the next;
they are looked at again for each, so that what is done for one may change them. If it only counts,
the bits are counted.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

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
    deepest,
    make_room,
    write_counts,
)
from forthgame.vm.compiler.generation.formulas import TRUE, Formula, Number, negation
from forthgame.vm.compiler.generation.guards import STEPS
from forthgame.vm.compiler.generation.links import Board
from forthgame.vm.compiler.generation.promising import FormulaWriter
from forthgame.vm.compiler.writer import FunctionWriter

INDEX = Named("position")
ASKED: Mapping[str, Entry] = {
    "empty-at?": EMPTY, "not-empty-at?": negation(EMPTY), "(enemy-at?)": ENEMY,
    "(friend-at?)": FRIEND, "player-at": Named("owner"),
}  # fmt: skip


@dataclass(frozen=True)
class Round:
    """A loop from a first position to one before the last: where it does something.

    `inside` is the cell where that begins; `counts`, if it only counts, what it does all in all.
    """

    first: int
    last: int
    so: Formula
    inside: int
    end: int  # the cell of its LOOP
    behind: int  # the cell where it goes on
    counts: Counts | None


class RoundReader(AnswerReader):
    """Finds such loops. `functions` are those of the module; the board has at most 64 positions."""

    def __init__(self, functions: Mapping[int, Function], board: Board) -> None:
        super().__init__(functions)
        self._positions = board.positions
        self._ends: list[Spot] = []
        self._end = -1

    def round(self, function: Function, loop: Loop) -> Round | None:
        """What a loop of a function does, if it goes through positions and asks about each."""
        bounds = function.bounds(loop.start)
        if bounds is None or not 0 <= bounds[0] < bounds[1] <= self._positions:
            return None
        self._left, self._ends, self._end = STEPS, [], loop.end
        spot = Spot(function, loop.start)
        try:
            asked = self._question(spot)
        except OtherWork:
            return None
        if asked is None:
            return None
        end = function.instructions[loop.end]
        return Round(*bounds, asked.so, asked.cell, loop.end, end.next, self._counts(asked))

    def _question(self, spot: Spot) -> Spot | None:
        """Where the loop goes on for positions about which it has asked; else to its end."""
        while True:
            ways = self._follow(spot)
            if len(ways) == 1 and ways[0].cell != self._end:
                spot = ways[0]
                continue
            if len(ways) != 2 or ways[1].cell != self._end or spot.callers:
                return None
            return ways[0] if ways[0].items == UNTOUCHED and ways[0].so != TRUE else None

    def _counts(self, spot: Spot) -> Counts | None:
        """What it adds, if it does nothing else."""
        todo = [spot]
        try:
            while todo:
                spot = todo.pop()
                if spot.cell == self._end and not spot.callers:
                    self._ends.append(spot)
                else:
                    todo.extend(self._follow(spot))
            return counts_of(self._ends)
        except OtherWork:
            return None

    def _items(self, instruction: Instruction, spot: Spot) -> tuple[Entry, ...]:
        if instruction.name == "I" and not spot.callers:
            return (*spot.items, INDEX)
        if instruction.name == "here":
            return (*spot.items, Number(address=at.A_HERE))
        if instruction.name in ASKED and spot.items[-1] == INDEX:
            return (*spot.items[:-1], ASKED[instruction.name])
        return super()._items(instruction, spot)


def write_round(out: FunctionWriter, round: Round, board: Board) -> None:
    """Write what comes first in each turn of a loop, which ends the loop or goes on inside it."""
    make_room(out)
    formulas = FormulaWriter(Inside(out), board)
    limit = (1 << round.last) - 1
    if round.counts is not None and deepest(round.counts) <= len(out.values):
        among = limit & ~((1 << round.first) - 1)
        write_counts(out, round.counts, formulas, str(among - (1 << 64) if among >> 63 else among))
        del out.returns[-2:]
        out.go(round.behind)
        return
    index = out.value(f"zext i32 {out.own_returns(2)[1]} to i64")
    left = out.value(f"shl i64 -1, {index}")
    if round.last < 64:
        left = out.value(f"and i64 {left}, {limit}")
    bits = out.value(f"and i64 {formulas.bits(round.so)}, {left}")
    found, ended = out.new_label("found"), out.new_label("ended")
    out.do(f"br i1 {out.value(f'icmp ne i64 {bits}, 0')}, label %{found}, label %{ended}")
    state = out.state()
    out.label(ended)
    del out.returns[-2:]
    _expect_edges(out, round.behind, 1)
    out.go(round.behind)
    out.restore(state)
    out.label(found)
    place = out.value(f"call i64 @llvm.cttz.i64(i64 {bits}, i1 true)")
    out.returns[-1] = out.value(f"trunc i64 {place} to i32")
    _expect_edges(out, round.end, -1)
    out.go(round.inside)


def _expect_edges(out: FunctionWriter, cell: int, more: int) -> None:
    """So many more edges will lead to a cell, or fewer, than the instructions say."""
    key = f"{out.scope.prefix}{cell}"
    out.more_edges[key] = out.more_edges.get(key, 0) + more
