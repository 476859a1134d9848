"""What engines may use, how long a game may last, and when it ends without its rules."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, Literal, Self

from forthgame.arguments import LARGEST, optional_seconds, optional_whole, seconds, whole
from forthgame.play.entrant import Entrant

CLOCK = re.compile(
    r"(?:(?P<moves>\d{1,6})/)?(?:(?P<minutes>\d{1,6}):)?(?P<seconds>\d{1,9}(?:\.\d{1,6})?)"
    r"(?:\+(?P<increment>\d{1,6}(?:\.\d{1,6})?))?"
)
SHARE = 25  # moves that the rest of a clock has to last for, if no control is nearer
RESERVE = 0.9  # share of what is left that a move may be given
LEAST = 0.001  # seconds
INCREMENTS = 20  # that may have been saved when an answer is awaited
WAITED = 10.0  # seconds beyond the time of a move
UNLIMITED = 600.0  # seconds waited where no time is set
AtLimit = Literal["draw", "score", "evaluation"]
AT_LIMIT: tuple[AtLimit, ...] = ("draw", "score", "evaluation")


@dataclass(frozen=True)
class Clock:
    """A seat's time for a game: seconds, an increment after each move, and the margin by which
    they may be overstepped. After every `moves` moves the seconds are added again (0: never)."""

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
        """A clock from `60+0.6`, `40/60`, `40/1:30+0.5`. Raises ValueError."""
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
    """What is left on a seat's clock."""

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
        """Seconds that an engine without a plan of its own is given for the next move."""
        share = self.left / min(self.control or SHARE, SHARE) + 0.75 * self.clock.increment
        return max(LEAST, min(share, RESERVE * self.left, LARGEST))

    def spend(self, seconds: float) -> None:
        """A move has taken so long."""
        self.moves += 1
        self.left = max(0.0, self.left - seconds) + self.clock.increment
        if self.clock.moves and self.moves % self.clock.moves == 0:
            self.left += self.clock.seconds


@dataclass(frozen=True)
class Adjudication:
    """When a game ends before its rules say so. Engines' scores count, each in its own view.

    It is drawn when both (or all) have had no score beyond `draw_score` on `draw_moves` moves in a
    row, from ply `draw_after` on. It is won when one of two has had a score of `resign_score` or
    more on `resign_moves` moves in a row, and the other one minus that or less. None turns either
    off. `at_limit` is what a game at the limit of plies is: a `draw`; by `score` won by the one of
    two whom both engines' last scores see ahead; by `evaluation` by the referee's `OnEvaluate`.
    """

    draw_score: int | None = None
    draw_moves: int = 8
    draw_after: int = 0
    resign_score: int | None = None
    resign_moves: int = 3
    at_limit: AtLimit = "draw"

    def __post_init__(self) -> None:
        optional_whole(self.draw_score, "the score of a draw", 0)
        optional_whole(self.resign_score, "the score of a resignation", 1)
        whole(self.draw_moves, "the number of moves of a draw", 1)
        whole(self.draw_after, "the ply from which draws are seen", 0)
        whole(self.resign_moves, "the number of moves of a resignation", 1)
        if self.at_limit not in AT_LIMIT:
            raise ValueError(f"at the limit of plies a game is {', '.join(AT_LIMIT)}")

    @property
    def of_two(self) -> bool:
        """Whether it compares two sides."""
        return self.resign_score is not None or self.at_limit != "draw"


def read_rule(text: str, names: tuple[str, ...]) -> dict[str, int]:
    """`score=20 moves=8`: whole numbers under some names. Raises ValueError."""
    given: dict[str, int] = {}
    wanted = " ".join(f"{name}=" for name in names)
    for part in text.replace(",", " ").split():
        key, equals, value = part.partition("=")
        if not equals or key not in names:
            raise ValueError(f"{part!r} is none of {wanted}")
        if key in given:
            raise ValueError(f"{key} is given twice")
        if not (value.isascii() and value.isdecimal()):
            raise ValueError(f"{key} must be a whole number, not {value!r}")
        significant = value.lstrip("0") or "0"
        if len(significant) > 9:
            raise ValueError(f"{key} can be 999999999 at most")
        given[key] = int(significant)
    if "score" not in given:
        raise ValueError("score must be given")
    return given


@dataclass(frozen=True)
class Limits:
    """What an engine may use for a move, and how long a game may last.

    `time` in seconds, `depth` in plies and `nodes` are handed to the engine; `plies` ends a game
    as a draw; an answer that takes more than `timeout` seconds is none. With a `clock` an engine
    has time for the whole game; `adjudication` ends games by scores.
    """

    time: float | None = None
    depth: int | None = None
    nodes: int | None = None
    plies: int = 5000
    timeout: float | None = None
    clock: Clock | None = None
    adjudication: Adjudication | None = None

    def __post_init__(self) -> None:
        own = self.__dict__  # of a frozen object: numbers of numpy become Python's
        own["time"] = optional_seconds(self.time, "the time of a move")
        own["timeout"] = optional_seconds(self.timeout, "the time to wait for an answer")
        own["depth"] = optional_whole(self.depth, "the depth of a search", 1)
        own["nodes"] = optional_whole(self.nodes, "the positions of a search", 1)
        own["plies"] = whole(self.plies, "the number of plies", 1, LARGEST)
        if self.clock is not None and self.time is not None:
            raise ValueError("engines have a time for each move, or a clock for the game")

    def timed(self, entrant: Entrant) -> bool:
        """Whether it matters how long an entrant takes for a move."""
        own = (self.time, self.timeout, self.clock, entrant.time)
        return any(each is not None for each in own) or entrant.is_program

    def patience(self, entrant: Entrant | None = None) -> float:
        """Seconds to wait for an answer: ten more than the time of a move, or ten minutes."""
        if self.timeout is not None:
            return self.timeout
        if self.clock is not None:
            saved = self.clock.seconds + INCREMENTS * self.clock.increment
            return saved + self.clock.margin + WAITED
        own = entrant.time if entrant else None
        seconds = self.time if own is None else own
        return UNLIMITED if seconds is None else seconds + WAITED


def limits_from_json(document: dict[str, Any]) -> Limits:
    """Limits that `dataclasses.asdict` has made a document of."""
    whole_of = dict(document)
    clock, adjudication = whole_of.get("clock"), whole_of.get("adjudication")
    whole_of["clock"] = Clock(**clock) if clock else None
    whole_of["adjudication"] = Adjudication(**adjudication) if adjudication else None
    return Limits(**whole_of)
