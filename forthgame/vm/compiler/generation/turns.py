"""Read one iteration of a loop that tests positions and counts.

The iteration is followed as move words are (`ways.py`). Items that were on the stack before are
named, and a path may add constants to them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from forthgame.code.function import Function, Loop
from forthgame.code.instruction import Instruction
from forthgame.lang import layout as at
from forthgame.vm.compiler.generation.bits import BitsWriter
from forthgame.vm.compiler.generation.decisions import Decisions
from forthgame.vm.compiler.generation.graph import Ways
from forthgame.vm.compiler.generation.links import Board
from forthgame.vm.compiler.generation.numbers import Kept, Stored, Value
from forthgame.vm.compiler.generation.places import NOWHERE, Place, Stop
from forthgame.vm.compiler.generation.recording import Action, Inexact
from forthgame.vm.compiler.generation.ways import DEEP, LEFT, MOST_ITEMS, SETTING, WayReader
from forthgame.vm.compiler.lines import Lines
from forthgame.vm.compiler.writer import FunctionWriter

STEPS = 400  # instructions on all paths of one iteration
BELOW = 8  # items from before the loop that an iteration may use
UNTOUCHED: tuple[Value, ...] = tuple(Kept(depth) for depth in reversed(range(BELOW)))
Counts = tuple[tuple[int, int, int], ...]  # depth of the item, amount, decision


@dataclass(frozen=True)
class Turn:
    """The effect of an iteration: a decision for anything but counting, and the counts."""

    decisions: Decisions
    others: int
    counts: Counts

    @property
    def deepest(self) -> int:
        """The number of stack items that have to be known to add to them."""
        return max((depth + 1 for depth, _, _ in self.counts), default=0)


class TurnReader(WayReader):
    """Read iterations, for any player to move. `functions` are those of the module."""

    def __init__(
        self, functions: Mapping[int, Function], board: Board, settled: Mapping[int, int]
    ) -> None:
        super().__init__(functions, board, settled, player=0, scratch=frozenset())

    def _begin(self, function: Function, loop: Loop, returns: tuple[Value, ...] = ()) -> Place:
        self._left, self._within = STEPS, range(loop.start, loop.end)
        return Place(
            function.entry, loop.start, NOWHERE, UNTOUCHED, returns, possible=self._anywhere
        )

    def run(self, place: Place) -> Stop:
        """Follow a path; if it cannot be followed, it counts as an unknown effect."""
        try:
            return super().run(place)
        except Inexact:
            return Stop("other", ())

    def _turn(self, start: Place, end: int) -> Turn:
        """Return the effect of an iteration that ends at the cell `end`. Raises Inexact."""
        ways, decisions = Ways(self, start), Decisions()
        counted: dict[tuple[int, int], list[Place]] = {}
        others: list[Place] = []
        for place, stop in ways.stops():
            if stop.kind in ("branch", "join"):  # not at its end
                continue
            added = self._added(stop, end)
            if added is None:
                others.append(place)
            for each in added or ():
                counted.setdefault(each, []).append(place)
        counts = ((*each, ways.reached(found, decisions)) for each, found in counted.items())
        return Turn(decisions, ways.reached(others, decisions), tuple(sorted(counts)))

    @staticmethod
    def _added(stop: Stop, end: int) -> list[tuple[int, int]] | None:
        """Return the items to which a path adds, and the amounts; None for other effects."""
        if stop.kind != LEFT or stop.end is None or stop.end.cell != end:
            return None
        items = stop.end.items
        added = [
            (depth, item.added)
            for depth, item in enumerate(reversed(items))
            if isinstance(item, Kept) and item.depth == depth
        ]
        if not len(added) == len(items) == BELOW:
            return None
        return [each for each in added if each[1]]

    def _about(
        self, name: str, offset: int, instruction: Instruction, fixed: bool = False
    ) -> Value:
        if name == "from":
            return Stored(at.A_FROM)
        if offset == NOWHERE and name == "here":
            return Stored(at.A_HERE)
        found = super()._about(name, offset, instruction, fixed)
        if found is not None and offset == NOWHERE:
            raise self.inexact(f"{name} where the loop does not look")
        return found

    def _record(self, place: Place, instruction: Instruction) -> tuple[Place, Action]:
        raise self.inexact(instruction.name)

    def _go_on(self, place: Place, instruction: Instruction) -> Place:
        if instruction.name in SETTING:
            raise self.inexact(instruction.name)
        return super()._go_on(place, instruction)


class Inside(Lines):
    """Lines that go into the function of another writer."""

    def __init__(self, out: FunctionWriter) -> None:
        super().__init__()
        self.value = out.value  # type: ignore[method-assign]
        self.do = out.do  # type: ignore[method-assign]


def bits_writer(out: FunctionWriter, board: Board, turn: Turn) -> BitsWriter:
    """Return the writer of an iteration's decisions for all positions of a small board.

    It reserves as much stack as the original loop may need: with less, the interpreter has to run
    the function, and reports an overflow.
    """
    out.growth = max(out.growth, out.height + len(out.values) + MOST_ITEMS)
    out.return_growth = max(out.return_growth, len(out.returns) + MOST_ITEMS + DEEP)
    return BitsWriter(Inside(out), board, board.positions, turn.decisions, {}, chunk=0)


def write_counts(out: FunctionWriter, turn: Turn, writer: BitsWriter, among: str) -> None:
    """Add the counts for the positions in `among`, a bit set, to the stack items."""
    for depth, added, decision in turn.counts:
        found = out.value(f"and i64 {among}, {writer.bits([decision])[0]}")
        count = f"call i64 @llvm.ctpop.i64(i64 {found})"
        more = out.value(f"trunc i64 {out.value(count)} to i32")
        if added != 1:
            more = out.value(f"mul i32 {more}, {added}")
        item = -1 - depth
        out.values[item] = out.value(f"add i32 {out.values[item]}, {more}")
