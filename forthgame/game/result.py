"""Results of a game for every player."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from forthgame.game.played import outcome_name
from forthgame.lang import beyond as more

if TYPE_CHECKING:
    from forthgame.game.played import Position
    from forthgame.game.playthrough import Playthrough
    from forthgame.game.script import Script

POINTS = {"win": 1.0, "draw": 0.5, "loss": 0.0}


@dataclass(frozen=True)
class Verdict:
    """The result of an ending.

    `name` is the ending's; `outcomes` and `scores` have an entry for each player, including neutral
    ones and dice. `scores` is empty if the ending does not give any.
    """

    name: str
    outcomes: dict[str, str]
    scores: dict[str, int]


def read_verdict(game: Script) -> Verdict | None:
    """Return the verdict that the engine received last, None if no ending has decided."""
    name = game.declaration.endings.found
    if name is None:
        return None
    players = game.declaration.players
    outcomes = {p.name: outcome_name(game.quick("(result-of)", p.code)) or "" for p in players}
    scores: dict[str, int] = {}
    if game.forth.processor.register(more.ENDING_SCORED):
        scores = {p.name: game.quick("(score-of)", p.code) for p in players}
    return Verdict(name, outcomes, scores)


def opposite_outcomes(seats: list[str], mover: str, outcome: str) -> dict[str, str] | None:
    """Return the outcomes of all players if they follow from the mover's, else None."""
    if outcome == "draw":
        return dict.fromkeys(seats, "draw")
    if len(seats) == 2 and mover in seats:
        other = "loss" if outcome == "win" else "win"
        return {seat: outcome if seat == mover else other for seat in seats}
    return None


def _told(outcomes: dict[str, str], mover: str) -> str:
    won = [player for player, outcome in outcomes.items() if outcome == "win"]
    if won:
        return f"{' and '.join(won)} {'wins' if len(won) == 1 else 'win'}"
    if set(outcomes.values()) == {"loss"}:
        return "nobody wins" if len(outcomes) > 1 else f"{mover} loses"
    return "a draw"


class Results:
    """The part of a State for results."""

    game: Script
    position: Position

    @property
    def _own(self) -> Playthrough:
        return cast("Playthrough", self)

    @property
    def ending(self) -> str | None:
        """Return the name of the ending that has ended the game; None without one."""
        outcome, verdict = self._own.outcome, self.position.verdict
        return verdict.name if outcome is not None and verdict is not None else None

    def outcomes(self) -> dict[str, str]:
        """Return "win", "loss" or "draw" for each player who can win; empty before the end."""
        own = self._own
        outcome, seats = own.outcome, self.game.declaration.competitors
        if outcome is None:
            return {}
        position = self.position
        if position.verdict is not None:
            return {seat: position.verdict.outcomes[seat] for seat in seats}
        told = opposite_outcomes(seats, own.player, outcome) or position.outcomes
        if told is None:
            against = "loss" if outcome == "win" else "win"
            told = {
                s: outcome
                if s == own.player
                else own.outcome_for(s) or (outcome if own._sides_with(s) else against)
                for s in seats
            }
            position.outcomes = told  # stored because the script may draw it
        return dict(told)

    @property
    def winner(self) -> str | tuple[str, ...] | None:
        """Return the winner, a tuple of several joint winners, or None."""
        found = tuple(name for name, outcome in self.outcomes().items() if outcome == "win")
        return found[0] if len(found) == 1 else found or None

    @property
    def result(self) -> dict[str, float] | None:
        """Return scores, or 1, 0.5 and 0, for each player who can win; None before the end."""
        outcomes, verdict = self.outcomes(), self.position.verdict
        if verdict is not None and verdict.scores:
            return {seat: float(verdict.scores[seat]) for seat in outcomes}
        return {seat: POINTS[outcome] for seat, outcome in outcomes.items()} or None

    def ending_text(self) -> str:
        """Return the result as text, `the game is over: X wins`; empty while the game goes on.

        The name of the ending follows in parentheses, then the points if the script counts them.
        """
        outcomes = self.outcomes()
        if not outcomes and self._own.outcome is None:
            return ""
        name = f" ({self.ending})" if self.ending else ""
        verdict = self.position.verdict
        scores = verdict.scores if verdict is not None else {}
        points = ", ".join(f"{seat} {scores[seat]}" for seat in outcomes if seat in scores)
        behind = f": {points}" if points else ""
        return f"the game is over: {_told(outcomes, self._own.player)}{name}{behind}"

    def returns(self) -> list[float]:
        """Return the values of `result` in the order of the players; zeros before the end."""
        return list((self.result or dict.fromkeys(self.game.declaration.competitors, 0.0)).values())
