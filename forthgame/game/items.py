"""Syntax of a position's text: pieces on the board and in hand, marks, storage."""

from __future__ import annotations

import re

PIECE = re.compile(
    r"(?:(?P<player>[^:@#=]+):(?P<piece>[^:@#=]+)(?P<more>(?:#[^@#]+)*)|=(?P<raw>-?\d+))"
    r"@(?P<position>[^:@#=]+)$"
)
HELD = re.compile(r"(?P<player>[^:@#=]+):(?P<piece>[^:@#=]+)=(?P<value>\d+)$")
MARKED = re.compile(r"(?P<name>[^:@#=]+)@(?P<position>[^:@#=]+)=(?P<value>\d+)$")
VALUE = re.compile(r"(?P<name>[^:@#=\[\]]+)(?:\[(?P<index>\d+)\])?=(?P<value>\S+)$")


def no_item(text: str) -> str:
    """Return the error text for a word of another form."""
    return f"{text[:60]!r} is neither a piece (player:piece@position) nor name=n"


def is_item(text: str) -> bool:
    return any(form.match(text) for form in (PIECE, HELD, MARKED, VALUE))
