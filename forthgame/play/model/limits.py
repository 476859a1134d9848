"""Limits of engines and games: clocks, adjudication, and bounds of a search."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, Literal, Self

from forthgame.base.arguments import LARGEST, optional_seconds, optional_whole, seconds, whole
from forthgame.play.model.schedule import Entrant

CLOCK = re.compile(
    r"(?:(?P<moves>\d{1,6})/)?(?:(?P<minutes>\d{1,6}):)?(?P<seconds>\d{1,9}(?:\.\d{1,6})?)"
    r"(?:\+(?P<increment>\d{1,6}(?:\.\d{1,6})?))?"
)
SHARE = 25  # moves over which a clock's rest is divided, if no control is nearer
RESERVE = 0.9  # share of the time left that a move may get
LEAST = 0.001  # seconds
INCREMENTS = 20  # increments added to the bound of an answer
WAITED = 10.0  # seconds waited beyond the time of a move
UNLIMITED = 600.0  # seconds waited if no time is set
AtLimit = Literal["draw", "score", "evaluation"]
AT_LIMIT: tuple[AtLimit, ...] = ("draw", "score", "evaluation")


@dataclass(frozen=True)
class Clock:
    """A seat's time for a game: seconds, increment after each move, and margin for overstepping.

    After every `moves` moves the seconds are added again (0: never).
    """

    seconds: float
    increment: float = 0.0
    moves: int = 0
    margin: float = 0.0

    def __post_init__(self) -> None:
        for value, what in (
            (self.seconds, "the time of a clock"),
            (self.increment, "the increment of a clock"),
            (self.margin, "the margin of a clock"),
        ):
            seconds(value, what)
        if not self.seconds:
            raise ValueError(f"a clock has more than 0 and at most {LARGEST} seconds")
        whole(self.moves, "the moves of a time control", 0, LARGEST)

    @classmethod
    def parse(cls, text: str, margin: float = 0.0) -> Self:
        """Parse `60+0.6`, `40/60` or `40/1:30+0.5`. Raises ValueError."""
        found = CLOCK.fullmatch(text.strip())
        if found is None:
            raise ValueError(
                f"a clock is written [MOVES/][MINUTES:]SECONDS[+INCREMENT], not {text!r}"
            )
        seconds = 60 * int(found["minutes"] or 0) + float(found["seconds"])
        return cls(seconds, float(found["increment"] or 0), int(found["moves"] or 0), margin)

    def __str__(self) -> str:
        moves = f"{self.moves}/" if self.moves else ""
        increment = f"+{self.increment:g}" if self.increment else ""
        return f"{moves}{self.seconds:g}{increment}"


class Bank:
    """The time left on a seat's clock."""

    def __init__(self, clock: Clock) -> None:
        self.clock = clock
        self.left = clock.seconds
        self.moves = 0

    @property
    def control(self) -> int:
        """Moves until the next time control, 0 if there is none."""
        return self.clock.moves - self.moves % self.clock.moves if self.clock.moves else 0

    @property
    def bound(self) -> float:
        """Seconds after which the game is lost on time."""
        return self.left + self.clock.margin

    def allotted(self) -> float:
        """Return the seconds for the next move of an engine without its own time management."""
        share = self.left / min(self.control or SHARE, SHARE) + 0.75 * self.clock.increment
        return max(LEAST, min(share, RESERVE * self.left, LARGEST))

    def spend(self, seconds: float) -> None:
        self.moves += 1
        self.left = max(0.0, self.left - seconds) + self.clock.increment
        if self.clock.moves and self.moves % self.clock.moves == 0:
            self.left += self.clock.seconds


@dataclass(frozen=True)
class Adjudication:
    """Rules that end a game by the engines' scores, each from its own point of view.

    The game is drawn if no seat had a score beyond `draw_score` on `draw_moves` moves in a row,
    from ply `draw_after` on. It is won if one of two seats had a score of at least `resign_score`
    on `resign_moves` moves in a row, and the other at most minus that. None disables a rule.
    `at_limit` decides games at the limit of plies: `draw`; `score`, won by the seat that both
    engines' last scores see ahead; or `evaluation`, by the referee's `OnEvaluate`.
    """

    draw_score: int | None = None
    draw_moves: int = 8
    draw_after: int = 0
    resign_score: int | None = None
    resign_moves: int = 3
    at_limit: AtLimit = "draw"

    def __post_init__(self) -> None:
        for check, value, what, least in (
            (optional_whole, self.draw_score, "the score of a draw", 0),
            (optional_whole, self.resign_score, "the score of a resignation", 1),
            (whole, self.draw_moves, "the number of moves of a draw", 1),
            (whole, self.draw_after, "the ply from which draws are seen", 0),
            (whole, self.resign_moves, "the number of moves of a resignation", 1),
        ):
            check(value, what, least)
        if self.at_limit not in AT_LIMIT:
            raise ValueError(f"at the limit of plies a game is {', '.join(AT_LIMIT)}")

    @property
    def of_two(self) -> bool:
        """Return whether the rules compare two sides."""
        return self.resign_score is not None or self.at_limit != "draw"


def read_rule(text: str, names: tuple[str, ...]) -> dict[str, int]:
    """Parse whole numbers under given names: `score=20 moves=8`. Raises ValueError."""
    given: dict[str, int] = {}
    wanted = " ".join(f"{name}=" for name in names)
    for part in text.replace(",", " ").split():
        key, equals, value = part.partition("=")
        significant = value.lstrip("0") or "0"
        for valid, message in (
            (equals and key in names, f"{part!r} is none of {wanted}"),
            (key not in given, f"{key} is given twice"),
            (
                value.isascii() and value.isdecimal(),
                f"{key} must be a whole number, not {value!r}",
            ),
            (len(significant) <= 9, f"{key} can be 999999999 at most"),
        ):
            if not valid:
                raise ValueError(message)
        given[key] = int(significant)
    if "score" not in given:
        raise ValueError("score must be given")
    return given


@dataclass(frozen=True)
class Limits:
    """Limits of an engine's search for a move and of the length of a game.

    `time` in seconds, `depth` in plies and `nodes` are passed to the engine. A game is drawn after
    `plies`. An entrant loses if its answer takes more than `timeout` seconds. With a `clock` an
    engine has time for the whole game; `adjudication` ends games by scores.
    """

    time: float | None = None
    depth: int | None = None
    nodes: int | None = None
    plies: int = 5000
    timeout: float | None = None
    clock: Clock | None = None
    adjudication: Adjudication | None = None

    def __post_init__(self) -> None:
        own = self.__dict__  # of a frozen object; numpy's numbers become Python's
        own["time"] = optional_seconds(self.time, "the time of a move")
        own["timeout"] = optional_seconds(self.timeout, "the time to wait for an answer")
        own["depth"] = optional_whole(self.depth, "the depth of a search", 1)
        own["nodes"] = optional_whole(self.nodes, "the positions of a search", 1)
        own["plies"] = whole(self.plies, "the number of plies", 1, LARGEST)
        if self.clock is not None and self.time is not None:
            raise ValueError("engines have a time for each move, or a clock for the game")

    def timed(self, entrant: Entrant) -> bool:
        """Return whether the time that an entrant takes for a move matters."""
        own = (self.time, self.timeout, self.clock, entrant.time)
        return any(each is not None for each in own) or entrant.is_foreign

    def patience(self, entrant: Entrant | None = None) -> float:
        """Return the seconds to wait for an answer: the time of a move plus ten, or ten minutes."""
        if self.timeout is not None:
            return self.timeout
        if self.clock is not None:
            saved = self.clock.seconds + INCREMENTS * self.clock.increment
            return saved + self.clock.margin + WAITED
        own = entrant.time if entrant else None
        seconds = self.time if own is None else own
        return UNLIMITED if seconds is None else seconds + WAITED


def limits_from_json(document: dict[str, Any]) -> Limits:
    """Rebuild limits from the dictionary made by `dataclasses.asdict`."""
    whole_of = dict(document)
    clock, adjudication = whole_of.get("clock"), whole_of.get("adjudication")
    whole_of["clock"] = Clock(**clock) if clock else None
    whole_of["adjudication"] = Adjudication(**adjudication) if adjudication else None
    return Limits(**whole_of)
