"""The normal distribution."""

from __future__ import annotations

from math import erfc, sqrt
from typing import Final

Z95: Final = 1.959963984540054  # the quantile 0.975


def survival(deviation: float) -> float:
    """The probability of more than so many standard deviations above the mean."""
    return erfc(deviation / sqrt(2)) / 2
