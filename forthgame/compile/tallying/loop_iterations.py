"""One iteration of a loop that tests positions, read for all positions of a board at once.

It is followed as move words are (`path_reader.py`). Items that were on the stack before, and the
variables in which an iteration stores, are named, and a path may add constants to them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from forthgame.analysis.function import Function, Loop
from forthgame.analysis.instruction import Instruction
from forthgame.analysis.write_before_read import stores_of
from forthgame.compile.generation.purity import written_by
from forthgame.compile.interpreter.body_operations import call_body
from forthgame.compile.ir.ir_lines import IrLines
from forthgame.compile.primitives.signatures import body_name
from forthgame.compile.reading.decision_diagrams import Decisions, PositionTest
from forthgame.compile.reading.direction_links import BoardLinks
from forthgame.compile.reading.path_graph import PathGraph
from forthgame.compile.reading.path_reader import DEEP, LEFT, MOST_ITEMS, PathReader
from forthgame.compile.reading.path_states import SETTING, Action, Inexact, PathEnd, PathState
from forthgame.compile.reading.symbolic_values import NOWHERE, EarlierValue, StoredValue, Value
from forthgame.compile.tallying.bits_writer import BitsWriter
from forthgame.compile.tallying.computed_tests import ComputedTests, compared_cells
from forthgame.compile.writer.function_writer import FunctionWriter
from forthgame.words.core.memory import store
from forthgame.words.registers import memory_layout as at

STORE = body_name(store)  # which notes that the script's data has changed
STEPS = 6000  # instructions on all paths of one iteration
BELOW = 8  # items from before the loop that an iteration may use
UNTOUCHED: tuple[Value, ...] = tuple(EarlierValue(depth) for depth in reversed(range(BELOW)))
Change = tuple[int, int]  # a place as in `EarlierValue`, and the amount that is added or number set
Changes = tuple[tuple[int, int, int], ...]  # with the decision that it depends on
Cells = frozenset[int]
Paths = list[tuple[PathState, PathState]]  # the starts of their last straight runs, and their ends


@dataclass(frozen=True)
class LoopIteration:
    """The effect of an iteration: decisions for changes of items, and for the rest.

    Items and variables are added to (`counts`), or replaced by a number (`sets`). If `goes` is
    true, the iteration leaves also a position, or numbers, that a later one replaces.
    """

    decisions: Decisions
    others: int
    counts: Changes
    sets: Changes
    goes: int

    @property
    def deepest(self) -> int:
        """The number of stack items that have to be known to change them."""
        return max(self.changed_items, default=-1) + 1

    @property
    def changed_items(self) -> list[int]:
        """The depths of the stack items that are changed."""
        return sorted({place for place, _, _ in self.counts + self.sets if place >= 0})


@dataclass
class IterationEnds:
    """The states at which the paths of an iteration end, by their effects.

    begun       the offset at which the iteration begins
    followed    the paths that were followed to the end of the iteration
    counted     states by the places to which the path adds, and the amounts
    setting     states by the places that the path replaces, and the numbers
    going       states of paths that leave also a position, or numbers that differ
    left        whether such a path goes elsewhere, and the variables in which it stores those
    others      states of paths with other effects
    unfollowed  the variables in which those of them have stored that are not followed to the end
    """

    begun: int
    followed: Paths = field(default_factory=list)
    counted: dict[Change, list[PathState]] = field(default_factory=dict)
    setting: dict[Change, list[PathState]] = field(default_factory=dict)
    going: list[PathState] = field(default_factory=list)
    left: set[tuple[bool, Cells]] = field(default_factory=set)
    others: list[PathState] = field(default_factory=list)
    unfollowed: list[Cells] = field(default_factory=list)

    def add(self, place: PathState, end: PathState | None) -> None:
        """Add a path with the start of its last straight run, and its end if it was followed."""
        if end is None:
            self.others.append(place)
            self.unfollowed.append(_written(place))
        elif len(end.items) != BELOW or not all(map(_is_change, _contents(end).items())):
            self.others.append(place)
        else:
            self.followed.append((place, end))

    def close(self, fetched: Cells) -> None:
        """Sort the paths that were followed by their effects.

        It makes no difference how often a number is stored in a place, or in which iteration, if
        nothing else changes the place. `fetched` are the variables whose numbers from
        before the iteration are used.
        """
        while True:
            changes = self._changes()
            replaced = {place for place, values in changes.items() if _differ(place, values)}
            used = replaced.intersection(~address for address in fetched)
            if not used:
                break
            for start, end in [*self.followed]:
                if used.intersection(~address for address in _written(end)):
                    self.followed.remove((start, end))
                    self.others.append(start)
                    self.unfollowed.append(_written(end))
        for start, end in self.followed:
            self._sort(start, end, replaced, changes)

    def _changes(self) -> dict[int, set[Value]]:
        """Return the new contents of the places that followed paths change, by place."""
        changes: dict[int, set[Value]] = {}
        for _, end in self.followed:
            for place, value in _contents(end).items():
                if value != EarlierValue(place):
                    changes.setdefault(place, set()).add(value)
        return changes

    def _sort(
        self, start: PathState, end: PathState, replaced: set[int], changes: dict[int, set[Value]]
    ) -> None:
        found, stored = _contents(end), _written(end).intersection(~place for place in replaced)
        numbers = {place: value for place, value in found.items() if place not in replaced}
        if any(isinstance(numbers[place], int) and len(changes[place]) > 1 for place in numbers):
            self.others.append(start)
        elif any(_is_added(~address, found[~address]) for address in stored):
            self.others.append(start)
            self.unfollowed.append(Cells())
        else:
            if end.offset != self.begun or stored:
                self.going.append(start)
                self.left.add((end.offset != self.begun, stored))
            for place, value in numbers.items():
                if isinstance(value, int):
                    self.setting.setdefault((place, value), []).append(start)
                elif isinstance(value, EarlierValue) and value.added:
                    self.counted.setdefault((place, value.added), []).append(start)

    def use_skipped(self, asks_where: bool) -> bool:
        """Return whether paths may use a position or numbers that skipped iterations would leave.

        `asks_where` is true if some path asks for the position from before the iteration.
        """
        unset = asks_where or any(place.offset == NOWHERE for place in self.others)
        if unset and any(goes for goes, _ in self.left):
            return True
        replaced = Cells().union(*(written for _, written in self.left))
        return not all(replaced <= written for written in self.unfollowed)


def _contents(end: PathState) -> dict[int, Value]:
    """Return the contents of each place at the end of a path."""
    items = dict(enumerate(reversed(end.items)))
    return items | {~address: value for address, value in end.written}


def _is_change(content: tuple[int, Value]) -> bool:
    """Return whether an item is replaced by a number or added to; variables may have any value."""
    place, value = content
    return place < 0 or _is_added(place, value) or isinstance(value, int)


def _is_added(place: int, value: Value) -> bool:
    return isinstance(value, EarlierValue) and value.place == place


def _differ(place: int, values: set[Value]) -> bool:
    """Return whether the numbers that paths store in a variable differ."""
    numbers = [each for each in values if not _is_added(place, each)]
    return place < 0 and (len(numbers) > 1 or not all(isinstance(each, int) for each in numbers))


def _written(place: PathState) -> Cells:
    """Return the addresses of variables in which a path has stored."""
    return Cells(address for address, value in place.written if value != EarlierValue(~address))


class IterationReader(PathReader):
    """Read iterations, for any player to move. `functions` are those of the module."""

    _asks_where = False  # set if an iteration asks for the position from before it
    _uses_skipped = False  # set if it may use what an earlier one leaves
    _fetched_earlier = Cells()  # variables whose numbers from before the iteration it uses

    def __init__(self, functions: Mapping[int, Function], board: BoardLinks) -> None:
        super().__init__(functions, board, player=0, scratch=Cells())

    def _begin(self, function: Function, loop: Loop, returns: tuple[Value, ...] = ()) -> PathState:
        self._left, self._within = STEPS, range(loop.start, loop.end)
        self._asks_where, self._fetched_earlier = False, Cells()
        return PathState(
            function.entry, loop.start, NOWHERE, UNTOUCHED, returns, possible=self._anywhere,
            written=tuple((address, EarlierValue(~address)) for address in sorted(self._scratch)),
        )  # fmt: skip

    def _stored_in(self, function: Function, loop: Loop) -> Cells:
        """Return the variables in which an iteration stores by name."""
        here = [address for cell, address in stores_of(function).items() if loop.has(cell)]
        return written_by(called_in(function, loop), self._functions).union(here)

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
        if any(map(_is_computed_for_each, (stop.test for _, stop in ways.stops()))):
            return None  # the loop itself computes such numbers as fast
        found, decisions = IterationEnds(start.offset), Decisions()
        for place, stop in ways.stops():
            if stop.kind not in ("branch", "join"):
                ended = stop.kind == LEFT and stop.end is not None and stop.end.cell == end
                found.add(place, stop.end if ended else None)
        found.close(self._fetched_earlier)
        if len(found.left) > 1:
            return None
        self._uses_skipped = found.use_skipped(self._asks_where)

        def changes(kind: dict[Change, list[PathState]]) -> Changes:
            return tuple(sorted((*each, ways.reached(to, decisions)) for each, to in kind.items()))

        return LoopIteration(
            decisions,
            ways.reached(found.others, decisions),
            changes(found.counted),
            changes(found.setting),
            ways.reached(found.going, decisions),
        )

    def _about(
        self, name: str, offset: int, instruction: Instruction, fixed: bool = False
    ) -> Value:
        if name == "from":
            return StoredValue(at.A_FROM)
        if offset == NOWHERE and name == "here":
            self._asks_where = True
            return StoredValue(at.A_HERE)
        return super()._about(name, offset, instruction, fixed)

    def _number(self, name: str, offset: int, instruction: Instruction) -> Value:
        if name == "current-piece":  # not the piece at the position of the iteration
            return StoredValue(at.A_PIECE)
        return super()._number(name, offset, instruction)

    def _record(self, place: PathState, instruction: Instruction) -> tuple[PathState, Action]:
        raise self.inexact(instruction.name)

    def _fetched(self, name: str, address: Value, written: Mapping[int, Value]) -> Value:
        found = super()._fetched(name, address, written)
        if isinstance(found, EarlierValue):
            self._fetched_earlier |= {~found.place}
        return found

    def _changed(self, value: Value, change: Value, address: int) -> Value:
        if not isinstance(value, EarlierValue):
            return super()._changed(value, change, address)
        if not isinstance(change, int):
            raise self.inexact("a number from an earlier iteration")
        return EarlierValue(value.place, value.added + change)

    def _go_on(self, place: PathState, instruction: Instruction) -> PathState:
        if instruction.name in SETTING:
            raise self.inexact(instruction.name)
        return super()._go_on(place, instruction)


def called_in(function: Function, loop: Loop) -> list[int]:
    return [
        each.operand
        for each in function.instructions.values()
        if each.name == "(CALL)" and loop.has(each.cell)
    ]


def _is_computed_for_each(test: PositionTest | None) -> bool:
    """Return whether a test computes a number for each position."""
    return test is not None and test.kind == "computed" and compared_cells(test) is None


class Inside(IrLines):
    """Lines that go into the function of another writer."""

    def __init__(self, out: FunctionWriter) -> None:
        super().__init__()
        self.value = out.value  # type: ignore[method-assign]
        self.do = out.do  # type: ignore[method-assign]


@dataclass(frozen=True)
class LoopParts:
    """The board, and the functions of tests that the code of loops calls."""

    board: BoardLinks
    computed: ComputedTests


def bits_writer(
    out: FunctionWriter, parts: LoopParts, turn: LoopIteration, chunk: int = 0
) -> BitsWriter:
    """Return the writer of an iteration's decisions for 64 positions.

    It reserves as much stack as the original loop may need: with less, the interpreter has to run
    the function, and reports an overflow.
    """
    out.growth = max(out.growth, out.height + len(out.values) + MOST_ITEMS)
    out.return_growth = max(out.return_growth, len(out.returns) + MOST_ITEMS + DEEP)
    positions, computed = parts.board.positions, parts.computed
    return BitsWriter(Inside(out), positions, turn.decisions, {}, computed, chunk)


def write_changes(out: FunctionWriter, turn: LoopIteration, writer: BitsWriter, among: str) -> None:
    """Change stack items and variables, for the positions in `among`, a bit set."""
    for changes, change in ((turn.counts, _added), (turn.sets, _replaced)):
        for place, number, decision in changes:
            found = out.value(f"and i64 {among}, {writer.bits([decision])[0]}")
            if place >= 0:
                out.values[-1 - place] = change(out, out.values[-1 - place], found, number)
            else:
                cell = out.register(at.MEMORY + ~place)
                new = change(out, out.value(f"load i32, ptr {cell}"), found, number)
                call_body(out, STORE, ["ptr %vm", f"i32 {new}", f"i32 {~place}"], "void")


def _added(out: FunctionWriter, item: str, found: str, number: int) -> str:
    count = f"call i64 @llvm.ctpop.i64(i64 {found})"
    more = out.value(f"trunc i64 {out.value(count)} to i32")
    if number != 1:
        more = out.value(f"mul i32 {more}, {number}")
    return out.value(f"add i32 {item}, {more}")


def _replaced(out: FunctionWriter, item: str, found: str, number: int) -> str:
    some = out.value(f"icmp ne i64 {found}, 0")
    return out.value(f"select i1 {some}, i32 {number}, i32 {item}")
