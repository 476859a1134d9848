"""The file that declares a game's known texts: reading it, and checking what stands in it."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from forthgame.errors import ForthgameError, shortened
from forthgame.source import UnreadableFile, is_file, read_limited, resolved

if TYPE_CHECKING:
    from typing import Self

    from forthgame.game.script import Script

ENDING = ".texts.toml"
BOARD_ENDING = ".board.toml"
BESIDE = (BOARD_ENDING, ENDING)  # of files that belong to a script by its name
LARGEST = 1 << 18  # bytes of a file
PARTS = 32  # of a key, as in `a.b.c`: the time to read one grows with their square
STRINGS = re.compile(  # one that is never closed goes on to the end, of the line or of the file
    r'"""(?:\\.|[^\\])*?(?:"""|\\?\Z)|"(?:\\.|[^"\\\n])*+"?'
    r"|'''.*?'''|'[^'\n]*+'|#[^\n]*+",
    re.DOTALL,
)
LONG_KEY = re.compile(rf"(?<![\w-])[\w-]++(?:[ \t]*+\.[ \t]*+[\w-]++){{{PARTS}}}")
REFERENCE = re.compile(r"(?P<name>\S+?)(?:\[(?P<index>[0-9]{1,6})\])?$")
Piece = tuple[str, str]  # player, type


class TextsError(ForthgameError):
    """A file of known texts that is wrong, or says nothing of what is asked for."""


class Names(NamedTuple):
    """What a game has, to be looked up by name: a file may ask tens of thousands of times.

    cells  how many each variable of the board has
    """

    players: frozenset[str]
    pieces: frozenset[str]
    positions: frozenset[str]
    cells: dict[str, int]


def names_of(game: Script) -> Names:
    """The names that a game has."""
    from forthgame.game.position import storage_places

    cells = {name: count for name, _, count, _ in storage_places(game)}
    return Names(frozenset(game.players), frozenset(game.pieces), frozenset(game.positions), cells)


class Table:
    """A table of the file, whose entries are checked as they are read."""

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
        """An error of this table."""
        where = f"[{self.name}]: " if self.name else ""
        return self.error(f"{self.path.name}: {where}{message}")

    def table(self, key: str) -> Self:
        """A table inside; an empty one if there is none."""
        found = self.entries.get(key, {})
        if not isinstance(found, dict):
            raise self.fail(f"{key} is a table")
        name = f"{self.name}.{key}" if self.name else key
        return type(self)(self.game, self.path, name, found, self.names)

    def has(self, key: str) -> bool:
        """Whether there is an entry."""
        return key in self.entries

    def text(self, key: str, default: str | None = None) -> str:
        """An entry that is a text."""
        found = self.entries.get(key, default)
        if not isinstance(found, str):
            raise self.fail(f"{key} is missing" if found is None else f"{key} is a text")
        return found

    def number(self, key: str, default: int) -> int:
        """An entry that is a number."""
        found = self.entries.get(key, default)
        if not isinstance(found, int) or isinstance(found, bool) or abs(found) >= 1 << 31:
            raise self.fail(f"{key} is a whole number")
        return found

    def texts(self, key: str) -> list[str]:
        """An entry that is a list of texts; a text with blanks is one too."""
        found = self.entries.get(key)
        found = found.split() if isinstance(found, str) else found
        if not isinstance(found, list) or not all(isinstance(item, str) for item in found):
            raise self.fail(f"{key} is a list of texts")
        return found

    def items(self) -> list[tuple[str, str]]:
        """All entries, which are texts."""
        return [(key, self.text(key)) for key in self.entries]

    # -- names of the game ----------------------------------------------------------------------

    def player(self, name: str) -> str:
        """A player's name."""
        return self._known(name, self.names.players, "player")

    def kind(self, name: str) -> str:
        """A piece type's name."""
        return self._known(name, self.names.pieces, "piece")

    def position(self, name: str) -> str:
        """A position's name."""
        return self._known(name, self.names.positions, "position")

    def piece(self, text: str) -> Piece:
        """A player and a piece type: `White pawn`."""
        player, _, kind = text.partition(" ")
        return self.player(player), self.kind(kind)

    def storage(self, text: str) -> tuple[str, int]:
        """A cell of the board's storage: `castling` or `rights[2]`."""
        found, cells = REFERENCE.match(text), self.names.cells
        name, index = (found["name"], int(found["index"] or 0)) if found else (text, 0)
        if index >= cells[self._known(name, cells, "variable of the board")]:
            raise self.fail(f"{name} has no cell {index}")
        return name, index

    def _known(self, name: str, known: Container[str], what: str) -> str:
        if name not in known:
            raise self.fail(f"there is no {what} {shortened(name)!r}")
        return name


def tables_path(game: Script, ending: str = ENDING) -> Path | None:
    """Where the file of a game is, None if there is none."""
    return tables_beside((game.path, *game.forth.loaded), ending)


def tables_beside(scripts: Iterable[Path], ending: str = ENDING) -> Path | None:
    """Return the first file that belongs to one of the scripts by its name, if there is one."""
    for script in scripts:
        path = script.with_name(script.stem + ending)
        if is_file(path):
            return path
    return None


def find_tables(game: Script) -> Table:
    """The file of a game: beside its script, or beside a script that it loads.

    Raises TextsError if there is none, or it cannot be read.
    """
    path = tables_path(game)
    if path is not None:
        return Table(game, path, "", read_toml(game, path, TextsError))
    raise TextsError(f"{game.name} declares no known texts: {game.path.stem}{ENDING} is missing")


def read_toml(game: Script, path: Path, error_type: type[ForthgameError]) -> dict[str, Any]:
    """A file of tables of a game, of at most `LARGEST` bytes. Raises an error of the type."""
    return read_tables(path, game.forth.root, error_type)


def read_tables(
    path: Path, root: Path | None, error_type: type[ForthgameError] = TextsError
) -> dict[str, Any]:
    """Read a file of tables below a folder, if one is given. Raises an error of the type."""
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
    """A file of at most `LARGEST` bytes below a folder. Raises UnreadableFile."""
    whole = path if root is None else resolved(path)
    if root is not None and not whole.is_relative_to(root):
        raise UnreadableFile(f"{path.name}: it lies outside the script's folder")
    return read_limited(whole, LARGEST, regular=True, below=root)


def files_beside(folder: Path, scripts: Iterable[str]) -> dict[str, bytes]:
    """What belongs to scripts of a folder by their names there: files that can be read."""
    found = {}
    for script in scripts:
        for ending in BESIDE:
            path = (folder / script).with_name(Path(script).stem + ending)
            if is_file(path):
                with suppress(UnreadableFile):
                    found[path.relative_to(folder).as_posix()] = _read(path, folder)
    return found
