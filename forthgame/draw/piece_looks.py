"""Looks of pieces: signs in text drawings, and figures and colours in pictures.

A sign is a few characters that show type and owner; a figure is a body in the player's colour with
a sign or shape on it. Colours of players and boards are distinguishable by colour-blind people and
in print.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import pairwise

from forthgame.base.errors import shortened_names
from forthgame.draw.raster_images import RasterImage
from forthgame.position.move_texts import piece_letters
from forthgame.position.texts.fen import known_fen
from forthgame.position.texts.texts_file import TextsError, tables_path
from forthgame.rules.declaration.declaration import Declaration
from forthgame.rules.fact_cache import fact
from forthgame.rules.script import Script

FAMILY = re.compile(r"(\D*?)[-_]?(\d+)$")
COUNTED = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
           "eleven", "twelve")  # fmt: skip
NUMBERS = {name: str(number) for number, name in enumerate(COUNTED)} | {"none": "0"}
EXPLAINED = 16  # signs per player in a legend
NEUTRAL = "'"  # follows the small letter of a neutral player's piece
SHAPES: dict[str, tuple[str, str]] = {
    "pawn": (
        "M28 90V82C31 73 42 68 43 52H36V46H42A15 15 0 1 1 58 46H64V52H57C58 68 69 73 72 82V90Z",
        "M31 81H69",
    ),
    "rook": (
        "M24 90V80L32 73 35 42 27 34V16H38V24H45V16H55V24H62V16H73V34L65 42 68 73 76 80V90Z",
        "M34 73H66M35 42H65M27 34H73M25 81H75",
    ),
    "knight": (
        "M26 90V82L33 76C33 63 52 58 53 47C46 53 38 52 33 56L24 63C18 61 16 56 18 51L33 28"
        "C34 22 36 17 38 12L46 20C66 20 76 40 73 64C72 70 70 74 69 77L75 82V90Z",
        "M27 82H73M55 29C64 37 67 50 65 66M36 34 38 33M22 54 25 52",
    ),
    "bishop": (
        "M24 90V82C34 80 42 77 43 70H36V63H40C28 52 34 36 46 24A7 7 0 1 1 54 24C66 36 72 52 60 63"
        "H64V70H57C58 77 66 80 76 82V90Z",
        "M40 63H60M43 70H57M50 34V52M43 42H57M28 83H72",
    ),
    "queen": (
        "M25 90V82L31 76 19 38A6 6 0 1 1 25 35L36 54 35 27A6 6 0 1 1 41 25L50 52 59 25"
        "A6 6 0 1 1 65 27L64 54 75 35A6 6 0 1 1 81 38L69 76 75 82V90Z",
        "M31 76C43 71 57 71 69 76M29 66C43 61 57 61 71 66M27 83H73",
    ),
    "king": (
        "M25 90V82L31 74C14 60 14 42 29 38C37 36 44 40 47 45V27H39V20H47V12H53V20H61V27H53V45"
        "C56 40 63 36 71 38C86 42 86 60 69 74L75 82V90Z",
        "M31 74C43 69 57 69 69 74M50 66V46M30 66C23 57 24 47 32 46M70 66C77 57 76 47 68 46"
        "M27 83H73",
    ),
    "crown": (
        "M22 74 16 34 35 52 50 24 65 52 84 34 78 74Z",
        "M26 64H74",
    ),
    "stone": (
        "M50 14C72 12 88 30 86 50C88 72 70 88 50 86C28 88 12 70 14 50C12 30 28 12 50 14Z",
        "M34 34C40 28 46 26 52 26",
    ),
    "wizard": (
        "M50 6 66 52H82L70 62C72 78 64 92 50 94C36 92 28 78 30 62L18 52H34Z",
        "M34 52H66M38 66C42 63 45 64 47 66M53 66C55 64 58 63 62 66M40 76C46 82 54 82 60 76"
        "M46 24 54 28",
    ),
    "dwarf": (
        "M50 12C66 12 76 24 76 40H84V50H76L72 74 60 82 50 94 40 82 28 74 24 50H16V40H24"
        "C24 24 34 12 50 12Z",
        "M24 44H76M38 55H40M60 55H62M36 68C44 63 56 63 64 68M46 74V84M54 74V84",
    ),
    "troll": (
        "M30 22 22 8 40 16C46 14 54 14 60 16L78 8 70 22C78 28 80 38 80 48L90 54 80 62"
        "C80 82 68 92 50 92C32 92 20 82 20 62L10 54 20 48C20 38 22 28 30 22Z",
        "M36 42 44 46M64 42 56 46M34 66C42 74 58 74 66 66M38 69V58M62 69V58M46 56H54",
    ),
    "broom": (
        "M46 6H54V50L66 56 74 92H26L34 56 46 50Z",
        "M34 58H66M40 66 37 90M50 66V90M60 66 63 90",
    ),
    "arrow": ("M50 10 82 46H64V90H36V46H18Z", ""),
    "cross": ("M22 12 50 40 78 12 88 22 60 50 88 78 78 88 50 60 22 88 12 78 40 50 12 22Z", ""),
    "ring": (
        "M50 12A38 38 0 1 1 50 88A38 38 0 1 1 50 12ZM50 30A20 20 0 1 0 50 70A20 20 0 1 0 50 30Z",
        "",
    ),
    "crate": ("M16 16H84V84H16Z", "M16 30H84M16 70H84M30 30 70 70M70 30 30 70"),
    "wall": ("M2 2H98V98H2Z", "M2 33H98M2 66H98M33 2V33M75 33V66M33 66V98M10 33V66M75 2V33"),
    "person": (
        "M50 10A15 15 0 1 1 50 40A15 15 0 1 1 50 10Z"
        "M28 90V62C28 50 36 44 50 44C64 44 72 50 72 62V90Z",
        "",
    ),
    "hound": (
        "M20 26 34 12 42 28H58L66 12 80 26 74 52 62 68 58 86H42L38 68 26 52Z",
        "M38 44H40M60 44H62M46 68H54L50 74ZM50 74V80",
    ),
    "fox": (
        "M14 12 38 30H62L86 12 82 50 50 90 18 50Z",
        "M36 50 42 54M64 50 58 54M46 74H54L50 80ZM18 50 40 62M82 50 60 62",
    ),
    "elephant": (
        "M20 36C22 18 36 12 50 12C64 12 78 18 80 36C90 36 92 56 80 62C72 66 66 62 64 58L60 60"
        "C60 76 58 90 44 92L40 84C48 82 48 74 46 62L36 58C34 62 28 66 20 62C8 56 10 36 20 36Z",
        "M40 40H42M58 40H60M34 56C30 50 30 40 34 34M66 56C70 50 70 40 66 34",
    ),
    "cannon": (
        "M12 44 62 22C70 20 76 24 78 32L80 40 60 52A20 20 0 1 1 26 74A20 20 0 0 1 26 56L14 58Z",
        "M44 56A11 11 0 1 1 44 78A11 11 0 1 1 44 56ZM62 24 70 44",
    ),
    "wheel": (
        "M50 10A40 40 0 1 1 50 90A40 40 0 1 1 50 10Z",
        "M50 10V90M10 50H90M22 22 78 78M78 22 22 78M50 38A12 12 0 1 1 50 62A12 12 0 1 1 50 38Z",
    ),
    "soldier": (
        "M50 8C64 8 70 20 70 32L78 40H68C68 48 62 54 56 56L74 64V92H26V64L44 56"
        "C38 54 32 48 32 40H22L30 32C30 20 36 8 50 8Z",
        "M30 40H70M50 66V92M26 78H74",
    ),
    "advisor": (
        "M28 20H72L68 34C70 46 64 54 58 56L76 66V92H24V66L42 56C36 54 30 46 32 34Z",
        "M32 34H68M14 26H28M72 26H86M50 62 42 92M50 62 58 92",
    ),
    "line-across": ("M-6 42H106V58H-6Z", ""),
    "line-down": ("M42-6H58V106H42Z", ""),
}  # fmt: skip
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
# colour-blind safe (Okabe and Ito 2008), most distinct first
COLOURS = ("#56b4e9", "#e69f00", "#009e73", "#cc79a7", "#f0e442", "#d55e00", "#0072b2", "#ffffff")
NAMED = {
    "white": "#fffdf7", "light": "#fffdf7", "black": "#2b2b30", "dark": "#2b2b30",
    "red": "#d55e00", "blue": "#0072b2", "green": "#009e73", "yellow": "#f0e442",
    "orange": "#e69f00", "pink": "#cc79a7", "purple": "#cc79a7",
}  # fmt: skip
NEUTRAL_COLOUR = "#a9a49b"
DARK_INK, LIGHT_INK = "#26262b", "#fbf8f1"
MARKS = ("", "ring", "dashes", "dots", "double", "ticks", "thirds", "bold")
APART = 25  # percent of lightness between players that makes marks unnecessary


# -- signs ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Signs:
    """Signs of a game's pieces and players.

    types    sign of each type
    owners   letter of each player, all different
    single   type shown by its player's letter if there is only one kind; else empty
    numbers  types that are counts or dice
    """

    types: dict[str, str]
    owners: dict[str, str]
    single: str
    numbers: frozenset[str]
    competing: tuple[str, ...]
    neutral: frozenset[str]

    def sign(self, player: str, piece: str) -> str:
        owner = self.owners.get(player, "?")
        if piece == self.single:
            return owner.lower() if player in self.neutral else owner
        sign = self.types.get(piece, "?")
        if sign.lower() == sign.upper():  # a sign without upper and lower case
            return sign if player in self.neutral or len(self.competing) < 2 else sign + owner
        if len(self.competing) > 2:
            return sign.upper() + ("" if player in self.neutral else owner.lower())
        if player in self.neutral:
            return sign.lower() + NEUTRAL
        return sign.upper() if player == self.competing[0] else sign.lower()

    def meant(self, text: str) -> tuple[str, str] | None:
        """Return player and type of the piece with a sign, None if there is none."""
        pieces = ((player, piece) for player in self.owners for piece in self.types)
        return next((found for found in pieces if self.sign(*found) == text), None)


@fact
def signs_of(game: Script) -> Signs:
    return _signs(game.declaration, _notation_letters(game))


def _notation_letters(game: Script) -> dict[str, str]:
    """Return type letters of the position notation that the game's file declares, as `N` in FEN.

    Empty unless there are several types with distinct letters that are the same for all players.
    """
    if len(game.pieces) < 2:
        return {}
    found: dict[str, str] = {}
    with suppress(TextsError):
        if tables_path(game) is None or not hasattr(known_fen(game), "letters"):
            return {}
        for (_, name), letter in known_fen(game).letters.written.items():
            if found.setdefault(name, letter.lower()) != letter.lower():
                return {}
    alike = len(set(found.values())) < len(found) or set(found) != set(game.pieces)
    return {} if alike or any(len(letter) > 2 for letter in found.values()) else found


def _signs(declared: Declaration, written: dict[str, str]) -> Signs:
    names = [piece.name for piece in declared.pieces]
    found = dict(piece_letters(declared)) | written
    given = {declared.pieces[k - 1].name for k in declared.glyphs} | set(written)
    found |= {name: found[name][:1] for name in given - set(written)}
    numbers = numbers_of(name for name in names if name not in given)
    others = [name for name in names if name not in numbers]
    single = others[0] if len(others) == 1 and others[0] not in given else ""
    found |= {
        name: number if not others or single or name in NUMBERS else name[:1].lower() + number
        for name, number in numbers.items()
    }
    _make_distinct(found, names)
    players = declared.players
    neutral = frozenset(p.name for p in players if p.neutral or p.chance)
    competing = tuple(p.name for p in players if p.name not in neutral)
    return Signs(
        found, _owners([*competing, *neutral]), single, frozenset(numbers), competing, neutral
    )


def numbers_of(names: Iterable[str]) -> dict[str, str]:
    """Return the number of each type in a family such as `s0` … `s20` or `one` … `six`."""
    names = list(names)
    parts = {name: match for name in names if (match := FAMILY.match(name))}
    sizes = Counter(match[1] for match in parts.values())
    found = {name: match[2] for name, match in parts.items() if sizes[match[1]] > 1}
    counted = {name: NUMBERS[name] for name in names if name in NUMBERS}
    return found | (counted if len(counted) > 1 else {})


def _make_distinct(found: dict[str, str], names: list[str]) -> None:
    """Make equal signs distinct: initials of the name's parts, two letters, or a number."""
    taken: set[str] = set()
    for name in names:
        sign = found[name]
        if sign.lower() in taken:
            parts = [part for part in re.split(r"[\W_]+", name) if part]
            longer = ["".join(part[0] for part in parts[:2]), *(name[0] + c for c in name[1:])]
            longer += [f"{name[0]}{k}" for k in range(2, 2 + len(names))]
            # a free number always exists
            sign = next(s.lower() for s in longer if len(s) > 1 and s.lower() not in taken)
            found[name] = sign
        taken.add(sign.lower())


def _owners(players: list[str]) -> dict[str, str]:
    """Return a capital letter or digit for each player, the first free one of the name."""
    found: dict[str, str] = {}
    for number, name in enumerate(players, 1):
        free = (c.upper() for c in name if c.isalnum() and c.upper() not in found.values())
        spare = (
            c
            for c in (*map(str, range(number, 10)), *"ABCDEFGHIJKLMNOPQRSTUVWXYZ#@$%&")
            if c not in found.values()
        )
        found[name] = (next(free, None) or next(spare, "?"))[:1]
    return found


def legend(signs: Signs, board: dict[str, tuple[str, str]]) -> list[tuple[str, str]]:
    """Return the meaning of the signs on a board, as texts with the player of each."""
    singles = [(player, signs.single) for player in signs.competing if signs.single]
    standing = list(dict.fromkeys([*board.values(), *singles]))
    order = {player: k for k, player in enumerate(signs.owners)}
    ranks = {name: k for k, name in enumerate(signs.types)}  # types declared first come first
    standing.sort(key=lambda p: (order.get(p[0], len(order)), ranks.get(p[1], len(ranks))))
    found: list[tuple[str, str]] = []
    for player in dict.fromkeys(player for player, _ in standing):
        pieces = [piece for owner, piece in standing if owner == player]
        named = [
            f"{signs.sign(player, piece)} {piece}" for piece in pieces if piece not in signs.numbers
        ]
        counts = [f"{signs.sign(player, p)} {p}" for p in pieces if p in signs.numbers]
        named += counts[:1] + (["…"] if len(counts) > 2 else []) + counts[1:][-1:]
        if len(named) > EXPLAINED:
            named[EXPLAINED:] = ["…"]
        if named:
            found.append((shortened_names(f"{player}: {', '.join(named)}"), player))
    return found


# -- figures --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Figure:
    """Drawing of a piece type.

    base     body below sign and shape: one of `BASES`
    sign     letter, number or Unicode sign; may be empty
    character  what the game's own players write instead of sign and shape; may be empty
    path     shape in the player's colour, in a box of 100 by 100
    detail   lines on the shape, in the player's ink
    pips     points as on dice
    seeds    number of seeds in a heap
    colour   colour of the body, and `ink` on it, if not those of the player
    image    image instead of all that
    """

    base: str = "disc"
    sign: str = ""
    path: str = ""
    detail: str = ""
    pips: int = 0
    seeds: int = 0
    colour: str = ""
    ink: str = ""
    image: RasterImage | None = None
    character: str = ""


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


# -- colours --------------------------------------------------------------------------------------


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
        colour = chosen.get(name, NEUTRAL_COLOUR)
        found[name] = Look(colour, ink_on(colour))
    return found


def recoloured(theme: Theme, given: Mapping[str, str]) -> Theme:
    """Return a theme with some colours replaced; cell edges default to the line colour."""
    given = {"edge": given["line"], **given} if "line" in given else given
    return replace(theme, **{name.replace("-", "_"): colour for name, colour in given.items()})
