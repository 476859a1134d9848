"""Provenance of stack items: a shadow stack that records which word made each number.

It follows the interpreter step by step and is always fitted to the depth of the machine's stack;
after a word with an unknown effect, an item merely has an unknown origin.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass

from forthgame.analysis.instruction import ROWS
from forthgame.check.word_kinds import THERE
from forthgame.rules.script import Script
from forthgame.why.inspection.probe import Probe
from forthgame.words.effect_sets import CHANGING
from forthgame.words.registers import memory_layout as at
from forthgame.words.table.dictionary import Word
from forthgame.words.table.row import Effect
from forthgame.words.word_sets import FETCHING, FLOATING, RETURN_EFFECTS, STORING, inputs

DEEPEST = 12  # longest chain of origins
MOST_SOURCES = 400  # most numbers that are traced back
TO_RETURN = frozenset(name for name, (_, change) in RETURN_EFFECTS.items() if change > 0)
STORE_INPUTS = {name: inputs(name) for name in STORING - FLOATING}  # stack items they take
READING = FETCHING - FLOATING
LONGEST = 60  # characters of an expression that is quoted
QUOTED = 4  # depth of a quoted expression
FOLLOWED = 60  # most numbers that are searched for reads


@dataclass(frozen=True, slots=True)
class Stored:
    """The last store to a cell of memory: its word and cell, its inputs, the decisions before it.

    `before` is the previous store if the word has added to the value.
    """

    word: str
    cell: int
    inputs: tuple[Origin, ...]
    decisions: tuple[tuple[int, Origin], ...]  # the cell of each, and its flag
    before: Stored | None


@dataclass(frozen=True, slots=True)
class Origin:
    """The word and cell that made a number, its inputs, and the value of `here` at that time."""

    value: int
    word: str = ""
    cell: int = -1
    inputs: tuple[Origin, ...] = ()
    here: int = -1
    rank: int = 0
    stored: Stored | None = None  # the store to the cell that the number was read from
    board: int = 0  # address of the current board at that time
    contents: int | None = None  # for a test of a position: the cell of the board there


@dataclass
class Pending:
    """An operation of the script, or a word of the language, that has not finished."""

    cell: int
    word: str
    inputs: tuple[Origin, ...]
    outputs: int
    here: int


class Origins:
    """The shadow stack of one frame."""

    def __init__(self, probe: Probe, memory: dict[int, Stored] | None = None) -> None:
        self.probe = probe
        self.items: list[Origin] = []
        self._returns: list[Origin] = []
        self._memory = {} if memory is None else memory
        self._fit()

    def store(self, cell: int, label: str, decisions: tuple[tuple[int, Origin], ...]) -> None:
        """Record a store before it runs."""
        taken = self.items[len(self.items) - STORE_INPUTS[label] :]
        if taken:
            address = taken[-1].value
            before = self._memory.get(address) if label in CHANGING else None
            if before is not None and before.cell == cell:
                before = before.before  # in a loop, one round shows all of them
            self._memory[address] = Stored(label, cell, tuple(taken), decisions, before)

    def begin(self, cell: int, label: str, called: Word | None) -> Pending | None:
        """Update the stack before a step of the script; `called` is a word of the language it runs.

        Returns the argument for `end`, or None if the step needs no further update.
        """
        row, here = self.probe.row(cell), self.probe.processor.cell(at.A_HERE)
        name = row.name
        if row.kind == "shuffle" and not row.effect.float_inputs:
            self._shuffle(row.effect)
            return None
        if name == "PICK" and self.items:
            depth = self.items.pop().value
            if 0 <= depth < len(self.items):
                self.items.append(self.items[-1 - depth])
            return None
        effect = (effect_of(called) if called is not None else None) or row.effect
        above = 1 if name == "EXECUTE" and called is not None else 0  # its token is on top
        taken, count = len(effect.inputs) + above, len(self.items)
        inputs = tuple(self.items[count - taken : count - above])
        if name in TO_RETURN:
            self._returns += inputs
        del self.items[max(0, len(self.items) - taken) :]
        outputs = len(effect.outputs)
        if name == "R>" and self._returns:
            self.items.append(self._returns.pop())
            return None
        return Pending(cell, label, inputs, outputs, here)

    def end(self, done: Pending | None) -> None:
        """Push the origins of the items that a completed step left on the stack."""
        if done is not None and done.outputs:
            values = self.probe.stack()
            rank = 1 + max((o.rank for o in done.inputs), default=0)
            inputs = tuple(  # beyond the longest chain, keep only the values
                given if given.rank < DEEPEST else Origin(given.value) for given in done.inputs
            )
            left = values[len(values) - done.outputs :] if values else ()
            del self.items[max(0, len(values) - done.outputs) :]
            reads = done.word in READING and done.inputs
            stored = self._memory.get(done.inputs[0].value) if reads else None
            if stored is not None and stored.word == "!" and left[-1:] != (stored.inputs[0].value,):
                stored = None  # a word that was not watched has stored another number
            board = self.probe.processor.register(at.BOARD)
            contents = self._contents(done, board)
            self.items += [
                Origin(
                    v, done.word, done.cell, inputs, done.here, min(rank, DEEPEST), stored,
                    board, contents,
                )
                for v in left
            ]  # fmt: skip
        self._fit()

    def replace(self, before: tuple[int, ...], cell: int, label: str, here: int) -> None:
        """Push the origins of what a whole word left in the place of the stack before it."""
        values = self.probe.stack()
        pairs = zip(before, values, strict=False)
        kept = next((k for k, (a, b) in enumerate(pairs) if a != b), min(len(before), len(values)))
        inputs = tuple(self.items[kept:])
        del self.items[kept:]
        rank = min(1 + max((o.rank for o in inputs), default=0), DEEPEST)
        self.items += [Origin(v, label, cell, inputs, here, rank) for v in values[kept:]]
        self._fit()

    def _contents(self, done: Pending, board: int) -> int | None:
        """Return the current board cell of the position that a word tested, or None."""
        there = done.word in THERE or done.word.endswith("-at")
        position = done.inputs[0].value if there and done.inputs else done.here
        if not 0 <= position < len(self.probe.game.declaration.positions):
            return None
        return self.probe.processor.cell(board + 4 * position)

    def top(self, below: int = 0) -> Origin:
        """Return the origin of the top of the stack, or of the item `below` positions under it."""
        return self.items[-1 - below] if len(self.items) > below else Origin(0)

    def _fit(self) -> None:
        """Fit the shadow stack to the depth and the values of the machine's stack."""
        values = self.probe.stack()
        del self.items[len(values) :]
        while len(self.items) < len(values):
            self.items.append(Origin(values[len(self.items)]))
        for k in range(max(0, len(values) - 4), len(values)):
            if self.items[k].value != values[k]:
                self.items[k] = Origin(values[k])

    def _shuffle(self, effect: Effect) -> None:
        count = len(effect.inputs)
        while len(self.items) < count:
            self.items.insert(0, Origin(0))
        given = self.items[len(self.items) - count :] if count else []
        named = dict(zip(effect.inputs, given, strict=True))
        del self.items[len(self.items) - count :]
        self.items += [named[name] for name in effect.outputs]


def sources(origins: Iterable[Origin], most: int) -> list[int]:
    """Return the cells that led to the given numbers, nearest first, following memory.

    For a number read from memory, the store comes first, then the decisions before it.
    """
    found: dict[int, None] = {}
    seen: set[int] = set()
    todo = deque(origins)
    while todo and len(seen) < most:
        origin = todo.popleft()
        if id(origin) in seen:
            continue
        seen.add(id(origin))
        if origin.cell >= 0:
            found.setdefault(origin.cell)
        todo += origin.inputs
        stored = origin.stored
        for _ in range(DEEPEST):
            if stored is None:
                break
            found.setdefault(stored.cell)
            found.update(dict.fromkeys(cell for cell, _ in stored.decisions))
            todo += [*stored.inputs, *(flag for _, flag in stored.decisions)]
            stored = stored.before
    return [cell for cell in found if cell >= 0]


def effect_of(word: Word) -> Effect | None:
    """Return the stack effect of a word of the language, from its table row or its comment."""
    if word.kind == "operation":
        return ROWS[word.value].effect
    if word.kind == "literal":
        return Effect.parse("( -- n )")
    text = word.comment.strip()
    if not text.startswith("(") or "--" not in text:
        return None
    try:
        return Effect.parse(text)
    except ValueError:
        return None


def cells_read(game: Script, roots: Iterable[Origin]) -> list[tuple[int, str]]:
    """Return cells of board storage that were read and not stored since.

    Each cell is an index into the board record, with its name in the script.
    """
    start = game.forth.processor.register(at.BOARD)
    count = len(game.positions)
    size = game.forth.processor.register(at.BOARD_SIZE) >> 2
    found: dict[int, str] = {}
    todo = deque(roots)
    for _ in range(FOLLOWED):
        if not todo:
            break
        origin = todo.popleft()
        todo += origin.inputs
        if origin.word in READING and origin.stored is None and origin.inputs:
            address = origin.inputs[0]
            cell = (address.value - start) >> 2
            if count <= cell < size:
                found.setdefault(cell, f"`{expression(address)}`")
    return list(found.items())


def added_to(stored: Stored | None) -> bool:
    """Return whether stores have only added to a value from before, or there are none."""
    while stored is not None and stored.word in CHANGING:
        stored = stored.before
    return stored is None


# -- source text ----------------------------------------------------------------------------------


def expression(origin: Origin) -> str:
    """Return the words that made a number, with values for operands of unknown origin.

    If that is too long, only the last word and its operands are shown.
    """
    if not all(known.word for known in origin.inputs):
        given = [str(known.value) for known in origin.inputs] if _is_sign(origin.word) else []
        return " ".join([*given, _plain(origin.word)])
    whole = _written(origin, QUOTED)
    return whole if len(whole) <= LONGEST else _written(origin, 1)


def _written(origin: Origin, depth: int) -> str:
    if not origin.word:
        return str(origin.value)
    if not origin.inputs:
        return _plain(origin.word)
    if not all(known.word for known in origin.inputs):
        return str(origin.value) if _is_sign(origin.word) else _plain(origin.word)
    if depth == 0 or (depth == 1 and origin.word in READING):  # addresses do not help
        return str(origin.value)
    return " ".join([*(_written(known, depth - 1) for known in origin.inputs), _plain(origin.word)])


def _plain(name: str) -> str:
    """Return a word as the script writes it, without the suffix that distinguishes namesakes."""
    return name.partition(" ")[0]


def _is_sign(word: str) -> bool:
    """Return whether a word is a symbol such as `+`, which needs its operands to be understood."""
    return not any(letter.isalpha() for letter in word)
