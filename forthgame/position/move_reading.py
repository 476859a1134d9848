"""Read the text of a move: whole texts first, then notations, then texts as people type them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from forthgame.base.errors import TEXT_SHOWN
from forthgame.position.move_texts import find_move, illegal, match_move
from forthgame.position.texts.notation import number_of, read_known, refused, typed_names

if TYPE_CHECKING:
    from forthgame.position.moves import Moves


class HasPlayer(Protocol):
    @property
    def player(self) -> str:
        """The player to move."""


def number_meant(moves: Moves, text: str, mover: HasPlayer, exact: bool) -> int:
    """Return the number of the move that a text means.

    Unless `exact`, beginnings and positions are enough. Raises IllegalMove, which names the player
    of the `mover`.
    """
    number = number_of(moves, text)
    if number is not None:
        return number
    player = mover.player
    found = find_move(moves, text)
    if found is not None:
        return found.index
    known = read_known(moves, text)
    if known is not None:
        notation, reading = known
        if len(reading.numbers) == 1:
            return reading.numbers[0]
        if not (reading.numbers or reading.reason or exact):
            # raises AmbiguousMove, which lists the moves
            match_move(moves, text, player, typed_names(moves))
        raise refused(moves, text, player, notation, reading)
    found = None if exact else match_move(moves, text, player, typed_names(moves))
    if found is None:
        raise illegal(moves, text, player, TEXT_SHOWN)
    return found.index
