"""Read plans and games from a store, which may be damaged or made by hand.

Every value is checked before it becomes part of a Plan or a GameRecord, so that their types can be
relied on. Invalid values raise DamagedStore.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, fields
from typing import Any

from forthgame.base.errors import ForthgameError
from forthgame.base.untrusted_json import parse_json
from forthgame.play.model.game_record import ENDS, MOST, GameRecord, Thought, Usage
from forthgame.play.model.limits import Adjudication, Clock, Limits
from forthgame.play.model.schedule import KINDS, Entrant
from forthgame.play.plan.plan import FARTHEST, MOST_GAMES, Plan, plan_from_json
from forthgame.play.statistics.sprt import Sprt
from forthgame.play.statistics.summary import Evaluations
from forthgame.rules.engines import Limits as SearchLimits

MOST_SECONDS = 1e12
RESULTS = ("win", "loss", "draw", None)
LATER: dict[str, Any] = {
    "files": [],
    "rules_given": True,
    "remarks": [],
    "fixed_seats": False,
    "shuffled": False,
    "retries": 1,
    "most_faults": None,
    "against_base": False,
    "anchors": [],
}  # fields that older plans lack


NUMBERS = {
    "games": ("the number of games", 1, MOST_GAMES),
    "seed": ("the seed", -MOST, MOST),
    "random_plies": ("the number of random plies", 0, MOST),
    "retries": ("the number of retries", 0, MOST),
    "most_faults": ("the number of faults", 1, MOST),
}


class DamagedStore(ForthgameError):
    """The contents of a store are not as a tournament writes them."""


def _text(value: Any, what: str) -> str:
    if not isinstance(value, str):
        raise DamagedStore(f"{what} is not text")
    try:
        value.encode()
    except UnicodeError:
        raise DamagedStore(f"{what} is not text") from None
    return value


def _whole(value: Any, what: str, low: int = 0, high: int = MOST) -> int:
    if type(value) is not int or not low <= value <= high:
        raise DamagedStore(f"{what} is not a number from {low} to {high}")
    return value


def _seconds(value: Any, what: str) -> float:
    if type(value) not in (int, float) or not 0 <= value <= MOST_SECONDS:
        raise DamagedStore(f"{what} is not a number of seconds")
    return float(value)


def _list(value: Any, what: str) -> list[Any]:
    if not isinstance(value, list):
        raise DamagedStore(f"{what} is not a list")
    return value


def _pairs(value: Any, what: str, wrong: str) -> list[list[Any]]:
    pairs = _list(value, what)
    if not all(isinstance(pair, list) and len(pair) == 2 for pair in pairs):
        raise DamagedStore(wrong)
    return pairs


def _json(text: Any, what: str) -> Any:
    try:
        return parse_json(_text(text, what))
    except ValueError as error:
        raise DamagedStore(f"{what} is damaged: {str(error)[:100]}") from None


def plan_text(plan: Plan) -> str:
    """Return a plan as stored. Raises ForthgameError if it could not be read back."""
    text = json.dumps(asdict(plan), ensure_ascii=False)
    try:
        stored_plan(text)
    except DamagedStore as error:
        raise ForthgameError(f"the plan cannot be stored: {error}") from None
    return text


def says_confined(text: Any) -> bool:
    """Return whether a plan's text claims confined play. Raises DamagedStore."""
    document = _json(text, "the plan")
    return not isinstance(document, dict) or document.get("confined") is not False


def stored_plan(text: Any) -> Plan:
    """Check a plan's text and return the plan. Raises DamagedStore."""
    document = _json(text, "the plan")
    if not isinstance(document, dict):
        raise DamagedStore("the plan is not an object")
    document = {**LATER, **document}
    if set(document) != {field.name for field in fields(Plan)}:
        raise DamagedStore("the plan has unknown or missing fields")
    for entrant in _list(document["entrants"], "the list of entrants"):
        if not isinstance(entrant, dict) or set(entrant) != {f.name for f in fields(Entrant)}:
            raise DamagedStore("an entrant has unknown or missing fields")
        for name in ("name", "script", "engine"):
            _text(entrant[name], f"an entrant's {name}")
        options = _pairs(entrant["options"], "the list of options", "an option is not a pair")
        for name, value in options:
            _text(name, "the name of an option")
            if not isinstance(value, str | bool | int | float):
                raise DamagedStore("an option is neither a text nor a number")
        try:
            SearchLimits(**dict(options))
        except (TypeError, ValueError) as error:
            raise DamagedStore(f"an option of an entrant is invalid: {str(error)[:100]}") from None
    for name in ("seats", "digests", "remarks"):
        for each in _list(document[name], f"the list of {name}"):
            _text(each, f"one of the {name}")
    wrong = "a file is not a pair of path and hash"
    for path, digest in _pairs(document["files"], "the list of files", wrong):
        _text(path, "the path of a file"), _text(digest, "the hash of a file")
    for line in _list(document["openings"], "the list of openings"):
        for move in _list(line, "an opening"):
            _text(move, "a move of an opening")
    _text(document["referee"], "the referee's script")
    if _text(document["schedule"], "the schedule") not in KINDS:
        raise DamagedStore(f"there is no schedule {document['schedule'][:60]!r}")
    for name, (what, low, high) in NUMBERS.items():
        if document[name] is not None or name != "most_faults":
            _whole(document[name], what, low, high)
    wrong = "an anchor is not a pair of entrant and rating"
    for number, elo in _pairs(document["anchors"], "the list of anchors", wrong):
        if type(elo) not in (int, float):
            raise DamagedStore(wrong)
        if not abs(elo) <= FARTHEST:
            raise DamagedStore("the rating of an anchor is too large")
        _whole(number, "the entrant of an anchor", 0, len(document["entrants"]) - 1)
    for name in ("native", "rules_given", "fixed_seats", "shuffled", "against_base"):
        if type(document[name]) is not bool:
            raise DamagedStore(f"{name} is neither true nor false")
    _check_parts(document)
    try:
        plan = plan_from_json(document)
        if len(set(plan.seats)) < max(1, len(plan.seats)) or not plan.seats:
            raise DamagedStore("the seats are not different")
        if len(plan.digests) != len(plan.entrants) + 1 or not plan.meetings:
            raise DamagedStore("the plan is incomplete")
    except DamagedStore:
        raise
    except (ForthgameError, ValueError, TypeError, KeyError, OverflowError) as error:
        raise DamagedStore(f"the plan is inconsistent: {str(error)[:200]}") from None
    return plan


def _check_parts(document: dict[str, Any]) -> None:
    """Check that limits and the sequential test have known fields with numbers."""
    limits = document["limits"] if isinstance(document["limits"], dict) else {}
    kinds: tuple[tuple[str, type, Any], ...] = (
        ("clock", Clock, limits.get("clock")),
        ("adjudication", Adjudication, limits.get("adjudication")),
        ("limits", Limits, document["limits"]),
        ("sprt", Sprt, document["sprt"]),
    )
    for name, kind, part in kinds:
        if part is None and kind is not Limits:
            continue
        known = {field.name for field in fields(kind)}
        if not isinstance(part, dict) or not set(part) <= known:
            raise DamagedStore(f"the {name} have unknown fields")
        for key, value in part.items():
            nested = key in ("model", "at_limit", "clock", "adjudication")
            if not nested and not isinstance(value, int | float | None):
                raise DamagedStore(f"{key} is not a number")


def stored_record(plan: Plan, row: Sequence[Any], seats: Sequence[Sequence[Any]]) -> GameRecord:
    """Check the rows of a game and its seats (`store.py`). Raises DamagedStore."""
    number, block, seed, end, reason, fault, winner, opening, _, seconds, _, moves = row
    seats = [(seat[1], *seat[3:5], *seat[6:]) for seat in seats]
    what = f"game {_whole(number, 'the number of a game') + 1}"
    if sorted(str(seat[0]) for seat in seats) != sorted(plan.seats):
        raise DamagedStore(f"{what} has other seats than the tournament")
    last = len(plan.entrants) - 1
    for valid, message in (
        (end in ENDS, f"{what} has an unknown kind of end"),
        (fault in (None, *plan.seats), f"the seat at fault in {what} is unknown"),
        (all(seat[2] in RESULTS for seat in seats), f"a result of {what} is unknown"),
        (
            len({seat[2] is None for seat in seats} | {end == "void"}) == 1,
            f"the results of {what} contradict its end",
        ),
    ):
        if not valid:
            raise DamagedStore(message)
    if winner is not None:
        _whole(winner, f"the winner of {what}", 0, last)
    played: list[tuple[str, str]] = []
    thoughts: dict[int, Thought] = {}
    for ply in _list(_json(moves, f"the list of moves of {what}"), f"the moves of {what}"):
        if not isinstance(ply, list) or len(ply) not in (2, 6):
            raise DamagedStore(f"a move of {what} is not a pair of player and move")
        if len(ply) == 6:
            thoughts[len(played)] = _thought(ply[2:], what)
        played.append((_text(ply[0], f"a player of {what}"), _text(ply[1], f"a move of {what}")))
    return GameRecord(
        number=number,
        seed=_whole(seed, f"the seed of {what}", -MOST),
        seats={seat[0]: _whole(seat[1], f"an entrant of {what}", 0, last) for seat in seats},
        moves=played,
        outcome={seat[0]: seat[2] for seat in seats if seat[2] is not None},
        winner=winner,
        reason=_text(reason, f"the reason of {what}"),
        seconds=_seconds(seconds, f"the time of {what}"),
        end=end,
        fault=fault,
        block=_whole(block, f"the block of {what}"),
        opening=_whole(opening, f"the opening of {what}"),
        usage={seat[0]: _usage(seat[3:], what) for seat in seats},
        thoughts=thoughts,
    )


def _thought(parts: Sequence[Any], what: str) -> Thought:
    score, depth, nodes, seconds = parts
    return Thought(
        None if score is None else _whole(score, f"a score of {what}", -MOST),
        _whole(depth, f"a depth of {what}", -MOST),
        _whole(nodes, f"the positions of {what}"),
        _seconds(seconds, f"the time of {what}"),
    )


def _usage(row: Sequence[Any], what: str) -> Usage:
    moves, seconds, slowest, nodes, choices, text, cpu, near = row
    counts = _json(text, f"the counts of {what}")
    if not isinstance(counts, dict) or set(counts) != {f.name for f in fields(Evaluations)}:
        raise DamagedStore(f"the counts of {what} have unknown or missing fields")
    for name, count in counts.items():
        _whole(count, f"{name} of {what}")
    return Usage(
        _whole(moves, f"the number of moves of {what}"),
        _seconds(seconds, f"the time of {what}"),
        _seconds(slowest, f"the time of {what}"),
        _whole(nodes, f"the positions of {what}"),
        _whole(choices, f"the choices of {what}"),
        Evaluations(**counts),
        _seconds(cpu, f"the time of {what}"),
        _whole(near, f"the moves near the limit of {what}"),
    )
