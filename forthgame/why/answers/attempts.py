"""Turns watched trials of move words into attempts, ordered by relevance."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import replace
from itertools import takewhile

from forthgame.rules.script import Script
from forthgame.why.answers.attempt_ranking import (
    ALIKE,
    Ending,
    Ranking,
    changed_by,
    origins_of,
    places_of,
)
from forthgame.why.answers.question import Question
from forthgame.why.inspection.short_texts import move_text, piece_name, positions_of
from forthgame.why.recording.event_record import folded
from forthgame.why.recording.stack_origins import MOST_SOURCES, Origin, cells_read, sources
from forthgame.why.recording.trial import PARTIAL, UNDOING, Decision, Recorded, Segment, Trial
from forthgame.why.wording.executed_lines import executed_lines, named_in
from forthgame.why.wording.explanation import FEW_TESTS, SHOWN, Attempt
from forthgame.why.wording.move_differences import differences, move_differences
from forthgame.why.wording.wording import Wording
from forthgame.words.effect_sets import PASSING
from forthgame.words.registers import memory_layout as at

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


class Attempts:
    """Makes attempts from trials. The machine must hold the position and the move list."""

    def __init__(self, game: Script, question: Question, wording: Wording) -> None:
        self.game, self.question, self.wording = game, question, wording
        self.ranking = Ranking(question, wording)
        self.differing: list[int] = []  # positions where the nearest move differs
        self.reads: list[tuple[int, str]] = []  # cells of the board record that it read

    def of(self, trials: list[Trial], told: Container[int] = ()) -> tuple[list[Attempt], int]:
        """Return the attempts of watched trials, most relevant first, and the number to show.

        Moves with an address in `told` are left out.
        """
        attempts = [
            (trial, self._reached(trial, segment))
            for trial in trials
            if trial.watched
            for segment in trial.segments or [Segment()]
            if not (segment.move and segment.move in told)
        ]
        places = self.ranking.endings(attempts)
        close = [place for place in places if place.rank[0] >= CLOSE]
        first: dict[str, Ending] = {}
        for place in places:
            first.setdefault(place.trial.word.name, place)
        telling = {id(place): place for place in [*close[:CLOSE_SHOWN], *first.values()]}
        order = telling | {id(place): place for place in places}
        shown = min(len(telling), SHOWN) if close else SHOWN
        for place in list(order.values())[:1]:
            self.differing = self._differing(place.segment)[2]
            self.reads = cells_read(self.game, _roots(place.segment, None))
        found = []
        for place in order.values():
            twins = tuple(self.attempt(*twin) for twin in place.twins)
            found.append(replace(self.attempt(place.trial, place.segment), twins=twins))
        return found, shown

    def _reached(self, trial: Trial, segment: Segment) -> Segment:
        """Cut a segment at the position where the move of the question would have ended."""
        asked = self.question
        goes = asked.kind == "pair" or (asked.kind == "move" and not asked.anywhere)
        if not goes or not asked.targets or trial.position != asked.origin:
            return segment
        if segment.move and self.ranking.alike(segment) >= ALIKE:
            return segment  # it made nearly the move of the question
        return _up_to(segment, asked.targets[0])

    # -- in words -------------------------------------------------------------------------------

    def attempt(self, trial: Trial, segment: Segment, told: bool = False) -> Attempt:
        """Describe a segment of a trial; pass `told` for the segment that made the move."""
        probe = self.wording.probe
        ended, place_cell, last = self._ended(trial, segment)
        place = probe.place(place_cell) if place_cell >= 0 else None
        place = place or trial.word.place
        moment = segment if last is None else last
        calls = tuple(call for call in moment.calls if call.place is not None)
        path = self.wording.path(trial.position, segment.hops)
        differs, roots, _ = ([], [], []) if told else self._differing(segment)
        tests = self._on_the_way(trial, segment) if told else self._before(segment, last)
        tests += [self.wording.unlooked(origin) for origin in segment.unlooked]
        known = tuple(line.strip() for line in differs)
        tests = [t for t in dict.fromkeys(tests) if not any(line.startswith(t) for line in known)]
        ways = self.wording.ways.notes(_gone(segment))
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
            made=told,
        )

    def _differing(self, segment: Segment) -> tuple[list[str], list[Origin], list[int]]:
        """Compare the move of a segment with the move of the question.

        Returns lines about the actions and tests at differing positions, the origins of the numbers
        used there, and the positions.
        """
        asked, declared = self.question, self.game.declaration
        if asked.kind != "move" or not segment.move or self.ranking.alike(segment) < ALIKE:
            return [], [], []
        pieces = [piece.name for piece in declared.pieces]
        made = move_text(self.game, segment.move)
        lines: list[str] = []
        roots: list[Origin] = []
        positions: list[int] = []
        for part in move_differences(asked.text, made, declared.positions, pieces):
            lines.append(part.told())
            places = [declared.positions.index(name) for name in part.positions]
            positions += places
            for action in segment.actions:
                about = set(positions_of(action.kind, action.values)) & set(places)
                if about or any(_names(text, action) for text in part.made):
                    lines.append(f"  {self.wording.action(action)}{self._given(action)}")
                    roots += [*action.inputs, *(test.origin for test in action.decisions)]
            tests = [t for t in segment.tests if t.here in places or self._about(t) & set(places)]
            lines += [f"  {self.wording.decision(test)}" for test in tests[-ABOUT:]]
            roots += [test.origin for test in reversed(tests)]
        return list(dict.fromkeys(lines))[:DIFFERING], roots, positions

    def _about(self, test: Decision) -> set[int]:
        """Return the positions a decision depends on, including indexes into arrays."""
        indexes = {
            origin.inputs[-1].value
            for origin in origins_of(test)
            if origin.inputs and self.wording.is_variable(origin.word)
        }
        return places_of(test) | indexes

    def _given(self, action: Recorded) -> str:
        """Describe the origin of the numbers passed to an action that were read from memory."""
        read = [o for o in action.inputs if any(i.stored for i in (o, *o.inputs))]
        told = [self.wording.gave(origin, 0, action.cell) for origin in read]
        return f"; {'; '.join(dict.fromkeys(told))}" if told else ""

    def _before(self, segment: Segment, last: Decision | None) -> list[str]:
        earlier = [t for t in segment.tests if t is not last][-EARLIER:]
        tests = [self.wording.decision(t, variables=False) for t in reversed(earlier)]
        return tests + [f"recorded: {self.wording.action(a)}" for a in segment.actions[-RECORDED:]]

    def _on_the_way(self, trial: Trial, segment: Segment) -> list[str]:
        """Describe the tests of a word before it added a move, in order, and the missing ones."""
        count = next((k for k, s in enumerate(trial.segments) if s is segment), -1) + 1
        asked = [test for own in trial.segments[:count] for test in own.tests]
        own = {id(test) for test in segment.tests}
        lines = folded(asked, self.wording.decision, ON_THE_WAY, lambda test: id(test) in own)
        lines += self._not_asked(segment, asked)
        return lines + differences(trial.word, self.wording)

    def _not_asked(self, segment: Segment, asked: list[Decision]) -> list[str]:
        """Describe the positions that a move changes without any test of their contents."""
        known = {position for test in asked for position in places_of(test)}
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
                told = f", and {len(rest)} times more: {', '.join(rest[:NAMED])}{more}"
                lines.append(self.wording.action(action) + told)
        return lines

    def _ended(self, trial: Trial, segment: Segment) -> tuple[str, int, Decision | None]:
        """Return a sentence about the end of a segment, the cell to show, and the last decision."""
        last = segment.decision
        if segment.error is not None:
            told = f"an error: {segment.error.message} in `{segment.word}`"
            return told, segment.cell, None
        if segment.end == "added":
            text = move_text(self.game, segment.move)
            which = "it" if text == self.question.text else f"`{text}`"
            return f"added {which}", segment.cell, None
        if segment.end == "nothing" and segment.word in PASSING:
            partial = self.wording.probe.processor.cell(at.SYSTEM_CELLS["$partial"])
            why = "a pass is in the list already"
            if partial and segment.word == "PassNoPartial":
                why = "a partial move goes before"
            return f"`{segment.word}` added nothing, because {why}", segment.cell, None
        if segment.end == "nothing":
            why = "an equal move is there (`unique`)" if segment.actions else "nothing was recorded"
            return f"`add-move` added nothing, because {why}", segment.cell, None
        if segment.end == PASSED and last is not None:
            where = self.wording.position(segment.here)
            told = f"came to {where} and went on; `{last.word}` decided there"
            return f"{told}: {self.wording.flag(last)}", last.cell, last
        if segment.end == "limit":
            return "it ran on for too long to be watched further", segment.cell, last
        if segment.end == "verify" and last is not None:
            return f"`verify` ended it: {self.wording.flag(last)}", last.cell, last
        if segment.actions:
            action = segment.actions[-1]
            told = "recorded something and ended without `add-move`"
            return f"{told}: {self.wording.action(action)}", action.cell, None
        before = takewhile(lambda own: own is not segment, trial.segments)
        which = "another move" if any(own.end == "added" for own in before) else "a move"
        if last is not None:
            how = "turned back" if segment.end == "back" else f"ended without adding {which}"
            return f"{how}; `{last.word}` decided: {self.wording.flag(last)}", last.cell, last
        return f"ended without a test and without adding {which}", -1, None


def _names(text: str, action: Recorded) -> bool:
    """Return whether a part without a position (`partial 0`, `= king`) belongs to an action."""
    if text.startswith("partial"):
        return action.kind == PARTIAL
    return text.startswith("=") and action.kind in (at.ACT_TYPE, at.ACT_OWNER)


def _roots(segment: Segment, last: Decision | None) -> list[Origin]:
    """Return the origins that the end of a segment depends on, nearest first."""
    found = [] if last is None else [last.origin]
    for action in reversed(segment.actions):
        found += [*action.inputs, *(test.origin for test in action.decisions)]
    return found + [test.origin for test in reversed(segment.tests)]


def _gone(segment: Segment) -> list[tuple[str, int, int]]:
    """Return the directions that a segment followed or tried in vain: word, position, cell."""
    gone = [(hop.word, hop.source, hop.cell) for hop in segment.hops]
    origins = (origin for test in segment.tests for origin in origins_of(test))
    return gone + [(o.word, o.here, o.cell) for o in origins if not o.value]


def _up_to(segment: Segment, target: int) -> Segment:
    """Cut a segment at its last decision at a position from which its path went on.

    The whole segment is returned if it only looked around there, decided nothing there, or passed
    `verify` there, because then later tests matter. Segments with an error stay as they are.
    """
    if segment.end == "error":
        return segment
    given_up = segment.end == "back" and segment.kept == 0  # back at the piece's own position
    way = segment.hops if segment.kept < 0 or given_up else segment.hops[: segment.kept]
    for number in range(len(segment.tests) - 1, -1, -1):
        last = segment.tests[number]
        if last.here != target or last.recorded or last.hops >= len(way):
            continue
        if given_up and last.passed:
            continue  # a test beyond that position may have decided
        if way[last.hops].word in UNDOING:
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
            kept=-1,
            unlooked=(),
        )
    return segment
