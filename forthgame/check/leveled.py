"""Pieces that levels put on the board."""

from __future__ import annotations

from forthgame.check.recorder import Recorder
from forthgame.game.items import PIECE
from forthgame.game.quoting import told_apart, unquoted
from forthgame.lang.layout import PIECE_MASK, PLAYER_NUMBER_MASK, PLAYER_UNIT


def pieces_of_levels(declared: Recorder) -> set[tuple[int, int]]:
    """Whose pieces levels that are positions as text put there, and their numbers.

    Those of drawings come from words of the script.
    """
    players = told_apart([player.name for player in declared.players])
    pieces = told_apart([piece.name for piece in declared.pieces])
    found = set()
    for text in (level.rows[0] for level in declared.levels if level.is_text):
        for item in filter(None, map(PIECE.match, text.split())):
            if item["raw"]:
                cell = int(item["raw"])
                found.add((cell & PLAYER_NUMBER_MASK, cell & PIECE_MASK))
                continue
            player, piece = unquoted(item["player"]), unquoted(item["piece"])
            if player in players and piece in pieces:
                owner = (players.index(player) + 1) * PLAYER_UNIT
                found.add((owner, pieces.index(piece) + 1))
    return found
