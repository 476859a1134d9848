"""Process of a table: `python -m forthgame.ui.worker.worker_main SCRIPT`, confined.

It holds the script, reads JSON requests from its input and writes JSON answers to its output, both
with length prefixes (`play/processes/messages.py`). Ctrl-C only ends a running search.
"""

from __future__ import annotations

import json
import signal
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, replace
from pathlib import Path
from typing import BinaryIO

from forthgame.api.game import State
from forthgame.base.errors import ForthgameError, Place
from forthgame.draw.scenes import click_rules, rotation_for, shown_names, sides
from forthgame.draw.svg_documents import Highlights, classes, scope, stylesheet, svg
from forthgame.play.processes import messages
from forthgame.position.move_texts import own_text
from forthgame.position.simultaneous_turns import blindfolded
from forthgame.rules.engines import ENGINES, Limits, engine_text, parse_engine
from forthgame.search.score_expectation import Expectation, expectation
from forthgame.search.search import analyse
from forthgame.search.search_result import SearchResult, decided_text, refuse_chance
from forthgame.ui.worker.answer_framing import BODY, write
from forthgame.ui.worker.click_requests import alike, figures, half
from forthgame.ui.worker.coach import hint, level_move, review, shown_ladder
from forthgame.ui.worker.move_documents import move_document, places_of
from forthgame.ui.worker.piece_moves import rules
from forthgame.ui.worker.position_requests import edited, read, transfer
from forthgame.ui.worker.script_inspection import checked, covered, traced, words
from forthgame.ui.worker.worker_state import (
    GameStart,
    LostLine,
    Message,
    WorkerState,
    flip_of,
    game_document,
    position_document,
    start_of,
    state_of,
    texts_of,
)
from forthgame.why.wording.explanation import Attempt

LINES = 8  # best lines shown
FIRST_LOOK = 0.2  # seconds of the first search of an engine without iterative deepening
BETWEEN = 0.1  # seconds between reports of a search
LONG = 2.0  # seconds of a search, from which on the curve of the scores is worth its quick games
ATTEMPTS = 24  # attempts in an explanation
PLAYOUTS = 200  # random games between reports


def _shown(state: State) -> State:
    """Return the position without secret choices."""
    return blindfolded(state) if state.concealed else state


def _game(desk: WorkerState, message: Message) -> Message:
    return {"game": {**game_document(desk.game), "ladder": shown_ladder(desk.script)}}


def _view(desk: WorkerState, message: Message) -> Message:
    start, texts = start_of(message), texts_of(message)
    state = desk.line.at(start, texts)
    flip = flip_of(desk.game, message)
    last = _last_move(desk, start, texts, state)
    marked = Highlights(last=places_of(last)) if last else None
    drawn = state.copy()
    shown = desk.show(start, texts, state)
    rest = {
        "last": last,
        "shorts": desk.line.shorts(len(texts) - state.concealed),
        "text": _shown(state).to_text(),
        "fen": _fen(_shown(state)),
        "svg": svg(drawn, flip=flip, styled=False, highlights=marked),
        "style": stylesheet(drawn),
        "scope": scope(drawn),
        "looks": classes(drawn),
        "sides": sides(drawn),
        "angle": rotation_for(drawn, flip),
        "clicks": click_rules(desk.game),
        "names": shown_names(desk.game),
    }
    return {BODY: f'{json.dumps(rest)[:-1]}, "position": {shown.written()}}}'}


def _fen(state: State) -> str:
    """Return the position as other programs write it, empty if the game declares no such format."""
    try:
        return state.fen()
    except ForthgameError:
        return ""


def _last_move(
    desk: WorkerState, start: GameStart, texts: list[str], state: State
) -> Message | None:
    """Return the move that led to a position, unless it is secret."""
    if not texts or state.concealed:
        return None
    shown = desk.shown(start, texts[:-1])
    if shown is not None and (known := shown.find(texts[-1])) is not None:
        return known
    before = desk.line.at(start, texts[:-1])
    move = before.find(texts[-1], exact=True)
    return {"player": before.player, **move_document(desk.game, move)}


def _text(desk: WorkerState, message: Message) -> Message:
    state = state_of(desk, message)
    return {"text": state.record("zsg") if message.get("form") == "zsg" else state.to_text()}


def _status(desk: WorkerState, message: Message) -> Message:
    return {"status": _status_of(state_of(desk, message))}


def _status_of(state: State) -> Message:
    found = position_document(state, listed=False)
    names = ("player", "turn", "over", "ended", "count", "concealed")
    status = {name: found[name] for name in names}
    text = state.to_text()
    return {**status, "text": text if len(text) <= messages.TEXT else ""}


def _play(desk: WorkerState, message: Message) -> Message:
    state = state_of(desk, message)
    if state.outcome is not None:
        raise ForthgameError("the game is over")
    move = state.find(messages.as_text(message.get("move")), exact=bool(message.get("exact")))
    return _played(desk, message, state.player, own_text(move))


def _played(desk: WorkerState, message: Message, player: str, text: str) -> Message:
    after = desk.line.at(start_of(message), [*texts_of(message), text])
    return {"player": player, "move": text, "status": _status_of(after)}


def _think(desk: WorkerState, message: Message) -> Message:
    state = state_of(desk, message)
    player = state.player
    if message.get("level") is not None:
        seconds = messages.as_seconds(message.get("time", 1.0))
        seed = messages.as_whole(message.get("seed", 1))
        move = level_move(desk, state, messages.as_whole(message["level"]), seconds, seed)
        return _played(desk, message, player, own_text(move))
    name, own = parse_engine(messages.as_text(message.get("engine", "script")))
    chance = state.game.is_chance(player)
    limits = own.over(Limits(time=messages.as_seconds(message.get("time", 1.0))))
    limits = replace(limits, seed=messages.as_whole(message.get("seed", 1)))
    found = desk.ponderer.answer(state, name, limits)
    if found is None:
        found = _search("random" if chance else name, state, limits)
    chosen = own_text(found.move)
    played = _played(desk, message, player, chosen)
    if message.get("ponder") is True and not chance:
        line = [*texts_of(message), chosen]
        desk.ponderer.begin(desk.line.at(start_of(message), line), found, name, limits)
    return {**played, "found": _found(found)}


def _search(name: str, state: State, limits: Limits) -> SearchResult:
    counted = limits.depth is not None or limits.nodes is not None or limits.playouts is not None
    return state.search(engine_text(name, vars(limits)), time=None if counted else 1.0)


def _found(found: SearchResult) -> Message:
    return {
        "move": found.move.text,
        "from": found.move.source,
        "to": found.move.target,
        "score": found.score if found.depth else None,
        "said": decided_text(found.score) if found.depth else "",
        "depth": found.depth,
        "nodes": found.nodes,
        "seconds": round(found.seconds, 3),
        "pv": found.pv[:40],
    }


# -- looking into a position ----------------------------------------------------------------------


def _analyse(desk: WorkerState, message: Message) -> Message:
    state = state_of(desk, message)
    name, own = parse_engine(messages.as_text(message.get("engine", "negamax")))
    lines = max(1, min(LINES, messages.as_whole(message.get("lines", 1))))
    limits = own.over(Limits(time=messages.as_seconds(message.get("time", 30.0))))
    last: list[Message] = []
    reported = 0.0
    curve: Expectation | None = None

    def tell(found: Sequence[SearchResult]) -> None:
        nonlocal reported
        last[:] = [{**_found(line), **expected_points(line, curve)} for line in found]
        if time.monotonic() > reported + BETWEEN:
            reported = time.monotonic()
            desk.tell({"lines": last, "engine": name})

    refuse_chance(state)
    if name in ENGINES and ENGINES[name].step == "(search-to)":
        if (limits.time or LONG) >= LONG:  # the first lines do not wait for the curve
            tell(analyse(state, name, replace(limits, time=FIRST_LOOK), lines, tell))
            curve = expectation(desk.game)
        tell(analyse(state, name, limits, lines, tell))
    else:
        _deepen(state, name, limits, tell)
    return {"lines": last, "engine": name}


def expected_points(line: SearchResult, curve: Expectation | None) -> Message:
    """Return the share of the points to expect, None if it is unknown, and a proven result."""
    share = line.share
    if share is None and line.depth and curve is not None:
        share = curve.share(line.score)
    return {"share": None if share is None else round(share, 3), "proven": line.proven or ""}


def _deepen(
    state: State, name: str, limits: Limits, tell: Callable[[Sequence[SearchResult]], None]
) -> None:
    """Report one line of an engine without depths, doubling the time of each search."""
    seconds, left = FIRST_LOOK, limits.time or FIRST_LOOK
    while left > 0:
        started = time.monotonic()
        found = _search(name, state.copy(), replace(limits, time=min(seconds, left)))
        tell([found])
        left -= max(time.monotonic() - started, FIRST_LOOK / 4)
        if found.stopped == "interrupted" or found.seconds < seconds / 4:
            return
        seconds *= 2


def _why(desk: WorkerState, message: Message) -> Message:
    found = state_of(desk, message).explain(messages.as_text(message.get("question")))
    explanation = {
        "question": found.question,
        "legal": found.legal,
        "answer": found.answer,
        "suspects": list(found.suspects),
        "removed": [*found.removed, *found.lists],
        "actions": list(found.actions),
        "shown": found.shown,
        "attempts": [_attempt(attempt) for attempt in found.attempts[:ATTEMPTS]],
        "more": max(0, len(found.attempts) - ATTEMPTS),
    }
    return {"why": explanation}


def _attempt(attempt: Attempt) -> Message:
    return {
        "word": attempt.word,
        "position": attempt.position,
        "piece": attempt.piece,
        "ended": attempt.ended,
        "place": _place(attempt.place),
        "path": list(attempt.path[:64]),
        "tests": list(attempt.tests[:32]),
        "calls": [{"word": call.word, "place": _place(call.place)} for call in attempt.calls[:16]],
        "twins": [twin.short(attempt) for twin in attempt.twins[:8]],
    }


def _place(place: Place | None) -> Message | None:
    return None if place is None else {**asdict(place), "file": Path(place.file).name}


def _count(desk: WorkerState, message: Message) -> Message:
    state = _shown(state_of(desk, message))
    depth = max(1, min(12, messages.as_whole(message.get("depth", 3))))
    counts: list[Message] = []
    for plies in range(1, depth + 1):
        desk.game.prepare_perft(plies)  # excludes compilation from the reported time
        started = time.perf_counter()
        leaves = desk.game.perft(plies, state)
        seconds = time.perf_counter() - started
        counts.append({"depth": plies, "leaves": leaves, "seconds": round(seconds, 3)})
        desk.tell({"counts": counts})
    return {"counts": counts}


def _playouts(desk: WorkerState, message: Message) -> Message:
    state = _shown(state_of(desk, message))
    wanted = max(1, min(100_000, messages.as_whole(message.get("games", 1000))))
    done, plies, seconds, unfinished = 0, 0, 0.0, 0
    results: dict[str, dict[str, int]] = {}
    found: Message = {}
    while done < wanted:
        size = min(PLAYOUTS, wanted - done)
        some = desk.game.playouts(size, seed=done + 1, state=state)
        done, plies, seconds = done + size, plies + some.plies, seconds + some.seconds
        unfinished += some.unfinished
        for player, counts in some.results.items():
            own = results.setdefault(player, {})
            for name, number in counts.items():
                own[name] = own.get(name, 0) + number
        found = {
            "games": done,
            "plies": plies,
            "seconds": round(seconds, 3),
            "results": results,
            "unfinished": unfinished,
        }
        desk.tell({"playouts": found})
    return {"playouts": found}


REQUESTS: dict[str, Callable[[WorkerState, Message], Message]] = {
    "game": _game,
    "view": _view,
    "half": half,
    "alike": alike,
    "figures": figures,
    "text": _text,
    "status": _status,
    "play": _play,
    "think": _think,
    "analyse": _analyse,
    "why": _why,
    "count": _count,
    "playouts": _playouts,
    "read": read,
    "transfer": transfer,
    "edit": edited,
    "rules": rules,
    "hint": hint,
    "review": review,
    "check": checked,
    "words": words,
    "coverage": covered,
    "trace": traced,
}


@contextmanager
def interruptible() -> Iterator[None]:
    """Enable Ctrl-C, which the server sends, in the body."""
    handler = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, handler)


def answer(desk: WorkerState, message: Message) -> Message:
    """Return the answer to a request; every error becomes an answer."""
    try:
        try:
            do = REQUESTS[messages.as_text(message.get("do"))]
            with interruptible():
                return {"kind": "answer", **do(desk, message)}
        except KeyboardInterrupt:
            return {"kind": "error", "message": "stopped"}
    except LostLine as error:
        return {"kind": "error", "message": str(error), "plies": error.plies}
    except ForthgameError as error:
        return {**messages.error_message(error), "text": str(error)[: messages.TEXT]}
    except RecursionError:
        return {"kind": "error", "message": "the script nests too deep"}
    except MemoryError:
        return {"kind": "error", "message": "the memory of the table is used up"}


def serve(requests: BinaryIO, answers: BinaryIO, script: str) -> None:
    def tell(message: Message) -> None:
        handler = signal.signal(signal.SIGINT, signal.SIG_IGN)  # keeps messages whole
        messages.write(answers, {"kind": "report", **message})
        signal.signal(signal.SIGINT, handler)

    tell({"listening": True})  # the server may send Ctrl-C from here on
    desk = WorkerState(script, tell)
    while (message := messages.read(requests)) is not None:
        write(answers, answer(desk, message))


if __name__ == "__main__":
    serve(*messages.answering(), sys.argv[1])
