"""Symbolic values of words that ask about positions, zones, pieces and players."""

from __future__ import annotations

import re

from forthgame.analysis.instruction import Instruction
from forthgame.analysis.intervals import PLAYERS, codes_of
from forthgame.compile.reading.decision_diagrams import PositionTest
from forthgame.compile.reading.direction_links import BoardLinks, lowest_and_highest
from forthgame.compile.reading.list_questions import COMPUTING
from forthgame.compile.reading.path_states import Inexact, PathState
from forthgame.compile.reading.symbolic_values import (
    NOWHERE,
    BoardField,
    PerPosition,
    RelativePosition,
    StoredValue,
    SymbolicArithmetic,
    TestResult,
    Value,
    computed,
)
from forthgame.words.effect_sets import LOOKING
from forthgame.words.primitives import TABLE
from forthgame.words.registers import memory_layout as at
from forthgame.words.registers.extension_registers import HANDS, MARK_PLANES, MARKS
from forthgame.words.table.memory_access import wrap32
from forthgame.words.word_sets import CONSTANTS

MOST_OFFSETS = 512  # positions of a board whose offsets are looked up one by one
WHOLE = -1  # mask of a whole cell
FIELDS = {"piece": WHOLE, "piece-type": at.PIECE_MASK, "player": at.PLAYER_MASK}
OWNERS = {"(friend?)": "friend", "(enemy?)": "enemy"}
# words that test a position given on the stack, with their counterparts for `here`
_ABOUT = [r.name for r in TABLE.operations() if r.effect.inputs == ("pos",) and r.effect.outputs]
_HERE = {name: re.sub("-at", "", name, flags=re.IGNORECASE) for name in _ABOUT}
AT_HERE = {
    name: here
    for name, here in _HERE.items()
    if here != name and here in TABLE.by_name and not TABLE.by_name[here].effect.inputs
}


class QuestionReader:
    """Find the values of words that ask, for one player to move; 0 stands for any player."""

    def __init__(self, board: BoardLinks, player: int) -> None:
        self._board, self._settled, self._player = board, board.settled, player
        self.numbers = SymbolicArithmetic(board.positions)
        self.depends_on_player = False
        self._type: int | None = None
        self._drops = False
        self._begun = 0  # offset of the start of the word
        self._cell = -1  # of the current instruction

    def inexact(self, why: str) -> Inexact:
        """Return the reason why a word cannot be read, with the current cell."""
        return Inexact(why, self._cell)

    @property
    def _from(self) -> Value:
        return RelativePosition(self._begun)

    def _test_at(self, place: PathState, instruction: Instruction, where: Value) -> Value:
        """Return the result of a test at a given position; None if it is unknown."""
        name = AT_HERE[instruction.name]
        if name == "piece-type" and where == self._from and not self._drops:
            return self._type
        if (beside := self._placed(place, where)) is not None:
            return self._about(name, beside.offset, instruction)
        if isinstance(where, int) and 0 <= where < self.numbers.positions:
            return self._about(name, where, instruction, fixed=True)
        return None

    def _placed(self, place: PathState, where: Value) -> RelativePosition | None:
        """Return a value as a position if it is certainly on the board, else None."""
        if isinstance(where, PerPosition) and where.ahead is not None:
            first, last = lowest_and_highest(place.possible)
            inside = first + where.ahead >= 0 and last + where.ahead < self.numbers.positions
            return RelativePosition(where.ahead) if inside else None
        if isinstance(where, PerPosition):
            offsets = self._offsets(where, place.possible)
            return RelativePosition(*offsets) if len(offsets) == 1 else None
        return where if isinstance(where, RelativePosition) else None

    def _offsets(self, where: PerPosition, possible: int) -> dict[int, int]:
        """Return the starts from which a position is at an offset, as bits, by the offset.

        The position may differ from start to start, as in a table of neighbours. Return nothing if
        it is off the board from some `possible` start, or if the board is large.
        """
        found: dict[int, int] = {}
        if len(where.numbers) > MOST_OFFSETS:
            return found
        for start, number in enumerate(where.numbers):
            if possible >> start & 1:
                if not 0 <= number < self.numbers.positions:
                    return {}
                found[number - start] = found.get(number - start, 0) | 1 << start
        return found

    def _need_player(self) -> None:
        """Record that the result depends on the player to move. Raises Inexact if unknown."""
        self.depends_on_player = True
        if not self._player:
            raise self.inexact("the player to move, who may be any")

    def _about(
        self, name: str, offset: int, instruction: Instruction, fixed: bool = False
    ) -> Value:
        """Return the result of a test `offset` positions on; None for other words.

        If `fixed`, the offset is the number of the position. Raises Inexact if it is unknown.
        """
        found = self._test_result(name, 0 if offset == NOWHERE else offset, instruction, fixed)
        if found is not None and offset == NOWHERE and name != "from":
            raise self.inexact(f"{name} at a position that cannot be known beforehand")
        return found

    def _test_result(self, name: str, offset: int, instruction: Instruction, fixed: bool) -> Value:
        if name in ("here", "from"):
            return RelativePosition(offset) if name == "here" else self._from
        if name in ("empty?", "not-empty?"):
            test = PositionTest("field", offset, WHOLE, 0, fixed=fixed)
            return TestResult(test, name == "not-empty?")
        if name in OWNERS:
            return TestResult(PositionTest(OWNERS[name], offset, fixed=fixed))
        if name == "neutral-piece?":
            return TestResult(
                PositionTest("field", offset, at.NEUTRAL_BIT, at.NEUTRAL_BIT, fixed=fixed)
            )
        if name in FIELDS:
            return BoardField(offset, FIELDS[name], fixed=fixed)
        if name in ("(ATTRIBUTE)", "(MARK)"):
            return self._attribute(name, offset, instruction.operand, fixed)
        return None

    def _attribute(self, name: str, offset: int, operand: int, fixed: bool) -> BoardField:
        """Return the field of a piece attribute or of a mark
        (`words/moves/piece_attributes.py`).
        """
        plane = 0
        if name == "(MARK)":
            number = operand >> 10
            if not 0 <= number < self._settled[MARK_PLANES]:
                raise self.inexact(name)
            plane = (self._settled[MARKS] >> 2) + number * self.numbers.positions
        shift = operand & 31
        mask = ((1 << (operand >> 5 & 31)) - 1) << shift
        return BoardField(offset, wrap32(mask), shift, plane, fixed)

    def _in_zone(self, name: str, offset: int, taken: tuple[Value, ...]) -> Value:
        """Return the result of a word that tests a zone; None for other words."""
        if name not in ("in-zone?", "in-zone-at?"):
            return None
        where = RelativePosition(offset) if name == "in-zone?" else taken[0]
        zone = taken[-1]
        if not isinstance(zone, int) or where == RelativePosition(NOWHERE):
            return None
        if isinstance(where, RelativePosition):
            self._need_player()
            return self.numbers.answer(self._board.zone(zone, where.offset, self._player))
        inside = self._board.zone(zone, 0, self._player)
        if isinstance(where, int) and 0 <= where < self.numbers.positions:
            self._need_player()
            return -(inside >> where & 1)
        return None

    def _in_hand(self, name: str, taken: tuple[Value, ...]) -> Value:
        """Return the counter of a known type in the hand of a known player, else None."""
        known = tuple(each for each in taken if isinstance(each, int))
        if name != "in-hand-of" or len(known) < 2 or not self._settled.get(HANDS):
            return None
        type, number = known[0] & at.PIECE_MASK, (known[1] & at.PLAYER_MASK) // at.PLAYER_UNIT
        types, players = self._settled[at.PIECE_COUNT], self._settled[at.PLAYER_COUNT]
        if not 1 <= type <= types or not 1 <= number <= players:
            return 0
        counter = (number - 1) * types + type - 1
        return StoredValue(self._settled[HANDS] + counter * at.CELL, moves=True)

    def _number(self, name: str, offset: int, instruction: Instruction) -> Value:
        """Return the value that a word pushes. Raises Inexact if it is not supported."""
        if name == "LIT":
            return instruction.operand
        if name in CONSTANTS:
            return CONSTANTS[name]
        if (found := self._about(name, offset, instruction)) is not None:
            return found
        if name == "current-piece" and not self._drops:
            return BoardField(self._begun, WHOLE)
        if name == "current-piece-type":
            return self._type
        if name == "current-player":
            self.depends_on_player = True
            if not self._player:
                return StoredValue(at.A_PLAYER)
            return self._board.cell(self._settled[at.PLAYERS] + (self._player - 1) * at.CELL)
        if name == "turn-number":
            return StoredValue(at.A_TURN_NUMBER)
        if name == "(coalitions?)" and self._settled.get(at.COALITIONS) == 0:
            return 0
        if name in COMPUTING:
            players = codes_of(self._settled[at.PLAYER_COUNT])
            return computed(name, (), players if name in PLAYERS else None)
        if name in LOOKING and len(instruction.row.effect.outputs) == 1:
            return None
        raise self.inexact("a loop" if instruction.backward else name)
