"""The first positions of records: that of the game, or one from a text."""

from __future__ import annotations

from forthgame.position.new_games import begin
from forthgame.position.playthrough import Playthrough
from forthgame.position.position_editing import validated
from forthgame.position.position_text import read_position
from forthgame.position.texts.fen import known_fen
from forthgame.rules.script import Script


def first_position(game: Script) -> Playthrough:
    """Return a new game, at the first level if there are levels; always with the same seed."""
    return begin(game, 1)


def position_of_fen(game: Script, text: str) -> Playthrough:
    """Return the position of a FEN. Raises PositionError or TextsError."""
    return validated(known_fen(game).read(game, text))


def position_of_line(game: Script, text: str) -> Playthrough:
    """Return the position of a line as `State.to_text` writes it. Raises PositionError."""
    return validated(read_position(game, text))
