"""Parses JSON that others wrote: finite numbers and bounded nesting only."""

from __future__ import annotations

import json
import math
import re
from typing import Any, NoReturn

NESTING = 200  # lists and objects inside each other
_STRING_OR_BRACKET = re.compile(r'"(?:[^"\\]+|\\.)*"?|[\[{\]}]', re.S)


def parse_json(data: str | bytes) -> Any:
    """Parse JSON with finite numbers only. Raises ValueError, or TypeError for no text.

    Python's parser calls itself for each list in a list. If that ends with a RecursionError, so do
    the finalizers of objects that are collected meanwhile, and what they hold is never released.
    """
    text = data if isinstance(data, str) else str(data, "utf-8", "surrogatepass")
    if text.count("[") + text.count("{") > NESTING and _is_deep(text):
        raise ValueError(f"more than {NESTING} lists and objects inside each other")
    return json.loads(text, parse_constant=_no_number, parse_float=_finite)


def _is_deep(text: str) -> bool:
    depth = 0
    for found in _STRING_OR_BRACKET.finditer(text):
        if found[0] in "[{":
            depth += 1
            if depth > NESTING:
                return True
        elif found[0] in "]}":
            depth -= 1
    return False


def _finite(text: str) -> float:
    number = float(text)
    return number if math.isfinite(number) else _no_number(text)


def _no_number(text: str) -> NoReturn:
    raise ValueError(f"{text[:40]} is not a number")
