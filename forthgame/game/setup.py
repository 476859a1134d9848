"""Setting up a new game in the machine."""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING

from forthgame.game.settings import to_beginning
from forthgame.game.streams import start_streams
from forthgame.lang import layout as at
from forthgame.surroundings import entropy

if TYPE_CHECKING:
    from forthgame.api.game import Game
    from forthgame.game.model import SetUp
    from forthgame.source import Token

BOARDS = at.MEMORY + at.BOARDS
TURN = slice(at.MEMORY + at.TURN_BLOCK, at.MEMORY + at.TURN_BLOCK + at.TURN_BLOCK_SIZE)
TURN_CELLS = struct.Struct(f"<{at.TURN_BLOCK_CELLS}i")


def set_up(game: Game, seed: int | None) -> bool:
    """Clear the board, run OnNewGame, then put the pieces, as the script has ordered them.

    Gives whether nothing of the script was run for that.
    """
    processor = game._forth.processor
    game._touch("(clear-lists)")
    processor.standing = None
    processor.first_board()
    processor.set_register(at.REPETITIONS, 0)
    start_streams(processor, entropy() if seed is None else seed)
    first = game._declaration.turns[0]
    turn = (0, first.player, first.for_player, first.of_type, 1, 0)
    processor.memory[TURN] = TURN_CELLS.pack(*turn)
    board = _plain_board(game)
    if board is not None:
        processor.memory[BOARDS : BOARDS + len(board)] = board
        to_beginning(processor)
    else:
        size = processor.register(at.BOARD_SIZE)
        processor.memory[BOARDS : BOARDS + size] = bytes(size)
        to_beginning(processor)
        with game._turn():
            game._call(game._forth.word("OnNewGame").entry)
            _put_one_by_one(game)
    return board is not None


def _plain_board(game: Game) -> bytes | None:
    """The board set up, if nothing of the script is run for that: it is the same every time."""
    if game._plain_board is None:
        game._plain_board = _read_board(game)
    return game._plain_board or None


def _read_board(game: Game) -> bytes:
    """Nothing where an event is the script's own, or a name is not that of a constant."""
    forth = game._forth
    if any(forth.word(event).index >= forth.fence for event in ("OnNewGame", "OnEditAdd")):
        return b""
    size, limit = (forth.processor.register(register) for register in (at.BOARD_SIZE, at.POSITIONS))
    board = memoryview(bytearray(size)).cast("i")
    for item in game._declaration.setups:
        values = _constants(game, item)
        if values is None or not 0 <= values[2] < limit:
            return b""
        board[values[2]] = values[0] | values[1]
    return board.tobytes()


def _put_one_by_one(game: Game) -> None:
    """Put each piece by OnEditAdd."""
    processor = game._forth.processor
    add = game._forth.word("OnEditAdd").entry
    if game._set_ups is None:
        game._set_ups = [_constants(game, item) for item in game._declaration.setups]
    try:
        for item, values in zip(game._declaration.setups, game._set_ups, strict=True):
            if values is None:
                values = [_value(game, token) for token in (item.player, item.piece, item.position)]
            game._forth.current = item.position
            to_beginning(processor)
            game._short.put(add, *values)
    finally:
        game._forth.current = None  # what goes wrong later is not a fault of the set-up


def _constants(game: Game, item: SetUp) -> list[int] | None:
    """Player, piece and position as numbers if their names are those of constants."""
    find = game._forth.dictionary.find
    words = [find(token.text) for token in (item.player, item.piece, item.position)]
    values = [word.value for word in words if word is not None and word.kind == "literal"]
    return values if len(values) == len(words) else None


def _value(game: Game, token: Token) -> int:
    """What a name gives, as a word that the script defines may."""
    game._forth.current = token
    word = game._forth.word(token.text)
    return word.value if word.kind == "literal" else game._call(word.entry)
