"""Decoding threaded code: the instructions that are reached from a cell."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from forthgame.code.function import Function
from forthgame.code.instruction import ROWS, ZERO_BRANCH, Instruction, instruction_at
from forthgame.code.known import answer
from forthgame.code.patience import OFTEN, present_look
from forthgame.code.threaded import Code
from forthgame.lang.facts import BRANCHES, ENDS, REQUESTS

Reader = Callable[[int], Instruction]  # gives the instruction in a cell; may raise NoCode


class NoCode(Exception):
    """A cell holds no operation."""


def decoded(code: Code, entry: int) -> Function:
    """Return the function that starts at a cell, decoded once as long as its code stays the same.

    All readers share it. A function that runs into a cell without an operation is `refused`.
    """
    found = code.decoded.get(entry)
    if found is None:
        found = decode(code, entry)
        if not found.refused:  # or else it may be complete later
            code.decoded[entry] = found
    return found


def decode(code: Code, entry: int) -> Function:
    """Decode the function that starts at a cell."""
    cells, top = code.cells, code.top

    def read(cell: int) -> Instruction:
        if not 0 <= cell < top:
            raise NoCode(f"no code at cell {cell}")
        if not 0 <= cells[cell] < len(ROWS):
            raise NoCode(f"no code at cell {cell}: {cells[cell]}")
        return instruction_at(cells, cell)

    return followed(entry, read, {})


def followed(entry: int, read: Reader, settled: Mapping[int, int]) -> Function:
    """Return the function that starts at a cell, without branches that registers have settled."""
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
    """Where the branch behind a question leads, if the question is answered for good."""
    answered = answer(question.name, settled)
    if answered is None:
        return None
    branch = read(question.next)
    if branch.number != ZERO_BRANCH:
        return None
    return branch.next if answered else branch.operand
