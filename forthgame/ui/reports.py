"""What libraries report in their logs, as lines without their own stack."""

from __future__ import annotations

import logging
import sys

from forthgame.errors import shortened
from forthgame.ui.safe import visible


def in_a_line(record: logging.LogRecord) -> bool:
    """Have what is wrong with a message written as a sentence: a filter of loggers and handlers.

    Some records have the stack as their text: what they are about is being handled then.
    """
    error = record.exc_info[1] if record.exc_info else sys.exception()
    if error is not None:
        said = record.getMessage().partition("\n")[0].rstrip(".")
        wrong = " ".join(str(error).split()) or type(error).__name__
        line = visible(f"{said}: {shortened(wrong)}")
        record.msg, record.args, record.exc_info = line, (), None
    return True
