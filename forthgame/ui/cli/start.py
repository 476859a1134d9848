"""Where the `forthgame` command starts and ends.

Ctrl-C ends it without a word while its parts are read. At its end, Python is not asked to take
apart what the command has made, which the system does at once.
"""

from __future__ import annotations

import atexit
import os
import signal
import sys
from contextlib import suppress


def main() -> None:
    """Read the command's parts, and run it."""
    codes: list[int] = []
    others = getattr(atexit, "_ncallbacks", lambda: 1)()
    if not others:  # then this one is called last: a debugger or the like has nothing left to save
        atexit.register(_leave, codes)
    quiet = signal.getsignal(signal.SIGINT) in (signal.default_int_handler, signal.SIG_DFL)
    if quiet:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    from forthgame.ui.cli.ctrlc import end_with_next
    from forthgame.ui.cli.main import main as command
    from forthgame.vm.interrupts import Handler

    if quiet:
        signal.signal(signal.SIGINT, Handler(_end_without_a_word))
    try:
        command()
    except SystemExit as ended:
        if isinstance(ended.code, int):
            codes.append(ended.code)
        raise
    finally:
        end_with_next()


def _leave(codes: list[int]) -> None:
    """End the process with a code, if there is one: its threads have ended, and nothing is open."""
    if codes:
        with suppress(OSError, ValueError):
            sys.stdout.flush()
            sys.stderr.flush()
        os._exit(codes[0])


def _end_without_a_word() -> None:
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    os.kill(os.getpid(), signal.SIGINT)
