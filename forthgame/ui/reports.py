"""What libraries of servers report at the terminal: a line each, without their own stack."""

from __future__ import annotations

import logging
import sys

from forthgame.errors import shortened
from forthgame.ui.safe import visible

OURS = "forthgame"  # loggers whose stacks are shown: they report faults of our own


def report_in_lines(level: int) -> None:
    """Pass reports from a level on through one handler of the root, which writes to stderr.

    Filters of a logger do not see the records of those below it.
    """
    handler = logging.StreamHandler()
    handler.setLevel(level)
    handler.addFilter(_in_a_line)
    logging.getLogger().addHandler(handler)


def _in_a_line(record: logging.LogRecord) -> bool:
    """Have what is wrong with a message written as a sentence.

    Some records have the stack as their text: what they are about is being handled then.
    """
    error = record.exc_info[1] if record.exc_info else sys.exception()
    if error is not None and record.name.partition(".")[0] != OURS:
        said = record.getMessage().partition("\n")[0].rstrip(".")
        wrong = " ".join(str(error).split()) or type(error).__name__
        record.msg, record.args = visible(f"{said}: {shortened(wrong)}"), ()
        record.exc_info = None
    return True
