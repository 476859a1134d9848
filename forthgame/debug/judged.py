"""What OnIsLegal? has answered of the position behind a move, step by step, and why."""

from __future__ import annotations

from typing import TYPE_CHECKING

from forthgame.debug.generation import Made
from forthgame.debug.keeping import kept
from forthgame.debug.places import brief
from forthgame.debug.trial import Test, Trial, Watcher
from forthgame.errors import ScriptError
from forthgame.game.stepping import open_call
from forthgame.lang import layout as at

if TYPE_CHECKING:
    from forthgame.debug.wording import Wording
    from forthgame.game.script import Script

HALT = 0  # the cell to which a call from nowhere returns
DECISIONS = 4  # that are told, the last first


def judged(game: Script, made: Made, wording: Wording) -> list[str]:
    """Why OnIsLegal? allows a move or forbids it; nothing in a game without the event.

    The machine holds the list of the move; it is left as it was.
    """
    event = game.forth.dictionary.find("OnIsLegal?")
    if event is None or event.index < game.forth.fence:
        return []
    processor = game.forth.processor
    place = f" ({brief(event.place)})" if event.place else ""
    with kept(game, alone=True):
        try:
            game.call(game.forth.engine_word("(push-position)").entry)
            processor.set_cell(at.A_MOVE_ADDRESS, made.address)
            game.call(game.forth.engine_word("(execute-move)").entry)
            game.call(game.forth.engine_word("(ask-about)").entry, made.address)
            processor.tidy()
            trial = Trial(event, processor.cell(at.A_HERE), processor.cell(at.A_PIECE), 0, False)
            open_call(game, event.entry)
            watcher = Watcher(wording.probe, trial)
            error = watcher.run(HALT)
        except ScriptError as raised:
            error = raised
        if error is not None:
            return [f"`OnIsLegal?`{place} ends with an error here: {error.message}"]
        if wording.probe.cell() != HALT:  # the watcher has given up
            return [f"`OnIsLegal?`{place} runs for too long to be watched here"]
        answer = watcher.origins.top()
        told = f"of the position after `{made.text}` `OnIsLegal?`{place} answered {answer.value}"
        if answer.word:
            told += f": {wording.gave(answer)}"
        tests = [test for segment in trial.segments for test in segment.tests]
        return [told, *_decisions(tests, wording)]


def _decisions(tests: list[Test], wording: Wording) -> list[str]:
    """What has decided on the way to the answer."""
    found = []
    for test in reversed(tests[-DECISIONS:]):
        went = "went on" if test.passed else "went the other way"
        found.append(f"  `{test.word}`{wording.at(test.cell)} {went}: {wording.flag(test)}")
    return list(dict.fromkeys(found))
