"""Search a position on a machine of its own, so that the game can be used meanwhile.

The position is copied to a twin of the game's machine. Searches of several positions of one game
run in parallel then, each in a thread, and no call of the game waits for them. A script's own
engine may learn from search to search, a script may need services of the game's own machine, and
the games that `auto` plays to choose an engine are part of a search: these use the machine of their
caller, and other calls of the game wait.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from forthgame.machine.memory.call_restrictions import Stop
from forthgame.position.moves import Moves
from forthgame.position.playthrough import Playthrough
from forthgame.rules.checkpoint import listing
from forthgame.rules.engines import Limits
from forthgame.rules.native.twin_code import TwinCode
from forthgame.rules.twins import NeedsHost, Twin
from forthgame.search.engine_choice import own_engine
from forthgame.search.parallel_search import state_on
from forthgame.search.search import search
from forthgame.search.search_result import SearchResult, root_moves
from forthgame.search.search_run import Report


def search_apart(
    state: Playthrough,
    engine: str,
    limits: Limits,
    report: Report | None = None,
    after_end: bool = False,
    stop: Stop | None = None,
) -> SearchResult:
    """Search a position as `search` does; with the same seed and counts the result is the same.

    The state may be played on meanwhile. If it is not, it gets the random streams as the search
    leaves them.
    """
    game = state.game
    with game.lock:
        debugged, set_aside = game.forth.processor.attended, game.aside is not None
        if debugged or set_aside or own_engine(state, engine) is not None:
            return search(state, engine, limits, report, after_end, stop)
        with listing(state):
            moves = root_moves(state, limits, after_end, stop)
        (twin,) = game.pool.take(1)
        there = state_on(twin.game, state, None)
        there.original = state.position
        streams = state.kept_streams()
        if game.native is not None:
            twin.game.native = TwinCode(game.native, twin)
    try:
        found = _searched(there, engine, limits, _translated(report, moves), after_end, stop)
        left = there.kept_streams()
    finally:
        _give_back(twin)
    if found is not None:
        _keep_streams(state, streams, left)
        return _in_list(found, moves)
    with game.lock:
        return search(state, engine, limits, report, after_end, stop)


def _searched(
    there: Playthrough,
    engine: str,
    limits: Limits,
    report: Report | None,
    after_end: bool,
    stop: Stop | None,
) -> SearchResult | None:
    """Search on a twin; return None if the script needs the game's own machine."""
    try:
        return search(there, engine, limits, report, after_end, stop)
    except NeedsHost:
        return None


def _keep_streams(
    state: Playthrough, before: tuple[bytes, bytes], after: tuple[bytes, bytes]
) -> None:
    """Let a state go on with other random streams, unless it has used its own meanwhile."""
    if after == before or state.game.closed:
        return
    with state.game.lock:
        if state.kept_streams() == before:
            state.let_go()
            state.random, state.entropy = after


def _give_back(twin: Twin[Any]) -> None:
    twin.processor.limit()
    twin.game.native = None
    twin.game.pool.give_back([twin])


def _translated(report: Report | None, moves: Moves) -> Report | None:
    if report is None:
        return None
    return lambda found: report(_in_list(found, moves))


def _in_list(found: SearchResult, moves: Moves) -> SearchResult:
    """Return a result with the move of the game's own list."""
    return replace(found, move=moves[found.move.index])
