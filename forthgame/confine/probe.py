"""Try forbidden actions in a confined process: `start("forthgame.confine.probe", …)`.

Writes one JSON document with the restrictions in force and whether each attempt was refused. The
arguments are a file outside the rules to read and a folder outside them to write to.
"""

from __future__ import annotations

import json
import mmap
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from forthgame.confine.confinement import current_report
from forthgame.confine.rules import ConfinementReport

HUGE = 1 << 36  # bytes, more than any limit


def _network() -> None:
    import socket

    socket.socket().close()


def _program() -> None:
    subprocess.run([sys.executable, "-c", ""], check=True)


def _process() -> None:
    if sys.platform != "win32" and os.fork() == 0:
        os._exit(0)


def _signal() -> None:
    os.kill(os.getppid(), 0)


def attempts(secret: Path, outside: Path) -> dict[str, Callable[[], object]]:
    return {
        "open a network connection": _network,
        "start a program": _program,
        "start a process": _process,
        "send a signal to another process": _signal,
        "read a file outside the rules": secret.read_bytes,
        "write a file outside the rules": lambda: (outside / "probe").write_bytes(b""),
        "take 64 GB of memory": lambda: mmap.mmap(-1, HUGE).close(),
    }


def refused(attempt: Callable[[], object]) -> bool:
    try:
        attempt()
    except (OSError, MemoryError, OverflowError, subprocess.SubprocessError):
        return True
    return False


def main() -> None:
    secret, outside = (Path(argument) for argument in sys.argv[1:3])
    tried = {name: refused(attempt) for name, attempt in attempts(secret, outside).items()}
    report = current_report() or ConfinementReport()
    sys.stdout.write(json.dumps({**report.document(), "refused": tried}) + "\n")


if __name__ == "__main__":
    main()
