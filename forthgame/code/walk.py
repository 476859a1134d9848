"""The walk through a function, and through what functions call.

Whoever wants to know something of each place in a function describes one instruction: the state
behind it, and where that arrives. Where ways meet, their states are joined, and what follows is
walked again until nothing changes (Kildall, 1973). Whoever reads code uses this walk.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from heapq import heappop, heappush
from typing import Protocol, TypeVar

from forthgame.code.instruction import Instruction
from forthgame.code.patience import OFTEN, Look, present_look

State = TypeVar("State")
Item = TypeVar("Item")
Arrivals = Sequence[tuple[int, State]]  # cells that an instruction leads to, each with a state
Step = Callable[[Instruction, State], Arrivals[State]]
Meet = Callable[[int, State, State], State | None]
_OFTEN = range(OFTEN)


class Walkable(Protocol):
    """Code that can be walked: where it starts, and the cells where ways may meet."""

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
    """Go through all that is reached of a function; give the states where ways may meet.

    `state` is that at its start. `step` gives what an instruction leads to. `meet` joins a state
    that arrives at a cell to the one known there, and gives None if nothing is new; it may raise
    to end the walk. States that `step` changes in place need a `begin` that copies them. Ways go
    on at once where they can; with `in_order` what stands first in the code comes first, so that
    ways forward meet before they go on.
    """
    known, look = {function.start: state}, present_look()
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
    """Follow the code up to where ways may meet or part; give what arrives there."""
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
    """A state that arrives unchanged wherever an instruction leads."""
    return [(cell, state) for cell in instruction.ways]


def closure(roots: Iterable[Item], following: Callable[[Item], Iterable[Item]]) -> Iterator[Item]:
    """Give roots and all that follows from them, each once, the last that was found first.

    What follows from one is looked for when it has been looked at.
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
    """Give roots and all that follows from them, each once, behind what follows from it.

    In a circle one of them comes before what follows from it.
    """
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
