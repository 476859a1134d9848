"""Places of a script in few characters, for sentences."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from forthgame.errors import Place


def brief(place: Place) -> str:
    """A place by its file's name and its line."""
    return f"{Path(place.file).name}:{place.line}"


def joined(places: Iterable[Place]) -> str:
    """Places shortly: `game.4th:12, 14` for lines of one file."""
    files: dict[str, list[int]] = {}
    for place in places:
        lines = files.setdefault(Path(place.file).name, [])
        if place.line not in lines:
            lines.append(place.line)
    return ", ".join(f"{name}:{', '.join(map(str, lines))}" for name, lines in files.items())
