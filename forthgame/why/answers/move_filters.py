"""Explains which moves `prefer`, `must-finish`, OnMoves and OnIsLegal? removed from a list."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import zip_longest

from forthgame.base.errors import ScriptError
from forthgame.rules.script import Script
from forthgame.rules.stepping import open_call
from forthgame.why.inspection.short_texts import bracketed, own_word, run_engine
from forthgame.why.inspection.state_copies import isolated
from forthgame.why.recording.recorded_generation import GeneratedMove, Generation
from forthgame.why.recording.trial import Trial, Watcher
from forthgame.why.wording.wording import Wording
from forthgame.words.lists.legality_checks import STRUCK
from forthgame.words.registers import extension_registers as by, memory_layout as at

SHOWN = 4  # moves that are named
HALT = 0  # the cell to which the outermost call returns
DECISIONS = 4  # decisions that are shown, last first


def explain_removal(
    game: Script, made: GeneratedMove, found: Generation, wording: Wording
) -> list[str]:
    """Explain why a generated move was removed; empty if none of the words removed it.

    Requires that the machine holds the list.
    """
    flags = game.forth.processor.cell(made.address + 4 * at.MOVE_FLAGS)
    isolated = [m for m in found.moves if m.legal]
    names = ", ".join(m.text for m in isolated[:SHOWN]) + (" …" if len(isolated) > SHOWN else "")
    if flags & by.MOVE_STRUCK:
        word = game.forth.dictionary.find("OnMoves")
        where = bracketed(word.place) if word is not None else ""
        return [f"`{made.text}` was made{_maker(made, wording)}; `OnMoves`{where} struck it"]
    if flags & STRUCK:
        told = [f"`{made.text}` was made{_maker(made, wording)}; `OnIsLegal?` forbids it"]
        return told + explain_legality_event(game, made, wording)
    if flags & by.MOVE_UNFINISHED:
        return [
            f"`{made.text}` was made{_maker(made, wording)}; it has to be finished "
            "(`must-finish`), and no moves that can follow it come to an end"
        ]
    if flags & by.MOVE_OUTRANKED and isolated:
        lists = _preference(game, made.address), _preference(game, isolated[0].address)
        pairs = list(zip_longest(*lists, fillvalue=0))
        last = next((k for k, pair in enumerate(pairs, 1) if pair[0] != pair[1]), len(pairs))
        own, best = zip(*pairs[:last], strict=True)
        return [
            f"`{made.text}` was made{_maker(made, wording)}, and is preferred by "
            f"{_numbers(own)}; others by {_numbers(best)} (`prefer`): {names}; "
            f"the first is made{_maker(isolated[0], wording)}; "
            f"`prefer` is in {wording.said_in('prefer')}"
        ]
    return []


def _maker(made: GeneratedMove, wording: Wording) -> str:
    if made.trial is None:
        return ""
    word = made.trial.word
    added = wording.at(made.segment.cell).strip(" ()") if made.segment is not None else ""
    return f" by `{word.name}`{bracketed(word.place)}" + (f", added in {added}" if added else "")


def _preference(game: Script, move: int) -> list[int]:
    """Return the preferences of a move and of the moves that can follow it."""
    cell = game.forth.processor.cell
    found = [cell(move + 4 * by.MOVE_PREFER)]
    if cell(move + 4 * at.MOVE_FLAGS) & by.MOVE_LEVELS:
        size = 4 * at.ACTION_CELLS
        action = move + 4 * at.MOVE_CELLS + (cell(move + 4 * at.MOVE_COUNT) - 1) * size
        found += [cell(action + 4 * k) for k in range(by.PREFERENCE_LEVELS - 1)]
    return found


def _numbers(values: Iterable[int]) -> str:
    return ", then ".join(map(str, values))


# -- OnIsLegal? -----------------------------------------------------------------------------------


def explain_legality_event(game: Script, made: GeneratedMove, wording: Wording) -> list[str]:
    """Explain why OnIsLegal? allows or forbids a move; empty if the script has no such event.

    Requires that the machine holds the move's list, and leaves it unchanged.
    """
    event = own_word(game, "OnIsLegal?")
    if event is None:
        return []
    processor, place = game.forth.processor, bracketed(event.place)
    with isolated(game, alone=True):
        try:
            run_engine(game, "(push-position)")
            processor.set_cell(at.A_MOVE_ADDRESS, made.address)
            run_engine(game, "(execute-move)")
            run_engine(game, "(ask-about)", made.address)
            processor.tidy()
            trial = Trial(event, processor.cell(at.A_HERE), processor.cell(at.A_PIECE), 0, False)
            open_call(game, event.entry)
            watcher = Watcher(wording.probe, trial)
            error = watcher.run(HALT)
        except ScriptError as raised:
            error = raised
        if error is not None:
            return [f"`OnIsLegal?`{place} ends with an error here: {error.message}"]
        if wording.probe.cell() != HALT:  # the watcher gave up
            return [f"`OnIsLegal?`{place} runs for too long to be watched here"]
        answer = watcher.origins.top()
        told = f"of the position after `{made.text}` `OnIsLegal?`{place} answered {answer.value}"
        if answer.word:
            told += f": {wording.gave(answer)}"
        lines = [told]
        tests = [test for segment in trial.segments for test in segment.tests]
        for test in reversed(tests[-DECISIONS:]):
            went = "went on" if test.passed else "went the other way"
            lines.append(f"  `{test.word}`{wording.at(test.cell)} {went}: {wording.flag(test)}")
        return list(dict.fromkeys(lines))
