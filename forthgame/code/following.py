"""The walk through a function and all that it calls: each function once for each state."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from functools import reduce
from typing import Generic, TypeVar

from forthgame.code.function import Function
from forthgame.code.instruction import Instruction
from forthgame.code.walk import Arrivals, walk

State = TypeVar("State", bool, int, frozenset[int])
DEEPEST = 60  # calls, each of several of Python


class Unfollowed(Exception):
    """Raised where a word cannot be followed, or does what is looked for."""


class Following(ABC, Generic[State]):
    """Follows states through functions and what they call.

    Subclasses say what an instruction makes of a state, and how states meet if these are not bits.
    """

    ends: tuple[str, ...] = ("EXIT",)  # operations at which a function counts as left

    def __init__(self, function: Callable[[int], Function | None]) -> None:
        """`function` gives the function of an entry."""
        self._function = function
        self._known: dict[tuple[int, State], State | None] = {}
        self._open: list[tuple[int, State]] = []

    @abstractmethod
    def step(self, function: Function, each: Instruction, state: State) -> State | None:
        """Return the state behind an instruction that is not a call; None if it goes nowhere."""

    def call(self, function: Function, each: Instruction, state: State) -> State | None:
        """Return the state behind a call."""
        return self.after(each.operand, state)

    def join(self, one: State, other: State) -> State:
        """Return the state where two arrive: what holds on either way, if it is one of bits."""
        return one | other

    def circle(self, entry: int, state: State) -> State | None:
        """Return the state behind a function that calls itself with the same state."""
        raise Unfollowed

    def after(self, entry: int, state: State) -> State | None:
        """Return the state behind a function, None if it does not come back. Raises Unfollowed."""
        key = entry, state
        if key in self._known:
            return self._known[key]
        function = self._function(entry)
        if function is None or function.refused or len(self._open) > DEEPEST:
            raise Unfollowed
        if key in self._open:
            return self.circle(entry, state)
        self._open.append(key)
        try:
            found = self._known[key] = self._walk(function, state)
        finally:
            self._open.pop()
        return found

    def all_followed(self, entries: Iterable[int], state: State) -> bool:
        """Return whether functions can be followed that begin with a state."""
        try:
            for entry in entries:
                self.after(entry, state)
        except Unfollowed:
            return False
        return True

    def _walk(self, function: Function, state: State) -> State | None:
        left, call, other, ends = list[State](), self.call, self.step, self.ends

        def step(each: Instruction, state: State) -> Arrivals[State]:
            behind = call if each.name == "(CALL)" else other
            after = behind(function, each, state)
            if after is None:
                return ()
            if each.name in ends:
                left.append(after)
            return [(cell, after) for cell in each.ways]

        def meet(cell: int, known: State, new: State) -> State | None:
            joined = self.join(known, new)
            return None if joined == known else joined

        walk(function, state, step, meet)
        return reduce(self.join, left) if left else None
