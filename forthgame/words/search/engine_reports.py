"""Reports of a search engine to the host."""

from __future__ import annotations

from forthgame.words.core.strings import text_length
from forthgame.words.registers import memory_layout as at
from forthgame.words.table.memory_access import Block, byte, cell, load32, store8, store32
from forthgame.words.table.row import Group, plain

report = Group("move lists")
SEARCH_STATUS = at.SYSTEM_CELLS["$searchStatus"]


@report.word(
    "BestMove!", "( str -- )", "Report the best move so far. The last one reported is played."
)
def best_move(vm: Block, str: int) -> None:
    count = min(text_length(vm, str), at.BEST_SIZE - 1)
    for k in range(count):
        store8(vm, at.BEST_TEXT + k, byte(vm, str + k))
    store32(vm, at.BEST_COUNT, count)
    store32(vm, at.BEST_SERIAL, load32(vm, at.BEST_SERIAL) + 1)


@report.word(
    "(best-move-number!)", "( i -- )", "Report the best move by its index in the list.", hidden=True
)
def best_move_number(vm: Block, i: int) -> None:
    store32(vm, at.BEST_COUNT, -2 - max(i, 0))
    store32(vm, at.BEST_SERIAL, load32(vm, at.BEST_SERIAL) + 1)


report.words(
    plain("CurrentMove!", "( str -- )", "Report the move being considered.", lambda str: None),
    plain(
        "SearchStatus@",
        "( -- n )",
        "Give 0 to continue, 1 to stop soon, 2 to stop now.",
        lambda vm: cell(vm, SEARCH_STATUS),
    ),
    plain(
        "$Yield", "( -- )", "Let the host handle its events; it does nothing here.", lambda: None
    ),
)
