"""Find what a build of machine code needs of a game, without reading threaded code.

A start with cached machine code looks it up by these, and imports no analysis.
"""

from __future__ import annotations

import itertools
from itertools import islice

from forthgame.analysis.token_cells import NO_TOKENS, TokenCells
from forthgame.compile.generation import Candidate, Candidates
from forthgame.machine.outer.deferred_words import found_in
from forthgame.machine.outer.outer_interpreter import Forth
from forthgame.rules.declaration.declaration import Declaration
from forthgame.rules.model import CODED
from forthgame.words.registers import extension_registers, memory_layout as at

HEADER = 3 * at.CELL  # bytes of a word's header before its token


def tokens_in_memory(forth: Forth) -> set[int]:
    """Return the tokens of the script's own words that something may run by token.

    Calls and pushed tokens are found by analysing these words; this function finds tokens in cells,
    such as those of tables that are built while the script is loaded, and directions.
    """
    own = forth.dictionary.words[forth.fence :]
    tokens = {word.token for word in own if word.kind in CODED}
    tables = at.TABLES, forth.pool
    found = found_in(forth.processor, tokens, *between_headers(forth), tables)
    return found | {word.token for word in own if word.operand is not None}


def sure_tokens(forth: Forth) -> TokenCells:
    """Return the cells whose tokens are known as long as a game runs.

    The analysis of the script has recorded these cells: `note_sure_tokens` in `engine_roots.py`.
    """
    cell, register = forth.processor.cell, forth.processor.register
    table, count = (
        register(extension_registers.SURE_PLACES),
        register(extension_registers.SURE_COUNT),
    )
    if not table:
        return NO_TOKENS
    noted = (cell(table + k * at.CELL) for k in itertools.count())
    fixed = {address: cell(address) for address in islice(noted, count)}
    variables = {next(noted): tuple(islice(noted, next(noted))) for _ in range(next(noted))}
    return TokenCells(fixed, variables)


def between_headers(forth: Forth) -> list[tuple[int, int]]:
    """Return the ranges of names and data; numbers in headers might look like tokens."""
    first, size = at.MEMORY_LOW, at.CELL
    tokens = sorted(word.token for word in forth.dictionary.words if word.token + size > first)
    end = min(forth.processor.cell(at.A_DP), forth.processor.register(at.DATA_LIMIT))
    starts = [first, *(token + size for token in tokens)]
    ends = [*(token - HEADER for token in tokens), end]
    # a script may have moved `DP` anywhere
    return [(start, end) for start, end in zip(starts, ends, strict=True) if start < end]


def end_of_data(forth: Forth, address: int) -> int:
    """Return the end of the data that an address lies in."""
    later = [word for word in forth.dictionary.words if word.token > address]
    if not later:
        return forth.processor.cell(at.A_DP)
    return min(later, key=lambda word: word.token).begin


def candidates_of(declaration: Declaration) -> Candidates:
    """Return the entries of all move lists by their addresses.

    The result is empty if words have been forgotten: then the engine looks each of them up.
    """
    if not declaration.has_all_words():
        return {}
    return {
        address + 8 * k: Candidate(word.entry, type, word.token)
        for address, moves in declaration.lists.items()
        for k, (word, type) in enumerate(moves.entries)
    }
