"""`forthgame check`: load scripts and report mistakes."""

from __future__ import annotations

import sys

import click

from forthgame.errors import ForthgameError
from forthgame.ui.cli.common import load_game
from forthgame.ui.screen import show_error


@click.command("check")
@click.argument("files", nargs=-1, required=True)
@click.option("--native", is_flag=True, help="List words that stay interpreted, and why.")
def command(files: tuple[str, ...], native: bool) -> None:
    """Load FILES without playing; exit with 1 if one has a mistake."""
    failed = False
    for file in files:
        try:
            game = load_game(file)
            game.new_game(seed=1).moves()
        except ForthgameError as error:
            show_error(error)
            failed = True
            continue
        declared = game.declaration
        click.echo(
            f"{file}: no mistakes found; {len(game.players)} players, "
            f"{len(game.positions)} positions, {len(game.pieces)} piece types, "
            f"{len(declared.turns)} turns"
        )
        if native and game.native is not None:
            game.native.prepare(wait=True)
            for name, reason in sorted(game.native.refused.items()):
                click.echo(f"  {name}: {reason}")
            compiled = game.native.compiled
            click.echo(f"  {compiled} words compiled, {len(game.native.refused)} interpreted")
    if failed:
        sys.exit(1)
