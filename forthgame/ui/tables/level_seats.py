"""Seats of a level of play, `level:3`, beside those of people and engines."""

from __future__ import annotations

from forthgame.base.errors import ForthgameError
from forthgame.play.levels.ladder import LEVELS
from forthgame.rules.engines import parse_engine

LEVEL = "level:"


def level_of(kind: str) -> int:
    """Return the level of a seat, 0 for other seats. Raises ForthgameError for an unknown level."""
    if not kind.startswith(LEVEL):
        return 0
    text = kind.removeprefix(LEVEL)
    if not (text.isascii() and text.isdigit() and len(text) < 4 and 1 <= int(text) <= LEVELS):
        raise ForthgameError(f"there are levels 1 to {LEVELS}")
    return int(text)


def refuse_unknown_kind(kind: str) -> None:
    """Raise ForthgameError for a seat that names neither a level nor an engine."""
    if not level_of(kind):
        parse_engine(kind)
