"""Set up a new game in the machine."""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING

from forthgame.game.facts import fact
from forthgame.game.settings import to_beginning
from forthgame.game.streams import start_streams
from forthgame.lang import layout as at
from forthgame.surroundings import entropy

if TYPE_CHECKING:
    from forthgame.game.model import SetUp
    from forthgame.game.script import Script
    from forthgame.source import Token

BOARDS = at.MEMORY + at.BOARDS
TURN = slice(at.MEMORY + at.TURN_BLOCK, at.MEMORY + at.TURN_BLOCK + at.TURN_BLOCK_SIZE)
TURN_CELLS = struct.Struct(f"<{at.TURN_BLOCK_CELLS}i")


def set_up(game: Script, seed: int | None) -> bool:
    """Clear the board, run OnNewGame, then place the pieces in the script's order.

    Return whether no word of the script had to run.
    """
    processor = game.forth.processor
    game.touch("(clear-lists)")
    processor.standing = None
    processor.first_board()
    processor.set_register(at.REPETITIONS, 0)
    start_streams(processor, entropy() if seed is None else seed)
    first = game.declaration.turns[0]
    turn = TURN_CELLS.pack(0, first.player, first.for_player, first.of_type, 1, 0)
    processor.memory[TURN] = turn
    board = plain_board(game)
    if board is not None:
        processor.memory[BOARDS : BOARDS + len(board)] = board
        to_beginning(processor)
    else:
        size = processor.register(at.BOARD_SIZE)
        processor.memory[BOARDS : BOARDS + size] = bytes(size)
        to_beginning(processor)
        with game.time_of_turn():
            game.call(game.forth.word("OnNewGame").entry)
            _put_one_by_one(game)
    return board is not None


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
            to_beginning(processor)
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
