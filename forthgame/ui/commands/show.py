"""`forthgame show`: draw a position."""

from __future__ import annotations

from pathlib import Path

import click

from forthgame.api.game import State
from forthgame.base.errors import ForthgameError, shortened, shortened_names
from forthgame.base.files import write_whole
from forthgame.base.source import error_reason
from forthgame.draw.svg_documents import THEMES, Highlights, svg
from forthgame.ui.cli.shared_options import (
    json_option,
    position_options,
    print_json,
    seed_option,
    was_given,
)
from forthgame.ui.cli.starting_positions import first_state, last_places, load_game
from forthgame.ui.terminal.coloured_board import print_board
from forthgame.ui.terminal.escaping import echo


@click.command("show")
@click.argument("file")
@click.argument("given", required=False, metavar="[POSITION]")
@position_options
@seed_option
@click.option(
    "--fen", is_flag=True, help="Print the position as FEN or in the game's own notation."
)
@click.option("--svg", "picture", metavar="FILE", help="Write an SVG picture; - is stdout.")
@click.option(
    "--theme",
    type=click.Choice(THEMES),
    default="auto",
    show_default=True,
    help="Colours of the picture; auto follows the reader's preference.",
)
@click.option("--flip", metavar="PLAYER", help="Player at the bottom of the picture.")
@click.option(
    "--size", type=click.IntRange(16, 10_000), help="Pixels of the picture's longer side."
)
@json_option
def command(
    file: str,
    given: str | None,
    after: str,
    position: str | None,
    level: int | None,
    seed: int,
    fen: bool,
    picture: str | None,
    theme: str,
    flip: str | None,
    size: int | None,
    as_json: bool,
) -> None:
    """Draw FILE's opening, the position after some moves, or a saved position.

    The last line is the position as text. POSITION and --position take such a text, or a file that
    contains it or the output of --json. --svg writes a picture with the last move marked.
    """
    if given is not None and position is not None:
        raise click.UsageError("the position is given twice")
    if fen + (picture is not None) + as_json > 1:
        raise click.UsageError("--fen, --svg and --json exclude one another")
    for name in ("theme", "flip", "size"):
        if picture is None and was_given(name):
            raise click.UsageError(f"--{name} is for the picture of --svg")
    position = given if position is None else position
    game = load_game(file)
    state = first_state(game, position, level, seed, after)
    if fen:
        echo(state.fen())
        return
    if picture is not None:
        if flip is not None and flip not in game.players:
            there = ", ".join(game.players)
            raise click.UsageError(f"there is no player {shortened(flip)!r}; there are {there}")
        marked = Highlights(last=last_places(state))
        write_picture(picture, svg(state, flip=flip, theme=theme, size=size, highlights=marked))
        return
    if as_json:
        board = {place: list(piece) for place, piece in state.board.items()}
        print_json(
            {
                **state.to_json(),
                "outcome": state.outcome,
                "turn": state.turn_number,
                "board": board,
                "moves": [str(move) for move in state.moves()],
            }
        )
        return
    describe(state)
    echo(state.to_text())


def write_picture(name: str, text: str) -> None:
    """Write a picture to a file, atomically, or to stdout for `-`. Raises ForthgameError."""
    if name == "-":
        click.echo(text, nl=False)
        return
    try:
        write_whole(Path(name), text)
    except OSError as error:
        raise ForthgameError(
            f"{shortened(name)} cannot be written: {error_reason(error)}"
        ) from None


def describe(state: State) -> None:
    print_board(state, legend=True, last=last_places(state))
    over = f"; {state.ending_text()}" if state.outcome else ""
    summary = f"turn {state.turn_number}: {state.player} to move, {len(state.moves())} legal moves"
    echo(shortened_names(summary + over))
