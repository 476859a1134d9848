"""Script text: reading files, splitting into tokens, finding bundled files."""

from __future__ import annotations

import os
import re
import stat
from array import array
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from pathlib import Path

from forthgame.base.errors import ForthgameError, Place, ScriptError, quoted, shortened
from forthgame.base.lazy import loading
from forthgame.base.limits import DEFAULT_LIMITS

MAP_ENDING = ".map"  # of a file beside a script that was translated: where its lines come from
LARGEST_MAP = 64 << 20  # bytes
LANGUAGE = "stdlib.4th"  # library words written in Forth
NOT_FOUND, OUTSIDE, UNREADABLE = -38, -272, -274  # error numbers
# opening a file that a script names must not block on a pipe or terminal
WITHOUT_WAITING = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0)
PIECE = 1 << 20  # bytes read at a time
LONGEST_NAME = 100  # characters of the name of a script that is given as a text
SLASHES = frozenset("/\\")
LINES_PIECE = 1024  # characters whose lines are counted together
# opening a folder for its entries needs no permission to list it
FOLDER = getattr(os, "O_PATH", os.O_RDONLY) | getattr(os, "O_DIRECTORY", 0)
NO_LINK = getattr(os, "O_NOFOLLOW", 0) if os.open in os.supports_dir_fd else 0

BLANKS = frozenset(" \t\n\r\f\v\0\x1a")
WORD = re.compile(r"[^ \t\n\r\f\v\0\x1a]+")
LINE_END = re.compile(r"\r\n?|\n")


def split_words(text: str) -> list[str]:
    """Split a text at the dialect's blanks; other Unicode spaces may be part of names."""
    return WORD.findall(text)


def split_lines(text: str) -> list[str]:
    """Split a text at CR and LF only; `str.splitlines` knows more line ends."""
    return LINE_END.split(text)


@dataclass(frozen=True)
class Token:
    """A word of a text, with its offset."""

    text: str
    source: Source
    offset: int

    @property
    def place(self) -> Place:
        """Line, column and source line of the token."""
        return self.source.place(self.offset, len(self.text))


class LineIndex:
    """Line numbers of offsets, counted in pieces because a text may consist of line ends."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._before, self._starts = array("L", [0]), array("L", [0])  # up to each piece
        for begin in range(0, len(text), LINES_PIECE):
            end = begin + LINES_PIECE
            last = text.rfind("\n", begin, end) + 1
            self._before.append(self._before[-1] + text.count("\n", begin, end))
            self._starts.append(last or self._starts[-1])

    def at(self, offset: int) -> tuple[int, int]:
        """Return the line of an offset, from 1, and the offset at which the line starts."""
        piece = offset // LINES_PIECE
        begin = piece * LINES_PIECE
        line = self._before[piece] + self._text.count("\n", begin, offset) + 1
        return line, self._text.rfind("\n", begin, offset) + 1 or self._starts[piece]


@dataclass(frozen=True)
class LineMap:
    """Lines of other files that the lines of a script were written from.

    A script that a translator has written may have a file `NAME.4th.map` beside it. The first line
    is the SHA-256 of the script as a JSON text. Each further line is `null`, or a list of file,
    line, column and text of the line that this line of the script comes from. Errors, traces and
    explanations name that line.
    """

    rows: tuple[tuple[str, int, int, str] | None, ...]

    def place(self, line: int) -> Place | None:
        """Return the place that a line of the script comes from, or None."""
        row = self.rows[line - 1] if 0 < line <= len(self.rows) else None
        return None if row is None else Place(*row)


def read_line_map(path: Path, data: bytes) -> LineMap | None:
    """Return the map beside a script, or None if there is none or it is of another text."""
    beside = path.with_name(path.name + MAP_ENDING)
    try:
        if not is_file(beside):
            return None
        import hashlib
        import json

        first, *lines = read_limited(beside, LARGEST_MAP, regular=True).splitlines()
        if json.loads(first) != hashlib.sha256(data).hexdigest():
            return None
        rows: list[tuple[str, int, int, str] | None] = []
        known: dict[bytes, tuple[str, int, int, str] | None] = {}
        for line in lines:
            if line not in known:
                row = json.loads(line)
                known[line] = row and (str(row[0]), int(row[1]), int(row[2]), str(row[3]))
            rows.append(known[line])
    except (UnreadableFile, ValueError, TypeError, LookupError, RecursionError):
        return None
    return LineMap(tuple(rows))


@dataclass
class Source:
    """A text that is read from start to end; `data` holds the bytes of its file.

    `origin` holds the lines that it was translated from, if it was.
    """

    name: str
    text: str
    path: Path | None = None
    position: int = 0
    data: bytes = field(default=b"", repr=False)
    origin: LineMap | None = field(default=None, repr=False, compare=False)
    _lines: LineIndex | None = field(default=None, repr=False, compare=False)
    _shown: dict[int, str] = field(default_factory=dict)  # source lines by offset

    def place(self, offset: int, width: int = 1) -> Place:
        if self._lines is None:
            self._lines = LineIndex(self.text)
        line, start = self._lines.at(offset)
        if self.origin is not None:
            place = self.origin.place(line)
            if place is not None:
                return place
        shown = self._shown.get(start)
        if shown is None:
            end = self.text.find("\n", start)
            shown = self.text[start : end if end >= 0 else len(self.text)].rstrip("\r")
            shown = self._shown[start] = shown.expandtabs(1)
        return Place(self.name, line, offset - start + 1, shown, max(width, 1))

    def line_at(self, offset: int) -> int:
        """Return the line of this text at an offset, from 1."""
        if self._lines is None:
            self._lines = LineIndex(self.text)
        return self._lines.at(offset)[0]

    def token(self) -> Token | None:
        """Return the next token, or None at the end."""
        text = self.text
        found = WORD.search(text, self.position)
        if found is None:
            self.position = len(text)
            return None
        start, stop = found.span()
        self.position = stop + 1 if stop < len(text) else stop
        return Token(text[start:stop], self, start)

    def token_at(self, start: int) -> Token:
        """Return the token that begins at an offset, without moving the read position."""
        found = WORD.match(self.text, start)
        return Token(found[0] if found else "", self, start)

    def until(self, delimiter: str) -> str | None:
        """Return the text up to a delimiter and skip the delimiter; None if it is missing."""
        found = self.text.find(delimiter, self.position)
        if found < 0:
            return None
        part = self.text[self.position : found]
        self.position = found + len(delimiter)
        return part

    def pass_over(self, character: str) -> None:
        """Skip any repetitions of a character."""
        found = re.compile(f"{re.escape(character)}*").match(self.text, self.position)
        self.position = found.end() if found else self.position

    def rest_of_line(self) -> str:
        if self.position > 0 and self.text[self.position - 1] == "\n":
            return ""
        found = self.text.find("\n", self.position)
        end = found if found >= 0 else len(self.text)
        part = self.text[self.position : end]
        self.position = min(end + 1, len(self.text))
        return part


class UnreadableFile(ForthgameError):
    """A file that is unreadable, not regular or too long."""


_snapshot: ContextVar[Mapping[str, bytes] | None] = ContextVar("snapshot", default=None)


@contextmanager
def reading_from(snapshot: Mapping[str, bytes]) -> Iterator[None]:
    """Read files from a snapshot, bytes by path, instead of from the disk."""
    before = _snapshot.set(snapshot)
    try:
        yield
    finally:
        _snapshot.reset(before)


def _snapshot_contents(path: Path) -> bytes | None:
    snapshot = _snapshot.get()
    return None if snapshot is None else snapshot.get(str(path))


def read_limited(
    path: Path, limit: int, *, regular: bool = False, below: Path | None = None
) -> bytes:
    """Return the contents of a file of at most `limit` bytes.

    Pipes and devices are read up to the limit, unless the file must be `regular`, which never
    blocks. With `below`, a folder that contains the file, links on the way down from it are not
    followed. Raises UnreadableFile.
    """
    contents = _snapshot_contents(path)
    if contents is not None:
        if len(contents) > limit:
            raise _too_long(path, limit)
        return contents
    flags = os.O_RDONLY | getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0)
    try:
        handle = _opened(path, flags | WITHOUT_WAITING if regular else flags, below)
        try:
            if regular and not stat.S_ISREG(os.fstat(handle).st_mode):
                raise UnreadableFile(f"{shortened(str(path))} is not a regular file")
            parts, size = [], 0
            while size <= limit and (part := os.read(handle, min(PIECE, limit + 1 - size))):
                parts.append(part)
                size += len(part)
        finally:
            os.close(handle)
    except (OSError, ValueError) as error:
        name = shortened(str(path))
        raise UnreadableFile(f"the file {name} cannot be read: {error_reason(error)}") from None
    if size > limit:
        raise _too_long(path, limit)
    return b"".join(parts)


def _opened(path: Path, flags: int, below: Path | None) -> int:
    """Open a file, without following links below a folder if the system supports it."""
    if below is None or not NO_LINK:
        return os.open(path, flags)
    *folders, name = path.relative_to(below).parts
    folder = os.open(below, FOLDER)
    try:
        for part in folders:
            outer, folder = folder, os.open(part, FOLDER | NO_LINK, dir_fd=folder)
            os.close(outer)
        return os.open(name, flags | NO_LINK, dir_fd=folder)
    finally:
        os.close(folder)


def _too_long(path: Path, limit: int) -> UnreadableFile:
    return UnreadableFile(
        f"the file {shortened(str(path))} is longer than {limit} bytes, which is the limit"
    )


def error_reason(error: BaseException) -> str:
    """Return the reason for a file error, in the system's words if there are any."""
    return getattr(error, "strerror", None) or str(error)


def is_file(path: Path) -> bool:
    """Return whether a path is a file, pipe or device; invalid names give False."""
    if _snapshot_contents(path) is not None:
        return True
    try:
        return not stat.S_ISDIR(path.stat().st_mode)
    except (OSError, ValueError):
        return False


def is_irregular(path: Path) -> bool:
    """Return whether a path is a pipe or device, which may block when opened."""
    return is_file(path) and not path.is_file()


def is_folder(path: Path) -> bool:
    """Return whether a path is a folder; invalid names give False."""
    try:
        return stat.S_ISDIR(path.stat().st_mode)
    except (OSError, ValueError):
        return False


def resolved(path: Path) -> Path:
    """Return a path without links. Raises UnreadableFile for a loop of links or a closed folder."""
    try:
        return path.resolve()
    except RecursionError:  # is a RuntimeError, but an error of the caller
        raise
    except RuntimeError:  # raised for loops before Python 3.13
        raise UnreadableFile(f"the links of {shortened(str(path))} lead in a circle") from None
    except (OSError, ValueError) as error:
        raise UnreadableFile(
            f"{shortened(str(path))} cannot be found: {error_reason(error)}"
        ) from None


def find_loaded_file(folder: Path, name: str, root: Path) -> Path:
    """Return the resolved path of a file that a script loads by name.

    Falls back to a name that differs only in case. Raises ScriptError if the file is missing or,
    with links resolved, lies outside `root`.
    """
    outside = ScriptError(f"{shortened(name)!r} lies outside the script's folder", number=OUTSIDE)
    try:
        path = resolved(folder / name)
        if not path.is_relative_to(root):
            raise outside
        if not _is_regular(path) and is_folder(path.parent):
            wanted = path.name.lower()
            twins = (p for p in sorted(path.parent.iterdir()) if p.name.lower() == wanted)
            path = resolved(next(twins, path))
            if not path.is_relative_to(root):
                raise outside
        found = _is_regular(path)
    except UnreadableFile as error:
        raise ScriptError(str(error), number=UNREADABLE) from None
    except (OSError, ValueError) as error:
        message = f"the file {shortened(name)!r} cannot be read: {error_reason(error)}"
        raise ScriptError(message, number=UNREADABLE) from None
    if not found:
        raise ScriptError(f"there is no file {shortened(name)!r}", number=NOT_FOUND)
    return path


def _is_regular(path: Path) -> bool:
    """Return whether a path is a regular file. Raises OSError if it cannot be examined."""
    if _snapshot_contents(path) is not None:
        return True
    try:
        return stat.S_ISREG(path.stat().st_mode)
    except (FileNotFoundError, NotADirectoryError):
        return False


def read_source(
    path: Path,
    name: str | None = None,
    *,
    limit: int = DEFAULT_LIMITS.script,
    regular: bool = False,
    below: Path | None = None,
) -> Source:
    """Read a script as `read_limited` does. Raises ScriptError."""
    try:
        data = read_limited(path, limit, regular=regular, below=below)
    except UnreadableFile as error:
        raise ScriptError(str(error), number=UNREADABLE) from None
    return decoded_source(data, path, name)


def text_source(text: str, name: str, limit: int = DEFAULT_LIMITS.script) -> Source:
    """Return a script that is given as a text, in no folder. Raises ScriptError if it is too long.

    Raises ValueError for a `name` that cannot stand for a file's name in messages.
    """
    plain = name.isprintable() and not SLASHES & set(name) and name.strip(". ")
    if not plain or len(name) > LONGEST_NAME:
        raise ValueError(
            f"the name of a script is a line of up to {LONGEST_NAME} characters without slashes, "
            f"not {quoted(shortened(name))}"
        )
    data = text.encode("utf-8", "replace")
    if len(data) > limit:
        raise ScriptError(
            f"the text of {name} is longer than {limit} bytes, which is the limit",
            number=UNREADABLE,
        )
    return decoded_source(data, None, name)


def decoded_source(data: bytes, path: Path | None, name: str | None = None) -> Source:
    """Decode a script as UTF-8, or else Latin-1; accepts CRLF and a byte-order mark."""
    encoded = data.removeprefix(b"\xef\xbb\xbf")
    try:
        text = encoded.decode("utf-8")
    except UnicodeDecodeError:
        text = encoded.decode("latin-1")
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    origin = None if path is None else read_line_map(path, data)
    return Source(name or str(path), text, path, data=data, origin=origin)


# readers of rule files that are not scripts, imported by name: the engine knows none of them
translators = loading(
    __name__,
    {
        "script_for": "forthgame.zrf.translation",
        "rule_file_beside": "forthgame.zrf.set_up",
        "set_up_in": "forthgame.zrf.set_up",
    },
)


def package_path(*parts: str) -> Path:
    """Return the path of a file or folder of the package: `stdlib.4th`, `games/…`."""
    package = Path(__file__).parents[1]
    inside = package.joinpath("data", *parts)
    return inside if inside.exists() else package.parent.joinpath(*parts)


def find_script(name: str) -> Path:
    """Return the script for a path or the name of a bundled game.

    `splut` is `games/splut/splut.4th`, `splut/duel` is `games/splut/duel.4th`. `GAME.zrf` and
    `GAME.zrf#VARIANT` are translated, unless the file does not exist. Raises ScriptError.
    """
    given = Path(name)
    if ".zrf" in name.lower():
        translated: Path | None = translators("script_for")(name)
        if translated is not None:
            return translated
    for candidate in (given, Path(name + ".4th")):
        if is_file(candidate):
            return candidate
    if is_folder(given):
        inside = given / f"{resolved(given).name}.4th"
        if is_file(inside):
            return inside
    games = package_path("games")
    if not given.is_absolute() and ".." not in given.parts:
        bare = name.removesuffix(".4th")
        for candidate in (games / f"{bare}.4th", games / bare / f"{Path(bare).name}.4th"):
            if is_file(candidate):
                return candidate
        if "/" not in bare and is_folder(games):
            for folder in sorted(games.iterdir()):
                if is_file(folder / f"{bare}.4th"):
                    return folder / f"{bare}.4th"
    raise ScriptError(
        f"there is no script {shortened(name)!r}{_why_not(given)}",
        number=NOT_FOUND,
        hint=f"bundled games: {game_names()}",
    )


def _why_not(path: Path) -> str:
    try:
        path.stat()
    except (FileNotFoundError, NotADirectoryError):
        return ""
    except (OSError, ValueError) as error:
        return f": {error_reason(error)}"
    return ""


def game_names() -> str:
    games = package_path("games")
    return ", ".join(sorted(p.name for p in games.glob("*") if p.is_dir())) or "none"
