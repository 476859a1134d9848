"""What has been compiled, kept in the platform's cache folder.

A file carries a checksum of its contents; one that does not fit is as good as none. Writing goes
through a temporary file and a rename, so two processes cannot harm each other, and a folder that
cannot be written only costs time.
"""

from __future__ import annotations

import hashlib
import os
import sys
import tempfile
from pathlib import Path


def folder() -> Path:
    """`$FORTHGAME_CACHE`, or the platform's folder for such things."""
    given = os.environ.get("FORTHGAME_CACHE")
    if given:
        return Path(given)
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA") or str(Path.home() / "AppData" / "Local")
        return Path(base) / "forthgame" / "cache"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "forthgame"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "forthgame"


SCRATCH = "FORTHGAME_CACHE_SCRATCH"  # names a folder


def folders() -> list[Path]:
    """Where kept contents are looked for: last where `save` puts them.

    A confined process reads the folder that all share and writes to `$FORTHGAME_CACHE_SCRATCH`,
    so that no machine code of its making is run by others.
    """
    scratch = os.environ.get(SCRATCH)
    return [folder(), Path(scratch)] if scratch else [folder()]


LIMIT = 128 << 20  # bytes of files with a prefix that `trim` leaves


def key(*parts: str | bytes) -> str:
    """A name for what depends on all of these parts."""
    digest = hashlib.sha256()
    for part in parts:
        data = part.encode() if isinstance(part, str) else part
        digest.update(len(data).to_bytes(8, "little"))
        digest.update(data)
    return digest.hexdigest()[:40]


def load(name: str) -> bytes | None:
    """The contents kept under a name, or None if there are none that can be trusted."""
    for place in folders():
        try:
            data = (place / name).read_bytes()
        except OSError:
            continue
        digest, contents = data[:32], data[32:]
        if hashlib.sha256(contents).digest() == digest:
            return contents
    return None


def save(name: str, contents: bytes) -> bool:
    """Keep contents under a name; False if the folder does not take them."""
    target = folders()[-1]
    temporary = ""
    try:
        target.mkdir(parents=True, exist_ok=True)
        handle, temporary = tempfile.mkstemp(dir=target, prefix=".new-")
        with os.fdopen(handle, "wb") as file:
            file.write(hashlib.sha256(contents).digest() + contents)
        os.replace(temporary, target / name)
    except OSError:
        if temporary:
            Path(temporary).unlink(missing_ok=True)
        return False
    return True


def trim(prefix: str, limit: int = LIMIT) -> None:
    """Delete the oldest files with a prefix until those that are left fit the limit."""
    try:
        found = [(p.stat().st_mtime, p.stat().st_size, p) for p in folder().glob(prefix + "*")]
    except OSError:
        return
    total = sum(size for _, size, _ in found)
    for _, size, path in sorted(found, key=lambda item: item[0]):
        if total <= limit:
            return
        try:
            path.unlink()
        except OSError:
            return
        total -= size
