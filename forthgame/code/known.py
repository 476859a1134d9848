"""Queries of the engine whose answers are fixed once a game is declared.

`(invariant?)`, `(endings?)` and similar words read registers that no longer change. After such a
query, the dead side of the branch is not compiled, nor are words that only it calls.
"""

from __future__ import annotations

from collections.abc import Mapping

from forthgame.lang import beyond
from forthgame.lang import layout as at

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


def answer(name: str, settled: Mapping[int, int]) -> bool | None:
    """Return the fixed answer of a query, None if it is unknown or the word is not a query."""
    question = QUESTIONS.get(name)
    if question is None or question[0] not in settled:
        return None
    register, bits, sure = question
    found = settled[register] & bits
    return bool(found) if not found or found & sure else None
