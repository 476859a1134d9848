"""Find the rungs of a game, so that each scores 65 to 85 % against the one below.

A few matches first estimate how far random moves are from the strongest play, which gives the
length of a step: in a deep game the levels are further apart.

The search goes upwards. A match shows how many Elo a step of strength is worth, and the next step
is as long as the target needs. Levels for which the time is too short continue with the last step.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import pairwise
from random import Random
from time import process_time

from forthgame.api.game import Game, State
from forthgame.base.errors import ForthgameError
from forthgame.play.levels.ladder import LEVELS, Ladder, Rung, rung_at, top_rung
from forthgame.rules.engines import Limits
from forthgame.search.engine_choice import choose

LEAST, MOST = 0.65, 0.85  # scores against the rung below that are accepted
NEAR = 0.08  # from the target
CLOSEST, FURTHEST = 140.0, 275.0  # Elo between two rungs: 69 and 83 %
SAMPLED = (0.0, 0.5, 1.0, 3.0, 6.0, 9.0)  # strengths of the estimate
FEW = 12  # games of a match of the estimate
SHARE = 0.3  # of the time, for the estimate
CERTAIN = 0.96  # a higher score of few games is taken as this
BEYOND = 1.0  # steps like the last one from the strongest sample to a search with its time
GAMES = 24  # of a first match; one that fits is played again, and counted together
TRIES = 5  # matches for a rung
FIRST_STEP = 0.15  # of strength, from random moves to level 1
LONGEST_GUESS = 3.0  # a step that is not measured
RANDOM = Rung("random")
LONGEST_STEP = 6.0  # a step that is worth little even so ends the ladder
SATURATED = 0.58  # a score that shows no difference
LONGEST = 300  # plies of a game, which is a draw then
OPENING = 4  # most random plies before a game


class OutOfTime(Exception):
    """Raised when the processor time is used up."""


@dataclass
class Measurement:
    """Matches of a game between rungs, within some seconds of processor time."""

    game: Game
    family: str
    seconds: float
    seed: int = 1
    say: Callable[[str], None] = lambda _: None

    def __post_init__(self) -> None:
        self.played = 0
        self.aim = CLOSEST
        begun = process_time()
        self.end = begun + self.seconds * SHARE
        with suppress(OutOfTime):
            self._estimate()
        self.end = begun + self.seconds

    def _estimate(self) -> None:
        """Set the Elo between two rungs by matches between a few strengths."""
        found: list[float] = []
        for weak, strong in pairwise(SAMPLED):
            points = self.match(rung_at(self.family, strong), rung_at(self.family, weak), FEW)
            found.append(elo_of(points / FEW))
            whole = sum(found) + BEYOND * max(0.0, found[-1])
            self.aim = min(FURTHEST, max(CLOSEST, whole / LEVELS))
            self.say(f"strength {strong:g}: {found[-1]:+.0f} Elo; {self.aim:.0f} between levels")

    @property
    def target(self) -> float:
        """Return the score of a rung against the one below that is aimed at."""
        return float(1 / (1 + 10 ** (-self.aim / 400)))

    def ladder(self) -> Ladder:
        """Return the rungs of the levels 1 to 10; a rung that was not measured has no score."""
        strength, step = 0.0, FIRST_STEP
        rungs: list[Rung] = []
        try:
            while len(rungs) < LEVELS - 1:
                rung, step = self._next(rungs[-1] if rungs else RANDOM, strength, step)
                if rungs and (rung.score or 0.0) < SATURATED:  # the game is played out
                    rungs += [replace(rungs[-1], score=None, games=0)] * (LEVELS - 1 - len(rungs))
                    break
                strength += step
                rungs.append(rung)
                self.say(f"level {len(rungs)}: {rung.engine}, random {rung.random:g}, "
                         f"score {rung.score or 0:.2f}")  # fmt: skip
        except OutOfTime:
            while len(rungs) < LEVELS - 1:
                strength += min(max(step, 0.2), LONGEST_GUESS)
                rungs.append(rung_at(self.family, strength))
        return (*rungs, top_rung(self.family))

    def _next(self, below: Rung, strength: float, step: float) -> tuple[Rung, float]:
        """Return a rung that fits on another, and its step of strength."""
        tried: list[tuple[float, Rung, float]] = []
        short, long = 0.0, math.inf  # steps that were too short and too long
        for _ in range(TRIES):
            rung = self._scored(rung_at(self.family, strength + step), below)
            score = rung.score or 0.0
            if self._fits(score):
                rung = self._scored(rung, below)
                score = rung.score or 0.0
            tried.append((abs(score - self.target), rung, step))
            if self._fits(score) or (score < SATURATED and step >= LONGEST_STEP):
                break
            short, long = (
                (max(short, step), long) if score < self.target else (short, min(long, step))
            )
            if short and long < math.inf:
                step = math.sqrt(short * long)
            else:
                worth = max(15.0, elo_of(score))
                step = min(LONGEST_STEP, step * min(2.5, max(0.4, self.aim / worth)))
        _, rung, step = min(tried, key=lambda found: found[0])
        return rung, step

    def _fits(self, score: float) -> bool:
        """Return whether a score is near the target, and a level may have it."""
        return max(LEAST, self.target - NEAR) <= score <= MOST

    def _scored(self, rung: Rung, below: Rung) -> Rung:
        """Return a rung with its score in a further match."""
        points = self.match(rung, below, GAMES)
        games = rung.games + GAMES
        known = (rung.score or 0.0) * rung.games
        return replace(rung, score=(known + points) / games, games=games)

    def match(self, one: Rung, two: Rung, games: int) -> float:
        """Return the points of a rung; both play each opening from both sides."""
        return sum(self._points(one, two, number) for number in range(games))

    def _points(self, one: Rung, two: Rung, number: int) -> float:
        seats = [seat for seat in self.game.players if not self.game.is_chance(seat)]
        first = number % 2
        draw = Random(self.seed * 1_000_003 + number // 2)
        state = self.game.new_game(seed=draw.randrange(1 << 30))
        opening = draw.randrange(OPENING + 1)
        kinds = {seats[first]: one, seats[1 - first]: two}
        self.played += 1
        for ply in range(LONGEST):
            if process_time() > self.end:
                raise OutOfTime
            if state.outcome is not None or not state.moves():
                break
            kind = RANDOM if ply < opening else kinds.get(state.player, RANDOM)
            seed = draw.randrange(1 << 30) if ply < opening else self.played * LONGEST + ply
            state.play(kind.move(state, seed))
        return _share(state, seats[first], seats[1 - first])


def elo_of(score: float) -> float:
    """Return the difference in Elo of a score; scores of few games are never certain."""
    known = min(max(score, 1 - CERTAIN), CERTAIN)
    return 400 * math.log10(known / (1 - known))


def _share(state: State, one: str, two: str) -> float:
    """Return 1, ½ or 0 for the first of two players; ½ for a game without an end."""
    if state.outcome is None:
        return 0.5
    result = state.result or {}
    own, other = result.get(one, 0), result.get(two, 0)
    return 1.0 if own > other else 0.0 if own < other else 0.5


def family_of(game: Game, seconds: float = 3.0) -> str:
    """Return the engine of a game's ladder, as `auto` would choose it."""
    return "uct" if choose(game, Limits(time=seconds)).engine == "uct" else "negamax"


def measured_ladder(
    game: Game, seconds: float, seed: int, say: Callable[[str], None] = lambda _: None
) -> tuple[Ladder, int]:
    """Return the rungs of a game for two, and the number of games that were played.

    Raises ForthgameError for other games.
    """
    competitors = game.declaration.competitors
    if len(competitors) != 2:
        raise ForthgameError(
            f"levels are measured for two players; {game.name} has {len(competitors)}"
        )
    found = Measurement(game, family_of(game), seconds, seed, say)
    return found.ladder(), found.played
