"""The moves of a game so far in a notation."""

from __future__ import annotations

from typing import TYPE_CHECKING

from forthgame.base.errors import IllegalMove
from forthgame.position.position_record import Position
from forthgame.position.texts.notation import Notation, notation_named

if TYPE_CHECKING:
    from forthgame.position.playthrough import Playthrough


def history_in(state: Playthrough, notation: str) -> list[str]:
    """Return the texts of the moves that were played. Raises TextsError."""
    known = notation_named(state.game, notation)
    with state.game.lock:
        texts, past = state.history, [*state.past]
        before = state.ahead()
        start = len(texts) - len(past)
        for k, position in enumerate(past, start):
            before.position = _copied(position)
            texts[k] = _text(known, before, texts[k], state.move_texts[k]) or texts[k]
    return texts


def _copied(position: Position) -> Position:
    """Return a position with its list, which is not kept longer than it is needed."""
    found = Position(position.turn, position.board)
    found.arena, found.count = position.whole_list, position.count
    return found


def _text(known: Notation, state: Playthrough, long: str, number: str | int) -> str:
    """Return the text of a move, by its number in the list or its long text."""
    moves = state.moves(after_end=True)
    if isinstance(number, str):
        try:
            number = state.find(long, exact=True, after_end=True).index
        except IllegalMove:
            return ""
    text = known.text(moves, number)
    return text + known.signs(state, [number])[0] if text else ""
