"""Tune a script's evaluation: learn, write, check, and play matches."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from time import monotonic

import numpy as np

from forthgame.base.errors import ForthgameError
from forthgame.play.statistics.interval import Interval, wilson
from forthgame.play.tuning.crew import Crew
from forthgame.play.tuning.evaluation_writer import EvaluationWriter
from forthgame.play.tuning.feature_set import FeatureSet
from forthgame.play.tuning.fitting import Fit, Weights, fit
from forthgame.play.tuning.integer_weights import (
    SCALE,
    can_near,
    can_rows,
    cells_of,
    obstacle,
    prefix_for,
    setting_of,
    whole,
    worth_table,
)
from forthgame.play.tuning.self_play import Contest, Match, Play, Setting
from forthgame.play.tuning.training_data import GameFeatures, Samples, joined
from forthgame.search.batch_search import SearchBounds
from forthgame.words.registers import memory_layout as at

RANDOM_GAMES = 16_000  # at most, in the first stage
FIRST_GAMES = 128  # games that show the time of a game
PER_GAME = 8  # sampled positions of a random game
ROWS_KEPT = 40_000  # positions in a fit
PIECES_KEPT = 1_200_000  # pieces in a fit
TRIED = 0.3  # share of that when features are chosen
LENGTHS = (3, 4, 5, 6)  # lengths of rows that are tried
STRENGTHS = (1.0, 8.0, 64.0)  # strengths of priors that are tried
GAIN = 0.001  # decrease of the loss that justifies a feature
TRACE = 0.9  # λ
SHARES = (0.12, 0.7)  # shares of the time at which random games and self-play end
SLOW = 60  # games of a round below which searches have depth 1
DEEPEST = 40  # plies of a search in matches between candidates
NODES = 300  # nodes of a search in self-play
MOST_ROUNDS = 8  # of self-play; short games leave more time for matches
ENOUGH = 4000  # positions of self-play from which random games are left out
CAREFUL = (32.0, 1000.0)  # factors for priors if all candidates fail
HOPELESS = 8  # games after which failing candidates are replaced
ROUNDS_KEPT = 4  # of self-play used in a fit
FEWEST = 12  # finished games required for a fit
Report = Callable[[str, float], None]
NONE, SCRIPT = "none", "script"
PATIENCE = 20.0  # factor for the time of a check over that of its moves


@dataclass(frozen=True)
class LearningRound:
    """Statistics of a round of games."""

    name: str
    games: int
    positions: int
    loss: float
    plain: float
    seconds: float


@dataclass
class TrialWeights:
    """Weights under trial, and their points against no evaluation."""

    fit: Fit
    points: list[float] = field(default_factory=list)

    @property
    def score(self) -> float:
        """Mean points, shrunk to even if there are few."""
        return (sum(self.points) + 1.0) / (len(self.points) + 2.0)


@dataclass(frozen=True)
class TuningBudget:
    """The amount of play: seconds, or a number of games, which is reproducible."""

    seconds: float | None = 90.0
    games: int | None = None
    move: float = 0.01  # seconds of a move in matches between candidates
    nodes: int = 1000  # used instead if games are counted


class Learner:
    """Learns weights for a script that a crew has loaded.

    `rounds`, `best` and `candidates` are valid at any time, so Ctrl-C loses little.
    """

    def __init__(self, crew: Crew, budget: TuningBudget, seed: int, report: Report) -> None:
        self.crew, self.budget, self.report = crew, budget, report
        self.facts: GameFeatures = crew.facts
        self.rounds: list[LearningRound] = []
        self.candidates: list[TrialWeights] = []
        self.best: TrialWeights | None = None
        self.wild = False
        self.games = 0
        self._seeds = np.random.default_rng(seed % (1 << 64))  # negative seeds are not allowed
        self._started = monotonic()
        self._strength = 1.0
        self._samples: list[Samples] = []  # random games, then rounds of self-play

    @property
    def seconds(self) -> float:
        return monotonic() - self._started

    def run(self) -> None:
        """Learn within the budget. Raises ForthgameError if nothing can be learned."""
        if why := obstacle(self.facts):
            raise ForthgameError(f"no evaluation can be written for {self.facts.name}: {why}")
        if not self.facts.seats:
            raise ForthgameError(f"no player can win {self.facts.name}: there is nothing to learn")
        full, first = self._choose_features(self._random_games())
        self.report("the script that learns is compiled", self._done())
        before = monotonic()
        self.crew.learn(EvaluationWriter(full, None, self.wild).text())
        self._started += monotonic() - before  # compiling is not charged to the budget
        self._play_itself(full, first)
        self._choose_by_matches(full)

    def _done(self) -> float:
        games, seconds = self.budget.games, self.budget.seconds
        return min(1.0, self.games / (games or 1) if seconds is None else self.seconds / seconds)

    def _seed(self) -> int:
        return int(self._seeds.integers(1 << 29))

    # -- random games ---------------------------------------------------------------------------

    def _random_games(self) -> Samples:
        self.report("random games", self._done())
        parts, total, wanted = [], 0, FIRST_GAMES
        end = None if self.budget.seconds is None else self.budget.seconds * SHARES[0]
        most = RANDOM_GAMES if end is not None else min(RANDOM_GAMES, 2048)
        while total < most:
            before = self.seconds
            limit = None if end is None else max(end - before, 5.0)
            found = self.crew.play(
                [Play(wanted, self._seed(), seconds=limit) for _ in range(self.crew.jobs)]
            )
            total += wanted * self.crew.jobs
            if len(found):
                parts.append(self._thinned(found))
            took = self.seconds - before
            if end is not None and self.seconds + 2 * took > end:
                break
            wanted = min(2 * wanted, 4096)
            self.report(f"random games: {total}", self._done())
        if not parts:
            raise ForthgameError(
                f"no random game of {self.facts.name} has ended in {self.seconds:.0f} seconds: "
                "there is nothing to learn from"
            )
        drawn = joined(parts)
        self._require_variety(drawn)
        self.wild = bool(((drawn.cells & at.PIECE_MASK) > len(self.facts.pieces)).any())
        return drawn

    def _thinned(self, samples: Samples) -> Samples:
        order = np.random.default_rng(len(samples)).permutation(len(samples))
        rank = np.empty(len(samples), np.int64)
        by_game = order[np.argsort(samples.games[order], kind="stable")]
        games = samples.games[by_game]
        first = np.flatnonzero(np.r_[True, games[1:] != games[:-1]])
        sizes = np.diff(np.r_[first, len(games)])
        rank[by_game] = np.arange(len(games)) - np.repeat(first, sizes)
        return samples.chosen(rank < PER_GAME)

    def _require_variety(self, samples: Samples) -> None:
        name = self.facts.name
        same = (samples.cells == samples.cells[:1]).all()
        same &= (samples.counts == samples.counts[:1]).all()
        if same and (samples.stored == samples.stored[:1]).all():
            raise ForthgameError(
                f"nothing can be learned about {name}: pieces, storage and number "
                "of moves are the same in all positions"
            )

    def _capped(self, samples: Samples, share: float = 1.0) -> Samples:
        """Return a random subset of the size that a fit can use."""
        pieces = float((samples.cells[:: max(1, len(samples) // 500)] != 0).sum(axis=1).mean())
        most = int(share * min(ROWS_KEPT, PIECES_KEPT / max(pieces, 1.0)))
        if len(samples) <= most:
            return samples
        rng = np.random.default_rng(most)
        return samples.chosen(np.sort(rng.permutation(len(samples))[:most]))

    # -- features -------------------------------------------------------------------------------

    def _choose_features(self, drawn: Samples) -> tuple[FeatureSet, Fit]:
        """Choose features; return the shape with all useful ones and its first weights."""
        self.report("what to look at", self._done())
        samples = self._capped(drawn, TRIED)
        plain = FeatureSet(self.facts)
        fits = [self._fit(plain, samples)]
        for mirror in self.facts.mirrors:
            fits.append(self._fit(plain.but(mirror=mirror), samples))
            self.report("what to look at", self._done())
        shared = min(fits[1:], key=lambda f: f.loss, default=fits[0])
        base = shared if shared.loss < fits[0].loss + 2 * GAIN else fits[0]
        shape = base.weights.shape
        losses = {0: base.loss - GAIN} | {
            length: self._fit(shape.but(length=length), samples).loss
            for length in LENGTHS
            if can_rows(self.facts, length)
        }
        length = min(losses, key=losses.__getitem__)
        stored = (
            len(self.facts.storage) > 0
            and len(self.facts.seats) == 2
            and self._fit(shape.but(stored=True), samples).loss < losses[length]
        )
        full = shape.but(length=length, near=can_near(self.facts), mobility=True, stored=stored)
        strong = [self._fit(full, samples, strength) for strength in STRENGTHS]
        chosen = min(range(len(strong)), key=lambda k: strong[k].loss)
        self._strength = STRENGTHS[chosen]
        self._note("random games", drawn, strong[chosen])
        self._samples = [drawn]
        self.best = TrialWeights(strong[chosen])
        return full, strong[chosen]

    def _fit(self, shape: FeatureSet, samples: Samples, strength: float | None = None) -> Fit:
        return fit(shape, samples, TRACE, strength=strength or self._strength)

    def _note(self, name: str, samples: Samples, found: Fit) -> None:
        games = int(samples.games.max()) + 1 if len(samples) else 0
        self.rounds.append(
            LearningRound(name, games, found.positions, found.loss, found.plain, self.seconds)
        )

    # -- self-play ------------------------------------------------------------------------------

    def _play_itself(self, full: FeatureSet, player: Fit) -> None:
        """Play rounds of self-play, each with the weights fitted after the last one."""
        number, size, depth = 0, 16, 2
        end = None if self.budget.seconds is None else self.budget.seconds * SHARES[1]
        in_all = self.budget.games or 0
        while True:
            number += 1
            before = self.seconds
            if end is not None:
                if before >= end or number > MOST_ROUNDS:
                    break
                limit = max(end - before, 1.0)
            else:
                if self.games >= in_all:
                    break
                size, limit = max(1, -(-in_all // 4 // self.crew.jobs)), None
            self.report(f"games of its own, round {number}", self._done())
            setting = setting_of(self._playing(player).weights)
            bounds = SearchBounds(depth, NODES)
            plays = [
                Play(size, self._seed(), bounds, scale=float(SCALE), seconds=limit)
                for _ in range(self.crew.jobs)
            ]
            played = self.crew.play(plays, setting)
            self.games += size * self.crew.jobs
            if len(played):
                self._samples = [*self._samples[:1], *self._samples[1:][1 - ROUNDS_KEPT :], played]
            took = max(self.seconds - before, 0.01)
            if end is not None:
                size = self._next_size(size, took, end)
                if number == 1 and size < SLOW:
                    depth, size = 1, 2 * size
            samples = self._capped(self._learned_from())
            if len(np.unique(samples.games)) < FEWEST:
                continue
            player = self._fit(full, samples)
            self._note(f"round {number}", played, player)
            self.best = TrialWeights(player)

    def _learned_from(self) -> Samples:
        """Return the latest self-play, with random games while it is small."""
        own = self._samples[1:]
        enough = sum(len(part) for part in own) >= ENOUGH
        return joined(own if enough else self._samples)

    def _next_size(self, size: int, took: float, end: float) -> int:
        """Return the number of games that makes three rounds fill the remaining time."""
        left = max(end - self.seconds, 0.0)
        share = left / 3 if left > 9 else left
        return int(np.clip(0.7 * size * share / took, 4, 4096))

    def _playing(self, found: Fit) -> Fit:
        """Return weights without mobility, which takes most of the time of a search."""
        shape = found.weights.shape
        return narrowed(found, shape.but(mobility=False)) if shape.mobility else found

    def none(self) -> Setting:
        """Return the setting that corresponds to a script without evaluation."""
        return Setting({f"{prefix_for(self.facts)}mode": cells_of([0])}, scored=False)

    # -- the choice -----------------------------------------------------------------------------

    def _choose_by_matches(self, full: FeatureSet) -> None:
        """Fit shapes with and without expensive features, and choose by matches."""
        samples = self._capped(self._learned_from())
        shapes = [full.but(mobility=False), full]
        if full.length or full.near:
            shapes.append(full.but(near=False, mobility=False))
        self.report("candidates", self._done())
        fits = [[self._fit(shape, samples, s) for s in (1.0, 8.0)] for shape in shapes]
        self.candidates = [TrialWeights(min(tried, key=lambda f: f.loss)) for tried in fits]
        self.best = min(self.candidates, key=lambda c: c.fit.loss)
        self._match_all()
        if self._hopeless():
            careful = full.but(length=0, near=False)  # material and mobility, little else
            self.candidates += [
                TrialWeights(self._fit(careful, samples, k * self._strength)) for k in CAREFUL
            ]
            self._match_all()

    def _match_all(self) -> None:
        """Play equal numbers of games for all candidates while there is time."""
        while True:
            fewest = min(len(c.points) for c in self.candidates)
            for each in self.candidates:
                if len(each.points) == fewest:
                    self._try(each)
            self.best = max(self.candidates, key=lambda c: (c.score, -c.fit.loss))
            games = min(len(c.points) for c in self.candidates)
            if self._tried_enough(games) or (games >= HOPELESS and self._hopeless()):
                break

    def _hopeless(self) -> bool:
        """Return whether the best candidate scores less than an even share."""
        even = min(0.5, 1.0 / len(self.facts.seats))
        return self.best is not None and sum(self.best.points) < even * len(self.best.points)

    def _try(self, candidate: TrialWeights) -> None:
        what = candidate.fit.weights.shape.named()
        self.report(f"matches: {what} {candidate.score:.0%} against none", self._done())
        seconds = self.budget.seconds
        left = None if seconds is None else max(seconds - self.seconds, 5.0)
        bounds = SearchBounds(DEEPEST, self.budget.nodes)
        if seconds is not None:
            bounds = SearchBounds(DEEPEST, None, self.budget.move)
        setting, none = setting_of(candidate.fit.weights), self.none()
        pairs = 2 if len(self.facts.seats) <= 2 else 1
        matches = [
            (Match(pairs, self._seed(), bounds, seconds=left), setting, none)
            for _ in range(self.crew.jobs)
        ]
        candidate.points += self.crew.points("match", matches)

    def _tried_enough(self, games: int) -> bool:
        if self.budget.seconds is not None:
            return self.seconds >= self.budget.seconds or games >= 60
        return games >= 16


def narrowed(found: Fit, shape: FeatureSet) -> Fit:
    """Restrict weights to the columns of a smaller shape."""
    names = found.weights.shape.columns()
    keep = [names.index(name) for name in shape.columns()]
    weights = replace(found.weights, shape=shape, columns=found.weights.columns[keep])
    return replace(found, weights=weights)


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
        result = (
            f"against {other}: {score.value:.0%} of the points of {len(self.points)} games "
            f"({score.low:.0%} to {score.high:.0%}), {self.move:g} s a move"
        )
        if self.even < 0.5:
            result += f", where {self.even:.0%} is an even share"
        if score.low > self.even:
            return result
        if score.high < self.even:
            return f"{result}: it is worse"
        return f"{result}: that does not show that it is better"


@dataclass(frozen=True)
class Tuned:
    """A learned evaluation: lines of Forth, the course of learning, and check matches."""

    facts: GameFeatures
    seed: int
    text: str
    looked_at: str
    rounds: tuple[LearningRound, ...]
    candidates: tuple[TrialWeights, ...]
    checks: tuple[Check, ...]
    findings: tuple[str, ...]
    games: int
    seconds: float
    interrupted: bool = False
    confinement: str = ""


def tune(
    script: Path,
    *,
    budget: TuningBudget,
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
    text = EvaluationWriter(weights.shape, numbers, wild).text()
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
