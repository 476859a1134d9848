"""Write a playable script that LOADs a game and adds the learned evaluation."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from itertools import chain, count
from pathlib import Path

from forthgame.base.errors import ForthgameError
from forthgame.base.files import write_whole
from forthgame.base.limits import DEFAULT_LIMITS
from forthgame.base.source import UnreadableFile, read_limited, resolved, split_words
from forthgame.position.texts.texts_file import BESIDE

PLAIN = "the-game.4th"  # replaces a script's name that LOAD cannot read


def write_script(output: Path, script: Path, loaded: Sequence[Path], text: str) -> list[Path]:
    """Write the script; return its path and those of its files.

    A script can LOAD only files within its folder, by names without blanks. If the game is
    elsewhere or has another name, its files are copied into a folder next to the output in which
    their names are free. Raises ForthgameError if a file cannot be written.
    """
    try:
        return _write(output, resolved(script), [resolved(path) for path in loaded], text)
    except OSError as error:
        name = error.filename or output
        raise ForthgameError(f"{name} cannot be written: {error.strerror}") from None


def _write(output: Path, script: Path, loaded: list[Path], text: str) -> list[Path]:
    place = resolved(output)
    folder = place.parent
    if place in (script, *loaded):
        raise ForthgameError(f"{output} is the game itself: give another file")
    made = [output]
    name = script.relative_to(folder).as_posix() if script.is_relative_to(folder) else ""
    if not loadable(name):
        copies = folder / (f"{output.stem}-files" if loadable(output.stem) else "game-files")
        own = script.name if loadable(script.name) else PLAIN
        contents = {str(path.relative_to(script.parent)): _read(path) for path in loaded}
        contents.pop(script.name, None)
        places = _copied(copies, {own: _read(script), **contents})
        name = places[0].relative_to(folder).as_posix()
        made.extend(places)
    write_whole(output, f"LOAD {name}\n\n{text}")
    for ending in BESIDE:
        known, beside = script.with_suffix(ending), output.with_suffix(ending)
        if known.is_file() and not os.path.lexists(beside):
            write_whole(beside, _read(known))
            made.append(beside)
    return made


def _copied(folder: Path, contents: Mapping[str, bytes]) -> list[Path]:
    """Copy files into a folder unless they exist there, and return their paths.

    If a name is taken by another file, the folder is NAME-2, NAME-3 …
    """
    names = chain([folder], (folder.with_name(f"{folder.name}-{k}") for k in count(2)))
    free = next(each for each in names if _takes(each, contents))
    places = [free / name for name in contents]
    for place, content in zip(places, contents.values(), strict=True):
        if not place.exists():
            place.parent.mkdir(parents=True, exist_ok=True)
            write_whole(place, content)
    return places


def _takes(folder: Path, contents: Mapping[str, bytes]) -> bool:
    """Return whether each file's name in a folder is free, or holds the same content."""
    for name, content in contents.items():
        place = folder / name
        above = [each for each in place.parents if each.is_relative_to(folder)]
        if any(each.is_symlink() for each in (place, *above)):  # LOAD follows none outside
            return False
        if any(each.exists() and not each.is_dir() for each in above):
            return False
        if place.exists() and not _holds(place, content):
            return False
    return True


def _holds(path: Path, content: bytes) -> bool:
    try:
        return _read(path) == content
    except UnreadableFile:
        return False


def _read(path: Path) -> bytes:
    return read_limited(path, DEFAULT_LIMITS.script, regular=True)


def loadable(name: str) -> bool:
    """Return whether LOAD can read a name: one word that can be encoded."""
    return split_words(name) == [name] and name.encode("utf-8", "ignore").decode() == name
