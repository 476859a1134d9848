"""The part of a State for its machine, which holds one position at a time.

`Processor.standing` is the position that the machine holds unchanged. Code that runs other words,
or restores the machine, resets it.
"""

from __future__ import annotations

import struct
from time import perf_counter as time_now
from typing import Self

from forthgame.base.environment import entropy
from forthgame.base.source import Token
from forthgame.machine.memory.call_restrictions import Busy
from forthgame.machine.memory.locks import exclusive_use, one_at_a_time
from forthgame.machine.memory.processor import CALLS, Processor
from forthgame.machine.random_streams import start_streams
from forthgame.position.position_record import Playouts, Position, read_playouts
from forthgame.position.position_text import refuse
from forthgame.position.simultaneous_turns import without_choices
from forthgame.rules.checkpoint import looking_ahead
from forthgame.rules.declaration.zones import note_entered
from forthgame.rules.fact_cache import fact
from forthgame.rules.facts.new_games import sets_board_only, sets_up_alike
from forthgame.rules.model import SetUp
from forthgame.rules.script import Script
from forthgame.rules.word_execution import reset_here
from forthgame.words.registers import (
    call_registers,
    extension_registers,
    memory_layout as at,
    winner_counts,
)

TURN_CELLS = struct.Struct(f"<{at.TURN_BLOCK_CELLS}i")
KEPT = at.MEMORY + at.KEPT_HEADER  # a header in front of the arena
HEADER = slice(at.MEMORY + at.LISTS, at.MEMORY + at.LISTS + at.LIST_BYTES)
MOVES = at.MEMORY + at.ARENA
KEY_BYTES = 8
RANDOM_BYTES = slice(at.RANDOM, at.RANDOM2 + 4 * at.RANDOM_CELLS)
ENTROPY_BYTES = slice(at.ENTROPY, at.ENTROPY + 8)
TURN_BYTES = slice(at.MEMORY + at.TURN_BLOCK, at.MEMORY + at.TURN_BLOCK + at.TURN_BLOCK_SIZE)
BOARD_START = at.MEMORY + at.BOARDS
PLAYED_USED = extension_registers.PLAYED_USED >> 2
TOGETHER = (
    extension_registers.CHOICE_CELL >> 2
)  # `standing` is not used in games where players choose together
RARE = at.RARE >> 2
BOARD_SIZE = at.BOARD_SIZE >> 2


def set_up(game: Script, seed: int | None) -> bool:
    """Clear the board, run OnNewGame, then place the pieces in the script's order.

    Return whether no word of the script had to run.
    """
    processor = game.forth.processor
    game.run_short("(clear-lists)")
    processor.standing = None
    processor.first_board()
    processor.set_register(at.REPETITIONS, 0)
    start_streams(processor, entropy() if seed is None else seed)
    first = game.declaration.turns[0]
    turn = TURN_CELLS.pack(0, first.player, first.for_player, first.of_type, 1, 0)
    processor.memory[TURN_BYTES] = turn
    known = _known_boards(game)
    board = known[0] if known and processor.calm else plain_board(game)
    if board is not None:
        processor.memory[BOARD_START : BOARD_START + len(board)] = board
        reset_here(processor)
    else:
        size = processor.register(at.BOARD_SIZE)
        processor.memory[BOARD_START : BOARD_START + size] = bytes(size)
        reset_here(processor)
        with game.time_of_turn():
            game.call(game.forth.word("OnNewGame").entry)
            _put_one_by_one(game)
        if None not in _all_constants(game) and sets_up_alike(game):
            known[:] = [processor.memory[BOARD_START : BOARD_START + size]]
    return board is not None


@fact
def _known_boards(game: Script) -> list[bytes]:
    """Return the board after the first set-up if all others are the same; empty before it."""
    return []


@fact
def plain_board(game: Script) -> bytes | None:
    """Return the board after the set-up if no word of the script runs in it, else None.

    Words run if the script defines one of the events, or if a name is not a constant.
    """
    forth = game.forth
    if any(forth.word(event).index >= forth.fence for event in ("OnNewGame", "OnEditAdd")):
        return None
    size, limit = (forth.processor.register(register) for register in (at.BOARD_SIZE, at.POSITIONS))
    board = memoryview(bytearray(size)).cast("i")
    for values in _all_constants(game):
        if values is None or not 0 <= values[2] < limit:
            return None
        board[values[2]] = values[0] | values[1]
    return board.tobytes()


@fact
def begins_without_trace(game: Script) -> bool:
    """Return whether setting up a new game changes nothing but its position."""
    if plain_board(game) is not None:
        return True
    return None not in _all_constants(game) and sets_board_only(game)


@fact
def _all_constants(game: Script) -> list[list[int] | None]:
    return [_constants(game, item) for item in game.declaration.setups]


def _put_one_by_one(game: Script) -> None:
    processor = game.forth.processor
    add = game.forth.word("OnEditAdd").entry
    try:
        for item, values in zip(game.declaration.setups, _all_constants(game), strict=True):
            if values is None:
                values = [_value(game, token) for token in (item.player, item.piece, item.position)]
            game.forth.current = item.position
            reset_here(processor)
            game.short.put(add, *values)
    finally:
        game.forth.current = None  # later errors are not at this place


def _constants(game: Script, item: SetUp) -> list[int] | None:
    """Return player, piece and position as numbers if all are constants, else None."""
    find = game.forth.dictionary.find
    words = [find(token.text) for token in (item.player, item.piece, item.position)]
    values = [word.value for word in words if word is not None and word.kind == "literal"]
    return values if len(values) == len(words) else None


def _value(game: Script, token: Token) -> int:
    game.forth.current = token
    word = game.forth.word(token.text)
    return word.value if word.kind == "literal" else game.call(word.entry)


def taken_list(processor: Processor) -> bytes:
    """Return the position's list as copied by `(offered)`."""
    return processor.memory[KEPT : at.MEMORY + processor.i32[call_registers.OFFERED_TOP.index]]


def put_list(processor: Processor, kept: bytes) -> None:
    """Replace all lists of the machine by this one."""
    processor.memory[HEADER] = kept[: at.LIST_BYTES]
    moves = kept[at.LIST_BYTES :]
    processor.memory[MOVES : MOVES + len(moves)] = moves
    processor.set_register(at.LIST, at.LISTS)
    processor.set_cell(at.A_MOVES_LIST, at.LISTS)
    processor.set_arena_top(at.ARENA + len(moves))


@one_at_a_time("count_leaves play_out", "game.lock")
@exclusive_use("count_leaves play_out run_here let_go _note_streams")
class MachineBinding:
    """A position of a game, the ones before it, and random streams.

    original  the position that this one is a copy of, for a search on a twin
    """

    original: Position | None = None

    _limited = True  # by the limit `plies`
    _listed = 0  # approximate bytes of lists of moves that are kept uncompressed

    def __init__(
        self, game: Script, position: Position, random: bytes, entropy_state: bytes
    ) -> None:
        self.game = game
        self.position = position
        self.past: list[Position] = []
        self.move_texts: list[
            str | int
        ] = []  # of the moves, or their numbers in the past positions
        self.random = random
        self.entropy = entropy_state
        self.played_keys = b""  # keys of earlier turns, if the script uses them

    @classmethod
    def _begin(cls, game: Script, seed: int | None) -> Self:
        """Set up a new game: clear, OnNewGame on an empty board, then the set-up piece by piece."""
        processor = game.forth.processor
        if processor.searching and not processor.reporting and processor.aside is None:
            raise Busy
        if processor.mark.taken or processor.nesting or processor.i64[CALLS] & 1:
            processor.refuse_inside()
        processor.mark.taken = True  # see `exclusive_use` in locks.py
        try:
            release(game)
            plain = set_up(game, seed)
            state = cls(game, _captured(game), b"", b"")
            game.active = state
            if plain and not processor.i32[PLAYED_USED] and not processor.i32[TOGETHER]:
                processor.standing = state.position
            return state
        finally:
            processor.mark.taken = False

    def capture(self) -> Position:
        return _captured(self.game)

    def stand_at(self, position: Position) -> None:
        """Go back to a position that this game has reached before, and clear the history.

        For scripts that keep nothing beside the position, and do not use earlier ones.
        """
        if self.position is not position:
            self.past[:] = self.move_texts[:] = ()  # no calls: no signal handler runs in between
            self.position = position

    @property
    def streams(self) -> bytes:
        """Return the random streams; the machine must hold this position."""
        return self.game.forth.processor.memory[RANDOM_BYTES]

    @streams.setter
    def streams(self, streams: bytes) -> None:
        self.enter()
        self.game.forth.processor.bytes[RANDOM_BYTES] = streams

    def leave(self) -> None:
        memory = self.game.forth.processor.memory
        self.random = memory[RANDOM_BYTES]
        self.entropy = memory[ENTROPY_BYTES]

    def let_go(self) -> None:
        if self.game.active is self:
            self.leave()
            self.game.active = None

    def kept_streams(self) -> tuple[bytes, bytes]:
        if self.game.active is self:
            self._note_streams()
        return self.random, self.entropy

    def _note_streams(self) -> None:
        if self.game.active is self:
            self.leave()

    def _note_opened(self, position: Position) -> None:
        if self.game.forth.processor.register(call_registers.OPENED):
            board = self.capture().board
            position.opened = None if board == position.board else board

    def run_here(self, entry: int, *arguments: int) -> int:
        """Run a word on this position and its list, which the machine then still holds."""
        self.enter()
        return self.game.call(entry, *arguments)

    def enter(self, seeing: bool = False, afresh: bool = False) -> None:
        """Load this position into the machine, with its move list if it has been generated.

        Choices of this turn are left out unless `seeing`. With `afresh` the list will be made
        again, so changes that OnGenerateMoves made to the board are left out.
        """
        game, position = self.game, self.position
        processor = game.forth.processor
        if processor.nesting or processor.i64[CALLS] & 1:
            processor.refuse_running()
        position.unpack()
        processor.standing = None
        data = processor.memory
        if game.active is not self:
            if game.active is not None:
                game.active.leave()
            game.active = self
            data[RANDOM_BYTES] = self.random
            data[ENTROPY_BYTES] = self.entropy
        data[TURN_BYTES] = position.turn
        board = position.board if afresh or position.opened is None else position.opened
        if processor.i32[TOGETHER] and not seeing:
            board = without_choices(game, board)
        data[BOARD_START : BOARD_START + len(board)] = board
        if processor.i32[RARE]:
            note_entered(processor, board)
        processor.first_board()
        reset_here(processor)
        game.run_short("(clear-lists)")
        if position.arena is not None:
            put_list(processor, position.arena)
        if processor.register(extension_registers.PLAYED_USED):
            self._enter_past()

    def _enter_past(self) -> None:
        """Load the keys of earlier positions, and of this one if a turn begins."""
        processor = self.game.forth.processor
        processor.memory[at.PLAYED_KEYS : at.PLAYED_KEYS + len(self.played_keys)] = self.played_keys
        processor.set_register(extension_registers.PLAYED_COUNT, len(self.played_keys) // KEY_BYTES)
        processor.set_register(extension_registers.PLAYED_STANDS, 0)
        if not processor.cell(at.A_PARTIAL):
            self.game.run_short("(stand-here)")

    @property
    def _stands(self) -> bool:
        game = self.game
        return game.active is self and game.forth.processor.standing is self.position

    def require_possible(self) -> None:
        """Raise PositionError if the position is impossible."""
        refuse(self.game, self.position.trouble)

    def count_leaves(self, depth: int, stop_at_end: bool) -> int:
        self.require_possible()
        processor = self.game.forth.processor
        self.enter(seeing=True, afresh=True)
        processor.i64[at.LEAVES.index] = 0
        try:
            with looking_ahead(self.game):
                processor.set_cell(at.SYSTEM_CELLS["$perftStop"], -1 if stop_at_end else 0)
                self.game.run_word("(abandon-generation)")
                self.game.visit_positions(self.game.entries["(perft)"], depth)
        finally:
            self.enter()
        return processor.i64[at.LEAVES.index]

    def play_out(self, games: int, plies: int) -> Playouts:
        self.require_possible()
        processor = self.game.forth.processor
        self.enter(seeing=True, afresh=True)
        processor.bytes[at.RESULTS : at.RESULTS + 512] = bytes(512)
        processor.bytes[winner_counts.WON : winner_counts.WON + winner_counts.SIZE] = bytes(
            winner_counts.SIZE
        )
        processor.i64[at.PLIES.index] = 0
        self.game.run_short("(clear-lists)")
        started = time_now()
        try:
            with looking_ahead(self.game):
                self.game.play_games(games, plies)
        finally:
            seconds = time_now() - started
            self.leave()
            self.enter()
        return read_playouts(self.game, games, seconds)


def release(game: Script) -> None:
    """Release the machine of a game from the State that it holds."""
    if game.active is not None:
        game.active.leave()
    game.active = None


def _captured(game: Script) -> Position:
    processor = game.forth.processor
    memory = processor.memory
    board = memory[BOARD_START : BOARD_START + processor.i32[BOARD_SIZE]]
    return Position(memory[TURN_BYTES], board)
