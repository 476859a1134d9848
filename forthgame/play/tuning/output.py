"""A script that LOADs a game and adds what was learned, so that it can be played at once."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from pathlib import Path

from forthgame.errors import ForthgameError
from forthgame.files import write_whole
from forthgame.source import split_words

PLAIN = "the-game.4th"  # what a script is called whose name LOAD cannot read
BESIDE = (".board.toml", ".texts.toml")  # files that belong to a script by its name


def write_script(output: Path, script: Path, loaded: Sequence[Path], text: str) -> list[Path]:
    """Write the script; give all files that were made.

    A script may LOAD only what lies below its folder, by a name without blanks. Where the game lies
    elsewhere, or has another name, its files are copied into a folder beside the output. Raises
    ForthgameError if something cannot be written.
    """
    try:
        return _write(output, script.resolve(), [path.resolve() for path in loaded], text)
    except OSError as error:
        name = error.filename or output
        raise ForthgameError(f"{name} cannot be written: {error.strerror}") from None


def _write(output: Path, script: Path, loaded: list[Path], text: str) -> list[Path]:
    folder = output.resolve().parent
    if output.resolve() in (script, *loaded):
        raise ForthgameError(f"{output} is the game itself: give another file")
    made = [output]
    name = script.relative_to(folder).as_posix() if script.is_relative_to(folder) else ""
    if not loadable(name):
        copies = folder / (f"{output.stem}-files" if loadable(output.stem) else "game-files")
        name = f"{copies.name}/{script.name if loadable(script.name) else PLAIN}"
        for path in dict.fromkeys([script, *loaded]):
            copy = folder / name if path == script else copies / path.relative_to(script.parent)
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, copy)
            made.append(copy)
    write_whole(output, f"LOAD {name}\n\n{text}")
    for ending in BESIDE:
        known, own = script.with_suffix(ending), output.with_suffix(ending)
        if known.is_file() and not own.exists():
            shutil.copyfile(known, own)
            made.append(own)
    return made


def loadable(name: str) -> bool:
    """Whether LOAD finds a file by a name: it is one word, which a script can hold."""
    return split_words(name) == [name] and name.encode("utf-8", "ignore").decode() == name
