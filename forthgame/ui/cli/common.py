"""What several commands share."""

from __future__ import annotations

import json
from typing import Any

import click

from forthgame.game.game import Game, load
from forthgame.ui.cli.confined import chosen_limits
from forthgame.ui.safe import visible_json
from forthgame.ui.screen import compile_progress

json_option = click.option("--json", "as_json", is_flag=True, help="One JSON document on stdout.")


interpret_option = click.option(
    "--interpret", is_flag=True, help="Keep everything in the interpreter, without machine code."
)


def load_game(name: str, native: bool = True) -> Game:
    """Load a game, with progress shown if something has to be compiled; closed with the command."""
    with compile_progress() as progress:
        game = load(name, native=native, progress=progress, limits=chosen_limits())
    if (context := click.get_current_context(silent=True)) is not None:
        context.call_on_close(game.close)
    return game


def print_json(document: Any) -> None:
    """One JSON document."""
    click.echo(visible_json(json.dumps(document, indent=2, ensure_ascii=False)))


def split_moves(text: str) -> list[str]:
    """Moves given as `M1; M2`."""
    return [part.strip() for part in text.split(";") if part.strip()]
