"""Symbolic execution of move words, for all positions at once.

A word is executed with symbolic values (`symbolic_values.py`). At a branch that depends on the
board both paths are followed; paths that meet in the same state are one from there on. The result
is an acyclic graph of branches, added moves and ends. Loops end because their counter is known, or
because a direction leads off the board.
"""

from __future__ import annotations

from collections.abc import Container, Mapping
from functools import cache

from forthgame.analysis.constant_folding import folding_function
from forthgame.analysis.function import Function
from forthgame.analysis.instruction import Instruction, rearranged
from forthgame.compile.generation.token_items import ALONG, ANY_SYMMETRIC
from forthgame.compile.reading.assumptions import Assumptions
from forthgame.compile.reading.decision_diagrams import PositionTest
from forthgame.compile.reading.direction_links import BoardLinks
from forthgame.compile.reading.list_questions import COMPUTING, FETCHED, GOING, Question
from forthgame.compile.reading.memory_reader import MemoryReader
from forthgame.compile.reading.path_states import (
    CHOICES,
    RECORDING,
    Action,
    Inexact,
    PathEnd,
    PathState,
    TooLarge,
    answered,
    branch,
    converted,
)
from forthgame.compile.reading.question_reader import AT_HERE
from forthgame.compile.reading.symbolic_values import (
    NOWHERE,
    STARTED,
    TURNING_OVER,
    AskedValue,
    Computed,
    ItemAddress,
    PerPosition,
    RelativePosition,
    Sign,
    StorageAddress,
    StoredValue,
    TestResult,
    Value,
    computed,
)
from forthgame.words.effect_sets import (
    ASSIGNING,
    CHANGING,
    COMMITTING,
    LOOKING,
    PLACING_THERE,
)
from forthgame.words.primitives import TABLE
from forthgame.words.registers import memory_layout as at
from forthgame.words.registers.extension_registers import CHOICE_CELL
from forthgame.words.table.memory_access import wrap32
from forthgame.words.word_sets import GOING_ON, LOOPS, RETURN_EFFECTS

STEPS = 20_000  # instructions on all paths of one word
ALL_STEPS = 400_000  # in all words of a game, for all players
DEEP = 16  # nested calls
AT_POSITIONS = frozenset(("(ARRAY)", "board[]"))  # words that give the address of an item
MOST_STEPS = 8  # different steps of a direction
MOST_ITEMS = 64  # on each stack; far below their size, so a word that is read never overflows

LEFT = "left"  # kind of a stop: the path leaves the code that is read
EVERYWHERE = range(1 << 62)

POSITIONS = frozenset(("pos", "source", "target"))  # items that are positions
SYMMETRIC = frozenset(("(SYMMETRIC)", ALONG[ANY_SYMMETRIC]))
DECIDING = frozenset(("verify", "0BRANCH"))
STARTING = frozenset(("(CALL)", "0BRANCH"))  # instructions that may begin a region
KNOWN = int | PerPosition | RelativePosition
COUNTED_LOOPS = LOOPS | {"(DO)"}
TOTAL = Sign(True, -1)
LARGE = 256  # numbers above it are no totals
FETCHING = ASSIGNING | CHANGING | FETCHED


class PathReader(MemoryReader):
    """Follow the paths through words, for one player to move; 0 stands for any player."""

    _meeting: Container[str] = ()  # words that are followed by a join

    def __init__(
        self,
        functions: Mapping[int, Function],
        board: BoardLinks,
        player: int,
        scratch: frozenset[int],
        assumed: Assumptions | None = None,
    ) -> None:
        super().__init__(board, player, scratch, assumed)
        self._functions = functions
        self._anywhere = (1 << self.numbers.positions) - 1
        self._left = STEPS
        self._within: Container[int] = EVERYWHERE  # the cells that are read, apart from callees
        self.asking = False  # whether words are asked once for all positions, if possible
        self._unknown_words = set[int]()  # words that have to be asked
        self._trying = False  # whether a word is followed to see whether it has to be asked
        self.widening = False  # whether only the sign of totals of loops is kept
        # the items, with their indices, with which loops begin, by function and cell
        self._loop_starts: dict[tuple[int, int], set[tuple[int, Value]]] = {}

    def begin(self, word: int, type: int, drops: bool) -> PathState:
        """Return the start of a word that moves pieces of a type, or drops them."""
        self._type, self._drops = type, drops
        self._left, self.depends_on_player = self.most_steps, False
        self._loop_starts.clear()
        return PathState(word, self._functions[word].start, possible=self._anywhere)

    @property
    def most_steps(self) -> int:
        """The limit of instructions that are followed in a word."""
        return STEPS

    @property
    def steps(self) -> int:
        """The number of instructions that were followed in the last word."""
        return self.most_steps - self._left

    def run(self, place: PathState) -> PathEnd:
        """Follow a path to the end of its straight run. Raises Inexact.

        A state that comes again on it would come again and again: one of the states behind the
        first, second, fourth … jump back is compared with those behind later ones.
        """
        actions: tuple[Action, ...] = ()
        following: PathState | PathEnd
        jumps = 0
        kept: PathState | None = None
        while True:
            self._left -= 1
            if not place.callers and place.cell not in self._within:
                return PathEnd(LEFT, actions, end=place)
            instruction = self._functions[place.function].instructions[place.cell]
            self._cell, name = instruction.cell, instruction.name
            if self._left < 0:
                raise TooLarge("the word has too many ways")
            if len(place.items) > MOST_ITEMS or len(place.returns) > MOST_ITEMS:
                raise self.inexact(f"more than {MOST_ITEMS} items on a stack")
            if name in STARTING and (passed := self._passed(place, instruction)) is not None:
                place, recorded = passed
                return PathEnd("join", actions + recorded, (place,))
            place = place.at_cell(instruction.next)
            if name == "$Exit" or (name == "EXIT" and not place.callers):
                return PathEnd("end", actions)
            if name == "EXIT":
                *callers, (function, cell, _) = place.callers
                place = place._replace(function=function, cell=cell, callers=tuple(callers))
                return PathEnd("join", actions, (self._returned(place),))
            elif name in GOING:
                test, gone, stayed = self._step_aside(place, instruction)
                following = self._branch(test, gone, stayed, actions)
            elif name in COMMITTING and (place.recorded or name != "add-move"):
                following = place._replace(recorded=False, reached=0, going_on=False)
                return PathEnd(name, actions, (following,))
            elif name == "(CALL)":
                following = self._enter(place, instruction)
            elif name == "BRANCH":
                following = place.at_cell(instruction.operand)
            elif name == "(TOKEN)":
                following = self._compare_token(place, instruction, actions)
            elif (
                asked := self._needed_test(name, place := self._as_flag(name, place))
            ) is not None:
                yes, no = answered(place.at_cell(instruction.cell), asked)
                following = self._branch(asked.test, yes, no, actions)
            elif (parted := self._parted(place, instruction)) is not None:
                following = self._branch(*parted, actions)
            elif name in RECORDING:
                following, action = self._record(place, instruction)
                actions += (action,)
            elif name in ("verify", "0BRANCH"):
                top, following = self._top(place)
                if top == 0 and name == "verify":
                    return PathEnd("end", actions)
                if top == 0:
                    following = following.at_cell(instruction.operand)
            else:
                following = self._go_on(place, instruction)
                if self.widening and name in COUNTED_LOOPS:
                    following = self._widened(following, instruction)
                if name in self._meeting:
                    return PathEnd("join", actions, (following,))
            if isinstance(following, PathEnd):
                return following
            place = following
            if place.cell < self._cell:
                if place == kept:
                    raise self.inexact("a loop that need not end")
                jumps += 1
                if jumps & (jumps - 1) == 0:
                    kept = place

    def _widened(self, place: PathState, instruction: Instruction) -> PathState:
        """Keep only the sign of totals at the end of an iteration, so that paths meet.

        These are positive items with which the loop has not begun.
        """
        items = self._loop_starts.setdefault((place.function, place.cell), set())
        if place.cell > instruction.cell:
            items.update(enumerate(place.items) if not instruction.backward else ())
            return place
        return place.with_items(
            tuple(
                TOTAL if isinstance(each, int) and 0 < each < LARGE and (k, each) not in items
                else each
                for k, each in enumerate(place.items)
            )
        )  # fmt: skip

    def _compare_token(
        self, place: PathState, instruction: Instruction, actions: tuple[Action, ...]
    ) -> PathState | PathEnd:
        """Return the state after a comparison of the top token, or a stop that leads to both."""
        there = place.at_cell(instruction.operand)
        if place.items and isinstance(place.items[-1], StoredValue):
            (asked,) = self.numbers.apply("=", (place.items[-1], instruction.token))
            if isinstance(asked, TestResult):
                yes, no = (place, there) if asked.negated else (there, place)
                return self._branch(asked.test, yes, no, actions)
        top, _ = self._top(place)
        return there if top == instruction.token else place

    def _passed(
        self, place: PathState, instruction: Instruction
    ) -> tuple[PathState, tuple[Action, ...]] | None:
        """Return the state after a skipped region, and its actions; None to follow the code.

        `instruction` is the first of the region.
        """
        return None

    def _branch(
        self, test: PositionTest, yes: PathState, no: PathState, actions: tuple[Action, ...]
    ) -> PathState | PathEnd:
        return branch(test, yes, no, actions)

    def _returned(self, place: PathState) -> PathState:
        return self._forgetting(place)

    def _forgetting(self, place: PathState) -> PathState:
        """Reset the possible starts in the move word itself, so that its paths meet again."""
        return place if place.callers else place._replace(possible=self._anywhere)

    def _as_flag(self, name: str, place: PathState) -> PathState:
        """Convert the number that decides a branch to a flag."""
        if name not in DECIDING or not place.items:
            return place
        return place.with_items((*place.items[:-1], self.numbers.flag(place.items[-1])))

    def _needed_test(self, name: str, place: PathState) -> TestResult | None:
        """Return the test whose result an instruction needs as a number."""
        count = _numbers_needed(name)
        for value in place.items[len(place.items) - count :] if count else ():
            if isinstance(value, TestResult):
                return value
        return None

    def _parted(
        self, place: PathState, instruction: Instruction
    ) -> tuple[PositionTest, PathState, PathState] | None:
        """Return a test for one value of a number that an instruction needs, and both states.

        Here this is the offset of a position that the instruction takes.
        """
        items = place.items
        for depth in _positions_taken(instruction.name) if items else ():
            value = items[-depth] if depth <= len(items) else None
            if isinstance(value, PerPosition) and value.ahead is None:
                offsets = self._offsets(value, place.possible)
                if 1 < len(offsets) <= MOST_STEPS:
                    return self._at_first(place.at_cell(instruction.cell), value, offsets)
        return None

    def _at_first(
        self, place: PathState, where: PerPosition, offsets: Mapping[int, int]
    ) -> tuple[PositionTest, PathState, PathState]:
        """Return the test whether a position is at the first offset, and both states."""
        offset, starts = next(iter(offsets.items()))
        there = converted(place, lambda each: RelativePosition(offset) if each is where else each)
        return PositionTest("mask", value=starts), there, place

    def _top(self, place: PathState) -> tuple[Value, PathState]:
        """Pop the number that decides a branch."""
        if not place.items:
            raise self.inexact("a number that the word has not made")
        *below, top = place.items
        if isinstance(top, Sign):
            top = -1
        if not isinstance(top, int):
            self._need(top)
            raise self.inexact("a question whose answer cannot be known beforehand")
        return top, place.with_items(tuple(below))

    def _step_aside(
        self, place: PathState, instruction: Instruction
    ) -> tuple[PositionTest, PathState, PathState]:
        """Return the test of a direction, and the states after it succeeds and fails."""
        direction, items = instruction.operand, place.items
        if place.offset == NOWHERE:
            raise self.inexact("a direction from a position that cannot be known beforehand")
        if instruction.name in ALONG.values():
            token = items[-1] if items and isinstance(items[-1], int) else 0
            known = self._board.directions.get(instruction.name, {}).get(token)
            if known is None:
                raise self.inexact("a direction that cannot be known beforehand")
            direction, items = known, items[:-1]
        if instruction.name in SYMMETRIC:
            self._need_player()
            direction = self._board.symmetric(self._player, direction)
        step, stayed = self._board.step(direction), place.with_items((*items, 0))
        starts = self._board.leads_from(direction, place.offset)
        if step is None:
            steps = self._board.steps_from(direction, place.offset, place.possible)
            if len(steps) > MOST_STEPS:
                raise self.inexact("a direction that does not always lead equally far")
            step, starts = next(iter(steps.items()), (0, 0))
            if len(steps) > 1:  # the others are followed next
                stayed = place.at_cell(instruction.cell)
        linked = PositionTest("mask", value=starts)
        return linked, place._replace(offset=place.offset + step, items=(*items, -1)), stayed

    def _enter(self, place: PathState, instruction: Instruction) -> PathState:
        if len(place.callers) >= DEEP:
            raise self.inexact("words call each other too deeply")
        if instruction.deferred is not None:
            raise self.inexact("a deferred word")
        if instruction.token is not None and place.items[-1:] != (instruction.token,):
            raise self.inexact("a token that cannot be known beforehand")
        word = instruction.operand
        inside = place._replace(
            function=word,
            cell=self._functions[word].start,
            callers=(*place.callers, (place.function, place.cell, len(place.returns))),
            items=place.items[:-1] if instruction.drops else place.items,
        )
        if not self.asking or self._trying or self._is_known(inside, len(place.callers)):
            return inside
        return self._ask(place, instruction) or inside

    def _is_known(self, inside: PathState, callers: int) -> bool:
        """Return whether a word without branches leaves only numbers that are known beforehand."""
        word, asked = inside.function, self.depends_on_player
        effect = self._functions[word].effect
        if effect is None or word in self._unknown_words:
            return False
        below = len(inside.items) - effect[0]
        self._trying = True
        try:
            while len(inside.callers) > callers:
                stop = self.run(inside)
                if stop.kind != "join" or stop.actions:
                    break
                (inside,) = stop.next
        except Inexact:
            pass
        finally:
            self._trying = False
        left = len(inside.callers) == callers
        if left and all(isinstance(each, KNOWN) for each in inside.items[below:]):
            return True
        self.depends_on_player = asked
        self._unknown_words.add(word)
        return False

    def _ask(self, place: PathState, instruction: Instruction) -> PathState | None:
        """Return the state after a word that is asked beforehand, None if it cannot be.

        Variables that it has written, and the position if it moves, are unknown.
        """
        word, questions = instruction.operand, self._assumed.questions
        effect = self._functions[word].effect
        items = place.items[:-1] if instruction.drops else place.items
        if effect is None or questions is None or len(items) < effect[0]:
            return None
        below, given = items[: len(items) - effect[0]], items[len(items) - effect[0] :]
        numbers = tuple(each for each in given if isinstance(each, int))
        if len(numbers) < len(given):
            return None
        number = self._assumed.asked(Question(word, numbers), self._scratch)
        if number is None:
            return None
        written = questions.written(word)
        return place._replace(
            items=(*below, AskedValue(number)),
            written=tuple(each for each in place.written if each[0] not in written),
            offset=NOWHERE if questions.moves(word) else place.offset,
        )

    def _go_on(self, place: PathState, instruction: Instruction) -> PathState:
        """Return the state after an instruction that has one successor and records nothing."""
        name, items, effect = instruction.name, place.items, instruction.row.effect
        count = len(effect.inputs)
        if len(items) < count:
            raise self.inexact(f"{name} takes what is not there")
        below, taken = items[: len(items) - count], items[len(items) - count :]
        if name in RETURN_EFFECTS:
            return self._use_returns(place, instruction, below, taken)
        if (moved := rearranged(instruction, taken)) is not None:
            return place.with_items(below + moved)
        if name in FETCHING:
            return self._use_variable(place, name, below, taken)
        if name == "back":
            return self._forgetting(place._replace(offset=self._begun))
        if name == "(VARIABLE)":
            return place.with_items((*items, StorageAddress(instruction.operand)))
        if name == "to" and (where := self._placed(place, taken[0])) is not None:
            return place._replace(items=below, offset=where.offset)
        if name == "PICK" and isinstance(taken[0], int) and 0 <= taken[0] < len(below):
            return place.with_items((*below, below[-1 - taken[0]]))
        if name == "add-move":
            return place  # nothing is recorded
        if name == "(CELLS)":
            items = self._applied("+", (*self._applied("CELLS", taken), instruction.operand))
            return place.with_items(below + items)
        if name in AT_POSITIONS and (where := self._placed(place, taken[0])) is not None:
            plane = instruction.operand >> 2 if name == "(ARRAY)" else 0
            beside = ItemAddress(where.offset, plane)
            return place.with_items((*below, beside))
        if name in ("(ARRAY)", "(BYTES)") and isinstance(taken[0], int | Computed | PerPosition):
            size = at.CELL if name == "(ARRAY)" else 1
            found = self._slots(instruction.operand, taken[0], size, place.possible)
            return place.with_items((*below, found))
        if count and folding_function(name) is not None:
            self._left -= self.numbers.positions >> 6  # the word may be applied to each position
            try:
                return place.with_items(below + self._applied(name, taken))
            except ArithmeticError:
                raise self.inexact(f"{name} of what it may fail for") from None
        if (inside := self._in_zone(name, place.offset, taken)) is not None:
            return place.with_items((*below, inside))
        if name in AT_HERE and (asked := self._test_at(place, instruction, taken[0])) is not None:
            return place.with_items((*below, asked))
        if (held := self._in_hand(name, taken)) is not None:
            return place.with_items((*below, held))
        if count and name in LOOKING:
            number = computed(name, taken) if name in COMPUTING else None
            return place.with_items(below + (number,) * len(effect.outputs))
        return place.with_items((*below, self._number(name, place.offset, instruction)))

    def _use_returns(
        self,
        place: PathState,
        instruction: Instruction,
        below: tuple[Value, ...],
        taken: tuple[Value, ...],
    ) -> PathState:
        name, returns = instruction.name, place.returns
        need, change = RETURN_EFFECTS[name]
        if change > 0:
            return place._replace(items=below, returns=returns + tuple(map(self._constant, taken)))
        own = len(returns) - (place.callers[-1][2] if place.callers else 0)
        if own < need:
            raise self.inexact(f"{name} takes what is not there")
        if instruction.row.effect.outputs:  # it copies or takes the lowest item that it needs
            left = returns if change == 0 else returns[:-need]
            return place._replace(items=(*below, returns[-need]), returns=left)
        if name == "LEAVE":
            return place._replace(returns=(*returns[:-2], returns[-1], returns[-1]))
        if name not in LOOPS:
            raise self.inexact("a loop" if instruction.backward else name)
        *under, limit, top = returns
        step = taken[0] if taken else 1
        if not isinstance(top, int) or not isinstance(limit, int) or not isinstance(step, int):
            self._need(top, limit, step)
            raise self.inexact("a loop whose bounds cannot be known beforehand")
        index = wrap32(top + step)
        if index < limit if step >= 0 else index >= limit:
            again = (*under, limit, index)
            return place._replace(items=below, cell=instruction.operand, returns=again)
        return place._replace(items=below, returns=tuple(under))

    def _record(self, place: PathState, instruction: Instruction) -> tuple[PathState, Action]:
        """Return the state after a word that records an action, and the action. Raises Inexact."""
        name, count = instruction.name, RECORDING[instruction.name]
        if len(place.items) < count:
            raise self.inexact(f"{name} takes what is not there")
        below = place.items[: len(place.items) - count]
        taken = place.items[len(place.items) - count :]
        if name == "move" or name in PLACING_THERE:
            first = 0 if name == "move" else count - 1
            there = (self._placed(place, each) or each for each in taken[first:])
            taken = (*taken[:first], *there)
        action = Action(name, taken, instruction.operand, place.offset, self._type or 0)
        if name in CHOICES or name in GOING_ON:
            if name in GOING_ON and self._settled.get(CHOICE_CELL) != 0:
                raise self.inexact(name)
            going_on = place.going_on or name in GOING_ON
            return place._replace(items=below, going_on=going_on), action
        if name == "move":
            if not self._is_inside(taken[1]) or not self._has_piece(place, taken[0]):
                raise self.inexact("move of what may be no piece")
        elif name == "later!":
            if not self._is_stored(taken[1]):
                raise self.inexact("later! into what is no storage of the board")
        elif name in PLACING_THERE and not self._is_inside(taken[-1]):
            raise self.inexact(f"{name} somewhere that cannot be known beforehand")
        reached = place.reached if place.recorded else place.possible
        return place._replace(items=below, recorded=True, reached=reached), action

    def _has_piece(self, place: PathState, where: Value) -> bool:
        """Return whether there is certainly a piece at a position."""
        return where == self._from and not self._drops

    def _is_inside(self, where: Value) -> bool:
        return (
            isinstance(where, RelativePosition)
            or where == STARTED
            or (isinstance(where, int) and 0 <= where < self.numbers.positions)
        )


@cache
def _numbers_needed(name: str) -> int:
    """Return how many of the top items an instruction needs as numbers."""
    if name in DECIDING:
        return 1
    if name in TURNING_OVER or (folding_function(name) is None and name not in CHANGING):
        return 0
    return len(TABLE.by_name[name].effect.inputs)


@cache
def _positions_taken(name: str) -> tuple[int, ...]:
    """Return the depths of the items that an instruction takes as positions, 1 for the top."""
    inputs = TABLE.by_name[name].effect.inputs
    return tuple(len(inputs) - k for k, each in enumerate(inputs) if each in POSITIONS)
