"""Where the `forthgame` command starts: Ctrl-C ends it without a word while its parts are read."""

from __future__ import annotations

import signal


def main() -> None:
    """Read the command's parts, and run it."""
    quiet = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    if quiet:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    from forthgame.ui.cli.ctrlc import end_with_next
    from forthgame.ui.cli.main import main as command

    if quiet:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        command()
    finally:
        end_with_next()
