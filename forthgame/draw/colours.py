"""Colours of players and boards, distinguishable by colour-blind people and in print."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

# colour-blind safe (Okabe and Ito 2008), most distinct first
COLOURS = ("#56b4e9", "#e69f00", "#009e73", "#cc79a7", "#f0e442", "#d55e00", "#0072b2", "#ffffff")
NAMED = {
    "white": "#fffdf7", "light": "#fffdf7", "black": "#2b2b30", "dark": "#2b2b30",
    "red": "#d55e00", "blue": "#0072b2", "green": "#009e73", "yellow": "#f0e442",
    "orange": "#e69f00", "pink": "#cc79a7", "purple": "#cc79a7",
}  # fmt: skip
NEUTRAL = "#a9a49b"
DARK_INK, LIGHT_INK = "#26262b", "#fbf8f1"
MARKS = ("", "ring", "dashes", "dots", "double", "ticks", "thirds", "bold")
APART = 25  # percent of lightness between players that makes marks unnecessary


@dataclass(frozen=True)
class Look:
    """Looks of a player's pieces: colours, mark on the rim, rotation in degrees."""

    colour: str
    ink: str
    mark: str = ""
    turn: int = 0


@dataclass(frozen=True)
class Theme:
    """Colours of a drawing around the pieces."""

    ground: str
    cell: str
    cell_dark: str
    edge: str
    line: str
    text: str
    outline: str


LIGHT = Theme("#faf7f0", "#f0e4ca", "#d3b98c", "#a08c66", "#a08c66", "#57503f", "#33302a")
DARK = Theme("#1f2023", "#6d737d", "#525861", "#3b4047", "#8d95a1", "#c3c7cf", "#d8d6d0")


def lightness(colour: str) -> float:
    """Return the perceived lightness of a colour `#rrggbb`, from 0 to 100 (CIE 1976)."""
    parts = [int(colour[k : k + 2], 16) / 255 for k in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
    luminance = 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    return 116 * luminance ** (1 / 3) - 16 if luminance > 0.008856 else 903.3 * luminance


def ink_on(colour: str) -> str:
    return DARK_INK if lightness(colour) > 48 else LIGHT_INK


def looks(
    competing: Sequence[str], others: Sequence[str], chosen: Mapping[str, str]
) -> dict[str, Look]:
    """Return the looks of each player: by colour names if all players have one, else by order.

    `chosen` are the colours of the board file. Players get marks if some have similar lightness.
    """
    named = [NAMED.get(name.lower(), "") for name in competing]
    by_name = all(named) and len(set(named)) == len(named)
    colours = {
        name: named[k] if by_name else COLOURS[k % len(COLOURS)] for k, name in enumerate(competing)
    }
    colours |= {name: colour for name, colour in chosen.items() if name in colours}
    found = {name: Look(colour, ink_on(colour)) for name, colour in colours.items()}
    shades = sorted(lightness(look.colour) for look in found.values())
    if any(b - a < APART for a, b in pairwise(shades)):
        found = {
            name: replace(look, mark=MARKS[k % len(MARKS)])
            for k, (name, look) in enumerate(found.items())
        }
    for name in others:
        colour = chosen.get(name, NEUTRAL)
        found[name] = Look(colour, ink_on(colour))
    return found


def recoloured(theme: Theme, given: Mapping[str, str]) -> Theme:
    """Return a theme with some colours replaced; cell edges default to the line colour."""
    given = {"edge": given["line"], **given} if "line" in given else given
    return replace(theme, **{name.replace("-", "_"): colour for name, colour in given.items()})
