"""Running an engine on a position, and what it reports."""

from __future__ import annotations

import time as clock
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from forthgame.errors import ForthgameError, ScriptError
from forthgame.lang import layout as at
from forthgame.lang.encoding import decoded

if TYPE_CHECKING:
    from forthgame.game.state import Move, State

ENGINES = {
    "random": "$RandomMoveEngine",
    "first": "$FirstMoveEngine",
    "negamax": "$NegamaxMove",
    "uct": "$UCTMove",
}
DEEPEST = 64
TIME_REACHED = -266


@dataclass(frozen=True)
class SearchResult:
    """What an engine chose: the move, its score, positions seen, depth, line of play, time."""

    move: Move
    score: int
    nodes: int
    depth: int
    pv: list[str] = field(default_factory=list)
    seconds: float = 0.0


def engine_word(state: State, engine: str) -> tuple[str, str]:
    """The kind of an engine and the word that runs it. Raises ForthgameError for an unknown one."""
    if engine == "script":
        forth = state.game.forth
        if forth.word("OnSearch").index >= forth.fence:
            return "script", "OnSearch"
        player = next(p for p in state.game.declaration.players if p.name == state.player)
        if player.word:
            return player.engine, player.word
        return "negamax", ENGINES["negamax"]
    if engine not in ENGINES:
        known = ", ".join(["script", *ENGINES])
        raise ForthgameError(f"there is no engine {engine!r}; there are {known}")
    return engine, ENGINES[engine]


def search(
    state: State, engine: str, time: float | None, depth: int | None, seed: int | None
) -> SearchResult:
    """See State.search. Raises ForthgameError if there is no move to choose."""
    started = clock.monotonic()
    moves = state.moves()
    if not moves:
        raise ForthgameError(f"{state.player} has no move to choose from")
    kind, word = engine_word(state, engine)
    if state.game.native and kind not in ("random", "first"):
        state.game.native.prepare(wait=False)
    if seed is not None:
        state.use_seed(seed)
    if kind == "negamax" and depth is None and time is not None:
        return _deepen(state, word, time, started)
    found = _run(state, word, time, depth or 0)
    if found is None:
        raise ScriptError(f"the engine {word} of {state.player} has chosen no move")
    return _result(state, found, started)


@dataclass(frozen=True)
class _Report:
    index: int
    score: int
    nodes: int
    depth: int


def _run(
    state: State, word: str, time: float | None, depth: int, deadline: float | None = None
) -> _Report | None:
    """Run an engine's word on the list that is there; give its report, None if it chose nothing."""
    game = state.game
    processor = game.forth.processor
    state._enter()
    system = at.SYSTEM_CELLS
    for name, value in (
        ("$depthLimit", depth), ("$searchTime", int((time or 0) * 1000)), ("$searching", -1),
        ("$playerToMove", processor.cell(at.A_PLAYER)), ("$score", 0), ("$nodes", 0),
        ("$depth", 0), ("$searchStatus", 0),
    ):  # fmt: skip
        processor.set_cell(system[name], value)
    processor.set_register(at.BEST_COUNT, -1)
    if deadline is not None:
        processor.limit(seconds=max(deadline - clock.monotonic(), 0.0))
    try:
        game.call(game.forth.word(word).entry)
        chosen = _chosen(state)
    finally:
        processor.limit()
        processor.set_cell(system["$searching"], 0)
        state._enter()
    if chosen is None:
        return None
    score, nodes, reached = (processor.cell(system[n]) for n in ("$score", "$nodes", "$depth"))
    return _Report(chosen, score, nodes, reached)


def _chosen(state: State) -> int | None:
    processor = state.game.forth.processor
    count = processor.register(at.BEST_COUNT)
    if count == -1:
        return None
    if count < 0:
        return min(-2 - count, len(state.moves()) - 1)
    data = bytes(processor.bytes[at.BEST_TEXT : at.BEST_TEXT + count])
    return state.find(decoded(data)).index


def _deepen(state: State, word: str, time: float, started: float) -> SearchResult:
    """Search deeper and deeper until the time is used up; the last complete depth counts."""
    best: _Report | None = None
    nodes = 0
    for depth in range(1, DEEPEST + 1):
        deadline = None if best is None else started + time
        try:
            report = _run(state, word, time, depth, deadline)
        except ScriptError as error:
            if error.number != TIME_REACHED:
                raise
            break
        if report is None:
            break
        best, nodes = report, nodes + report.nodes
        decided = abs(report.score) >= at.WIN_SCORE - 1000
        if decided or clock.monotonic() - started > time or len(state.moves()) == 1:
            break
    if best is None:
        raise ScriptError(f"the engine {word} of {state.player} has chosen no move")
    return _result(state, _Report(best.index, best.score, nodes, best.depth), started)


def _result(state: State, report: _Report, started: float) -> SearchResult:
    move = state.moves()[report.index]
    seconds = clock.monotonic() - started
    return SearchResult(move, report.score, report.nodes, report.depth, [move.text], seconds)
