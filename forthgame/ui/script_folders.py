"""Find the scripts of an opened folder, and distinguish games from the parts that they load."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from forthgame.base.source import is_folder
from forthgame.ui.script_outline import Bundled, described

DEEPEST = 6  # folders inside folders
MOST_FILES = 20_000  # entries of a folder that are examined
MOST_SCRIPTS = 500  # described scripts of a folder


@dataclass(frozen=True)
class FolderScript:
    """A script of a folder; `parts` are files that it loads and that are no games of their own."""

    name: str
    path: Path
    card: Bundled
    parts: list[str] = field(default_factory=list)


def scripts_below(folder: Path) -> list[Path]:
    """Return the scripts of a folder and of folders inside it, without hidden ones and links."""
    found: list[Path] = []
    seen = 0
    for place, folders, files in os.walk(folder, followlinks=False):
        depth = len(Path(place).relative_to(folder).parts)
        folders[:] = sorted(
            name for name in folders if not name.startswith(".") and depth < DEEPEST
        )
        seen += len(folders) + len(files)
        found += (Path(place, name) for name in sorted(files) if name.endswith(".4th"))
        if seen > MOST_FILES or len(found) > MOST_SCRIPTS:
            break
    return found[:MOST_SCRIPTS]


def name_in(folder: Path, path: Path) -> str:
    """Return the name of a script: `chess` for `chess/chess.4th`, `chess/fast` beside it."""
    parts = path.relative_to(folder).with_suffix("").parts
    return "/".join(parts[:-1] if len(parts) > 1 and parts[-1] == parts[-2] else parts)


def described_scripts(folder: Path) -> Iterator[FolderScript]:
    """Yield the scripts of a folder, games first, without the parts of games.

    A part is loaded by a game and is none itself. Scripts that are neither, such as unfinished
    ones, are yielded last.
    """
    cards = {path: described(name_in(folder, path), path) for path in scripts_below(folder)}
    games = {path: card for path, card in cards.items() if card.playable}
    own = {os.path.realpath(path) for path in games}
    loaded = {
        path: [file for file in card.files[1:] if os.path.realpath(file) not in own]
        for path, card in games.items()
    }
    parts = {os.path.realpath(file) for files in loaded.values() for file in files}
    for path, card in games.items():
        yield FolderScript(card.name, path, card, [file.name for file in loaded[path]])
    for path, card in cards.items():
        if path not in games and os.path.realpath(path) not in parts:
            yield FolderScript(card.name, path, card)


def loaders_of(part: Path) -> list[Path]:
    """Return the games beside a script, or in the folder above, that load it."""
    wanted = os.path.realpath(part)
    near = [folder for folder in (part.parent, part.parent.parent) if is_folder(folder)]
    for folder in near:
        scripts = [
            path for path in sorted(folder.glob("*.4th")) if os.path.realpath(path) != wanted
        ]
        found = []
        for path in scripts[:MOST_SCRIPTS]:
            card = described(path.stem, path)
            if card.playable and wanted in map(os.path.realpath, card.files[1:]):
                found.append(path)
        if found:
            return found
    return []
