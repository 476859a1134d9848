"""Declarations of a script as its words ran, with their tokens.

The outer interpreter passes the tokens that a word has read (`Forth.parsed`), so a declaration
counts when it has run: not inside a skipped IF, and also if a word of the script makes it. Facts
that threaded code shows are not recorded here.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import NamedTuple

from forthgame.errors import Place
from forthgame.lang.dictionary import Word
from forthgame.lang.facts import APPENDING, STORING
from forthgame.source import Token

ADDING = frozenset(("moves", "directions"))  # repeating them adds to the existing parts
NAMING = "IS"
FILLING = APPENDING - {"ALLOT"}  # they append their arguments
WATCHED = STORING | FILLING | {NAMING}  # outside of definitions they leave no code
TURNS, OF_TURNS = ("{turn}", "{together}"), ("{for-player}", "{of-type}")


class Part(NamedTuple):
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
class Section:
    """A section: its first token, and its parts in the order they ran."""

    header: Token
    parts: list[Part] = field(default_factory=list)


@dataclass
class Declared:
    """The sections of a script; a repeated section replaces the earlier one.

    stores   words into which the text has stored outside of definitions, and their tokens
    data     created words, and tokens that appended to them outside of definitions
    named    deferred words, and their names after IS, outside of definitions
    """

    sections: dict[str, Section] = field(default_factory=dict)
    stores: list[tuple[Word, Token]] = field(default_factory=list)
    data: list[tuple[Word, Token]] = field(default_factory=list)
    named: list[tuple[Word, Token]] = field(default_factory=list)
    owner: str = ""  # the open list of moves
    _read: Sequence[Token] = ()  # names of the newest part
    _bare: tuple[Token | None, frozenset[str]] = (None, frozenset())  # nameless keywords of a token

    def begin(self, name: str, token: Token) -> None:
        section = self.sections.get(name)
        if section is None or name not in ADDING:
            section = self.sections[name] = Section(token)
        section.header, self.owner = token, ""

    def begin_list(self, name: Token) -> None:
        self.owner = name.text
        self.sections["moves"].parts.append(Part("moves", "{moves", (name.text,), name.text, name))

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
        self.sections[section].parts.append(Part(section, keyword, texts, self.owner, token))

    # -- queries --------------------------------------------------------------------------------

    def parts(self, section: str, keyword: str = "") -> list[Part]:
        """Return the parts of a section, or those of one word in it."""
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

    def turns(self) -> list[list[Part]]:
        """Return the parts of each turn: `{turn}` or `{together}`, and those that belong to it."""
        found: list[list[Part]] = []
        for part in self.parts("turn-order"):
            if part.keyword in TURNS:
                found.append([part])
            elif found and part.keyword in OF_TURNS:
                found[-1].append(part)
        return found

    def turn(self, number: int) -> list[Part]:
        turns = self.turns()
        return turns[number] if 0 <= number < len(turns) else []

    def behind(self, part: Part) -> Part | None:
        neighbours = pairwise(self.parts(part.section))
        return next((after for before, after in neighbours if before is part), None)
