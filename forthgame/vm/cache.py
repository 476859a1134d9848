"""What has been compiled, kept in the platform's cache folder.

A file holds machine code that is run, so it is only read if it belongs to this user and nobody else
can write it, in a folder of which the same is true (as far as the platform tells: not on Windows).
It carries a checksum of its name and contents; one that does not fit is as good as none. Writing
goes through a temporary file and a rename, so two processes cannot harm each other. A folder that
cannot be found, read or written only costs time: nothing here raises.
"""

from __future__ import annotations

import atexit
import hashlib
import os
import shutil
import stat
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import chain
from pathlib import Path

SCRATCH = "FORTHGAME_CACHE_SCRATCH"  # names a folder
SPARE = "FORTHGAME_CACHE_SPARE"  # another, for as long as a command runs
LIMIT = 128 << 20  # bytes of disk for the files with a prefix that `trim` leaves
BLOCK = 4096  # bytes of disk that even the shortest file takes
UNFINISHED = ".new-"  # how the names of files begin that are being written
LOCK = ".lock-"  # how the names of files begin that are locked by who works (`claims.py`)
LEFT_BEHIND = 3600  # seconds after which nobody writes such a file any more
LARGEST = 256 << 20  # bytes of a file that is read
OTHERS_WRITE = stat.S_IWGRP | stat.S_IWOTH
OPEN = os.O_RDONLY | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)
OPEN_FILE = OPEN | getattr(os, "O_NONBLOCK", 0)
OPEN_FOLDER = OPEN | getattr(os, "O_DIRECTORY", 0)


def folder() -> Path | None:
    """`$FORTHGAME_CACHE`, or the platform's folder for such things; None if there is none."""
    given = os.environ.get("FORTHGAME_CACHE")
    if given:
        return Path(given)
    try:
        if sys.platform == "win32":
            base = os.environ.get("LOCALAPPDATA") or str(Path.home() / "AppData" / "Local")
            return Path(base) / "forthgame" / "cache"
        if sys.platform == "darwin":
            return Path.home() / "Library" / "Caches" / "forthgame"
        # a relative path is not to be used, says the specification of XDG
        xdg = os.environ.get("XDG_CACHE_HOME", "")
        return (Path(xdg) if os.path.isabs(xdg) else Path.home() / ".cache") / "forthgame"
    except RuntimeError:  # nobody's home is known
        return None


def distrusted() -> str:
    """A sentence if the cache folder is there and not used because of whose it is, else nothing."""
    target = folder()
    if target is None or sys.platform == "win32":
        return ""
    try:
        found = target.stat()
    except (OSError, ValueError):
        return ""
    reason = _reason(found)
    return (
        f"the cache folder {target} is not used, because {reason}: everything is compiled anew; "
        "FORTHGAME_CACHE names another folder"
        if reason
        else ""
    )


def _reason(found: os.stat_result) -> str:
    """Why a file or folder is not to be trusted, from what the system tells of it, or nothing."""
    if sys.platform == "win32":
        return ""
    if found.st_uid != os.geteuid():
        return "it belongs to another user"
    sticky = stat.S_ISDIR(found.st_mode) and found.st_mode & stat.S_ISVTX
    return "others may write in it" if found.st_mode & OTHERS_WRITE and not sticky else ""


def _tighten(target: Path) -> None:
    """Close the usual folder, which is ours by its name, to others: earlier versions left it as
    open as other folders are. Files in it are trusted each by itself."""
    if sys.platform != "win32" and not os.environ.get("FORTHGAME_CACHE"):
        with suppress(OSError):
            found = target.stat()
            if found.st_uid == os.geteuid() and _reason(found):
                target.chmod(0o700)


@contextmanager
def _opened(target: Path, name: str) -> Iterator[int | None]:
    """A file of a folder of the cache, open for reading; None if it is not there or not trusted."""
    handles: list[int] = []
    found = None
    try:
        if sys.platform == "win32":
            handles.append(os.open(target / name, OPEN_FILE))
        else:
            _tighten(target)
            handles.append(os.open(target, OPEN_FOLDER))
            if not _reason(os.fstat(handles[0])):
                handles.append(os.open(name, OPEN_FILE, dir_fd=handles[0]))
                about = os.fstat(handles[1])
                if stat.S_ISREG(about.st_mode) and not _reason(about):
                    found = handles[1]
        if sys.platform == "win32" and handles:
            found = handles[0]
    except (OSError, ValueError):
        found = None
    try:
        yield found
    finally:
        for handle in handles:
            os.close(handle)


def shared() -> list[Path]:
    """The folders that all processes of a command read: the usual one, and that of `spare`."""
    usual, extra = folder(), os.environ.get(SPARE)
    return [*([usual] if usual else []), *([Path(extra)] if extra else [])]


def spare() -> str:
    """Make a folder that takes what is compiled until this process ends, if the usual one cannot.

    This process and those it starts use it. Gives the sentence why, or nothing if the usual
    folder will do. Raises OSError if there is no place for temporary files either.
    """
    if SCRATCH in os.environ:  # a confined process may not write, and has a place of its own
        return ""
    why = distrusted() or unwritable()
    if why and SPARE not in os.environ:
        made = tempfile.mkdtemp(prefix="forthgame-")  # 0700
        os.environ[SPARE] = made
        atexit.register(_remove, made, os.getpid())
    return why


def _remove(place: str, owner: int) -> None:
    """Delete a folder, unless this is a copy of the process that made it."""
    if os.getpid() == owner:
        shutil.rmtree(place, ignore_errors=True)


def folders() -> list[Path]:
    """Where kept contents are looked for: last where `save` puts them.

    A confined process reads the folders that all share and writes to `$FORTHGAME_CACHE_SCRATCH`,
    so that no machine code of its making is run by others.
    """
    scratch = os.environ.get(SCRATCH)
    return [*shared(), Path(scratch)] if scratch else shared()


def key(*parts: str | bytes) -> str:
    """A name for what depends on all of these parts."""
    digest = hashlib.sha256()
    for part in parts:
        data = part.encode() if isinstance(part, str) else part
        digest.update(len(data).to_bytes(8, "little"))
        digest.update(data)
    return digest.hexdigest()[:40]


def _checksum(name: str, contents: bytes) -> bytes:
    """Of a name too: a file in another's place is not taken for it."""
    digest = hashlib.sha256(f"{len(name)} {name} ".encode())
    digest.update(contents)
    return digest.digest()


def sealed(name: str, contents: bytes) -> bytes:
    """Contents as a file has them: behind a checksum of them and of the name."""
    return _checksum(name, contents) + contents


def unsealed(name: str, data: bytes) -> bytes | None:
    """The contents of a file, or None if the checksum does not fit."""
    digest, contents = data[:32], data[32:]
    return contents if _checksum(name, contents) == digest else None


def has(name: str) -> bool:
    """Whether something is kept under a name; `load` may still find it damaged."""
    for place in folders():
        with _opened(place, name) as handle:
            if handle is not None:
                return True
    return False


def has_any(prefix: str) -> bool:
    """Whether anything is kept under a name that begins so."""
    for place in folders():
        with suppress(OSError), os.scandir(place) as entries:
            if any(entry.name.startswith(prefix) for entry in entries):
                return True
    return False


def load(name: str) -> bytes | None:
    """The contents kept under a name, or None if there are none that can be trusted."""
    for place in folders():
        contents = _load(place, name)
        if contents is not None:
            return contents
    return None


def _load(place: Path, name: str) -> bytes | None:
    with _opened(place, name) as handle:
        if handle is None:
            return None
        try:
            size = os.fstat(handle).st_size
            if size > LARGEST:
                return None
            with os.fdopen(os.dup(handle), "rb") as file:
                data = file.read(size + 1)
        except OSError:
            return None
    return unsealed(name, data)


def place_to_save() -> Path | None:
    """Return the folder that `save` writes to, which is made; None if there is none to trust."""
    target = next(reversed(folders()), None)
    if target is None:
        return None
    try:
        target.mkdir(mode=0o700, parents=True, exist_ok=True)
        _tighten(target)
        return None if _reason(target.stat()) else target
    except (OSError, ValueError):
        return None


def save(name: str, contents: bytes) -> bool:
    """Keep contents under a name; False if the folder does not take them, or is not trusted."""
    target = place_to_save()
    if target is None:
        return False
    temporary = ""
    try:
        handle, temporary = tempfile.mkstemp(dir=target, prefix=UNFINISHED)  # 0600
        with os.fdopen(handle, "wb") as file:
            file.write(sealed(name, contents))
        os.replace(temporary, target / name)
        temporary = ""
    except (OSError, ValueError):
        return False
    finally:  # also after Ctrl-C
        if temporary:
            with suppress(OSError):
                os.unlink(temporary)
    return True


def unwritable() -> str:
    """A sentence if the usual folder takes nothing, else nothing; what is not there yet is made."""
    target = folder()
    if target is None:
        return "there is no cache folder: FORTHGAME_CACHE names one"
    try:
        target.mkdir(mode=0o700, parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=target):
            return ""
    except (OSError, ValueError):
        return f"the cache folder {target} cannot be written: FORTHGAME_CACHE names another"


def trim(prefix: str, limit: int = LIMIT) -> None:
    """Delete the oldest files with a prefix until those that are left fit the limit on disk.

    What processes have left that were killed while they worked is deleted too.
    """
    target = next(reversed(folders()), None)
    if target is None:
        return
    try:
        if _reason(target.stat()):
            return
        found, *left = _files(target, prefix, UNFINISHED, LOCK)
    except (OSError, ValueError):
        return
    for about, path in chain(*left):
        if about.st_mtime < time.time() - LEFT_BEHIND:
            _delete(path)
    total = sum(_space(about) for about, _ in found)
    for about, path in sorted(found, key=lambda item: item[0].st_mtime):
        if total <= limit:
            return
        if _delete(path):
            total -= _space(about)


def _space(about: os.stat_result) -> int:
    """Bytes of disk that a file takes: whole blocks."""
    return max(-(-about.st_size // BLOCK), 1) * BLOCK


def _files(target: Path, *prefixes: str) -> list[list[tuple[os.stat_result, str]]]:
    """For each prefix, the files of a folder: no links, no folders, and none that is gone again."""
    found: list[list[tuple[os.stat_result, str]]] = [[] for _ in prefixes]
    with os.scandir(target) as entries:  # a folder may hold thousands
        for entry in entries:
            for prefix, files in zip(prefixes, found, strict=True):
                if entry.name.startswith(prefix):
                    with suppress(OSError):
                        about = entry.stat(follow_symlinks=False)
                        if stat.S_ISREG(about.st_mode):
                            files.append((about, entry.path))
    return found


def _delete(path: str) -> bool:
    try:
        os.unlink(path)
    except OSError:
        return False
    return True
