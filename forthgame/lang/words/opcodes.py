"""Numbers of operations and host words, for all who write threaded code or look at it."""

from __future__ import annotations

from forthgame.lang.word import TABLE

OP = TABLE.numbers


def host_number(name: str) -> int:
    """The number of a word that Python runs."""
    rows = [row for row in TABLE.rows if row.kind in ("host", "compile")]
    return next(k for k, row in enumerate(rows) if row.name == name)
