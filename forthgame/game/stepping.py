"""Prepare a machine to run words step by step."""

from __future__ import annotations

from typing import TYPE_CHECKING

from forthgame.lang import layout as at

if TYPE_CHECKING:
    from forthgame.game.script import Script


def begin_generation(game: Script) -> None:
    """Open the move list of the turn in the current position, without scanning."""
    forth, processor = game.forth, game.forth.processor
    kind = game.call(forth.engine_word("(turn-filter)").entry)
    number = (processor.cell(at.A_FOR_PLAYER) & at.PLAYER_NUMBER_MASK) // at.PLAYER_UNIT
    game.call(forth.engine_word("(begin-generation)").entry, 1 << number, kind, 1)


def open_call(game: Script, entry: int) -> None:
    """Set the machine to an entry, as if called from the top level."""
    processor = game.forth.processor
    rp = processor.i64[at.RP >> 3]
    processor.i64[(rp - processor.address) >> 3] = at.RUN_TAG << 32
    processor.i64[at.RP >> 3] = rp + 8
    processor.i64[at.FRAME_RP >> 3] = rp + 8
    processor.i64[at.IP >> 3] = processor.address + at.CODE + 4 * entry
