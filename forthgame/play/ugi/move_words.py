"""Moves as single words, as UGI requires.

Games that declare the notation `uci` use it. Otherwise a move is its text with blanks replaced by
`_`; underscores and characters that a line cannot contain become `%` and digits.
"""

from __future__ import annotations

from forthgame.api.state import State
from forthgame.base.errors import IllegalMove
from forthgame.base.name_quoting import quoted, unquoted
from forthgame.play.ugi.settings import KEY, LONG, in_order
from forthgame.position.move_texts import text_alone
from forthgame.position.moves import Move, Moves
from forthgame.position.texts.notation import Notation, notations
from forthgame.position.texts.texts_file import tables_path


def known_notations(state: State) -> list[str]:
    """Return the notations of a game; the first is the default."""
    declared = [] if tables_path(state.game) is None else list(notations(state.game))
    return in_order(declared)


def word_of(text: str) -> str:
    """Encode the text of a move as one word."""
    return "_".join(quoted(part).replace("_", "%5f") for part in text.split(" "))


def text_of(word: str) -> str:
    """Decode the text of a move."""
    return unquoted(word.replace("_", " "))


class MoveNotation:
    """A writer and reader of moves in a notation."""

    def __init__(self, state: State, notation: str) -> None:
        known = None if notation in (LONG, KEY) else notations(state.game)[notation]
        self.notation, self._known = notation, known

    def write(self, state: State, move: Move, moves: Moves) -> str:
        """Return the word for a legal move."""
        if self.notation == KEY:
            return str(move.key)
        known: Notation | None = self._known
        text = known.write(state, move, moves) if known is not None else ""
        return text if text and " " not in text else word_of(text_alone(moves, move.index))

    def read(self, state: State, word: str) -> Move:
        """Return the legal move for a word, exact or similar. Raises IllegalMove."""
        if self.notation != LONG:
            moves = state.moves()
            found = next((move for move in moves if self.write(state, move, moves) == word), None)
            if found is not None:
                return found
        try:
            return state.find(text_of(word))
        except IllegalMove as error:
            if error.ending:
                raise
            near = [word_of(text) for text in error.nearest]
            raise IllegalMove(word, state.player, near) from None
