"""Decode the instructions reachable from a cell of threaded code.

Some words query registers that no longer change once a game is declared, such as `(invariant?)`.
After such a query, the dead side of the branch is left out, with the words that only it calls.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from forthgame.code.function import Function
from forthgame.code.instruction import ROWS, ZERO_BRANCH, Instruction, instruction_at
from forthgame.code.patience import OFTEN, present_look
from forthgame.code.threaded import Code
from forthgame.lang import beyond
from forthgame.lang import layout as at
from forthgame.lang.facts import BRANCHES, ENDS, REQUESTS

# the word, its register, the bits that count, and those of them that are a final yes
QUESTIONS = {
    "(coalitions?)": (at.COALITIONS, -1, -1),
    "(countable?)": (beyond.COUNTABLE, -1, ~beyond.ONLY_TALLIED),
    "(leaves-countable?)": (beyond.LEAVES_COUNTABLE, -1, -1),
    "(each-counted?)": (beyond.EACH_COUNTED, -1, -1),
    "(endings?)": (beyond.ENDING_COUNT, -1, -1),
    "(by-score?)": (beyond.ENDING_COUNT, -1, 0),
    "(events-leave?)": (beyond.EVENTS_LEAVE, -1, -1),
    "(events-move?)": (beyond.EVENTS_MOVE, -1, -1),
    "(invariant?)": (beyond.INVARIANT, -1, -1),
    "(opens?)": (at.OPENS, -1, -1),
    "(retracts?)": (at.RETRACTS, -1, -1),
    "(lists-judged?)": (beyond.LISTS_JUDGED, -1, -1),
    "(local-rule?)": (beyond.LOCAL_RULE, -1, -1),
    "(turns-change?)": (beyond.TURN_NEXT_CELL, -1, -1),
    "(chained?)": (beyond.SELECTS, beyond.PREFER | beyond.MUST_FINISH, 0),
    "(choosing?)": (beyond.SELECTS, beyond.PREFER | beyond.ON_MOVES, -1),
    "(together?)": (beyond.CHOICE_CELL, -1, 0),
}
Reader = Callable[[int], Instruction]  # returns the instruction in a cell; may raise NoCode


class NoCode(Exception):
    """Raised for a cell that does not hold an operation."""


def decoded(code: Code, entry: int) -> Function:
    """Return the function that starts at a cell, from a cache that is emptied when code changes.

    The function is shared by all readers. It is `refused` if it runs into a cell without an
    operation.
    """
    found = code.decoded.get(entry)
    if found is None:
        found = decode(code, entry)
        if not found.refused:  # the word may be completed later
            code.decoded[entry] = found
    return found


def decode(code: Code, entry: int) -> Function:
    cells, top = code.cells, code.top

    def read(cell: int) -> Instruction:
        if not 0 <= cell < top:
            raise NoCode(f"no code at cell {cell}")
        if not 0 <= cells[cell] < len(ROWS):
            raise NoCode(f"no code at cell {cell}: {cells[cell]}")
        return instruction_at(cells, cell)

    return followed(entry, read, {})


def followed(entry: int, read: Reader, settled: Mapping[int, int]) -> Function:
    """Return the function that starts at a cell, without branches decided by settled registers."""
    function = Function(entry, leaders={entry})
    instructions, leaders, look = function.instructions, function.leaders, present_look()
    todo = [entry]
    while todo:
        cell = todo.pop()
        while cell not in instructions:
            if not len(instructions) % OFTEN:
                look()
            try:
                found = read(cell)
            except NoCode as reason:
                function.refused = str(reason)
                return function
            only = _only_way(found, read, settled) if settled else None
            if only is not None:
                instructions[cell] = found.another("BRANCH", only)
                leaders.add(only)
                todo.append(only)
                break
            instructions[cell] = found
            name, after = found.name, found.next
            if name in BRANCHES:
                leaders.add(found.operand)
                todo.append(found.operand)
                if name != "BRANCH":
                    leaders.add(after)
            elif name in REQUESTS:
                leaders.add(after)
            if name in ENDS:
                break
            cell = after
    return function


def _only_way(question: Instruction, read: Reader, settled: Mapping[int, int]) -> int | None:
    """Return the cell where control continues after a query with a fixed answer, else None."""
    answered = settled_answer(question.name, settled)
    if answered is None:
        return None
    branch = read(question.next)
    if branch.number != ZERO_BRANCH:
        return None
    return branch.next if answered else branch.operand


def settled_answer(name: str, settled: Mapping[int, int]) -> bool | None:
    """Return the fixed answer of a query, None if it is unknown or the word is not a query."""
    question = QUESTIONS.get(name)
    if question is None or question[0] not in settled:
        return None
    register, bits, sure = question
    found = settled[register] & bits
    return bool(found) if not found or found & sure else None
