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
    """The graph of all paths from a state on. Raises Inexact.

    States are numbered in topological order, because it takes long to hash them.
    """

    def __init__(self, reader: PathReader, start: PathState) -> None:
        self._reader = reader
        self._states: list[PathState] = []
        self._stops: list[PathEnd] = []
        self._next: list[tuple[int, ...]] = []
        self._explore(start)
        if len(self._adding) > MOST_ADDED:
            raise TooLarge("the word makes too many moves")

    def _explore(self, start: PathState) -> None:
        """Find all states, and number them in topological order."""
        states, found = [start], {start: 0}
        stops: dict[int, PathEnd] = {}
        following: dict[int, list[int]] = {}
        finished: list[int] = []
        open_states: set[int] = set()
        todo = [(0, False)]
        while todo:
            number, done = todo.pop()
            if done:
                open_states.discard(number)
                finished.append(number)
                continue
            if number in open_states:
                raise self._reader.inexact("a loop that need not end")
            if number in stops:
                continue
            if len(stops) >= MOST_STOPS:
                raise TooLarge("the word has too many ways")
            stop = stops[number] = self._reader.run(states[number])
            following[number] = []
            for state in stop.next:
                behind = found.setdefault(state, len(states))
                if behind == len(states):
                    states.append(state)
                following[number].append(behind)
            open_states.add(number)
            todo.append((number, True))
            todo.extend((behind, False) for behind in following[number])
        finished.reverse()
        order = {number: k for k, number in enumerate(finished)}
        self._states = [states[number] for number in finished]
        self._stops = [stops[number] for number in finished]
        self._next = [tuple(order[each] for each in following[number]) for number in finished]

    def most_actions(self) -> int:
        """Return the largest number of actions that a move of the word may record."""
        most = [0] * len(self._stops)
        greatest = 0
        for number, stop in enumerate(self._stops):
            count = most[number] + len(stop.actions)
            greatest = max(greatest, count)
            if stop.kind in STRAIGHT:
                for following in self._next[number]:
                    most[following] = max(most[following], count)
        return greatest

    def _recorded(self, among: Container[str] | None = None) -> dict[int, Actions]:
        """Return the actions recorded for each adding state; None if they depend on the path.

        Return an empty mapping if some recorded actions do not belong to a move. With `among`, only
        actions of these words count.
        """
        known: dict[int, Actions] = {0: ()}
        found: dict[int, Actions] = {}
        for number, stop in enumerate(self._stops):
            actions = known[number]
            if stop.kind == "end" and (stop.actions or self._states[number].recorded):
                return {}
            if actions is not None:
                actions += tuple(a for a in stop.actions if among is None or a.name in among)
            if stop.kind not in STRAIGHT:
                found[number], actions = actions, ()
            for following in self._next[number]:
                same = known.setdefault(following, actions) == actions
                known[following] = actions if same else None
        return found

    @lazy
    def _adding(self) -> list[int]:
        return [k for k, stop in enumerate(self._stops) if stop.kind not in STRAIGHT]

    @lazy
    def _before(self) -> list[int]:
        """Bits of the adding states, by number, from which each state can be reached."""
        found = [0] * len(self._stops)
        bits = {state: 1 << number for number, state in enumerate(self._adding)}
        for state, following in enumerate(self._next):
            behind = found[state] | bits.get(state, 0)
            for each in following:
                found[each] |= behind
        return found

    @lazy
    def _one_at_most(self) -> bool:
        """Return whether the word adds at most one move, and no pass."""
        added = (not self._before[state] for state in self._adding)
        return all(added) and {self._stops[state].kind for state in self._adding} == {"add-move"}

    @lazy
    def _actions(self) -> dict[int, Actions]:
        return self._recorded()

    @lazy
    def _groups(self) -> list[list[int]]:
        """The adding states, in groups of which one run reaches one state at most.

        The states of a group follow each other and record the same actions, unless there is one
        group or there would be too many.
        """
        if self._one_at_most:
            return [self._adding]
        groups = self._grouped(alike=True)
        return groups if len(groups) <= FEW_GROUPS else self._grouped(alike=False)

    def _grouped(self, alike: bool) -> list[list[int]]:
        groups: list[list[int]] = []
        within = 0  # bits of the states of the last group
        for number, state in enumerate(self._adding):
            last = groups[-1] if groups else []
            apart = self._before[state] & within == 0
            plain = all(self._stops[each].kind == "add-move" for each in (state, *last[:1]))
            same = not alike or self._alike(state, *last[:1])
            if not (last and apart and plain and same):
                groups.append(last := [])
                within = 0
            last.append(state)
            within |= 1 << number
        return groups

    def _alike(self, *states: int) -> bool:
        """Return whether states record the same known actions."""
        found = {self._actions.get(state) for state in states}
        return len(found) == 1 and None not in found

    def _groups_before(self, group: list[int]) -> int:
        """Return the bits of the groups that a run may reach before some states."""
        states = 0
        for state in group:
            states |= self._before[state]
        found, first = 0, 0
        for number, each in enumerate(self._groups):
            if states >> first & (1 << len(each)) - 1:
                found |= 1 << number
            first += len(each)
        return found

    def sites(self, decisions: Decisions) -> list[MoveSite]:
        """Return the moves in the order in which they are added, those of a group as one."""
        recorded, choosing = self._actions, self._recorded(FOR_CHOICES)
        found = [
            MoveSite(
                kind=self._stops[states[0]].kind,
                decision=self._reached(states, decisions),
                actions=_one({recorded.get(state) for state in states}),
                chosen_by=_one({choosing.get(state) for state in states}),
                number=number,
                before=self._groups_before(states),
            )
            for number, states in enumerate(self._groups)
        ]
        return [site for site in found if site.decision != NO]

    def steps(self) -> list[PathStep]:
        """Return the states that lead to moves in topological order, with unreachable sites."""
        sites = {state: k for k, group in enumerate(self._groups) for state in group}
        leading: set[int] = set()
        for state in reversed(range(len(self._stops))):
            if state in sites or not leading.isdisjoint(self._next[state]):
                leading.add(state)
        numbers = {state: k for k, state in enumerate(sorted(leading))}
        return [
            PathStep(
                self._stops[state].test,
                tuple(numbers.get(following, -1) for following in self._next[state]),
                sites.get(state, -1),
            )
            for state in numbers
        ]

    def stops(self) -> Iterator[tuple[PathState, PathEnd]]:
        """Iterate over the states of the graph and the ends of their straight runs, in order."""
        return zip(self._states, self._stops, strict=True)

    def reached(self, wanted: list[PathState], decisions: Decisions) -> int:
        """Return the decision that is true if one of some states is reached from the start."""
        among = set(wanted)
        return self._reached([k for k, each in enumerate(self._states) if each in among], decisions)

    def _reached(self, wanted: list[int], decisions: Decisions) -> int:
        known = dict.fromkeys(wanted, YES)
        for state in reversed(range(max(wanted, default=0))):
            if state in known:
                continue
            stop, following = self._stops[state], self._next[state]
            if stop.kind == "branch" and stop.test is not None:
                yes, no = (known.get(each, NO) for each in following)
                known[state] = decisions.make(stop.test, yes, no)
            elif following:
                known[state] = known.get(following[0], NO)
        return known.get(0, NO)


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
