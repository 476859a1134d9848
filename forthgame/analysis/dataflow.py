"""Dataflow analysis within a function, and graph traversals over functions.

An analysis defines the effect of one instruction: the state after it and the cells that the state
reaches. States are joined where paths meet, and the following code is visited again until nothing
changes (Kildall, 1973).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from heapq import heappop, heappush
from typing import Protocol, TypeVar

from forthgame.analysis.instruction import Instruction
from forthgame.analysis.time_checks import OFTEN, Look, time_check

State = TypeVar("State")
Item = TypeVar("Item")
Arrivals = Sequence[tuple[int, State]]  # successor cells of an instruction, each with a state
Step = Callable[[Instruction, State], Arrivals[State]]
Meet = Callable[[int, State, State], State | None]
_OFTEN = range(OFTEN)


class Walkable(Protocol):
    """Code with an entry and leaders, the cells where paths may meet."""

    start: int
    instructions: dict[int, Instruction]
    leaders: set[int]


def walk(
    function: Walkable,
    state: State,
    step: Step[State],
    meet: Meet[State],
    begin: Callable[[State], State] | None = None,
    in_order: bool = False,
) -> dict[int, State]:
    """Propagate states through a function; return those at its leaders.

    state     the state at the entry
    step      returns the successors of an instruction with their states
    meet      joins a new state with the one recorded at a cell; returns None if nothing changes,
              and may raise to end the walk
    begin     copies a state, if `step` changes states in place
    in_order  visits leaders in the order of the code, so that forward paths meet first
    """
    known, look = {function.start: state}, time_check()
    waiting, changed = [function.start], {function.start}
    while waiting:
        cell = heappop(waiting) if in_order else waiting.pop()
        if cell not in changed:
            continue
        changed.discard(cell)
        state = known[cell] if begin is None else begin(known[cell])
        for to, arriving in _stretch(function, cell, state, step, look):
            if to in known:
                joined = meet(to, known[to], arriving)
                if joined is None:
                    continue
                arriving = joined
            known[to] = arriving
            changed.add(to)
            if in_order:
                heappush(waiting, to)
            else:
                waiting.append(to)
    return known


def _stretch(
    function: Walkable, cell: int, state: State, step: Step[State], look: Look
) -> Arrivals[State]:
    """Follow straight code to the next leader or branch; return the states that arrive there."""
    instructions, leaders = function.instructions, function.leaders
    while True:
        look()
        for _ in _OFTEN:
            instruction = instructions[cell]
            arrivals = step(instruction, state)
            if len(arrivals) != 1:
                return arrivals
            cell, state = arrivals[0]
            if cell in leaders or cell != instruction.next:
                return arrivals


def onward(instruction: Instruction, state: State) -> Arrivals[State]:
    """Return an unchanged state for every successor of an instruction."""
    return [(cell, state) for cell in instruction.ways]


def closure(roots: Iterable[Item], following: Callable[[Item], Iterable[Item]]) -> Iterator[Item]:
    """Yield the roots and everything reachable from them, each once, depth first.

    An item's successors are computed after it has been yielded.
    """
    todo, seen = list(roots), set[Item]()
    while todo:
        each = todo.pop()
        if each not in seen:
            seen.add(each)
            yield each
            todo.extend(following(each))


def callees_first(
    roots: Iterable[Item], following: Callable[[Item], Iterable[Item]]
) -> Iterator[Item]:
    """Yield the roots and everything reachable from them in postorder, each once."""
    seen = set[Item]()
    for root in roots:
        if root in seen:
            continue
        seen.add(root)
        open_ones = [(root, iter(following(root)))]
        while open_ones:
            each, left = open_ones[-1]
            new = next((other for other in left if other not in seen), None)
            if new is None:
                open_ones.pop()
                yield each
            else:
                seen.add(new)
                open_ones.append((new, iter(following(new))))
