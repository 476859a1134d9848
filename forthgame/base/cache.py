"""A cache of compiled code and other results in the platform's cache folder.

A file holds machine code that is run, so it is only read if it belongs to this user and no other
user can write it or its folder (not checked on Windows). It carries a checksum of its name and
contents; a file with a wrong checksum is ignored. Writing uses a temporary file and a rename, so
processes cannot harm each other. If the folder cannot be found, read or written, it only costs
time: no function here raises.
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

SCRATCH = "FORTHGAME_CACHE_SCRATCH"  # environment variable: a folder
SPARE = "FORTHGAME_CACHE_SPARE"  # environment variable: another folder, while a command runs
LIMIT = 128 << 20  # bytes of disk for the files with a prefix that `trim` leaves
BLOCK = 4096  # bytes of disk that even the shortest file takes
UNFINISHED = ".new-"  # prefix of the names of files that are being written
LOCK = ".lock-"  # prefix of the names of lock files (`claims.py`)
LEFT_BEHIND = 3600  # seconds after which such a file is abandoned
LARGEST = 256 << 20  # bytes of a file that is read
OTHERS_WRITE = stat.S_IWGRP | stat.S_IWOTH
OPEN = os.O_RDONLY | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)
OPEN_FILE = OPEN | getattr(os, "O_NONBLOCK", 0)
OPEN_FOLDER = OPEN | getattr(os, "O_DIRECTORY", 0)


def folder() -> Path | None:
    """Return `$FORTHGAME_CACHE`, or the platform's cache folder; None if there is none."""
    given = os.environ.get("FORTHGAME_CACHE")
    if given:
        return Path(given)
    try:
        if sys.platform == "win32":
            base = os.environ.get("LOCALAPPDATA") or str(Path.home() / "AppData" / "Local")
            return Path(base) / "forthgame" / "cache"
        if sys.platform == "darwin":
            return Path.home() / "Library" / "Caches" / "forthgame"
        # the XDG specification forbids relative paths
        xdg = os.environ.get("XDG_CACHE_HOME", "")
        return (Path(xdg) if os.path.isabs(xdg) else Path.home() / ".cache") / "forthgame"
    except RuntimeError:  # the home folder is unknown
        return None


def distrusted() -> str:
    """Return a message if the cache folder is not used because others can write it, else ""."""
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
    if sys.platform == "win32":
        return ""
    if found.st_uid != os.geteuid():
        return "it belongs to another user"
    sticky = stat.S_ISDIR(found.st_mode) and found.st_mode & stat.S_ISVTX
    return "others may write in it" if found.st_mode & OTHERS_WRITE and not sticky else ""


def _tighten(target: Path) -> None:
    """Close the default folder to other users.

    Earlier versions created it with the default mode. Its files are checked one by one.
    """
    if sys.platform != "win32" and not os.environ.get("FORTHGAME_CACHE"):
        with suppress(OSError):
            found = target.stat()
            if found.st_uid == os.geteuid() and _reason(found):
                target.chmod(0o700)


@contextmanager
def _opened(target: Path, name: str) -> Iterator[int | None]:
    """Open a file of a cache folder for reading; yield None if it is missing or not trusted."""
    handles: list[int] = []
    found = None
    try:
        if sys.platform == "win32":
            handles.append(os.open(target / name, OPEN_FILE))
            found = handles[0]
        else:
            _tighten(target)
            handles.append(os.open(target, OPEN_FOLDER))
            if not _reason(os.fstat(handles[0])):
                handles.append(os.open(name, OPEN_FILE, dir_fd=handles[0]))
                about = os.fstat(handles[1])
                if stat.S_ISREG(about.st_mode) and not _reason(about):
                    found = handles[1]
    except (OSError, ValueError):
        found = None
    try:
        yield found
    finally:
        for handle in handles:
            os.close(handle)


def shared() -> list[Path]:
    """Return the folders that all processes of a command read: the usual one and the spare one."""
    usual, extra = folder(), os.environ.get(SPARE)
    return [*([usual] if usual else []), *([Path(extra)] if extra else [])]


def spare() -> str:
    """Create a folder for compiled code until this process ends, if the usual one is unusable.

    This process and its children use it. Returns a message with the reason, or "" if the usual
    folder can be used. Raises OSError if temporary files cannot be created either.
    """
    if SCRATCH in os.environ:  # a confined process may not write, and has a folder of its own
        return ""
    why = distrusted() or unwritable()
    if why and SPARE not in os.environ:
        made = tempfile.mkdtemp(prefix="forthgame-")  # 0700
        os.environ[SPARE] = made
        atexit.register(_remove, made, os.getpid())
    return why


def _remove(place: str, owner: int) -> None:
    if os.getpid() == owner:
        shutil.rmtree(place, ignore_errors=True)


def folders() -> list[Path]:
    """Return the folders to search; the last one is where `save` writes.

    A confined process reads the shared folders and writes to `$FORTHGAME_CACHE_SCRATCH`, so that
    other processes never run machine code that it has made.
    """
    scratch = os.environ.get(SCRATCH)
    return [*shared(), Path(scratch)] if scratch else shared()


def key(*parts: str | bytes) -> str:
    """Return a file name that depends on all of these parts."""
    digest = hashlib.sha256()
    for part in parts:
        data = part.encode() if isinstance(part, str) else part
        digest.update(len(data).to_bytes(8, "little"))
        digest.update(data)
    return digest.hexdigest()[:40]


def _checksum(name: str, contents: bytes) -> bytes:
    digest = hashlib.sha256(f"{len(name)} {name} ".encode())
    digest.update(contents)
    return digest.digest()


def sealed(name: str, contents: bytes) -> bytes:
    """Return the contents of a file, preceded by the checksum."""
    return _checksum(name, contents) + contents


def unsealed(name: str, data: bytes) -> bytes | None:
    """Return the contents of a file without the checksum, or None if it does not match."""
    digest, contents = data[:32], data[32:]
    return contents if _checksum(name, contents) == digest else None


def has(name: str) -> bool:
    """Return whether a file exists under a name; `load` may still find it damaged."""
    for place in folders():
        with _opened(place, name) as handle:
            if handle is not None:
                return True
    return False


def has_any(prefix: str) -> bool:
    for place in folders():
        with suppress(OSError), os.scandir(place) as entries:
            if any(entry.name.startswith(prefix) for entry in entries):
                return True
    return False


def load(name: str) -> bytes | None:
    """Return the contents saved under a name, or None if there are none that can be trusted."""
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
    """Create and return the folder that `save` writes to; None if it cannot be trusted."""
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
    """Save contents under a name; return False if the folder is not writable or not trusted."""
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
    """Return a message if the usual folder cannot be written, else "". Creates the folder."""
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
    """Delete the oldest files with a prefix until the rest fits the limit, in bytes of disk.

    Temporary files and locks of killed processes are deleted too.
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
    return max(-(-about.st_size // BLOCK), 1) * BLOCK


def _files(target: Path, *prefixes: str) -> list[list[tuple[os.stat_result, str]]]:
    """Return the regular files of a folder for each prefix, without links."""
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
