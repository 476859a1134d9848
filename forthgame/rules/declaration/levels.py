"""Levels of a puzzle: start positions from a file beside the script, or from the script.

A file has levels with an empty line between them. A level is one line with a position as text (it
contains a bar), or a drawing: a row of letters for each row of the grid, its lower left corner on
that of the grid (its upper left one if `$flipGrid` counts rows from the top). A line that begins
with `;` is a comment, and names the next level.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from forthgame.base.errors import Place, ScriptError, shortened
from forthgame.base.name_quoting import PIECE, is_item, no_item, numbered_names, unquoted
from forthgame.base.source import Token, find_loaded_file, read_source
from forthgame.machine.outer.outer_interpreter import Forth
from forthgame.rules.declaration.geometry import Geometry
from forthgame.rules.model import CODED, Piece, Player
from forthgame.words.table.dictionary import Word

MOST = 10_000  # levels of a game
ITEM = re.compile(r"\S+")


@dataclass(frozen=True)
class Level:
    """A level: its name, its place and its rows; a position as text is one row."""

    name: str
    place: Place
    rows: tuple[str, ...]

    @property
    def is_text(self) -> bool:
        return len(self.rows) == 1 and "|" in self.rows[0]


class Levels(Geometry):
    """The section `{levels` of a declaration."""

    players: list[Player]
    pieces: list[Piece]

    def __init__(self, forth: Forth) -> None:
        super().__init__(forth)
        self.begin_levels()

    def begin_levels(self) -> None:
        self.levels: list[Level] = []
        self.level_word: Word | None = None
        self.carried: list[str] = []
        self.level_files: set[Path] = set()

    def level_file(self, token: Token) -> None:
        self._inside("levels")
        forth = self.forth
        base = next((s.path.parent for s in reversed(forth.sources) if s.path), None)
        if base is None or forth.root is None:
            raise forth.error_at(token, -38, f"there is no file {shortened(token.text)!r}")
        try:
            path = find_loaded_file(base, token.text, forth.root)
            limit = forth.limits.position
            source = read_source(
                path, str(base / token.text), limit=limit, regular=True, below=forth.root
            )
        except ScriptError as error:
            raise forth.error_at(token, error.number, error.message) from None
        forth.loaded[path] = source.data
        self.level_files.add(path)
        before = len(self.levels)
        for level in split_levels(source.text, str(base / token.text)):
            self._add_level(level)
        if len(self.levels) == before:
            raise ScriptError(
                "there is no level in this file", number=-271,
                place=Place(str(base / token.text), 1, 1, ""),
            )  # fmt: skip

    def level(self, place: Place, text: str) -> None:
        self._inside("levels")
        self._refuse_if("|" not in text, "a position as text must follow {level}, on the same line")
        self._add_level(Level("", place, (text,)))

    def _add_level(self, level: Level) -> None:
        if len(self.levels) >= MOST:
            raise ScriptError(f"more than {MOST} levels", number=-271, place=level.place)
        self.levels.append(level)

    def level_drawn(self, word: Word) -> None:
        self._inside("levels")
        self._refuse_if(
            word.kind not in CODED, f"{word.name} is not a word of the script that reads a letter"
        )
        self.level_word = word

    def level_carries(self, name: str) -> None:
        self._inside("levels")
        self._refuse_if(
            name not in [word.name for word, _ in self.stored],
            f"{name} is nothing that {{board stores",
        )
        self.carried.append(name)

    def _write_levels(self) -> None:
        self._refuse_if(
            not self.levels, "there is no level in {levels: name a {level-file}, or write a {level}"
        )

    def check_levels(self) -> None:
        for level in self.levels:
            if level.is_text:
                self._check_text(level)
            elif self.level_word is None:
                raise wrong(level, 0, 0, "a drawing needs {drawn} word in {levels, to be read with")
            else:
                self._check_size(level)

    def _check_text(self, level: Level) -> None:
        names = {
            "player": numbered_names([player.name for player in self.players]),
            "piece": numbered_names([piece.name for piece in self.pieces]),
            "position": numbered_names(self.positions),
        }
        text = level.rows[0]
        for item in ITEM.finditer(text, text.index("|")):
            if item[0] != "|" and not is_item(item[0]):
                raise wrong(level, 0, item.start(), no_item(item[0]))
            found = PIECE.match(item[0])
            for what, known in names.items() if found else ():
                name = found[what] if found else None
                if name is not None and unquoted(name) not in known:
                    raise wrong(level, 0, item.start(), f"there is no {what} {name[:60]!r}")

    def _check_size(self, level: Level) -> None:
        if len(level.rows) > self.rows:
            raise wrong(
                level, self.rows, 0, f"the drawing has {len(level.rows)} rows, the grid {self.rows}"
            )
        for number, row in enumerate(level.rows):
            if len(row) > self.columns:
                raise wrong(
                    level, number, self.columns,
                    f"the row has {len(row)} letters, and the grid {self.columns} columns",
                )  # fmt: skip
            for column, letter in enumerate(row):
                if letter != " " and self.level_position(level, number, column) is None:
                    message = f"{{kill}} has left no position for {letter!r}: a blank stands there"
                    raise wrong(level, number, column, message)

    def level_position(self, level: Level, row: int, column: int) -> int | None:
        """Return the position of a letter of a drawing, or None if `{kill}` has removed it."""
        flipped = bool(self.boards) and self.boards[0].flipped
        down = row if flipped else self.rows - len(level.rows) + row
        return self.cells.get((0, down, column))


def wrong(level: Level, row: int, column: int, message: str) -> ScriptError:
    text, first = level.rows[row], level.place
    start = first.column if level.is_text else 1
    shown = first.text if level.is_text else text  # the line has other words before it
    place = Place(first.file, first.line + row, start + column, shown)
    return ScriptError(message, number=-271, place=place)


def split_levels(text: str, file: str) -> list[Level]:
    found: list[Level] = []
    rows: list[str] = []
    name, first = "", 0
    for number, line in enumerate(f"{text}\n".split("\n"), 1):
        line = line.rstrip()
        is_row = bool(line) and not line.startswith(";")
        if rows and (not is_row or "|" in line or "|" in rows[-1]):
            found.append(Level(name, Place(file, first, 1, rows[0]), tuple(rows)))
            name, rows = "", []
        if is_row:
            first = first if rows else number
            rows.append(line)
        elif line:
            name = line.lstrip("; ")
    return found
