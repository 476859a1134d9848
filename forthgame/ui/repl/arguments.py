"""Arguments that several commands share."""

from __future__ import annotations

from collections.abc import Sequence

from forthgame.arguments import digits
from forthgame.errors import ForthgameError, shortened
from forthgame.game.moves import Move


def numbered_move(legal: Sequence[Move], number: str) -> Move:
    """Return the move that `moves` lists with a number. Raises ForthgameError."""
    wanted = digits(number) or 0
    if not 1 <= wanted <= len(legal):
        shown = f"`moves` shows 1 to {len(legal)}" if legal else "the game is over"
        raise ForthgameError(f"there is no move {shortened(number)}: {shown}")
    return legal[wanted - 1]


def games_and_seed(rest: str, name: str, usage: str, usual: tuple[int, int]) -> tuple[int, int]:
    """Parse `GAMES SEED`, with defaults from `usual`.

    Raises ForthgameError with the usage of the command.
    """
    parts = rest.split()
    if len(parts) > 2 or any(digits(part) is None for part in parts):
        raise ForthgameError(usage)
    games, seed = (*map(int, parts), *usual[len(parts) :])
    if games < 1:
        raise ForthgameError(f"{name} needs at least one game")
    return games, seed
