"""Requests to a table's process about the script: findings, words, coverage and traces."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from forthgame.api.game import Game
from forthgame.base.errors import ForthgameError
from forthgame.play.processes import messages
from forthgame.ui.worker.worker_state import (
    Message,
    WorkerState,
    long_text,
    state_of,
)
from forthgame.why.inspection.state_copies import copy_state, isolated
from forthgame.why.inspection.word_call_setup import position_number, stand_before, word_named
from forthgame.why.profiling.coverage import FileCoverage, coverage
from forthgame.words.registers import memory_layout as at

if TYPE_CHECKING:
    from forthgame.ui.lsp.script_analysis import ScriptAnalysis
    from forthgame.why.debugger.trace import Step, Stepper

FINDINGS = 500
WORDS = 3000  # explained words of a script
STEPS = 2000  # steps of a trace
STACK = 24  # topmost stack items shown
COVERED = 1000  # games of a coverage


def _analysis(desk: WorkerState, message: Message) -> ScriptAnalysis:
    """Return the analysis of the script being edited, cached until the text changes."""
    from forthgame.ui.lsp.script_analysis import ScriptAnalysis

    text = long_text(message.get("script"))
    if desk.analysis is None or desk.analysis.text != text:
        desk.analysis = ScriptAnalysis(Path(desk.script), text)
    return desk.analysis


def checked(desk: WorkerState, message: Message) -> Message:
    name = Path(desk.script).name
    found = _analysis(desk, message).findings
    return {
        "findings": [
            {
                **finding.document(),
                "file": Path(finding.place.file).name,
                "width": finding.place.width,
                "own": Path(finding.place.file).name == name,
            }
            for finding in found[:FINDINGS]
        ],
        "more": max(0, len(found) - FINDINGS),
    }


def words(desk: WorkerState, message: Message) -> Message:
    """Explain each word the script names, and list the words it and its loaded files define."""
    analysis = _analysis(desk, message)
    counting = _counting(desk, analysis)
    explained: dict[str, str] = {}
    own: dict[str, None] = {}
    for mention in analysis.here:
        word = mention.word
        if word.name not in explained and len(explained) < WORDS:
            explained[word.name] = analysis.explain(word, counting).replace("`", "")
    for mention in [*analysis.here, *analysis.mentions]:
        if mention.defining and mention.word.kind == "colon":
            own[mention.word.name] = None
    return {"words": explained, "own": list(own)[:WORDS]}


def _counting(desk: WorkerState, analysis: ScriptAnalysis) -> dict[str, str]:
    """Return how the moves of the game's move words are counted, if the page has its script."""
    from forthgame.ui.lsp.script_analysis import counting_texts

    if not analysis.is_saved:
        return {}
    if desk.counting is None or desk.counting[0] is not desk.game:
        desk.counting = desk.game, counting_texts(desk.game)
    return desk.counting[1]


def covered(desk: WorkerState, message: Message) -> Message:
    games = max(1, min(COVERED, messages.as_whole(message.get("games", 10))))
    found = coverage(desk.game, games, messages.as_whole(message.get("seed", 1)))
    if found.error is not None and not found.games:
        raise found.error
    script = Path(desk.script).resolve()
    own = next((file for file in found.files if Path(file.file).resolve() == script), None)
    return {
        "games": found.games,
        "plies": found.plies,
        "own": _lines(own or FileCoverage("", (), (), (), ())),
        "others": [
            {"file": Path(file.file).name, "share": file.share}
            for file in found.files
            if file is not own
        ],
    }


def _lines(file: FileCoverage) -> Message:
    return {
        "lines": list(file.lines),
        "missed": list(file.missed),
        "parts": [{"line": p.line, "column": p.column, "width": p.width} for p in file.parts],
        "words": list(file.words[:WORDS]),
        "share": file.share,
    }


# -- step by step ---------------------------------------------------------------------------------


def traced(desk: WorkerState, message: Message) -> Message:
    """Return the steps of a word at a position, each with the resulting `here` and `from`."""
    from forthgame.why.debugger.trace import Stepper

    state = state_of(desk, message)
    game, name = desk.game, messages.as_text(message.get("word"))
    place = messages.as_text(message.get("position", ""))
    word = word_named(game, name)
    if word.kind != "colon":
        raise ForthgameError(f"{name} is not made of steps: it is not a definition with `:`")
    number = position_number(game, place) if place else None
    steps: list[Message] = []
    with isolated(game) as printed:
        stand_before(copy_state(state), word, number)
        begun = _places(game)
        stepper = Stepper(game, False, printed)
        for step, where in _steps(stepper, game):
            steps.append({**_step(step, Path(desk.script).name), **where})
            if len(steps) >= STEPS:
                break
    return {"word": name, "begin": begun, "steps": steps, "cut": not stepper.ended}


def _steps(stepper: Stepper, game: Game) -> Iterator[tuple[Step, Message]]:
    """Yield steps with the resulting places.

    A step into a library word is complete only after the next one, so its places are those before
    it.
    """
    while not stepper.ended:
        open_step, before = stepper.unfinished, _places(game)
        for step in stepper.step():
            late = open_step is not None and step.number == open_step.number and not stepper.ended
            yield step, before if late else _places(game)


def _places(game: Game) -> Message:
    names, cell = game.positions, game.forth.processor.cell
    found = {"here": cell(at.A_HERE), "from": cell(at.A_FROM)}
    return {name: names[n] if 0 <= n < len(names) else "" for name, n in found.items()}


def _step(step: Step, script: str) -> dict[str, Any]:
    place = step.place and asdict(step.place)
    if place:
        place["file"] = Path(place["file"]).name
        if place["file"] == script:
            del place["text"]  # the page has the text
    return {
        "word": step.word,
        "inside": step.inside,
        "place": place,
        "depth": step.depth,
        "before": list(step.before[-STACK:]),
        "after": list(step.after[-STACK:]),
        "note": step.note[:2000],
    }
