"""Runs Python processes and measures the processor time of them and of those they await."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path

from benchmarks.measuring import FailureError, NotInstalledError, Sample


def require_times() -> None:
    """Raise NotInstalledError if the system does not report the times of single processes."""
    if not hasattr(os, "wait4"):
        raise NotInstalledError("needs the processor time of a process: left out")


def environment_with(cache: Path, folder: Path) -> dict[str, str]:
    """Return an environment with a cache; Python keeps its bytecode in a folder."""
    return {
        **os.environ, "PYTHONDONTWRITEBYTECODE": "", "FORTHGAME_FINISH": "0",
        "PYTHONPYCACHEPREFIX": str(folder / "bytecode"), "FORTHGAME_CACHE": str(cache),
    }  # fmt: skip


def run_together(
    arguments: Sequence[str], environment: Mapping[str, str], read: Callable[[str], str],
    *, count: int = 1, lines: str = "", tree: Path | None = None,
) -> Sample:  # fmt: skip
    """Run so many equal processes at once; give their different answers and their time together.

    `read` extracts the answer from the output of a process; `lines` is its input, `tree` its
    folder. Raises FailureError if one fails.
    """
    seconds, answers = 0.0, set()
    with ExitStack() as stack:
        started = []
        for _ in range(count):
            given = stack.enter_context(tempfile.TemporaryFile())
            said = stack.enter_context(tempfile.TemporaryFile())
            given.write(lines.encode())
            given.seek(0)
            process = subprocess.Popen(
                [sys.executable, *arguments], env=environment, cwd=tree,
                stdin=given, stdout=said, stderr=subprocess.DEVNULL,
            )  # fmt: skip
            started.append((process, said))
        for process, said in started:
            _, status, used = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
            if process.returncode:
                raise FailureError(f"{arguments[2]} has ended with {process.returncode}")
            seconds += used.ru_utime + used.ru_stime
            said.seek(0)
            answers.add(read(said.read().decode()))
    return Sample(" ".join(sorted(answers)), seconds)


def games(said: str) -> str:
    """Return how many games were played."""
    return next((line.split()[0] for line in said.split("\n") if "game(s) played" in line), "")
