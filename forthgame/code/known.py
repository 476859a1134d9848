"""Questions of the engine that a declared game has answered for good.

`(invariant?)`, `(endings?)` and the like look at registers that no longer change. Where one stands
before a branch, the way that is never taken is not compiled, nor are the words that only it calls.
"""

from __future__ import annotations

from collections.abc import Mapping

from forthgame.lang import beyond
from forthgame.lang import layout as at

# the word, the register it looks at, the bits that count; and whether they are the whole answer
QUESTIONS = {
    "(coalitions?)": (at.COALITIONS, -1, True),
    "(countable?)": (beyond.COUNTABLE, -1, True),
    "(leaves-countable?)": (beyond.LEAVES_COUNTABLE, -1, True),
    "(each-counted?)": (beyond.EACH_COUNTED, -1, True),
    "(endings?)": (beyond.ENDING_COUNT, -1, True),
    "(by-score?)": (beyond.ENDING_COUNT, -1, False),
    "(events-leave?)": (beyond.EVENTS_LEAVE, -1, True),
    "(events-move?)": (beyond.EVENTS_MOVE, -1, True),
    "(invariant?)": (beyond.INVARIANT, -1, True),
    "(opens?)": (at.OPENS, -1, True),
    "(retracts?)": (at.RETRACTS, -1, True),
    "(lists-judged?)": (beyond.LISTS_JUDGED, -1, True),
    "(local-rule?)": (beyond.LOCAL_RULE, -1, True),
    "(turns-change?)": (beyond.TURN_NEXT_CELL, -1, True),
    "(chained?)": (beyond.SELECTS, beyond.PREFER | beyond.MUST_FINISH, False),
    "(choosing?)": (beyond.SELECTS, beyond.PREFER | beyond.ON_MOVES, True),
    "(together?)": (beyond.CHOICE_CELL, -1, False),
}


def answer(name: str, settled: Mapping[int, int]) -> bool | None:
    """What a question is answered with in a game; None if that is not known, or it is none."""
    question = QUESTIONS.get(name)
    if question is None or question[0] not in settled:
        return None
    register, bits, whole = question
    if settled[register] & bits == 0:
        return False
    return True if whole else None
