"""The parts a game is declared of."""

from __future__ import annotations

from dataclasses import dataclass, field

from forthgame.errors import Place
from forthgame.lang.dictionary import Word
from forthgame.lang.layout import NEUTRAL_BIT
from forthgame.source import Token

CODED = ("colon", "does", "defer")  # kinds of words that run code of a script


@dataclass
class Direction:
    """A direction: its number and its links, position -> position.

    steps     rows, columns and boards that it leads on in a grid; None if all links are given
    given     names: links given one by one, and None where one was taken away
    """

    name: str
    number: int
    links: dict[int, int] = field(default_factory=dict)
    steps: tuple[int, int, int] | None = None
    given: dict[str, str | None] = field(default_factory=dict)


@dataclass(frozen=True)
class Board:
    """A grid of positions: which end is row 1, and what stands in front of their names."""

    rows: int
    columns: int
    flipped: bool
    prefix: str

    def label(self, row: int) -> int:
        """The number of a row that is counted from 0 at the top."""
        return row + 1 if self.flipped else self.rows - row


@dataclass
class Player:
    """A player: the encoding, and what chooses the moves."""

    name: str
    code: int
    engine: str = "negamax"
    word: str = ""
    weighted: bool = False  # his moves are drawn by their weights

    @property
    def chance(self) -> bool:
        """Whether nobody chooses: by custom the name begins with `?`, or moves have weights."""
        return self.weighted or self.name.startswith("?")

    @property
    def neutral(self) -> bool:
        """Whether the player is neutral."""
        return bool(self.code & NEUTRAL_BIT)


@dataclass
class Turn:
    """A turn: who moves, whose pieces, only moves of which type (0 for any).

    `together`: it is a part of the turn before it, whose player chooses on the same position.
    """

    player: int
    for_player: int
    of_type: int = 0
    together: bool = False


@dataclass
class MoveList:
    """A `{moves` section: words with the types of their moves."""

    name: str
    place: Place | None = None  # of its name
    entries: list[tuple[Word, int]] = field(default_factory=list)


@dataclass
class Piece:
    """A piece type; `moves` and `drops` are addresses of lists, 0 if there is none."""

    name: str
    moves: int = 0
    drops: int = 0
    value: int = 1
    unpromoted: int = 0  # the type it has in the hand of who takes it, 0 for its own


@dataclass(frozen=True)
class SetUp:
    """A piece of the set-up, by the names as they were written."""

    player: Token
    piece: Token
    position: Token


def column_letters(column: int) -> str:
    """The name of a column: a … z, aa, ab …"""
    letters = ""
    column += 1
    while column:
        column, rest = divmod(column - 1, 26)
        letters = chr(ord("a") + rest) + letters
    return letters


def column_number(letters: str) -> int:
    """The number of a column, from 0, by its name."""
    number = 0
    for letter in letters:
        number = 26 * number + ord(letter) - ord("a") + 1
    return number - 1
