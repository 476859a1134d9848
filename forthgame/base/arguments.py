"""Argument checks for the Python interface, with error messages a caller can act on."""

from __future__ import annotations

import operator
import os
from typing import Any

from forthgame.base.errors import ForthgameError, shortened

LARGEST = (1 << 31) - 1  # largest value of a cell
LARGEST_SEED = (1 << 63) - 1  # largest seed that a store holds


class WrongType(ForthgameError, TypeError):
    """A wrong argument type in functions that promise to raise only ForthgameError."""


def whole(value: Any, what: str, low: int | None = None, high: int | None = None) -> int:
    """Return a whole number within bounds. Raises TypeError or ValueError.

    `what` is the subject of the error message.
    """
    try:
        number = int(operator.index(value))  # accepts a bool too
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
    """Return None or a number checked by `whole`."""
    return None if value is None else whole(value, what, low, high)


def seconds(value: Any, what: str, rest: str = "") -> float:
    """Return a number of seconds between 0 and LARGEST, the range that system clocks accept.

    `what` is the subject of the error message, `rest` its end. Raises TypeError or ValueError.
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
    """Return None or a number checked by `seconds`."""
    return None if value is None else seconds(value, what, "; None means no limit")


def flag(value: Any, what: str) -> bool:
    """Return a bool for True, False, 1, 0 or a numpy bool. Raises TypeError or ValueError."""
    if type(value).__name__ in ("bool", "bool_"):
        return bool(value)
    return bool(whole(value, what, 0, 1))


def instance(value: Any, wanted_type: type | tuple[type, ...], what: str, wanted: str) -> None:
    """Raise TypeError, "`what` is `wanted`", unless the value has the wanted type."""
    if not isinstance(value, wanted_type):
        raise TypeError(f"{what} is {wanted}, not {kind(value)}")


def text(value: Any, what: str, rest: str = "") -> None:
    """Raise WrongType unless the value is a text.

    `what` begins the message, as in "a word must be named by".
    """
    if not isinstance(value, str):
        raise WrongType(f"{what} a text, not {shown(value)}{rest}")


def digits(text: str, most: int = 18) -> int | None:
    """Return the number written in decimal digits, or None for any other text.

    More than `most` digits give None too.
    """
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= most else None


def path(value: Any, what: str) -> None:
    instance(value, (str, os.PathLike), what, "a text or a path")


def shown(value: Any) -> str:
    """Return the shortened `repr` of a value, for a message."""
    try:
        return shortened(repr(value))
    except ValueError:  # Python refuses to print integers of more than 4300 digits
        return shortened(hex(value)) if isinstance(value, int) else kind(value)


def kind(value: Any) -> str:
    """Return the type of a value for a message: `None` or `of type list`."""
    return "None" if value is None else f"of type {type(value).__name__}"
