"""Results and points as people say them."""

from __future__ import annotations

from typing import Any

from forthgame.api.game import State
from forthgame.base.errors import ForthgameError
from forthgame.draw.scenes import score_rules
from forthgame.draw.score_table import surrounded

HALVES = {0.0: "", 0.25: "¼", 0.5: "½", 0.75: "¾"}


def number_text(number: float) -> str:
    """Return a number of points: `7½`, `-3`, `0.2`."""
    whole, part = divmod(abs(number), 1)
    sign = "-" if number < 0 else ""
    if part not in HALVES:
        return f"{number:.1f}"
    return f"{sign}{int(whole) if whole or not part else ''}{HALVES[part]}"


def points_of(state: State, over: bool) -> tuple[dict[str, float], str]:
    """Return the points of each player and their unit; none if the board file is wrong."""
    try:
        rules = score_rules(state.game)
    except ForthgameError:  # it is reported where a picture is drawn
        return {}, ""
    return rules.points(state, over), rules.unit


def points_document(state: State, over: bool) -> dict[str, Any]:
    """Return the points as texts by player, and at the end the positions that players surround."""
    points, unit = points_of(state, over)
    found: dict[str, Any] = {
        "points": {player: number_text(number) for player, number in points.items()},
        "unit": unit if points else "",
    }
    if over and points and score_rules(state.game).surrounded:
        found["surrounded"] = surrounded(state)
    return found


def result_text(state: State) -> str:
    """Return the result: who has won, by how much if points are counted, and the ending's name."""
    if state.outcome is None:
        return f"{state.player} has no move"
    outcomes = state.outcomes()
    won = [player for player, outcome in outcomes.items() if outcome == "win"]
    name = f": {state.ending.replace('-', ' ')}" if state.ending else ""
    points, unit = points_of(state, over=True)
    if won:
        by = _margin(points, won, unit)
        return f"{' and '.join(won)} {'wins' if len(won) == 1 else 'win'}{by}{name}"
    if set(outcomes.values()) == {"loss"}:
        return f"{'Nobody wins' if len(outcomes) > 1 else f'{state.player} loses'}{name}"
    return f"A draw{name}"


def _margin(points: dict[str, float], won: list[str], unit: str) -> str:
    """Return ` by 7½ points` if two players have points and the winner has more."""
    if len(points) != 2 or len(won) != 1 or won[0] not in points:
        return ""
    margin = 2 * points[won[0]] - sum(points.values())
    ending = "es" if unit.endswith("xes") else "s"
    named = unit.removesuffix(ending) if margin == 1 else unit
    return f" by {number_text(margin)} {named}" if margin > 0 else ""
