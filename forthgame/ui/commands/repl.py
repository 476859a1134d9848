"""`forthgame repl`: interactive prompt."""

from __future__ import annotations

import sys

import click

from forthgame.ui.cli.shared_options import interpret_option, seed_option
from forthgame.ui.repl.session_start import open_session


@click.command("repl")
@click.argument("file", required=False)
@seed_option
@click.option("--watch", is_flag=True, help="Reload the script whenever its file is saved.")
@click.option("--history", metavar="FILE", help="File for the history of typed lines.")
@interpret_option
def command(file: str | None, seed: int, watch: bool, history: str | None, interpret: bool) -> None:
    """Open an interactive prompt, with FILE's game if one is given.

    Lines are text of the dialect or commands; `help` lists them. If lines come through a pipe, the
    exit code is 1 if one of them failed.
    """
    failed = open_session(file, native=not interpret, seed=seed, watch=watch, history=history)
    if failed and not sys.stdin.isatty():
        sys.exit(1)
