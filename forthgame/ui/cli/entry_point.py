"""Process entry and exit of the `forthgame` command.

While modules are imported, Ctrl-C ends the process silently. At exit, Python's tear-down is
skipped, as the system frees everything at once.
"""

from __future__ import annotations

import atexit
import os
import signal
import sys
from contextlib import suppress


def main() -> None:
    codes: list[int] = []
    if not getattr(
        atexit, "_ncallbacks", lambda: 1
    )():  # only if no other exit handler, as of a debugger, would be skipped
        atexit.register(_leave, codes)
    quiet = signal.getsignal(signal.SIGINT) in (signal.default_int_handler, signal.SIG_DFL)
    if quiet:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    from forthgame.base.interrupts import Handler
    from forthgame.ui.cli.main import main as command
    from forthgame.ui.terminal.ctrl_c import end_with_next

    if quiet:
        signal.signal(signal.SIGINT, Handler(_end_silently))
    try:
        command()
    except SystemExit as ended:
        if isinstance(ended.code, int):
            codes.append(ended.code)
        raise
    finally:
        end_with_next()


def _leave(codes: list[int]) -> None:
    """Exit with a code, if there is one; threads have ended and files are closed."""
    if codes:
        with suppress(OSError, ValueError):
            sys.stdout.flush()
            sys.stderr.flush()
        os._exit(codes[0])


def _end_silently() -> None:
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    os.kill(os.getpid(), signal.SIGINT)
