"""Data classes for the parts of a game's declaration."""

from __future__ import annotations

from dataclasses import dataclass, field

from forthgame.errors import Place
from forthgame.lang.dictionary import Word
from forthgame.lang.layout import NEUTRAL_BIT
from forthgame.source import Token

CODED = ("colon", "does", "defer")  # kinds of words that run code of a script


@dataclass
class Direction:
    """A direction with its number and its links, position -> position.

    steps     rows, columns and boards per step in a grid; None if all links are given one by one
    given     links given one by one as names, None for a removed link
    """

    name: str
    number: int
    links: dict[int, int] = field(default_factory=dict)
    steps: tuple[int, int, int] | None = None
    given: dict[str, str | None] = field(default_factory=dict)


@dataclass(frozen=True)
class Board:
    """A grid of positions; `flipped` puts row 1 at the top, `prefix` begins all names."""

    rows: int
    columns: int
    flipped: bool
    prefix: str

    def label(self, row: int) -> int:
        """Return the name of a row, which is counted from 0 at the top."""
        return row + 1 if self.flipped else self.rows - row


@dataclass
class Player:
    """A player: the encoding, and the engine or word that chooses the moves."""

    name: str
    code: int
    engine: str = "negamax"
    word: str = ""
    weighted: bool = False  # moves are drawn by their weights

    @property
    def chance(self) -> bool:
        """Return whether moves are drawn at random: by a name with `?`, or by weights."""
        return self.weighted or self.name.startswith("?")

    @property
    def neutral(self) -> bool:
        return bool(self.code & NEUTRAL_BIT)


@dataclass
class Turn:
    """A turn: the player to move, the owner of the pieces, and the move type (0 for any).

    `together` marks a part of the turn before, whose player chooses on the same position.
    """

    player: int
    for_player: int
    of_type: int = 0
    together: bool = False


@dataclass
class MoveList:
    name: str
    place: Place | None = None  # of its name
    entries: list[tuple[Word, int]] = field(default_factory=list)


@dataclass
class Piece:
    """A piece type; `moves` and `drops` are addresses of move lists, 0 for none."""

    name: str
    moves: int = 0
    drops: int = 0
    value: int = 1
    unpromoted: int = 0  # type in the hand of the player who captures it, 0 for its own


@dataclass(frozen=True)
class SetUp:
    player: Token
    piece: Token
    position: Token


def column_letters(column: int) -> str:
    """Return the name of a column counted from 0: a … z, aa, ab …"""
    letters = ""
    column += 1
    while column:
        column, rest = divmod(column - 1, 26)
        letters = chr(ord("a") + rest) + letters
    return letters


def column_number(letters: str) -> int:
    """Return the number of a column, from 0, by its name."""
    number = 0
    for letter in letters:
        number = 26 * number + ord(letter) - ord("a") + 1
    return number - 1
