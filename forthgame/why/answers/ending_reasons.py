"""Finds what decided whether the game is over, by running OnIsGameOver with changed operations."""

from __future__ import annotations

from time import thread_time

from forthgame.base.errors import ScriptError
from forthgame.position.playthrough import Playthrough
from forthgame.position.position_record import outcome_name
from forthgame.rules.script import Script
from forthgame.rules.stepping import open_call
from forthgame.why.answers.attempts import origins_of
from forthgame.why.inspection.short_texts import own_word
from forthgame.why.inspection.state_copies import isolated
from forthgame.why.recording.changed_runs import (
    NUMBER,
    OPERATION,
    CodeChange,
    CodeChanges,
    changed_code,
)
from forthgame.why.recording.recorded_runs import HALT, EventRecord, record_event, tests_of_result
from forthgame.why.wording.wording import Wording
from forthgame.words.registers import memory_layout as at

SECONDS = 0.5  # of processor time for changed runs
MOST_STEPS = 200_000
LIKELY = 2
WEIGHTS = {"AND": 5, "OR": 5, "current-player": 6, "next-player": 6, "for-player": 6}
WEIGHTS |= {">": 4, "<": 4, ">=": 4, "<=": 4, "friend?": 3, "enemy?": 3}


def likely_endings(state: Playthrough, wording: Wording, over: bool) -> list[str]:
    """Return what decided the result of OnIsGameOver, the likeliest first.

    Nothing is returned if an ending decided, or the event fails.
    """
    event = own_word(state.game, "OnIsGameOver")
    try:
        if event is None or state.ending is not None:
            return []
    except ScriptError:
        return []
    state.enter()
    found = record_event(state.game, event, wording.probe)
    if found.error is not None or not found.complete or not found.result.word:
        return []
    told = []
    if over and (tests := tests_of_result(wording.probe, found)):
        made = next((test for test in tests if test.origin.inputs), tests[-1])
        told = [wording.decision(made, variables=False)]
    state.enter()
    return told + _changed_endings(state.game, found, wording)


def _changed_endings(game: Script, found: EventRecord, wording: Wording) -> list[str]:
    """Return sentences about operations with which an event would give another result.

    Only changes to and from a result that ends the game count. The machine must hold the position.
    """
    changes = CodeChanges(game, wording.probe)
    cells = dict.fromkeys(cell for s in reversed(found.segments) for cell in reversed(s.ran))
    until = thread_time() + SECONDS
    own = found.result.value
    likely: list[tuple[int, str]] = []
    for change in changes.of(cells):
        if thread_time() > until:
            break
        if change.kind not in (OPERATION, NUMBER):
            continue
        result = _result(game, found, wording, change)
        if result is None or result == own or not (_ends(result) or _ends(own)):
            continue
        if _ends(result) or result == at.UNKNOWN_SCORE:
            weight = WEIGHTS.get(change.was, 1)
            if _ends(own) and weight == 1:
                continue  # far more operations lead to an end than away from a wrong one
            likely.append((-weight, _sentence(wording, found, change, result)))
    return [sentence for _, sentence in sorted(likely, key=lambda entry: entry[0])[:LIKELY]]


def _ends(result: int) -> bool:
    return result in (at.WIN_SCORE, at.LOSS_SCORE, at.DRAW_SCORE)


def _sentence(wording: Wording, found: EventRecord, change: CodeChange, result: int) -> str:
    owner, where = wording.probe.owner(change.cell), wording.at(change.cell)
    name = outcome_name(result) or "not over"
    sentence = f"with `{change.would}` for `{change.was}` in `{owner}`{where} it would be {name}"
    for test in reversed(found.tests):
        for origin in origins_of(test):
            if origin.cell == change.cell and origin.inputs:
                return f"{sentence}: {wording.gave(origin, 0, change.cell)}"
    return sentence


def _result(game: Script, found: EventRecord, wording: Wording, change: CodeChange) -> int | None:
    """Return the result of an event that runs with a change; None if it fails or does not end."""
    processor, probe = game.forth.processor, wording.probe
    with isolated(game, exclusive=True), changed_code(processor, change):
        processor.tidy()
        processor.push(found.word.token)
        open_call(game, game.forth.engine_word("(FRAME)").entry)
        left = MOST_STEPS
        try:
            while left > 0:
                status, done = processor.advance(left, (HALT,))
                left -= done + 1
                if status in (at.HALTED, at.BREAKPOINT) and probe.cell() <= HALT + 1:
                    items = processor.items()
                    return items[-1] if items else None
                if status != at.OUT_OF_STEPS:
                    processor.serve(status)
        except ScriptError:
            return None
    return None
