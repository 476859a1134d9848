"""Skip regions of move words that only record actions: captures, flips, counters of a move.

Such a region adds no move and does not end the word. It is a call, or the code between a branch and
its postdominator. The number of moves does not depend on the path through it, unless a later test
uses a value in which the paths differ. So the paths are followed once, in a frame of their own, to
check that each ends and cannot fail; their ends are merged into one state in which differing values
are unknown. The frame does not depend on the position where the region begins.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from forthgame.analysis.constant_folding import folding_function
from forthgame.analysis.dataflow import closure
from forthgame.analysis.function import Function
from forthgame.analysis.instruction import Instruction
from forthgame.analysis.intervals import Range, codes_of
from forthgame.analysis.write_before_read import used_at
from forthgame.compile.reading.assumptions import MOST_VALUES, Assumptions
from forthgame.compile.reading.decision_diagrams import PositionTest
from forthgame.compile.reading.direction_links import BoardLinks, moved
from forthgame.compile.reading.path_graph import PathGraph
from forthgame.compile.reading.path_reader import DEEP, SETTING, STEPS, PathReader
from forthgame.compile.reading.question_reader import WHOLE
from forthgame.compile.reading.symbolic_values import (
    NOWHERE,
    RECORDING,
    STARTED,
    UNKNOWN_ACTION,
    Action,
    BoardField,
    Computed,
    Fact,
    Inexact,
    ItemAddress,
    MergedValue,
    NamedValue,
    PathEnd,
    PathState,
    PerPosition,
    RelativePosition,
    Sign,
    StoredValue,
    TableItem,
    TestResult,
    Value,
    branch,
    converted,
    leaves,
)
from forthgame.words.effect_sets import ASSIGNING, COMMITTING
from forthgame.words.registers import memory_layout as at
from forthgame.words.word_sets import GOING_ON, LEAVING, LOOPS

Cells = frozenset[int]
MOST_COMPARED = 512  # positions, if the types of all pieces on the board are compared before
MOST_TYPES = 8  # of pieces, if a word is read for each type that a piece may have
INDEXING = frozenset(("(CELLS)", "(ARRAY)", "(BYTES)"))
DECISIVE = COMMITTING | GOING_ON | LEAVING


class Regions:
    """Find the regions of functions, and cache them."""

    def __init__(self, functions: Mapping[int, Function]) -> None:
        self.functions = functions
        self._ends: dict[tuple[int, int], int | None] = {}
        self._living: dict[int, dict[int, Cells]] = {}
        self._stored: dict[int, dict[int, Cells]] = {}
        self._meeting: dict[int, dict[int, Cells]] = {}

    def end(self, entry: int, instruction: Instruction) -> int | None:
        """Return the cell after the region that an instruction begins, or None."""
        key = entry, instruction.cell
        if key not in self._ends:
            self._ends[key] = self._find_end(self.functions[entry], instruction)
        return self._ends[key]

    def live(self, entry: int, cell: int) -> Cells:
        """Return the variables that are live at a cell: fetched later, before they are stored.

        Uses by callers of the function do not count.
        """
        function = self.functions[entry]
        if entry not in self._living:  # a recursive word may fetch every variable that it names
            named = Cells().union(*(each.literals() for each in self._called([entry])))
            self._living[entry] = dict.fromkeys(function.instructions, named)
            self._living[entry] = self._find_live(function)
        return self._living[entry][cell]

    def _called(self, entries: Iterable[int]) -> Iterator[Function]:
        for entry in closure(entries, lambda entry: self.functions[entry].callees()):
            yield self.functions[entry]

    def _find_live(self, function: Function) -> dict[int, Cells]:
        def before(each: Instruction, following: Sequence[Cells]) -> Cells:
            found = Cells().union(*following)
            if each.name == "(CALL)":
                callee = self.functions[each.operand]
                left = found - self.stored(callee.entry, callee.start)
                return left | self.live(callee.entry, callee.start)
            if each.name != "LIT":
                return found
            stored = used_at(function, each) in ASSIGNING
            return found - {each.operand} if stored else found | {each.operand}

        return _backwards(function, Cells(), before)

    def stored(self, entry: int, cell: int) -> Cells:
        """Return the variables that are stored on all paths from a cell to the function's end."""
        if entry not in self._stored:
            function = self.functions[entry]
            self._stored[entry] = dict.fromkeys(function.instructions, Cells())  # if recursive
            self._stored[entry] = self._find_stored(function)
        return self._stored[entry][cell]

    def _find_stored(self, function: Function) -> dict[int, Cells]:
        named = Cells().union(*(each.literals() for each in self._called([function.entry])))

        def before(each: Instruction, following: Sequence[Cells]) -> Cells:
            if each.name == "EXIT":
                return Cells()
            found = named.intersection(*following)
            if each.name == "(CALL)":
                return found | self.stored(each.operand, self.functions[each.operand].start)
            stores = each.name == "LIT" and used_at(function, each) in ASSIGNING
            return found | {each.operand} if stores else found

        return _backwards(function, named, before)

    def _find_end(self, function: Function, instruction: Instruction) -> int | None:
        if instruction.name == "(CALL)":
            return instruction.next if self._only_records([instruction]) else None
        end = self._nearest_postdominator(function, instruction.cell)
        if end is None:
            return None

        def following(cell: int) -> Sequence[int]:
            return [to for to in function.instructions[cell].ways if to != end]

        within = [function.instructions[cell] for cell in closure([instruction.cell], following)]
        left = any(each.name == "EXIT" for each in within)
        return end if not left and self._only_records(within) else None

    def _only_records(self, within: Sequence[Instruction]) -> bool:
        """Return whether instructions, with their callees, record actions and decide nothing."""
        names = {each.name for each in within}
        called = [each.operand for each in within if each.name == "(CALL)"]
        names.update(*(each.operands for each in self._called(called)))
        return names.isdisjoint(DECISIVE) and not names.isdisjoint(RECORDING)

    def _nearest_postdominator(self, function: Function, cell: int) -> int | None:
        """Return the nearest postdominator of a cell."""
        if function.entry not in self._meeting:
            self._meeting[function.entry] = _postdominators(function)
        found = self._meeting[function.entry]
        behind = found[cell] - {cell}
        return max(behind, key=lambda each: len(found[each]), default=None)


def _postdominators(function: Function) -> dict[int, Cells]:
    """Return the postdominators of each cell.

    By iteration to the greatest solution (Allen and Cocke, 1976).
    """

    def before(each: Instruction, following: Sequence[Cells]) -> Cells:
        return (Cells.intersection(*following) if following else Cells()) | {each.cell}

    return _backwards(function, Cells(function.instructions), before)


def _backwards(
    function: Function, first: Cells, before: Callable[[Instruction, Sequence[Cells]], Cells]
) -> dict[int, Cells]:
    """Solve a backward dataflow problem; return the set of each cell.

    Sets start as `first`. `before` returns the set of an instruction, given those of its
    successors.
    """
    code = function.instructions
    found = dict.fromkeys(code, first)
    changed = True
    while changed:
        changed = False
        for cell in sorted(code, reverse=True):
            now = before(code[cell], [found[to] for to in code[cell].ways if to in code])
            if now != found[cell]:
                found[cell], changed = now, True
    return found


FACTS = MergedValue(-1, -1)  # stands for facts about the board that a word needs later
ABOUT_A_POSITION = frozenset(("field", "friend", "enemy", "like", "here", "pair"))  # kinds of tests
# values that depend on the start of the word
WITH_A_PLACE = (
    TestResult | PerPosition | BoardField | ItemAddress | TableItem | NamedValue | Computed
)
MOST_COUNTED = 1024  # of a counter in a loop; scripts use such numbers for "without limit"
Numbered = Callable[[Value], Value]


# -- frames ---------------------------------------------------------------------------------------


class RegionFrame:
    """A region's starting state, relative to its position, and the way back to the caller."""

    def __init__(self, place: PathState, anywhere: int, taken: int | None, started: Value) -> None:
        """Enter a region at a state of the caller.

        `anywhere` has the bits of all positions, `started` is the start of the word. `taken` is the
        number of items that a called word takes; None is for other regions, which may take all
        items and keep the facts about the board.
        """
        self._place, self._anywhere, self._started = place, anywhere, started
        self.moved = _anchor(place)  # offset of its start
        self._base = place.callers[-1][2] if place.callers else 0
        self._given: list[Value] = []
        depth = len(place.items) if taken is None else min(taken, len(place.items))
        below = len(place.items) - depth
        start = self._converted(place, self._within)
        items = (*map(self._named, place.items[:below]), *start.items[below:])
        returns = start.returns[self._base :]
        self.start = start._replace(items=items, returns=returns, callers=())
        if taken is None:
            possible = moved(place.possible, -self.moved) & anywhere
            facts = frozenset(
                self._fact_within(fact) for fact in place.facts if fact[0].kind != "computed"
            )
            self.start = self.start._replace(possible=possible, facts=facts)

    def _named(self, value: Value) -> Value:
        self._given.append(value)
        return NamedValue(len(self._given) - 1)

    def _within(self, value: Value) -> Value:
        """Return a value as the frame has it; values that depend on the position get a name."""
        if isinstance(value, RelativePosition):
            return RelativePosition(value.offset - self.moved)
        return self._named(value) if isinstance(value, WITH_A_PLACE) else value

    def _outside(self, value: Value) -> Value:
        if isinstance(value, RelativePosition):
            return RelativePosition(value.offset + self.moved)
        if value == STARTED:
            return self._started
        return self._given[value.number] if isinstance(value, NamedValue) else value

    def _fact_within(self, fact: Fact) -> Fact:
        test, truth = fact
        if test.fixed or test.kind not in ABOUT_A_POSITION:
            return fact
        value = test.value - self.moved if test.kind == "pair" else test.value
        return replace(test, offset=test.offset - self.moved, value=value), truth

    def _converted(self, place: PathState, convert: Numbered) -> PathState:
        return converted(place, convert)._replace(
            offset=place.offset if place.offset == NOWHERE else 0,
            possible=self._anywhere,
            reached=self._anywhere,
            facts=frozenset(),
        )

    def outside(self, end: PathState) -> PathState:
        """Return the caller's state after the region for an end state in the frame.

        The possible starting positions are reset to those from before the move's first action.
        """
        before = self._place
        found = self._converted(end, self._outside)
        return found._replace(
            offset=end.offset if end.offset == NOWHERE else end.offset + self.moved,
            returns=before.returns[: self._base] + found.returns,
            callers=before.callers,
            possible=before.reached,
            reached=before.reached,
        )


def _anchor(place: PathState) -> int:
    """Return the offset of a state; if it is unknown, that of some position among its values."""
    if place.offset != NOWHERE:
        return place.offset
    values = (*place.items, *place.returns, *(value for _, value in place.written))
    return next((value.offset for value in values if isinstance(value, RelativePosition)), 0)


def merged(ends: Sequence[PathState], region: MergedValue) -> PathState | None:
    """Merge the end states of several paths; values in which they differ become unknown.

    Return None if their stacks have different heights.
    """
    first = ends[0]
    if any(
        len(each.items) != len(first.items) or len(each.returns) != len(first.returns)
        for each in ends
    ):
        return None

    def same(values: Sequence[Value]) -> Value:
        return values[0] if all(value == values[0] for value in values) else region

    written = [dict(each.written) for each in ends]
    common = [address for address in written[0] if all(address in each for each in written)]
    return first._replace(
        offset=first.offset if all(each.offset == first.offset for each in ends) else NOWHERE,
        items=tuple(map(same, zip(*(each.items for each in ends), strict=True))),
        returns=tuple(map(same, zip(*(each.returns for each in ends), strict=True))),
        written=tuple((a, same([each[a] for each in written])) for a in common),
    )


def _with(place: PathState, old: Value, new: Value) -> PathState:
    return converted(place, lambda value: new if value == old else value)


def _exclusive(offset: int, fixed: bool) -> tuple[PositionTest, ...]:
    """Return tests of which at most one is true at a position."""
    empty = PositionTest("field", offset, WHOLE, 0, fixed=fixed)
    friend, enemy = (PositionTest(kind, offset, fixed=fixed) for kind in ("friend", "enemy"))
    return empty, friend, enemy


def _shows_piece(test: PositionTest, truth: bool, offset: int) -> bool:
    """Return whether a test with a known result shows that there is a piece at an offset."""
    if test.fixed or test.offset != offset or test.plane or test.kind not in ABOUT_A_POSITION:
        return False
    if test.kind == "field":
        return test.name == "=" and truth == (test.value != 0)
    return truth and test.kind in ("friend", "enemy")


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

    most_steps = 8 * STEPS  # words are long if few regions are skipped
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
    def _first_facts(self) -> frozenset[Fact]:
        """What is known where a word starts: there is a piece, unless one is dropped."""
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
        region = MergedValue(place.function, place.cell)
        end = self._regions.end(place.function, instruction)
        if end is None or not place.recorded or (self._nested and self._follows_direction(place)):
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
        live = set[int]()
        for function, cell in (*(each[:2] for each in place.callers), (place.function, place.cell)):
            live -= self._regions.stored(function, cell)
            live |= self._regions.live(function, cell)
        return place._replace(written=tuple(each for each in place.written if each[0] in live))

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
        after = start._replace(cell=instruction.next)
        if instruction.name == "(CALL)":
            return [self._enter(after, instruction)]
        if not start.items:
            raise self.inexact("a number that the word has not made")
        *below, top = start.items
        after = after._replace(items=tuple(below))
        other = after._replace(cell=instruction.operand)
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
        return place  # facts are forgotten at the end of a region

    def _forgetting(self, place: PathState) -> PathState:
        if self._nested:
            return place
        place = self._without_dead(place._replace(possible=self._anywhere))
        return self._with_facts(place, place)

    def _has_piece(self, place: PathState, where: Value) -> bool:
        if super()._has_piece(place, where):
            return True
        if not isinstance(where, RelativePosition) or where.offset == NOWHERE:
            return False
        if any(_shows_piece(test, truth, where.offset) for test, truth in place.facts):
            return True
        self._missed.add(FACTS)
        return False

    def learns(self) -> bool:
        """Track values that turned out to be needed; return whether there are new ones."""
        new = self._missed - self._needed
        self._needed |= new
        self._passages.clear()
        return bool(new)

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
        """Return the range of a cell, attribute, mark or piece type; None if it is large."""
        if field.between is not None:
            return field.between
        if isinstance(field, StoredValue):
            return self._assumed.values_of(field)
        types = self._settled[at.PIECE_COUNT]
        if field.mask == at.PIECE_MASK and not field.plane:
            large = not field.fixed and self.numbers.positions > MOST_COMPARED
            return None if types > MOST_TYPES or large else (0, types)
        most = (field.mask & 0xFFFFFFFF) >> field.shift
        return (0, most) if most < MOST_VALUES else None

    def _parted(
        self, place: PathState, instruction: Instruction
    ) -> tuple[PositionTest, PathState, PathState] | None:
        name, inputs = instruction.name, len(instruction.row.effect.inputs)
        taken = place.items[len(place.items) - inputs :] if inputs else ()
        if name in LOOPS:
            taken += place.returns[-2:]
        elif folding_function(name) is None and name not in INDEXING:
            return None
        elif instruction.row.effect.outputs == ("?",):
            return None  # a comparison is a test itself
        for value in taken:
            if not isinstance(value, BoardField | StoredValue):
                continue
            if (few := self._needed_few(value)) is not None:
                return self._split(place._replace(cell=instruction.cell), value, few)
        return None

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
        if isinstance(field, BoardField) and field.mask == at.PIECE_MASK and not field.plane:
            types = self._settled[at.PIECE_COUNT]
            if field.fixed:
                self._assumed.types[field.offset] = types
            else:
                self._assumed.any_type = types
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
            place = place._replace(items=(*place.items[:-1], RelativePosition(self._begun)))
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
            return found._replace(items=(*found.items[:-1], few[0]))
        if isinstance(top, BoardField) and top.mask == at.PLAYER_MASK and top.between is None:
            _, *sides = _exclusive(top.offset, top.fixed)
            if any((side, True) in place.facts for side in sides):
                owned = replace(top, between=codes_of(self._settled[at.PLAYER_COUNT]))
                return found._replace(items=(*found.items[:-1], owned))
        return found
