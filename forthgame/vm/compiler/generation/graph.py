"""All ways through a move word as one graph, and where each move is added, as decisions."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from forthgame.lang import layout as at
from forthgame.vm.compiler.generation.decisions import NO, YES, Decisions
from forthgame.vm.compiler.generation.places import Place, Stop
from forthgame.vm.compiler.generation.recording import Action, Inexact
from forthgame.vm.compiler.generation.ways import WayReader

MOST_STOPS = 4000  # of one word
STRAIGHT = ("end", "branch", "join")  # stops where no move is added
MOST_ADDED = 64  # places where one word adds a move


@dataclass(frozen=True)
class Site:
    """A move of a word: the word that adds it, and the decision where that is reached."""

    kind: str
    decision: int


class Ways:
    """The graph of one word. Raises Inexact."""

    def __init__(self, reader: WayReader, word: int, type: int, drops: bool) -> None:
        self._reader = reader
        self._start = reader.begin(word, type, drops)
        self._stops: dict[Place, Stop] = {}
        self.order = self._explore()

    def _explore(self) -> list[Place]:
        """The places of the graph, each before those that it leads to."""
        finished: list[Place] = []
        open_places: set[Place] = set()
        todo: list[tuple[Place, bool]] = [(self._start, False)]
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
                raise self._reader.inexact("the word has too many ways")
            stop = self._stops[place] = self._reader.run(place)
            open_places.add(place)
            todo.append((place, True))
            todo.extend((following, False) for following in stop.next)
        finished.reverse()
        return finished

    def most_actions(self) -> int:
        """The most that a move of the word may record."""
        most: dict[Place, int] = {}
        greatest = 0
        for place in self.order:
            stop = self._stops[place]
            count = most.get(place, 0) + len(stop.actions)
            greatest = max(greatest, count)
            carried = count if stop.kind in STRAIGHT else 0
            for following in stop.next:
                most[following] = max(most.get(following, 0), carried)
        return greatest

    def only_move(self) -> tuple[Action, ...] | None:
        """What the word records for its move, if it makes one at most, always of the same actions,
        and records nothing else."""
        if not self._one_at_most:
            return None
        known: dict[Place, tuple[Action, ...] | None] = {self._start: ()}
        found: set[tuple[Action, ...] | None] = set()
        for place in self.order:
            stop, before = self._stops[place], known[place]
            unused = stop.kind == "end" and (stop.actions or place.recorded)
            if unused or (stop.actions and place in self._behind):
                return None
            actions = None if before is None else before + stop.actions
            if self._adds(place):
                found.add(actions)
                actions = ()
            for following in stop.next:
                same = known.setdefault(following, actions) == actions
                known[following] = actions if same else None
        return found.pop() if len(found) == 1 else None

    @cached_property
    def _adding(self) -> list[Place]:
        """The places where a move is added."""
        return [place for place in self.order if self._adds(place)]

    @cached_property
    def _behind(self) -> set[Place]:
        """The places that may be reached when a move has been added."""
        found: set[Place] = set()
        for place in self.order:
            if place in found or self._adds(place):
                found.update(self._stops[place].next)
        return found

    @cached_property
    def _one_at_most(self) -> bool:
        """Whether the word adds one move at most, and no pass."""
        added = (place not in self._behind for place in self._adding)
        return all(added) and {self._stops[place].kind for place in self._adding} == {"add-move"}

    def sites(self, decisions: Decisions) -> list[Site]:
        """The moves in the order in which the word adds them: one site if it adds one at most."""
        if len(self._adding) > MOST_ADDED:
            raise Inexact("the word makes too many moves")
        each = [self._adding] if self._one_at_most else [[place] for place in self._adding]
        found = (Site(self._stops[p[0]].kind, self._reached(p, decisions)) for p in each)
        return [site for site in found if site.decision != NO]

    def _adds(self, place: Place) -> bool:
        return self._stops[place].kind not in STRAIGHT

    def _reached(self, wanted: list[Place], decisions: Decisions) -> int:
        """Where one of some places of the graph is reached, from the beginning of the word."""
        known = dict.fromkeys(wanted, YES)
        last = max(map(self.order.index, wanted))
        for place in reversed(self.order[: last + 1]):
            if place in known:
                continue
            stop = self._stops[place]
            if stop.kind == "branch" and stop.test is not None:
                yes, no = (known.get(following, NO) for following in stop.next)
                known[place] = decisions.make(stop.test, yes, no)
            elif stop.next:
                known[place] = known.get(stop.next[0], NO)
        return known[self._start]


def fits(ways: Ways, action_limit: int) -> bool:
    """Whether a move of the word surely has no more actions than it may."""
    return (ways.most_actions() + 2) * at.ACTION_CELLS * at.CELL < action_limit
