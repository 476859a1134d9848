"""`forthgame show`: a position, drawn."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click

from forthgame.errors import shortened
from forthgame.game.game import Game
from forthgame.game.position import PositionError
from forthgame.game.state import State
from forthgame.game.texts.tables import tables_path
from forthgame.limits import DEFAULT_LIMITS
from forthgame.source import UnreadableFile, is_file, read_limited
from forthgame.ui.cli.common import json_option, load_game, print_json, split_moves
from forthgame.ui.draw import board_text
from forthgame.ui.safe import echo


@click.command("show")
@click.argument("file")
@click.option("--after", default="", metavar="'M1; M2'", help="Play these moves first.")
@click.option("--position", metavar="TEXT|FILE", help="Begin with a position that was saved.")
@click.option("--seed", type=int, default=1, show_default=True, help="Seed of the random streams.")
@click.option("--fen", is_flag=True, help="Print the position as FEN, or what the game has for it.")
@json_option
def command(
    file: str, after: str, position: str | None, seed: int, fen: bool, as_json: bool
) -> None:
    """Draw FILE's opening, the position after some moves, or one that was saved.

    The last line is the position as text: --position reads it, or a file with it or with the
    document that --json prints.
    """
    game = load_game(file)
    state = game.new_game(seed=seed) if position is None else given_position(game, position)
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
    echo(board_text(state))
    over = f"; the game is over: {state.outcome}" if state.outcome else ""
    echo(f"turn {state.turn_number}: {state.player} to move, "
               f"{len(state.moves())} legal moves{over}")  # fmt: skip


def given_position(game: Game, text: str) -> State:
    """A position from the text of an option, or from the file that it names."""
    path = Path(text)
    if not is_file(path):
        if "|" not in text and tables_path(game) is not None:
            return game.position(fen=text)
        if len(text.split()) < 2:
            raise PositionError(
                f"there is no file {shortened(text)!r}; the name of one is meant, or a position as "
                "text"
            )
        return game.position(text)
    try:
        text = read_limited(path, DEFAULT_LIMITS.position).decode().strip()
    except UnreadableFile as error:
        raise PositionError(str(error)) from None
    except UnicodeDecodeError:
        raise PositionError(f"{path} cannot be read as text") from None
    source: str | dict[str, Any] = text
    if text.startswith("{"):
        try:
            source = json.loads(text)
        except (ValueError, RecursionError) as error:
            raise PositionError(f"{path}: damaged JSON: {error}") from None
    try:
        if source is text and "|" not in text and tables_path(game) is not None:
            return game.position(fen=text)
        return game.position(source)
    except PositionError as error:
        raise PositionError(f"{path}: {error}") from None
