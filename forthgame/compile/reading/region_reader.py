"""Skip regions of move words that only record actions: captures, flips, counters of a move.

Such a region adds no move and does not end the word. It is a call, or the code between a branch and
its postdominator. The number of moves does not depend on the path through it, unless a later test
uses a value in which the paths differ. So the paths are followed once, in a frame of their own, to
check that each ends and cannot fail; their ends are merged into one state in which differing values
are unknown. The frame does not depend on the position where the region begins.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache

from forthgame.analysis.constant_folding import folding_function
from forthgame.analysis.instruction import Instruction
from forthgame.analysis.intervals import Range, codes_of
from forthgame.compile.reading.assumptions import MOST_COMPARED, MOST_VALUES, Assumptions
from forthgame.compile.reading.decision_diagrams import PositionTest
from forthgame.compile.reading.direction_links import BoardLinks
from forthgame.compile.reading.path_graph import PathGraph
from forthgame.compile.reading.path_reader import DEEP, STEPS, PathReader
from forthgame.compile.reading.path_states import (
    SETTING,
    UNKNOWN_ACTION,
    Action,
    Fact,
    Inexact,
    PathEnd,
    PathState,
    branch,
    converted,
)
from forthgame.compile.reading.question_reader import WHOLE
from forthgame.compile.reading.region_frames import ABOUT_A_POSITION, RegionFrame, merged
from forthgame.compile.reading.skipped_regions import Regions
from forthgame.compile.reading.symbolic_values import (
    NOWHERE,
    STARTED,
    BoardField,
    MergedValue,
    RelativePosition,
    Sign,
    StoredValue,
    Value,
    leaves,
)
from forthgame.words.primitives import TABLE
from forthgame.words.registers import memory_layout as at
from forthgame.words.word_sets import LOOPS

MOST_TYPES = 8  # of pieces, if a word is read for each type that a piece may have
INDEXING = frozenset(("(CELLS)", "(ARRAY)", "(BYTES)"))
FACTS = MergedValue(-1, -1)  # stands for facts about the board that a word needs later
MOST_COUNTED = 1024  # of a counter in a loop; scripts use such numbers for "without limit"


def _with(place: PathState, old: Value, new: Value) -> PathState:
    return converted(place, lambda value: new if value == old else value)


@cache
def _exclusive(offset: int, fixed: bool) -> tuple[PositionTest, ...]:
    """Return tests of which at most one is true at a position."""
    empty = PositionTest("field", offset, WHOLE, 0, fixed=fixed)
    friend, enemy = (PositionTest(kind, offset, fixed=fixed) for kind in ("friend", "enemy"))
    return empty, friend, enemy


def _shows_piece(test: PositionTest, truth: bool, where: RelativePosition | int) -> bool:
    """Return whether a test with a known result shows that there is a piece at a position."""
    fixed, offset = (True, where) if isinstance(where, int) else (False, where.offset)
    if (test.fixed, test.offset) != (fixed, offset):
        return False
    if test.plane or test.kind not in ABOUT_A_POSITION:
        return False
    if test.kind == "field":
        return test.name == "=" and truth == (test.value != 0)
    return truth and test.kind in ("friend", "enemy")


def _is_shown(place: PathState, where: RelativePosition | int) -> bool:
    """Return whether the facts of a state show that there is a piece at a position."""
    return any(_shows_piece(test, truth, where) for test, truth in place.facts)


# -- reading --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Passage:
    """The result of following a region.

    end                the end state in the region's frame; None if the region cannot be skipped
    actions            an upper bound of the recorded actions
    begun              the start of the word, if the region depends on it
    depends_on_player  whether the region depends on the player to move
    """

    end: PathState | None
    actions: int
    begun: int | None
    depends_on_player: bool


class RegionReader(PathReader):
    """Read the paths through words and skip regions that only record actions.

    Facts about the board are kept, so that a loop back over cells that were tested before ends.
    """

    _meeting = SETTING

    def __init__(
        self,
        regions: Regions,
        board: BoardLinks,
        player: int,
        scratch: frozenset[int],
        assumed: Assumptions | None = None,
    ) -> None:
        super().__init__(regions.functions, board, player, scratch, assumed)
        self._regions = regions
        self._passages: dict[PathState, Passage] = {}
        self._depends_on_start = False
        self._nested = 0  # regions inside regions
        # variables that are tracked, regions that are followed, fields of few values that are split
        self._needed = set[int | MergedValue | BoardField | StoredValue]()
        self._missed = set[
            int | MergedValue | BoardField | StoredValue
        ]()  # others that a test has needed

    def begin(self, word: int, type: int, drops: bool) -> PathState:
        if (type, drops) != (self._type, self._drops):
            self._passages.clear()
        return super().begin(word, type, drops)._replace(facts=self._first_facts)

    @property
    def most_steps(self) -> int:
        """The limit of a word: greater after it has been tried without words asked beforehand."""
        return 8 * STEPS if self.asking else 4 * STEPS

    @property
    def _first_facts(self) -> frozenset[Fact]:
        """The facts at the start of a word: there is a piece, unless one is dropped."""
        empty, *_ = _exclusive(self._start, False)
        return frozenset() if self._drops else frozenset(((empty, False),))

    @property
    def _begun(self) -> int:
        self._depends_on_start = True
        return self._start

    @_begun.setter
    def _begun(self, start: int) -> None:
        self._start = start

    @property
    def _from(self) -> Value:
        return STARTED if self._nested else RelativePosition(self._start)

    def _passed(
        self, place: PathState, instruction: Instruction
    ) -> tuple[PathState, tuple[Action, ...]] | None:
        end = self._regions.end(place.function, instruction)
        if end is None:
            return None
        passed = self._skipped(place, instruction, end)
        idle = passed is not None and self._is_idle(place, instruction, passed[0])
        self._regions.note(place.function, place.cell, idle)
        return passed

    def _is_idle(self, before: PathState, instruction: Instruction, after: PathState) -> bool:
        """Return whether all values after a region that live are those from before it."""
        taken = self._taken(instruction) if instruction.name == "(CALL)" else 1
        if taken is None or instruction.backward:
            return False
        live = self._live(after)
        return (
            before.items[: len(before.items) - taken] == after.items
            and before.returns == after.returns
            and (before.offset == after.offset or not (self._nested or at.A_HERE in live))
            and self._written(before, live) == self._written(after, live)
        )

    def _skipped(
        self, place: PathState, instruction: Instruction, end: int
    ) -> tuple[PathState, tuple[Action, ...]] | None:
        region = MergedValue(place.function, place.cell)
        if not place.recorded or (self._nested and self._follows_direction(place)):
            return None
        if region in self._needed or self._nested >= DEEP:
            return None
        frame = RegionFrame(place, self._anywhere, self._taken(instruction), self._from)
        began = self._start - frame.moved
        found = self._passages.get(frame.start)
        if found is None or found.begun not in (None, began):
            found = self._passages[frame.start] = self._passage(frame, instruction, end, began)
        self._depends_on_start |= found.begun is not None
        self.depends_on_player |= found.depends_on_player
        if found.end is None:
            return None
        after = self._without_dead(frame.outside(found.end))
        return self._with_facts(after, place), (UNKNOWN_ACTION,) * found.actions

    def _with_facts(self, after: PathState, before: PathState) -> PathState:
        """Keep the facts about the board if a word needs them; more paths would differ by them."""
        facts = before.facts if FACTS in self._needed else self._first_facts
        return after._replace(facts=facts)

    def _without_dead(self, place: PathState) -> PathState:
        """Forget variables that are written before they are read again, so that paths meet."""
        if self._nested:
            return place
        live = self._live(place)
        return place._replace(written=tuple(each for each in place.written if each[0] in live))

    def _written(self, place: PathState, live: set[int]) -> list[tuple[int, Value]]:
        """Return the variables that live, with their values, as far as they are known."""
        return [each for each in place.written if self._nested or each[0] in live]

    def _live(self, place: PathState) -> set[int]:
        """Return the variables that live at a state, as far as its callers are known.

        The current position counts as one.
        """
        live = set[int]()
        for function, cell in (*(each[:2] for each in place.callers), (place.function, place.cell)):
            live -= self._regions.stored(function, cell)
            live |= self._regions.live(function, cell)
        return live

    def _passage(
        self, frame: RegionFrame, instruction: Instruction, end: int, began: int
    ) -> Passage:
        before = self._within, self._start, self._nested
        asked = self._depends_on_start, self.depends_on_player
        cells = self._functions[frame.start.function].instructions.keys()
        self._within, self._start, self._nested = cells - {end}, began, self._nested + 1
        self._depends_on_start = self.depends_on_player = False
        place, most = None, 0
        try:
            place, most = self._merged_end(frame.start, instruction)
        except Inexact:
            pass  # the caller follows it like other code
        finally:
            self._within, self._start, self._nested = before
            found = Passage(
                place, most, began if self._depends_on_start else None, self.depends_on_player
            )
            self._depends_on_start, self.depends_on_player = asked
        return found

    def _merged_end(
        self, start: PathState, instruction: Instruction
    ) -> tuple[PathState | None, int]:
        """Return the merged end of a region and the most actions of a path. Raises Inexact."""
        ends, most = list[PathState](), 0
        for first in self._starts(start, instruction):
            ways = PathGraph(self, first)
            most = max(most, ways.most_actions())
            for _, stop in ways.stops():
                if stop.end is not None:
                    ends.append(stop.end)
                elif stop.kind not in ("branch", "join"):
                    raise self.inexact("the word may end here")
        region = MergedValue(start.function, start.cell)
        return merged(ends, region) if ends else None, most

    def _taken(self, instruction: Instruction) -> int | None:
        """Return the number of items that a call takes; None if unknown, or for other code."""
        if instruction.name != "(CALL)":
            return None
        effect = self._functions[instruction.operand].effect
        return None if effect is None else effect[0] + instruction.drops

    def _follows_direction(self, place: PathState) -> bool:
        """Return whether a state is in a loop that follows a direction instead of counting."""
        loops = self._functions[place.function].loops.values()
        return any(each.has(place.cell) and not each.counted for each in loops)

    def _starts(self, start: PathState, instruction: Instruction) -> list[PathState]:
        after = start.at_cell(instruction.next)
        if instruction.name == "(CALL)":
            return [self._enter(after, instruction)]
        if not start.items:
            raise self.inexact("a number that the word has not made")
        *below, top = start.items
        after = after.with_items(tuple(below))
        other = after.at_cell(instruction.operand)
        if isinstance(top, int):
            return [after if top else other]
        return [after, other]

    def _branch(
        self, test: PositionTest, yes: PathState, no: PathState, actions: tuple[Action, ...]
    ) -> PathState | PathEnd:
        if test.kind == "mask":  # decided by the possible positions
            return branch(test, yes, no, actions)
        if (test, True) in yes.facts:
            return yes
        exclusive = _exclusive(test.offset, test.fixed)
        others = exclusive if test in exclusive else ()
        if (test, False) in no.facts or any((other, True) in no.facts for other in others):
            return no
        if others and all(other == test or (other, False) in yes.facts for other in others):
            return yes
        yes = yes._replace(facts=yes.facts | {(test, True)})
        return branch(test, yes, no._replace(facts=no.facts | {(test, False)}), actions)

    def _returned(self, place: PathState) -> PathState:
        if self._nested or not self.widening:
            return place
        return self._with_facts(place, place)

    def _forgetting(self, place: PathState) -> PathState:
        if self._nested:
            return place
        place = self._without_dead(place._replace(possible=self._anywhere))
        return self._with_facts(place, place)

    def _has_piece(self, place: PathState, where: Value) -> bool:
        if super()._has_piece(place, where):
            return True
        if isinstance(where, RelativePosition) and where.offset == NOWHERE:
            return False
        if not isinstance(where, RelativePosition | int):
            return False
        if _is_shown(place, where):
            return True
        self._missed.add(FACTS)
        return False

    def learns(self) -> bool:
        """Track values that turned out to be needed; return whether there are new ones."""
        new = self._missed - self._needed
        self._needed |= new
        self._passages.clear()
        return bool(new)

    def forget_needs(self) -> None:
        """Forget the values that the last word has needed and that are not tracked."""
        self._missed.clear()

    def _need(self, *values: Value) -> None:
        self._missed.update(each.address for each in values if isinstance(each, Sign))
        self._missed.update(each for each in values if isinstance(each, MergedValue))
        fields = (
            each
            for value in values
            for each in leaves(value)
            if isinstance(each, BoardField | StoredValue)
        )
        self._missed.update(replace(each, between=None) for each in fields if self._few(each))

    def _few(self, field: BoardField | StoredValue) -> Range | None:
        """Return the range of a cell, item, attribute, mark or type; None if it is large."""
        if field.between is not None:
            low, high = field.between
            return field.between if high - low < MOST_VALUES else None
        if isinstance(field, StoredValue):
            return self._assumed.values_of(field)
        types = self._settled[at.PIECE_COUNT]
        if field.mask == at.PIECE_MASK and not field.plane:
            large = not field.fixed and self.numbers.positions > MOST_COMPARED
            return None if types > MOST_TYPES or large else (0, types)
        if field.mask == WHOLE and field.plane:
            return self._assumed.items_of(field.plane)
        most = (field.mask & 0xFFFFFFFF) >> field.shift
        return (0, most) if most < MOST_VALUES else None

    def _parted(
        self, place: PathState, instruction: Instruction
    ) -> tuple[PositionTest, PathState, PathState] | None:
        if (parted := super()._parted(place, instruction)) is not None:
            return parted
        count = _items_split(instruction.name)
        if count is None:
            return None
        taken = place.items[len(place.items) - count :] if count else ()
        if instruction.name in LOOPS:
            taken += place.returns[-2:]
        for value in taken:
            if not isinstance(value, BoardField | StoredValue):
                continue
            if (few := self._needed_few(value)) is not None:
                few = self._left_by_facts(place, value, few)
                return self._split(place.at_cell(instruction.cell), value, few)
        return None

    def _left_by_facts(
        self, place: PathState, field: BoardField | StoredValue, few: Range
    ) -> Range:
        """Return the range of a number without the values that facts exclude at its ends."""
        low, high = few
        if low == 0 and isinstance(field, BoardField) and field.mask == at.PIECE_MASK:
            where = field.offset if field.fixed else RelativePosition(field.offset)
            low = int(not field.plane and _is_shown(place, where))

        def excluded(number: int) -> bool:
            asked = self.numbers.compared(field, "=", number)
            return asked is not None and (asked.test, False) in place.facts

        while low < high and excluded(high):
            high -= 1
        while low < high and excluded(low):
            low += 1
        return low, high

    def _needed_few(self, field: BoardField | StoredValue) -> Range | None:
        """Return the small range of a number that the word needs, else None."""
        return self._few(field) if replace(field, between=None) in self._needed else None

    def _split(
        self, place: PathState, field: BoardField | StoredValue, few: Range
    ) -> tuple[PositionTest, PathState, PathState]:
        """Return the test whether a field has its lowest value, and the states with the answers."""
        low, high = few
        if isinstance(field, StoredValue) and field.between is None:
            self._assumed.values[field] = few
        if isinstance(field, BoardField) and field.mask == WHOLE and field.between is None:
            self._assumed.items[field.plane] = few
        if isinstance(field, BoardField) and field.mask == at.PIECE_MASK and not field.plane:
            types = self._settled[at.PIECE_COUNT]
            if field.fixed:
                self._assumed.types[field.offset] = types
            else:
                self._assumed.any_type = types
        if low == high:
            everywhere = PositionTest("mask", value=self._anywhere)
            return everywhere, _with(place, field, low), place
        greater = high if low + 1 == high else replace(field, between=(low + 1, high))
        asked = self.numbers.compared(field, "=", low)
        assert asked is not None
        return asked.test, _with(place, field, low), _with(place, field, greater)

    def _changed(self, value: Value, change: Value, address: int) -> Value:
        if address in self._needed and isinstance(value, int) and isinstance(change, int):
            return value + change if abs(value) < MOST_COUNTED else None
        changed = super()._changed(value, change, address)
        if changed is None and isinstance(value, Sign):
            self._missed.add(address)
        return changed

    def _go_on(self, place: PathState, instruction: Instruction) -> PathState:
        if instruction.name == "to" and place.items[-1:] == (STARTED,):
            place = place.with_items((*place.items[:-1], RelativePosition(self._begun)))
        try:
            found = super()._go_on(place, instruction)
        except Inexact:
            self._need(*place.items[-1:])
            raise
        top = found.items[-1] if found.items else None
        if top is None and instruction.name in INDEXING:
            self._need(place.items[-1])
        if isinstance(top, StoredValue) and (few := self._needed_few(top)) and few[0] == few[1]:
            self._assumed.values[top] = few
            return found.with_items((*found.items[:-1], few[0]))
        if isinstance(top, BoardField) and top.mask == at.PLAYER_MASK and top.between is None:
            _, *sides = _exclusive(top.offset, top.fixed)
            if any((side, True) in place.facts for side in sides):
                codes = codes_of(self._settled[at.PLAYER_COUNT])
                self._assumed.any_owner = codes[1]
                owned = replace(top, between=codes)
                return found.with_items((*found.items[:-1], owned))
        return found


@cache
def _items_split(name: str) -> int | None:
    """Return how many of the top items of an instruction are split into their few values.

    Return None for other instructions.
    """
    effect = TABLE.by_name[name].effect
    if name not in LOOPS:
        if folding_function(name) is None and name not in INDEXING:
            return None
        if effect.outputs == ("?",):
            return None  # a comparison is a test itself
    return len(effect.inputs)
