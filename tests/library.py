"""The bundled scripts: which of them are games, and which are loaded by others."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import forthgame
from forthgame.source import shipped


def is_game(path: Path) -> bool:
    """Whether a script declares a game; others are loaded by one, as `rules.4th` always is."""
    if path.stem == "rules":
        return False
    text = path.read_text(encoding="utf-8")
    if all(section in text for section in ("{board ", "{players ", "{pieces ", "{turn-order ")):
        return True  # nothing to load for what is plain
    try:
        forthgame.load(path, native=False)
    except forthgame.ScriptError as error:
        assert "declares no game" in error.message or "unknown word" in error.message  # noqa: PT017
        return False
    return True


@cache
def game_scripts() -> tuple[Path, ...]:
    """All scripts in games/ that can be played."""
    return tuple(path for path in sorted(shipped("games").glob("*/*.4th")) if is_game(path))


def bare_name(path: Path) -> str:
    """The bare name of a game: `splut`, `splut/duel`."""
    folder = path.parent.name
    return folder if path.stem == folder else f"{folder}/{path.stem}"
