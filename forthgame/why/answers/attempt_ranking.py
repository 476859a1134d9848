"""Ranks attempts by how near they came to the move of the question and groups equal endings."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from forthgame.check.word_kinds import HERE, THERE
from forthgame.why.answers.question import Question, alike as nearness
from forthgame.why.inspection.short_texts import move_text
from forthgame.why.recording.stack_origins import Origin
from forthgame.why.recording.trial import Decision, Recorded, Segment, Trial
from forthgame.why.wording.wording import Wording
from forthgame.words.registers import memory_layout as at

FAILED = 11  # worth of an attempt that ended with an error
ENDED = 10  # of one that scanned positions and then ended by a test
NEARLY = 9  # of one that added nearly the same move
ALIKE = 0.5  # least similarity of the texts of such moves
FELL_THROUGH = 5  # of one that ran to its end
STOPS = frozenset(("verify", "nothing", "limit"))  # ends after which no other path is tried

Rank = tuple[int, int, int, int, int]


@dataclass
class Ending:
    """Attempts that ended at the same cell: the nearest one, and its twins."""

    rank: Rank
    trial: Trial
    segment: Segment
    twins: list[tuple[Trial, Segment]] = field(default_factory=list)


class Ranking:
    """Orders attempts by how near they came to the move of the question."""

    def __init__(self, question: Question, wording: Wording) -> None:
        self.question, self.wording, self.ways = question, wording, wording.ways
        self._spots = wording.game.declaration.spots()
        self._named: dict[str, set[str]] = {}

    def endings(self, attempts: Iterable[tuple[Trial, Segment]]) -> list[Ending]:
        """Return the attempts, nearest first, with equal endings grouped.

        Attempts of two words are grouped only if they came equally near.
        """
        ranked = [(self.rank(trial, segment), trial, segment) for trial, segment in attempts]
        ranked.sort(key=lambda entry: entry[0], reverse=True)
        found: list[Ending] = []
        own: dict[tuple[object, ...], Ending] = {}
        equal: dict[tuple[object, ...], Ending] = {}
        for rank, trial, segment in ranked:
            end = _end(segment)
            same_word = (*end, trial.word.token)
            alike = (*end, rank[0])
            place = own.get(same_word) or (equal.get(alike) if end[1] >= 0 else None)
            if place is not None and not (segment.error or segment.empty):
                place.twins.append((trial, segment))
                own.setdefault(same_word, place)
                continue
            place = Ending(rank, trial, segment)
            found.append(place)
            own.setdefault(same_word, place)
            if not segment.move:
                equal.setdefault(alike, place)
        return found

    def rank(self, trial: Trial, segment: Segment) -> Rank:
        """Return a sort key: worth, real end, tested targets, distance, recorded actions."""
        worth = self._worth(trial, segment)
        touched = sum(self._touches(segment, target) for target in self.question.targets)
        if segment.move and (near := self.alike(segment)) >= ALIKE:
            return NEARLY, 1, round(100 * near), 0, 1
        away = min((self._away(segment.here, t) for t in self.question.targets[:1]), default=0)
        return worth, int(segment.end != "back"), touched, -away, int(bool(segment.actions))

    def _away(self, here: int, target: int) -> int:
        """Return the distance of two positions in king steps on a grid, 0 without a grid."""
        if here not in self._spots or target not in self._spots:
            return 0
        board, row, column = self._spots[here]
        far, other, beside = self._spots[target]
        return max(abs(row - other), abs(column - beside)) if board == far else 0

    def alike(self, segment: Segment) -> float:
        """Return the similarity of a segment's move to the move of the question, from 0 to 1."""
        asked = self.question
        if asked.kind != "move":
            return 0.0
        return nearness(asked.text, move_text(self.wording.game, segment.move))

    def _worth(self, trial: Trial, segment: Segment) -> int:
        if segment.error is not None:
            return FAILED
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

    def _nearness(self, trial: Trial, segment: Segment) -> int:
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
        if any(h.target in targets for h in segment.hops):
            return 6
        if self._ahead(segment, targets[0]) or self._named_way(trial, segment, targets[0]):
            return 6
        return 2 if segment.hops or segment.actions else 1

    def _touches(self, segment: Segment, target: int) -> bool:
        """Return whether a segment failed a test at a position or recorded an action there."""
        for test in segment.tests:
            if not test.passed and (test.here == target or target in _asked(test)):
                return True
        return any(target in a.values[:2] and a.kind > 0 for a in segment.actions)

    def _ahead(self, segment: Segment, target: int) -> bool:
        """Return whether the segment's last direction, continued, reaches a position.

        A direction without a link there counts if its usual step leads to the position.
        """
        if segment.hops:
            return self.ways.reaches(segment.hops[-1].word, segment.here, target)
        tried = origins_of(segment.tests[-1]) if segment.tests else []
        return any(self.ways.meant(o.word, o.here, target) for o in tried)

    def _named_way(self, trial: Trial, segment: Segment, target: int) -> bool:
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
    found: list[Origin] = []
    todo = [test.origin]
    while todo and len(found) < 40:
        origin = todo.pop()
        found.append(origin)
        todo += origin.inputs
    return found


def _asked(test: Decision) -> set[int]:
    """Return the positions that a decision tested by number."""
    return {o.inputs[0].value for o in origins_of(test) if o.word in THERE and o.inputs}


def places_of(test: Decision) -> set[int]:
    """Return the positions whose contents a decision tested."""
    return {o.here for o in origins_of(test) if o.word in HERE} | _asked(test)


def changed_by(action: Recorded) -> int:
    """Return the position that an action fills or clears, -1 if there is none."""
    if action.kind in (at.ACT_MOVE, at.ACT_MOVE_TAKE):
        return action.values[1]
    return action.values[0] if action.kind in (at.ACT_CAPTURE, at.ACT_ADD) else -1
