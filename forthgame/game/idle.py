"""Events that a script defines and that change nothing: the game is played as if it did not.

Such an event only computes numbers from those that it is given, and answers what is answered
without it: an `OnMoves` that is empty, an `OnIsLegal?` that is always true, an `OnFriends?` that
compares. So are `prefer` and `unique`, if they never take out a move (`idle_choices.py`). Whoever
debugs a game sees them run.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import TYPE_CHECKING

from forthgame.code.function import Function
from forthgame.code.instruction import rearranged
from forthgame.code.meaning import worked_out
from forthgame.lang import beyond
from forthgame.lang import layout as at
from forthgame.lang.facts import CONSTANTS
from forthgame.vm.deferring import own_entries

if TYPE_CHECKING:
    from forthgame.game.declare import Declaration
    from forthgame.vm.forth import Forth

LEFT_OUT = (beyond.INVARIANT, beyond.SELECTS, at.COALITIONS)
COUNTED = (beyond.COUNTABLE, beyond.LEAVES_COUNTABLE, beyond.REPEATABLE)
LONG = 200  # instructions of a run that are followed
SMALL = range(-2, 66)  # numbers beside the codes of players that an event is tried with


def leave_out_idle_events(forth: Forth, declaration: Declaration) -> None:
    """Note in the machine that such events are not to be run."""
    processor = forth.processor
    if processor.register(beyond.INVARIANT):
        found = _result(forth, "OnIsLegal?", ())
        if found is not None and len(found) == 1 and found[0] != 0:  # always true
            processor.set_register(beyond.INVARIANT, 0)
    selects = processor.register(beyond.SELECTS)
    if selects & beyond.ON_MOVES and _result(forth, "OnMoves", ()) == ():
        processor.set_register(beyond.SELECTS, selects & ~beyond.ON_MOVES)
        processor.set_register(at.EVENTS + 4 * at.EVENT_NAMES.index("OnMoves"), 0)
    if processor.register(at.COALITIONS) and _compares(forth, declaration):
        processor.set_register(at.COALITIONS, 0)


def run_idle_events(forth: Forth, declaration: Declaration) -> None:
    """Have such events run all the same."""
    processor = forth.processor
    before = [processor.register(register) for register in LEFT_OUT]
    declaration.bind_events()
    if before != [processor.register(register) for register in LEFT_OUT]:
        for register in COUNTED:  # they run where moves are listed
            processor.set_register(register, 0)


def _compares(forth: Forth, declaration: Declaration) -> bool:
    """Whether OnFriends? is true for a player and itself only, as far as numbers are tried."""
    program = forth.program
    own = [program.function(entry) for entry in sorted(own_entries(forth))]
    asking = {forth.word(name).value for name in ("$player1", "$player2")}
    if any(not asking.isdisjoint(function.literals()) for function in own):
        return False
    named = program.function(forth.word("OnFriends?").entry).literals()
    numbers = {*SMALL, *named, *(player.code for player in declaration.players)}
    return all(
        _result(forth, "OnFriends?", (one, other)) == (-1 if one == other else 0,)
        for one, other in product(sorted(numbers), repeat=2)
    )


def _result(forth: Forth, event: str, items: Sequence[int]) -> tuple[int, ...] | None:
    """Return what an event leaves of some items; None if it may do more than to compute that."""
    program, steps = forth.program, 0
    stack, callers = list(items), list[tuple[Function, int]]()
    function = program.function(forth.word(event).entry)
    cell = function.start
    while steps < LONG and not function.refused:
        steps += 1
        instruction = function.instructions[cell]
        name, cell = instruction.name, instruction.next
        count = len(instruction.row.effect.inputs)
        if count > len(stack):
            return None
        taken = stack[len(stack) - count :]
        if name == "EXIT":
            if not callers:
                return tuple(stack)
            function, cell = callers.pop()
        elif name == "(CALL)":
            callers.append((function, cell))
            function = program.function(instruction.operand)
            cell = function.start
        elif name == "BRANCH" or (name == "0BRANCH" and taken == [0]):
            del stack[len(stack) - count :]
            cell = instruction.operand
        elif name == "0BRANCH":
            stack.pop()
        elif name == "LIT" or name in CONSTANTS:
            stack.append(CONSTANTS.get(name, instruction.operand))
        else:
            found = rearranged(instruction, taken)
            if found is None:
                found = worked_out(name, stack)
            if found is None:
                return None
            stack[len(stack) - count :] = found
    return None
