"""Boards in colour: the colours of players, and printing to a terminal."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable

from rich.console import Console
from rich.text import Text

from forthgame.draw.colours import COLOURS
from forthgame.draw.signs import signs_of
from forthgame.game.game import Game
from forthgame.game.state import State
from forthgame.ui.draw import Board, Line, board_lines, legend_line, plain, state_lines
from forthgame.ui.safe import echo, visible

STYLES = {"name": "dim", "empty": "dim"}


def style_of(game: Game, player: str) -> str:
    """The colour of a player; neutral ones are dim."""
    competing = signs_of(game).competing
    if player not in competing:
        return "dim" if player in game.players else "white"
    return f"bold {COLOURS[competing.index(player) % len(COLOURS)]}"


def picture(game: Game, lines: Iterable[Line]) -> Text:
    """The lines of a drawing in colour."""
    drawn = Text()
    for line in lines:
        row = Text()
        for mark in line:
            row.append(visible(mark.text), STYLES.get(mark.kind) or style_of(game, mark.owner))
        row.rstrip()
        drawn.append(row)
        drawn.append("\n")
    drawn.rstrip()
    return drawn


def board_picture(game: Game, board: Board) -> Text:
    """The board in colour."""
    return picture(game, board_lines(game, board))


def legend_picture(game: Game, board: Board) -> Text:
    """What the signs on a board mean, in the colours of the players."""
    return picture(game, [legend_line(game, board)])


def print_board(state: State, flipped: bool = False, legend: bool = False) -> None:
    """Print the board, in colour at a terminal that takes it, and what its signs mean."""
    lines = [*state_lines(state, flipped)]
    if legend and plain(told := legend_line(state.game, state.board)):
        lines.append(told)
    if sys.stdout.isatty() and "NO_COLOR" not in os.environ:
        console = Console(highlight=False, soft_wrap=True)
        console.print(picture(state.game, lines))
    else:
        for line in lines:
            echo(plain(line))
