"""Checks of what callers of the Python interface pass in. Each raises an error with a message."""

from __future__ import annotations

import operator
import os
from typing import Any

from forthgame.errors import ForthgameError, shortened

LARGEST = (1 << 31) - 1  # of a cell
LARGEST_SEED = (1 << 63) - 1  # that a store holds


class WrongType(ForthgameError, TypeError):
    """An argument of a wrong type where callers expect every error to be a ForthgameError."""


def whole(value: Any, what: str, low: int | None = None, high: int | None = None) -> int:
    """A whole number, within bounds. Raises TypeError or ValueError; `what` is its subject."""
    try:
        number = int(operator.index(value))  # a bool is a number too
    except TypeError:
        raise TypeError(f"{what} must be a whole number, not {kind(value)}") from None
    if low is not None and number < low:
        raise ValueError(f"{what} is at least {low}")
    if high is not None and number > high:
        raise ValueError(f"{what} is at most {high}")
    return number


def optional_whole(
    value: Any, what: str, low: int | None = None, high: int | None = None
) -> int | None:
    """The same where None may be given."""
    return None if value is None else whole(value, what, low, high)


def seconds(value: Any, what: str, rest: str = "") -> float:
    """A number of seconds from 0 to LARGEST: more than clocks and waiting can count is refused.

    Raises TypeError or ValueError; `what` is its subject.
    """
    if not isinstance(value, int | float) and not hasattr(value, "__float__"):
        raise TypeError(f"{what} must be a number of seconds, not {kind(value)}")
    try:
        number = float(value)
    except OverflowError:
        number = -1.0
    if not 0 <= number <= LARGEST:
        raise ValueError(f"{what} must be a number of seconds from 0 to {LARGEST}{rest}")
    return value if isinstance(value, int | float) else number


def optional_seconds(value: Any, what: str) -> float | None:
    """The same where None may be given."""
    return None if value is None else seconds(value, what, "; None means no limit")


def flag(value: Any, what: str) -> bool:
    """True or False, also as 1 or 0 or of numpy. Raises TypeError or ValueError."""
    if type(value).__name__ in ("bool", "bool_"):
        return bool(value)
    return bool(whole(value, what, 0, 1))


def instance(value: Any, wanted_type: type | tuple[type, ...], what: str, wanted: str) -> None:
    """Something of a type. Raises TypeError: `what` is `wanted`, and not what it is."""
    if not isinstance(value, wanted_type):
        raise TypeError(f"{what} is {wanted}, not {kind(value)}")


def text(value: Any, what: str, rest: str = "") -> None:
    """A text. Raises WrongType; `what` begins its sentence, as in "a word must be named by"."""
    if not isinstance(value, str):
        raise WrongType(f"{what} a text, not {shown(value)}{rest}")


def digits(text: str, most: int = 18) -> int | None:
    """The number that some digits are, None for any other text or more digits than `most`."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= most else None


def path(value: Any, what: str) -> None:
    """The name of a file. Raises TypeError."""
    instance(value, (str, os.PathLike), what, "a text or a path")


def shown(value: Any) -> str:
    """How Python writes a value, shortened, for a message."""
    try:
        return shortened(repr(value))
    except ValueError:  # Python writes no whole number of more than 4300 digits as decimals
        return shortened(hex(value)) if isinstance(value, int) else kind(value)


def kind(value: Any) -> str:
    """What a value is, for a sentence: `None`, `of type list`."""
    return "None" if value is None else f"of type {type(value).__name__}"
