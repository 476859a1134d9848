"""Ratings of many entrants, and of games of more than two players.

The model is Plackett's and Luce's: of several who compete each comes first with a probability in
proportion to their strength; with two it is the Bradley-Terry model, that is Elo's. The strengths
are found by the minorisation-maximisation algorithm (D. R. Hunter, "MM algorithms for generalized
Bradley-Terry models", Annals of Statistics 32, 2004).

A prior keeps all ratings finite: everybody has also drawn with an entrant of strength 1 (half a
win and half a loss, in all `prior` games; F. Caron and A. Doucet, 2012, give the same as a gamma
prior). Standard errors are those of the curvature at the maximum.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import log, sqrt

from forthgame.play.statistics.normal import Z95, survival

PRIOR = 1.0  # games against the entrant of strength 1
TOLERANCE = 1e-12
STEPS = 100_000
ELO = 400 / log(10)  # Elo of a factor e


@dataclass(frozen=True)
class Choice:
    """Some of those who compete come before the others: `first` share one first place."""

    first: tuple[int, ...]
    among: tuple[int, ...]


@dataclass(frozen=True)
class Rating:
    """An entrant's rating in Elo, 0 being the mean of all, half the width of its 95 % interval,
    and the likelihood of being stronger than that mean."""

    elo: float
    error: float
    superiority: float


def choices_of_groups(groups: Sequence[Sequence[int]], losers: bool) -> list[Choice]:
    """A result as places: groups of entrants who ended alike, the best first.

    If the last group lost (`losers`), nothing is known of their order. Who sits on several seats
    takes part once for each seat.
    """
    found = []
    remaining = [member for group in groups for member in group]
    for k, group in enumerate(groups):
        if len(remaining) < 2 or (losers and k == len(groups) - 1):
            break
        if len(set(remaining)) > 1:
            found.append(Choice(tuple(group), tuple(remaining)))
        remaining = remaining[len(group) :]
    return found


def plackett_luce(choices: Iterable[Choice], entrants: int, prior: float = PRIOR) -> list[Rating]:
    """The rating of each entrant, in order of their numbers. Raises ValueError for no prior."""
    if prior <= 0:
        raise ValueError("a prior keeps ratings finite; it is more than 0 games")
    counted: dict[Choice, int] = {}
    for choice in choices:
        counted[choice] = counted.get(choice, 0) + 1
    wins = [prior / 2] * entrants
    for choice, times in counted.items():
        for member in choice.first:
            wins[member] += times / len(choice.first)
    strengths = _strengths(counted, wins, prior)
    covariance = _inverse(_information(counted, strengths, prior))
    # the ratings shown are those less their mean, and so are their errors
    logs = [log(strength) for strength in strengths]
    mean = sum(logs) / max(entrants, 1)
    rows = [sum(row) / entrants for row in covariance]
    whole = sum(rows) / max(entrants, 1)
    ratings = []
    for k, value in enumerate(logs):
        variance = max(covariance[k][k] - 2 * rows[k] + whole, 0.0)
        deviation = sqrt(variance)
        above = 1 - survival((value - mean) / deviation) if deviation > 0 else 0.5
        ratings.append(Rating(ELO * (value - mean), Z95 * ELO * deviation, above))
    return ratings


def _strengths(counted: dict[Choice, int], wins: list[float], prior: float) -> list[float]:
    """Hunter's iteration: wins over the sum of 1 / (strength of all who competed)."""
    strengths = [1.0] * len(wins)
    for _ in range(STEPS):
        shares = [prior / (1 + strength) for strength in strengths]
        for choice, times in counted.items():
            share = times / sum(strengths[member] for member in choice.among)
            for member in choice.among:
                shares[member] += share
        found = [won / share for won, share in zip(wins, shares, strict=True)]
        change = max((abs(log(a / b)) for a, b in zip(found, strengths, strict=True)), default=0)
        strengths = found
        if change < TOLERANCE:
            break
    return strengths


def _information(
    counted: dict[Choice, int], strengths: list[float], prior: float
) -> list[list[float]]:
    """Minus the second derivatives of the log posterior, in the logarithms of the strengths."""
    size = len(strengths)
    matrix = [[0.0] * size for _ in range(size)]
    for k, strength in enumerate(strengths):
        matrix[k][k] = prior * strength / (1 + strength) ** 2
    for choice, times in counted.items():
        total = sum(strengths[member] for member in choice.among)
        share = {m: choice.among.count(m) * strengths[m] / total for m in set(choice.among)}
        for a, p in share.items():
            matrix[a][a] += times * p
            for b, q in share.items():
                matrix[a][b] -= times * p * q
    return matrix


def _inverse(matrix: list[list[float]]) -> list[list[float]]:
    """The inverse of a positive definite matrix, by elimination."""
    size = len(matrix)
    rows = [[*row, *(float(j == k) for j in range(size))] for k, row in enumerate(matrix)]
    for k in range(size):
        pivot = max(range(k, size), key=lambda j: abs(rows[j][k]))
        rows[k], rows[pivot] = rows[pivot], rows[k]
        scale = rows[k][k]
        rows[k] = [value / scale for value in rows[k]]
        for j in range(size):
            factor = rows[j][k]
            if j != k and factor:
                rows[j] = [a - factor * b for a, b in zip(rows[j], rows[k], strict=True)]
    return [row[size:] for row in rows]
