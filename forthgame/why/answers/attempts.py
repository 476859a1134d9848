"""Turns watched trials of move words into attempts, ranked by how near they came to a move."""

from __future__ import annotations

from collections.abc import Container, Iterable
from dataclasses import dataclass, field, replace
from itertools import takewhile

from forthgame.check.word_kinds import HERE, THERE
from forthgame.rules.script import Script
from forthgame.why.answers.question import Question, alike as nearness
from forthgame.why.inspection.short_texts import brief, move_text, piece_name, positions_of
from forthgame.why.recording.recorded_runs import folded
from forthgame.why.recording.stack_origins import (
    MOST_SOURCES,
    Origin,
    cells_read,
    expression,
    sources,
)
from forthgame.why.recording.trial import PARTIAL, UNDOING, Decision, Recorded, Segment, WordTrial
from forthgame.why.wording.explanation import FEW_TESTS, SHOWN, Attempt
from forthgame.why.wording.move_differences import differences, move_differences
from forthgame.why.wording.source_notes import executed_lines, named_in
from forthgame.why.wording.wording import Wording
from forthgame.words.effect_sets import PASSING
from forthgame.words.registers import memory_layout as at

FAILED = 11  # worth of an attempt that ended with an error
ENDED = 10  # of one that scanned positions and then ended by a test
NEARLY = 9  # of one that added nearly the same move
ALIKE = 0.5  # least similarity of the texts of such moves
FELL_THROUGH = 5  # of one that ran to its end
STOPS = frozenset(("verify", "nothing"))  # ends after which no other path is tried

Rank = tuple[int, int, int, int, int]
CLOSE = 5  # worth of an attempt that came near the move of the question
CLOSE_SHOWN = 2  # of these, shown before the best attempt of every word
EARLIER = 5  # decisions before the last one that are shown
ON_THE_WAY = 14  # decisions on the way to a move
ABOUT = 1  # decisions about a position where two moves differ
DIFFERING = 5  # lines about the differences of two moves
RECORDED = 4  # actions of a move that was not added
TOGETHER = 3  # actions of one place that share a line
NAMED = 12  # positions named in such a line
PASSED = "passed"  # end of a segment cut off at a position from which the word went on


@dataclass
class AttemptGroup:
    """Attempts that ended at the same cell: the nearest one, and its twins."""

    rank: Rank
    trial: WordTrial
    segment: Segment
    twins: list[tuple[WordTrial, Segment]] = field(default_factory=list)


class AttemptRanking:
    """Orders attempts by how near they came to the move of the question."""

    def __init__(self, question: Question, wording: Wording) -> None:
        self.question, self.wording, self.ways = question, wording, wording.ways
        self._spots = wording.game.declaration.spots()
        self._named: dict[str, set[str]] = {}
        self._touched: dict[int, tuple[Segment, set[int]]] = {}  # by id, kept with the segment

    def endings(
        self, attempts: Iterable[tuple[WordTrial, Segment]], first: WordTrial | None = None
    ) -> list[AttemptGroup]:
        """Return the attempts, those of `first` and the nearest first, with equal endings grouped.

        Attempts of two words are grouped only if they came equally near.
        """
        ranked = [(self.rank(trial, segment), trial, segment) for trial, segment in attempts]
        ranked.sort(key=lambda entry: (entry[1] is first, entry[0]), reverse=True)
        found: list[AttemptGroup] = []
        own: dict[tuple[object, ...], AttemptGroup] = {}
        equal: dict[tuple[object, ...], AttemptGroup] = {}
        for rank, trial, segment in ranked:
            end = _end(segment)
            same_word = (*end, trial.word.token)
            alike = (*end, rank[0])
            place = own.get(same_word) or (equal.get(alike) if end[1] >= 0 else None)
            if place is None or segment.error or segment.empty:
                place = AttemptGroup(rank, trial, segment)
                found.append(place)
                if not segment.move:
                    equal.setdefault(alike, place)
            else:
                place.twins.append((trial, segment))
            own.setdefault(same_word, place)
        return found

    def rank(self, trial: WordTrial, segment: Segment) -> Rank:
        """Return a sort key: worth, real end, tested targets, distance, recorded actions."""
        worth = self._worth(trial, segment)
        touched = sum(self._touches(segment, target) for target in self.question.targets)
        if segment.move and (near := self.alike(segment)) >= ALIKE:
            return NEARLY, 1, round(100 * near), 0, 1
        away = min((self._distance(segment.here, t) for t in self.question.targets[:1]), default=0)
        return worth, int(segment.end != "back"), touched, -away, int(bool(segment.actions))

    def _distance(self, here: int, target: int) -> int:
        """Return the distance of two positions in king steps on a grid, 0 without a grid."""
        if here not in self._spots or target not in self._spots:
            return 0
        board, row, column = self._spots[here]
        far, other, beside = self._spots[target]
        return max(abs(row - other), abs(column - beside)) if board == far else 0

    def alike(self, segment: Segment) -> float:
        """Return the similarity of a segment's move to the move of the question, from 0 to 1."""
        if self.question.kind != "move":
            return 0.0
        return nearness(self.question.text, move_text(self.wording.game, segment.move))

    def _worth(self, trial: WordTrial, segment: Segment) -> int:
        if segment.error is not None:
            return FAILED
        if segment.end == "limit":
            return 0
        near = self._nearness(trial, segment)
        if trial.position != self.question.origin:
            if not self.question.anywhere:
                away = self.question.origin >= 0 and not trial.drop
                return min(4, near) if away else near
            if trial.drop:  # it is dropped elsewhere
                return min(4, near)
        last = bool(trial.segments) and trial.segments[-1] is segment
        scanned = any(other.end == "back" for other in trial.segments)
        if last and scanned and not trial.moves:
            if segment.end in STOPS:
                return ENDED
            return max(near, FELL_THROUGH) if segment.end == "end" else near
        return near

    def _nearness(self, trial: WordTrial, segment: Segment) -> int:
        """Return the worth by the positions that the question names."""
        targets = self.question.targets
        if not targets:
            if segment.move:
                return 1
            return 2 if segment.end == "back" else 3
        touched = sum(self._touches(segment, target) for target in targets)
        if segment.move:
            return 4 if touched else 2
        if touched:
            return 6 + min(touched, 2)
        passed = any(hop.target in targets for hop in segment.hops)
        if (
            passed
            or self._leads_towards(segment, targets[0])
            or self._named_way(trial, segment, targets[0])
        ):
            return 6
        return 2 if segment.hops or segment.actions else 1

    def _touches(self, segment: Segment, target: int) -> bool:
        """Return whether a segment failed a test at a position or recorded an action there."""
        known = self._touched.get(id(segment))
        if known is None:
            failed = [test for test in segment.tests if not test.passed]
            places = {place for test in failed for place in (test.here, *_tested_positions(test))}
            places.update(place for a in segment.actions if a.kind > 0 for place in a.values[:2])
            known = self._touched[id(segment)] = segment, places
        return target in known[1]

    def _leads_towards(self, segment: Segment, target: int) -> bool:
        """Return whether the segment's last direction, continued, reaches a position.

        A direction without a link there counts if its usual step leads to the position.
        """
        if segment.hops:
            return self.ways.reaches(segment.hops[-1].word, segment.here, target)
        tried = origins_of(segment.tests[-1]) if segment.tests else []
        return any(self.ways.meant(o.word, o.here, target) for o in tried)

    def _named_way(self, trial: WordTrial, segment: Segment, target: int) -> bool:
        """Return whether a word that ended before any step names a direction to a position."""
        if segment.hops or segment.end not in ("verify", "end"):
            return False
        if not self._named:
            for text, _, owner in self.wording.tokens:
                if text in self.ways.names:
                    self._named.setdefault(owner, set()).add(text)
        named = self._named.get(trial.word.name, ())
        return any(self.ways.reaches(name, trial.position, target) for name in named)


def _end(segment: Segment) -> tuple[str, int]:
    """Return the kind of a segment's end and the cell to show."""
    decision = segment.decision
    last = decision.cell if decision is not None else -1
    if segment.end in ("added", "nothing", "error"):
        return segment.end, segment.cell
    if segment.end != "verify" and segment.actions:
        return "recorded", segment.actions[-1].cell
    return segment.end, last


def origins_of(test: Decision) -> list[Origin]:
    """Return the origin of a decision's flag and the origins of its inputs, recursively."""
    return origins_in((test.origin,))


def origins_in(numbers: Iterable[Origin]) -> list[Origin]:
    """Return numbers and the inputs that they were made of, recursively."""
    found: list[Origin] = []
    todo = list(numbers)
    while todo and len(found) < 40:
        origin = todo.pop()
        found.append(origin)
        todo += origin.inputs
    return found


def _tested_positions(test: Decision) -> set[int]:
    """Return the positions that a decision tested by number."""
    return {o.inputs[0].value for o in origins_of(test) if o.word in THERE and o.inputs}


def places_of(test: Decision) -> set[int]:
    """Return the positions whose contents a decision tested."""
    return {o.here for o in origins_of(test) if o.word in HERE} | _tested_positions(test)


def changed_by(action: Recorded) -> int:
    """Return the position that an action fills or clears, -1 if there is none."""
    if action.kind in (at.ACT_MOVE, at.ACT_MOVE_TAKE):
        return action.values[1]
    return action.values[0] if action.kind in (at.ACT_CAPTURE, at.ACT_ADD) else -1


class Attempts:
    """Makes attempts from trials. The machine must hold the position and the move list."""

    def __init__(self, game: Script, question: Question, wording: Wording) -> None:
        self.game, self.question, self.wording = game, question, wording
        self.ranking = AttemptRanking(question, wording)
        self.differing: list[int] = []  # positions where the nearest move differs
        self.reads: list[tuple[int, str]] = []  # cells of the board record that it read

    def of(
        self,
        trials: list[WordTrial],
        described: Container[int] = (),
        first: WordTrial | None = None,
    ) -> tuple[list[Attempt], int]:
        """Return the attempts of watched trials, most relevant first, and the number to show.

        Moves with an address in `described` are left out. The attempts of the trial `first` come
        first.
        """
        attempts = [
            (trial, self._cut_at_target(trial, segment))
            for trial in trials
            if trial.watched
            for segment in trial.segments or [Segment()]
            if not (segment.move and segment.move in described)
        ]
        places = self.ranking.endings(attempts, first)
        close = [place for place in places if place.rank[0] >= CLOSE]
        of_word: dict[str, AttemptGroup] = {}
        for place in places:
            of_word.setdefault(place.trial.word.name, place)
        telling = {id(place): place for place in [*close[:CLOSE_SHOWN], *of_word.values()]}
        order = telling | {id(place): place for place in places}
        shown = min(len(telling), SHOWN) if close else SHOWN
        for place in list(order.values())[:1]:
            self.differing = self._compare_moves(place.segment)[2]
            self.reads = cells_read(self.game, _roots(place.segment, None))
        found = []
        for place in order.values():
            twins = tuple(self.attempt(*twin) for twin in place.twins)
            found.append(replace(self.attempt(place.trial, place.segment), twins=twins))
        return found, shown

    def _cut_at_target(self, trial: WordTrial, segment: Segment) -> Segment:
        """Cut a segment at the position where the move of the question would have ended."""
        question = self.question
        goes = question.kind == "pair" or (question.kind == "move" and not question.anywhere)
        made = segment.move and self.ranking.alike(segment) >= ALIKE  # nearly the move in question
        if not goes or not question.targets or trial.position != question.origin or made:
            return segment
        return _cut_at(segment, question.targets[0])

    # -- in words -------------------------------------------------------------------------------

    def attempt(self, trial: WordTrial, segment: Segment, made: bool = False) -> Attempt:
        """Describe a segment of a trial; pass `made` for the segment that made the move."""
        probe = self.wording.probe
        ended, place_cell, last = self._describe_end(trial, segment)
        place = probe.place(place_cell) if place_cell >= 0 else None
        place = place or trial.word.place
        moment = segment if last is None else last
        calls = tuple(call for call in moment.calls if call.place is not None)
        path = self.wording.path(trial.position, segment.hops)
        differs, roots, _ = ([], [], []) if made else self._compare_moves(segment)
        tests = self._on_the_way(trial, segment) if made else self._earlier_tests(segment, last)
        tests += [self.wording.untested(origin) for origin in segment.untested]
        known = tuple(line.strip() for line in differs)
        tests = [t for t in dict.fromkeys(tests) if not any(line.startswith(t) for line in known)]
        ways = self.wording.ways.notes(_directions_tried(segment))
        shown = [str(place), ended, *path, *differs, *map(str, calls), *tests[:FEW_TESTS]]
        nearest = sources(roots or _roots(segment, last), MOST_SOURCES)
        ran = executed_lines(
            self.wording, trial.segments, segment, trial.word.name, nearest, named_in(shown)
        )
        return Attempt(
            trial.word.name,
            self.wording.position(trial.position),
            piece_name(self.game, trial.piece),
            ended,
            place,
            path,
            moment.stack,
            calls,
            tuple(tests),
            ran=(*ran, *ways),
            differs=tuple(differs),
            made=made,
        )

    def _compare_moves(self, segment: Segment) -> tuple[list[str], list[Origin], list[int]]:
        """Compare the move of a segment with the move of the question.

        Returns lines about the actions and tests at differing positions, the origins of the numbers
        used there, and the positions.
        """
        question, declared = self.question, self.game.declaration
        if question.kind != "move" or not segment.move or self.ranking.alike(segment) < ALIKE:
            return [], [], []
        pieces = [piece.name for piece in declared.pieces]
        made = move_text(self.game, segment.move)
        lines: list[str] = []
        roots: list[Origin] = []
        positions: list[int] = []
        for part in move_differences(question.text, made, declared.positions, pieces):
            lines.append(part.sentence())
            places = [declared.positions.index(name) for name in part.positions]
            positions += places
            lines += self._missed_step(segment, places)
            own = [
                action
                for action in segment.actions
                if any(_belongs_to(text, action, declared.positions) for text in part.made)
            ]
            for action in (*own, *(a for a in segment.actions if a not in own)):
                about = set(positions_of(action.kind, action.values)) & set(places)
                if about or action in own:
                    lines.append(f"  {self.wording.action(action)}{self._argument_origins(action)}")
                    roots += [*action.inputs, *(test.origin for test in action.decisions)]
            tests = [
                t
                for t in segment.tests
                if t.here in places or self._positions_tested(t) & set(places)
            ]
            lines += [f"  {self.wording.decision(test)}" for test in tests[-ABOUT:]]
            roots += [test.origin for test in reversed(tests)]
        return list(dict.fromkeys(lines))[:DIFFERING], roots, positions

    def _missed_step(self, segment: Segment, places: list[int]) -> list[str]:
        """Name the step of a path that passes the first of some positions of the question by.

        It goes on in the direction that led to the position named before.
        """
        names, ways = self.game.declaration.positions, self.wording.ways
        asked = [names.index(word) for word in self.question.text.split() if word in names]
        missed = next((place for place in places if place in asked[1:]), -1)
        before = asked[asked.index(missed) - 1] if missed >= 0 else -1
        arriving = {hop.word for hop in segment.hops if hop.target == before}
        leaving = [h for h in segment.hops if h.source == before and h.word in arriving]
        if not leaving or leaving[0].word not in ways.names or leaving[0].target == missed:
            return []
        word, cell = leaving[0].word, leaving[0].cell
        where = ways.linked_at(word, before, cell)
        return [f"{ways.leads(word, before, cell)}, not to {names[missed]}{where}"]

    def _positions_tested(self, test: Decision) -> set[int]:
        """Return the positions a decision depends on, including indexes into arrays."""
        indexes = {
            origin.inputs[-1].value
            for origin in origins_of(test)
            if origin.inputs and self.wording.is_variable(origin.word)
        }
        return places_of(test) | indexes

    def _argument_origins(self, action: Recorded) -> str:
        """Describe the origins of an action's numbers: reads, constants, other lines."""
        read = [o for o in action.inputs if any(i.stored for i in (o, *o.inputs))]
        origins = [self.wording.gave(origin, 0, action.cell) for origin in read]
        constants = self.wording.values.constants
        origins += [
            f"`{o.word}` is defined in {brief(constants[o.word])}"
            for o in action.inputs
            if o.word in constants
        ]
        where = self.wording.at(action.cell)
        origins += [
            f"`{expression(o)}` is from {self.wording.at(o.cell).strip(' ()')}"
            for o in action.inputs
            if o.word and o not in read and o.cell >= 0 and self.wording.at(o.cell) != where
        ]
        return f"; {'; '.join(dict.fromkeys(origins))}" if origins else ""

    def _earlier_tests(self, segment: Segment, last: Decision | None) -> list[str]:
        earlier = [t for t in segment.tests if t is not last][-EARLIER:]
        tests = [self.wording.decision(t, variables=False) for t in reversed(earlier)]
        return tests + [f"recorded: {self.wording.action(a)}" for a in segment.actions[-RECORDED:]]

    def _on_the_way(self, trial: WordTrial, segment: Segment) -> list[str]:
        """Describe the tests of a word before it added a move, in order, and the missing ones."""
        count = next((k for k, s in enumerate(trial.segments) if s is segment), -1) + 1
        tests = [test for own in trial.segments[:count] for test in own.tests]
        own = {id(test) for test in segment.tests}
        return [
            *folded(tests, self.wording.decision, ON_THE_WAY, lambda test: id(test) in own),
            *self._untested_changes(segment, tests),
            *differences(trial.word, self.wording),
        ]

    def _untested_changes(self, segment: Segment, tests: list[Decision]) -> list[str]:
        """Describe the positions that a move changes without any test of their contents."""
        known = {position for test in tests for position in places_of(test)}
        return [
            f"nothing asked what stands on {self.wording.position(changed_by(action))} before "
            f"`{action.word}`{self.wording.at(action.cell)}"
            for action in segment.actions
            if changed_by(action) >= 0 and changed_by(action) not in known
        ]

    def actions(self, actions: list[Recorded]) -> list[str]:
        """Describe actions in order; many actions of one place share a line."""
        by_place: dict[tuple[int, int], list[Recorded]] = {}
        for action in actions:
            by_place.setdefault((action.kind, action.cell), []).append(action)
        lines: list[str] = []
        for action in actions:
            alike = by_place[action.kind, action.cell]
            if len(alike) < TOGETHER or action.kind <= 0:
                lines.append(self.wording.action(action))
            elif action is alike[0]:
                rest = [self.wording.position(other.values[0]) for other in alike[1:]]
                more = " …" if len(rest) > NAMED else ""
                others = f", and {len(rest)} times more: {', '.join(rest[:NAMED])}{more}"
                lines.append(self.wording.action(action) + others)
        return lines

    def _describe_end(self, trial: WordTrial, segment: Segment) -> tuple[str, int, Decision | None]:
        """Return a sentence about the end of a segment, the cell to show, and the last decision."""
        last = segment.decision
        if segment.error is not None:
            sentence = f"an error: {segment.error.message} in `{segment.word}`"
            return sentence, segment.cell, None
        if segment.end == "added":
            text = move_text(self.game, segment.move)
            which = "it" if text == self.question.text else f"`{text}`"
            return f"added {which}", segment.cell, None
        if segment.end == "nothing" and segment.word in PASSING:
            partial = self.wording.probe.processor.cell(at.SYSTEM_CELLS["$partial"])
            after_partial = partial and segment.word == "PassNoPartial"
            why = "a partial move goes before" if after_partial else "a pass is in the list already"
            return f"`{segment.word}` added nothing, because {why}", segment.cell, None
        if segment.end == "nothing":
            why = "an equal move is there (`unique`)" if segment.actions else "nothing was recorded"
            return f"`add-move` added nothing, because {why}", segment.cell, None
        if segment.end == PASSED and last is not None:
            where = self.wording.position(segment.here)
            sentence = f"came to {where} and went on; `{last.word}` decided there"
            return f"{sentence}: {self.wording.flag(last)}", last.cell, last
        if segment.end == "limit":
            return "it ran on for too long to be watched further", segment.cell, last
        if segment.end == "verify" and last is not None:
            return f"`verify` ended it: {self.wording.flag(last)}", last.cell, last
        if segment.actions:
            action = segment.actions[-1]
            sentence = "recorded something and ended without `add-move`"
            return f"{sentence}: {self.wording.action(action)}", action.cell, None
        before = takewhile(lambda own: own is not segment, trial.segments)
        which = "another move" if any(own.end == "added" for own in before) else "a move"
        if last is not None:
            how = "turned back" if segment.end == "back" else f"ended without adding {which}"
            return f"{how}; `{last.word}` decided: {self.wording.flag(last)}", last.cell, last
        return f"ended without a test and without adding {which}", -1, None


def _belongs_to(text: str, action: Recorded, positions: list[str]) -> bool:
    """Return whether a part (`partial 0`, `= king`, `x a1`) surely belongs to an action."""
    if text.startswith("partial"):
        return action.kind == PARTIAL
    if text.startswith("x "):
        return action.kind == at.ACT_CAPTURE and text.endswith(f" {positions[action.values[0]]}")
    if action.kind == at.ACT_ADD and not text.startswith("="):
        return text.endswith(f" {positions[action.values[0]]}")
    return text.startswith("=") and action.kind in (at.ACT_TYPE, at.ACT_OWNER)


def _roots(segment: Segment, last: Decision | None) -> list[Origin]:
    """Return the origins that the end of a segment depends on, nearest first."""
    found = [] if last is None else [last.origin]
    for action in reversed(segment.actions):
        found += [*action.inputs, *(test.origin for test in action.decisions)]
    return found + [test.origin for test in reversed(segment.tests)]


def _directions_tried(segment: Segment) -> list[tuple[str, int, int]]:
    """Return the directions that a segment followed or tried in vain: word, position, cell."""
    gone = [(hop.word, hop.source, hop.cell) for hop in segment.hops]
    origins = (origin for test in segment.tests for origin in origins_of(test))
    return gone + [(o.word, o.here, o.cell) for o in origins if not o.value]


def _cut_at(segment: Segment, target: int) -> Segment:
    """Cut a segment at its last decision at a position from which its path went on.

    The whole segment is returned if it only looked around there, decided nothing there, or passed
    `verify` there, because then later tests matter. Segments with an error stay as they are.
    """
    if segment.end == "error":
        return segment
    given_up = segment.end == "back" and segment.continuing == 0  # back at the piece's own position
    way = segment.hops if segment.continuing < 0 or given_up else segment.hops[: segment.continuing]
    for number in range(len(segment.tests) - 1, -1, -1):
        last = segment.tests[number]
        if last.here != target or last.recorded or last.hops >= len(way):
            continue
        # if it gave up, a test beyond that position may have decided
        if (given_up and last.passed) or way[last.hops].word in UNDOING:
            continue
        if last.word == "verify":
            break
        return replace(
            segment,
            hops=way[: last.hops],
            tests=segment.tests[: number + 1],
            actions=[],
            end=PASSED,
            cell=last.cell,
            move=0,
            here=target,
            continuing=-1,
            untested=(),
        )
    return segment
