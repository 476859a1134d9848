"""What is written behind the names of commands, where more than one command reads it."""

from __future__ import annotations

from forthgame.errors import ForthgameError
from forthgame.game.state import Move


def numbered_move(legal: list[Move], number: str) -> Move:
    """The move that `moves` shows with a number. Raises ForthgameError if there is none."""
    if not 1 <= int(number) <= len(legal):
        raise ForthgameError(f"there is no move {number}: `moves` shows 1 to {len(legal)}")
    return legal[int(number) - 1]
