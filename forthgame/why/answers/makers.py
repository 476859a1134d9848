"""Finds what is suspicious about a move that is made: two makers, missing tests, near misses.

Near misses are operations with which the move would not be made if they were similar ones, while
the same word would go on to make its other moves.
"""

from __future__ import annotations

from collections.abc import Iterator
from time import thread_time

from forthgame.base.errors import Place
from forthgame.check.word_kinds import HERE, THERE
from forthgame.why.answers.attempts import Attempts, changed_by, origins_of
from forthgame.why.answers.question import same_start
from forthgame.why.answers.reasons import BOUNDARY, POINTS_OF_VIEW, Reason, ReasonFinder, best
from forthgame.why.inspection.short_texts import bracketed, contents, joined, named_move
from forthgame.why.recording.changed_runs import NUMBER, OPERATION, CodeChange, switches
from forthgame.why.recording.recorded_runs import GeneratedMove
from forthgame.why.recording.stack_origins import MOST_SOURCES, expression, sources
from forthgame.why.recording.trial import Decision, Recorded, Segment, WordTrial
from forthgame.why.wording.explanation import cut
from forthgame.why.wording.move_differences import differences, overwritten
from forthgame.why.wording.needs import decisive_parts
from forthgame.why.wording.source_notes import entries_of
from forthgame.words.registers import memory_layout as at

TWICE = 90  # weight of a move that is made more than once
OVERWRITTEN = 85  # of an action that a later one undoes
OWN_TAKEN = 80  # of a piece that takes one of its owner, without a test for friends
LEFT_OVER = 72  # of a variable that the word tests and does not set
REPLACED = 82  # the same, if it would make another move from and to the same positions instead
COMPARED = 48  # of a test that a similar word has
UNASKED = 44  # of another piece that is taken without a test
BEGINNING = 19  # added if a count begins with the number
DETAIL = 12  # added if an operation changes only what the move does besides
ASIDE = 8  # subtracted for each other trial that makes none of its moves any more
PARTLY = 2  # for each that makes others
UNCOMPARED = 10  # subtracted if no other trial was compared
TRIALS = 4  # other trials of the word that are compared
LEAST = 40  # weight of a reason that is told
PLAIN = 70  # weight of the list of tests that let the move pass
SUSPECTED = 58  # of a near miss that is told before those tests
NAMED = 3  # makers that are named
PASSED = 5  # tests that are listed
FIRST = 2  # of these, those that ran first
BESIDE = 4  # further actions that are named
LONGEST_SEEN = 90  # characters of what a changed test saw
LONGEST_TESTS = 260  # characters of tests that stand before an action
LONGEST_TEST = 32  # characters of a test in the list
NEAR = {"AND": 60, "OR": 68, "<>": 40, "=": 40}
PIECES = frozenset(("piece", "piece-at", "player", "player-at", "board[]"))
TYPES = frozenset(
    ("piece-type", "piece-type-at", "not-empty?", "not-empty-at?", "empty?", "empty-at?")
)  # tests that do not ask for the owner


class MadeReasons:
    """Finds the reasons why a move is made. The machine must hold the position and the list."""

    def __init__(self, finder: ReasonFinder, attempts: Attempts) -> None:
        self.finder, self.attempts = finder, attempts
        self.wording, self.found = finder.wording, finder.found
        self.made = ""

    def of(self, legal: list[GeneratedMove]) -> list[Reason]:
        """Return what is suspicious about the first of some moves, the most suspicious first."""
        made = legal[0]
        trial, segment = made.trial, made.segment
        self.made = made.text
        if trial is None or segment is None:
            return []
        found = [
            *self._twice([other for other in legal if other.text == made.text]),
            *(Reason(text, OVERWRITTEN, trial) for text in overwritten(self.wording, segment)),
            *self._untested(trial, segment),
            *self._left_over(trial),
        ]
        needed = self._needed_tests(trial, segment)
        nearly = list(self._near_misses(made, trial))
        passed = self._passed(segment, needed, {r.cell for r in nearly if r.weight >= SUSPECTED})
        old = [*self._old_values(trial, needed)]
        beside = (
            []
            if old
            else [
                *self._compared(trial, segment),
                *self._unturned(trial, segment),
                *self._of_another_player(nearly, passed),
            ]
        )
        nearest = [r for r in best(nearly)[:1] if r.weight >= SUSPECTED - PARTLY]
        nearly = [reason for reason in nearly if reason not in nearest]
        first = [*old[:1], *(reason.sentence for reason in nearest)]
        passed = "; ".join((*first, passed, *(each.sentence for each in beside[:1])))
        found += [Reason(passed, PLAIN, trial), *nearly]
        return best([reason for reason in found if reason.weight >= LEAST])

    def _needed_tests(self, trial: WordTrial, segment: Segment) -> list[Decision]:
        """Return the tests without which the move would not be made, in order.

        If there is no time to find out, return all tests before it.
        """
        needed: dict[int, bool] = {}
        for change in switches(trial, self.wording.probe):
            if thread_time() > self.finder.until:
                self.finder.cut = True
                break
            run = self.finder.runs.compare(trial, change)
            needed[id(change.decision)] = run is None or self.made in run.fewer
        count = next((k for k, each in enumerate(trial.segments) if each is segment), 0)
        tests = [test for each in trial.segments[: count + 1] for test in each.tests]
        return [test for test in tests if needed.get(id(test), self.finder.cut)] or tests

    def _passed(self, segment: Segment, tests: list[Decision], suspected: set[int]) -> str:
        """List tests that let a move pass, and its first action, with their lines.

        Of many tests, those with suspected operations are shown besides the first and last ones.
        """
        told: dict[str, bool] = {}
        lines: dict[str, list[Place]] = {}
        for test in tests:
            sign = "" if test.passed else " (not)"
            cells = (test.cell, *(part.cell for part in decisive_parts(test)))
            places = (self.wording.probe.place(cell) for cell in cells if cell >= 0)
            doubted = not suspected.isdisjoint(part.cell for part in origins_of(test))
            known = [place for place in places if place is not None]
            text = f"`{cut(expression(test.origin), LONGEST_TEST)}`{sign}{bracketed(*known)}"
            told[text] = told.get(text, False) or doubted
            lines[text] = known
        shown = list(told)
        if len(shown) > PASSED:
            middle = shown[FIRST : FIRST - PASSED]
            between = [text for text in middle if told[text]][:FIRST]
            rest = [text for text in middle if text not in between]
            omitted = [place for text in rest for place in lines[text]]
            more = [f"{len(rest)} more{bracketed(*omitted)}"] if rest else []
            shown[FIRST : FIRST - PASSED] = [*between, *more]
        onto = [action for action in segment.actions if changed_by(action) >= 0]
        after = f"after {', '.join(shown)}" if shown else "without a test"
        if not segment.actions:
            return after
        first = (onto or segment.actions)[0]
        others = [each for each in segment.actions if each is not first]
        others = [each for each in others if not self._handed_on(segment, each)]
        guarded = dict.fromkeys(self._guarded(segment, action) for action in others)
        does = self.wording.action(first)
        both = f"{after}: {does}" if len(after) <= LONGEST_TESTS else f"{does}, {after}"
        return "; ".join((both, *list(guarded)[:BESIDE]))

    def _handed_on(self, segment: Segment, action: Recorded) -> bool:
        """Return whether an action hands a number on to a word that is named for the same line."""
        if action.kind != at.ACT_LITERAL:
            return False
        place = self.wording.probe.place(action.cell)
        runs = (self.wording.probe.place(a.cell) for a in segment.actions if a.kind == at.ACT_WORD)
        return place is not None and any(
            other is not None and other.line == place.line for other in runs
        )

    def _guarded(self, segment: Segment, action: Recorded) -> str:
        """Name an action, with its line and that of the test before it."""
        number = segment.actions.index(action)
        tests = [test for test in segment.tests if test.recorded <= number]
        cells = [cell for test in tests[-1:] for cell in (test.cell, test.origin.cell)]
        places = (self.wording.probe.place(cell) for cell in (action.cell, *cells) if cell >= 0)
        word = self.finder.game.forth.dictionary.by_token(action.values[0])
        runs = word is not None and action.kind == at.ACT_WORD
        name = f"runs `{word.name}`" if word is not None and runs else f"`{action.word}`"
        return f"{name}{bracketed(*places)}"

    def _of_another_player(self, nearly: list[Reason], told: str) -> Iterator[Reason]:
        """Yield the near misses with another player, of lines that are not named yet."""
        for reason in nearly:
            where = self.wording.at(reason.cell)
            if "player" in self.wording.probe.word(reason.cell) and where.strip(" ()") not in told:
                yield reason

    def _unturned(self, trial: WordTrial, segment: Segment) -> Iterator[Reason]:
        """Yield directions of the path that are not turned for the player, and others are."""
        hops = [(hop.word, hop.source, hop.cell) for hop in segment.hops]
        for note in self.wording.ways.notes(hops):
            if "not turned for" in note:
                yield Reason(note, COMPARED, trial)

    def _twice(self, same: list[GeneratedMove]) -> Iterator[Reason]:
        if len(same) < 2:
            return
        makers: dict[str, None] = {}
        for made in same:
            if made.trial is None or made.segment is None:
                continue
            word = made.trial.word
            path = self.wording.path(made.trial.position, made.segment.hops)
            way = f", path {path[-1]}" if path else ""
            entries = [part.place for part in entries_of(self.wording, word)]
            where = bracketed(word.place, *entries)
            makers.setdefault(f"by `{word.name}`{where}{way}")
        number = {2: "twice"}.get(len(same), f"{len(same)} times")
        told = " and ".join(list(makers)[:NAMED])
        again = "" if len(makers) > 1 else " each time"
        lists = self._listed_twice(same[0].trial)
        yield Reason(f"it is made {number}, {told}{again}{lists}", TWICE, same[0].trial)

    def _listed_twice(self, trial: WordTrial | None) -> str:
        parts = [] if trial is None else entries_of(self.wording, trial.word)
        owners = [part.owner for part in parts]
        double = next((owner for owner in owners if owners.count(owner) > 1), "")
        if trial is None or not double:
            return ""
        places = joined(part.place for part in parts if part.owner == double)
        return f"; `{trial.word.name}` is in {double} twice ({places})"

    def _untested(self, trial: WordTrial, segment: Segment) -> Iterator[Reason]:
        """Yield moves onto pieces whose owner no test asked for."""
        for action in segment.actions:
            place = changed_by(action)
            cell = contents(self.finder.game, place) if place >= 0 else 0
            moves = action.kind in (at.ACT_MOVE, at.ACT_MOVE_TAKE)
            stays = moves and action.values[0] == place
            own = cell & at.PLAYER_MASK == trial.piece & at.PLAYER_MASK
            if not cell or not moves or stays or self._asks_owner(trial, segment, action, own):
                continue
            asks = "asks `friend?`" if own else "asks whose piece is there"
            owner = self.finder.game.forth.dictionary.find(self.wording.probe.owner(action.cell))
            began = None if owner is None else owner.place
            where = bracketed(began, self.wording.probe.place(action.cell))
            sentence = f"nothing {asks} before `{action.word}`{where}: {self.wording.holds(place)}"
            lines = self._way_there(segment, action)
            yield Reason(f"{sentence}{lines}", OWN_TAKEN if own else UNASKED, trial)

    def _way_there(self, segment: Segment, action: Recorded) -> str:
        """Return the lines of the last step and the last test before an action."""
        cells = [hop.cell for hop in segment.hops[-1:]]
        cells += [cell for test in segment.tests[-1:] for cell in (test.cell, test.origin.cell)]
        places = [self.wording.probe.place(cell) for cell in cells if cell >= 0]
        told = joined(place for place in places if place is not None)
        return f"; it came there in {told}" if told else ""

    def _asks_owner(self, trial: WordTrial, until: Segment, action: Recorded, own: bool) -> bool:
        """Return whether a test before an action depends on the piece that it changes.

        For a piece of the player's own, it must depend on its owner.
        """
        place, number = changed_by(action), until.actions.index(action)
        without = TYPES if own else {"not-empty?", "not-empty-at?"}
        count = next((k for k, segment in enumerate(trial.segments) if segment is until), 0)
        return any(
            origin.word in HERE | THERE | PIECES
            and (origin.inputs[0].value if origin.inputs else origin.here) == place
            and origin.word not in without
            for segment in trial.segments[: count + 1]
            for test in segment.tests
            if segment is not until or test.recorded <= number
            for origin in origins_of(test)
        )

    def _left_over(self, trial: WordTrial) -> Iterator[Reason]:
        """Yield the variables without whose old values the move would not be made."""
        for run, sentence in self.finder.old_values.of(trial):
            if self.made in run.fewer:
                told = f"{sentence}; with {run.change.would} it would not be made"
                instead = next((t for t in run.more if same_start(self.made, t)), "")
                told += f", but {named_move(instead)}" if instead else ""
                yield Reason(told, REPLACED if instead else LEFT_OVER, trial)

    def _old_values(self, trial: WordTrial, tests: list[Decision]) -> Iterator[str]:
        """Yield the values of tests that earlier moves have left."""
        for test in tests:
            for sentence in self.finder.causes.of(test, trial):
                if " since move " in sentence or "no move of this game" in sentence:
                    yield sentence

    def _compared(self, trial: WordTrial, segment: Segment) -> Iterator[Reason]:
        owners = {self.wording.probe.owner(action.cell) for action in segment.actions}
        for line in differences(trial.word, self.wording):
            if any(f", `{name}` does not" in line for name in (trial.word.name, *owners)):
                yield Reason(line.removeprefix("compare: "), COMPARED, trial)

    # -- near misses -------------------------------------------------------------------------------

    def _near_misses(self, made: GeneratedMove, trial: WordTrial) -> Iterator[Reason]:
        """Yield the operations with which the move would not be made if they were others."""
        others = [
            t
            for t in self.found.trials
            if t.word.token == trial.word.token and t is not trial and t.start is not None
        ]
        others.sort(key=lambda t: not t.moves)
        tests = [test.origin for segment in trial.segments for test in segment.tests]
        deciding = set(sources(tests, MOST_SOURCES))
        for function in self.finder.game.forth.program.called(trial.unwatched):
            deciding |= function.instructions.keys()
        for run in self.finder.runs_of([trial], self.finder.operations):
            weight = _weight(run.change)
            if run.change.kind == NUMBER and self.finder.counts.begins(run.change.cell):
                weight += BEGINNING
            if any(same_start(made.text, text) for text in run.more):
                weight += DETAIL
            if made.text not in run.fewer or weight < LEAST or run.change.cell not in deciding:
                continue
            weight -= 0 if others else UNCOMPARED
            weight -= PARTLY * (len(run.fewer) > 1 or bool(run.more))
            for other in others[:TRIALS]:
                compared = self.finder.runs.compare(other, run.change)
                changed = compared is None or bool(compared.fewer or compared.more)
                gone = compared is None or 0 < len(other.moves) <= len(compared.fewer)
                weight -= ASIDE if gone else PARTLY * changed
            if weight >= LEAST:
                yield Reason(
                    self._near_miss(run.change, trial), weight, trial, None, run.change.cell
                )

    def _near_miss(self, change: CodeChange, trial: WordTrial) -> str:
        where = self.wording.at(change.cell)
        _, origin = self.finder.test_with(trial, change.cell)
        seen = "" if origin is None else self.wording.gave(origin, 0, change.cell)
        seen = f": {cut(seen, LONGEST_SEEN)}" if seen else ""
        owner = self.wording.probe.owner(change.cell)
        instead = f"with `{change.would}` for `{change.was}` in `{owner}`{where}"
        return f"{instead} it would not be made{seen}"


def _weight(change: CodeChange) -> int:
    if change.kind == OPERATION:
        if change.was in BOUNDARY:
            return 66
        if change.was in POINTS_OF_VIEW:
            return 60 if change.was.endswith("player") else 0
        return NEAR.get(change.was, 30)
    return 47 if change.kind == NUMBER else 0
