"""Which players of a game are played by entrants and people."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from forthgame.api.game import Game


def seats(game: Game) -> list[str]:
    """The players that entrants play: in the turn order, neither neutral nor a `?` player."""
    declared = game.declaration
    on_turn = {turn.player for turn in declared.turns}
    return [
        player.name
        for player in declared.players
        if player.code in on_turn and not player.neutral and not player.chance
    ]
