"""One iteration of a loop that tests positions, read for all positions of a board at once.

It is followed as move words are (`path_reader.py`). Items that were on the stack before are named,
and a path may add constants to them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from forthgame.analysis.function import Function, Loop
from forthgame.analysis.instruction import Instruction
from forthgame.compile.ir.ir_lines import IrLines
from forthgame.compile.reading.decision_diagrams import Decisions, PositionTest
from forthgame.compile.reading.direction_links import BoardLinks
from forthgame.compile.reading.path_graph import PathGraph
from forthgame.compile.reading.path_reader import DEEP, LEFT, MOST_ITEMS, PathReader
from forthgame.compile.reading.path_states import SETTING, Action, Inexact, PathEnd, PathState
from forthgame.compile.reading.symbolic_values import NOWHERE, StackItem, StoredValue, Value
from forthgame.compile.tallying.bits_writer import BitsWriter
from forthgame.compile.tallying.computed_tests import ComputedTests, compared_cells
from forthgame.compile.writer.function_writer import FunctionWriter
from forthgame.words.effect_sets import CHANGING
from forthgame.words.registers import memory_layout as at

STEPS = 6000  # instructions on all paths of one iteration
BELOW = 8  # items from before the loop that an iteration may use
UNTOUCHED: tuple[Value, ...] = tuple(StackItem(depth) for depth in reversed(range(BELOW)))
Change = tuple[int, int]  # depth of an item, and the amount that is added or the number set
Changes = tuple[tuple[int, int, int], ...]  # with the decision that it depends on
Cells = frozenset[int]


@dataclass(frozen=True)
class LoopIteration:
    """The effect of an iteration: decisions for changes of items, and for the rest.

    Items are added to (`counts`), or replaced by a number (`sets`). If `goes` is true, the
    iteration leaves only a position and numbers that a later one replaces.
    """

    decisions: Decisions
    others: int
    counts: Changes
    sets: Changes
    goes: int

    @property
    def deepest(self) -> int:
        """The number of stack items that have to be known to change them."""
        return max((depth + 1 for depth, _, _ in self.counts + self.sets), default=0)


@dataclass
class IterationEnds:
    """The states at which the paths of an iteration end, by their effects.

    begun       the offset at which the iteration begins
    counted     states by the items to which the path adds, and the amounts
    setting     states by the items that the path replaces, and the numbers
    going       states of paths that leave only a position or numbers
    left        whether such a path goes elsewhere, and the variables in which it stores
    others      states of paths with other effects
    unfollowed  the variables in which those of them have stored that are not followed to the end
    """

    begun: int
    counted: dict[Change, list[PathState]] = field(default_factory=dict)
    setting: dict[Change, list[PathState]] = field(default_factory=dict)
    going: list[PathState] = field(default_factory=list)
    left: set[tuple[bool, Cells]] = field(default_factory=set)
    others: list[PathState] = field(default_factory=list)
    unfollowed: list[Cells] = field(default_factory=list)

    def add(self, place: PathState, end: PathState | None) -> None:
        """Add a path with the start of its last straight run, and its end if it was followed."""
        changes = None if end is None else _changes(end)
        if end is None or changes is None:
            self.others.append(place)
            self.unfollowed += [_written(place)] if end is None else []
            return
        if end.offset != self.begun or end.written:
            self.going.append(place)
            self.left.add((end.offset != self.begun, _written(end)))
        for found, new in zip((self.counted, self.setting), changes, strict=True):
            for each in new:
                found.setdefault(each, []).append(place)

    def close(self) -> None:
        """Count paths that replace items among the others, if these might use the items.

        It makes no difference how often a number replaces an item, or in which iteration.
        """
        depths = [depth for depth, _ in (*self.setting, *self.counted)]
        if self.others or len(set(depths)) < len(depths):
            for places in self.setting.values():
                self.others += places
            self.setting.clear()

    def use_skipped(self, asks_where: bool) -> bool:
        """Return whether paths may use a position or numbers that skipped iterations would leave.

        `asks_where` is true if some path asks for the position from before the iteration.
        """
        unset = asks_where or any(place.offset == NOWHERE for place in self.others)
        if unset and any(goes for goes, _ in self.left):
            return True
        replaced = Cells().union(*(written for _, written in self.left))
        return not all(replaced <= written for written in self.unfollowed)


def _changes(end: PathState) -> tuple[list[Change], list[Change]] | None:
    """Return the items to which a path adds, and those that it replaces; None for other effects."""
    added, replaced = list[Change](), list[Change]()
    for depth, item in enumerate(reversed(end.items)):
        if isinstance(item, StackItem) and item.depth == depth:
            added += [(depth, item.added)] if item.added else []
        elif isinstance(item, int):
            replaced.append((depth, item))
        else:
            return None
    return (added, replaced) if len(end.items) == BELOW else None


def _written(place: PathState) -> Cells:
    """Return the addresses of variables in which a path has stored."""
    return Cells(address for address, _ in place.written)


class IterationReader(PathReader):
    """Read iterations, for any player to move. `functions` are those of the module."""

    _asks_where = False  # set if an iteration asks for the position from before it
    _uses_skipped = False  # set if it may use what an earlier one leaves

    def __init__(self, functions: Mapping[int, Function], board: BoardLinks) -> None:
        super().__init__(functions, board, player=0, scratch=Cells())

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
        if any(map(_is_computed_for_each, (stop.test for _, stop in ways.stops()))):
            return None  # the loop itself computes such numbers as fast
        found, decisions = IterationEnds(start.offset), Decisions()
        for place, stop in ways.stops():
            if stop.kind not in ("branch", "join"):
                ended = stop.kind == LEFT and stop.end is not None and stop.end.cell == end
                found.add(place, stop.end if ended else None)
        found.close()
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

    def _use_variable(
        self, place: PathState, name: str, below: tuple[Value, ...], taken: tuple[Value, ...]
    ) -> PathState:
        address = taken[-1]
        if name in CHANGING and all(address != each for each, _ in place.written):
            raise self.inexact(f"{name} of a number from an earlier iteration")
        return super()._use_variable(place, name, below, taken)

    def _go_on(self, place: PathState, instruction: Instruction) -> PathState:
        if instruction.name in SETTING:
            raise self.inexact(instruction.name)
        return super()._go_on(place, instruction)


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
    """What the code of loops needs: the board, and functions of tests beside the loops."""

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
    """Change the stack items, for the positions in `among`, a bit set."""
    for changes, change in ((turn.counts, _added), (turn.sets, _replaced)):
        for depth, number, decision in changes:
            found = out.value(f"and i64 {among}, {writer.bits([decision])[0]}")
            out.values[-1 - depth] = change(out, out.values[-1 - depth], found, number)


def _added(out: FunctionWriter, item: str, found: str, number: int) -> str:
    count = f"call i64 @llvm.ctpop.i64(i64 {found})"
    more = out.value(f"trunc i64 {out.value(count)} to i32")
    if number != 1:
        more = out.value(f"mul i32 {more}, {number}")
    return out.value(f"add i32 {item}, {more}")


def _replaced(out: FunctionWriter, item: str, found: str, number: int) -> str:
    some = out.value(f"icmp ne i64 {found}, 0")
    return out.value(f"select i1 {some}, i32 {number}, i32 {item}")
