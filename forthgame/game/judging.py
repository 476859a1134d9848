"""Whether events may change a position that they only judge or prepare: it is put back then.

What OnIsGameOver, OnEvaluate, OnIsTerminal?, the words of `{endings` and OnGenerateMoves do to a
position is not kept. Most of them change nothing, so that nothing has to be put aside for them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from forthgame.code.function import Function
from forthgame.code.program import Program
from forthgame.game.lists import ATTACKS, meets, reached
from forthgame.lang import beyond
from forthgame.lang import layout as at
from forthgame.lang.facts import CHANGING_BOARD, CHANGING_TURN, FETCHING, FILLING, STORAGE, STORING

if TYPE_CHECKING:
    from forthgame.vm.forth import Forth

MOVING = CHANGING_BOARD | CHANGING_TURN
JUDGES = ("OnIsGameOver", "OnEvaluate", "OnIsTerminal?")
TURN = frozenset(range(at.A_TURN_OFFSET, at.A_PASSED + 1, at.CELL))  # cells of turn and move
ON_BOARD = STORAGE | {"board[]"}  # they give an address


def prepare_judging(forth: Forth) -> None:
    """Note in the engine which of the game's events may change the position."""
    judges = {ending.word.entry for ending in forth.game.endings.declared}
    judges |= {forth.word(name).entry for name in JUDGES}
    opening = {forth.word("OnGenerateMoves").entry}
    for register, entries in ((beyond.JUDGE_CHANGES, judges), (beyond.OPENING_CHANGES, opening)):
        forth.processor.set_register(register, -1 if may_change(forth, entries) else 0)


def may_change(forth: Forth, entries: set[int]) -> bool:
    """Whether words that begin at some entries may change the board or the turn."""
    program = Program(forth.code.cells, forth.code.top)
    found = reached(forth, program, entries, ("$GenerateMoves", *ATTACKS), tokens=True)
    if found is None or meets(found, MOVING):
        return True
    if not meets(found, STORING | FILLING):
        return False
    return any(_gives_place_on_board(each) or _stores_in_turn(each) for each in found)


def _gives_place_on_board(function: Function) -> bool:
    """Whether a function takes an address on the board for anything but to fetch what is there."""
    following = {each.cell: each for each in function.instructions.values()}
    for each in function.instructions.values():
        if each.name in ON_BOARD:
            taking = following.get(each.next)
            if taking is None or taking.cell in function.leaders or taking.name not in FETCHING:
                return True
    return False


def _stores_in_turn(function: Function) -> bool:
    """Whether a function stores in a system cell of the turn or of the move, by its name."""
    following = {each.cell: each for each in function.instructions.values()}
    places = (i for i in function.instructions.values() if i.name == "LIT" and i.operand in TURN)
    taking = (following.get(each.next) for each in places)
    return any(each is not None and each.name in STORING for each in taking)
