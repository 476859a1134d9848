"""Find a forced win with all moves of a line, which USI requires of `go mate`."""

from __future__ import annotations

from dataclasses import replace

from forthgame.api.game import State
from forthgame.machine.memory.call_restrictions import Stop
from forthgame.play.ugi.requests import MoveNotation
from forthgame.rules.engines import Limits
from forthgame.search.search import search
from forthgame.search.search_result import SearchResult, is_decided
from forthgame.words.registers.memory_layout import WIN_SCORE

ENGINE = "negamax"
DEEPEST = 64  # plies
NO_MATE, TOO_LATE = "checkmate nomate", "checkmate timeout"


def checkmate(state: State, words: MoveNotation, limits: Limits, stop: Stop) -> str:
    """Return `checkmate` and the moves of a forced win, or the reason why there is none.

    Raises ScriptError if the search is stopped.
    """
    limits = Limits(time=limits.time, depth=DEEPEST, table=limits.table, threads=limits.threads)
    found = search(state, ENGINE, limits, stop=stop)
    if not is_decided(found.score) or found.score < 0:
        known = found.proven is not None or is_decided(found.score) or not found.stopped
        return NO_MATE if known else TOO_LATE
    return " ".join(["checkmate", *_line(state, words, limits, stop, found)])


def _line(
    state: State, words: MoveNotation, limits: Limits, stop: Stop, found: SearchResult
) -> list[str]:
    """Return the moves until the win; a line that is cut off is continued by further searches."""
    follower, line = state.copy(), list[str]()
    for left in range(WIN_SCORE - found.score, 0, -1):
        if follower.is_over:
            break
        if line:
            found = search(follower, ENGINE, replace(limits, time=None, depth=left), stop=stop)
        moves = follower.moves()
        line.append(words.write(follower, moves[found.move.index], moves))
        follower.play(moves[found.move.index])
    return line
