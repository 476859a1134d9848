"""Moves as one word each, as a line of UGI needs them.

A game whose file declares the notation `uci` is played in it. Elsewhere a move is its text with
blanks written as `_`; an underscore or what a line cannot hold is written as `%` and digits.
"""

from __future__ import annotations

from forthgame.api.state import State
from forthgame.errors import IllegalMove
from forthgame.game.moves import Move, Moves
from forthgame.game.naming import text_alone
from forthgame.game.quoting import quoted, unquoted
from forthgame.game.texts.notation import Notation, notations
from forthgame.game.texts.tables import tables_path
from forthgame.play.ugi.settings import KEY, LONG, in_order


def known_notations(state: State) -> list[str]:
    """Names of the notations that a game can be played in; the first is the usual one."""
    declared = [] if tables_path(state.game) is None else list(notations(state.game))
    return in_order(declared)


def word_of(text: str) -> str:
    """A text of a move as one word."""
    return "_".join(quoted(part).replace("_", "%5f") for part in text.split(" "))


def text_of(word: str) -> str:
    """The text again."""
    return unquoted(word.replace("_", " "))


class Words:
    """Writes and reads the moves of a position in a notation."""

    def __init__(self, state: State, notation: str) -> None:
        known = None if notation in (LONG, KEY) else notations(state.game)[notation]
        self.notation, self._known = notation, known

    def write(self, state: State, move: Move, moves: Moves) -> str:
        """A legal move as a word."""
        if self.notation == KEY:
            return str(move.key)
        known: Notation | None = self._known
        text = known.write(state, move, moves) if known is not None else ""
        return text if text and " " not in text else word_of(text_alone(moves, move.index))

    def read(self, state: State, word: str) -> Move:
        """The legal move that a word means, or that people mean by it. Raises IllegalMove."""
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
