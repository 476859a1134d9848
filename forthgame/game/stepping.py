"""Where a machine stands whose words are run step by step."""

from __future__ import annotations

from typing import TYPE_CHECKING

from forthgame.lang import layout as at

if TYPE_CHECKING:
    from forthgame.api.game import Game


def begin_generation(game: Game) -> None:
    """Open the list of the turn in the position that stands, without scanning."""
    forth, processor = game._forth, game._forth.processor
    kind = game._call(forth.engine_word("(turn-filter)").entry)
    number = (processor.cell(at.A_FOR_PLAYER) & at.PLAYER_NUMBER_MASK) // at.PLAYER_UNIT
    game._call(forth.engine_word("(begin-generation)").entry, 1 << number, kind, 1)


def open_call(game: Game, entry: int) -> None:
    """Let the machine stand at a cell as if it had been called from nowhere."""
    processor = game._forth.processor
    rp = processor.i64[at.RP >> 3]
    processor.i64[(rp - processor.address) >> 3] = at.RUN_TAG << 32
    processor.i64[at.RP >> 3] = rp + 8
    processor.i64[at.FRAME_RP >> 3] = rp + 8
    processor.i64[at.IP >> 3] = processor.address + at.CODE + 4 * entry
