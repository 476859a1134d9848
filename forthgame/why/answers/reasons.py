"""Finds the likeliest reason why a move is not made, or is made, by running trials with changes.

A test that alone keeps the move away is a reason. An operation that alone would make it if it were
a similar one (`>=` for `>`, another direction, another piece) is a suspect. Suspects with evidence
of their own, such as a move that two words make, come before tests.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from time import thread_time

from forthgame.check.word_kinds import DIRECTIONS
from forthgame.rules.script import Script
from forthgame.why.answers.attempts import AttemptRanking, origins_of
from forthgame.why.answers.question import Question
from forthgame.why.inspection.short_texts import bracketed, brief, joined, move_text
from forthgame.why.inspection.word_call_setup import entries
from forthgame.why.recording.changed_runs import (
    DIRECTION,
    NUMBER,
    OPERATION,
    SWITCH,
    WORD,
    ChangedRun,
    ChangedRuns,
    CodeChange,
    CodeChanges,
    switches,
)
from forthgame.why.recording.recorded_runs import GeneratedMove, Generation
from forthgame.why.recording.stack_origins import expression
from forthgame.why.recording.trial import Decision, Segment, WordTrial
from forthgame.why.wording.needs import needs
from forthgame.why.wording.source_notes import lines_of
from forthgame.why.wording.wording import Wording
from forthgame.words.effect_sets import COMMITTING
from forthgame.words.registers import memory_layout as at
from forthgame.words.table.dictionary import Word

SECONDS = 0.7  # of processor time for changed runs
WEIGHTS = {SWITCH: 60, OPERATION: 45, DIRECTION: 50, NUMBER: 40, WORD: 42}
BOUNDARY = frozenset((">", ">=", "<", "<="))
POINTS_OF_VIEW = frozenset(("from", "here", "current-player", "next-player", "for-player"))
EDGE = 70  # weight of a comparison that only fails for equal numbers
VIEW = 64
UNLISTED = 74  # of a move word that no list has
DOUBLED = 25  # added if the word makes what another one makes, or returns to where it was
DOUBTED = 20  # added if `check` has a finding there
LACKING = 12  # added if the word goes through several directions without the one that would do
SEVERAL = 3  # directions
MOST_BESIDE = 8  # subtracted at most for other moves that appear or vanish
LIKELY = 4  # reasons that are kept
WORDS = 40  # other move words that are tried


@dataclass(frozen=True)
class Reason:
    """A reason in words, its weight among others, and the trial and decision that it is about."""

    sentence: str
    weight: int
    trial: WordTrial | None = None
    decision: Decision | None = None
    cell: int = -1


class ReasonFinder:
    """Finds the reasons for a move's absence. The machine must hold the position and the list.

    `doubted` has the files and lines of findings of the checker.
    """

    def __init__(
        self,
        game: Script,
        question: Question,
        found: Generation,
        wording: Wording,
        doubted: set[tuple[str, int]],
    ) -> None:
        self.game, self.question, self.found, self.wording = game, question, found, wording
        self.doubted = doubted
        self.probe = wording.probe
        self.ranking = AttemptRanking(question, wording)
        self.runs = ChangedRuns(game, self.probe, found.stop)
        self.changes = CodeChanges(game, self.probe)
        self.until = thread_time() + SECONDS
        self.cut = False

    def missing(self) -> list[Reason]:
        """Return the reasons why the move of the question is not made, the likeliest first."""
        trials = [t for t in self.found.trials if t.watched and t.start is not None]
        trials.sort(key=self._nearest, reverse=True)
        found: list[Reason] = []
        for changes in (self._switches, self._operations, self._words):
            for run in self._runs(trials, changes):
                if any(map(self.question.fits, run.more)):
                    found.append(self._reason(run, len(found)))
        return _best(found)

    def _nearest(self, trial: WordTrial) -> tuple[int, ...]:
        return max((self.ranking.rank(trial, s) for s in trial.segments), default=(0,) * 5)

    def _runs(
        self, trials: list[WordTrial], changes: Callable[[WordTrial], Iterable[CodeChange]]
    ) -> Iterator[ChangedRun]:
        for trial in trials:
            for change in changes(trial):
                if thread_time() > self.until:
                    self.cut = True
                    return
                run = self.runs.compare(trial, change)
                if run is not None:
                    yield run

    def _switches(self, trial: WordTrial) -> Iterator[CodeChange]:
        return switches(trial, self.probe)

    def _operations(self, trial: WordTrial) -> Iterator[CodeChange]:
        cells = dict.fromkeys(cell for s in reversed(trial.segments) for cell in reversed(s.ran))
        return self.changes.of(cells)

    # -- other words ------------------------------------------------------------------------------

    def _words(self, trial: WordTrial) -> Iterator[CodeChange]:
        """Yield the move words that are not tried for the piece, for its first trial."""
        same = (t for t in self.found.trials if t.position == trial.position and t.start)
        if next(same, None) is not trial:
            return
        tried = {t.word.token for t in self.found.trials if t.position == trial.position}
        for word in self._move_words[:WORDS]:
            if word.token not in tried:
                yield CodeChange(WORD, word.entry, trial.word.name, word.name, word=word)

    @cached_property
    def _move_words(self) -> list[Word]:
        """Return the words of all move lists, and those that could be there and are not used."""
        forth = self.game.forth
        listed = [w for each in self.game.declaration.lists.values() for w, _ in each.entries]
        used = {text for text, _, _ in self.wording.tokens}
        unused = [
            word
            for word in forth.dictionary.words[forth.fence :]
            if word.kind == "colon"
            and word.name not in used
            and word.name not in at.EVENT_NAMES
            and forth.program.comes_to(word.entry, COMMITTING)
        ]
        return list({word.token: word for word in (*unused, *listed)}.values())

    def _word_reason(self, run: ChangedRun) -> tuple[str, int]:
        word, trial = run.change.word, run.trial
        if word is None:
            return "", 0
        declared = self.game.declaration
        number = trial.piece & at.PIECE_MASK
        piece = declared.pieces[number - 1]
        address = piece.drops if trial.drop else piece.moves
        own = declared.lists.get(address)
        where = f"{own.name}{lines_of(self.wording, own)} of {piece.name}" if own else piece.name
        lists = [each for each in declared.lists.values() if _has(each.entries, word)]
        title = f"`{word.name}`{bracketed(word.place)} would make it"
        if not lists:
            return f"{title}, and is in no list of moves: {where} lacks it", UNLISTED
        names = ", ".join(f"{each.name}{lines_of(self.wording, each)}" for each in lists[:2])
        place = self.wording.declared.place("pieces", "{piece}", piece.name)
        where = f"{own.name if own else 'no list'}{bracketed(place)}"
        return f"{title}; it is in {names}, and {piece.name} has {where}", WEIGHTS[WORD]

    # -- sentences --------------------------------------------------------------------------------

    def _reason(self, run: ChangedRun, number: int) -> Reason:
        change, trial = run.change, run.trial
        decision = change.decision
        weight = WEIGHTS[change.kind] - min(MOST_BESIDE, len(run.more) - 1 + len(run.fewer))
        name = f"`{trial.word.name}`"
        if change.kind == SWITCH and decision is not None:
            sentence = f"{name} needs {needs(self.wording, decision)}"
            weight -= 5 if decision.passed else 0
        elif change.kind == WORD:
            sentence, base = self._word_reason(run)
            weight += base - WEIGHTS[WORD]
        elif change.kind == DIRECTION:
            sentence, more = self._direction_reason(run)
            weight += more
        else:
            sentence = self._operation_reason(run)
            if change.was in BOUNDARY:
                weight += EDGE - WEIGHTS[OPERATION]
            elif change.was in POINTS_OF_VIEW:
                weight += VIEW - WEIGHTS[OPERATION]
        if change.kind != WORD and self._doubted(change.cell):
            weight += DOUBTED
        return Reason(sentence, weight, trial, decision, change.cell)

    def _doubted(self, cell: int) -> bool:
        place = self.probe.place(cell)
        return place is not None and (Path(place.file).name, place.line) in self.doubted

    def _operation_reason(self, run: ChangedRun) -> str:
        change, name = run.change, f"`{run.trial.word.name}`"
        where = self.wording.at(change.cell)
        test = self._test_with(run.trial, change.cell)
        seen = f": {test}" if test else ""
        would = f"`{change.would}` would make it{where}{seen}"
        owner = self.probe.owner(change.cell)
        inside = "" if owner == run.trial.word.name else f" in `{owner}`"
        return f"{name} has `{change.was}`{inside} where {would}"

    def _test_with(self, trial: WordTrial, cell: int) -> str:
        """Describe the last comparison that a cell made in a trial."""
        tests = [test for segment in trial.segments for test in segment.tests]
        for test in reversed(tests):
            for origin in origins_of(test):
                if origin.cell == cell and origin.inputs:
                    return self.wording.reason(origin, 0, cell, variables=False)
        return ""

    def _direction_reason(self, run: ChangedRun) -> tuple[str, int]:
        """Return a sentence about a direction, and the weight of its evidence."""
        change, trial = run.change, run.trial
        name, owner = f"`{trial.word.name}`", self.probe.owner(change.cell)
        where = self.wording.at(change.cell)
        ways = self._directions_of(owner)
        others = [way for way in dict.fromkeys(way for way, _ in ways) if way != change.would]
        twice = [way for way, count in Counter(way for way, _ in ways).items() if count > 1]
        inside = "" if owner == trial.word.name else f" in `{owner}`"
        weight = DOUBLED if self._doubles(trial) else 0
        lacking = len(others) >= SEVERAL and all(way != change.would for way, _ in ways)
        if lacking:
            weight += LACKING
        if lacking and change.was in twice:
            lines = joined(self.wording.probe.place(c) for w, c in ways if w == change.was)
            weight += DOUBLED
            return (
                f"`{owner}` goes `{change.was}` twice ({lines}) and never `{change.would}`, "
                f"which would make it",
                weight,
            )
        if lacking:
            lines = joined(self.probe.place(cell) for _, cell in ways)
            gone = ", ".join(f"`{way}`" for way in others)
            return (
                f"`{owner}` goes {gone} ({lines}) and not `{change.would}`, which would make it",
                weight,
            )
        twin = self._twin(trial)
        also = f"; it makes what `{twin.word.name}`{bracketed(twin.word.place)} makes" if twin else ""
        turned = self._turned(change)
        return (
            f"{name} goes `{change.was}`{inside}{where} where `{change.would}` would make it"
            f"{also}{turned}",
            weight,
        )

    def _turned(self, change: CodeChange) -> str:
        """Report a direction that the symmetries do not turn for the player, but turn others."""
        notes = self.wording.ways.notes([(change.was, 0, change.cell)])
        return next((f"; {note}" for note in notes if "not turned for" in note), "")

    def _directions_of(self, owner: str) -> list[tuple[str, int]]:
        """Return the directions that a word names, with their cells."""
        word = self.game.forth.dictionary.find(owner)
        if word is None or word.kind != "colon":
            return []
        names, found = self.changes.by_token, []
        for each in self.game.forth.program.function(word.entry).instructions.values():
            text = self.probe.word(each.cell)
            if each.name == "LIT" and text == "[']" and each.operand in names:
                found.append((names[each.operand], each.cell))
            elif each.name in DIRECTIONS:
                found.append((text, each.cell))
        return found

    def _doubles(self, trial: WordTrial) -> bool:
        """Return whether a trial makes only moves that are made twice, or goes back and forth."""
        if self._twin(trial) is not None:
            return True
        places = [[hop.target for hop in segment.hops] for segment in trial.segments]
        return any(trial.position in way[:-1] + way[-1:] for way in places if len(way) > 1)

    def _twin(self, trial: WordTrial) -> WordTrial | None:
        """Return another trial at the position that makes the same moves, if there are any."""
        own = self._texts(trial)
        if not own:
            return None
        same = (t for t in self.found.trials if t.position == trial.position and t is not trial)
        return next((t for t in same if self._texts(t) == own), None)

    def _texts(self, trial: WordTrial) -> list[str]:
        return [made.text for made in self.found.moves if made.trial is trial]


def _has(listed: list[tuple[Word, int]], word: Word) -> bool:
    return any(entry.token == word.token for entry, _ in listed)


def _best(found: list[Reason]) -> list[Reason]:
    """Return the heaviest reasons, each place once."""
    best: dict[object, Reason] = {}
    for reason in sorted(found, key=lambda each: -each.weight):
        best.setdefault(reason.sentence, reason)
    return list(best.values())[:LIKELY]
