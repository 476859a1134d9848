"""Finds the likeliest reason why a move is not made, or is made, by running trials with changes.

A test that alone keeps the move away is a reason. An operation that alone would make it if it were
a similar one (`>=` for `>`, another direction, another piece) is a suspect. Suspects with evidence
of their own, such as a move that two words make, come before tests.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from time import thread_time

from forthgame.base.lazy import lazy
from forthgame.check.word_kinds import AGAINST_ZERO, COMPARING
from forthgame.position.position_record import STEPS
from forthgame.rules.model import MoveList
from forthgame.why.answers.attempts import AttemptRanking, origins_of
from forthgame.why.answers.counts import Counts
from forthgame.why.answers.old_values import OldValues
from forthgame.why.answers.question import Question, alike, resembles
from forthgame.why.answers.value_causes import ValueCauses
from forthgame.why.inspection.short_texts import bracketed, joined
from forthgame.why.inspection.value_sources import NUMBER as DIGITS
from forthgame.why.recording.changed_runs import (
    DIRECTION,
    NEARBY,
    NUMBER,
    OPERATION,
    RESULT,
    SIDE_WORD,
    SWITCH,
    VARIABLE,
    WORD,
    ChangedRun,
    ChangedRuns,
    CodeChange,
    CodeChanges,
    switches,
)
from forthgame.why.recording.recorded_runs import Generation
from forthgame.why.recording.stack_origins import MOST_SOURCES, Origin, sources
from forthgame.why.recording.trial import UNDOING, Decision, WordTrial, deadline
from forthgame.why.wording.move_differences import overwritten
from forthgame.why.wording.needs import decisive_parts, needs
from forthgame.why.wording.source_notes import ALIKE as ALIKE_IN_LIST, STEM, entries_in, lines_of
from forthgame.why.wording.wording import Wording
from forthgame.words.effect_sets import COMMITTING
from forthgame.words.registers import memory_layout as at
from forthgame.words.table.dictionary import Word

SECONDS = 0.4  # of processor time for changed runs
WEIGHTS = {SWITCH: 60, OPERATION: 45, DIRECTION: 46, NUMBER: 37, VARIABLE: 36, WORD: 42}
WEIGHTS[RESULT] = 36
WEIGHTS[SIDE_WORD] = 62  # before plain tests, as few words are such
BOUNDARY = frozenset((">", ">=", "<", "<="))
POINTS_OF_VIEW = frozenset(("from", "here", "current-player", "next-player", "for-player"))
LEFT_OVER = 72  # weight of a variable that the word changes and did not set
OVERWRITTEN = 85  # of an action that a later one undoes
EDGE = 70  # weight of a comparison that only fails for equal numbers
LOOP_EDGE = 44  # the same inside of a loop, whose last round compares equal numbers
VIEW = 52
SIDE = 50
SIDES = frozenset(("friend?", "enemy?", "friend-at?", "enemy-at?"))
CLASH = 20  # added if a test compares a whole piece with a small number
FIXED = 25  # subtracted if a test compares numbers of the script alone
SIBLING = 33  # added if a word is missing in a list that has words named like it
UNTURNED = 20  # added if a direction is not turned for the player, and others are
NAMED = 8  # added if the name of the word suggests the other direction
NAMED_FULLY = 31  # the same, if it ends with the name of that direction
REPEATED = 15  # subtracted if the word goes in the other direction anyway
SMALL = 1 << 11  # numbers below it are no pieces of a player
PLACES = frozenset(("here", "from"))
SUSPECTED = frozenset((OPERATION, DIRECTION, NUMBER, VARIABLE, RESULT))
WHOLE = frozenset(("piece", "piece-at", "current-piece"))
UNLISTED = 74  # of a move word that no list has
DOUBLED = 25  # added if the word makes the moves of another one, or returns to its start
DOUBTED = 20  # added if `check` has a finding there
FARTHER = 4  # subtracted for a number that is not next to the one in the script
LACKING = 12  # added if the word goes through several directions without the one that would do
PLAIN_MOVE = 4  # words of the text of a move without further effects
SPECIFIC = 10  # added if a direction makes such effects as well, and nothing else
LACKING_ONE = 32  # the same, if it goes through all others
SEVERAL = 3  # directions
MOST_BESIDE = 8  # subtracted at most for other moves that appear or vanish
FLAGS = frozenset(("TRUE", "FALSE"))
FIXED = 14  # less for a flag that stands in the script: the way to it says more
MARGIN = 12  # by which other reasons may be less likely than the first
FOREIGN = 20  # subtracted if the word belongs to a list of another kind
LEAST = 30  # weight of a reason that is told
LONG = 24  # characters of moves of several parts
LIKELY = 3  # reasons that are kept
DEEPEST = 6  # operands of operands that are looked at
CUT_CHANGES = "cut: the time was over before every change of the words had been tried"
WORDS = 40  # other move words that are tried


@dataclass(frozen=True)
class Reason:
    """A reason in words, its weight among others, and the trial and decision that it is about."""

    sentence: str
    weight: int
    trial: WordTrial | None = None
    decision: Decision | None = None
    cell: int = -1
    kind: str = ""


class ReasonFinder:
    """Finds the reasons for a move's absence. The machine must hold the position and the list.

    `doubted` has the files and lines of findings of the checker; `untried` explains why a word of a
    list was not tried.
    """

    def __init__(
        self,
        question: Question,
        found: Generation,
        wording: Wording,
        causes: ValueCauses,
        doubted: set[tuple[str, int]],
        untried: Callable[[Word, int, str], list[str]],
        ranking: AttemptRanking,
    ) -> None:
        self.question, self.found, self.wording = question, found, wording
        self.game, self.causes = wording.game, causes
        self.doubted, self.untried = doubted, untried
        self.probe = wording.probe
        self.ranking = ranking
        self.counts = Counts(question, wording)
        self.runs = ChangedRuns(self.game, self.probe, found.stop)
        self.changes = CodeChanges(self.game, self.probe)
        self.old_values = OldValues(self.runs, wording, causes, self.changes.variables)
        self.until = deadline(SECONDS)
        self.cut = False

    def missing(self) -> list[Reason]:
        """Return the reasons why the move of the question is not made, the likeliest first."""
        trials = [t for t in self.found.trials if t.watched and t.start is not None]
        trials.sort(key=self._nearest, reverse=True)
        found: list[Reason] = []
        nearer: list[tuple[float, ChangedRun]] = []
        for changes in (self._unlisted, self._switches, self.operations, self._words):
            for run in self.runs_of(trials, changes):
                if self._makes_it(run):
                    found.append(self._reason(run))
                elif not found and len(self.question.text) > LONG:
                    nearer += [(alike(self.question.text, text), run) for text in run.more]
        for trial in trials:
            found += self._nearly(trial)
            for run, sentence in self.old_values.of(trial):
                if self._makes_it(run):
                    told = f"{sentence}; with {run.change.would} `{trial.word.name}` would make it"
                    found.append(Reason(told, LEFT_OVER, trial))
        likely = [self._with_causes(reason) for reason in best(found or [*self._nearer(nearer)])]
        return [self._with_suspect(likely[0], found), *likely[1:]] if likely else []

    def _with_suspect(self, reason: Reason, found: list[Reason]) -> Reason:
        """Add the likeliest operation behind the numbers that a test compared."""
        if reason.kind != SWITCH or reason.decision is None:
            return reason
        parts = decisive_parts(reason.decision)
        if any(not part.inputs or _is_plain(part) for part in parts):
            return reason
        behind = set(sources(parts, MOST_SOURCES)) - {part.cell for part in parts}
        suspects = [
            each
            for each in found
            if each.trial is reason.trial
            and each.kind in SUSPECTED
            and each.cell in behind
            and self.probe.operation(each.cell) not in PLACES
        ]
        if not suspects:
            return reason
        suspect = max(suspects, key=lambda each: each.weight)
        return replace(reason, sentence=f"{reason.sentence}; or {suspect.sentence}")

    def _nearer(self, runs: list[tuple[float, ChangedRun]]) -> Iterator[Reason]:
        """Yield changes with which a move of many parts would be more like the one asked."""
        own = max((alike(self.question.text, m.text) for m in self.found.moves), default=0.0)
        for likeness, run in sorted(runs, key=lambda pair: -pair[0])[:LIKELY]:
            if likeness > own:
                reason = self._reason(run)
                told = reason.sentence.replace("would make it", "would make more of it")
                told = told.replace("it would be made", "more of it would be made")
                yield replace(reason, sentence=told, weight=LEAST + round(MARGIN * likeness))

    def _nearly(self, trial: WordTrial) -> Iterator[Reason]:
        """Yield mistakes in a move that is nearly the one in question."""
        for segment in trial.segments:
            ends = {action.values[1] for action in segment.actions if action.kind in STEPS}
            if segment.move and not ends.isdisjoint(self.question.targets):
                for sentence in overwritten(self.wording, segment):
                    yield Reason(sentence, OVERWRITTEN, trial)

    def _with_causes(self, reason: Reason) -> Reason:
        """Add the origins of the values in the reason's test."""
        if reason.decision is None or reason.trial is None:
            return reason
        causes = self.causes.of(reason.decision, reason.trial)
        return replace(reason, sentence="; ".join((reason.sentence, *causes)))

    def _makes_it(self, run: ChangedRun) -> bool:
        fits = resembles if self._alike is None else Question.fits
        return any(fits(self.question, text) for text in run.more)

    @lazy
    def _alike(self) -> str | None:
        """Return a move that is nearly the one of the question, if there is one."""
        texts = (made.text for made in self.found.moves)
        return next((text for text in texts if resembles(self.question, text)), None)

    def _nearest(self, trial: WordTrial) -> tuple[int, ...]:
        return max((self.ranking.rank(trial, s) for s in trial.segments), default=(0,) * 5)

    def runs_of(
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

    def operations(self, trial: WordTrial) -> Iterator[CodeChange]:
        cells = dict.fromkeys(cell for s in reversed(trial.segments) for cell in reversed(s.ran))
        for function in self.game.forth.program.called(trial.unwatched):
            cells.update(dict.fromkeys(filter(self.probe.in_script, function.instructions)))
        return self.changes.of(cells)

    # -- other words ------------------------------------------------------------------------------

    def _unlisted(self, trial: WordTrial) -> Iterator[CodeChange]:
        """Yield the move words that no list has, for the first trial of a piece."""
        return (change for change in self._words(trial) if change.would in self._lost)

    def _words(self, trial: WordTrial) -> Iterator[CodeChange]:
        """Yield the move words that are not tried for the piece, for its first trial."""
        same = (t for t in self.found.trials if t.position == trial.position and t.start)
        if next(same, None) is not trial:
            return
        tried = {t.word.token for t in self.found.trials if t.position == trial.position}
        if self.question.kind not in ("move", "pair"):  # the turn lets only some of them move it
            tried |= {word.token for word in self._own_words(trial)}
        for word in self._move_words[:WORDS]:
            if word.token not in tried:
                yield CodeChange(WORD, word.entry, trial.word.name, word.name, word=word)

    def _own_words(self, trial: WordTrial) -> list[Word]:
        """Return the move words of the list that a trial belongs to."""
        declared = self.game.declaration
        piece = declared.pieces[(trial.piece & at.PIECE_MASK) - 1]
        own = declared.lists.get(piece.drops if trial.drop else piece.moves)
        return [] if own is None else [word for word, _ in own.entries]

    @lazy
    def _lost(self) -> dict[str, Word]:
        """Return the words that could be in a list of moves, and that nothing uses."""
        forth = self.game.forth
        used = {text for text, _, _ in self.wording.tokens}
        return {
            word.name: word
            for word in forth.dictionary.words[forth.fence :]
            if word.kind == "colon"
            and word.name not in used
            and word.name not in at.EVENT_NAMES
            and forth.program.comes_to(word.entry, COMMITTING)
        }

    @lazy
    def _move_words(self) -> list[Word]:
        """Return the words of all move lists, and those that could be there and are not used."""
        listed = [w for each in self.game.declaration.lists.values() for w, _ in each.entries]
        return list({word.token: word for word in (*self._lost.values(), *listed)}.values())

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
        if own is not None and own in lists:
            untried = self.untried(word, address, "drops" if trial.drop else "moves")
            untried = untried[:1] or ["it was not tried"]
            return f"`{word.name}`{bracketed(word.place)} would make it; {untried[0]}", UNLISTED
        stems = [STEM.match(entry.name) for entry, _ in own.entries] if own else []
        stem = STEM.match(word.name)
        alike = sum(stem is not None and m is not None and m[1] == stem[1] for m in stems)
        used = {address for piece in declared.pieces for address in (piece.moves, piece.drops)}
        unused = [a for a, each in declared.lists.items() if a not in used and each in lists]
        shared = own is not None and any(_share(own, each) for each in lists)
        more = SIBLING if alike >= ALIKE_IN_LIST or unused else 0 if shared else -FOREIGN
        title = f"`{word.name}`{bracketed(word.place)} would make it"
        if not lists:
            return f"{title}, and is in no list of moves: {where} lacks it", UNLISTED
        names = ", ".join(f"{each.name}{lines_of(self.wording, each)}" for each in lists[:2])
        place = self.wording.declared.place("pieces", "{piece}", piece.name)
        lines = [] if own is None else [p.place for p in entries_in(self.wording, own)]
        where = f"{own.name if own else 'no list'}{bracketed(place, *lines[:4])}"
        return f"{title}; it is in {names}, and {piece.name} has {where}", WEIGHTS[WORD] + more

    # -- sentences --------------------------------------------------------------------------------

    def _reason(self, run: ChangedRun) -> Reason:
        change, trial = run.change, run.trial
        decision = change.decision
        beside = min(MOST_BESIDE, len(run.more) - 1 + len(run.fewer))
        weight = WEIGHTS[change.kind] - (0 if change.kind == WORD else beside)
        name = f"`{trial.word.name}`{bracketed(trial.word.place)}"
        if change.kind == SWITCH and decision is not None:
            sentence = f"{name} needs {needs(self.wording, decision)}"
            weight -= 5 if decision.passed else 0
            weight -= FIXED if decision.origin.word in FLAGS else 0
            weight += sum(map(_clash, decisive_parts(decision)))
        elif change.kind == WORD:
            sentence, base = self._word_reason(run)
            weight += base - WEIGHTS[WORD]
        elif change.kind == DIRECTION:
            sentence, more = self._direction_reason(run)
            exact = beside == 0 and len(self.question.text.split()) > PLAIN_MOVE
            weight += more + (SPECIFIC if exact and more <= 0 else 0)
        else:
            sentence, test = self._operation_reason(run)
            decision, _ = self.test_with(trial, change.cell) if test is not None else (None, None)
            if change.was in BOUNDARY and (test is None or _clash(test) >= 0):
                weight += (LOOP_EDGE if self._in_loop(change.cell) else EDGE) - WEIGHTS[OPERATION]
            elif test is not None and change.was in BOUNDARY:
                weight += _clash(test)
            elif change.was in POINTS_OF_VIEW:
                weight += VIEW - WEIGHTS[OPERATION]
            elif change.was in SIDES:
                weight += SIDE - WEIGHTS[OPERATION]
        weight += self.counts.weight(change, trial)
        if change.kind == NUMBER and change.would not in numbers_beside(change.was):
            weight -= FARTHER
        if change.kind != WORD and self._doubted(change.cell):
            weight += DOUBTED
        return Reason(sentence, weight, trial, decision, change.cell, change.kind)

    def _in_loop(self, cell: int) -> bool:
        """Return whether a cell is inside of a loop of its word."""
        word = self.game.forth.dictionary.find(self.probe.owner(cell))
        if word is None or word.kind != "colon":
            return False
        code = self.game.forth.program.function(word.entry).instructions.values()
        return any(way <= cell <= each.cell for each in code for way in each.ways)

    def _doubted(self, cell: int) -> bool:
        place = self.probe.place(cell)
        return place is not None and (Path(place.file).name, place.line) in self.doubted

    def _operation_reason(self, run: ChangedRun) -> tuple[str, Origin | None]:
        """Return a sentence about an operation, and the test that it made."""
        change, word = run.change, run.trial.word
        name = f"`{word.name}`{bracketed(word.place)}"
        owner = self.probe.owner(change.cell)
        inside = "" if owner == run.trial.word.name else f" in `{owner}`"
        where = self.wording.at(change.cell)
        test, origin = self.test_with(run.trial, change.cell)
        if test is not None and origin is not None and change.was in BOUNDARY:
            needed = needs(self.wording, replace(test, origin=origin))
            return f"{name} needs {needed}; with `{change.would}` it would be made", origin
        seen = "" if origin is None else self.wording.reason(origin, 0, change.cell, False)
        seen = f": {seen}" if seen else ""
        if change.kind == RESULT:
            result = f"if `{change.was}`{where} gave {change.by:+} more"
            return f"{name} would make it {result}{inside}{seen}", origin
        sentence = f"{name} has `{change.was}`{inside} where `{change.would}` would make it"
        return f"{sentence}{where}{seen}", origin

    def test_with(self, trial: WordTrial, cell: int) -> tuple[Decision | None, Origin | None]:
        """Return the last decision whose flag a cell made a part of, and that part."""
        tests = [test for segment in trial.segments for test in segment.tests]
        tests.reverse()
        for test in sorted(tests, key=lambda test: test.passed):
            for origin in origins_of(test):
                if origin.cell == cell and origin.inputs:
                    return test, origin
        return None, None

    def _direction_reason(self, run: ChangedRun) -> tuple[str, int]:
        """Return a sentence about a direction, and the weight of its evidence."""
        change, trial = run.change, run.trial
        name, owner = f"`{trial.word.name}`", self.probe.owner(change.cell)
        where = self.wording.at(change.cell)
        ways = self.changes.directions_of(owner)
        others = [way for way in dict.fromkeys(way for way, _ in ways) if way != change.would]
        twice = [way for way, count in Counter(way for way, _ in ways).items() if count > 1]
        inside = "" if owner == trial.word.name else f" in `{owner}`"
        weight = DOUBLED if self._doubles(trial) else 0
        lacking = len(others) >= SEVERAL and all(way != change.would for way, _ in ways)
        if lacking:
            one = len(others) + 1 == len(self.changes.numbers)
            weight += LACKING_ONE if one else LACKING
        if lacking and change.was in twice:
            lines = self._lines(cell for way, cell in ways if way == change.was)
            weight += DOUBLED
            return (
                f"`{owner}` goes `{change.was}` twice ({lines}) and never `{change.would}`, "
                f"which would make it",
                weight,
            )
        if lacking:
            lines = self._lines(cell for _, cell in ways)
            gone = ", ".join(f"`{way}`" for way in others)
            return (
                f"`{owner}` goes {gone} ({lines}) and not `{change.would}`, which would make it",
                weight,
            )
        if any(way == change.would for way, _ in ways) and not weight:
            weight -= REPEATED
        if _names(trial.word.name, change.would, change.was):
            never = all(way != change.would for way, _ in ways)
            fully = never and _ending(trial.word.name) == change.would.lower()
            weight += NAMED_FULLY if fully else NAMED
        elif _ending(trial.word.name) == _initials(change.would, self.changes.links):
            weight += NAMED_FULLY
        twin = self._twin(trial)
        also = (
            f"; it makes what `{twin.word.name}`{bracketed(twin.word.place)} makes" if twin else ""
        )
        turned = self._turned(change) or self._idle(change)
        weight += UNTURNED if turned else 0
        weight -= FOREIGN if weight <= 0 else 0
        return (
            f"{name} goes `{change.was}`{inside}{where} where `{change.would}` would make it"
            f"{also}{turned}",
            weight,
        )

    def _lines(self, cells: Iterable[int]) -> str:
        places = (self.probe.place(cell) for cell in cells)
        return joined(place for place in places if place is not None)

    def _turned(self, change: CodeChange) -> str:
        """Report a direction that the symmetries do not turn for the player, but turn others."""
        mover = self.game.forth.processor.cell(at.A_PLAYER) & at.PLAYER_MASK
        player = self.game.player_by_code(mover)
        others = [player is not known for known in self.game.declaration.players[:1]]
        if not self.game.declaration.symmetric and any(others) and player is not None:
            was, would = (self.changes.links[name] for name in (change.was, change.would))
            if would == {target: start for start, target in was.items()}:
                turns = f"turn `{change.was}` for {player.name}"
                return f"; the script has no {{symmetries that {turns}"
        notes = self.wording.ways.notes([(change.was, 0, change.cell)])
        return next((f"; {note}" for note in notes if "not turned for" in note), "")

    def _idle(self, change: CodeChange) -> str:
        """Report a direction that would do and that no word and no symmetry comes to."""
        said = {text for text, _, owner in self.wording.tokens if owner}
        pairs = self.game.declaration.symmetric
        turned = {way.name for _, a, b, both in pairs for way in ((a, b) if both else (b,))}
        if not self.wording.ways.turns() or change.would in said | turned:
            return ""
        places = bracketed(*(part.place for part in self.wording.declared.parts("symmetries")))
        return f"; no word uses `{change.would}`, and {{symmetries{places} do not turn to it"

    def _doubles(self, trial: WordTrial) -> bool:
        """Return whether a trial makes only moves that are made twice, or goes back and forth."""
        if self._twin(trial) is not None:
            return True
        ran = (self.probe.operation(cell) for segment in trial.segments for cell in segment.ran)
        if any(name in UNDOING for name in ran):
            return False
        places = [[hop.target for hop in segment.hops] for segment in trial.segments]
        return any(trial.position in way for way in places)

    def _twin(self, trial: WordTrial) -> WordTrial | None:
        """Return another trial at the position that makes the same moves, if there are any."""
        own = self._texts(trial)
        if not own:
            return None
        same = (t for t in self.found.trials if t.position == trial.position and t is not trial)
        return next((t for t in same if self._texts(t) == own), None)

    def _texts(self, trial: WordTrial) -> list[str]:
        return [made.text for made in self.found.moves if made.trial is trial]


def _clash(test: Origin) -> int:
    """Return the weight of the kinds of numbers that a test compares."""
    if len(test.inputs) != 2:
        return 0
    if all(_is_fixed(operand) for operand in test.inputs):
        return -FIXED
    for one, other in (test.inputs, test.inputs[::-1]):
        if one.word in WHOLE and other.word not in WHOLE and 0 < other.value < SMALL:
            return CLASH
    return 0


def numbers_beside(number: str) -> tuple[str, ...]:
    """Return the texts of the numbers next to a number, or none for another word."""
    return tuple(str(int(number) + by) for by in NEARBY) if DIGITS.match(number) else ()


def _is_plain(part: Origin) -> bool:
    """Return whether a test asks for the contents of a position or for a direction."""
    return part.word not in COMPARING | AGAINST_ZERO


def _is_fixed(origin: Origin, deep: int = 0) -> bool:
    """Return whether a number only depends on numbers in the script."""
    if not origin.inputs:
        return bool(DIGITS.match(origin.word))
    return deep < DEEPEST and all(_is_fixed(operand, deep + 1) for operand in origin.inputs)


def _initials(way: str, ways: Collection[str]) -> str:
    """Return `ne` for northeast if north and east are directions too, or an empty string."""
    known = {one: way[len(one) :] for one in ways if way.startswith(one)}
    return next((one[0] + other[0] for one, other in known.items() if other in ways), "")


def _ending(word: str) -> str:
    return re.split(r"[-_./]", word.lower())[-1]


def _names(word: str, way: str, instead: str) -> bool:
    """Return whether the end of a word's name suggests one of two directions."""
    ending = _ending(word)
    ends = [ending.endswith((name.lower(), name[:1].lower())) for name in (way, instead)]
    return ends == [True, False]


def _share(one: MoveList, other: MoveList) -> bool:
    """Return whether two lists share at least half of their words."""
    words = [{entry.token for entry, _ in each.entries} for each in (one, other)]
    return 2 * len(words[0] & words[1]) >= min(map(len, words))


def _has(listed: list[tuple[Word, int]], word: Word) -> bool:
    return any(entry.token == word.token for entry, _ in listed)


def best(found: list[Reason]) -> list[Reason]:
    """Return the heaviest reasons, each place once."""
    chosen: list[Reason] = []
    for reason in sorted(found, key=lambda each: -each.weight):
        if chosen and reason.weight < chosen[0].weight - MARGIN:
            break
        if all(not _same(reason, other) for other in chosen):
            chosen.append(reason)
    return [reason for reason in chosen[:LIKELY] if reason.weight >= LEAST]


def _same(one: Reason, other: Reason) -> bool:
    """Return whether two reasons are about the same test of a trial."""
    if one.sentence == other.sentence:
        return True
    if one.trial is not other.trial:
        return False
    cells = [{origin.cell for origin in origins_of(r.decision)} | {r.decision.cell}
             if r.decision is not None else {r.cell} for r in (one, other)]  # fmt: skip
    return not cells[0].isdisjoint(cells[1]) or one.cell == other.cell
