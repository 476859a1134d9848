"""State, a position of a game in progress."""

from __future__ import annotations

from typing import TYPE_CHECKING

from forthgame.machine.memory.locks import one_at_a_time
from forthgame.position.playthrough import Playthrough

if TYPE_CHECKING:
    from forthgame.api.game import Game
    from forthgame.why.answers.explain import Explanation


@one_at_a_time("explain", "game.lock")
class State(Playthrough):
    """A game in progress. States of one Game are independent but share its machine.

    `game` is the Game; `level` the number of its level, from 1, in a game with levels. Equal states
    have the same board, turn, random streams and history, in the same script. The hash changes with
    the position: put copies in sets and dicts.
    """

    game: Game

    def explain(self, question: str) -> Explanation:
        """Explain why a move is legal or not; `question` is as in `forthgame.explain`.

        Raises ForthgameError for an invalid question, and the other errors of `forthgame.explain`.
        """
        from forthgame.why.answers.explain import explain

        return explain(self, question)

    def __str__(self) -> str:
        from forthgame.draw.text_board import board_text

        ended = self.ending_text()
        return f"{board_text(self)}\n{ended or f'{self.player} to move'}"

    def _repr_svg_(self) -> str:
        """Return the board as SVG for notebooks."""
        from forthgame.draw import svg

        return svg(self, size=480)
