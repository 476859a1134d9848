"""Where the numbers on the stack come from: a stack beside the machine's own, of what made each.

It is kept along while the interpreter does its steps and is always cut or filled up to the
machine's depth, so where an effect is not known a number is merely of unknown origin.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass

from forthgame.check.kinds import THERE
from forthgame.code.instruction import ROWS
from forthgame.debug.probe import Probe
from forthgame.game.script import Script
from forthgame.lang import facts
from forthgame.lang import layout as at
from forthgame.lang.dictionary import Word
from forthgame.lang.doing import CHANGING
from forthgame.lang.effect import Effect
from forthgame.lang.facts import FETCHING, FLOATING, RETURN_EFFECTS, inputs

DEEPEST = 12  # origins of origins that are kept
MOST_SOURCES = 400  # numbers that are followed back
TO_RETURN = frozenset(name for name, (_, change) in RETURN_EFFECTS.items() if change > 0)
STORING = {name: inputs(name) for name in facts.STORING - FLOATING}  # what they take
READING = FETCHING - FLOATING
LONGEST = 60  # characters of an expression that is quoted
QUOTED = 4  # words of words of which it is made
FOLLOWED = 60  # numbers of which the reads are looked for


@dataclass(frozen=True, slots=True)
class Stored:
    """What a cell of memory was given last: by a word at a cell, from what, behind which decisions.

    `before` is what it had been given before, where the word has added to that.
    """

    word: str
    cell: int
    inputs: tuple[Origin, ...]
    decisions: tuple[tuple[int, Origin], ...]  # the cell of each, and its flag
    before: Stored | None


@dataclass(frozen=True, slots=True)
class Origin:
    """What made a number: a word at a cell, from other numbers, when `here` was there."""

    value: int
    word: str = ""
    cell: int = -1
    inputs: tuple[Origin, ...] = ()
    here: int = -1
    rank: int = 0
    stored: Stored | None = None  # of a number that was read from memory
    board: int = 0  # address of the board that was held
    held: int | None = None  # of an answer about a position: the cell of the board there


@dataclass
class Pending:
    """An operation or a word of the language that is being done."""

    cell: int
    word: str
    inputs: tuple[Origin, ...]
    outputs: int
    here: int


class Origins:
    """The stack of origins of one frame."""

    def __init__(self, probe: Probe, memory: dict[int, Stored] | None = None) -> None:
        self.probe = probe
        self.items: list[Origin] = []
        self._returns: list[Origin] = []
        self._memory = {} if memory is None else memory
        self._fit()

    def store(self, cell: int, label: str, decisions: tuple[tuple[int, Origin], ...]) -> None:
        """Before a word is run that stores: note what it gives to which cell of memory."""
        taken = self.items[len(self.items) - STORING[label] :]
        if taken:
            address = taken[-1].value
            before = self._memory.get(address) if label in CHANGING else None
            if before is not None and before.cell == cell:
                before = before.before  # a loop: one round shows all of them
            self._memory[address] = Stored(label, cell, tuple(taken), decisions, before)

    def begin(self, cell: int, label: str, called: Word | None) -> Pending | None:
        """Before a step of the script; `called` is a word of the language that it runs.

        Gives what `end` wants, or None where the step ends here for the stack of origins.
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
        effect = row.effect
        if called is not None:
            effect = effect_of(called) or effect
        above = 1 if name == "EXECUTE" and called is not None else 0  # its token
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
        """Behind the step: what it left on the stack comes from it."""
        if done is not None and done.outputs:
            values = self.probe.stack()
            rank = 1 + max((o.rank for o in done.inputs), default=0)
            inputs = tuple(  # of those that have come too far only what they were
                given if given.rank < DEEPEST else Origin(given.value) for given in done.inputs
            )
            left = values[len(values) - done.outputs :] if values else ()
            del self.items[max(0, len(values) - done.outputs) :]
            stored = None
            if done.word in READING and done.inputs:
                stored = self._memory.get(done.inputs[0].value)
            board = self.probe.processor.register(at.BOARD)
            held = self._held(done, board)
            self.items += [
                Origin(
                    v, done.word, done.cell, inputs, done.here, min(rank, DEEPEST), stored,
                    board, held,
                )
                for v in left
            ]  # fmt: skip
        self._fit()

    def _held(self, done: Pending, board: int) -> int | None:
        """The cell that a question about a position is about, on the board as it is now."""
        there = done.word in THERE or done.word.endswith("-at")
        position = done.inputs[0].value if there and done.inputs else done.here
        if not 0 <= position < len(self.probe.game.declaration.positions):
            return None
        return self.probe.processor.cell(board + 4 * position)

    def top(self, below: int = 0) -> Origin:
        """Where the top of the stack comes from, or the item so far below it."""
        return self.items[-1 - below] if len(self.items) > below else Origin(0)

    def _fit(self) -> None:
        """As many items as the machine has, with its values."""
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
    """The cells that have made some numbers, the nearest first: also through memory.

    Of what was stored, what was stored there comes first, then the decisions behind which it was.
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
    """The effect of a word of the language: its row's, or that of its comment."""
    if word.kind == "operation":
        return ROWS[word.value].effect
    text = word.comment.strip()
    if not text.startswith("(") or "--" not in text:
        return None
    try:
        return Effect.parse(text)
    except ValueError:
        return None


def cells_read(game: Script, roots: Iterable[Origin]) -> list[tuple[int, str]]:
    """The cells of board storage from which numbers were read that nothing has stored since.

    Each is its place in the board record, with the name that the script has for it.
    """
    processor = game.forth.processor
    start = processor.register(at.BOARD)
    count = len(game.positions)
    size = processor.register(at.BOARD_SIZE) >> 2
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


# -- as the script writes them --------------------------------------------------------------------


def expression(origin: Origin) -> str:
    """The words that made a number, with values in place of those that come too early.

    Only the last word and what it was given, where that is too long.
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
    if depth == 0 or (depth == 1 and origin.word in READING):  # an address says nothing
        return str(origin.value)
    return " ".join([*(_written(known, depth - 1) for known in origin.inputs), _plain(origin.word)])


def _plain(name: str) -> str:
    """A word as the script writes it: see namesakes.py."""
    return name.partition(" ")[0]


def _is_sign(word: str) -> bool:
    """Whether a word has no name that says something without what it was given."""
    return not any(letter.isalpha() for letter in word)
