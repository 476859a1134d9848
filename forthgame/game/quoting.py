"""Quote a script's names in texts that give some characters a meaning.

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


def quoted(name: str) -> str:
    """Return a name with special characters written as `%` and digits."""
    return SPECIAL.sub(lambda found: _quote(ord(found[0])), name)


def _quote(code: int) -> str:
    return f"%{code:02x}" if code < 0x100 else f"%u{code:06x}"


def unquoted(text: str) -> str:
    return QUOTED.sub(lambda found: _character(int(found[1] or found[2], 16)), text)


def _character(code: int) -> str:
    return chr(code) if code <= sys.maxunicode else "\ufffd"


def told_apart(names: Sequence[str]) -> list[str]:
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
