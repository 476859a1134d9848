"""Script text: reading files, splitting into tokens, finding the files that come along."""

from __future__ import annotations

from dataclasses import dataclass, field
from importlib import resources
from pathlib import Path

from forthgame.errors import Place, ScriptError

BLANKS = frozenset(" \t\n\r\f\v\0\x1a")


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


@dataclass
class Source:
    """A text that is being read from its start to its end."""

    name: str
    text: str
    path: Path | None = None
    position: int = 0
    _starts: list[int] = field(default_factory=list)

    def place(self, offset: int, width: int = 1) -> Place:
        """The place of an offset."""
        from bisect import bisect_right

        if not self._starts:
            self._starts = [0]
            self._starts += [k + 1 for k, c in enumerate(self.text) if c == "\n"]
        line = bisect_right(self._starts, offset)
        start = self._starts[line - 1]
        end = self.text.find("\n", start)
        shown = self.text[start : end if end >= 0 else len(self.text)].rstrip("\r")
        return Place(self.name, line, offset - start + 1, shown.expandtabs(1), max(width, 1))

    def token(self) -> Token | None:
        """The next token, or None at the end."""
        text, start = self.text, self.position
        end = len(text)
        while start < end and text[start] in BLANKS:
            start += 1
        stop = start
        while stop < end and text[stop] not in BLANKS:
            stop += 1
        self.position = stop + 1 if stop < end else stop
        return Token(text[start:stop], self, start) if stop > start else None

    def until(self, delimiter: str) -> str | None:
        """The text up to a delimiter, which is passed; None if it does not come."""
        found = self.text.find(delimiter, self.position)
        if found < 0:
            return None
        part = self.text[self.position : found]
        self.position = found + len(delimiter)
        return part

    def rest_of_line(self) -> str:
        """The text up to the end of the line."""
        if self.position > 0 and self.text[self.position - 1] == "\n":
            return ""
        found = self.text.find("\n", self.position)
        end = found if found >= 0 else len(self.text)
        part = self.text[self.position : end]
        self.position = min(end + 1, len(self.text))
        return part


def read_source(path: Path, name: str | None = None) -> Source:
    """Read a script: UTF-8, or else Latin-1; CRLF and a byte-order mark are accepted."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise ScriptError(
            f"the file {path} cannot be read: {error.strerror}", number=-274
        ) from None
    data = data.removeprefix(b"\xef\xbb\xbf")
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        text = data.decode("latin-1")
    return Source(name or str(path), text.replace("\r\n", "\n").replace("\r", "\n"), path)


def shipped(*parts: str) -> Path:
    """A file or folder that comes with the package: `stdlib.4th`, `games/…`."""
    inside = Path(str(resources.files("forthgame"))).joinpath("data", *parts)
    return inside if inside.exists() else Path(__file__).parent.parent.joinpath(*parts)


def find_script(name: str) -> Path:
    """The script a user means: a path, or the bare name of a game that comes along.

    `splut` is `games/splut/splut.4th`, `splut/duel` is `games/splut/duel.4th`. Raises ScriptError.
    """
    given = Path(name)
    for candidate in (given, Path(name + ".4th")):
        if candidate.is_file():
            return candidate
    if given.is_dir() and (given / f"{given.resolve().name}.4th").is_file():
        return given / f"{given.resolve().name}.4th"
    games = shipped("games")
    if not given.is_absolute() and ".." not in given.parts:
        bare = name.removesuffix(".4th")
        for candidate in (games / f"{bare}.4th", games / bare / f"{Path(bare).name}.4th"):
            if candidate.is_file():
                return candidate
        if "/" not in bare and games.is_dir():
            for candidate in sorted(games.glob(f"*/{bare}.4th")):
                return candidate
    raise ScriptError(
        f"there is no script {name!r}", number=-38, hint=f"games that come along: {game_names()}"
    )


def game_names() -> str:
    """The names of the games that come with the package."""
    games = shipped("games")
    return ", ".join(sorted(p.name for p in games.glob("*") if p.is_dir())) or "none"
