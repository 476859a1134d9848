"""Questions of the engine that a declared game has answered for good.

`(invariant?)`, `(endings?)` and the like look at registers that no longer change. Where one stands
before a branch, the way that is never taken is not compiled, nor are the words that only it calls.
"""

from __future__ import annotations

from collections.abc import Mapping

from forthgame.lang import beyond
from forthgame.lang import layout as at

# the word, the register it looks at, the bits that count, and those of them that say yes for good
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
    """What a question is answered with in a game; None if that is not known, or it is none."""
    question = QUESTIONS.get(name)
    if question is None or question[0] not in settled:
        return None
    register, bits, sure = question
    found = settled[register] & bits
    return bool(found) if not found or found & sure else None
