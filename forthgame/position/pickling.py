"""Pickle a game together with the contents of all its files.

Unpickling uses a loaded game with the same contents, or the original file if it is unchanged.
Otherwise the files are written to a temporary folder, which is removed with the game.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import tempfile
import zlib
from collections import OrderedDict
from collections.abc import Mapping
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Any, Protocol
from weakref import WeakValueDictionary, finalize

from forthgame.base.errors import ForthgameError
from forthgame.base.limits import ScriptLimits
from forthgame.base.source import UnreadableFile, read_limited, resolved
from forthgame.machine.memory.locks import ForkedLock
from forthgame.machine.random_streams import without_leftovers
from forthgame.position.position_record import Position
from forthgame.rules.fact_cache import fact
from forthgame.words.registers import memory_layout as at

if TYPE_CHECKING:
    from forthgame.rules.script import Script

    class Load(Protocol):
        def __call__(
            self,
            path: Path | None = None,
            *,
            text: str | None = None,
            name: str = "",
            native: bool,
            limits: ScriptLimits,
        ) -> Script: ...

    from forthgame.position.playthrough import Playthrough

VERSION = 3
SEAL = "digest"
ON_WINDOWS = os.name == "nt"
RESERVED = frozenset('\\:*?"<>|')  # not allowed in names on Windows
KEPT = 8  # unpickled games that stay loaded when unused
_shared = ForkedLock()
_living: WeakValueDictionary[tuple[Any, ...], Script] = WeakValueDictionary()
_newest: OrderedDict[tuple[Any, ...], Script] = OrderedDict()
STATE_VERSION = 4


def sealed(document: dict[str, Any]) -> dict[str, Any]:
    """Return the document with a digest of its contents."""
    return {**document, SEAL: _digest(document)}


def check_seal(document: Mapping[str, Any], what: str, version: int) -> None:
    """Raise ForthgameError for a document of another version, or with another digest."""
    if document.get("version") != version:
        raise ForthgameError(f"the {what} was pickled by another version of forthgame")
    rest = {name: part for name, part in document.items() if name != SEAL}
    if document.get(SEAL) != _digest(rest):
        raise ForthgameError(f"the pickle of a {what} is damaged")


def _digest(document: Mapping[str, Any]) -> bytes:
    total = hashlib.blake2b(digest_size=16)
    _add(total, document)
    return total.digest()


def _add(total: hashlib.blake2b, part: Any) -> None:
    """Add a part to a digest: containers by their contents, bytes unchanged."""
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


def same_game(one: Script, other: Script) -> bool:
    """Return whether two games have the same files and are unchanged since they were loaded."""
    if one is other:
        return True
    if one.changed or other.changed or one.name != other.name:
        return False
    return one.files == other.files


def reduced(game: Script) -> dict[str, Any]:
    """Return the pickled state of a game. Raises ForthgameError if its words were changed."""
    if game.changed:
        raise ForthgameError(
            f"{game.name} cannot be pickled: words were added or changed since it was loaded"
        )
    document = {
        "version": VERSION,
        "path": "" if game.from_text else os.fspath(resolved(game.path)),
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
    from forthgame.position.texts.texts_file import files_beside

    return {} if game.from_text else files_beside(resolved(game.path).parent, game.files)


def restored(document: Mapping[str, Any], load: Load) -> Script:
    """Return a game that is loaded already, or load it. Raises ForthgameError."""
    check_seal(document, "game", VERSION)
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
    if not document["path"]:
        name = document["script"]
        text = document["files"][name].decode("utf-8")
        return load(text=text, name=name, native=native, limits=limits)
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
    game.folder = holder = _TemporaryFolder()
    finalize(holder, _remove, folder, os.getpid())
    return game


class _TemporaryFolder:
    """A folder of unpickled files; games that are loaded from it refer to this object."""


def _lies_there(path: Path, document: Mapping[str, Any], limits: ScriptLimits) -> bool:
    from forthgame.position.texts.texts_file import files_beside

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
    """Return a name as a path below a folder. Raises ForthgameError if it leads outside."""
    path = PurePosixPath(name)
    if path.is_absolute() or ".." in path.parts or not path.parts:
        raise ForthgameError(f"the pickle of a game names a file outside of its folder: {name!r}")
    if ON_WINDOWS and not RESERVED.isdisjoint(name):
        raise ForthgameError(f"the pickle of a game names a file that cannot be here: {name!r}")
    return path


def _remove(folder: Path, process: int) -> None:
    """Remove a folder, unless this is a forked process that did not make it."""
    if os.getpid() == process:
        shutil.rmtree(folder, ignore_errors=True)


# -- states ---------------------------------------------------------------------------------------


def is_same_state(one: Playthrough, other: Playthrough) -> bool:
    """Return whether board, turn, random streams and history are equal, in the same script."""
    return one is other or (
        one.position.whole == other.position.whole
        and one.played_keys == other.played_keys
        and same_game(one.game, other.game)
        and _streams_of(one) == _streams_of(other)
        and one.history == other.history
    )


def pickled_state(state: Playthrough) -> tuple[Any, ...]:
    """Return what `State.__reduce__` returns."""
    with state.game.lock:
        document = {
            "version": STATE_VERSION,
            "streams": _streams_of(state),
            "position": _packed(state.position),
            "past": [_packed(position) for position in state.past],
            "texts": list(state.move_texts),
            "played": state.played_keys,
            "level": state.level,
            "play_on": state.play_on,
        }
    return (unpickled_state, (state.game, sealed(document)))


def _streams_of(state: Playthrough) -> tuple[bytes, bytes]:
    """Return the random streams, which are in the machine while it holds the position."""
    with state.game.lock:
        random, entropy = state.kept_streams()
    return without_leftovers(random), entropy


def _packed(position: Position) -> tuple[Any, ...]:
    """Return the pickled form of a position, with its move list and result."""
    packed = position.packed
    if packed is None and position.arena is not None:
        packed = zlib.compress(position.arena, 1)
    result = None
    if position.asked:
        result = (position.outcome, position.verdict, position.outcomes)
    board, opened = position.board, position.opened
    return (position.turn, board, packed, position.count, position.key, result, opened)


def _unpacked(game: Script, kept: tuple[Any, ...]) -> Position:
    turn, board, packed, count, key, result, opened = kept
    right = len(turn) == at.TURN_BLOCK_SIZE
    size = game.forth.processor.register(at.BOARD_SIZE)
    if not right or any(len(each) != size for each in (board, opened or board)):
        raise ForthgameError("the pickle of a state is of another game")
    position = Position(turn, board)
    position.packed, position.count, position.key = packed, count, key
    position.opened = opened
    if result is not None:
        position.asked = True
        position.outcome, position.verdict, position.outcomes = result
    return position


def unpickled_state(game: Script, document: dict[str, Any]) -> Playthrough:
    """Return a state pickled by `State.__reduce__`. Raises ForthgameError for other documents."""
    check_seal(document, "state", STATE_VERSION)
    random, entropy = document["streams"]
    state: Playthrough = game.states(game, _unpacked(game, document["position"]), random, entropy)
    state.past = [_unpacked(game, kept) for kept in document["past"]]
    state.move_texts = document["texts"]
    state.played_keys, state.level = document["played"], document["level"]
    state.play_on = document.get("play_on", False)
    return state
