"""References by token to a script's words in its memory."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING

from forthgame.code.token_cells import NO_TOKENS, TokenCells
from forthgame.game.model import CODED
from forthgame.lang import beyond
from forthgame.lang import layout as at
from forthgame.vm.searching import found_in

if TYPE_CHECKING:
    from forthgame.game.script import Script
    from forthgame.vm.forth import Forth

HEADER = 3 * at.CELL  # bytes of a word's header before its token


def held(game: Script) -> set[int]:
    """Return the tokens of the script's own words that something may run by token.

    Calls and pushed tokens are found by analysing these words; this function finds tokens in cells,
    such as those of tables that are built while the script is loaded, and directions.
    """
    forth = game.forth
    own = forth.dictionary.words[forth.fence :]
    tokens = {word.token for word in own if word.kind in CODED}
    stretches = (*between_headers(forth), (at.TABLES, forth.pool))
    found = set[int]().union(*(found_in(forth.processor, tokens, a, b) for a, b in stretches))
    return found | {word.token for word in own if word.operand is not None}


def sure_tokens(forth: Forth) -> TokenCells:
    """Return the cells whose tokens are known as long as a game runs.

    The analysis of the script has recorded these cells: see `tokens.note_sure_tokens`.
    """
    cell, register = forth.processor.cell, forth.processor.register
    table, count = register(beyond.SURE_PLACES), register(beyond.SURE_COUNT)
    if not table:
        return NO_TOKENS
    noted = (cell(table + k * at.CELL) for k in itertools.count())
    fixed = {address: cell(address) for address in islice(noted, count)}
    variables = {next(noted): tuple(islice(noted, next(noted))) for _ in range(next(noted))}
    return TokenCells(fixed, variables)


def between_headers(forth: Forth) -> Iterator[tuple[int, int]]:
    """Yield the ranges of names and data; numbers in headers might look like tokens."""
    start = at.MEMORY_LOW
    for token in sorted(word.token for word in forth.dictionary.words):
        if token - HEADER > start:
            yield start, token - HEADER
        start = max(start, token + at.CELL)
    end = min(forth.processor.cell(at.A_DP), forth.processor.register(at.DATA_LIMIT))
    if end > start:  # a script may have moved `DP` anywhere
        yield start, end
