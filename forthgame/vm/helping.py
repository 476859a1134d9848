"""Starts a process of this package that helps the one that starts it, and ends with it."""

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
    """Run a module of this package in a process of its own as long as the block lasts.

    `output` takes what it prints. Give None if no process can be started: a confined one starts no
    others.
    """
    from forthgame.confine import from_here

    try:
        process = subprocess.Popen(
            [sys.executable, "-P", "-m", module, *arguments],
            stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.DEVNULL,
            env={**os.environ, **from_here()},
        )  # fmt: skip
    except (OSError, ValueError):
        yield None
        return
    try:
        yield process
    finally:
        process.kill()
        process.wait()
