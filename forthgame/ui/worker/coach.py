"""Advice at a table: a hint, what was wrong with a move, and moves of a level of play."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from forthgame.api.game import Game, State
from forthgame.base.errors import ForthgameError
from forthgame.play.levels.ladder import Ladder, read_ladder, usual_ladder
from forthgame.play.processes import messages
from forthgame.position.move_texts import own_text
from forthgame.position.moves import Move
from forthgame.rules.engines import Limits
from forthgame.search.engine_choice import choose
from forthgame.search.search_result import SearchResult, decided_text
from forthgame.ui.worker.move_documents import move_document
from forthgame.ui.worker.worker_state import Message, WorkerState, start_of, state_of, texts_of

ENGINE = "auto"
SHOWN = 8  # moves of a line
GAP = 0.03  # shares of points that differ less are alike


def hint(desk: WorkerState, message: Message) -> Message:
    """Return a move that an engine would play."""
    state = state_of(desk, message)
    found = _searched(state, message)
    return {"hint": {**_advice(state, found), "player": state.player}}


def review(desk: WorkerState, message: Message) -> Message:
    """Return what an engine thinks of the last move: the score before and after it, and the reply.

    Scores are shares of the points of the player who moved.
    """
    start, texts = start_of(message), texts_of(message)
    if not texts:
        raise ForthgameError("there is no move yet")
    before, after = desk.line.at(start, texts[:-1]), desk.line.at(start, texts)
    player = before.player
    best = _searched(before, message)
    reply = None if after.outcome is not None or not after.moves() else _searched(after, message)
    found: dict[str, Any] = {
        "player": player,
        "played": texts[-1],
        "best": _advice(before, best),
        "same": own_text(best.move) == texts[-1],
        "before": _share(before, best),
        "after": _share_after(after, player, reply),
        "reply": reply and _advice(after, reply),
    }
    known = found["before"] is not None and found["after"] is not None
    found["alike"] = known and found["before"] - found["after"] < GAP
    return {"review": found}


def _share_after(state: State, player: str, reply: SearchResult | None) -> float | None:
    """Return the share of points of a player in a position, None without an estimate."""
    if reply is None:
        return {"win": 1.0, "loss": 0.0, "draw": 0.5}.get(state.outcomes().get(player, ""))
    share = _share(state, reply)
    if share is None or state.player == player:
        return share
    return 1 - share if len(state.game.declaration.competitors) == 2 else None


def _share(state: State, found: SearchResult) -> float | None:
    """Return the share of points that a search expects for the player to move."""
    if found.share is None and found.depth:
        return state.share_of(found.score)
    return found.share


def _searched(state: State, message: Message) -> SearchResult:
    return state.copy().search(ENGINE, time=messages.as_seconds(message.get("time", 1.0)))


def _advice(state: State, found: SearchResult) -> Message:
    document = move_document(state.game, found.move)
    shown = {name: document[name] for name in ("text", "short", "from", "to")}
    said = decided_text(found.score) if found.depth else ""
    return {**shown, "share": found.share, "said": said, "line": found.pv[:SHOWN]}


# -- levels of play -------------------------------------------------------------------------------


def ladder_of_game(game: Game, script: str, seconds: float | None) -> Ladder:
    """Return the rungs of a game: the measured ones, else the usual ones of a suitable engine.

    Raises LevelsError for a wrong file.
    """
    known = read_ladder(Path(script))
    if known is not None:
        return known
    uct = choose(game, Limits(time=seconds)).engine == "uct"
    return usual_ladder("uct" if uct else "negamax")


def level_move(desk: WorkerState, state: State, level: int, seconds: float, seed: int) -> Move:
    """Return the move of a level from 1. Raises ForthgameError."""
    rungs = ladder_of_game(desk.game, desk.script, seconds)
    if not 1 <= level <= len(rungs):
        raise ForthgameError(f"there are levels 1 to {len(rungs)}")
    return rungs[level - 1].move(state, seed, seconds)


def shown_ladder(script: str) -> list[list[Any]]:
    """Return engine, random share and score of each measured rung; empty if there are none."""
    try:
        rungs = read_ladder(Path(script)) or ()
    except ForthgameError:  # reported when a level plays
        return []
    return [[rung.engine, rung.random, rung.score] for rung in rungs]
