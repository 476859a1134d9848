"""Prepare the machine to run a word as move generation would: position, piece, move list."""

from __future__ import annotations

from forthgame.base import arguments
from forthgame.base.errors import ForthgameError, quoted
from forthgame.position.playthrough import Playthrough
from forthgame.rules.model import Piece
from forthgame.rules.script import Script
from forthgame.rules.stepping import begin_generation, open_call
from forthgame.why.inspection.short_texts import contents, did_you_mean, run_engine
from forthgame.words.registers import memory_layout as at
from forthgame.words.table.dictionary import Word


def word_named(game: Script, name: str) -> Word:
    """Return the word with the given name. Raises ForthgameError."""
    arguments.text(name, "a word must be named by")
    found = game.forth.dictionary.find(name)
    if found is None:
        hint = did_you_mean(game.forth.dictionary.nearest(name))
        raise ForthgameError(f"there is no word {quoted(name)}{hint}")
    return found


def position_number(game: Script, name: str) -> int:
    """Return the number of a position. Raises ForthgameError."""
    try:
        return game.declaration.positions.index(name)
    except ValueError:
        raise ForthgameError(f"there is no position {name!r}") from None


def entries(game: Script, address: int) -> list[tuple[Word, int]]:
    """Return the words of the move list at an address with their move types."""
    found = game.declaration.lists.get(address)
    return [] if found is None else found.entries


def _tries(game: Script, word: Word, address: int) -> bool:
    return any(entry.token == word.token for entry, _ in entries(game, address))


def first_position(game: Script, word: Word) -> int:
    """Return the first position where generation would run a word, or 0 if there is none."""
    declared, processor = game.declaration, game.forth.processor
    if any(_tries(game, word, piece.drops) for piece in declared.pieces):
        return 0
    owner = processor.cell(at.A_FOR_PLAYER)
    for number in range(len(declared.positions)):
        cell = contents(game, number)
        kind = cell & at.PIECE_MASK
        own = cell & at.PLAYER_MASK == owner and 1 <= kind <= len(declared.pieces)
        if own and _tries(game, word, declared.pieces[kind - 1].moves):
            return number
    return 0


def _piece_and_type(game: Script, word: Word, position: int) -> tuple[int, int]:
    """Return the board cell of the piece that a word would move or drop, and the move type."""
    pieces: list[Piece] = game.declaration.pieces
    owner = game.forth.processor.cell(at.A_FOR_PLAYER)
    there = contents(game, position)
    number = there & at.PIECE_MASK
    if there & at.PLAYER_MASK == owner and 1 <= number <= len(pieces):
        for entry, kind in entries(game, pieces[number - 1].moves):
            if entry.token == word.token:
                return there, kind
    for number, piece in enumerate(pieces, 1):
        for entry, kind in entries(game, piece.drops):
            if entry.token == word.token:
                return (owner & at.PLAYER_MASK) | number, kind
    return there, 0


def begin_turn(game: Script) -> None:
    """Open the turn's move list, as `(generate-turn)` does, without scanning."""
    game.run_word("(abandon-generation)")
    run_engine(game, "(notify)", at.EVENT_NAMES.index("OnGenerateMoves"))
    begin_generation(game)


def stand_before(state: Playthrough, word: Word, position: int | None) -> None:
    """Prepare the machine to run a word at a position, in a frame of its own.

    An event runs with the moves of the turn available; every other word runs as a move word. Call
    it in the body of `isolated`, and use the machine for nothing else until that ends.
    """
    game, processor = state.game, state.game.forth.processor
    is_event = word.name in at.EVENT_NAMES
    if is_event:
        state.moves(after_end=True)
    processor.mark.taken = True  # see `exclusive_use` in locks.py
    state.enter()
    if not is_event:
        begin_turn(game)
        number = first_position(game, word) if position is None else position
        piece, kind = _piece_and_type(game, word, number)
        for offset, value in (
            (at.SCAN_PLAYERS, 0),
            (at.SCAN_POSITION, number),
            (at.SCAN_TYPE, kind),
            (at.SCAN_ACTIVE, 1),
        ):
            processor.set_register(offset, value)
        for address, value in ((at.A_HERE, number), (at.A_FROM, number), (at.A_PIECE, piece)):
            processor.set_cell(address, value)
    processor.tidy()
    processor.push(word.token)
    open_call(game, game.forth.engine_word("(FRAME)").entry)
    processor.advance(1)
