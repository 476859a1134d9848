"""The part of a State that deals with its machine, which holds one position at a time.

Most calls find there what the call before has left, and then are one short call of machine code.
`Processor.standing` is the position that the machine holds with nothing changed since; whatever
else runs words, or puts the machine back, forgets it.
"""

from __future__ import annotations

from time import perf_counter as time_now
from typing import TYPE_CHECKING

from forthgame.errors import ForthgameError
from forthgame.game.arena import KEPT, put_list, taken_list
from forthgame.game.choosing import have_chosen, unseen
from forthgame.game.moves import Moves
from forthgame.game.played import PACKED_FROM, Playouts, Position, outcome_name, read_playouts
from forthgame.game.rare import note_entered
from forthgame.game.result import read_verdict
from forthgame.game.setup import set_up
from forthgame.lang import beyond as more
from forthgame.lang import calling
from forthgame.lang import layout as at
from forthgame.lang import winners as won
from forthgame.vm.sharing import one_at_a_time

if TYPE_CHECKING:
    from typing import Self

    from forthgame.api.game import Game

KEY_BYTES = 8
KEPT_BYTES = 1 << 30  # of the boards of a game
RANDOM_BYTES = slice(at.RANDOM, at.RANDOM2 + 4 * at.RANDOM_CELLS)
TURN_BYTES = slice(at.MEMORY + at.TURN_BLOCK, at.MEMORY + at.TURN_BLOCK + at.TURN_BLOCK_SIZE)
BOARD_START = at.MEMORY + at.BOARDS
PLAYED_USED = more.PLAYED_USED >> 2
TOGETHER = more.CHOICE_CELL >> 2  # of a game in which players choose together nothing stands
RARE = at.RARE >> 2
OFFERED = calling.OFFERED >> 2
OFFERED_TOP = calling.OFFERED_TOP >> 2
COUNT = (at.MEMORY + at.LISTS >> 2) + at.LIST_COUNT


@one_at_a_time("_count_leaves _play_out", "game._lock")
class Holding:
    """A position of a game, the ones before it, and random streams."""

    def __init__(self, game: Game, position: Position, random: bytes, entropy_state: bytes) -> None:
        self.game = game
        self._position = position
        self._past: list[Position] = []
        self._texts: list[str | int] = []  # of the moves, or their numbers in the past positions
        self._random = random
        self._entropy = entropy_state
        self._played = b""  # keys of the turns before this one, if the script asks for them

    @classmethod
    def _begin(cls, game: Game, seed: int | None) -> Self:
        """Set up a new game: clear, OnNewGame on an empty board, then the set-up piece by piece."""
        if game._active is not None:
            game._active._leave()
        game._active = None
        plain = set_up(game, seed)
        state = cls(game, Position(b"", b""), b"", b"")
        game._active = state
        state._position = state._capture()
        processor = game._forth.processor
        if plain and not processor.i32[PLAYED_USED] and not processor.i32[TOGETHER]:
            processor.standing = state._position
        return state

    def _capture(self) -> Position:
        processor = self.game._forth.processor
        size = processor.i32[at.BOARD_SIZE >> 2]
        memory = processor.memory
        return Position(memory[TURN_BYTES], memory[BOARD_START : BOARD_START + size])

    def _stand_at(self, position: Position) -> None:
        """Stand at a position that this game has come to before, with nothing behind it.

        For scripts that keep nothing beside the position, and do not ask for earlier ones.
        """
        if self._position is not position:
            self._position = position
            self._past.clear()
            self._texts.clear()

    @property
    def _streams(self) -> bytes:
        """The random streams, while the machine holds this position."""
        return self.game._forth.processor.memory[RANDOM_BYTES]

    @_streams.setter
    def _streams(self, streams: bytes) -> None:
        self._enter()
        self.game._forth.processor.bytes[RANDOM_BYTES] = streams

    def _leave(self) -> None:
        memory = self.game._forth.processor.memory
        self._random = memory[RANDOM_BYTES]
        self._entropy = memory[at.ENTROPY : at.ENTROPY + 8]

    def _enter(self, seeing: bool = False) -> None:
        """Make the machine hold this position, with its move list if it has been generated.

        What has been chosen in this turn is left out unless `seeing`.
        """
        game, position = self.game, self._position
        position.unpack()
        processor = game._forth.processor
        data = processor.bytes
        if game._active is not self:
            if game._active is not None:
                game._active._leave()
            game._active = self
            data[RANDOM_BYTES] = self._random
            data[at.ENTROPY : at.ENTROPY + 8] = self._entropy
        data[TURN_BYTES] = position.turn
        board = position.board if seeing else unseen(game, position.board)
        data[BOARD_START : BOARD_START + len(board)] = board
        if processor.i32[RARE]:
            note_entered(processor, board)
        processor.first_board()
        game._run_word("(abandon-generation)")
        if position.arena is not None:
            put_list(processor, position.arena)
        if processor.register(more.PLAYED_USED):
            self._enter_past()

    def _enter_past(self) -> None:
        """Make the machine know the positions before this one, and this one if a turn begins."""
        processor = self.game._forth.processor
        processor.bytes[at.PLAYED_KEYS : at.PLAYED_KEYS + len(self._played)] = self._played
        processor.set_register(more.PLAYED_COUNT, len(self._played) // KEY_BYTES)
        processor.set_register(more.PLAYED_STANDS, 0)
        if not processor.cell(at.A_PARTIAL):
            self.game._run_word("(note-position)")

    def _key(self) -> bytes:
        """The key of the position that the machine holds, if it counts as one of the game's."""
        processor = self.game._forth.processor
        if not (processor.register(more.PLAYED_USED) and processor.register(more.PLAYED_STANDS)):
            return b""
        end = at.PLAYED_KEYS + KEY_BYTES * processor.register(more.PLAYED_COUNT)
        return bytes(processor.bytes[end - KEY_BYTES : end])

    def _stand(self) -> None:
        """Make the machine hold this position, if it does not yet."""
        game = self.game
        if game._active is not self or game._forth.processor.standing is not self._position:
            self._enter()

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
        processor = game._forth.processor
        if position.arena is None and position.packed is None:
            if game._active is not self or processor.standing is not position:
                self._enter()
            cells = processor.i32
            cells[OFFERED] = 0
            try:
                result = game._short.run(game._judging, 0)
            finally:
                if cells[OFFERED]:  # a script that fails has its list all the same
                    position.arena = processor.memory[KEPT : at.MEMORY + cells[OFFERED_TOP]]
                    position.count = cells[COUNT]
        elif game._active is self and processor.standing is position:
            result = game._quick("(find-result)", 0)
        else:
            self._enter()
            result = game._ask_result()
            processor.standing = None
            position.outcome = outcome_name(result)
            position.verdict = read_verdict(game)
            position.asked = True
            return
        processor.standing = None if processor.i32[TOGETHER] else position
        if result != at.UNKNOWN_SCORE:
            position.outcome = outcome_name(result)
            position.verdict = read_verdict(game)
        position.asked = True

    def _make(self, number: int) -> None:
        """Play a move of the list."""
        game, before = self.game, self._position
        processor = game._forth.processor
        if game._active is not self or processor.standing is not before:
            self._enter(seeing=True)
        together = processor.i32[TOGETHER]
        key = self._key() if processor.i32[PLAYED_USED] else b""
        past, board = self._past, before.board
        plies, size = len(past), len(board)
        if plies >= game.limits.plies or (plies + 1) * size > KEPT_BYTES:
            most = min(game.limits.plies, KEPT_BYTES // max(size, 1))
            raise ForthgameError(f"the game has {plies} plies, and no more than {most} are kept")
        try:
            count = game._short.run(game._choosing, number)
        except BaseException:
            self._enter()
            raise
        memory = processor.memory
        after = Position(memory[TURN_BYTES], memory[BOARD_START : BOARD_START + size])
        after.number = number
        if count >= 0:
            after.arena, after.count = taken_list(processor), count
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

    def _shown(self, position: Position) -> Moves:
        """The moves of a position that has its list."""
        found = position.moves
        if found is None:
            arena = position.whole_list
            found = Moves(self.game, arena, position, position.count)
            if position.packed is None:
                position.moves = found
        return found

    def _count_leaves(self, depth: int, stop_at_end: bool) -> int:
        """perft from here: see Game.perft."""
        processor = self.game._forth.processor
        self._enter(seeing=True)
        processor.i64[at.LEAVES >> 3] = 0
        processor.set_cell(at.SYSTEM_CELLS["$perftStop"], -1 if stop_at_end else 0)
        self.game._run_word("(abandon-generation)")
        try:
            self.game._run_word("(perft)", depth)
        finally:
            self._enter()
        return processor.i64[at.LEAVES >> 3]

    def _play_out(self, games: int, plies: int) -> Playouts:
        """Random games from here: see Game.playouts. The position stays as it is."""
        processor = self.game._forth.processor
        self._enter(seeing=True)
        processor.bytes[at.RESULTS : at.RESULTS + 512] = bytes(512)
        processor.bytes[won.WON : won.WON + won.SIZE] = bytes(won.SIZE)
        processor.i64[at.PLIES >> 3] = 0
        self.game._run_word("(abandon-generation)")
        started = time_now()
        try:
            self.game._play_games(games, plies)
        finally:
            seconds = time_now() - started
            self._leave()
            self._enter()
        return read_playouts(self.game, games, seconds)
