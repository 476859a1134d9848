"""Finds the part of a long trial that is watched: the steps before a move is added, or the last."""

from __future__ import annotations

from contextlib import suppress

from forthgame.analysis.instruction import NUMBERS, instructions
from forthgame.base.errors import ScriptError
from forthgame.base.lazy import lazy
from forthgame.rules.script import Script
from forthgame.why.inspection.probe import Probe
from forthgame.why.inspection.short_texts import move_text
from forthgame.why.inspection.state_copies import isolated
from forthgame.words.effect_sets import COMMITTING
from forthgame.words.registers import memory_layout as at

WATCHED = 6000  # steps of a long trial
MOST_MEASURED = 5_000_000  # steps of a trial that are counted


class LongTrials:
    """Measures the trials of a generation. `stop` is the cell of the scan that runs a move word.

    `wanted` is the text of the move before which a trial is watched.
    """

    def __init__(self, game: Script, probe: Probe, stop: int, wanted: str) -> None:
        self.game, self.probe, self.stop, self.wanted = game, probe, stop, wanted

    def steps_to_skip(self) -> int:
        """Return the number of steps at the beginning of a trial that are not watched.

        The machine must stand at the first cell of the move word.
        """
        processor, bottom = self.game.forth.processor, self.probe.return_slot()
        steps = 0
        with isolated(self.game, exclusive=True), suppress(ScriptError):
            while steps < MOST_MEASURED:
                status, done = processor.advance(MOST_MEASURED, (self.stop + 1, *self._adding))
                steps += done
                if status == at.BREAKPOINT:
                    ended = self.probe.cell() == self.stop + 1
                    if (ended and self.probe.return_slot() < bottom) or self._adds_wanted():
                        break
                    steps += 1
                elif status == at.HALTED:
                    break
                elif status != at.OUT_OF_STEPS:
                    processor.serve(status)
        return max(0, steps - WATCHED)

    def _adds_wanted(self) -> bool:
        """Execute a step; return whether it adds the wanted move."""
        before = self.probe.record()
        status, _ = self.game.forth.processor.advance(1)
        if status not in (at.OUT_OF_STEPS, at.BREAKPOINT, at.HALTED):
            self.game.forth.processor.serve(status)
        added = self.probe.added(before) if self.wanted else 0
        return bool(added) and move_text(self.game, added) == self.wanted

    @lazy
    def _adding(self) -> set[int]:
        """Return the cells of the engine and the script that add moves."""
        cells = self.game.forth.code.cells
        adding = {NUMBERS[name] for name in COMMITTING if name in NUMBERS}
        return {
            each.cell
            for word in self.game.forth.dictionary.words
            if word.kind == "colon"
            for each in instructions(cells, word.entry, word.end)
            if cells[each.cell] in adding
        }
