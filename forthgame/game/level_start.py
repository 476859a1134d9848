"""Begin a level of a puzzle: set up its position, and carry storage over from the level before."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from forthgame.errors import ScriptError
from forthgame.game.edit import validated
from forthgame.game.levels import Level, wrong
from forthgame.game.position import PositionError, read_position, storage_places
from forthgame.game.quoting import quoted
from forthgame.game.running import to_beginning
from forthgame.game.streams import seed_of
from forthgame.lang import layout as at
from forthgame.lang.dictionary import Word
from forthgame.surroundings import entropy

if TYPE_CHECKING:
    from forthgame.game.playthrough import Playthrough
    from forthgame.game.script import Script

COLUMN = re.compile(r"column (\d+) of the position: ")
START = "turn=0,{0},{1},{2},1,0"  # the turn of a position without one


def begin_level(
    game: Script, number: int, seed: int | None, before: Playthrough | None = None
) -> Playthrough:
    """Return a state at the beginning of a level, counted from 1.

    Carried storage and the random streams come from `before` if it is given, else from a seed.
    Raises ScriptError for a level that cannot be set up, ValueError if there is no level of the
    number.
    """
    levels = game.declaration.levels
    if not 1 <= number <= len(levels):
        there = f"there are {len(levels)}" if levels else "the game has none"
        raise ValueError(f"there is no level {number}: {there}")
    level = levels[number - 1]
    if before is not None:
        seed = seed_of(before.kept_streams()[0])
    state = _read_text(game, level, seed) if level.is_text else game.states._begin(game, seed)
    if not level.is_text:
        _draw(game, level, state)
    if before is not None:
        _carry(game, before, state)
    state.level = number
    try:
        return validated(state)
    except PositionError as error:
        raise wrong(level, 0, 0, str(error)) from None


def _read_text(game: Script, level: Level, seed: int | None) -> Playthrough:
    text, shift = level.rows[0], 0
    if text.lstrip().startswith("|"):  # the game's name is optional
        name = quoted(game.name) + " "
        text, shift = name + text.lstrip(), len(name) - (len(text) - len(text.lstrip()))
    items = text.split()
    if not any(item.startswith("turn=") for item in items):
        first = game.declaration.turns[0]
        owners = [game.player_by_code(code) for code in (first.player, first.for_player)]
        names = [quoted(owner.name) if owner else "" for owner in owners]
        text += " | " + START.format(*names, first.of_type)
    try:
        state = read_position(game, text)
    except PositionError as error:
        found = COLUMN.match(str(error))
        column = int(found[1]) - 1 - shift if found else 0
        column = column if 0 <= column < len(level.rows[0]) else 0
        message = str(error)[found.end() :] if found else str(error)
        raise wrong(level, 0, column, message) from None
    if not any(item.startswith("random=") for item in items):
        state.use_seed(entropy() if seed is None else seed)
    return state


def _draw(game: Script, level: Level, state: Playthrough) -> None:
    word = game.declaration.level_word
    if word is None:
        raise wrong(level, 0, 0, "a drawing needs {drawn} word in {levels, to be read with")
    state.enter()
    with game.time_of_turn():
        _read_letters(game, level, word)
    state.position = state.capture()


def _read_letters(game: Script, level: Level, reader: Word) -> None:
    processor = game.forth.processor
    for row, letters in enumerate(level.rows):
        for column, letter in enumerate(letters):
            position = game.declaration.level_position(level, row, column)
            if position is None:
                continue
            processor.set_cell(at.A_HERE, position)
            try:
                game.call(reader.entry, ord(letter))
            except ScriptError as error:
                where = f" ({error.place})" if error.place else ""
                told = f"{reader.name} cannot read {letter!r}: {error.message}{where}"
                found = wrong(level, row, column, told)
                found.stack, found.chain = error.stack, error.chain
                raise found from error
            finally:
                to_beginning(processor)


def _carry(game: Script, before: Playthrough, state: Playthrough) -> None:
    board = bytearray(state.position.board)
    for name, offset, count, size in storage_places(game):
        if name in game.declaration.carried:
            part = slice(offset, offset + count * size)
            board[part] = before.position.board[part]
    state.position.board = bytes(board)
