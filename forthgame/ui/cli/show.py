"""`forthgame show`: a position, drawn."""

from __future__ import annotations

import click

from forthgame.game.state import State
from forthgame.ui.cli.common import first_state, json_option, load_game, print_json, split_moves
from forthgame.ui.picture import print_board
from forthgame.ui.safe import echo


@click.command("show")
@click.argument("file")
@click.option("--after", default="", metavar="'M1; M2'", help="Play these moves first.")
@click.option("--position", metavar="TEXT|FILE", help="Begin with a position that was saved.")
@click.option("--level", type=click.IntRange(1), help="Which level, of a game with {levels.")
@click.option("--seed", type=int, default=1, show_default=True, help="Seed of the random streams.")
@click.option("--fen", is_flag=True, help="Print the position as FEN, or what the game has for it.")
@json_option
def command(
    file: str,
    after: str,
    position: str | None,
    level: int | None,
    seed: int,
    fen: bool,
    as_json: bool,
) -> None:
    """Draw FILE's opening, the position after some moves, or one that was saved.

    The last line is the position as text: --position reads it, or a file with it or with the
    document that --json prints.
    """
    game = load_game(file)
    state = first_state(game, position, level, seed)
    for text in split_moves(after):
        state.play(text)
    if fen:
        echo(state.fen())
        return
    if as_json:
        board = {place: list(piece) for place, piece in state.board.items()}
        print_json({**state.to_json(), "outcome": state.outcome, "turn": state.turn_number,
                    "board": board, "moves": [str(move) for move in state.moves()]})  # fmt: skip
        return
    describe(state)
    echo(state.to_text())


def describe(state: State) -> None:
    """The board, whose turn it is, and whether the game is over."""
    print_board(state, legend=True)
    over = f"; the game is over: {state.outcome}" if state.outcome else ""
    echo(f"turn {state.turn_number}: {state.player} to move, "
               f"{len(state.moves())} legal moves{over}")  # fmt: skip
