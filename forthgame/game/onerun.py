"""Variables of one run: whatever uses them writes them before it reads them.

So it does not matter which words were run before, or whether they were run at all.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from forthgame.code.function import Function
from forthgame.code.program import Program
from forthgame.game.addresses import ON_BOARD, gives_named, overlapping, straight, uses_elsewhere
from forthgame.game.tokens import own_entries
from forthgame.lang.doing import CHANGING, WRITING
from forthgame.lang.facts import FETCHING, FILLING, RINGS, STORAGE
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
    but: frozenset[str] = frozenset(),
) -> bool:
    """Whether whatever uses some variables writes them before it reads them.

    `words` are the entries that the engine runs, `found` all functions that are reached from them.
    At an address on the board, or one that a word of `but` gives, no variable is taken to stand.
    """
    entries = _run_by_all(forth, words, found)
    program.reachable(entries)
    but |= ON_BOARD
    if any(uses_elsewhere(program, each, READING, but) for each in program.called(entries)):
        return False
    return _write_first(program, entries, variables)


def never_read(forth: Forth, variables: frozenset[int]) -> frozenset[int]:
    """The variables that the script's words only store into, for all that they name.

    Where words read at addresses that they do not name, `are_written_first` refuses them all.
    """
    read: set[int] = set()
    for entry in own_entries(forth):
        function = forth.program.function(entry)
        stored = stores_of(function)
        for each in function.instructions.values():
            if each.name == "LIT" and each.next not in stored:
                read.update(overlapping(each.operand))
    return variables - read


def write_first(
    forth: Forth, program: Program, words: set[int], found: list[Function], variables: set[int]
) -> bool:
    """The same where no variable is read but by its name."""
    entries = _run_by_all(forth, words, found)
    program.reachable(entries)
    return _write_first(program, entries, frozenset(variables))


def _run_by_all(forth: Forth, words: set[int], found: list[Function]) -> set[int]:
    """The entries `words`, and those of which functions have the tokens."""
    handed = (forth.entry_of(n) for function in found for n in function.literals())
    return words | {entry for entry in handed if entry is not None}


def _write_first(program: Program, entries: set[int], variables: frozenset[int]) -> bool:
    reader = ScratchReader(program.functions, variables)
    return all(reader.is_own(entry) for entry in sorted(entries))


def stored(
    functions: Iterable[Function],
    program: Program | None = None,
    but: frozenset[str] = frozenset(),
) -> frozenset[int] | None:
    """The variables that functions name to store there; None if they store elsewhere too.

    With their `program` storage of the board that they name does not count, nor does what they
    store at an address that a word of `but` gives.
    """
    found: set[int] = set()
    for function in functions:
        named, before = stores_of(function), straight(function)
        for each in function.instructions.values():
            if each.name in RINGS:
                return None
            if each.name not in WRITING or each.cell in named:
                continue
            if program is None or not gives_named(program, before.get(each.cell), STORAGE | but):
                return None
        found |= set(named.values())
    return frozenset(found)
