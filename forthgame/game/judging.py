"""Whether events may change a position that they only judge or prepare: it is put back then.

What OnIsGameOver, OnEvaluate, OnIsTerminal?, the words of `{endings` and OnGenerateMoves do to a
position is not kept. Most of them change nothing, so that nothing has to be put aside for them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from forthgame.code.function import Function, used_by
from forthgame.code.program import Program
from forthgame.game.countable import GENERATING, KEPT, MOVING, events
from forthgame.game.lists import endings_of, meets, reached
from forthgame.lang import beyond
from forthgame.lang.facts import FETCHING, FILLING, STORAGE, STORING

if TYPE_CHECKING:
    from forthgame.vm.forth import Forth

JUDGES = ("OnIsGameOver", "OnEvaluate", "OnIsTerminal?")
ON_BOARD = STORAGE | {"board[]"}  # they give an address


def prepare_judging(forth: Forth) -> None:
    """Note in the engine which of the game's events may change the position."""
    program = Program(forth.code.cells, forth.code.top)
    judges = endings_of(forth) | events(forth, JUDGES, all_of_them=True)
    opening = events(forth, ("OnGenerateMoves",))
    for register, entries in ((beyond.JUDGE_CHANGES, judges), (beyond.OPENING_CHANGES, opening)):
        changes = -1 if may_change(forth, program, entries) else 0
        forth.processor.set_register(register, changes)


def may_change(forth: Forth, program: Program, entries: set[int]) -> bool:
    """Whether words that begin at some entries may change the board or the turn."""
    found = reached(forth, program, entries, GENERATING, tokens=True)
    if found is None or meets(found, MOVING):
        return True
    if not meets(found, STORING | FILLING):
        return False
    return any(_gives_place_on_board(each) or _stores_in_turn(each) for each in found)


def _gives_place_on_board(function: Function) -> bool:
    """Whether a function takes an address on the board for anything but to fetch what is there."""
    places = [i for i in function.instructions.values() if i.name in ON_BOARD]
    taking = (used_by(function, each) for each in places)
    return any(each is None or each.name not in FETCHING for each in taking)


def _stores_in_turn(function: Function) -> bool:
    """Whether a function stores in a system cell of the turn or of the move, by its name."""
    places = [i for i in function.instructions.values() if i.name == "LIT" and i.operand in KEPT]
    taking = (function.instructions.get(each.next) for each in places)
    return any(each is not None and each.name in STORING for each in taking)
