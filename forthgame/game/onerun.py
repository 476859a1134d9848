"""Variables of one run: whatever uses them writes them before it reads them.

So it does not matter which words were run before, or whether they were run at all.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from forthgame.code.function import Function
from forthgame.code.program import Program
from forthgame.game.addresses import ON_BOARD, gives_named, overlapping, straight, uses_elsewhere
from forthgame.game.blocks import READING, STORING, Blocks, Used
from forthgame.game.lists import GENERATING, asked_of_friends, reached
from forthgame.game.tokens import Tokens, own_entries
from forthgame.lang.doing import CHANGING, WRITING
from forthgame.lang.facts import FETCHING, FILLING, RINGS, STORAGE
from forthgame.vm.compiler.generation import ScratchReader, stores_of

if TYPE_CHECKING:
    from forthgame.vm.forth import Forth


FINDING = FETCHING | CHANGING | FILLING  # what may find a variable that it does not name


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
    At an address on the board, or one that a word of `but` gives, no variable is taken to stand;
    nor where a token is fetched from a table: a number that is none is not run.
    """
    entries = _run_by_all(forth, words, found)
    but |= ON_BOARD
    if any(uses_elsewhere(program, each, FINDING, but) for each in program.called(entries)):
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


def _run_by_all(forth: Forth, words: set[int], found: list[Function]) -> set[int]:
    """The entries `words`, and those of which functions have the tokens."""
    handed = (forth.entry_of(n) for function in found for n in function.literals())
    return words | {entry for entry in handed if entry is not None}


def _write_first(program: Program, entries: set[int], variables: frozenset[int]) -> bool:
    program.reachable(entries)  # their functions are decoded
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


def reads_memory(program: Program, functions: list[Function]) -> bool:
    """Whether functions read anything but storage of the board."""
    return any(uses_elsewhere(program, each, READING, literals=False) for each in functions)


def read_nothing_stored(
    forth: Forth, program: Program, storing: set[int], asked: set[int], asking: list[Function]
) -> bool:
    """Whether words at the entries `asked` read nothing that those at `storing` store.

    What they have written themselves before does not count, nor does storage of the board.
    `asking` are the functions that they reach.
    """
    if not reads_memory(program, asking):
        return True
    found = reached(forth, program, storing, GENERATING, tokens=True)
    blocks = Blocks(forth)
    stored = None if found is None else blocks.used(program, found, STORING)
    if stored is None:
        return False
    if not stored.named and not stored.inside:
        return True
    read = blocks.used(program, asking, READING)
    if read is None or not _never_inside(stored, read) or not _never_inside(read, stored):
        return False
    variables = {each for each in stored.named if blocks.start(each) in read.blocks}
    if not variables:
        return True
    if Tokens(forth).are_unknown(asking):
        return False
    return _write_first(
        program, _run_by_all(forth, asked | asked_of_friends(forth), asking), frozenset(variables)
    )


def _never_inside(one: Used, other: Used) -> bool:
    """Whether addresses that are worked out for one lie in no block of the other."""
    return one.inside.isdisjoint(other.blocks | other.inside)
