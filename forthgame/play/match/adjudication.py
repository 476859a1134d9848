"""Adjudication: end a game by the engines' scores before its rules do."""

from __future__ import annotations

from collections.abc import Sequence

from forthgame.play.model.game_record import Thought
from forthgame.play.model.limits import Adjudication

DRAWN = "a draw by agreement of the scores"
WON = "won by agreement of the scores"


class Judge:
    """The scores of a game, each seat's in its own view."""

    def __init__(self, rules: Adjudication, seats: Sequence[str]) -> None:
        self._rules = rules
        self._quiet = dict.fromkeys(seats, 0)  # moves in a row with a score within the bound
        self._won = dict.fromkeys(seats, 0)
        self._lost = dict.fromkeys(seats, 0)
        self._last: dict[str, int | None] = dict.fromkeys(seats, None)

    def add(
        self, mover: str, thought: Thought | None, plies: int
    ) -> tuple[str, dict[str, str]] | None:
        """Count a move after which `plies` have been played.

        `thought` is None, or has no score, if the engine reports none.

        Return the reason and each seat's result if the game ends, else None.
        """
        if mover not in self._last:
            return None
        rules, score = self._rules, thought.score if thought else None
        self._last[mover] = score
        if rules.draw_score is not None:
            still = score is not None and abs(score) <= rules.draw_score
            self._quiet[mover] = self._quiet[mover] + 1 if still else 0
            if min(self._quiet.values()) >= rules.draw_moves and plies >= rules.draw_after:
                return DRAWN, dict.fromkeys(self._quiet, "draw")
        if rules.resign_score is not None:
            ahead = score is not None and score >= rules.resign_score
            behind = score is not None and score <= -rules.resign_score
            self._won[mover] = self._won[mover] + 1 if ahead else 0
            self._lost[mover] = self._lost[mover] + 1 if behind else 0
            for winner, loser in self._sides():
                if min(self._won[winner], self._lost[loser]) >= rules.resign_moves:
                    return WON, {winner: "win", loser: "loss"}
        return None

    def at_limit(self) -> dict[str, str] | None:
        """Return results by the last scores, None unless both engines see the same side ahead."""
        for winner, loser in self._sides():
            up, down = self._last[winner], self._last[loser]
            if up is not None and down is not None and up > 0 > down:
                return {winner: "win", loser: "loss"}
        return None

    def _sides(self) -> list[tuple[str, str]]:
        seats = list(self._last)
        return [(seats[0], seats[1]), (seats[1], seats[0])] if len(seats) == 2 else []
