"""Numbers of operations and host words in threaded code."""

from __future__ import annotations

from collections.abc import Sequence

from forthgame.words.table.row import TABLE

OP = TABLE.numbers


def call_before(code: Sequence[int], behind: int) -> int:
    """Return the cell of the call that a return address belongs to; EXECUTE has no operand."""
    return behind - (1 if code[behind - 1] == OP["EXECUTE"] else 2)


def host_number(name: str) -> int:
    """Return the operand of (HOST) for a word that Python runs."""
    rows = [row for row in TABLE.rows if row.kind in ("host", "compile")]
    return next(k for k, row in enumerate(rows) if row.name == name)
