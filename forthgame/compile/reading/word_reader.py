"""Symbolic results of single words, for all positions at once: tests, and recorded actions."""

from __future__ import annotations

import re

from forthgame.analysis.instruction import Instruction
from forthgame.analysis.intervals import PLAYERS, codes_of
from forthgame.compile.reading.decision_diagrams import PositionTest
from forthgame.compile.reading.direction_links import BoardLinks, lowest_and_highest
from forthgame.compile.reading.move_actions import CHOICES, RECORDING, Action, Inexact
from forthgame.compile.reading.path_states import NOWHERE, PathState
from forthgame.compile.reading.symbolic_values import (
    STARTED,
    BoardField,
    ItemAddress,
    PerPosition,
    RelativePosition,
    StorageAddress,
    StoredValue,
    SymbolicArithmetic,
    TestResult,
    Value,
    ValueRange,
)
from forthgame.words.effect_sets import CREATING, LOOKING, PLACING_THERE
from forthgame.words.primitives import TABLE
from forthgame.words.registers import memory_layout as at
from forthgame.words.registers.extension_registers import CHOICE_CELL, HANDS, MARK_PLANES, MARKS
from forthgame.words.table.memory_access import wrap32
from forthgame.words.word_sets import GOING_ON

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


class WordReader:
    """Evaluate single words, for one player to move; 0 stands for any player."""

    def __init__(self, board: BoardLinks, player: int) -> None:
        self._board, self._settled, self._player = board, board.settled, player
        self.numbers = SymbolicArithmetic(board.positions)
        self.asked_player = False
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

    def _asked_at(self, place: PathState, instruction: Instruction, where: Value) -> Value:
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
        return where if isinstance(where, RelativePosition) else None

    def _ask_player(self) -> None:
        """Record that the result depends on the player to move. Raises Inexact if unknown."""
        self.asked_player = True
        if not self._player:
            raise self.inexact("the player to move, who may be any")

    def _about(
        self, name: str, offset: int, instruction: Instruction, fixed: bool = False
    ) -> Value:
        """Return the result of a test `offset` positions on; None for other words.

        If `fixed`, the offset is the number of the position.
        """
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
        if name == "in-zone-at?" and isinstance(taken[0], RelativePosition):
            offset = taken[0].offset
        elif name != "in-zone?":
            return None
        zone = taken[-1]
        if not isinstance(zone, int) or offset == NOWHERE:
            return None
        self._ask_player()
        return self.numbers.answer(self._board.zone(zone, offset, self._player))

    def _number(self, name: str, offset: int, instruction: Instruction) -> Value:
        """Return the value that a word pushes. Raises Inexact if it is not supported."""
        if name == "LIT":
            return instruction.operand
        if name in ("TRUE", "FALSE"):
            return -1 if name == "TRUE" else 0
        if (found := self._about(name, offset, instruction)) is not None:
            return found
        if name == "current-piece-type":
            return self._type
        if name == "current-player":
            self.asked_player = True
            if not self._player:
                return StoredValue(at.A_PLAYER)
            return self._board.cell(self._settled[at.PLAYERS] + (self._player - 1) * at.CELL)
        if name == "turn-number":
            return StoredValue(at.A_TURN_NUMBER)
        if name == "(coalitions?)" and self._settled.get(at.COALITIONS) == 0:
            return 0
        if name in PLAYERS:
            return ValueRange(*codes_of(self._settled[at.PLAYER_COUNT]))
        if name in LOOKING and len(instruction.row.effect.outputs) == 1:
            return None
        raise self.inexact("a loop" if instruction.backward else name)

    def _record(self, place: PathState, instruction: Instruction) -> tuple[PathState, Action]:
        """Return the state after a word that records an action, and the action. Raises Inexact."""
        name, count = instruction.name, RECORDING[instruction.name]
        if len(place.items) < count:
            raise self.inexact(f"{name} takes what is not there")
        below = place.items[: len(place.items) - count]
        taken = place.items[len(place.items) - count :]
        action = Action(name, taken, instruction.operand, place.offset, self._type or 0)
        if name in CHOICES or name in GOING_ON:
            if name in GOING_ON and self._settled.get(CHOICE_CELL) != 0:
                raise self.inexact(name)
            return place._replace(items=below), action
        if name in CREATING and self._settled.get(HANDS) != 0:
            raise self.inexact("pieces in hand")
        if name == "move":
            # only the start of the word certainly has a piece
            if taken[0] != self._from or not self._is_inside(taken[1]) or self._drops:
                raise self.inexact("move, but not `from here move`")
        elif name == "later!":
            if not self._is_stored(taken[1]):
                raise self.inexact("later! into what is no storage of the board")
        elif name in PLACING_THERE and not self._is_inside(taken[-1]):
            raise self.inexact(f"{name} somewhere that cannot be known beforehand")
        reached = place.reached if place.recorded else place.possible
        return place._replace(items=below, recorded=True, reached=reached), action

    def _is_inside(self, where: Value) -> bool:
        return (
            isinstance(where, RelativePosition)
            or where == STARTED
            or (isinstance(where, int) and 0 <= where < self.numbers.positions)
        )

    def _is_stored(self, address: Value) -> bool:
        positions = self.numbers.positions * at.CELL
        if isinstance(address, ItemAddress):
            first, span = address.plane * at.CELL, positions - at.CELL
        elif isinstance(address, StorageAddress):
            first, span = address.offset, address.span
        else:
            return False
        return positions <= first and first + span <= self._settled[at.BOARD_SIZE] - at.CELL
