"""The share of points to expect from a score of alpha-beta.

The numbers of a script's evaluation have no unit. Some quick games of the engine against itself
show how often a score has won; a logistic curve through scores and results, as in the rating of
players, extends this to all scores. Every seed is fixed and searches are bounded by positions, so a
script always gets the same curve, unless its words are so slow that time runs out.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from time import thread_time

from forthgame.base.errors import ScriptError
from forthgame.position.new_games import begin
from forthgame.position.position_record import POINTS
from forthgame.rules.checkpoint import isolated
from forthgame.rules.fact_cache import fact
from forthgame.rules.script import Script
from forthgame.search.search_result import is_decided, search_state, time_limited, uninterrupted
from forthgame.words.registers import extension_registers, memory_layout as at

GAMES = 80  # at most
LEAST = 8  # games with a result, at least, for a curve
OPENING = 4  # random plies at most, by the number of the game
CARELESS = 0.05  # share of random plies after that, so that leads are lost now and then
NODES = 200  # positions per move
PLIES = 5000  # of all games together
LONGEST = 200  # plies of a game; a longer one does not count
SECONDS = 4.0  # of processor time, for slow words: machine code usually needs one or two
PATIENCE = 20.0  # seconds of the clock, so that a busy machine measures like an idle one
PRIOR = 0.2  # regularisation of the slope, in observations of a whole unit
STEPS = 40  # of Newton's method


@dataclass(frozen=True)
class Sample:
    """A score for the player to move, and the points that this player got in the end.

    `weight` is less for longer games, because positions of one game are not independent.
    """

    score: int
    points: float
    weight: float


@dataclass(frozen=True)
class Expectation:
    """The curve from scores to shares of points: 1 / (1 + exp(-(advance + score / unit))).

    advance  value of having the move, on the curve's own scale
    unit     the score that multiplies the odds by e
    games    number of games that it is based on
    """

    advance: float
    unit: float
    games: int

    def share(self, score: int) -> float:
        """Return the expected share of points, from 0 to 1, of the player to move."""
        if is_decided(score):
            return 1.0 if score > 0 else 0.0
        return logistic(self.advance + score / self.unit)


def logistic(x: float) -> float:
    """Return 1 / (1 + exp(-x)) without overflow."""
    power = math.exp(-abs(x))
    return (power if x < 0 else 1.0) / (1.0 + power)


@fact
def expectation(game: Script) -> Expectation | None:
    """Return the curve of a game, computed once.

    Returns None unless exactly two players compete, in turn and without chance. Also returns None
    if too few games have ended, or scores do not predict results.
    """
    register = game.forth.processor.register
    if (
        register(at.CHANCE_PLAYERS)
        or register(extension_registers.CHOICE_CELL)
        or len(game.declaration.competitors) != 2
    ):
        return None
    with game.lock, isolated(game):
        return fit(*_played(game))


def _played(game: Script) -> tuple[list[Sample], int]:
    samples: list[Sample] = []
    games = plies = 0
    until = thread_time() + SECONDS
    try:
        with time_limited(game.forth.processor, PATIENCE):
            for number in range(GAMES):
                found, length = _game(game, number, until)
                samples += found
                games += bool(found)
                plies += length
                if plies > PLIES or thread_time() > until:
                    break
    except ScriptError:
        pass  # the script fails or is too slow: the games so far have to suffice
    return samples, games


def _game(game: Script, number: int, until: float) -> tuple[list[Sample], int]:
    """Return the samples of a game, none if it has no result in time, and its plies."""
    state, draw = begin(game, 1).ahead(), Random(number)
    opening = number % (OPENING + 1) + 1
    scores: list[tuple[str, int]] = []
    for ply in range(LONGEST):
        listed = state.moves()  # none if the game is over
        if not listed or thread_time() > until:  # searches have a deadline of their own
            break
        if ply < opening or len(listed) == 1:
            state.play(draw.randrange(len(listed)))
            continue
        found = uninterrupted(search_state(state, "negamax", nodes=NODES, seed=ply))
        if not is_decided(found.score):
            scores.append((state.player, found.score))
        careless = draw.random() < CARELESS
        state.play(draw.randrange(len(listed)) if careless else found.move)
    outcomes = state.outcomes()
    if not outcomes or not scores:
        return [], len(state.history)
    weight = 1 / math.sqrt(len(scores))  # between one observation a game and one a position
    samples = [
        Sample(score, POINTS[outcomes[player]], weight)
        for player, score in scores
        if player in outcomes
    ]
    return samples, len(state.history)


def fit(samples: Sequence[Sample], games: int) -> Expectation | None:
    """Return the likeliest curve: regularised logistic regression by Newton's method.

    Returns None if there are too few games, if scores do not differ, or if higher ones do not win
    more.
    """
    if games < LEAST:
        return None
    spread = math.sqrt(sum(s.score**2 * s.weight for s in samples) / sum(s.weight for s in samples))
    if spread == 0:
        return None
    advance, slope = 0.0, 0.0
    for _ in range(STEPS):
        step = _newton(samples, spread, advance, slope)
        advance, slope = advance + step[0], slope + step[1]
        if max(map(abs, step)) < 1e-9:
            break
    if slope <= 1e-3:
        return None
    return Expectation(advance, spread / slope, games)


def _newton(
    samples: Sequence[Sample], spread: float, advance: float, slope: float
) -> tuple[float, float]:
    first, second = -PRIOR * advance, -PRIOR * slope
    over_first, over_both, over_second = PRIOR, 0.0, PRIOR
    for sample in samples:
        at_score = sample.score / spread
        share = logistic(advance + slope * at_score)
        error = sample.weight * (sample.points - share)
        bend = sample.weight * share * (1.0 - share)
        first, second = first + error, second + error * at_score
        over_first += bend
        over_both += bend * at_score
        over_second += bend * at_score**2
    determinant = over_first * over_second - over_both**2
    steps = (
        (first * over_second - second * over_both) / determinant,
        (second * over_first - first * over_both) / determinant,
    )
    return max(-1.0, min(1.0, steps[0])), max(-1.0, min(1.0, steps[1]))
