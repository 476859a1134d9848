"""Interprocedural walk: visit each function once for each state at its entry."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from functools import reduce
from typing import Generic, TypeVar

from forthgame.analysis.dataflow import Arrivals, walk
from forthgame.analysis.function import Function
from forthgame.analysis.instruction import Instruction

State = TypeVar("State", bool, int, frozenset[int])
CALL_LIMIT = 60  # calls; each uses several Python frames


class NotFollowed(Exception):
    """Raised if a word cannot be followed, or contains what the analysis rules out."""


class InterproceduralWalk(ABC, Generic[State]):
    """Propagates states through functions and their callees.

    Subclasses define the state after an instruction, and `join` for states other than bits.
    """

    ends: tuple[str, ...] = ("EXIT",)  # operations that end a function

    def __init__(self, function: Callable[[int], Function | None]) -> None:
        self._function = function
        self._known: dict[tuple[int, State], State | None] = {}
        self._open: list[tuple[int, State]] = []

    @abstractmethod
    def step(self, function: Function, each: Instruction, state: State) -> State | None:
        """Return the state after an instruction other than a call; None if it ends the path."""

    def call(self, function: Function, each: Instruction, state: State) -> State | None:
        return self.after(each.operand, state)

    def join(self, one: State, other: State) -> State:
        """Return the state where two paths meet: the union of bits."""
        return one | other

    def circle(self, entry: int, state: State) -> State | None:
        """Return the state after a function that calls itself with the same state."""
        raise NotFollowed

    def after(self, entry: int, state: State) -> State | None:
        """Return the state after a function, None if it does not return. Raises NotFollowed."""
        key = entry, state
        if key in self._known:
            return self._known[key]
        function = self._function(entry)
        if function is None or function.refused or len(self._open) > CALL_LIMIT:
            raise NotFollowed
        if key in self._open:
            return self.circle(entry, state)
        self._open.append(key)
        try:
            found = self._known[key] = self._walk(function, state)
        finally:
            self._open.pop()
        return found

    def all_followed(self, entries: Iterable[int], state: State) -> bool:
        """Return whether all of the functions can be followed, starting with the given state."""
        try:
            for entry in entries:
                self.after(entry, state)
        except NotFollowed:
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
