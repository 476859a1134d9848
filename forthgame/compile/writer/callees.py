"""The functions of a module, with the facts that writers of their callers need."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from forthgame.analysis.function import Function
from forthgame.analysis.work_estimates import WORK_LIMIT, work_of
from forthgame.compile.ir.target import Target

INLINE_SIZE = 30  # instructions of an inlined function of known effect
INLINE_IN_LOOP = 60  # if it is called in a loop, which LLVM can then optimise
INLINE_UNKNOWN = 20  # of a function of unknown effect
INLINE_ALWAYS = 8  # of a function that is hardly longer than its call, with less room and deeper
INLINE_TOTAL = 300  # instructions inlined into one function at most,
INLINE_SHARE = 4  # a multiple of its own,
INLINE_MORE = 60  # and some more,
INLINE_HOT = 150  # or more for a move word that is part of the generation loop
INLINE_DEPTH = 3


def room_for(function: Function, hot: bool) -> int:
    """Return how many instructions may be inlined into a function, a `hot` move word or not."""
    own = len(function.instructions)
    return min(INLINE_TOTAL, INLINE_SHARE * own + (INLINE_HOT if hot else INLINE_MORE))


def may_be_written(function: Function, depth: int, room: int, in_loop: bool) -> bool:
    """Return whether a function is inlined at a nesting depth.

    `room` is the number of instructions that may still be inlined there; `in_loop` is true if a
    counted loop contains the call.
    """
    size = len(function.instructions)
    if size <= INLINE_ALWAYS and not function.loops and room > -INLINE_TOTAL:
        return True
    limit = INLINE_UNKNOWN
    if function.effect:
        limit = INLINE_IN_LOOP if in_loop else INLINE_SIZE
    return depth < INLINE_DEPTH and size <= min(limit, room)


class Callees:
    """The functions of a module by entry, and facts about them; see also `Wanted`.

    flow            writers of control flow, which return True if they have ended the block
    roots           entries of functions with everything in memory
    refused         reasons why functions stay in the interpreter
    noted           numbers of cells that are recorded when reached
    room            instructions that may still be inlined
    directions      numbers of the directions for which words have copies, by operation and token
    meets_others    whether words may receive tokens of other directions, from tables
    is_hot          whether a function is a short move word, with few entries in all lists
    is_steady       whether a function does not change the board and the turn
    is_quiet        whether a function is steady, or sets `SCAN_STIRRED` when it changes them
    leaves_nothing  whether a function that starts with an empty record leaves one
    tried           tokens of the game's move words, if they are few
    questions       entries and items of the words that are run before moves are tallied
    idle_regions    the regions of a function that matter only if the next move is made: the cell
                    after each, by its first cell
    write_loop      writes a loop in a special form if possible, and returns whether it has
    target          the machine that will run the code
    """

    flow: Mapping[str, Callable[[Any], bool | None]]
    roots: set[int]
    directions: Mapping[str, Mapping[int, int]]
    meets_others: bool
    is_hot: Callable[[int], bool]
    is_steady: Callable[[int], bool]
    is_quiet: Callable[[int], bool]
    leaves_nothing: Callable[[int], bool]
    tried: Callable[[], Sequence[int]]
    questions: Callable[[], Sequence[tuple[int, tuple[int, ...]]]]
    idle_regions: Callable[[Function], Mapping[int, int]]
    write_loop: Callable[[Any, int], bool]
    target: Target

    def __init__(
        self,
        token_entry: Callable[[int], int | None],
        settled: Mapping[int, int],
        noted: Sequence[int],
        events: Sequence[int],
        elsewhere: Mapping[int, int],
        doors: Mapping[int, int],
    ) -> None:
        self.token_entry, self.settled, self.events = token_entry, settled, events
        self.noted = {cell: number for number, cell in enumerate(noted)}
        self.elsewhere, self.doors = elsewhere, doors
        self.room = 0
        self.functions: dict[int, Function] = {}
        self.refused: dict[int, str] = {}
        self._work: dict[int, int] = {}

    def growth(self, entry: int) -> tuple[int, int]:
        """Return the stack slots that a callee may need, small if it checks limits itself."""
        raise NotImplementedError

    def inlined(self, entry: int) -> Function | None:
        raise NotImplementedError

    def recursive(self, function: Function) -> bool:
        return function.entry in function.callees()

    def effect(self, entry: int) -> tuple[int, int] | None:
        """Return the effect of a function that takes its arguments in registers, else None."""
        function = self.functions.get(entry)
        return None if function is None or entry in self.refused else function.effect

    def is_refused(self, entry: int) -> bool:
        return entry in self.refused or bool(self.functions[entry].refused)

    def asks(self, entry: int) -> bool:
        """Return whether a function of known effect polls when it is called."""
        return self.recursive(self.functions[entry]) or entry in self.doors

    def work(self, entry: int) -> int:
        """Return the work of a call without polls; WORK_LIMIT for a recursive call."""
        if entry not in self._work:
            self._work[entry] = WORK_LIMIT
            function = self.functions.get(entry)
            if function is not None and not function.refused:
                self._work[entry] = work_of(function, self.work)
        return self._work[entry]

    def event(self, number: int) -> int:
        """Return the token of an event unless it is redefined in the game, or 0."""
        return self.events[number] if number < len(self.events) else 0

    def word_entry(self, token: int) -> int | None:
        entry = self.token_entry(token)
        return entry if entry in self.functions else None

    def framed_entry(self, token: int) -> int | None:
        """Return a word's entry if it can run in a frame, with everything in memory."""
        entry = self.word_entry(token)
        if entry is None or entry in self.roots or entry in self.refused:
            return entry
        return entry if self.functions[entry].effect is None else None
