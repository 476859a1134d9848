"""A process that is asked something and answers."""

from __future__ import annotations

import pickle
import subprocess
import threading
from contextlib import suppress
from typing import Any

from forthgame.errors import ForthgameError
from forthgame.play import messages


def ask(process: subprocess.Popen[bytes], request: object, seconds: float) -> dict[str, Any] | None:
    """Give a process a request; its answer, or None if it ends without one.

    It is killed if that takes more seconds. Raises ForthgameError then, BadMessage for an answer
    without sense.
    """
    if process.stdin is None or process.stdout is None:
        raise RuntimeError("the process has no streams")
    expired = threading.Event()

    def expire() -> None:
        expired.set()
        process.kill()

    late = threading.Timer(seconds, expire)
    late.start()
    try:
        with suppress(OSError):  # its end is seen below
            process.stdin.write(pickle.dumps(request))
            process.stdin.flush()
        answer = messages.read(process.stdout)
    finally:
        late.cancel()
    if answer is None and expired.is_set():
        raise ForthgameError(f"the process that loads the scripts gave no answer for {seconds:g} s")
    return answer


def ask_once(
    process: subprocess.Popen[bytes], request: object, seconds: float
) -> dict[str, Any] | None:
    """Give a process its only request; see `ask`. It has ended when this returns."""
    if process.stdin is None or process.stdout is None:
        raise RuntimeError("the process has no streams")
    answer = None
    try:
        with suppress(BrokenPipeError), process.stdin, process.stdout:  # it may have ended
            answer = ask(process, request, seconds)
        if answer is None:
            process.wait()
        return answer
    finally:
        process.kill()
        process.wait()
