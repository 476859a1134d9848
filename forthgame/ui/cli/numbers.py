"""Bounded number types for options."""

from __future__ import annotations

import math
from typing import Any

import click

from forthgame.arguments import LARGEST, LARGEST_SEED

MOST = 1 << 62  # positions or steps
LONGEST = 1e9  # seconds


class Whole(click.IntRange):
    """An integer from `low` on."""

    def __init__(self, low: int, most: int = LARGEST) -> None:
        super().__init__(low)
        self._most = most  # not shown in the help text

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        number: int = super().convert(value, param, ctx)
        if number > self._most:
            self.fail(f"{number} is more than {self._most}.", param, ctx)
        return number


class Seed(type(click.INT)):  # type: ignore[misc]
    """A seed that a store can hold."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        number: int = super().convert(value, param, ctx)
        if abs(number) > LARGEST_SEED:
            self.fail(f"{number} is more than {LARGEST_SEED}.", param, ctx)
        return number


class Seconds(click.FloatRange):
    """A time in seconds from `low` on, or above it."""

    def __init__(self, low: float, *, above: bool = False) -> None:
        super().__init__(low, min_open=above)

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        seconds: float = super().convert(value, param, ctx)
        if math.isnan(seconds) or seconds > LONGEST:
            self.fail(f"{value} is no time in seconds up to {LONGEST:.0f}.", param, ctx)
        return seconds
