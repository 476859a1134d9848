"""`forthgame games`: list the bundled games."""

from __future__ import annotations

import click

from forthgame.ui.cli.shared_options import json_option, print_json
from forthgame.ui.terminal.escaping import echo


@click.command("games")
@json_option
def command(as_json: bool) -> None:
    """List the bundled games with players, board and description."""
    from forthgame.ui.script_outline import bundled_games

    games = bundled_games()
    if as_json:
        print_json([game.document() for game in games])
        return
    rows = [(game.name, str(game.players), game.board, game.what) for game in games]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = [cell.ljust(width) for cell, width in zip(row, widths, strict=True)]
        echo("  ".join(cells).rstrip())
