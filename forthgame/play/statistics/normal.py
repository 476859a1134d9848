"""The normal distribution and Student's distribution."""

from __future__ import annotations

from functools import cache
from math import atan, cos, erfc, pi, sin, sqrt
from typing import Final

Z95: Final = 1.959963984540054  # the quantile 0.975
EXACT: Final = 30  # degrees of freedom up to which no series is used
MANY: Final = 2000  # degrees of freedom beyond which the normal one is used


def survival(deviation: float) -> float:
    """Return the probability of more than `deviation` standard deviations above the mean."""
    return erfc(deviation / sqrt(2)) / 2


def student_survival(deviation: float, freedom: int) -> float:
    """Return the probability of more than `deviation` in Student's distribution."""
    if freedom > MANY:
        return survival(deviation)
    beyond = max((1 - _within(abs(deviation), freedom)) / 2, 0.0)  # a sum may round to more than 1
    return beyond if deviation > 0 else 1 - beyond


@cache
def student(freedom: int) -> float:
    """Return the quantile 0.975 of Student's distribution.

    It is found by bisection of the distribution function (Abramowitz and Stegun, 26.7.3 and
    26.7.4), or for more than `EXACT` degrees of freedom by the expansion of Cornish and Fisher
    (26.7.5).
    """
    if freedom < 1:
        raise ValueError("at least two results are needed")
    if freedom > EXACT:
        z, n = Z95, freedom
        return (
            z + (z**3 + z) / (4 * n) + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * n**2)
            + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * n**3)
            + (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / (92160 * n**4)
        )  # fmt: skip
    low, high = Z95, 13.0
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if _within(middle, freedom) < 0.95 else (low, middle)
    return low


def _within(deviation: float, freedom: int) -> float:
    angle = atan(deviation / sqrt(freedom))
    square = cos(angle) ** 2
    if freedom % 2 == 0:
        term = total = 1.0
        for k in range(2, freedom - 1, 2):
            term *= square * (k - 1) / k
            total += term
        return sin(angle) * total
    term = total = cos(angle) if freedom > 1 else 0.0
    for k in range(3, freedom - 1, 2):
        term *= square * (k - 1) / k
        total += term
    return 2 / pi * (angle + sin(angle) * total)
