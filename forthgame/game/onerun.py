"""Variables of one run: whatever uses them writes them before it reads them.

So it does not matter which words were run before, or whether they were run at all.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from forthgame.code.function import Function
from forthgame.code.program import Program
from forthgame.game.addresses import uses_elsewhere
from forthgame.lang.doing import CHANGING, WRITING
from forthgame.lang.facts import FETCHING, FILLING
from forthgame.vm.compiler.generation import ScratchReader, stores_of

if TYPE_CHECKING:
    from forthgame.vm.forth import Forth

READING = FETCHING | CHANGING | FILLING  # what may find a variable that it does not name


def are_written_first(
    forth: Forth,
    program: Program,
    words: set[int],
    found: list[Function],
    variables: frozenset[int],
) -> bool:
    """Whether whatever uses some variables writes them before it reads them.

    `words` are the entries that the engine runs, `found` all functions that are reached from them.
    """
    handed = (forth.entry_of(n) for function in found for n in function.literals())
    entries = words | {entry for entry in handed if entry is not None}
    program.reachable(entries)
    if any(uses_elsewhere(program, each, READING) for each in program.called(entries)):
        return False
    reader = ScratchReader(program.functions, variables)
    return all(reader.is_own(entry) for entry in sorted(entries))


def stored(functions: Iterable[Function]) -> frozenset[int] | None:
    """The variables that functions name to store there; None if they store elsewhere too."""
    found: set[int] = set()
    for function in functions:
        named = stores_of(function)
        if any(i.name in WRITING and i.cell not in named for i in function.instructions.values()):
            return None
        found |= set(named.values())
    return frozenset(found)
