"""Numbers that begin a count, and moves that go the right way but not as far as asked.

A count that begins with a wrong number, or a wrong number of steps, comes before tests that would
fail for any number.
"""

from __future__ import annotations

from itertools import pairwise

from forthgame.base.lazy import lazy
from forthgame.why.answers.question import Question
from forthgame.why.recording.changed_runs import NUMBER, RESULT, CodeChange
from forthgame.why.recording.trial import Segment, WordTrial
from forthgame.why.wording.wording import Wording

BEGINNING = 30  # added to the weight of a number that begins a count
STEPS = 27  # added if the word goes the right way, and another number of steps
COUNTING = frozenset(("++", "--", "+!"))
FARTHEST = 64  # steps that are followed


class Counts:
    """Finds numbers that a count begins with. `question` names the move asked for."""

    def __init__(self, question: Question, wording: Wording) -> None:
        self.question, self.wording = question, wording
        self.program = wording.game.forth.program
        self._ways: dict[int, bool] = {}

    @lazy
    def _counted(self) -> set[str]:
        """Return the variables that the script counts up or down."""
        words = [text for text, _, _ in self.wording.tokens]
        return {name for name, after in pairwise(words) if after in COUNTING}

    def weight(self, change: CodeChange, trial: WordTrial) -> int:
        """Return what a change of a number counts more because it is a beginning or a distance."""
        if change.kind not in (NUMBER, RESULT):
            return 0
        if self.begins(change.cell):
            return BEGINNING
        return STEPS if change.kind == RESULT and self._goes_the_way(trial) else 0

    def begins(self, cell: int) -> bool:
        """Return whether the number of a cell is stored into a variable that is counted."""
        probe = self.wording.probe
        word = self.wording.game.forth.dictionary.find(probe.owner(cell))
        if word is None or word.kind != "colon":
            return False
        code = self.program.function(word.entry).instructions
        given = code.get(cell)
        name = None if given is None else code.get(given.next)
        store = None if name is None else code.get(name.next)
        stored = store is not None and store.name == "!" and name is not None
        return stored and name is not None and probe.word(name.cell) in self._counted

    def _goes_the_way(self, trial: WordTrial) -> bool:
        """Return whether a trial makes a move in the direction asked, to another position."""
        if id(trial) not in self._ways:
            question = self.question
            asked = question.targets[0] if question.targets else -1
            self._ways[id(trial)] = (
                asked >= 0
                and trial.position == question.origin
                and any(self._passes(segment, asked) for segment in trial.segments)
            )
        return self._ways[id(trial)]

    def _passes(self, segment: Segment, asked: int) -> bool:
        """Return whether the last steps of a move lead past a position, or on to it."""
        if not segment.move or not segment.hops or segment.hops[-1].target == asked:
            return False
        last = segment.hops[-1]
        ways = self.wording.ways
        if last.word not in ways.names:
            return False
        links, here = ways.names[ways.turned(last.word, last.cell)].links, last.target
        for _ in range(FARTHEST):
            here = links.get(here, -1)
            if here in (asked, -1):
                break
        same = [hop.target for hop in segment.hops if hop.word == last.word]
        return here == asked or asked in same[:-1]
