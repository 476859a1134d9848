"""Whether what judges a position may change it: then the change is taken back.

OnIsGameOver and the words of `{endings` are asked of a position; what they do to it is not kept.
Most of them change nothing, so that nothing has to be put aside for them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from forthgame.code.function import Function
from forthgame.code.program import Program
from forthgame.game.lists import ATTACKS, meets, reached
from forthgame.lang import beyond
from forthgame.lang.facts import CHANGING_BOARD, CHANGING_TURN, FETCHING, FILLING, STORAGE, STORING

if TYPE_CHECKING:
    from forthgame.vm.forth import Forth

MOVING = CHANGING_BOARD | CHANGING_TURN
ON_BOARD = STORAGE | {"board[]"}  # they give an address


def prepare_judging(forth: Forth) -> None:
    """Note in the engine whether the game's judges may change the position."""
    changes = -1 if judge_changes(forth) else 0
    forth.processor.set_register(beyond.JUDGE_CHANGES, changes)


def judge_changes(forth: Forth) -> bool:
    """Whether OnIsGameOver, or a word of `{endings`, may change the board or the turn."""
    entries = {ending.word.entry for ending in forth.game.endings.declared}
    entries.add(forth.word("OnIsGameOver").entry)
    program = Program(forth.code.cells, forth.code.top)
    found = reached(forth, program, entries, ("$GenerateMoves", *ATTACKS), tokens=True)
    if found is None or meets(found, MOVING):
        return True
    return meets(found, STORING | FILLING) and any(map(_gives_place_on_board, found))


def _gives_place_on_board(function: Function) -> bool:
    """Whether a function takes an address on the board for anything but to fetch what is there."""
    following = {each.cell: each for each in function.instructions.values()}
    for each in function.instructions.values():
        if each.name in ON_BOARD:
            taking = following.get(each.next)
            if taking is None or taking.cell in function.leaders or taking.name not in FETCHING:
                return True
    return False
