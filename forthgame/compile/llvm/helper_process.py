"""Starts a helper process of this package, which ends with the process that starts it."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import IO


@contextmanager
def helper(
    module: str, arguments: Sequence[str], output: int | IO[bytes] = subprocess.DEVNULL
) -> Iterator[subprocess.Popen[bytes] | None]:
    """Run a module of this package in another process for the duration of the block.

    `output` receives its standard output. Yields None if no process can be started, as in a
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
        yield None
        return
    try:
        yield process
    finally:
        process.kill()
        process.wait()
