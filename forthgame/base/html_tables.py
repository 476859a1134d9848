"""HTML tables for notebooks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from re import sub

CONTROLS = "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]"
Cell = str | int | float


def table(caption: str, rows: Iterable[Sequence[Cell]], head: Sequence[str] = ()) -> str:
    parts = ["<table>", f"<caption>{shown(caption)}</caption>"]
    if head:
        cells = "".join(f"<th>{shown(name)}</th>" for name in head)
        parts.append(f"<thead><tr>{cells}</tr></thead>")
    parts += ["<tr>" + "".join(map(_cell, row)) + "</tr>" for row in rows]
    return "\n".join([*parts, "</table>"])


def shown(text: str) -> str:
    """Return a text with HTML and control characters escaped; lines stay lines."""
    from html import escape

    plain = sub(CONTROLS, lambda found: f"\\u{ord(found[0]):04x}", text)
    return escape(plain).replace("\n", "<br>")


def _cell(value: Cell) -> str:
    if isinstance(value, str):
        return f'<td style="text-align:left">{shown(value)}</td>'
    text = f"{value:,}" if isinstance(value, int) else f"{value:,.4g}"
    return f'<td style="text-align:right">{text}</td>'
