"""Environment of the process: processors, switches, entropy."""

from __future__ import annotations

import os
import time

FINISH = "FORTHGAME_FINISH"  # if 0, compilation in the background is not finished at exit


def processors() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def entropy() -> int:
    """Return a seed that differs from run to run."""
    return time.time_ns() & 0x7FFFFFFF
