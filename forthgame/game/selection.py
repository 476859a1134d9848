"""Attribute errors that the engine detects outside a script's words to a word."""

from __future__ import annotations

from forthgame.errors import ScriptError
from forthgame.game.declare import Declaration
from forthgame.lang.dictionary import Word
from forthgame.lang.facts import GOING_ON, STORING

DRAWN = -312  # a chosen move was not generated again
CHANGED = -282  # numbers of the errors
ENDLESS = -284
LISTS_CHANGED = -300
BOARDS_CHANGED = -315
EVENTS = {CHANGED: "OnMoves", LISTS_CHANGED: "OnIsLegal?", BOARDS_CHANGED: "OnTogether"}


def _blamed(number: int) -> frozenset[str]:
    from forthgame.lang.doing import DRAWING  # slow to import

    return GOING_ON if number == ENDLESS else DRAWING | STORING | {"(DEFER)"}


def place_error(declaration: Declaration, error: ScriptError) -> None:
    """Add the place of the responsible word to an error that no word of the script has raised."""
    event = EVENTS.get(error.number)
    if error.place is not None or (event is None and error.number not in (ENDLESS, DRAWN)):
        return
    if event is None:
        word = _move_word_with(declaration, _blamed(error.number))
    else:
        word = declaration.forth.dictionary.find(event)
    if word is not None and word.place is not None:
        error.place, error.word = word.place, word.name


def _move_word_with(declaration: Declaration, names: frozenset[str]) -> Word | None:
    """Return the first move word that can run one of some words, else the first of all."""
    program = declaration.forth.program
    words = [word for listed in declaration.lists.values() for word, _ in listed.entries]
    able = (w for w in words if any(f.has(names) for f in program.called({w.entry})))
    return next(able, words[0] if words else None)
