"""Whether the moves of a game's turns may be counted only, where no list is wanted.

A move word that changes nothing but the position it looks at gives the same moves whenever it is
run, so the one that is drawn can be made afterwards. The move words must all be so, nothing may be
taken out of a list later, and no word that runs while the list is there may look at more than its
number of moves.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from forthgame.game.lists import ASKING, ATTACKS, LOOKS
from forthgame.lang import beyond
from forthgame.lang import layout as at
from forthgame.vm.compiler.copies import copy_for_tokens
from forthgame.vm.compiler.decode import Program
from forthgame.vm.compiler.steady import is_repeatable

if TYPE_CHECKING:
    from forthgame.game.declare import Declaration
    from forthgame.vm.forth import Forth

NUMBERS = frozenset(("move-count", "stalemate?", "$GenerateMoves"))
GENERATING = ("$GenerateMoves", *ATTACKS)  # they leave the lists as they were
CHOOSING = (beyond.INVARIANT, beyond.SELECTS, beyond.WEIGHTED, beyond.CHOICE_CELL)
NOT_ASKED = ("OnEvaluate", "OnSearch", "OnTogether", "OnDistance")  # where moves are counted


def prepare_counting(forth: Forth, declaration: Declaration) -> None:
    """Say to the engine whether it may count moves instead of making them."""
    allowed = _may_count(forth, declaration)
    forth.processor.set_register(beyond.COUNTABLE, -1 if allowed else 0)


def _may_count(forth: Forth, declaration: Declaration) -> bool:
    processor = forth.processor
    if any(processor.register(register) for register in CHOOSING):
        return False
    words = {word.entry for moves in declaration.lists.values() for word, _ in moves.entries}
    judging = _events(forth) | {ending.word.entry for ending in forth.game.endings.declared}
    program = Program(forth.code.cells, forth.code.top)
    copy_for_tokens(program, words | judging, forth.entry_of, processor.cell)
    coalitions = processor.register(at.COALITIONS) != 0
    program.reachable(words)
    if not all(is_repeatable(entry, program.functions, coalitions) for entry in words):
        return False
    return _sees_numbers_only(forth, program, words | judging)


def _events(forth: Forth) -> set[int]:
    """Entries of the events that may be run while the list of a turn is there."""
    register = forth.processor.register
    asked = [k for k, name in enumerate(at.EVENT_NAMES) if name not in NOT_ASKED]
    tokens = [register(at.EVENTS + 4 * k) for k in asked]
    entries = (forth.entry_of(token) for token in tokens if token)
    return {entry for entry in entries if entry is not None}


def _sees_numbers_only(forth: Forth, program: Program, todo: set[int]) -> bool:
    """Whether no word that is reached, by its token too, looks at the moves of a list."""
    seen = {forth.engine_word(name).entry for name in GENERATING}
    if not forth.processor.register(at.COALITIONS):
        seen |= {forth.engine_word(name).entry for name in ASKING}
    while todo := todo - seen:
        function = program.function(todo.pop())
        seen.add(function.entry)
        if function.refused or at.A_MOVES_LIST in function.literals():
            return False
        names = {instruction.name for instruction in function.instructions.values()}
        if names & (LOOKS - NUMBERS):
            return False
        handed = (forth.entry_of(number) for number in function.literals())
        todo |= function.callees() | {entry for entry in handed if entry is not None}
    return True
