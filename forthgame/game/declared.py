"""Where a script has declared what: the words of its sections as they ran, with their tokens.

The outer interpreter hands over the tokens that a word has read (`Forth.parsed`), so a declaration
counts where it has run: not in an IF that was passed over, and also if a word of the script made
it. Only what the threaded code cannot show is kept here; its own tokens show the rest.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from forthgame.errors import Place
from forthgame.lang.dictionary import Word
from forthgame.lang.facts import APPENDING, STORING
from forthgame.source import Token

ADDING = frozenset(("moves", "directions"))  # given again, they do not replace what is there
NAMING = "IS"
FILLING = APPENDING - {"ALLOT"}  # they append what they are given
WATCHED = STORING | FILLING | {NAMING}  # outside of definitions they leave no code
TURNS, OF_TURNS = ("{turn}", "{together}"), ("{for-player}", "{of-type}")


class Part(NamedTuple):
    """A word of a section, the names it has read, and the list it belongs to in `{moves`."""

    section: str
    keyword: str
    names: tuple[str, ...]
    owner: str
    token: Token

    @property
    def place(self) -> Place:
        """Where its first name stands; of a part without one, the word."""
        return self.token.place


@dataclass
class Section:
    """A section: the token that has begun it, and its parts in the order they ran."""

    header: Token
    parts: list[Part] = field(default_factory=list)


@dataclass
class Declared:
    """The sections of a script; one that is given again has replaced itself.

    stores   words behind which the text has stored something, outside of definitions
    data     created words, and what has appended to them outside of definitions
    named    deferred words, and their names behind IS, outside of definitions
    """

    sections: dict[str, Section] = field(default_factory=dict)
    stores: list[tuple[Word, Token]] = field(default_factory=list)
    data: list[tuple[Word, Token]] = field(default_factory=list)
    named: list[tuple[Word, Token]] = field(default_factory=list)
    owner: str = ""  # the list of moves that is open
    _read: Sequence[Token] = ()  # the names of the newest part
    _bare: tuple[Token | None, frozenset[str]] = (None, frozenset())  # parts of a token, nameless

    def begin(self, name: str, token: Token) -> None:
        """A section begins at a token."""
        section = self.sections.get(name)
        if section is None or name not in ADDING:
            section = self.sections[name] = Section(token)
        section.header, self.owner = token, ""

    def begin_list(self, name: Token) -> None:
        """The section is the list of moves with that name."""
        self.owner = name.text
        self.sections["moves"].parts.append(Part("moves", "{moves", (name.text,), name.text, name))

    def add(self, section: str, keyword: str, names: Sequence[Token], now: Token | None) -> None:
        """A word of a section runs for the text's current token, and has read some names.

        It counts once, however often it asks for its section. One without names counts once for
        each token: a loop could make any number of them.
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

    # -- looking --------------------------------------------------------------------------------

    def parts(self, section: str, keyword: str = "") -> list[Part]:
        """The parts of a section, of one word if it is given."""
        known = self.sections.get(section)
        found = [] if known is None else known.parts
        return [part for part in found if not keyword or part.keyword == keyword]

    def header(self, section: str) -> Token | None:
        """The token that begins a section."""
        known = self.sections.get(section)
        return None if known is None else known.header

    def place(self, section: str, keyword: str, name: str, owner: str = "") -> Place | None:
        """Where a name was declared last."""
        for part in reversed(self.parts(section, keyword)):
            if name in part.names and owner in ("", part.owner):
                return part.place
        return None

    def turns(self) -> list[list[Part]]:
        """Each turn of the order: `{turn}` or `{together}`, and what belongs to it."""
        found: list[list[Part]] = []
        for part in self.parts("turn-order"):
            if part.keyword in TURNS:
                found.append([part])
            elif found and part.keyword in OF_TURNS:
                found[-1].append(part)
        return found

    def turn(self, number: int) -> list[Part]:
        """The turn of that number, from 0; nothing if there is none."""
        turns = self.turns()
        return turns[number] if 0 <= number < len(turns) else []

    def behind(self, part: Part) -> Part | None:
        """The part that follows one in its section."""
        parts = self.parts(part.section)
        k = next((k for k, other in enumerate(parts) if other is part), len(parts))
        return parts[k + 1] if k + 1 < len(parts) else None
