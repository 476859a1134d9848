"""The seats of a game: the players that people and engines play."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from forthgame.rules.script import Script


def seats(game: Script) -> list[str]:
    """Return the players that entrants play: in the turn order, neither neutral nor `?` players."""
    declared = game.declaration
    on_turns = {turn.player for turn in declared.turns}
    return [
        player.name
        for player in declared.players
        if player.code in on_turns and not player.neutral and not player.chance
    ]
