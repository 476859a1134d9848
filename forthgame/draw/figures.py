"""What pieces look like: a body in the player's colour, and a sign or a shape on it."""

from __future__ import annotations

from dataclasses import dataclass

from forthgame.draw.signs import signs_of
from forthgame.game.game import Game


@dataclass(frozen=True)
class Figure:
    """How a piece type is drawn.

    base     `disc`, `square`, `wedge`, `hexagon` or `none`: what stands behind sign and shape
    sign     a letter, a number or a Unicode sign; empty for none
    path     a shape in the player's colour, in a box of 100 by 100
    detail   lines on it, in the ink of the player's colour
    """

    base: str = "disc"
    sign: str = ""
    path: str = ""
    detail: str = ""


def figures_of(game: Game) -> dict[str, Figure]:
    """The figure of each piece type of a game."""
    signs = signs_of(game)
    found: dict[str, Figure] = {}
    for name in game.pieces:
        sign = "" if name == signs.single else signs.types.get(name, "?")
        found[name] = Figure(sign=sign if name in signs.numbers else sign.upper())
    return found
