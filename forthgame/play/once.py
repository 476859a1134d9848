"""A process that is asked one thing, answers and ends."""

from __future__ import annotations

import pickle
import subprocess
import threading
from contextlib import suppress
from typing import Any

from forthgame.play import messages


def ask_once(
    process: subprocess.Popen[bytes], request: object, seconds: float
) -> dict[str, Any] | None:
    """Give a process its request; its answer, or None if it ends without one.

    It is killed after so many seconds, and has ended when this returns.
    """
    if process.stdin is None or process.stdout is None:
        raise RuntimeError("the process has no streams")
    late = threading.Timer(seconds, process.kill)
    late.start()
    try:
        with process.stdin as requests, process.stdout as answers:
            with suppress(OSError):  # its end is seen below
                requests.write(pickle.dumps(request))
                requests.flush()
            answer = messages.read(answers)
        if answer is None:
            process.wait()
        return answer
    finally:
        late.cancel()
        process.kill()
        process.wait()
