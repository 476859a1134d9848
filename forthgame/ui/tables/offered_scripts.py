"""The scripts that the web page offers; those in opened folders can be edited and saved."""

from __future__ import annotations

import hashlib
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from forthgame.base.errors import ForthgameError, shortened
from forthgame.base.files import write_whole
from forthgame.base.limits import DEFAULT_LIMITS
from forthgame.base.source import (
    UnreadableFile,
    decoded_source,
    find_script,
    is_folder,
    is_irregular,
    read_limited,
    resolved,
)
from forthgame.play.processes.child_process import bundled
from forthgame.ui.script_folders import MOST_FILES, FolderScript, described_scripts
from forthgame.ui.script_outline import Bundled, bundled_games, described, families

BACKUPS = 1000  # greatest number of backups of a file
MAGIC = b"SQLite format 3\0"  # first bytes of a store
SHOWN_README = 256 << 10  # bytes of a README that is shown
SHOWN = 4 << 20  # bytes of the longest script that is shown on the page


@dataclass(frozen=True)
class Offered:
    """A script that can be opened; if it has a `folder`, an opened one, it can also be saved.

    `family` is a heading of the first page; `parts` are the files that the script loads.
    """

    name: str
    what: str
    path: Path
    folder: Path | None = None
    players: int = 0
    board: str = ""
    playable: bool = True
    family: str = ""
    parts: tuple[str, ...] = ()

    def document(self) -> dict[str, object]:
        return {
            "name": self.name,
            "what": self.what,
            "players": self.players,
            "board": self.board,
            "own": self.folder is not None,
            "playable": self.playable,
            "family": self.family,
            "parts": list(self.parts),
        }


class ScriptCatalogue:
    """The offered scripts by name: those named on the command line, then the bundled ones."""

    def __init__(self, named: tuple[str, ...] = ()) -> None:
        self.first: list[str] = []
        self.folders: list[Path] = []  # opened folders, the only ones that are written to
        self._offered: dict[str, Offered] = {}
        shipped = {game.name: game for game in bundled_games()}
        self._families = families()
        for text in named:
            if text in shipped and bundled([str(find_script(text))]):
                self._offered[text] = self._bundled(shipped[text])
                self.first.append(text)
            else:
                self._open(text)
        rank = {folder: number for number, folder in enumerate(self._families)}
        for game in sorted(shipped.values(), key=lambda g: rank.get(_folder_of(g), len(rank))):
            if game.name not in self._offered:
                self._offered[game.name] = self._bundled(game)

    def _bundled(self, game: Bundled) -> Offered:
        family = self._families.get(_folder_of(game), "")
        path = find_script(game.name)
        return Offered(game.name, game.what, path, None, game.players, game.board, family=family)

    def _open(self, text: str) -> None:
        folder = Path(text)
        if is_folder(folder) and not bundled([str(folder / "any.4th")]):
            self._open_folder(folder)
            inside = list(described_scripts(resolved(folder)))
            for script in inside:
                self._offer(script.name, script.path, script)
            if inside or stores_in(folder):
                return
        inside_package = sorted(folder.glob("*.4th")) if is_folder(folder) else []
        for path in inside_package or [find_script(text)]:
            own = not bundled([str(path)])
            self._offer(path.stem if own or inside_package else text, path)

    def _offer(self, name: str, path: Path, script: FolderScript | None = None) -> None:
        own = not bundled([str(path)])
        if own:
            with suppress(UnreadableFile):  # reported when it is opened
                path = resolved(path)
            self._open_folder(path.parent)
            name = name if name not in self._offered else str(path)
        card = script.card if script else described(name, path)
        parts = script.parts if script else [file.name for file in card.files[1:]]
        self._offered[name] = Offered(
            name,
            card.what,
            path,
            path.parent if own else None,
            card.players,
            card.board,
            card.playable,
            self._heading(path) if own else "",
            tuple(parts),
        )
        self.first.append(name)

    def _heading(self, path: Path) -> str:
        """Return the folder of a script for a heading, from the opened folder on."""
        above = [folder for folder in self.folders if path.is_relative_to(folder)]
        top = min(above, key=lambda folder: len(folder.parts))
        return "/".join([top.name, *path.parent.relative_to(top).parts])

    def _open_folder(self, folder: Path) -> None:
        folder = resolved(folder)
        if folder not in self.folders:
            self.folders.append(folder)

    def of_path(self, path: str, digest: str = "") -> Offered | None:
        """Return the script at a path, or else one whose contents have the digest, or None."""
        for offered in self._offered.values():
            if str(offered.path) == path:
                return offered
        for offered in self._offered.values() if digest else ():
            with suppress(ForthgameError):
                if read_text(offered)[1] == digest:
                    return offered
        return None

    def find(self, name: str) -> Offered:
        if name not in self._offered:
            raise ForthgameError(f"there is no game {shortened(name)!r} here")
        return self._offered[name]

    def offers(self, name: str) -> bool:
        return name in self._offered

    def documents(self) -> list[dict[str, object]]:
        return [offered.document() for offered in self._offered.values()]


def stores_in(folder: Path) -> list[Path]:
    """Return the SQLite files of a folder, sorted by name."""
    with suppress(OSError):
        return [path for path in sorted(folder.iterdir())[:MOST_FILES] if is_store(path)]
    return []


def is_store(path: Path) -> bool:
    """Return whether a file is an SQLite file; links never are, as they may leave the folder."""
    with suppress(OSError, ValueError):
        if path.is_file() and not path.is_symlink():
            with path.open("rb") as file:
                return file.read(len(MAGIC)) == MAGIC
    return False


def _folder_of(game: Bundled) -> str:
    return game.name.partition("/")[0]


def read_text(offered: Offered) -> tuple[str, str]:
    """Return the text of a script and the digest of its file. Raises ForthgameError."""
    data = read_limited(offered.path, SHOWN, regular=True, below=offered.folder)
    return decoded_source(data, offered.path).text, hashlib.sha256(data).hexdigest()


def readme_of(script: Path) -> str:
    """Return the text of `NAME.md` or `README.md` beside a script, empty if there is none."""
    for name in (f"{script.stem}.md", "README.md"):
        with suppress(UnreadableFile):
            path = script.with_name(name)
            if not path.is_symlink():
                return read_limited(path, SHOWN_README, regular=True).decode("utf-8", "replace")
    return ""


def refuse_replaced(path: Path) -> None:
    """Raise ForthgameError if a link, pipe or device has replaced an opened script.

    Links are resolved only when a script is opened, since they can change later.
    """
    if not bundled([str(path)]) and (resolved(path) != path or is_irregular(path)):
        raise ForthgameError(f"{path.name} has been replaced since it was opened")


def save_text(offered: Offered, text: str, seen: str) -> tuple[str, str]:
    """Write a script and a backup beside it, if its file still has the digest `seen`.

    Returns the name of the backup and the new digest. Encoding and line ends are preserved. Raises
    ForthgameError.
    """
    if offered.folder is None:
        raise ForthgameError(
            f"{offered.name} is bundled and is not changed: `forthgame new NAME "
            f"--like {offered.name}` makes one of your own"
        )
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
        backup = _keep_copy(path, before)
        with _removed_on_failure(backup):
            write_whole(path, data)
    except OSError as error:
        raise ForthgameError(f"{path.name} cannot be written: {error.strerror}") from None
    return backup.name, hashlib.sha256(data).hexdigest()


def encoded(text: str, before: bytes) -> bytes:
    """Encode a text as the previous contents of its file were: encoding, BOM and line ends."""
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
    """Remove the copy if the body fails, for example because the disk is full."""
    try:
        yield
    except BaseException:
        with suppress(OSError):
            copy.unlink()
        raise


def _keep_copy(path: Path, data: bytes) -> Path:
    """Write a backup under the first free name of `NAME.~1~`, `NAME.~2~` …; raises OSError.

    It can be read by those who can read the original.
    """
    for number in range(1, BACKUPS + 1):
        copy = path.with_name(f"{path.name}.~{number}~")
        try:
            handle = os.open(
                copy, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o600
            )
        except FileExistsError:
            continue
        with _removed_on_failure(copy), os.fdopen(handle, "wb") as file:
            file.write(data)
            copy.chmod(stat.S_IMODE(path.stat().st_mode) & 0o777)
        return copy
    raise ForthgameError(f"there are {BACKUPS} copies of {path.name}: delete some")
