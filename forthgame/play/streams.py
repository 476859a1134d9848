"""The streams of a process that answers another one."""

from __future__ import annotations

import os
import signal
import sys
from typing import BinaryIO

from forthgame.confine import leave_with_parent


def answering() -> tuple[BinaryIO, BinaryIO]:
    """Become a process that answers: where requests come from, and where answers go.

    Ctrl-C is left to the process that asks, and this one ends with it.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    leave_with_parent()
    return sys.stdin.buffer, own_output()


def own_output() -> BinaryIO:
    """Take the output for answers alone: whatever else is printed goes to the error stream."""
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    return answers
