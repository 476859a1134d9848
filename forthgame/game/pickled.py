"""Games in pickles: a script with all it loads, and what lies beside them, goes along by content.

Where the same script is loaded already, or lies where it lay with the same content, that is used;
otherwise it is written into a folder of its own, which is removed with the game.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import tempfile
from collections import OrderedDict
from collections.abc import Mapping
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Any, Protocol
from weakref import WeakValueDictionary, finalize

from forthgame.errors import ForthgameError
from forthgame.game.facts import fact
from forthgame.limits import ScriptLimits
from forthgame.source import UnreadableFile, read_limited, resolved
from forthgame.vm.sharing import ForkedLock

if TYPE_CHECKING:
    from forthgame.game.script import Script

    class Load(Protocol):
        """`forthgame.load`, as far as it is needed here."""

        def __call__(self, path: Path, *, native: bool, limits: ScriptLimits) -> Script: ...


VERSION = 3
SEAL = "digest"
ON_WINDOWS = os.name == "nt"
RESERVED = frozenset('\\:*?"<>|')  # no parts of names on Windows
KEPT = 8  # games that came out of pickles are kept although nobody uses them for the moment
_shared = ForkedLock()
_living: WeakValueDictionary[tuple[Any, ...], Script] = WeakValueDictionary()
_newest: OrderedDict[tuple[Any, ...], Script] = OrderedDict()


def sealed(document: dict[str, Any]) -> dict[str, Any]:
    """The document with a digest of all the rest."""
    return {**document, SEAL: _digest(document)}


def check_seal(document: Mapping[str, Any], what: str) -> None:
    """Raise ForthgameError if a document is not what was sealed: a file may be damaged."""
    rest = {name: part for name, part in document.items() if name != SEAL}
    if document.get(SEAL) != _digest(rest):
        raise ForthgameError(f"the pickle of {what} is damaged")


def _digest(document: Mapping[str, Any]) -> bytes:
    total = hashlib.blake2b(digest_size=16)
    _add(total, document)
    return total.digest()


def _add(total: hashlib.blake2b, part: Any) -> None:
    """Add a part to a digest: containers by what they hold, bytes as they are."""
    if isinstance(part, bytes):
        total.update(b"b%d:" % len(part))
        total.update(part)
    elif isinstance(part, Mapping):
        total.update(b"d%d:" % len(part))
        for name in part:
            _add(total, name)
            _add(total, part[name])
    elif isinstance(part, list | tuple):
        total.update(b"l%d:" % len(part))
        for each in part:
            _add(total, each)
    else:
        text = repr(part).encode("utf-8", "backslashreplace")
        total.update(b"r%d:" % len(text) + text)


def script_files(game: Script) -> dict[str, bytes]:
    """The script and all it has loaded, by their names below the script's folder."""
    root = resolved(game.path).parent
    files = {game.path.name: game.contents}
    for path, contents in sorted(game.forth.loaded.items()):
        files.setdefault(path.relative_to(root).as_posix(), contents)
    return files


def same_game(one: Script, other: Script) -> bool:
    """Whether two games are the same script with the same files, unchanged since."""
    if one is other:
        return True
    if one.changed or other.changed or one.name != other.name:
        return False
    return one.files == other.files


def reduced(game: Script) -> dict[str, Any]:
    """What pickle keeps of a game. Raises ForthgameError if it is not its script any more."""
    if game.changed:
        raise ForthgameError(
            f"{game.name} cannot be pickled: words were added or changed since it was loaded"
        )
    path = resolved(game.path)
    document = {
        "version": VERSION,
        "path": os.fspath(path),
        "script": game.path.name,
        "files": game.files,
        "beside": _beside(game),
        "native": game.native is not None,
        "limits": game.limits,
    }
    document = sealed(document)
    with _shared.lock:
        _living[_key(document)] = game
    return document


@fact
def _beside(game: Script) -> dict[str, bytes]:
    """What lies beside a game's files; read once, as it is for the game's own use."""
    from forthgame.game.texts.tables import files_beside

    return files_beside(resolved(game.path).parent, game.files)


def restored(document: Mapping[str, Any], load: Load) -> Script:
    """The game: one that is loaded already, or the script loaded anew. Raises ForthgameError."""
    if document.get("version") != VERSION:
        raise ForthgameError("the game was pickled by another version of forthgame")
    check_seal(document, "a game")
    key = _key(document)
    with _shared.lock:
        game = _living.get(key)
        if game is None or game.closed or game.changed:
            game = _loaded(document, load)
            _living[key] = game
        _newest[key] = game
        _newest.move_to_end(key)
        while len(_newest) > KEPT:
            _newest.popitem(last=False)
    return game


def _key(document: Mapping[str, Any]) -> tuple[Any, ...]:
    files = [tuple(sorted(document[part].items())) for part in ("files", "beside")]
    digest = hashlib.sha256(repr(files).encode()).digest()
    return (document["script"], digest, document["native"], document["limits"])


def _loaded(document: Mapping[str, Any], load: Load) -> Script:
    native, limits = document["native"], document["limits"]
    path, files = Path(document["path"]), {**document["beside"], **document["files"]}
    if _lies_there(path, document, limits):
        return load(path, native=native, limits=limits)
    folder = Path(tempfile.mkdtemp(prefix="forthgame-"))
    try:
        for name, content in files.items():
            place = folder / _within(name)
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(content)
        game = load(folder / _within(document["script"]), native=native, limits=limits)
    except BaseException:
        shutil.rmtree(folder, ignore_errors=True)
        raise
    finalize(game, _remove, folder, os.getpid())
    return game


def _lies_there(path: Path, document: Mapping[str, Any], limits: ScriptLimits) -> bool:
    """Whether the script, all it loads and what is beside them lie where they lay, unchanged."""
    from forthgame.game.texts.tables import files_beside

    files, folder = document["files"], path.parent
    if path.name != document["script"]:
        return False
    try:
        same = all(
            read_limited(folder / name, limits.script, regular=True) == content
            for name, content in files.items()
        )
    except UnreadableFile:
        return False
    return same and files_beside(folder, files) == document["beside"]


def _within(name: str) -> PurePosixPath:
    """A name below a folder. Raises ForthgameError for one that leads out of it."""
    path = PurePosixPath(name)
    if path.is_absolute() or ".." in path.parts or not path.parts:
        raise ForthgameError(f"the pickle of a game names a file outside of its folder: {name!r}")
    if ON_WINDOWS and not RESERVED.isdisjoint(name):
        raise ForthgameError(f"the pickle of a game names a file that cannot be here: {name!r}")
    return path


def _remove(folder: Path, process: int) -> None:
    """A forked process leaves the folder to the one that made it."""
    if os.getpid() == process:
        shutil.rmtree(folder, ignore_errors=True)
