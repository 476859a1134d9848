"""Symbolic results of words that test the board and the turn, for all positions at once."""

from __future__ import annotations

from collections.abc import Mapping

from forthgame.code.instruction import Instruction
from forthgame.code.ranges import PLAYERS, codes_of
from forthgame.lang import layout as at
from forthgame.lang.doing import LOOKING
from forthgame.vm.compiler.generation.asking import (
    AT_HERE,
    FIELDS,
    SYSTEM,
    WHOLE,
    kept_bits,
)
from forthgame.vm.compiler.generation.decisions import Question
from forthgame.vm.compiler.generation.links import Board, lowest_and_highest
from forthgame.vm.compiler.generation.numbers import (
    Answer,
    Between,
    Field,
    Here,
    Numbers,
    Places,
    Stored,
    Value,
)
from forthgame.vm.compiler.generation.places import Place
from forthgame.vm.compiler.generation.recording import Inexact


class BoardReader:
    """Evaluate words that test the board, for one player to move; 0 stands for any player."""

    def __init__(self, board: Board, settled: Mapping[int, int], player: int) -> None:
        self._board, self._settled, self._player = board, settled, player
        self.numbers = Numbers(settled[at.POSITIONS])
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
        return Here(self._begun)

    def _asked_at(self, place: Place, instruction: Instruction, where: Value) -> Value:
        """Return the result of a test at a given position; None if it is unknown."""
        name = AT_HERE[instruction.name]
        if name == "piece-type" and where == self._from and not self._drops:
            return self._type
        if (beside := self._placed(place, where)) is not None:
            return self._about(name, beside.offset, instruction)
        if isinstance(where, int) and 0 <= where < self.numbers.positions:
            return self._about(name, where, instruction, fixed=True)
        return None

    def _placed(self, place: Place, where: Value) -> Here | None:
        """Return a value as a position if it is certainly on the board, else None."""
        if isinstance(where, Places) and where.ahead is not None:
            first, last = lowest_and_highest(place.possible)
            inside = first + where.ahead >= 0 and last + where.ahead < self.numbers.positions
            return Here(where.ahead) if inside else None
        return where if isinstance(where, Here) else None

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
            return Here(offset) if name == "here" else self._from
        if name in ("empty?", "not-empty?"):
            test = Question("field", offset, WHOLE, 0, fixed=fixed)
            return Answer(test, name == "not-empty?")
        if name == "(friend?)":
            return Answer(Question("friend", offset, fixed=fixed))
        if name == "(enemy?)":
            return Answer(Question("enemy", offset, fixed=fixed))
        if name == "neutral-piece?":
            return Answer(Question("field", offset, at.NEUTRAL_BIT, at.NEUTRAL_BIT, fixed=fixed))
        if name in FIELDS:
            return Field(offset, FIELDS[name], fixed=fixed)
        if name in ("(ATTRIBUTE)", "(MARK)"):
            found = kept_bits(name, offset, instruction.operand, self._settled, fixed)
            if found is None:
                raise self.inexact(name)
            return found
        return None

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
                return Stored(at.A_PLAYER)
            return self._board.cell(self._settled[at.PLAYERS] + (self._player - 1) * at.CELL)
        if name in SYSTEM:
            return Stored(SYSTEM[name])
        if name == "(coalitions?)" and self._settled.get(at.COALITIONS) == 0:
            return 0
        if name in PLAYERS:
            return Between(*codes_of(self._settled[at.PLAYER_COUNT]))
        if name in LOOKING and len(instruction.row.effect.outputs) == 1:
            return None
        raise self.inexact("a loop" if instruction.backward else name)
