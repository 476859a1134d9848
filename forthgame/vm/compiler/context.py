"""What the writers of generated code know: blocks, functions written into others, the module."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from forthgame.code.function import Function
from forthgame.vm.compiler.value import Item

if TYPE_CHECKING:
    from forthgame.vm.compiler.writer import FunctionWriter


@dataclass
class Shape:
    """What a block expects: numbers of values, and the edges that come in."""

    values: int
    returns: int
    height: int
    scope: Scope
    cell: int
    key: str  # the same for a loop's body and its head
    head: bool = False  # a loop's head, where turns until the next question are counted out
    edges: list[tuple[str, str, list[str], list[Item]]] = field(default_factory=list)
    merged: list[tuple[str, str, int, int]] = field(default_factory=list)  # values from its edges
    begun: bool = False  # its code is being written
    unasked: int = 0  # work that may have been done since the host was asked
    closed: bool = False  # no further edge may come


@dataclass
class Scope:
    """A function whose code is being written: the outer one, or one written into it."""

    function: Function
    prefix: str = ""
    parent: Scope | None = None

    def contains(self, entry: int) -> bool:
        """Whether a function is being written here or around here."""
        if self.function.entry == entry:
            return True
        return self.parent is not None and self.parent.contains(entry)

    @property
    def depth(self) -> int:
        """How many functions are around it."""
        return 0 if self.parent is None else self.parent.depth + 1


class Context:
    """What a writer asks about the other functions of the module."""

    settled: dict[int, int]  # registers that do not change any more
    room = 0  # instructions that may still be written into callers in the whole module
    noted: Mapping[int, int] = {}  # cells that are noted when they are come to, by number
    # words that another module may have better machine code of: index of the word, by entry
    elsewhere: Mapping[int, int] = {}
    # numbers of the directions that words have one copy for, by what goes along and by token
    directions: Mapping[str, Mapping[int, int]] = {}
    meets_others = False  # whether they may be given other tokens, from tables
    # how what directs the flow is written, by name; False says that the block has ended
    flow: Mapping[str, Callable[[FunctionWriter], bool]] = {}

    def recursive(self, function: Function) -> bool:
        """Whether a function calls itself."""
        raise RuntimeError("not told")

    def effect(self, entry: int) -> tuple[int, int] | None:
        """The effect of a function that is compiled with its arguments in registers."""
        raise RuntimeError("not told")

    def is_refused(self, entry: int) -> bool:
        """Whether a function stays in the interpreter."""
        raise RuntimeError("not told")

    def growth(self, entry: int) -> tuple[int, int]:
        """Slots of the data and return stack that a function of known effect may need."""
        raise RuntimeError("not told")

    def is_hot(self, entry: int) -> bool:
        """Whether a function is a short move word that becomes part of the generating loop."""
        raise RuntimeError("not told")

    def is_steady(self, entry: int) -> bool:
        """Whether a function leaves the board and the turn as they are."""
        raise RuntimeError("not told")

    def is_quiet(self, entry: int) -> bool:
        """Whether a function does so, or `SCAN_STIRRED` tells that it has not."""
        raise RuntimeError("not told")

    def leaves_nothing(self, entry: int) -> bool:
        """Whether a function that is called with an empty record leaves one."""
        raise RuntimeError("not told")

    def asks(self, entry: int) -> bool:
        """Whether a function of known effect asks the host when it is called."""
        raise RuntimeError("not told")

    def work(self, entry: int) -> int:
        """What a call of a function may do without asking the host; see `code/cost.py`."""
        raise RuntimeError("not told")

    def inlined(self, entry: int) -> Function | None:
        """The function if it may be written into its callers."""
        raise RuntimeError("not told")

    def event(self, number: int) -> int:
        """The token that an event will have as long as nobody defines it anew, or 0."""
        raise RuntimeError("not told")

    def word_entry(self, token: int) -> int | None:
        """Where the code of a word starts, by its token."""
        raise RuntimeError("not told")

    def framed_entry(self, token: int) -> int | None:
        """The same if the word can be run in a frame: with everything in memory."""
        raise RuntimeError("not told")

    def write_loop(self, out: FunctionWriter, start: int) -> bool:
        """Write a loop at once and go on behind it, if that can be done."""
        return False

    def tried(self) -> Sequence[int]:
        """Tokens of the game's move words, if they are few."""
        raise RuntimeError("not told")
