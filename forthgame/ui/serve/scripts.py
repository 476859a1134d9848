"""The scripts that the page offers, and saving those that lie in a folder that was opened."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from forthgame.errors import ForthgameError, shortened
from forthgame.files import write_whole
from forthgame.limits import DEFAULT_LIMITS
from forthgame.play.process import bundled
from forthgame.source import (
    UnreadableFile,
    decoded_source,
    find_script,
    is_folder,
    is_irregular,
    read_limited,
    resolved,
)
from forthgame.ui.library import Bundled, bundled_games, described

BACKUPS = 1000  # numbered copies of a file that are kept
MAGIC = b"SQLite format 3\0"  # with which a store begins
MOST_FILES = 20_000  # of a folder that are looked at
SHOWN = 4 << 20  # bytes of a script that the page shows


@dataclass(frozen=True)
class Offered:
    """A script that can be played: `folder` was opened and may be saved into, if there is one."""

    name: str
    what: str
    path: Path
    folder: Path | None = None
    players: int = 0
    board: str = ""

    def document(self) -> dict[str, object]:
        """The same for the page."""
        return {
            "name": self.name,
            "what": self.what,
            "players": self.players,
            "board": self.board,
            "own": self.folder is not None,
        }


class Library:
    """Scripts by name: those that were named, then the bundled ones."""

    def __init__(self, named: tuple[str, ...] = ()) -> None:
        self.first: list[str] = []
        self.folders: list[Path] = []  # that were opened: what is written goes there alone
        self._offered: dict[str, Offered] = {}
        shipped = {game.name: game for game in bundled_games()}
        for text in named:
            if text in shipped and bundled([str(find_script(text))]):
                self._offered[text] = _bundled(shipped[text])
                self.first.append(text)
            else:
                self._open(text)
        for game in shipped.values():
            if game.name not in self._offered:
                self._offered[game.name] = _bundled(game)

    def _open(self, text: str) -> None:
        """Offer a script, or those of a folder. Raises ForthgameError."""
        folder = Path(text)
        inside = sorted(folder.glob("*.4th")) if is_folder(folder) else []
        if is_folder(folder) and not bundled([str(folder / "any.4th")]):
            self._open_folder(folder)
            if not inside and stores_in(folder):
                return
        for path in inside or [find_script(text)]:
            name = text if not inside else path.stem
            own = not bundled([str(path)])
            if own:
                name = path.stem
                with suppress(UnreadableFile):  # who opens it is told so
                    path = resolved(path)
                self._open_folder(path.parent)
                name = name if name not in self._offered else str(path)
            card = described(name, path)
            self._offered[name] = Offered(
                name, card.what, path, path.parent if own else None, card.players, card.board
            )
            self.first.append(name)

    def _open_folder(self, folder: Path) -> None:
        folder = resolved(folder)
        if folder not in self.folders:
            self.folders.append(folder)

    def of_path(self, path: str, digest: str = "") -> Offered | None:
        """The script that lies at a path, or else one with the same contents; None if none does."""
        for offered in self._offered.values():
            if str(offered.path) == path:
                return offered
        for offered in self._offered.values() if digest else ():
            with suppress(ForthgameError):
                if read_text(offered)[1] == digest:
                    return offered
        return None

    def find(self, name: str) -> Offered:
        """A script by its name. Raises ForthgameError."""
        if name not in self._offered:
            raise ForthgameError(f"there is no game {shortened(name)!r} here")
        return self._offered[name]

    def offers(self, name: str) -> bool:
        """Whether there is a script of this name."""
        return name in self._offered

    def documents(self) -> list[dict[str, object]]:
        """All of them for the page."""
        return [offered.document() for offered in self._offered.values()]


def stores_in(folder: Path) -> list[Path]:
    """The SQLite files of a folder, by name."""
    with suppress(OSError):
        return [path for path in sorted(folder.iterdir())[:MOST_FILES] if is_store(path)]
    return []


def is_store(path: Path) -> bool:
    """Whether a file begins as SQLite's do, and is no link, which might lead out of its folder."""
    with suppress(OSError, ValueError):
        if path.is_file() and not path.is_symlink():
            with path.open("rb") as file:
                return file.read(len(MAGIC)) == MAGIC
    return False


def _bundled(game: Bundled) -> Offered:
    return Offered(game.name, game.what, find_script(game.name), None, game.players, game.board)


def read_text(offered: Offered) -> tuple[str, str]:
    """The text of a script, and the digest of the file that it was. Raises ForthgameError."""
    data = read_limited(offered.path, SHOWN, regular=True, below=offered.folder)
    return decoded_source(data, offered.path).text, hashlib.sha256(data).hexdigest()


def refuse_replaced(path: Path) -> None:
    """Raise ForthgameError if a link, a pipe or the like has replaced a script that was named.

    Links are followed when a script is named, and not again: they may lead anywhere by then.
    """
    if not bundled([str(path)]) and (resolved(path) != path or is_irregular(path)):
        raise ForthgameError(f"{path.name} is not the file any more that was opened")


def save_text(offered: Offered, text: str, seen: str) -> tuple[str, str]:
    """Write a script, if it still is the file that was `seen`; what was there is kept beside it.

    Gives the name of the copy and the digest of what was written. The encoding and the ends of the
    lines stay. Raises ForthgameError.
    """
    if offered.folder is None:
        raise ForthgameError(f"{offered.name} is bundled and is not changed: `forthgame new NAME "
                             f"--like {offered.name}` makes one of your own")  # fmt: skip
    path = resolved(offered.path)
    if not path.is_relative_to(resolved(offered.folder)) or not path.is_file():
        raise ForthgameError(f"{offered.name} lies outside the folder that was opened")
    if len(text) > DEFAULT_LIMITS.script:
        raise ForthgameError("the script is too long")
    before = read_limited(path, DEFAULT_LIMITS.script, regular=True)
    if hashlib.sha256(before).hexdigest() != seen:
        raise ForthgameError(
            f"{path.name} has been changed by another program since it was read: load it again"
        )
    data = encoded(text, before)
    try:
        kept = _keep_copy(path, before)
        with _removed_on_failure(kept):
            write_whole(path, data)
    except OSError as error:
        raise ForthgameError(f"{path.name} cannot be written: {error.strerror}") from None
    return kept.name, hashlib.sha256(data).hexdigest()


def encoded(text: str, before: bytes) -> bytes:
    """A text as bytes, in the encoding and with the ends of lines that a file had."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    if b"\r\n" in before:
        text = text.replace("\n", "\r\n")
    mark = b"\xef\xbb\xbf" if before.startswith(b"\xef\xbb\xbf") else b""
    try:
        before.decode("utf-8")
    except UnicodeDecodeError:
        try:
            return text.encode("latin-1")
        except UnicodeEncodeError:
            pass
    return mark + text.encode("utf-8", "replace")


@contextmanager
def _removed_on_failure(copy: Path) -> Iterator[None]:
    """Leave no copy behind where something fails, as on a full disk."""
    try:
        yield
    except BaseException:
        with suppress(OSError):
            copy.unlink()
        raise


def _keep_copy(path: Path, data: bytes) -> Path:
    """Keep what a file held in the next free of `NAME.~1~`, `NAME.~2~` …; raises OSError."""
    for number in range(1, BACKUPS + 1):
        copy = path.with_name(f"{path.name}.~{number}~")
        try:
            handle = os.open(
                copy, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
            )
        except FileExistsError:
            continue
        with _removed_on_failure(copy), os.fdopen(handle, "wb") as file:
            file.write(data)
        return copy
    raise ForthgameError(f"there are {BACKUPS} copies of {path.name}: delete some")
