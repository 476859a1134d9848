"""Setting up a new game in the machine."""

from __future__ import annotations

from typing import TYPE_CHECKING

from forthgame.game.streams import entropy, start_streams
from forthgame.lang import layout as at

if TYPE_CHECKING:
    from forthgame.game.game import Game
    from forthgame.lang.dictionary import Word


def set_up(game: Game, seed: int | None) -> None:
    """Clear the board, run OnNewGame, then put the pieces, as the script has ordered them."""
    processor = game.forth.processor
    game.run_word("(abandon-generation)")
    size = processor.register(at.BOARD_SIZE)
    start = at.MEMORY + at.BOARDS
    processor.bytes[start : start + size] = bytes(size)
    processor.first_board()
    processor.set_register(at.REPETITIONS, 0)
    start_streams(processor, entropy() if seed is None else seed)
    first = game.declaration.turns[0]
    for k, value in enumerate((0, first.player, first.for_player, first.of_type, 1, 0)):
        processor.set_cell(at.TURN_BLOCK + 4 * k, value)
    game.run_event("OnNewGame")
    pieces = _plain_pieces(game)
    if not pieces:
        _put_one_by_one(game)
    else:
        cells = processor.i32
        for place, cell in pieces:
            cells[place] = cell
    game.forth.current = None  # what goes wrong later is not a fault of the set-up


def _plain_pieces(game: Game) -> list[tuple[int, int]] | None:
    """Where pieces go and which, if the language's own OnEditAdd puts them on known positions."""
    forth = game.forth
    own = forth.word("OnEditAdd").index >= forth.fence
    if own or forth.processor.register(at.BOARD) != at.BOARDS:
        return None
    if game.pieces_set_up is None:
        game.pieces_set_up = _read_pieces(game)
    return game.pieces_set_up


def _read_pieces(game: Game) -> list[tuple[int, int]]:
    """Cells of the block and their contents; nothing if a name is not that of a constant."""
    forth = game.forth
    found = []
    limit = forth.processor.register(at.POSITIONS)
    for item in game.declaration.setups:
        words = [
            forth.dictionary.find(token.text) for token in (item.player, item.piece, item.position)
        ]
        values = [word.value for word in words if word is not None and word.kind == "literal"]
        if len(values) < len(words) or not 0 <= values[2] < limit:
            return []
        found.append(((at.MEMORY + at.BOARDS >> 2) + values[2], values[0] | values[1]))
    return found


def _put_one_by_one(game: Game) -> None:
    """Put each piece by OnEditAdd."""
    words: dict[str, Word] = {}  # names are looked up once, most of them stand there often
    add = game.forth.word("OnEditAdd").entry
    for item in game.declaration.setups:
        values = []
        for token in (item.player, item.piece, item.position):
            game.forth.current = token
            word = words.get(token.text)
            if word is None:
                word = words[token.text] = game.forth.word(token.text)
            known = word.kind == "literal"  # as positions, players and pieces are
            values.append(word.value if known else game.call(word.entry))
        game.call(add, *values)
