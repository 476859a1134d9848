"""Wait in tests in a way that holds on a loaded machine, where everything takes ten times as long.

No test compares times of the clock: `project/test_waiting.py` checks this. Work that must be
quick is
counted in steps, or in processor time; events are waited for, with a limit that only ends a hanging
test.
"""

from __future__ import annotations

import faulthandler
import os
import subprocess
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeVar

HANGS_AFTER = 600  # seconds after which a process, a thread or a condition is given up
TEST_HANGS_AFTER = 900  # seconds for one test, up to a minute less

# seconds for work that ends with its time: enough on an idle machine, and more if that was not
# enough
GROWING = (0.3, 3.0, 30.0)

Found = TypeVar("Found")


def eventually(
    holds: Callable[[], Found], what: str = "the condition", seconds: float = HANGS_AFTER
) -> Found:
    """Wait until something is true, and return it. Raises AssertionError if it hangs."""
    end = time.monotonic() + seconds
    while not (found := holds()):
        if time.monotonic() > end:
            raise AssertionError(f"{what} does not hold after {seconds:g} s")
        time.sleep(0.01)
    return found


def ended_within(process: subprocess.Popen[Any], seconds: float) -> bool:
    """Give a process some seconds to end; return whether it has. To go on, not to judge it."""
    try:
        process.wait(seconds)
    except subprocess.TimeoutExpired:
        return False
    return True


def processor_time(pid: int) -> float:
    """Return the seconds of processor time of a process and of those that it has started.

    Needs /proc, see `COUNTED`. Raises OSError if the process is gone.
    """
    process = Path(f"/proc/{pid}")
    parts = (process / "stat").read_text().rpartition(")")[2].split()[11:15]
    found = sum(map(int, parts)) / os.sysconf("SC_CLK_TCK")
    for children in process.glob("task/*/children"):
        with suppress(OSError):  # some end meanwhile
            found += sum(processor_time(int(child)) for child in children.read_text().split())
    return found


COUNTED = Path("/proc/self/stat").exists()  # whether processor time of others can be read


def ended_after(process: subprocess.Popen[Any]) -> float:
    """Wait until a process has ended; return the processor time that it has used meanwhile.

    Return 0 if the system does not count it for others.
    """
    if not COUNTED:
        process.wait(HANGS_AFTER)
        return 0.0
    begun = processor_time(process.pid)
    number, status, usage = eventually(lambda: _ended(process.pid), "the end of a process")
    assert number == process.pid
    process.returncode = os.waitstatus_to_exitcode(status)
    return usage.ru_utime + usage.ru_stime - begun


def _ended(pid: int) -> tuple[int, int, Any] | None:
    found = os.wait4(pid, os.WNOHANG)
    return found if found[0] else None


def let_work(process: subprocess.Popen[Any], seconds: float) -> None:
    """Wait until a process has used some processor time from now on, or has ended.

    If the system does not count it for others, wait just so long.
    """
    wait_for_work(process.pid, seconds, lambda: process.poll() is not None)


def wait_for_work(pid: int, seconds: float, ended: Callable[[], bool] = lambda: False) -> None:
    """Wait for work of any process; `ended` returns whether it has ended."""
    if not COUNTED:
        time.sleep(seconds)
        return
    begun = processor_time(pid)
    eventually(
        lambda: ended() or processor_time(pid) - begun >= seconds,
        f"{seconds:g} s of processor time of a process",
    )


class HangWatch:
    """End a process whose test hangs, with the stacks of its threads; the others go on.

    pytest's own watch starts and ends a thread for each test, which takes a hundredth of a second
    on a busy machine.
    """

    def __init__(self) -> None:
        self._errors = os.fdopen(os.dup(2), "w")
        self._began = 0.0

    def pytest_runtest_logstart(self) -> None:
        now = time.monotonic()
        if now - self._began > 60:
            self._began = now
            faulthandler.dump_traceback_later(TEST_HANGS_AFTER, exit=True, file=self._errors)

    def pytest_unconfigure(self) -> None:
        faulthandler.cancel_dump_traceback_later()
        self._errors.close()
