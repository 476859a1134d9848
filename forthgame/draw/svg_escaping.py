"""Escape text of scripts for SVG."""

from __future__ import annotations

import re
from html import escape

# characters that XML 1.0 forbids, and marks that change the writing direction
FORBIDDEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff\ufffe\uffff]"
)


def safe(text: str) -> str:
    """Return the text for an element or a quoted attribute."""
    return escape(FORBIDDEN.sub(_written_out, text))


def _written_out(found: re.Match[str]) -> str:
    code = ord(found[0])
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}"
