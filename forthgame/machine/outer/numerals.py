"""Numbers in the text of a script: integers in the current base, floats, and their limits."""

from __future__ import annotations

import re
from math import isinf

from forthgame.base.text_encoding import single

DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
FLOAT = re.compile(r"[+-]?(\d+\.\d*|\.\d+)([eE][+-]?\d+)?$", re.ASCII)
MOST_DIGITS = 32  # of a cell, in base 2
LEAST, MOST = -(1 << 31), (1 << 32) - 1  # integers that fit into a cell; from 2^31 on they wrap
SIGN = 1 << 31  # the first integer that wraps
OUT_OF_RANGE = -11


def is_integer(text: str, base: int) -> bool:
    """Return whether a text is an integer in a base, of any size."""
    digits = text[1:] if text[:1] in ("+", "-") else text
    return bool(digits) and digits.isascii() and set(digits.upper()) <= set(DIGITS[:base])


def integer(text: str, base: int) -> int | None:
    """Return the value of an integer in a base, or None if it does not fit into a cell."""
    significant = text.lstrip("+-").lstrip("0")
    if len(significant) > MOST_DIGITS:
        return None
    value = int(significant or "0", base) * (-1 if text[0] == "-" else 1)
    return value if LEAST <= value <= MOST else None


def wrapped(value: int) -> int:
    """Return the signed value of the cell for an integer."""
    return (value + SIGN & MOST) - SIGN


def range_error(text: str, base: int) -> str:
    """Return the message for a number that does not fit; "" for other texts."""
    if is_integer(text, base):
        if integer(text, base) is not None:
            return ""
        read = "" if base == 10 else f" in base {base}"
        return (
            f"the number does not fit into 32 bits{read}, which hold {LEAST} to {SIGN - 1}, and up "
            f"to {MOST} as negative ones"
        )
    if FLOAT.match(text) and isinf(single(float(text))):
        return "the number does not fit into a float of 32 bits: the largest is about 3.4e38"
    return ""
