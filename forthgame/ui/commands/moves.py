"""`forthgame moves`: list the legal moves of a position."""

from __future__ import annotations

import click

from forthgame.base.errors import shortened_names
from forthgame.ui.cli.shared_options import (
    interpret_option,
    json_option,
    position_options,
    print_json,
    seed_option,
)
from forthgame.ui.cli.starting_positions import first_state, load_game
from forthgame.ui.terminal.escaping import echo


@click.command("moves")
@click.argument("file")
@position_options
@seed_option
@click.option(
    "--texts", metavar="NOTATION", help="Notation that the game's file declares, such as uci."
)
@interpret_option
@json_option
def command(
    file: str,
    after: str,
    position: str | None,
    level: int | None,
    seed: int,
    texts: str | None,
    interpret: bool,
    as_json: bool,
) -> None:
    """List the legal moves of FILE's opening, of a saved position, or after some moves."""
    game = load_game(file, native=not interpret)
    state = first_state(game, position, level, seed, after)
    shown = [str(move) for move in state.moves()] if texts is None else state.texts(texts)
    if as_json:
        print_json(
            {
                "game": game.name,
                "player": state.player,
                "turn": state.turn_number,
                "outcome": state.outcome,
                "moves": shown,
                "history": state.history,
            }
        )
        return
    for text in shown:
        echo(text)
    summary = f"{state.player} to move, {len(shown)} legal moves"
    over = f"; {state.ending_text()}" if state.outcome else ""
    echo(shortened_names(summary + over), err=True)
