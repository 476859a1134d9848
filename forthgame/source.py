"""Script text: reading files, splitting into tokens, finding the bundled files."""

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

from forthgame.errors import ForthgameError, Place, ScriptError, shortened
from forthgame.limits import DEFAULT_LIMITS

LANGUAGE = "stdlib.4th"  # the words of the language that are written in it
NOT_FOUND, OUTSIDE, UNREADABLE = -38, -272, -274  # numbers of errors
# a file that a script names is opened so that no pipe and no terminal is waited for
WITHOUT_WAITING = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0)
PIECE = 1 << 20  # bytes read at a time
LINES_PIECE = 1024  # characters whose lines are counted together
# a folder is opened for what lies in it, which needs no permission to list it
FOLDER = getattr(os, "O_PATH", os.O_RDONLY) | getattr(os, "O_DIRECTORY", 0)
NO_LINK = getattr(os, "O_NOFOLLOW", 0) if os.open in os.supports_dir_fd else 0

BLANKS = frozenset(" \t\n\r\f\v\0\x1a")
WORD = re.compile(r"[^ \t\n\r\f\v\0\x1a]+")
LINE_END = re.compile(r"\r\n?|\n")


def split_words(text: str) -> list[str]:
    """The parts of a text between blanks of the dialect; a name may hold others, as U+3000."""
    return WORD.findall(text)


def split_lines(text: str) -> list[str]:
    """The lines of a text; a name may hold what else ends a line for `str.splitlines`."""
    return LINE_END.split(text)


@dataclass(frozen=True)
class Token:
    """A word of the text and where it stands."""

    text: str
    source: Source
    offset: int

    @property
    def place(self) -> Place:
        """Line, column and source line of the token."""
        return self.source.place(self.offset, len(self.text))


class Lines:
    """The lines of a text, which are counted piece by piece: a long text may be all line ends."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._before, self._starts = array("L", [0]), array("L", [0])  # of the piece's first line
        for begin in range(0, len(text), LINES_PIECE):
            end = begin + LINES_PIECE
            last = text.rfind("\n", begin, end) + 1
            self._before.append(self._before[-1] + text.count("\n", begin, end))
            self._starts.append(last or self._starts[-1])

    def at(self, offset: int) -> tuple[int, int]:
        """The line of an offset, counted from 1, and where it starts."""
        piece = offset // LINES_PIECE
        begin = piece * LINES_PIECE
        line = self._before[piece] + self._text.count("\n", begin, offset) + 1
        return line, self._text.rfind("\n", begin, offset) + 1 or self._starts[piece]


@dataclass
class Source:
    """A text that is being read from its start to its end; `data` is what its file contained."""

    name: str
    text: str
    path: Path | None = None
    position: int = 0
    data: bytes = field(default=b"", repr=False)
    _lines: Lines | None = field(default=None, repr=False, compare=False)
    _shown: dict[int, str] = field(default_factory=dict)  # lines by their starts: places share them

    def place(self, offset: int, width: int = 1) -> Place:
        """The place of an offset."""
        if self._lines is None:
            self._lines = Lines(self.text)
        line, start = self._lines.at(offset)
        shown = self._shown.get(start)
        if shown is None:
            end = self.text.find("\n", start)
            shown = self.text[start : end if end >= 0 else len(self.text)].rstrip("\r")
            shown = self._shown[start] = shown.expandtabs(1)
        return Place(self.name, line, offset - start + 1, shown, max(width, 1))

    def token(self) -> Token | None:
        """The next token, or None at the end."""
        text = self.text
        found = WORD.search(text, self.position)
        if found is None:
            self.position = len(text)
            return None
        start, stop = found.span()
        self.position = stop + 1 if stop < len(text) else stop
        return Token(text[start:stop], self, start)

    def token_at(self, start: int) -> Token:
        """The token that begins at an offset, wherever reading has come to."""
        found = WORD.match(self.text, start)
        return Token(found[0] if found else "", self, start)

    def until(self, delimiter: str) -> str | None:
        """The text up to a delimiter, which is passed; None if it does not come."""
        found = self.text.find(delimiter, self.position)
        if found < 0:
            return None
        part = self.text[self.position : found]
        self.position = found + len(delimiter)
        return part

    def pass_over(self, character: str) -> None:
        """Go on behind a character, however often it comes next."""
        found = re.compile(f"{re.escape(character)}*").match(self.text, self.position)
        self.position = found.end() if found else self.position

    def rest_of_line(self) -> str:
        """The text up to the end of the line."""
        if self.position > 0 and self.text[self.position - 1] == "\n":
            return ""
        found = self.text.find("\n", self.position)
        end = found if found >= 0 else len(self.text)
        part = self.text[self.position : end]
        self.position = min(end + 1, len(self.text))
        return part


class UnreadableFile(ForthgameError):
    """A file that cannot be read, is no plain file, or is longer than it may be; says which."""


_snapshot: ContextVar[Mapping[str, bytes] | None] = ContextVar("snapshot", default=None)


@contextmanager
def reading_from(snapshot: Mapping[str, bytes]) -> Iterator[None]:
    """Within it, files with these paths have these contents, whatever is on the disk."""
    before = _snapshot.set(snapshot)
    try:
        yield
    finally:
        _snapshot.reset(before)


def _kept(path: Path) -> bytes | None:
    """The contents of a file in the snapshot that is read from, if there is one with it."""
    snapshot = _snapshot.get()
    return None if snapshot is None else snapshot.get(str(path))


def read_limited(
    path: Path, limit: int, *, regular: bool = False, below: Path | None = None
) -> bytes:
    """The contents of a file of at most `limit` bytes.

    The file may be a pipe or a device, of which no more than the limit is read, unless it has to be
    `regular`: then nothing is waited for. With a folder `below` which it lies, no link is followed
    on the way from there, also not one that has just been put there. Raises UnreadableFile.
    """
    kept = _kept(path)
    if kept is not None:
        if len(kept) > limit:
            raise _too_long(path, limit)
        return kept
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
        raise UnreadableFile(f"the file {name} cannot be read: {why(error)}") from None
    if size > limit:
        raise _too_long(path, limit)
    return b"".join(parts)


def _opened(path: Path, flags: int, below: Path | None) -> int:
    """Open a file, from a folder on without links where the system can do that."""
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


def why(error: BaseException) -> str:
    """What is wrong with a file, in the words of the system where it has some."""
    return getattr(error, "strerror", None) or str(error)


def is_file(path: Path) -> bool:
    """Whether a file can be read there: plain, a pipe or a device. No name makes this fail."""
    if _kept(path) is not None:
        return True
    try:
        return not stat.S_ISDIR(path.stat().st_mode)
    except (OSError, ValueError):
        return False


def is_irregular(path: Path) -> bool:
    """Whether there is a pipe or a device, for which whoever opens it may have to wait."""
    return is_file(path) and not path.is_file()


def is_folder(path: Path) -> bool:
    """Whether there is a folder; no name makes this fail."""
    try:
        return stat.S_ISDIR(path.stat().st_mode)
    except (OSError, ValueError):
        return False


def resolved(path: Path) -> Path:
    """The path without links. Raises UnreadableFile for a loop of links or a closed folder."""
    try:
        return path.resolve()
    except RecursionError:  # a RuntimeError too, of whoever calls
        raise
    except RuntimeError:  # of Python before 3.13
        raise UnreadableFile(f"the links of {shortened(str(path))} lead in a circle") from None
    except (OSError, ValueError) as error:
        raise UnreadableFile(f"{shortened(str(path))} cannot be found: {why(error)}") from None


def find_loaded(folder: Path, name: str, root: Path) -> Path:
    """The file that a script in a folder means by a name: where it lies, without links.

    A name in another case will do if there is none in the script's. Raises ScriptError for a file
    that is not there, or does not lie below `root`, whatever links lead to it.
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
        message = f"the file {shortened(name)!r} cannot be read: {why(error)}"
        raise ScriptError(message, number=UNREADABLE) from None
    if not found:
        raise ScriptError(f"there is no file {shortened(name)!r}", number=NOT_FOUND)
    return path


def _is_regular(path: Path) -> bool:
    """Whether there is a regular file. Raises OSError where that cannot be seen."""
    if _kept(path) is not None:
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


def decoded_source(data: bytes, path: Path, name: str | None = None) -> Source:
    """A script's text: UTF-8, or else Latin-1; CRLF and a byte-order mark are accepted."""
    encoded = data.removeprefix(b"\xef\xbb\xbf")
    try:
        text = encoded.decode("utf-8")
    except UnicodeDecodeError:
        text = encoded.decode("latin-1")
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    return Source(name or str(path), text, path, data=data)


def shipped(*parts: str) -> Path:
    """A file or folder that comes with the package: `stdlib.4th`, `games/…`."""
    inside = Path(__file__).parent.joinpath("data", *parts)
    return inside if inside.exists() else Path(__file__).parent.parent.joinpath(*parts)


def find_script(name: str) -> Path:
    """The script a user means: a path, or the bare name of a bundled game.

    `splut` is `games/splut/splut.4th`, `splut/duel` is `games/splut/duel.4th`. Raises ScriptError.
    """
    given = Path(name)
    for candidate in (given, Path(name + ".4th")):
        if is_file(candidate):
            return candidate
    if is_folder(given):
        inside = given / f"{resolved(given).name}.4th"
        if is_file(inside):
            return inside
    games = shipped("games")
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
    """What is in the way of a file, unless it simply is not there."""
    try:
        path.stat()
    except (FileNotFoundError, NotADirectoryError):
        return ""
    except (OSError, ValueError) as error:
        return f": {why(error)}"
    return ""


def game_names() -> str:
    """The names of the games that come with the package."""
    games = shipped("games")
    return ", ".join(sorted(p.name for p in games.glob("*") if p.is_dir())) or "none"
