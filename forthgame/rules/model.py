"""Data classes for the parts of a game's declaration."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import NamedTuple

from forthgame.base.errors import Place
from forthgame.base.source import Token
from forthgame.words.registers.memory_layout import NEUTRAL_BIT
from forthgame.words.table.dictionary import Word
from forthgame.words.word_sets import APPENDING, STORING

CODED = ("colon", "does", "defer")  # kinds of words that run code of a script
ADDING = frozenset(("moves", "directions"))  # repeating them adds to the existing parts
NAMING = "IS"
FILLING = APPENDING - {"ALLOT"}  # they append their arguments
WATCHED = STORING | FILLING | {NAMING}  # outside of definitions they leave no code
TURNS, OF_TURNS = ("{turn}", "{together}"), ("{for-player}", "{of-type}")


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


# -- declarations as they ran ---------------------------------------------------------------------


class DeclaredPart(NamedTuple):
    """A word of a section, the names it has read, and its list of moves in `{moves`."""

    section: str
    keyword: str
    names: tuple[str, ...]
    owner: str
    token: Token

    @property
    def place(self) -> Place:
        """Return the place of its first name, or of the word if it has none."""
        return self.token.place


@dataclass
class DeclaredSection:
    """A section: its first token, and its parts in the order they ran."""

    header: Token
    parts: list[DeclaredPart] = field(default_factory=list)


@dataclass
class DeclarationTokens:
    """The sections of a script; a repeated section replaces the earlier one.

    stores   words into which the text has stored outside of definitions, and their tokens
    data     created words, and tokens that appended to them outside of definitions
    named    deferred words, and their names after IS, outside of definitions
    """

    sections: dict[str, DeclaredSection] = field(default_factory=dict)
    stores: list[tuple[Word, Token]] = field(default_factory=list)
    data: list[tuple[Word, Token]] = field(default_factory=list)
    named: list[tuple[Word, Token]] = field(default_factory=list)
    owner: str = ""  # the open list of moves
    _read: Sequence[Token] = ()  # names of the newest part
    _bare: tuple[Token | None, frozenset[str]] = (None, frozenset())  # nameless keywords of a token

    def begin(self, name: str, token: Token) -> None:
        section = self.sections.get(name)
        if section is None or name not in ADDING:
            section = self.sections[name] = DeclaredSection(token)
        section.header, self.owner = token, ""

    def begin_list(self, name: Token) -> None:
        self.owner = name.text
        self.sections["moves"].parts.append(
            DeclaredPart("moves", "{moves", (name.text,), name.text, name)
        )

    def add(self, section: str, keyword: str, names: Sequence[Token], now: Token | None) -> None:
        """Record a word of a section and the names it has read; `now` is the text's current token.

        A word counts once for the names it has read, and once for each token if it has read none: a
        loop could make any number of them.
        """
        token = names[0] if names else now
        if names is self._read or token is None:
            return
        self._read = names
        if not names:
            of, known = self._bare
            known = known if of is token else frozenset()
            if keyword in known:
                return
            self._bare = (token, known | {keyword})
        texts = tuple([name.text for name in names])
        self.sections[section].parts.append(
            DeclaredPart(section, keyword, texts, self.owner, token)
        )

    # -- queries --------------------------------------------------------------------------------

    def parts(self, section: str, keyword: str = "") -> list[DeclaredPart]:
        found = self.sections[section].parts if section in self.sections else []
        return [part for part in found if not keyword or part.keyword == keyword]

    def header(self, section: str) -> Token | None:
        return self.sections[section].header if section in self.sections else None

    def place(self, section: str, keyword: str, name: str, owner: str = "") -> Place | None:
        """Return the place of the last declaration of a name."""
        found = [
            part.place
            for part in self.parts(section, keyword)
            if name in part.names and owner in ("", part.owner)
        ]
        return found[-1] if found else None

    def turns(self) -> list[list[DeclaredPart]]:
        """Return the parts of each turn: `{turn}` or `{together}`, and those that belong to it."""
        found: list[list[DeclaredPart]] = []
        for part in self.parts("turn-order"):
            if part.keyword in TURNS:
                found.append([part])
            elif found and part.keyword in OF_TURNS:
                found[-1].append(part)
        return found

    def turn(self, number: int) -> list[DeclaredPart]:
        turns = self.turns()
        return turns[number] if 0 <= number < len(turns) else []

    def behind(self, part: DeclaredPart) -> DeclaredPart | None:
        neighbours = pairwise(self.parts(part.section))
        return next((after for before, after in neighbours if before is part), None)
