"""A ply from Python: the list of a position and its result, and a move that is played.

Nearly always the machine holds what the call before has left, and then each of the two is a short
call of machine code. What is not worked out here is left to whoever asks for it: texts of moves,
Move objects, names of players.
"""

from __future__ import annotations

from forthgame.errors import ForthgameError
from forthgame.game.arena import taken_list
from forthgame.game.choosing import have_chosen
from forthgame.game.holding import (
    KEY_BYTES,
    PLAYED_USED,
    TOGETHER,
    Holding,
)
from forthgame.game.moves import Moves
from forthgame.game.played import PACKED_FROM, Position, outcome_name
from forthgame.game.result import read_verdict
from forthgame.lang import beyond as more
from forthgame.lang import calling
from forthgame.lang import layout as at

KEPT_BYTES = 1 << 30  # of the boards of a game
SURE = KEPT_BYTES // (at.BOARDS_END - at.BOARDS) - 1  # plies of any board that these are enough for
OFFERED = calling.OFFERED >> 2
OFFERED_TOP = calling.OFFERED_TOP >> 2
COUNT = (at.MEMORY + at.LISTS >> 2) + at.LIST_COUNT
UNKNOWN = at.UNKNOWN_SCORE


class Plies(Holding):
    """The part of a State that goes on from its position. Who calls it holds the machine's lock."""

    def _offer(self) -> None:
        """Have the position's list made."""
        position = self._position
        if position.arena is None and position.packed is None:
            self._stand()
            game = self.game
            position.count = game._short.run(game._offering, 0)
            processor = game._forth.processor
            position.arena = taken_list(processor)
            processor.standing = None if processor.i32[TOGETHER] else position

    def _judge(self) -> None:
        """Have it found out how the game has ended; the list is made first."""
        position, game = self._position, self.game
        if position.arena is not None or position.packed is not None:
            self._judge_alone()
            return
        processor, short = game._forth.processor, game._short
        if processor.standing is not position or game._active is not self:
            self._enter()
        cells = processor.i32
        cells[OFFERED] = 0
        try:
            result = short.call(short.judge, game._judging, 0)
        except BaseException:
            if cells[OFFERED]:  # a script that fails has its list all the same
                position.arena, position.count = taken_list(processor), cells[COUNT]
            raise
        position.count = cells[COUNT]
        if type(result) is bytes:
            position.arena = result
        else:
            position.arena = taken_list(processor)
            if result != UNKNOWN:
                position.outcome = outcome_name(result)
                position.verdict = read_verdict(game)
        processor.standing = None if cells[TOGETHER] else position
        position.asked = True

    def _judge_alone(self) -> None:
        """The same where the list has been made."""
        position, game = self._position, self.game
        processor = game._forth.processor
        if game._active is self and processor.standing is position:
            result = game._quick("(find-result)", 0)
            stands = not processor.i32[TOGETHER]
        else:
            self._enter()
            result = game._ask_result()
            stands = False
        position.outcome = outcome_name(result)
        position.verdict = None if result == UNKNOWN else read_verdict(game)
        processor.standing = position if stands else None
        position.asked = True

    def _make(self, number: int) -> None:
        """Play a move of the list."""
        game, before, past = self.game, self._position, self._past
        processor, short = game._forth.processor, game._short
        if processor.standing is not before or game._active is not self:
            self._enter(seeing=True)
        plies = len(past)
        if plies >= SURE or plies >= game.limits.plies:
            self._check_length(len(before.board))
        cells = processor.i32
        together = cells[TOGETHER]
        key = self._key() if cells[PLAYED_USED] else b""
        try:
            found = short.call(short.play, game._choosing, number)
        except BaseException:
            self._enter()
            raise
        if type(found) is bytes:
            after = Position.at_once(found, number)
        else:
            after = self._capture()
            after.number = number
            if found >= 0:
                after.arena, after.count = taken_list(processor), found
        chosen: str | int = number
        if before.arena is not None and len(before.arena) > PACKED_FROM:
            chosen = self._shown(before).text_of(number)
            before.pack()
        if key and not (together and have_chosen(game, after.board)):  # one for each turn
            before.key = key
            self._played += key
        past.append(before)
        self._texts.append(chosen)
        self._position = after
        processor.standing = None if together else after

    def _check_length(self, size: int) -> None:
        """Raise ForthgameError if no more positions of that size are kept."""
        plies, limit = len(self._past), self.game.limits.plies
        if plies >= limit or (plies + 1) * size > KEPT_BYTES:
            most = min(limit, KEPT_BYTES // max(size, 1))
            raise ForthgameError(f"the game has {plies} plies, and no more than {most} are kept")

    def _key(self) -> bytes:
        """The key of the position that the machine holds, if it counts as one of the game's."""
        processor = self.game._forth.processor
        if not (processor.register(more.PLAYED_USED) and processor.register(more.PLAYED_STANDS)):
            return b""
        end = at.PLAYED_KEYS + KEY_BYTES * processor.register(more.PLAYED_COUNT)
        return bytes(processor.bytes[end - KEY_BYTES : end])

    def _shown(self, position: Position) -> Moves:
        """The moves of a position that has its list."""
        found = position.moves
        if found is None:
            arena = position.whole_list
            found = Moves(self.game, arena, position, position.count)
            if position.packed is None:
                position.moves = found
        return found
