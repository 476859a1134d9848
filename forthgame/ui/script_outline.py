"""Read declarations from a script without compiling: players, board, loaded files; list games."""

from __future__ import annotations

import operator
import tomllib
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from forthgame.base.errors import ForthgameError, ScriptError
from forthgame.base.source import (
    Source,
    Token,
    decoded_source,
    find_loaded_file,
    package_path,
    read_limited,
    read_source,
    resolved,
)
from forthgame.words.word_sets import TEXTS

MOST_FILES = 16  # loaded files at most
MOST_DIGITS = 12  # digits of a number
SUMS = {"+": operator.add, "-": operator.sub, "*": operator.mul}
STEPS: dict[str, Callable[[int], int]] = {
    "1+": lambda n: n + 1,
    "1-": lambda n: n - 1,
    "2*": lambda n: 2 * n,
}
Number = int | None  # None if it cannot be computed
MOST_READ = 1 << 20  # bytes of a described script
LONGEST = 160  # characters of a description


@dataclass
class ScriptOutline:
    """Declarations of a script; rows and columns are those of the last `{grid}`."""

    players: int = 0
    rows: Number = None
    columns: Number = None
    positions: Number = None
    sections: set[str] = field(default_factory=set)
    files: list[Path] = field(default_factory=list)  # the script and the files it loads, in order

    @property
    def is_game(self) -> bool:
        return self.players > 0 and self.sections >= {"board", "players", "pieces"}


def plain_tokens(source: Source) -> Iterator[Token]:
    """Yield the tokens of a source, without comments and texts."""
    while (token := source.token()) is not None:
        if token.text == "\\":
            source.rest_of_line()
        elif token.text in TEXTS:
            source.until(TEXTS[token.text])
        else:
            yield token


def read_script(path: Path) -> ScriptOutline:
    """Read a script and the files it loads. Raises ScriptError if it cannot be read."""
    reader = _Reader(resolved(path).parent)
    reader.read(path)
    return reader.found


class _Reader:
    """Interprets declarations in loading order, with numbers and numeric constants only."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.found = ScriptOutline()
        self.stack: list[Number] = []
        self.constants: dict[str, Number] = {"TRUE": -1, "FALSE": 0}
        self.defining = False
        self.section = ""

    def read(self, path: Path, below: Path | None = None) -> None:
        """Read a file, including the files it loads; `below` is the folder they must lie in."""
        if path in self.found.files or len(self.found.files) >= MOST_FILES:
            return
        self.found.files.append(path)
        source = read_source(path, regular=True, below=below)
        for token in plain_tokens(source):
            if token.text == "LOAD" and not self.defining:
                name = source.token()
                if name is not None:
                    self._load(path, name)
            else:
                self._take(token.text, source)

    def _load(self, path: Path, name: Token) -> None:
        with suppress(ScriptError):  # missing files are reported when the game is loaded
            self.read(find_loaded_file(path.parent, name.text, self.root), self.root)

    def _take(self, text: str, source: Source) -> None:
        if text in (":", ";"):
            self.defining = text == ":"
        elif self.defining:
            return
        elif text.startswith("{") and not text.endswith("}") and len(text) > 1:
            self.section = text[1:]
            self.found.sections.add(self.section)
            if self.section == "players":
                self.found.players = 0
            elif self.section == "board":
                self.found.rows = self.found.columns = None
                self.found.positions = 0
            self.stack = []
        elif text == self.section + "}":
            self.section = ""
        elif text == "CONSTANT":
            name = source.token()
            if name is not None:
                self.constants.setdefault(name.text, self._pop())
        elif text == "{player}":
            name = source.token()
            self.found.players += name is not None and not name.text.startswith("?")
        elif self.section == "board":
            self._board(text)
        else:
            self._number(text)

    def _board(self, text: str) -> None:
        found = self.found
        if text == "{grid}":
            columns, rows = self._pop(), self._pop()
            found.rows, found.columns = (rows, columns) if not found.positions else (None, None)
            self._add(rows * columns if rows is not None and columns is not None else None)
        elif text == "{position}":
            self._add(1)
        elif text in ("{grid3}", "{kill}", "DO", "BEGIN"):
            found.positions = None
        else:
            self._number(text)

    def _add(self, count: Number) -> None:
        known = self.found.positions
        self.found.positions = None if known is None or count is None else known + count

    def _number(self, text: str) -> None:
        """Evaluate a number or an arithmetic word; other words push an unknown number."""
        if text in self.constants:
            self.stack.append(self.constants[text])
        elif text in SUMS:
            right, left = self._pop(), self._pop()
            if left is None or right is None:
                self.stack.append(None)
            else:
                self.stack.append(SUMS[text](left, right))
        elif text in STEPS:
            value = self._pop()
            self.stack.append(None if value is None else STEPS[text](value))
        else:
            digits = text.removeprefix("-")
            whole = digits.isascii() and digits.isdigit() and len(digits) <= MOST_DIGITS
            self.stack.append(int(text) if whole else None)

    def _pop(self) -> Number:
        return self.stack.pop() if self.stack else None


@dataclass(frozen=True)
class Bundled:
    """A bundled game: name, number of competing players, board and description.

    Other scripts are described in the same way: `playable` if they declare a game. `files` are the
    script and what it loads.
    """

    name: str
    players: int
    board: str
    what: str
    playable: bool = True
    files: tuple[Path, ...] = ()

    def document(self) -> dict[str, Any]:
        """Return the facts that `forthgame games --json` prints."""
        return {n: getattr(self, n) for n in ("name", "players", "board", "what")}


def bundled_games() -> list[Bundled]:
    """Return the bundled games by name; variants follow the main game of their folder.

    Scripts are read but not compiled. Scripts called `rules.4th`, and others that do not declare a
    complete game, are skipped.
    """
    found = []
    for folder in sorted(path for path in package_path("games").iterdir() if path.is_dir()):
        scripts = sorted(folder.glob("*.4th"), key=lambda path: (path.stem != folder.name, path))
        for script in scripts:
            read = read_script(script)
            if script.stem != "rules" and read.is_game and read.positions:
                main = script.stem == folder.name
                name = folder.name if main else f"{folder.name}/{script.stem}"
                found.append(_card(name, script, read))
    return found


def described(name: str, script: Path) -> Bundled:
    """Describe any script; unreadable parts are left out."""
    with suppress(ForthgameError, OSError):
        return _card(name, script, read_script(script))
    return Bundled(name, 0, "", "", playable=False)


def _card(name: str, script: Path, read: ScriptOutline) -> Bundled:
    board = _board(read) if read.positions else ""
    files = tuple(read.files)
    return Bundled(name, read.players, board, _description(script), read.is_game, files)


def families() -> dict[str, str]:
    """Return the family of each folder of bundled games, in the order of the first page."""
    text = package_path("games", "families.toml").read_text(encoding="utf-8")
    groups: dict[str, list[str]] = tomllib.loads(text)["families"]
    return {folder: family for family, folders in groups.items() for folder in folders}


def _description(script: Path) -> str:
    text = decoded_source(read_limited(script, MOST_READ), script).text
    line = text.lstrip().partition("\n")[0].strip()
    comment = line.removeprefix("\\ ") if line.startswith("\\ ") else ""
    return comment.rpartition(" -- ")[2].rstrip(".")[:LONGEST]


def _board(read: ScriptOutline) -> str:
    if read.rows and read.columns and read.rows * read.columns == read.positions:
        return f"{read.columns} x {read.rows}"
    return f"{read.positions} positions"
