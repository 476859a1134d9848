"""Read and validate the file that declares a game's known texts."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Self

from forthgame.base.errors import ForthgameError, shortened
from forthgame.base.source import UnreadableFile, is_file, read_limited, resolved

if TYPE_CHECKING:
    from forthgame.rules.script import Script

ENDING = ".texts.toml"
BOARD_ENDING = ".board.toml"
BESIDE = (BOARD_ENDING, ENDING)  # endings of files that belong to a script by name
LARGEST = 1 << 18  # bytes of a file
PARTS = 32  # parts of a key, as in `a.b.c`: parsing takes quadratic time
STRINGS = re.compile(  # an unclosed one extends to the end of the line or file
    r'"""(?:\\.|[^\\])*?(?:"""|\\?\Z)|"(?:\\.|[^"\\\n])*+"?'
    r"|'''.*?'''|'[^'\n]*+'|#[^\n]*+",
    re.DOTALL,
)
LONG_KEY = re.compile(rf"(?<![\w-])[\w-]++(?:[ \t]*+\.[ \t]*+[\w-]++){{{PARTS}}}")
REFERENCE = re.compile(r"(?P<name>\S+?)(?:\[(?P<index>[0-9]{1,6})\])?$")
Piece = tuple[str, str]  # player, type


class TextsError(ForthgameError):
    """A file of known texts is invalid, or does not declare a requested text."""


class Names(NamedTuple):
    """The names in a game, as sets for fast lookup: files may have thousands of names.

    cells  number of cells of each board variable
    """

    players: frozenset[str]
    pieces: frozenset[str]
    positions: frozenset[str]
    cells: dict[str, int]


def names_of(game: Script) -> Names:
    from forthgame.position.position_text import storage_places

    cells = {name: count for name, _, count, _ in storage_places(game)}
    return Names(frozenset(game.players), frozenset(game.pieces), frozenset(game.positions), cells)


class TextsTable:
    """A table of the file, whose entries are validated when they are read."""

    error: type[ForthgameError] = TextsError

    def __init__(
        self,
        game: Script,
        path: Path,
        name: str,
        entries: dict[str, Any],
        names: Names | None = None,
    ) -> None:
        self.game, self.path, self.name, self.entries = game, path, name, entries
        self.names = names or names_of(game)

    def fail(self, message: str) -> ForthgameError:
        """Return an error with the name of this table."""
        where = f"[{self.name}]: " if self.name else ""
        return self.error(f"{self.path.name}: {where}{message}")

    def table(self, key: str) -> Self:
        """Return a nested table; an empty one if there is none."""
        found = self.entries.get(key, {})
        if not isinstance(found, dict):
            raise self.fail(f"{key} is a table")
        name = f"{self.name}.{key}" if self.name else key
        return type(self)(self.game, self.path, name, found, self.names)

    def has(self, key: str) -> bool:
        return key in self.entries

    def text(self, key: str, default: str | None = None) -> str:
        found = self.entries.get(key, default)
        if not isinstance(found, str):
            raise self.fail(f"{key} is missing" if found is None else f"{key} is a text")
        return found

    def number(self, key: str, default: int) -> int:
        found = self.entries.get(key, default)
        if not isinstance(found, int) or isinstance(found, bool) or abs(found) >= 1 << 31:
            raise self.fail(f"{key} is a whole number")
        return found

    def flag(self, key: str, default: bool = False) -> bool:
        """Return an entry that is true or false."""
        found = self.entries.get(key, default)
        if not isinstance(found, bool):
            raise self.fail(f"{key} is true or false")
        return found

    def texts(self, key: str) -> list[str]:
        """Return an entry that is a list of texts, or a text with blanks between them."""
        found = self.entries.get(key)
        found = found.split() if isinstance(found, str) else found
        if not isinstance(found, list) or not all(isinstance(item, str) for item in found):
            raise self.fail(f"{key} is a list of texts")
        return found

    def items(self) -> list[tuple[str, str]]:
        """Return all entries, which must be texts."""
        return [(key, self.text(key)) for key in self.entries]

    # -- names of the game ----------------------------------------------------------------------

    def player(self, name: str) -> str:
        """Return the name if a player has it. Raises `error`."""
        return self._known(name, self.names.players, "player")

    def kind(self, name: str) -> str:
        return self._known(name, self.names.pieces, "piece")

    def position(self, name: str) -> str:
        return self._known(name, self.names.positions, "position")

    def piece(self, text: str) -> Piece:
        """Return player and piece type: `White pawn`."""
        player, _, kind = text.partition(" ")
        return self.player(player), self.kind(kind)

    def storage(self, text: str) -> tuple[str, int]:
        """Return name and index of a cell of board storage: `castling` or `rights[2]`."""
        found, cells = REFERENCE.match(text), self.names.cells
        name, index = (found["name"], int(found["index"] or 0)) if found else (text, 0)
        if index >= cells[self._known(name, cells, "variable of the board")]:
            raise self.fail(f"{name} has no cell {index}")
        return name, index

    def ways(self, key: str) -> dict[str, list[tuple[int, int, int]]]:
        """Return an entry such as `{ "O-O" = ["king e1 g1"] }`: type, source, target as numbers."""
        table, found = self.table(key), dict[str, list[tuple[int, int, int]]]()
        pieces, positions = self.game.pieces, self.game.positions
        for text in table.entries:
            for way in table.texts(text):
                kind, source, target = (*way.split(), "", "", "")[:3]
                start, end = (positions.index(table.position(k)) for k in (source, target))
                found.setdefault(text, []).append((pieces.index(table.kind(kind)) + 1, start, end))
        return found

    def _known(self, name: str, known: Container[str], what: str) -> str:
        if name not in known:
            raise self.fail(f"there is no {what} {shortened(name)!r}")
        return name


def tables_path(game: Script, ending: str = ENDING) -> Path | None:
    if game.from_text:
        return None
    return tables_beside((game.path, *game.forth.loaded), ending)


def tables_beside(scripts: Iterable[Path], ending: str = ENDING) -> Path | None:
    """Return the first file that belongs to one of the scripts by its name, if there is one."""
    for script in scripts:
        path = script.with_name(script.stem + ending)
        if is_file(path):
            return path
    return None


def find_tables(game: Script) -> TextsTable:
    """Return a game's file, beside its script or beside a script that it loads.

    Raises TextsError if there is none, or it cannot be read.
    """
    path = tables_path(game)
    if path is not None:
        return TextsTable(game, path, "", read_tables(path, game.forth.root))
    raise TextsError(f"{game.name} declares no known texts: {game.path.stem}{ENDING} is missing")


def read_tables(
    path: Path, root: Path | None, error_type: type[ForthgameError] = TextsError
) -> dict[str, Any]:
    """Read a file of at most LARGEST bytes, below the `root` if given. Raises `error_type`."""
    import tomllib

    try:
        text = _read(path, root).decode()
        if LONG_KEY.search(STRINGS.sub("x", text)):
            raise error_type(f"{path.name}: a key has more than {PARTS} parts")
        return tomllib.loads(text)
    except UnreadableFile as error:
        raise error_type(str(error)) from None
    except (OSError, ValueError, RecursionError) as error:
        raise error_type(f"{path.name}: {error}") from None


def _read(path: Path, root: Path | None) -> bytes:
    whole = path if root is None else resolved(path)
    if root is not None and not whole.is_relative_to(root):
        raise UnreadableFile(f"{path.name}: it lies outside the script's folder")
    return read_limited(whole, LARGEST, regular=True, below=root)


def files_beside(folder: Path, scripts: Iterable[str]) -> dict[str, bytes]:
    """Return the readable companion files of some scripts in a folder."""
    found = {}
    for script in scripts:
        for ending in BESIDE:
            path = (folder / script).with_name(Path(script).stem + ending)
            if is_file(path):
                with suppress(UnreadableFile):
                    found[path.relative_to(folder).as_posix()] = _read(path, folder)
    return found


def declares_fen(game: Script) -> bool:
    """Return whether a game's file of texts describes positions; it may have records alone."""
    return tables_path(game) is not None and find_tables(game).has("fen")
