"""What a move word leaves as it is, so that a generation need not look again behind each."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from forthgame.vm.compiler.decode import BRANCHES, ENDS, Function, Instruction
from forthgame.vm.compiler.work import ENDLESS

GROUPS = frozenset(("stack", "arithmetic", "control", "board", "moves"))  # moves are recorded only
READING = frozenset(("@", "C@"))
CHANGING = ENDLESS | {
    ",", "(add-piece)", "(remove-piece)", "$CloneBoard", "$DeallocateBoard",
    "(push-position)", "(pop-position)",
}  # fmt: skip
COMMITTING = frozenset(("add-move", "$Pass", "Pass", "PassNoPartial"))  # an empty record is behind
LEAVING = frozenset(("EXIT", "$Exit", "verify"))


def is_steady(entry: int, functions: Mapping[int, Function], coalitions: bool) -> bool:
    """Whether a function changes nothing but the current position, stacks and the move it makes.

    However it ends, it has committed what it has recorded, and begun an empty record. It does not
    ask the host in between either, who might change anything. `coalitions` says whether players
    may have friends, about whom a script is asked.
    """
    seen: set[int] = set()
    todo = [entry]
    while todo:
        entry = todo.pop()
        if entry in seen:
            continue
        seen.add(entry)
        function = functions.get(entry)
        if function is None or function.refused:
            return False
        if not _commits(function):
            return False
        for instruction in _reached(function, coalitions):
            if instruction.name == "(CALL)":
                todo.append(instruction.operand)
            elif not _changes_nothing(instruction):
                return False
    return True


def _changes_nothing(instruction: Instruction) -> bool:
    row = instruction.row
    if instruction.backward or row.name in CHANGING:
        return False
    return row.group in GROUPS or row.name in READING


def _commits(function: Function) -> bool:
    """Whether nothing is recorded where a function is left, or calls another."""
    seen: set[tuple[int, bool]] = set()
    todo = [(function.start, False)]
    while todo:
        cell, recorded = todo.pop()
        if (cell, recorded) in seen:
            continue
        seen.add((cell, recorded))
        instruction = function.instructions[cell]
        if recorded and (instruction.name in LEAVING or instruction.name == "(CALL)"):
            return False
        if instruction.row.group == "moves":
            recorded = instruction.name not in COMMITTING
        if instruction.name in BRANCHES:
            todo.append((instruction.operand, recorded))
        if instruction.name not in ENDS:
            todo.append((instruction.next, recorded))
    return True


def _reached(function: Function, coalitions: bool) -> Iterator[Instruction]:
    """The instructions that may be run where it is known whether there are coalitions."""
    seen: set[int] = set()
    todo = [function.start]
    while todo:
        cell = todo.pop()
        if cell in seen:
            continue
        seen.add(cell)
        instruction = function.instructions[cell]
        yield instruction
        following = function.instructions.get(instruction.next)
        alone = instruction.name == "(coalitions?)" and not coalitions
        if alone and following is not None and following.name == "0BRANCH":
            todo.append(following.operand)
            continue
        if instruction.name in BRANCHES:
            todo.append(instruction.operand)
        if instruction.name not in ENDS:
            todo.append(instruction.next)
