"""Boards in colour on a terminal."""

from __future__ import annotations

import sys
from collections.abc import Collection, Iterable
from typing import TYPE_CHECKING

from forthgame.api.game import Game, State
from forthgame.draw.piece_looks import COLOURS, NAMED, signs_of
from forthgame.draw.text_board import Line, legend_line, plain, state_lines
from forthgame.ui.terminal.escaping import echo, visible

if TYPE_CHECKING:
    from rich.text import Text

SHADES = {"white": "", "light": "", "black": "#808080", "dark": "#808080"}
DOT = "·"  # empty position, if the terminal can show it
STYLES = {"name": "dim", "empty": "dim"}


def style_of(game: Game, player: str) -> str:
    """Return the style of a player; neutral players are dim.

    Players named `Red` or `Blue` get these colours if all competing players have colour names.
    Black and white count only among more than two players, since some terminals hide one of them.
    """
    competing = signs_of(game).competing
    if player not in competing:
        return "dim" if player in game.players else "white"
    names = [name.lower() for name in competing]
    shades = [name for name in names if name in SHADES]
    if all(name in NAMED for name in names) and not (shades and len(names) < 3):
        return f"bold {SHADES.get(player.lower(), NAMED[player.lower()])}".strip()
    return f"bold {COLOURS[competing.index(player) % len(COLOURS)]}"


def picture(game: Game, lines: Iterable[Line], dot: str = ".") -> Text:
    """Return the lines of a drawing in colour, with `dot` for empty positions."""
    from rich.text import Text

    drawn = Text()
    for line in lines:
        row = Text()
        for mark in line:
            style = STYLES.get(mark.kind) or style_of(game, mark.owner)
            text = mark.text.replace(".", dot) if mark.kind == "empty" else visible(mark.text)
            row.append(text, f"{style} reverse" if mark.last else style)
        row.rstrip()
        drawn.append(row)
        drawn.append("\n")
    drawn.rstrip()
    return drawn


def print_board(
    state: State, flipped: bool = False, legend: bool = False, last: Collection[str] = ()
) -> None:
    """Print the board, in colour with the last move marked if stdout is a terminal."""
    lines = [*state_lines(state, flipped, last)]
    if legend and plain(meanings := legend_line(state.game, state.board)):
        lines.append(meanings)
    if sys.stdout.isatty():
        from rich.console import Console

        console = Console(highlight=False, soft_wrap=True)  # respects NO_COLOR and dumb terminals
        dot = DOT if console.encoding.startswith("utf") else "."
        console.print(picture(state.game, lines, dot))
    else:
        for line in lines:
            echo(plain(line))
