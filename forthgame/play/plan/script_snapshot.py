"""Snapshots of scripts, stored under the digest of their contents.

A plan lists every file that its scripts consist of, with the SHA-256 of its contents. The contents
are kept in this module, in the store, and in every playing process, so editing a script does not
affect a running tournament.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path

from forthgame.base.errors import ForthgameError
from forthgame.base.limits import DEFAULT_LIMITS
from forthgame.base.source import LANGUAGE, UnreadableFile, package_path, read_limited, resolved
from forthgame.confine import script_places
from forthgame.version import __version__

Files = tuple[tuple[str, str], ...]  # (path, SHA-256) of scripts and the files they load
# folders of the package whose code determines what scripts do
SEMANTIC_FOLDERS = ("words", "analysis", "compile", "machine", "rules", "position", "search")

_contents: dict[str, bytes] = {}


def digest_of(contents: bytes) -> str:
    return hashlib.sha256(contents).hexdigest()


def register(contents: bytes) -> str:
    """Store contents and return their SHA-256."""
    name = digest_of(contents)
    _contents[name] = contents
    return name


def read_scripts(parts: Mapping[str, Sequence[str]]) -> tuple[Files, dict[str, str]]:
    """Read scripts with the files they load, and store their contents.

    `parts` maps each script to the files that it loads, as reported by an untrusted process, so
    only files that the script may read are accepted. Returns all files, and a digest for each
    script. Raises ForthgameError.
    """
    files: dict[str, str] = {}
    digests = {}
    for script, loaded in parts.items():
        places = [Path(place) for place in script_places(Path(script))]
        total = hashlib.sha256()
        for path in [script, *sorted(set(loaded), key=Path)]:  # as for Game.digest
            whole = resolved(Path(path))
            if path != script and not any(whole.is_relative_to(place) for place in places):
                raise ForthgameError(f"{script} cannot load {path}, which is outside its folder")
            if path not in files:
                data = read_limited(Path(path), DEFAULT_LIMITS.script, regular=path != script)
                files[path] = register(data)
            total.update(_contents[files[path]])
        digests[script] = total.hexdigest()
    return tuple(files.items()), digests


def contents_of(files: Files) -> dict[str, bytes]:
    """Return the contents of a plan's files by path.

    Contents that are not yet stored are read from disk; if they have changed since the plan was
    made, ForthgameError is raised.
    """
    found = {}
    for path, digest in files:
        if digest not in _contents and register(_on_disk(path)) != digest:
            raise ForthgameError(f"{path} has changed since the tournament was planned")
        found[path] = _contents[digest]
    return found


def _on_disk(path: str) -> bytes:
    return read_limited(Path(path), DEFAULT_LIMITS.script, regular=True)


def changed_on_disk(files: Files) -> list[str]:
    """Return the paths of files whose contents on disk differ from the plan's."""
    return [path for path, digest in files if not _holds_on_disk(path, digest)]


def _holds_on_disk(path: str, digest: str) -> bool:
    try:
        return digest_of(_on_disk(path)) == digest
    except UnreadableFile:
        return False


def change_notice(paths: Iterable[str]) -> str:
    """Return a notice about changed files, empty if there are none."""
    named = ", ".join(paths)
    return (
        f"changed on disk: {named}; games are played with the files as they were" if named else ""
    )


@cache
def versions() -> tuple[str, str]:
    """Return forthgame's version and a short hash of the code that determines what scripts do."""
    root = Path(__file__).parents[2]
    total = hashlib.sha256(package_path(LANGUAGE).read_bytes())
    for folder in SEMANTIC_FOLDERS:
        for path in sorted((root / folder).rglob("*.py")):
            total.update(path.read_bytes())
    return __version__, total.hexdigest()[:12]
