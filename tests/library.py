"""The bundled scripts: which of them are games, and which are loaded by others."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from forthgame.base.source import package_path

SECTIONS = re.compile(r"\{(board|players|pieces|turn-order)\s")
LOADED = re.compile(r"^\s*LOAD\s+(\S+)", re.M)


def sections(path: Path) -> set[str]:
    """The sections that every game has which a script declares, or a script that it loads."""
    text = path.read_text(encoding="utf-8")
    loaded = (sections(path.parent / name) for name in LOADED.findall(text))
    return set(SECTIONS.findall(text)).union(*loaded)


def is_game(path: Path) -> bool:
    """Whether a script declares a game; others are loaded by one, as `rules.4th` always is.

    The text is enough, and is read in a hundredth of the time that loading takes;
    `games/test_games.py` compares.
    """
    return path.stem != "rules" and len(sections(path)) == 4


@cache
def game_scripts() -> tuple[Path, ...]:
    """All scripts in games/ that can be played."""
    return tuple(path for path in sorted(package_path("games").glob("*/*.4th")) if is_game(path))


def bare_name(path: Path) -> str:
    """The bare name of a game: `splut`, `splut/duel`."""
    folder = path.parent.name
    return folder if path.stem == folder else f"{folder}/{path.stem}"
