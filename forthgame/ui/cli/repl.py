"""`forthgame repl`: interactive prompt."""

from __future__ import annotations

import sys

import click

from forthgame.ui.cli.shared_options import interpret_option
from forthgame.ui.repl.front import open_session


@click.command("repl")
@click.argument("file", required=False)
@click.option("--seed", type=int, default=1, show_default=True, help="Seed of the random streams.")
@click.option("--watch", is_flag=True, help="Load the script again whenever its file is saved.")
@click.option("--history", metavar="FILE", help="Keep the lines that are typed in this file.")
@interpret_option
def command(file: str | None, seed: int, watch: bool, history: str | None, interpret: bool) -> None:
    """A prompt of the dialect, over FILE's game if one is named.

    Any line of the dialect runs; `help` lists the commands beside it. Lines may come through a
    pipe: the exit code is then 1 if one of them failed.
    """
    failed = open_session(file, native=not interpret, seed=seed, watch=watch, history=history)
    if failed and not sys.stdin.isatty():
        sys.exit(1)
