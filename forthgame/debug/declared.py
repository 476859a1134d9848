"""Where the parts of a game are declared, from the script's text."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from forthgame.errors import Place, ScriptError
from forthgame.lang.facts import STORING, TEXTS
from forthgame.limits import DEFAULT_LIMITS
from forthgame.source import (
    Source,
    Token,
    find_loaded,
    read_source,
    reading_from,
    resolved,
)

if TYPE_CHECKING:
    from forthgame.game.game import Game

SECTIONS = ("board", "directions", "symmetries", "players", "turn-order", "moves",
            "move-priorities", "pieces", "board-setup", "zones", "endings")  # fmt: skip
ADDING = frozenset(("moves", "directions"))  # given again, they do not replace what is there


def brief(place: Place) -> str:
    """A place by its file's name and its line."""
    return f"{Path(place.file).name}:{place.line}"


@dataclass(frozen=True)
class Part:
    """A keyword of a section, the names behind it, and the list it belongs to in `{moves`."""

    keyword: str
    names: tuple[str, ...]
    owner: str
    token: Token

    @property
    def place(self) -> Place:
        """Where the name stands; of a part without one, the keyword."""
        return self.token.place


@dataclass
class Declared:
    """The parts of each section, in their order; a section given again has replaced the first."""

    sections: dict[str, list[Part]] = field(default_factory=dict)
    headers: dict[str, Place] = field(default_factory=dict)  # where each section begins
    outside: dict[str, list[Place]] = field(default_factory=dict)  # stores outside of definitions
    data: dict[str, list[Place]] = field(default_factory=dict)  # of a CREATEd word
    compiled: dict[str, list[Place]] = field(default_factory=dict)  # put into moves, and numbers
    deferred: dict[str, list[Place]] = field(default_factory=dict)  # where IS sets a word
    constants: dict[str, Place] = field(default_factory=dict)

    def parts(self, section: str, keyword: str = "") -> list[Part]:
        """The parts of a section, of one keyword if it is given."""
        found = self.sections.get(section, [])
        return [part for part in found if not keyword or part.keyword == keyword]

    def place(self, section: str, keyword: str, name: str, owner: str = "") -> Place | None:
        """Where a name was declared last."""
        for part in reversed(self.parts(section, keyword)):
            if name in part.names and owner in ("", part.owner):
                return part.place
        return None

    def turn(self, number: int) -> list[Part]:
        """`{turn}` number so much, from 0, and what belongs to it."""
        found: list[list[Part]] = []
        for part in self.parts("turn-order"):
            if part.keyword == "{turn}":
                found.append([part])
            elif found and part.keyword in ("{for-player}", "{of-type}"):
                found[-1].append(part)
        return found[number] if 0 <= number < len(found) else []

    def behind(self, part: Part) -> Part | None:
        """The part that follows one in its section."""
        for parts in self.sections.values():
            for k, other in enumerate(parts[:-1]):
                if other is part:
                    return parts[k + 1]
        return None


def declared_in(game: Game) -> Declared:
    """Read the parts of a game's sections from its files as they were when it was loaded."""
    found, root = Declared(), game._forth.root or resolved(game.path).parent
    files = {str(root / name): contents for name, contents in game.files.items()}
    with reading_from(files):
        _Reader(found, root).read(root / game.path.name, str(game.path))
    return found


class _Reader:
    """Goes through the text as loading does, without running anything."""

    def __init__(self, found: Declared, root: Path) -> None:
        self.found, self.root = found, root
        self.section = self.owner = ""
        self.open: list[Token] = []
        self.inside = False  # a definition
        self.handed: list[Place] = []  # the numbers for a word that is put into a move
        self.conditions: list[Place] = []  # the IFs that are open
        self.created = ""  # the word whose data are being read
        self.before: Token | None = None
        self.seen: set[Path] = set()
        self.nesting = 0  # files inside each other

    def read(self, path: Path, name: str) -> None:
        """Read a file, and at its place each file that it loads."""
        if path in self.seen or self.nesting >= DEFAULT_LIMITS.nesting:
            return
        self.seen.add(path)
        try:
            source = read_source(path, name, regular=True)  # a pipe cannot be read again
        except ScriptError:
            return
        while (token := source.token()) is not None:
            text, before, self.before = token.text, self.before, token
            if text in (":", ";"):
                self.inside, self.handed, self.conditions = text == ":", [], []
            if text == "IF":
                self.conditions.append(token.place)
            elif text in ("ENDIF", "THEN") and self.conditions:
                self.conditions.pop()
            if text == "COMPILE-LITERAL":
                self.handed.append(token.place)
            if before is not None and before.text == "COMPILE" and self.inside:
                self.found.compiled.setdefault(text, []).extend(
                    [*self.handed, *self.conditions[-1:], token.place]
                )
            if text in (":", "CREATE") or text.startswith("{"):
                self.created = ""
            if before is not None and before.text == "CREATE":
                self.created = text
            if before is not None and before.text == "CONSTANT" and not self.inside:
                self.found.constants[text] = token.place
            if text in (",", "C,") and self.created and not self.inside:
                self.found.data.setdefault(self.created, []).append(token.place)
            if text in STORING and before is not None and not self.inside:
                self.found.outside.setdefault(before.text, []).append(before.place)
            if text == "\\":
                source.rest_of_line()
            elif text in TEXTS:
                source.until(TEXTS[text])
            elif text == "IS":
                self._set(source)
            elif text == "LOAD":
                self._load(source, path)
            else:
                self._take(token, source)

    def _set(self, source: Source) -> None:
        name = source.token()
        if name is not None:
            self.found.deferred.setdefault(name.text, []).append(name.place)

    def _load(self, source: Source, path: Path) -> None:
        name = source.token()
        if name is not None:
            self.nesting += 1
            with suppress(ScriptError):
                inside = find_loaded(path.parent, name.text, self.root)
                self.read(inside, str(path.parent / name.text))
            self.nesting -= 1

    def _take(self, token: Token, source: Source) -> None:
        text = token.text
        if text.startswith("{") and text[1:] in SECTIONS:
            self.section, self.owner, self.open = text[1:], "", []
            self.found.headers[self.section] = token.place
            if self.section not in ADDING:
                self.found.sections[self.section] = []
            if self.section == "moves":
                name = source.token()
                self.owner = name.text if name is not None else ""
                if name is not None:
                    self._enter("{moves", [name])
        elif self.section and text == self.section + "}":
            self._flush()
            self.section = ""
        elif self.section:
            if text.startswith("{") and text.endswith("}"):
                self._flush()
            self.open.append(token)

    def _flush(self) -> None:
        """Enter the keyword that has been read with its names; a number may stand before it."""
        words = self.open
        self.open = []
        if words and words[0].text.startswith("{"):
            self._enter(words[0].text, words[1:] or words[:1])

    def _enter(self, keyword: str, names: list[Token]) -> None:
        part = Part(keyword, tuple(n.text for n in names), self.owner, names[0])
        self.found.sections.setdefault(self.section, []).append(part)
