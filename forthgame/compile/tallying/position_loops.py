"""Loops that test positions, evaluated for all positions of a small board at once.

One iteration is followed as move words are (`path_reader.py`). Items that were on the stack before
are named, and a path may add constants to them.

`BEGIN west WHILE held? IF 1+ ENDIF REPEAT` goes to the end of a line, and counts the positions for
which a test is true. The positions of the line and those that pass the test are bits, so the loop
is a table lookup, an AND and a population count. Stack and position are the same as after the loop.

`24 0 DO I enemy-at? IF ... ENDIF LOOP` does nothing for most positions. The loop goes from one set
bit to the next. The bits are computed again in each iteration, because the body may change them. If
the loop only counts, the bits are counted.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from forthgame.analysis.function import Function, Loop
from forthgame.analysis.instruction import Instruction
from forthgame.compile.ir.ir_lines import IrLines
from forthgame.compile.reading.decision_diagrams import NO, YES, Decisions, PositionTest
from forthgame.compile.reading.direction_links import BoardLinks
from forthgame.compile.reading.path_graph import PathGraph
from forthgame.compile.reading.path_reader import DEEP, LEFT, MOST_ITEMS, SETTING, PathReader
from forthgame.compile.reading.symbolic_values import (
    NOWHERE,
    Action,
    Inexact,
    PathEnd,
    PathState,
    RelativePosition,
    StackItem,
    StoredValue,
    Value,
)
from forthgame.compile.tallying.tally_writer import BitsWriter
from forthgame.compile.writer.function_writer import FunctionWriter
from forthgame.compile.writer.stack_writer import IN_SYSTEM
from forthgame.words.registers import memory_layout as at

STEPS = 400  # instructions on all paths of one iteration
BELOW = 8  # items from before the loop that an iteration may use
UNTOUCHED: tuple[Value, ...] = tuple(StackItem(depth) for depth in reversed(range(BELOW)))
Counts = tuple[tuple[int, int, int], ...]  # depth of the item, amount, decision
NO_DIRECTION = -1


@dataclass(frozen=True)
class LoopIteration:
    """The effect of an iteration: a decision for anything but counting, and the counts."""

    decisions: Decisions
    others: int
    counts: Counts

    @property
    def deepest(self) -> int:
        """The number of stack items that have to be known to add to them."""
        return max((depth + 1 for depth, _, _ in self.counts), default=0)


class IterationReader(PathReader):
    """Read iterations, for any player to move. `functions` are those of the module."""

    def __init__(self, functions: Mapping[int, Function], board: BoardLinks) -> None:
        super().__init__(functions, board, player=0, scratch=frozenset())

    def _begin(self, function: Function, loop: Loop, returns: tuple[Value, ...] = ()) -> PathState:
        self._left, self._within = STEPS, range(loop.start, loop.end)
        return PathState(
            function.entry, loop.start, NOWHERE, UNTOUCHED, returns, possible=self._anywhere
        )

    def run(self, place: PathState) -> PathEnd:
        """Follow a path; if it cannot be followed, it counts as an unknown effect."""
        try:
            return super().run(place)
        except Inexact:
            return PathEnd("other", ())

    def _turn(self, start: PathState, end: int) -> LoopIteration | None:
        """Return the effect of an iteration that ends at the cell `end`; None if unknown."""
        try:
            ways = PathGraph(self, start)
        except Inexact:
            return None
        decisions = Decisions()
        counted: dict[tuple[int, int], list[PathState]] = {}
        others: list[PathState] = []
        for place, stop in ways.stops():
            if stop.kind in ("branch", "join"):  # not at its end
                continue
            added = self._added(stop, end)
            if added is None:
                others.append(place)
            for each in added or ():
                counted.setdefault(each, []).append(place)
        counts = ((*each, ways.reached(found, decisions)) for each, found in counted.items())
        return LoopIteration(decisions, ways.reached(others, decisions), tuple(sorted(counts)))

    @staticmethod
    def _added(stop: PathEnd, end: int) -> list[tuple[int, int]] | None:
        """Return the items to which a path adds, and the amounts; None for other effects."""
        if stop.kind != LEFT or stop.end is None or stop.end.cell != end:
            return None
        items = stop.end.items
        added = [
            (depth, item.added)
            for depth, item in enumerate(reversed(items))
            if isinstance(item, StackItem) and item.depth == depth
        ]
        if not len(added) == len(items) == BELOW:
            return None
        return [each for each in added if each[1]]

    def _about(
        self, name: str, offset: int, instruction: Instruction, fixed: bool = False
    ) -> Value:
        if name == "from":
            return StoredValue(at.A_FROM)
        if offset == NOWHERE and name == "here":
            return StoredValue(at.A_HERE)
        return super()._about(name, offset, instruction, fixed)

    def _record(self, place: PathState, instruction: Instruction) -> tuple[PathState, Action]:
        raise self.inexact(instruction.name)

    def _go_on(self, place: PathState, instruction: Instruction) -> PathState:
        if instruction.name in SETTING:
            raise self.inexact(instruction.name)
        return super()._go_on(place, instruction)


class Inside(IrLines):
    """Lines that go into the function of another writer."""

    def __init__(self, out: FunctionWriter) -> None:
        super().__init__()
        self.value = out.value  # type: ignore[method-assign]
        self.do = out.do  # type: ignore[method-assign]


def bits_writer(out: FunctionWriter, board: BoardLinks, turn: LoopIteration) -> BitsWriter:
    """Return the writer of an iteration's decisions for all positions of a small board.

    It reserves as much stack as the original loop may need: with less, the interpreter has to run
    the function, and reports an overflow.
    """
    out.growth = max(out.growth, out.height + len(out.values) + MOST_ITEMS)
    out.return_growth = max(out.return_growth, len(out.returns) + MOST_ITEMS + DEEP)
    return BitsWriter(Inside(out), board.positions, turn.decisions, {}, chunk=0)


def write_counts(out: FunctionWriter, turn: LoopIteration, writer: BitsWriter, among: str) -> None:
    """Add the counts for the positions in `among`, a bit set, to the stack items."""
    for depth, added, decision in turn.counts:
        found = out.value(f"and i64 {among}, {writer.bits([decision])[0]}")
        count = f"call i64 @llvm.ctpop.i64(i64 {found})"
        more = out.value(f"trunc i64 {out.value(count)} to i32")
        if added != 1:
            more = out.value(f"mul i32 {more}, {added}")
        item = -1 - depth
        out.values[item] = out.value(f"add i32 {out.values[item]}, {more}")


# -- loops along a direction ---------------------------------------------------------------------


@dataclass(frozen=True)
class DirectionLoop:
    """A loop along a direction: the effect of each iteration, and the cell after the loop."""

    direction: int
    turn: LoopIteration
    behind: int


class DirectionLoopReader(IterationReader):
    """Find loops along a direction that only count, on boards with at most 64 positions."""

    _direction = NO_DIRECTION

    def ray(self, function: Function, loop: Loop) -> DirectionLoop | None:
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
        turn = self._turn(gone._replace(possible=self._anywhere), loop.end)
        if turn is None or turn.others != NO:
            return None
        return DirectionLoop(self._direction, turn, left.cell)

    def _straight_on(self, place: PathState) -> PathEnd:
        """Follow a path through joins."""
        stop = self.run(place)
        while stop.kind == "join":
            stop = self.run(stop.next[0])
        return stop

    def _step_aside(
        self, place: PathState, instruction: Instruction
    ) -> tuple[PositionTest, PathState, PathState]:
        if instruction.name != "(DIRECTION)" or self._direction != NO_DIRECTION:
            raise self.inexact("another direction")
        self._direction = instruction.operand
        linked = PositionTest("mask", value=self._board.leads(self._direction))
        gone = place._replace(offset=0, items=(*place.items, -1))
        return linked, gone, place._replace(items=(*place.items, 0))


def write_ray(out: FunctionWriter, ray: DirectionLoop, board: BoardLinks) -> None:
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


def rays_text(directions: Iterable[int], board: BoardLinks) -> str:
    """Return the tables that rays use; the last row is for numbers that are not positions."""
    text = ""
    for direction in sorted(directions):
        rows = [*zip(*board.rays(direction), strict=True), (0, 0)]
        kind = f"[{2 * len(rows)} x i64]"
        cells = ", ".join(f"i64 {bits}, i64 {end}" for bits, end in rows)
        text += f"@ray.{direction} = private constant {kind} [ {cells} ], align 16\n"
    return text


# -- loops over positions ------------------------------------------------------------------------


@dataclass(frozen=True)
class PositionLoop:
    """A loop over the positions from `first` to `last` - 1, and the effect of an iteration.

    `behind` is the cell after the loop.
    """

    first: int
    last: int
    turn: LoopIteration
    behind: int


class PositionLoopReader(IterationReader):
    """Find loops over positions that begin with a test, on boards with at most 64 positions."""

    def round(self, function: Function, loop: Loop) -> PositionLoop | None:
        """Return a loop of a function if it runs over positions and tests each, else None."""
        bounds = function.bounds(loop.start)
        if bounds is None or not 0 <= bounds[0] < bounds[1] <= self._board.positions:
            return None
        turn = self._turn(self._begin(function, loop, (bounds[1], RelativePosition(0))), loop.end)
        if turn is None or turn.others == YES or (turn.others != NO and turn.counts):
            return None
        return PositionLoop(*bounds, turn, function.instructions[loop.end].next)


def write_round(out: FunctionWriter, round: PositionLoop, board: BoardLinks) -> bool:
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
    with out.unless(out.value(f"icmp ne i64 {bits}, 0"), "found", "ended"):
        state = out.state()
        del out.returns[-2:]
        key = f"{out.scope.prefix}{round.behind}"
        out.more_edges[key] = out.more_edges.get(key, 0) + 1
        out.go(round.behind)
        out.restore(state)
    place = out.value(f"call i64 @llvm.cttz.i64(i64 {bits}, i1 true)")
    out.returns[-1] = out.value(f"trunc i64 {place} to i32")
    return False
