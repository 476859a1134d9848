"""Syntax of a position's text: quoted names, and pieces, marks and storage.

In names, the characters `: , @ # = | % [ ]`, blanks, and control characters are written as `%` and
two hexadecimal digits, or `%u` and six.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence

SPECIAL = re.compile(
    r"[:,@#=|%\[\]\s\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff]"
)
QUOTED = re.compile(r"%(?:([0-9a-fA-F]{2})|u([0-9a-fA-F]{6}))")
PIECE = re.compile(
    r"(?:(?P<player>[^:@#=]+):(?P<piece>[^:@#=]+)(?P<more>(?:#[^@#]+)*)|=(?P<raw>-?\d+))"
    r"@(?P<position>[^:@#=]+)$"
)
HELD = re.compile(r"(?P<player>[^:@#=]+):(?P<piece>[^:@#=]+)=(?P<value>\d+)$")
MARKED = re.compile(r"(?P<name>[^:@#=]+)@(?P<position>[^:@#=]+)=(?P<value>\d+)$")
VALUE = re.compile(r"(?P<name>[^:@#=\[\]]+)(?:\[(?P<index>\d+)\])?=(?P<value>\S+)$")


def quoted(name: str) -> str:
    """Return a name with special characters written as `%` and digits."""
    return SPECIAL.sub(lambda found: _quote(ord(found[0])), name)


def _quote(code: int) -> str:
    return f"%{code:02x}" if code < 0x100 else f"%u{code:06x}"


def unquoted(text: str) -> str:
    return QUOTED.sub(lambda found: _character(int(found[1] or found[2], 16)), text)


def _character(code: int) -> str:
    return chr(code) if code <= sys.maxunicode else "\ufffd"


def numbered_names(names: Sequence[str]) -> list[str]:
    """Return the names with numbers added to repeated ones: `man`, `man~2`."""
    given, found = set(names), dict[str, None]()
    last: dict[str, int] = {}  # the number given last for each name
    for name in names:
        k, own = last.get(name, 0), name
        while k and (own in found or own in given):
            k += 1
            own = f"{name}~{k}"
        last[name], found[own] = max(k, 1), None
    return list(found)


# -- items of a position's text -------------------------------------------------------------------


def no_item(text: str) -> str:
    """Return the error text for a word of another form."""
    return f"{text[:60]!r} is neither a piece (player:piece@position) nor name=n"


def is_item(text: str) -> bool:
    return any(form.match(text) for form in (PIECE, HELD, MARKED, VALUE))
