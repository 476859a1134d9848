"""What a process finds around it: processors, switches, and the moment it runs in."""

from __future__ import annotations

import os
import time

FINISH = "FORTHGAME_FINISH"  # 0: machine code that was begun is left unfinished


def processors() -> int:
    """How many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def entropy() -> int:
    """A seed that differs from run to run."""
    return time.time_ns() & 0x7FFFFFFF
