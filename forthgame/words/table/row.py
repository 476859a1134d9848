"""The rows that declare primitive words, and the table that they form.

A row holds all information about a word: name, stack effect, meaning, implementation, examples.
Dispatch, native code, the checker, `help` and the word reference are derived from the table.

A stack effect is `( before -- after )`; `( F: before -- after )` is for the float stack and
`( R: before -- after )` for the return stack.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Final, TypeVar

from forthgame.base.lazy import lazy

_SIDES = re.compile(r"\(\s*(?:([FR]):)?\s*(.*?)\s*--\s*(.*?)\s*\)")


@lru_cache(1024)
def _sides(text: str) -> tuple[tuple[str, ...], ...]:
    """Parse all sides of an effect; cached because many words share theirs."""
    sides: dict[str | None, tuple[tuple[str, ...], tuple[str, ...]]] = {}
    for match in _SIDES.finditer(text):
        sides[match[1]] = (tuple(match[2].split()), tuple(match[3].split()))
    if not sides:
        raise ValueError(f"no stack effect in {text!r}")
    plain, floats, returns = (sides.get(mark, ((), ())) for mark in (None, "F", "R"))
    return (*plain, *floats, *returns)


@dataclass(frozen=True)
class Effect:
    """The names of the items that a word consumes and leaves, the top of the stack last."""

    inputs: tuple[str, ...] = ()
    outputs: tuple[str, ...] = ()
    float_inputs: tuple[str, ...] = ()
    float_outputs: tuple[str, ...] = ()
    return_inputs: tuple[str, ...] = ()
    return_outputs: tuple[str, ...] = ()

    @classmethod
    def parse(cls, text: str) -> Effect:
        """Parse an effect; raises ValueError if the text contains none."""
        return cls(*_sides(text))

    def __str__(self) -> str:
        def side(before: tuple[str, ...], after: tuple[str, ...], mark: str) -> str:
            return " ".join(["(" + mark, *before, "--", *after, ")"])

        found = [
            side(before, after, mark)
            for before, after, mark in (
                (self.inputs, self.outputs, ""),
                (self.float_inputs, self.float_outputs, " F:"),
                (self.return_inputs, self.return_outputs, " R:"),
            )
            if before or after
        ]
        return " ".join(found) or "( -- )"


OPERATION_KINDS = ("shuffle", "body", "control")  # of rows that occur in threaded code
Body = Callable[..., Any]
B = TypeVar("B", bound=Body)


@dataclass(frozen=True)
class Row:
    """A primitive word.

    kind      `shuffle` (the effect is the meaning), `body` (a typed function, compiled by numba),
              `control` (owned by the engines), `host` (Python) or `compile` (immediate, Python)
    operand   the meaning of the cell that follows the word in threaded code, or None
    guard     a function of some of the body's parameters that returns 0 or an error number;
              the body runs only after 0
    hidden    a helper omitted by `words` and the reference
    ends      control does not continue with the next instruction
    leaves    may leave the whole move word or event
    runs      runs another word: `code` by the start of its code, `word` by its token or in a frame,
              `python` through the host; empty if none
    closes    the delimiter of the text that it reads from the script, empty if it reads none
    open      a word in parentheses that scripts may name: see words/table/sealed_words.py
    newer     a word beyond Axiom, whose name a script of the original dialect may have used
    keeps     data kept in every position of a game whose script names it: `turns`, `past`,
              `cycles` (and `past`), `quiet`, or empty
    selects   the bit of `beyond.SELECTS` set if a script names it, or 0
    asks      its guard may pass it to the host while a definition is open
    """

    name: str
    effect: Effect
    meaning: str
    kind: str
    group: str
    body: Body | None = None
    guard: Body | None = None
    operand: str | None = None
    example: tuple[str, ...] = ()
    hidden: bool = False
    immediate: bool = False
    ends: bool = False
    leaves: bool = False
    runs: str = ""
    asks: bool = False
    closes: str = ""
    open: bool = False
    newer: bool = False
    keeps: str = ""
    selects: int = 0

    @property
    def branches(self) -> bool:
        """Return whether its operand is a cell of the same word where control may continue."""
        return self.operand == "target" and not self.runs

    @lazy
    def parameters(self) -> tuple[str, ...]:
        """Names of the body's parameters: `vm`, `operand`, then the effect's inputs."""
        if self.body is None:
            return ()
        code = self.body.__code__
        return code.co_varnames[: code.co_argcount]


@dataclass
class WordTable:
    """All rows in the order of their declaration, and the numbers of operations."""

    rows: list[Row] = field(default_factory=list)
    by_name: dict[str, Row] = field(default_factory=dict)
    numbers: dict[str, int] = field(default_factory=dict)

    def add(self, row: Row) -> None:
        """Add a row; raises ValueError if it contradicts itself or another."""
        if row.name in self.by_name:
            raise ValueError(f"{row.name} is declared twice")
        if not row.meaning.endswith("."):
            raise ValueError(f"{row.name}: the meaning is a sentence")
        effect = row.effect
        if row.kind == "shuffle" and not set(effect.outputs) <= set(effect.inputs):
            raise ValueError(f"{row.name}: a shuffle makes nothing new")
        if row.body is not None:
            given = [p for p in row.parameters if p not in ("vm", "operand")]
            wanted = len(effect.inputs) + len(effect.float_inputs)
            if len(given) != wanted and row.kind == "body":
                raise ValueError(f"{row.name}: the body takes {given}, the effect is {effect}")
        self.rows.append(row)
        self.by_name[row.name] = row
        if row.kind in OPERATION_KINDS:
            self.numbers[row.name] = len(self.numbers)

    def operations(self) -> list[Row]:
        """Return the rows that are operations of threaded code, indexed by operation number."""
        return [row for row in self.rows if row.kind in OPERATION_KINDS]


TABLE: Final = WordTable()
HELPERS: Final[list[Body]] = []
INLINED_HELPERS: Final[list[Body]] = []


def helper(function: B) -> B:
    """Mark a function called by bodies, so that it is compiled with them."""
    HELPERS.append(function)
    return function


def inlined_helper(function: B) -> B:
    """Mark a function to be inlined into every body that calls it."""
    INLINED_HELPERS.append(function)
    return function


def plain(
    name: str,
    effect: str,
    meaning: str,
    body: Body,
    *example: str,
    kind: str = "body",
    **facts: Any,
) -> Callable[[Group], Row]:
    """Describe a word for `Group.words`; the body is a lambda, or a function that others call too.

    `facts` are further fields of the row. A lambda gets a name, because machine code needs one.
    """
    if body.__name__ == "<lambda>":
        body.__name__ = body.__qualname__ = f"word_{name.encode().hex()}"

    def row_of(group: Group) -> Row:
        parsed = Effect.parse(effect)
        newer = group.newer
        return Row(
            name, parsed, meaning, kind, group.name, body, example=example, newer=newer, **facts
        )

    return row_of


@dataclass(frozen=True)
class Group:
    """Registrars for the rows of one group of words; `newer` marks words beyond Axiom.

    `facts` of a word are further fields of its row.
    """

    name: str
    newer: bool = False

    def shuffle(self, name: str, effect: str, meaning: str, *example: str) -> None:
        """Declare a word defined by its effect, which only rearranges items."""
        TABLE.add(Row(name, Effect.parse(effect), meaning, "shuffle", self.name, example=example))

    def control(self, name: str, effect: str, meaning: str, *example: str, **facts: Any) -> None:
        """Declare a word implemented by the engines, because it directs the flow of control."""
        parsed = Effect.parse(effect)
        TABLE.add(Row(name, parsed, meaning, "control", self.name, example=example, **facts))

    def words(self, *described: Callable[[Group], Row]) -> None:
        """Declare words described by `plain`."""
        for row_of in described:
            TABLE.add(row_of(self))

    def word(
        self, name: str, effect: str, meaning: str, *example: str, **facts: Any
    ) -> Callable[[B], B]:
        """Declare a word whose body is the decorated function."""

        def declare(body: B) -> B:
            self.words(plain(name, effect, meaning, body, *example, **facts))
            return body

        return declare

    def host(
        self, name: str, effect: str, meaning: str, *example: str, **facts: Any
    ) -> Callable[[B], B]:
        """Declare a word run by Python: files, screens, the script's text."""
        return self.word(name, effect, meaning, *example, kind="host", **facts)

    def compiling(
        self, name: str, effect: str, meaning: str, *example: str, **facts: Any
    ) -> Callable[[B], B]:
        """Declare an immediate word of the compiler."""
        return self.word(name, effect, meaning, *example, kind="compile", immediate=True, **facts)
