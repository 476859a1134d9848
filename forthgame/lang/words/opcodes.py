"""Numbers of operations and host words, for the rows that write threaded code."""

from __future__ import annotations

from forthgame.lang.word import TABLE


class _Numbers(dict[str, int]):
    """Numbers of operations, looked up once each: the table is complete when they are needed."""

    def __missing__(self, name: str) -> int:
        rows = TABLE.operations()
        self[name] = next(k for k, row in enumerate(rows) if row.name == name)
        return self[name]


OP = _Numbers()


def host_number(name: str) -> int:
    """The number of a word that Python runs."""
    rows = [row for row in TABLE.rows if row.kind in ("host", "compile")]
    return next(k for k, row in enumerate(rows) if row.name == name)
