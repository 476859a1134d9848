"""Events without effect, which are not run.

Such an event only computes numbers from its arguments and returns the default answer: an `OnMoves`
that is empty, an `OnIsLegal?` that is always true, an `OnFriends?` that compares. `prefer` and
`unique` have no effect if they never remove a move. Debuggers run all of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

from forthgame.code.function import Function
from forthgame.code.instruction import rearranged
from forthgame.code.meaning import worked_out
from forthgame.game.declare import Declaration
from forthgame.game.roots import candidates_of, sure_tokens
from forthgame.lang import beyond
from forthgame.lang import layout as at
from forthgame.lang.facts import CONSTANTS
from forthgame.vm.compiler.wanted import Wanted
from forthgame.vm.deferring import own_entries
from forthgame.vm.forth import Forth
from forthgame.vm.planning import Memory, find

LEFT_OUT = (beyond.INVARIANT, beyond.SELECTS, at.COALITIONS)
CHOICES = beyond.PREFER | beyond.UNIQUE
COUNTED = (beyond.COUNTABLE, beyond.LEAVES_COUNTABLE, beyond.REPEATABLE)
LONG = 200  # instructions that are followed
SMALL = range(-2, 66)  # tried beside the codes of players


def leave_out_idle_events(forth: Forth, declaration: Declaration) -> None:
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


def leave_out_idle_choices(forth: Forth, declaration: Declaration) -> None:
    processor = forth.processor
    selects = processor.register(beyond.SELECTS)
    if not selects or selects & ~CHOICES or not declaration.has_all_words():
        return
    candidates = candidates_of(declaration)
    tokens = frozenset(candidate.token for candidate in candidates.values())
    settled = {offset: processor.register(offset) for offset in at.SETTLED}
    wanted = Wanted(
        frozenset(), tokens, settled=settled, candidates=candidates, sure=sure_tokens(forth)
    )
    if not find(forth, wanted, Memory(forth))[0].generation.may_choose():
        processor.set_register(beyond.SELECTS, 0)


def run_idle_events(forth: Forth, declaration: Declaration) -> None:
    processor = forth.processor
    before = [processor.register(register) for register in LEFT_OUT]
    declaration.bind_events()
    if before != [processor.register(register) for register in LEFT_OUT]:
        for register in COUNTED:  # they run while moves are listed
            processor.set_register(register, 0)


def _compares(forth: Forth, declaration: Declaration) -> bool:
    """Return whether OnFriends? is true for a player and itself only, for all numbers tried."""
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
    """Return the results of an event for some arguments; None if it may have effects."""
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
