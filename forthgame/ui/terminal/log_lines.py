"""Single-line log messages of server libraries."""

from __future__ import annotations

import logging
import sys

from forthgame.base.errors import shortened
from forthgame.ui.terminal.escaping import visible

OWN_LOGGER = "forthgame"  # loggers whose tracebacks are shown, since they report internal errors


def report_in_lines(level: int) -> None:
    """Log messages from a level on to stderr, one line each.

    A handler of the root logger is needed because filters of a logger skip records of its children.
    """
    handler = logging.StreamHandler()
    handler.setLevel(level)
    handler.addFilter(_without_traceback)
    logging.getLogger().addHandler(handler)


def _without_traceback(record: logging.LogRecord) -> bool:
    """Replace the traceback of a record by the error message.

    Records whose message is a traceback have no `exc_info`; their error is being handled.
    """
    error = record.exc_info[1] if record.exc_info else sys.exception()
    if error is not None and record.name.partition(".")[0] != OWN_LOGGER:
        summary = record.getMessage().partition("\n")[0].rstrip(".")
        wrong = " ".join(str(error).split()) or type(error).__name__
        record.msg, record.args = visible(f"{summary}: {shortened(wrong)}"), ()
        record.exc_info = None
    return True
