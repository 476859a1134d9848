"""A script that LOADs a game and adds what was learned, so that it can be played at once."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from pathlib import Path

from forthgame.errors import ForthgameError

BESIDE = (".board.toml", ".texts.toml")  # files that belong to a script by its name


def write_script(output: Path, script: Path, loaded: Sequence[Path], text: str) -> list[Path]:
    """Write the script; give all files that were made.

    A script may LOAD only what lies below its folder. Where the game lies elsewhere, its files are
    copied into a folder beside the output. Raises ForthgameError if something cannot be written.
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
    if script.is_relative_to(folder):
        name = script.relative_to(folder).as_posix()
    else:
        copies = folder / f"{output.stem}-files"
        for path in dict.fromkeys([script, *loaded]):
            copy = copies / path.relative_to(script.parent)
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, copy)
            made.append(copy)
        name = f"{copies.name}/{script.name}"
    if any(c.isspace() for c in name):
        source = script.read_text(encoding="utf-8", errors="surrogateescape")
        begin = f"{source}\n"
    else:
        begin = f"LOAD {name}\n"
    output.write_text(f"{begin}\n{text}", encoding="utf-8", errors="surrogateescape")
    for ending in BESIDE:
        known, own = script.with_suffix(ending), output.with_suffix(ending)
        if known.is_file() and not own.exists():
            shutil.copyfile(known, own)
            made.append(own)
    return made
