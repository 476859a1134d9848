"""Starts a helper process of this package, which ends with the process that starts it."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import IO

_lasting: list[subprocess.Popen[bytes]] = []  # referenced, to avoid ResourceWarning


def lasting_helper(
    module: str, arguments: Sequence[str], output: int | IO[bytes] = subprocess.DEVNULL
) -> subprocess.Popen[bytes] | None:
    """Run a module of this package in another process, which watches for the end of this one.

    `output` receives its standard output. Return None if no process can be started, as in a
    confined process.
    """
    from forthgame.confine import child_variables

    try:
        process = subprocess.Popen(
            [sys.executable, "-P", "-m", module, *arguments],
            stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.DEVNULL,
            env={**os.environ, **child_variables()},
        )  # fmt: skip
    except (OSError, ValueError):
        return None
    _lasting[:] = [each for each in _lasting if each.poll() is None]
    _lasting.append(process)
    return process


@contextmanager
def helper(
    module: str, arguments: Sequence[str], output: int | IO[bytes] = subprocess.DEVNULL
) -> Iterator[subprocess.Popen[bytes] | None]:
    """Run a module of this package in another process for the duration of the block."""
    process = lasting_helper(module, arguments, output)
    try:
        yield process
    finally:
        if process is not None:
            process.kill()
            process.wait()
