"""Loops that test positions, evaluated for all positions of a board at once.

`BEGIN west WHILE held? IF 1+ ENDIF REPEAT` goes to the end of a line, and counts the positions for
which a test is true. The positions of the line and those that pass the test are bits, so the loop
is a table lookup, an AND and a population count. Stack and position are the same as after the loop.

`24 0 DO I enemy-at? IF ... ENDIF LOOP` does nothing for most positions. The loop goes from one set
bit to the next. The bits are computed again in each iteration, because the body may change them. If
the loop only counts, the bits are counted. Iterations that only go elsewhere (`I to n IF ...`), or
store in variables before they fetch them, are skipped up to the last one: only its position and
numbers remain after the loop.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from forthgame.analysis.dataflow import closure
from forthgame.analysis.function import Function, Loop
from forthgame.analysis.instruction import Instruction
from forthgame.compile.reading.decision_diagrams import NO, YES, PositionTest
from forthgame.compile.reading.direction_links import BoardLinks
from forthgame.compile.reading.path_states import PathEnd, PathState
from forthgame.compile.reading.symbolic_values import RelativePosition, Value
from forthgame.compile.tallying.bits_writer import BitsWriter
from forthgame.compile.tallying.loop_iterations import (
    UNTOUCHED,
    Cells,
    IterationReader,
    LoopIteration,
    LoopParts,
    bits_writer,
    called_in,
    write_changes,
)
from forthgame.compile.writer.function_writer import FunctionWriter
from forthgame.compile.writer.stack_writer import IN_SYSTEM
from forthgame.words.registers import memory_layout as at

NO_DIRECTION = -1
MOST_CHUNKS = 6  # of 64 positions, of a board with loops over positions
MOST_TESTS = 400  # in the code of one loop over positions
Bounds = tuple[Value, ...]  # limit and index of a loop


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
        self._direction, self._scratch = NO_DIRECTION, self._stored_in(function, loop)
        start = self._begin(function, loop)
        first = self._straight_on(start)
        if self._direction == NO_DIRECTION or len(first.next) != 2:
            return None
        gone, stayed = first.next
        left = self._straight_on(stayed._replace(possible=self._anywhere)).end
        if left is None or left.cell == loop.end:
            return None
        if (left.items, left.written) != (UNTOUCHED, start.written):
            return None
        if not self._board.rays(self._direction)[0]:
            return None
        turn = self._turn(gone._replace(possible=self._anywhere), loop.end)
        if turn is None or turn.others != NO or turn.goes != NO:
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
        return linked, gone, place.with_items((*place.items, 0))


def write_ray(out: FunctionWriter, ray: DirectionLoop, parts: LoopParts) -> None:
    """Write a loop as a lookup; the stack has the items that it adds to."""
    writer, board = bits_writer(out, parts, ray.turn), parts.board
    cell = out.register(at.MEMORY + at.A_HERE)
    here = out.value(f"load i32, ptr {cell}, {IN_SYSTEM}")
    inside = out.value(f"icmp ult i32 {here}, {board.positions}")
    row = out.value(f"select i1 {inside}, i32 {here}, i32 {board.positions}")
    row = out.value(f"shl i64 {out.value(f'zext i32 {row} to i64')}, 4")
    place = out.value(f"getelementptr i8, ptr @ray.{ray.direction}, i64 {row}")
    line = out.value(f"load i64, ptr {place}")
    write_changes(out, ray.turn, writer, line)
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

    `behind` is the cell after the loop. If the bounds are `computed` when the game runs, they are
    those of the board here; the loop runs as written if it leaves the board.
    """

    first: int
    last: int
    turn: LoopIteration
    behind: int
    computed: bool = False

    @property
    def chunks(self) -> range:
        """The indices of the 64 positions that the loop runs over."""
        return range(self.first >> 6, (self.last - 1 >> 6) + 1)

    def within(self, chunk: int) -> int:
        """Return the bits of the positions of a chunk that the loop runs over."""
        bits = (1 << self.last) - (1 << self.first)
        return bits >> 64 * chunk & (1 << 64) - 1


class PositionLoopReader(IterationReader):
    """Find loops over positions that begin with a test."""

    _may_go = False  # whether an iteration may set the current position and variables

    def round(self, function: Function, loop: Loop) -> PositionLoop | None:
        """Return a loop of a function if it runs over positions and tests each, else None."""
        known, all_positions = function.bounds(loop.start), self._board.positions
        first, last = known or (0, all_positions)
        if not 0 <= first < last <= all_positions:
            return None
        chunks = (last - 1 >> 6) - (first >> 6) + 1
        bounds = last if known else None, RelativePosition(0)
        turn = self._cheapest(function, loop, bounds, last - first, MOST_TESTS // chunks)
        if turn is None:
            return None
        behind = function.instructions[loop.end].next
        return PositionLoop(first, last, turn, behind, computed=known is None)

    def _cheapest(
        self, function: Function, loop: Loop, bounds: Bounds, positions: int, tests: int
    ) -> LoopIteration | None:
        """Return the effect of an iteration with the cheapest code, of up to a number of tests."""
        going = self._going_turn(function, loop, bounds)
        plain = None
        if going is None or going.others != NO:
            plain = self._turn(self._begin(function, loop, bounds), loop.end)
        usable = [
            each
            for each in (going, plain)
            if each is not None and each.others != YES and len(each.decisions.nodes) <= tests
        ]
        body = self._length(function, loop) if len(usable) > 1 else 0
        costs = [_cost(each, body, positions, each is going) for each in usable]
        return usable[costs.index(min(costs))] if usable else None

    def _length(self, function: Function, loop: Loop) -> int:
        """Return the number of instructions of an iteration, with the words that it calls."""
        called = closure(called_in(function, loop), lambda each: self._functions[each].callees())
        inside = sum(map(loop.has, function.instructions))
        return inside + sum(len(self._functions[each].instructions) for each in called)

    def _going_turn(self, function: Function, loop: Loop, bounds: Bounds) -> LoopIteration | None:
        """Return the effect of an iteration that may go elsewhere or store; None if it has no use.

        No iteration may depend on a position or numbers that an earlier one has left, and each
        that has other effects must have set them, so that only the last iteration that goes or
        stores such numbers matters.
        """
        self._may_go, self._scratch = True, self._stored_in(function, loop)
        try:
            turn = self._turn(self._begin(function, loop, bounds), loop.end)
        finally:
            self._may_go, self._scratch = False, Cells()
        return None if self._uses_skipped else turn

    def _go_on(self, place: PathState, instruction: Instruction) -> PathState:
        if instruction.name == "to" and self._may_go and place.items[-1:] == (RelativePosition(0),):
            return self._forgetting(place._replace(items=place.items[:-1], offset=0))
        return super()._go_on(place, instruction)


def _cost(turn: LoopIteration, body: int, positions: int, goes: bool) -> int:
    """Estimate the work of a loop over some positions, in instructions.

    A test of all positions costs about as much as three instructions. If the body of an iteration
    is followed further, because it `goes` elsewhere, it is run for fewer positions.
    """
    visited = 1 if turn.others == NO else 1 + positions // (8 if goes else 4)
    return 3 * len(turn.decisions.nodes) * visited + body * visited


def write_round(out: FunctionWriter, round: PositionLoop, parts: LoopParts) -> bool:
    """Write the beginning of each iteration of a loop.

    Return True if the loop is complete with it. Otherwise the body for a position follows.
    """
    turn, board = round.turn, parts.board
    if turn.deepest > len(out.values):
        return False
    limit, index = (out.value(f"sext i32 {each} to i64") for each in out.own_returns(2))
    on_board = "true"
    if round.computed:
        below = out.value(f"icmp ult i64 {index}, {limit}")
        within = out.value(f"icmp ule i64 {limit}, {board.positions}")
        on_board = out.value(f"and i1 {below}, {within}")
    if turn.others == turn.goes == NO:
        if not round.computed:
            _write_count(out, round, parts, index, limit)
            return True
        with out.when(on_board, "counted", "each"):
            _note_edge(out, round)
            _write_count(out, round, parts, index, limit)
        return False
    labels = [out.new_label("chunk") for _ in round.chunks]
    found, ended = out.new_label("found"), out.new_label("ended")
    places: list[str] = []
    changing = [_ChangedItem(out, depth) for depth in turn.changed_items]
    if round.computed:
        choice = out.new_label("choice")
        for item in changing:
            item.leave()
        places.append(f"[ {index}, %{out.block} ]")
        out.do(f"br i1 {on_board}, label %{choice}, label %{found}")
        out.label(choice)
    begun = out.block
    _write_choice(out, index, round.chunks, labels)
    for chunk, label, following in zip(round.chunks, labels, [*labels[1:], ended], strict=True):
        out.label(label)
        for item in changing:
            item.enter(begun)
        among = _among(out, round, chunk, index, limit)
        writer = bits_writer(out, parts, turn, chunk)
        bits = _visited(out, turn, writer, among)
        _write_skipped(out, turn, writer, among, bits)
        first = out.value(f"call i64 @llvm.cttz.i64(i64 {bits}, i1 false)")
        place = out.value(f"add i64 {first}, {64 * chunk}")
        places.append(f"[ {place}, %{out.block} ]")
        for item in changing:
            item.leave()
        some = out.value(f"icmp ne i64 {bits}, 0")
        out.do(f"br i1 {some}, label %{found}, label %{following}")
    state = out.state()
    out.label(ended)
    del out.returns[-2:]
    _note_edge(out, round)
    out.go(round.behind)
    out.restore(state)
    out.label(found)
    place = out.value(f"phi i64 {', '.join(places)}")
    for item in changing:
        item.merge()
    out.returns[-1] = out.value(f"trunc i64 {place} to i32")
    return False


class _ChangedItem:
    """A stack item that the chunks of a loop change, one after the other."""

    def __init__(self, out: FunctionWriter, depth: int) -> None:
        self._out, self._depth = out, depth
        self._before = out.values[-1 - depth]
        self._left: list[str] = []  # the edges to the visited iteration

    def enter(self, begun: str) -> None:
        """Begin a chunk, from the block before the loop or from the chunk before this one."""
        if self._now == self._before:
            return
        self._merge(f"[ {self._before}, %{begun} ]", self._left[-1])

    def leave(self) -> None:
        """End a block from which the visited iteration may follow."""
        self._left.append(f"[ {self._now}, %{self._out.block} ]")

    def merge(self) -> None:
        """Begin the visited iteration."""
        self._merge(*self._left)

    @property
    def _now(self) -> str:
        return self._out.values[-1 - self._depth]

    def _merge(self, *edges: str) -> None:
        self._out.values[-1 - self._depth] = self._out.value(f"phi i32 {', '.join(edges)}")


def _write_skipped(
    out: FunctionWriter, turn: LoopIteration, writer: BitsWriter, among: str, visited: str
) -> None:
    """Write the changes in a chunk by the iterations before the first that is visited."""
    if turn.counts or turn.sets:
        below = out.value(f"sub i64 {visited}, 1")
        below = out.value(f"and i64 {below}, {out.value(f'xor i64 {visited}, -1')}")
        write_changes(out, turn, writer, out.value(f"and i64 {among}, {below}"))


def _note_edge(out: FunctionWriter, round: PositionLoop) -> None:
    """Expect one more edge to the code after a loop."""
    key = f"{out.scope.prefix}{round.behind}"
    out.more_edges[key] = out.more_edges.get(key, 0) + 1


def _write_count(
    out: FunctionWriter, round: PositionLoop, parts: LoopParts, index: str, limit: str
) -> None:
    """Write a loop that only counts, and the edge to the code after it."""
    for chunk in round.chunks:
        among = _among(out, round, chunk, index, limit)
        write_changes(out, round.turn, bits_writer(out, parts, round.turn, chunk), among)
    del out.returns[-2:]
    out.go(round.behind)


def _write_choice(
    out: FunctionWriter, index: str, chunks: Sequence[int], labels: Sequence[str]
) -> None:
    """Write the branch to the code of the 64 positions that an index belongs to."""
    of_index = out.value(f"lshr i64 {index}, 6")
    arms = " ".join(
        f"i64 {k}, label %{label}" for k, label in zip(chunks[1:], labels[1:], strict=True)
    )
    out.do(f"switch i64 {of_index}, label %{labels[0]} [ {arms} ]")


def _visited(out: FunctionWriter, turn: LoopIteration, writer: BitsWriter, among: str) -> str:
    """Write the bits of the positions in `among` whose iterations have to be run."""
    others, goes = writer.bits([turn.others, turn.goes])
    others = out.value(f"and i64 {others}, {among}")
    if turn.goes == NO:
        return others
    gone = out.value(f"and i64 {goes}, {among}")
    above = out.value(f"call i64 @llvm.ctlz.i64(i64 {gone}, i1 false)")
    highest = out.value(f"lshr i64 {_signed(1 << 63)}, {above}")
    some = out.value(f"icmp ne i64 {gone}, 0")
    last = out.value(f"select i1 {some}, i64 {highest}, i64 0")
    return out.value(f"or i64 {others}, {last}")


def _among(out: FunctionWriter, round: PositionLoop, chunk: int, index: str, limit: str) -> str:
    """Write the bits of the positions of a chunk from an index on, up to the limit."""
    bits = out.value(f"and i64 {_from(out, index, chunk)}, {_signed(round.within(chunk))}")
    if not round.computed:
        return bits
    behind = out.value(f"xor i64 {_from(out, limit, chunk)}, -1")
    return out.value(f"and i64 {bits}, {behind}")


def _from(out: FunctionWriter, position: str, chunk: int) -> str:
    """Write the bits of the positions of a chunk from a position on."""
    below = out.value(f"sub i64 {position}, {64 * chunk}")
    inside = out.value(f"icmp sge i64 {below}, 0")
    bits = out.value(f"shl i64 -1, {out.value(f'select i1 {inside}, i64 {below}, i64 0')}")
    return out.value(f"select i1 {out.value(f'icmp slt i64 {below}, 64')}, i64 {bits}, i64 0")


def _signed(bits: int) -> int:
    return bits - (1 << 64) if bits >> 63 else bits
