"""Figures of pieces: a body in the player's colour with a sign or shape on it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from forthgame.draw.piece_shapes import SHAPES
from forthgame.draw.piece_signs import numbers_of, signs_of
from forthgame.rules.script import Script

# outlines below signs and shapes, centred in a box of 100 by 100
BASES = {
    "disc": "",
    "square": "M-32-38H32Q38-38 38-32V32Q38 38 32 38H-32Q-38 38-38 32V-32Q-38-38-32-38Z",
    "wedge": "M0-46 25-35 34 42H-34L-25-35Z",
    "hexagon": "M0-44 38-22V22L0 44-38 22V-22Z",
    "cell": "",  # fills the whole cell
    "none": "",
}
MOST_PIPS = 9


@dataclass(frozen=True)
class Figure:
    """Drawing of a piece type.

    base     body below sign and shape: one of `BASES`
    sign     letter, number or Unicode sign; may be empty
    path     shape in the player's colour, in a box of 100 by 100
    detail   lines on the shape, in the player's ink
    pips     points as on dice
    seeds    number of seeds in a heap
    colour   colour of the body, and `ink` on it, if not those of the player
    """

    base: str = "disc"
    sign: str = ""
    path: str = ""
    detail: str = ""
    pips: int = 0
    seeds: int = 0
    colour: str = ""
    ink: str = ""


def figures_of(game: Script, numbers: str, given: Mapping[str, Figure]) -> dict[str, Figure]:
    """Return the figure of each piece type: from `given`, else by name.

    `numbers` selects the drawing of counts and dice: `number`, `pips` or `seeds`; if empty, a
    number or a sign of the script.
    """
    signs = signs_of(game)
    counts = numbers_of(game.pieces) if numbers else dict.fromkeys(signs.numbers, "")
    others = [name for name in game.pieces if name not in counts]
    shaped = len(others) > 1 and all(name in SHAPES for name in others)
    found: dict[str, Figure] = {}
    for name in game.pieces:
        sign = "" if name == signs.single else signs.types.get(name, "?")
        if name in counts:
            found[name] = _number(counts[name] or sign, numbers)
        elif shaped:
            found[name] = Figure("none", "", *SHAPES[name])
        else:
            found[name] = Figure(sign=sign.upper())
    return found | dict(given)


def _number(sign: str, numbers: str) -> Figure:
    number = int(sign) if sign.isascii() and sign.isdecimal() and len(sign) < 6 else None
    if number is None or numbers in ("", "number"):
        return Figure(sign=sign)
    if numbers == "seeds":
        return Figure("none", seeds=number)
    return Figure("square", pips=number) if number <= MOST_PIPS else Figure("square", sign)
