"""Numbers of operations and host words, for all who write threaded code or look at it."""

from __future__ import annotations

from collections.abc import Sequence

from forthgame.lang.word import TABLE

OP = TABLE.numbers


def call_before(code: Sequence[int], behind: int) -> int:
    """The cell of the call from which a return address leads on: EXECUTE has no operand."""
    return behind - (1 if code[behind - 1] == OP["EXECUTE"] else 2)


def host_number(name: str) -> int:
    """The number of a word that Python runs."""
    rows = [row for row in TABLE.rows if row.kind in ("host", "compile")]
    return next(k for k, row in enumerate(rows) if row.name == name)
