"""Tune a script's evaluation: learn, write, check, and play matches."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from forthgame.base.errors import ForthgameError
from forthgame.play.statistics import Interval, wilson
from forthgame.play.tuning.crew import Crew
from forthgame.play.tuning.evaluation_writer import Writer
from forthgame.play.tuning.fitting import Weights
from forthgame.play.tuning.game_features import GameFeatures
from forthgame.play.tuning.integer_weights import prefix_for, whole, worth_table
from forthgame.play.tuning.learner import Budget, Candidate, Learner, Report, Round
from forthgame.play.tuning.self_play import Contest

NONE, SCRIPT = "none", "script"
PATIENCE = 20.0  # factor for the time of a check over that of its moves


@dataclass(frozen=True)
class Check:
    """A final match of the learned evaluation against none, or the script's own.

    `even` is the share of points of a seat among equals.
    """

    against: str
    points: tuple[float, ...]
    move: float
    even: float = 0.5

    @property
    def score(self) -> Interval:
        return wilson(sum(self.points), len(self.points))

    @property
    def sentence(self) -> str:
        score = self.score
        other = "no evaluation" if self.against == NONE else "the script's own evaluation"
        told = (
            f"against {other}: {score.value:.0%} of the points of {len(self.points)} games "
            f"({score.low:.0%} to {score.high:.0%}), {self.move:g} s a move"
        )
        if self.even < 0.5:
            told += f", where {self.even:.0%} is an even share"
        if score.low > self.even:
            return told
        if score.high < self.even:
            return f"{told}: it is worse"
        return f"{told}: that does not show that it is better"


@dataclass(frozen=True)
class Tuned:
    """A learned evaluation: lines of Forth, the course of learning, and check matches."""

    facts: GameFeatures
    seed: int
    text: str
    looked_at: str
    rounds: tuple[Round, ...]
    candidates: tuple[Candidate, ...]
    checks: tuple[Check, ...]
    findings: tuple[str, ...]
    games: int
    seconds: float
    interrupted: bool = False
    confinement: str = ""


def tune(
    script: Path,
    *,
    budget: Budget,
    seed: int,
    jobs: int = 1,
    confined: bool = True,
    native: bool = True,
    against: Sequence[str] = (NONE, SCRIPT),
    openings: int = 20,
    move: float = 0.02,
    report: Report = lambda what, share: None,
) -> Tuned:
    """Learn an evaluation for a script.

    At the end it plays `against` none or the script's own evaluation, `openings` from each seat
    with `move` seconds a move. `report` is called with the current activity and the used share of
    the budget. Ctrl-C ends learning and the best result so far is returned; KeyboardInterrupt is
    raised only if there is none. Raises ForthgameError if the script fails, or there is nothing to
    learn.
    """
    report("the script is loaded", 0.0)
    crew = Crew(script, jobs, confined=confined, native=native)
    interrupted = False
    try:
        learner = Learner(crew, budget, seed, report)
        try:
            learner.run()
        except KeyboardInterrupt:
            if learner.best is None:
                raise
            interrupted = True
            broken, crew = crew, crew.fresh()  # Ctrl-C may have cut an answer short
            broken.close()
        if learner.best is None:
            raise ForthgameError(f"no game of {learner.facts.name} has ended: nothing is learned")
        weights = learner.best.fit.weights
        text, findings = _written(crew, weights, learner.wild)
        checks: list[Check] = []
        if not interrupted:
            try:
                for other in against:
                    if other == NONE or crew.facts.evaluates:
                        report(f"check against {other}", 1.0)
                        checks.append(_check(crew, text, other, openings, seed, move))
            except KeyboardInterrupt:
                interrupted = True
        return Tuned(
            learner.facts, seed, text, weights.shape.named(),
            tuple(learner.rounds), tuple(learner.candidates), tuple(checks), tuple(findings),
            learner.games, learner.seconds, interrupted, crew.confinement if confined else "",
        )  # fmt: skip
    finally:
        crew.close()


def _written(crew: Crew, weights: Weights, wild: bool) -> tuple[str, list[str]]:
    numbers = whole(weights)
    if not any(numbers.worth) and not any(w for n, w in numbers.columns.items() if n != "tempo"):
        raise ForthgameError(
            f"nothing can be learned of {crew.facts.name}: nothing that an evaluation looks at "
            "goes with who wins"
        )
    text = Writer(weights.shape, numbers, wild).text()
    table = worth_table(weights.shape, numbers.worth)
    _, findings, data = crew.verify(text, f"{prefix_for(crew.facts)}worth", len(table))
    if data != table.tobytes():
        raise ForthgameError("the lines that were written do not make the table that was learned")
    return text, findings


def _check(
    crew: Crew, text: str, against: str, openings: int, seed: int, move: float
) -> Check:  # fmt: skip
    seats = max(len(crew.facts.seats), 1)
    share = math.ceil(openings / crew.jobs)
    patience = PATIENCE * seats * openings * move + 10
    requests = [
        (Contest(text, against == SCRIPT, share, seed % (1 << 29) + 1000 * k, move, patience),)
        for k in range(crew.jobs)
    ]
    return Check(against, tuple(crew.points("contest", requests)), move, min(0.5, 1.0 / seats))
