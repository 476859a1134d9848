"""Finds the part of a long trial that is watched: the steps before a move is added, or the last."""

from __future__ import annotations

from collections import Counter
from contextlib import suppress

from forthgame.analysis.instruction import NUMBERS, operation_cells
from forthgame.base.errors import ScriptError
from forthgame.base.lazy import lazy
from forthgame.rules.script import Script
from forthgame.why.inspection.probe import Probe
from forthgame.why.inspection.short_texts import move_text
from forthgame.why.inspection.state_copies import isolated
from forthgame.words.effect_sets import ACTING, COMMITTING, PASSING
from forthgame.words.registers import memory_layout as at
from forthgame.words.table.dictionary import Word
from forthgame.words.word_sets import GOING_ON

WATCHED = 6000  # steps of a long trial
SHORT = 400  # steps of a call that is watched in a long trial
OFTEN = 3  # short calls at a cell after which it is not measured any more
LASTING = frozenset(ACTING | COMMITTING | PASSING | GOING_ON | {"(COMPILE)", "verify", "$Exit"})
MOST_MEASURED = 5_000_000  # steps of a trial that are counted


class LongTrials:
    """Measures the trials of a generation. `stop` is the cell of the scan that runs a move word.

    `wanted` is the text of the move before which a trial is watched.
    """

    def __init__(self, game: Script, probe: Probe, stop: int, wanted: str) -> None:
        self.game, self.probe, self.stop, self.wanted = game, probe, stop, wanted
        self._found: dict[int, dict[int, int]] = {}  # the calls of each move word, by its entry

    def measured(self, word: Word) -> tuple[int, int, set[int]]:
        """Return the steps of a trial, those outside of long calls, and the words called there.

        Such words, given by their entries, only compute: they record and end nothing. Counting ends
        with the wanted move. The machine must stand at the first cell of the move word.
        """
        processor, bottom = self.game.forth.processor, self.probe.return_slot()
        if word.entry not in self._found:
            self._found[word.entry] = self._calls(word)
        calls, short = dict(self._found[word.entry]), Counter[int]()
        steps, inside, long = 0, 0, set[int]()
        with isolated(self.game, exclusive=True), suppress(ScriptError):
            while steps < MOST_MEASURED:
                breaks = (self.stop + 1, *self._adding, *calls)
                status, done = processor.advance(MOST_MEASURED, breaks)
                steps += done
                cell = self.probe.cell()
                if status == at.BREAKPOINT and cell in calls:
                    took = self._call(cell, MOST_MEASURED - steps)
                    steps += took
                    if took > SHORT:
                        long.add(calls[cell])
                        inside += took
                    else:
                        short[cell] += 1
                        if short[cell] >= OFTEN:
                            del calls[cell]
                elif status == at.BREAKPOINT:
                    ended = cell == self.stop + 1
                    if (ended and self.probe.return_slot() < bottom) or self._adds_wanted():
                        break
                    steps += 1
                elif status == at.HALTED:
                    break
                elif status != at.OUT_OF_STEPS:
                    processor.serve(status)
        return steps, steps - inside, long

    def _call(self, cell: int, most: int) -> int:
        """Run the call at a cell; return its steps."""
        processor, slot = self.game.forth.processor, self.probe.return_slot()
        status, _ = processor.advance(1)
        steps = 1
        while steps < most:
            status, done = processor.advance(most - steps, (cell + 2,))
            steps += done
            if status == at.BREAKPOINT:
                if self.probe.return_slot() <= slot:
                    break
                processor.advance(1)
                steps += 1
            elif status == at.HALTED:
                break
            elif status != at.OUT_OF_STEPS:
                processor.serve(status)
        return steps

    def _calls(self, word: Word) -> dict[int, int]:
        """Return the calls, on the way of a move word, of words of the script that only compute."""
        program = self.game.forth.program
        own = {w.entry for w in self.game.forth.dictionary.words[self.game.forth.fence :]}
        found: dict[int, int] = {}
        for function in program.called({word.entry}):
            for each in function.instructions.values():
                if each.name == "(CALL)" and each.operand in own - {word.entry}:
                    found[each.cell] = each.operand
        computing = {e for e in set(found.values()) if not program.comes_to(e, LASTING)}
        return {cell: entry for cell, entry in found.items() if entry in computing}

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
            cell
            for word in self.game.forth.dictionary.words
            if word.kind == "colon"
            for cell in operation_cells(cells, word.entry, word.end)
            if cells[cell] in adding
        }
