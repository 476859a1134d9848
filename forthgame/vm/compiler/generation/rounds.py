"""Loops over positions that begin with a test: positions that fail it are skipped.

`24 0 DO I enemy-at? IF ... ENDIF LOOP` does nothing for most positions. The results are computed
for all positions at once, as bits, so the loop goes from one set bit to the next. They are computed
again in each iteration, because the body may change them. If the loop only counts, the bits are
counted.
"""

from __future__ import annotations

from dataclasses import dataclass

from forthgame.code.function import Function, Loop
from forthgame.vm.compiler.generation.decisions import NO, YES
from forthgame.vm.compiler.generation.links import Board
from forthgame.vm.compiler.generation.numbers import Here
from forthgame.vm.compiler.generation.recording import Inexact
from forthgame.vm.compiler.generation.turns import Turn, TurnReader, bits_writer, write_counts
from forthgame.vm.compiler.writer import FunctionWriter


@dataclass(frozen=True)
class Round:
    """A loop over the positions from `first` to `last` - 1, and the effect of an iteration.

    `behind` is the cell after the loop.
    """

    first: int
    last: int
    turn: Turn
    behind: int


class RoundReader(TurnReader):
    """Find such loops, on boards with at most 64 positions."""

    def round(self, function: Function, loop: Loop) -> Round | None:
        """Return a loop of a function if it runs over positions and tests each, else None."""
        bounds = function.bounds(loop.start)
        if bounds is None or not 0 <= bounds[0] < bounds[1] <= self._board.positions:
            return None
        try:
            turn = self._turn(self._begin(function, loop, (bounds[1], Here(0))), loop.end)
        except Inexact:
            return None
        if turn.others == YES or (turn.others != NO and turn.counts):
            return None
        return Round(*bounds, turn, function.instructions[loop.end].next)


def write_round(out: FunctionWriter, round: Round, board: Board) -> bool:
    """Write the beginning of each iteration of a loop.

    Return True if the loop is complete with it. Otherwise the body for a position follows.
    """
    turn, writer = round.turn, bits_writer(out, board, round.turn)
    limit = (1 << round.last) - 1
    if turn.others == NO and turn.deepest <= len(out.values):
        among = limit & ~((1 << round.first) - 1)
        write_counts(out, turn, writer, str(among - (1 << 64) if among >> 63 else among))
        del out.returns[-2:]
        out.go(round.behind)
        return True
    index = out.value(f"zext i32 {out.own_returns(2)[1]} to i64")
    left = out.value(f"shl i64 -1, {index}")
    if round.last < 64:
        left = out.value(f"and i64 {left}, {limit}")
    bits = out.value(f"and i64 {writer.bits([turn.others])[0]}, {left}")
    found, ended = out.new_label("found"), out.new_label("ended")
    out.do(f"br i1 {out.value(f'icmp ne i64 {bits}, 0')}, label %{found}, label %{ended}")
    state = out.state()
    out.label(ended)
    del out.returns[-2:]
    key = f"{out.scope.prefix}{round.behind}"
    out.more_edges[key] = out.more_edges.get(key, 0) + 1
    out.go(round.behind)
    out.restore(state)
    out.label(found)
    place = out.value(f"call i64 @llvm.cttz.i64(i64 {bits}, i1 true)")
    out.returns[-1] = out.value(f"trunc i64 {place} to i32")
    return False
