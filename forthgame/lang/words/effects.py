"""What actions beyond Axiom's do to the position when a move is applied."""

from __future__ import annotations

from forthgame.lang import beyond as more
from forthgame.lang import layout as at
from forthgame.lang.cells import Block, board_cell, load32, set_board_cell, settled
from forthgame.lang.word import helper
from forthgame.lang.words.counters import add_to_hand, set_bits

GO = 1
OUT = 2


@helper
def change_turns(vm: Block, kind: int, value: int) -> None:
    """Say where the turns go on, or take a player out of them or back in: see order.py."""
    board = load32(vm, at.BOARD)
    if settled(vm, more.TURN_NEXT_CELL) == 0:
        return
    if kind == GO:
        set_board_cell(vm, board + settled(vm, more.TURN_NEXT_CELL), value + 1)
        return
    place = board + settled(vm, more.TURN_OUT_CELL)
    bit = 1 << (value & 31)
    players = board_cell(vm, place) & ~bit
    set_board_cell(vm, place, players | bit if kind == OUT else players)


@helper
def apply_beyond(vm: Block, kind: int, a: int, b: int, c: int) -> None:
    """Apply an action whose kind lies behind those of `layout.py`."""
    if kind == more.ACT_BITS:
        set_bits(vm, a, b, c)
    elif kind == more.ACT_HAND:
        add_to_hand(vm, a, b)
    elif kind == more.ACT_TURN:
        change_turns(vm, b, c)
    elif kind == more.ACT_PROGRESS and settled(vm, more.QUIET_CELL) != 0:
        set_board_cell(vm, load32(vm, at.BOARD) + settled(vm, more.QUIET_CELL), -1)
