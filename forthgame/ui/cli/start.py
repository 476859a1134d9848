"""Where the `forthgame` command starts: Ctrl-C ends it without a word while its parts are read."""

from __future__ import annotations

import os
import signal


def main() -> None:
    """Read the command's parts, and run it."""
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
    finally:
        end_with_next()


def _end_without_a_word() -> None:
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    os.kill(os.getpid(), signal.SIGINT)
