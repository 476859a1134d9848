"""The graph of all paths through a move word, and decisions for each move that it adds."""

from __future__ import annotations

from collections.abc import Container, Iterator
from dataclasses import dataclass, field, replace

from forthgame.base.lazy import lazy
from forthgame.compile.reading.decision_diagrams import NO, YES, Decisions, PositionTest
from forthgame.compile.reading.path_reader import PathReader
from forthgame.compile.reading.path_states import (
    CHOICES,
    UNKNOWN_ACTION,
    Action,
    PathEnd,
    PathState,
    TooLarge,
)
from forthgame.words.effect_sets import CREATING
from forthgame.words.registers import memory_layout as at
from forthgame.words.word_sets import GOING_ON

# words that decide which moves `prefer` and `unique` remove
FOR_CHOICES = CHOICES | GOING_ON | {UNKNOWN_ACTION.name, "move", "drop", "drop-piece"}
MOST_STOPS = 20_000  # states of one word
STRAIGHT = ("end", "branch", "join", "left")  # kinds of stops that add no move
MOST_ADDED = 1200  # states of one word that add a move
FEW_GROUPS = 16  # of one word; with more, moves with different actions are in one group


Actions = tuple[Action, ...] | None


@dataclass(frozen=True)
class MoveSite:
    """A place in a word that adds a move.

    kind       the word that adds it
    decision   the decision that is true if the place is reached
    actions    the recorded actions; None if they depend on the path
    chosen_by  those of them that `prefer` and `unique` depend on
    number     its number in the word
    before     bits of the numbers of sites that one run of the word may reach earlier
    """

    kind: str
    decision: int
    actions: Actions = field(default=None, compare=False)
    chosen_by: Actions = field(default=None, compare=False)
    number: int = field(default=0, compare=False)
    before: int = field(default=0, compare=False)


@dataclass(frozen=True)
class PathStep:
    """A node of the graph from which a move is reached.

    `following` has the numbers of the next steps, for a branch first the one where the test is
    true; -1 leads to no move. `site` is the number of the site that the step reaches, or -1.
    """

    test: PositionTest | None
    following: tuple[int, ...]
    site: int = -1


class PathGraph:
    """The graph of all paths from a state on. Raises Inexact."""

    def __init__(self, reader: PathReader, start: PathState) -> None:
        self._reader, self._start = reader, start
        self._stops: dict[PathState, PathEnd] = {}
        self.order = self._explore()
        if len(self._adding) > MOST_ADDED:
            raise TooLarge("the word makes too many moves")

    def _explore(self) -> list[PathState]:
        """Return the states of the graph in topological order."""
        finished: list[PathState] = []
        open_places: set[PathState] = set()
        todo: list[tuple[PathState, bool]] = [(self._start, False)]
        while todo:
            place, done = todo.pop()
            if done:
                open_places.discard(place)
                finished.append(place)
                continue
            if place in open_places:
                raise self._reader.inexact("a loop that need not end")
            if place in self._stops:
                continue
            if len(self._stops) >= MOST_STOPS:
                raise TooLarge("the word has too many ways")
            stop = self._stops[place] = self._reader.run(place)
            open_places.add(place)
            todo.append((place, True))
            todo.extend((following, False) for following in stop.next)
        finished.reverse()
        return finished

    def most_actions(self) -> int:
        """Return the largest number of actions that a move of the word may record."""
        most: dict[PathState, int] = {}
        greatest = 0
        for place in self.order:
            stop = self._stops[place]
            count = most.get(place, 0) + len(stop.actions)
            greatest = max(greatest, count)
            if stop.kind in STRAIGHT:
                for following in stop.next:
                    most[following] = max(most.get(following, 0), count)
        return greatest

    def _recorded(self, among: Container[str] | None = None) -> dict[PathState, Actions]:
        """Return the actions recorded for each adding state; None if they depend on the path.

        Return an empty mapping if some recorded actions do not belong to a move. With `among`, only
        actions of these words count.
        """
        known: dict[PathState, Actions] = {self._start: ()}
        found: dict[PathState, Actions] = {}
        for place in self.order:
            stop, actions = self._stops[place], known[place]
            if stop.kind == "end" and (stop.actions or place.recorded):
                return {}
            if actions is not None:
                actions += tuple(a for a in stop.actions if among is None or a.name in among)
            if self._adds(place):
                found[place], actions = actions, ()
            for following in stop.next:
                same = known.setdefault(following, actions) == actions
                known[following] = actions if same else None
        return found

    @lazy
    def _adding(self) -> list[PathState]:
        return [place for place in self.order if self._adds(place)]

    @lazy
    def _before(self) -> dict[PathState, int]:
        """Bits of the adding states, by number, from which each state can be reached."""
        found: dict[PathState, int] = {}
        bits = {place: 1 << number for number, place in enumerate(self._adding)}
        for place in self.order:
            behind = found.get(place, 0) | bits.get(place, 0)
            for following in self._stops[place].next:
                found[following] = found.get(following, 0) | behind
        return found

    @lazy
    def _one_at_most(self) -> bool:
        """Return whether the word adds at most one move, and no pass."""
        added = (not self._before.get(place) for place in self._adding)
        return all(added) and {self._stops[place].kind for place in self._adding} == {"add-move"}

    @lazy
    def _actions(self) -> dict[PathState, Actions]:
        return self._recorded()

    @lazy
    def _groups(self) -> list[list[PathState]]:
        """The adding states, in groups of which one run reaches one state at most.

        The states of a group follow each other and record the same actions, unless there is one
        group or there would be too many.
        """
        if self._one_at_most:
            return [self._adding]
        groups = self._grouped(alike=True)
        return groups if len(groups) <= FEW_GROUPS else self._grouped(alike=False)

    def _grouped(self, alike: bool) -> list[list[PathState]]:
        groups: list[list[PathState]] = []
        within = 0  # bits of the states of the last group
        for number, place in enumerate(self._adding):
            last = groups[-1] if groups else []
            apart = self._before.get(place, 0) & within == 0
            plain = all(self._stops[each].kind == "add-move" for each in (place, *last[:1]))
            same = not alike or self._alike(place, *last[:1])
            if not (last and apart and plain and same):
                groups.append(last := [])
                within = 0
            last.append(place)
            within |= 1 << number
        return groups

    def _alike(self, *places: PathState) -> bool:
        """Return whether states record the same known actions."""
        found = {self._actions.get(place) for place in places}
        return len(found) == 1 and None not in found

    def _groups_before(self, places: list[PathState]) -> int:
        """Return the bits of the groups that a run may reach before some states."""
        states = 0
        for place in places:
            states |= self._before.get(place, 0)
        found, first = 0, 0
        for number, group in enumerate(self._groups):
            if states >> first & (1 << len(group)) - 1:
                found |= 1 << number
            first += len(group)
        return found

    def sites(self, decisions: Decisions) -> list[MoveSite]:
        """Return the moves in the order in which they are added, those of a group as one."""
        recorded, choosing = self._actions, self._recorded(FOR_CHOICES)
        found = [
            MoveSite(
                kind=self._stops[places[0]].kind,
                decision=self.reached(places, decisions),
                actions=_one({recorded.get(place) for place in places}),
                chosen_by=_one({choosing.get(place) for place in places}),
                number=number,
                before=self._groups_before(places),
            )
            for number, places in enumerate(self._groups)
        ]
        return [site for site in found if site.decision != NO]

    def steps(self) -> list[PathStep]:
        """Return the states that lead to moves in topological order, with unreachable sites."""
        sites = {place: k for k, group in enumerate(self._groups) for place in group}
        leading: set[PathState] = set()
        for place in reversed(self.order):
            if place in sites or not leading.isdisjoint(self._stops[place].next):
                leading.add(place)
        numbers = {place: k for k, place in enumerate(p for p in self.order if p in leading)}
        return [
            PathStep(
                self._stops[place].test,
                tuple(numbers.get(following, -1) for following in self._stops[place].next),
                sites.get(place, -1),
            )
            for place in numbers
        ]

    def _adds(self, place: PathState) -> bool:
        return self._stops[place].kind not in STRAIGHT

    def stops(self) -> Iterator[tuple[PathState, PathEnd]]:
        """Iterate over the states of the graph and the ends of their straight runs, in order."""
        return ((place, self._stops[place]) for place in self.order)

    def reached(self, wanted: list[PathState], decisions: Decisions) -> int:
        """Return the decision that is true if one of some states is reached from the start."""
        known = dict.fromkeys(wanted, YES)
        last = max(map(self.order.index, wanted), default=-1)
        for place in reversed(self.order[: last + 1]):
            if place in known:
                continue
            stop = self._stops[place]
            if stop.kind == "branch" and stop.test is not None:
                yes, no = (known.get(following, NO) for following in stop.next)
                known[place] = decisions.make(stop.test, yes, no)
            elif stop.next:
                known[place] = known.get(stop.next[0], NO)
        return known.get(self._start, NO)


def fits(ways: PathGraph, action_limit: int, each: int) -> bool:
    """Return whether no move of the word can exceed the limit of actions.

    `each` is the most records of one action.
    """
    return (each * ways.most_actions() + 2) * at.ACTION_CELLS * at.CELL < action_limit


def _one(found: set[Actions]) -> Actions:
    return found.pop() if len(found) == 1 else None


def same_moves(first: list[list[MoveSite]], second: list[list[MoveSite]]) -> bool:
    """Return whether a word makes the same moves for two piece types."""
    return first == second and all(
        _without_type(a) == _without_type(b)
        for one, other in zip(first, second, strict=True)
        for a, b in zip(one, other, strict=True)
    )


def _without_type(site: MoveSite) -> list[Action] | None:
    """Return the actions of a move, without the piece type if it does not matter."""
    if site.actions is None:
        return None
    return [
        action
        if action.name in CREATING or action.name.startswith("drop")
        else replace(action, type=0)
        for action in site.actions
    ]
