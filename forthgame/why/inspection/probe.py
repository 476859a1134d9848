"""Inspects a stopped machine, executes single steps, and names words unambiguously.

A definition refers to the word that had the name when it was compiled. If a script defines the name
again, earlier words are named with their place: `fuel of game.4th:5`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from forthgame.analysis.code_buffer import Code
from forthgame.analysis.instruction import FIRST_CELL, ROWS
from forthgame.base.errors import Place, ScriptError
from forthgame.base.lazy import lazy
from forthgame.base.source import LANGUAGE, Token
from forthgame.machine.outer.outer_interpreter import Forth
from forthgame.rules.facts.position_purity import run_idle_events
from forthgame.rules.script import Script
from forthgame.why.inspection.short_texts import brief
from forthgame.words.registers import memory_layout as at
from forthgame.words.table.dictionary import Word
from forthgame.words.table.row import Row

GEOMETRY = frozenset(
    ("position", "no position", "direction", "player", "piece", "move list", "move type", "zone",
     "label")
)  # fmt: skip  # given again with a board that is given again


class Namesakes:
    """Unique names for the words of a script."""

    def __init__(self, forth: Forth) -> None:
        self._forth = forth

    def name(self, word: Word) -> str:
        """Return the name of a word in answers."""
        return self._names.get(word.index, word.name)

    def meant(self, text: str, cell: int) -> str:
        """Return the name of the word that a token with this text refers to at a cell."""
        twins = self._twins.get(text)
        if twins is None:
            return text
        before = [word for word in twins if word.entry < cell]
        return self.name(before[-1]) if before else text

    def find(self, name: str) -> Word | None:
        """Return the word with a name given by `name`, or None."""
        return self._words.get(name) or self._forth.dictionary.find(name)

    @lazy
    def _twins(self) -> dict[str, list[Word]]:
        """Map names that have data more than once to their words, in the order of the script."""
        found: dict[str, list[Word]] = {}
        for word in self._forth.dictionary.words[self._forth.fence :]:
            found.setdefault(word.name, []).append(word)
        return {name: twins for name, twins in found.items() if any(map(_has_data, twins[:-1]))}

    @lazy
    def _names(self) -> dict[int, str]:
        """Map the indexes of all but the newest word of each name to unique names."""
        return {
            word.index: f"{word.name} of {brief(word.place)}"
            for twins in self._twins.values()
            for word in twins[:-1]
            if word.place is not None and _has_data(word)
        }

    @lazy
    def _words(self) -> dict[str, Word]:
        every = [word for twins in self._twins.values() for word in twins]
        return {self._names[word.index]: word for word in every if word.index in self._names}


def _has_data(word: Word) -> bool:
    return word.kind != "colon" and word.role not in GEOMETRY


def script_tokens(code: Code) -> Iterator[tuple[int, Token]]:
    """Yield the script's tokens that have code, each with its first cell."""
    before = -1
    for cell in range(code.own, code.top):
        origin = code.origins[cell]
        token = code.of_origin(origin) if origin != before else None
        before = origin
        if token is not None and token.source.name != LANGUAGE:
            yield cell, token


class Probe:
    """A view of a machine's next step and of its place in the script."""

    def __init__(self, game: Script, watches: bool = False) -> None:
        """With `watches`, run idle events too, since a watcher shows events without effect."""
        if watches:
            run_idle_events(game.forth, game.declaration)
        self.game = game
        self.forth = game.forth
        self.processor = game.forth.processor
        self.i32, self.i64 = self.processor.i32, self.processor.i64
        self.code = game.forth.code
        self._cells: Sequence[int] = self.code.cells
        self._origin = self.processor.address + at.CODE
        self.before_rp = 0
        # words that cells ran by token, which may be older words of the same name
        self.by_token: dict[tuple[int, str], Word] = {}
        self.namesakes = Namesakes(self.forth)
        self.place = lru_cache(4096)(self._place)
        self.word = lru_cache(4096)(self._word)
        self.named = lru_cache(4096)(self._named)  # with a suffix if the name is ambiguous
        self.owner = lru_cache(4096)(self.code.owner)

    # -- the current place -------------------------------------------------------------------------

    def cell(self) -> int:
        """Return the cell of threaded code that runs next."""
        return (self.i64[at.IP.index] - self._origin) >> 2

    def row(self, cell: int) -> Row:
        return ROWS[self._cells[cell]]

    def operation(self, cell: int) -> str:
        return ROWS[self._cells[cell]].name

    def operand(self, cell: int) -> int:
        """Return the content of the following cell."""
        return self._cells[cell + 1]

    def token(self, cell: int) -> Token | None:
        """Return the script token that a cell came from, or None for the language's own code."""
        token = self.code.token(cell) if cell >= max(FIRST_CELL, self.code.own) else None
        return None if token is None or token.source.name == LANGUAGE else token

    def in_script(self, cell: int) -> bool:
        return self.token(cell) is not None

    def _place(self, cell: int) -> Place | None:
        token = self.token(cell)
        return None if token is None else token.place

    def _word(self, cell: int) -> str:
        token = self.code.token(cell) if cell >= FIRST_CELL else None
        return self.operation(cell) if token is None else token.text

    def _named(self, cell: int) -> str:
        return self.namesakes.meant(self.word(cell), cell)

    def ends(self, cell: int) -> bool:
        """Return whether a cell is the end of the run, after the called word has returned."""
        return cell < 2

    def return_slot(self) -> int:
        """Return the number of the first free slot of the return stack."""
        return (self.i64[at.RP.index] - self.processor.address) >> 3

    def depth(self, bottom: int) -> int:
        """Return the number of open calls above a slot of the return stack."""
        tags = self.processor.i32[2 * bottom + 1 : 2 * self.return_slot() : 2].tolist()
        return sum(map(tags.count, at.RETURN_TAGS))

    def stack(self) -> tuple[int, ...]:
        """Return the data stack of the frame, the top last."""
        return tuple(self.processor.items())

    # -- generated moves ---------------------------------------------------------------------------

    def record(self) -> tuple[int, int]:
        """Return the address and length of the newest move list, for comparison by `added`."""
        address = self.processor.register(at.GENERATING)
        if not address:
            return 0, 0
        return address, self.processor.cell(address + 4 * at.LIST_COUNT)

    def added(self, before: tuple[int, int]) -> int:
        """Return the address of the move added since `record`, or 0."""
        address, count = self.record()
        if (address, count - 1) != before:
            return 0
        return self.processor.cell(address + 4 * at.LIST_LAST)

    # -- steps -------------------------------------------------------------------------------------

    def step(self) -> tuple[bool, ScriptError | None]:
        """Execute one step; return whether it was the last one, and the error that ended it."""
        processor = self.processor
        self.before_rp = self.i64[at.RP.index]
        while True:
            status, _ = processor.advance(1)
            if status == at.HALTED:
                return True, None
            if status == at.OUT_OF_STEPS:
                return self.ends(self.cell()), None
            try:
                processor.serve(status)
            except ScriptError as error:
                return True, error
            if status != at.FLUSH_REQUEST:
                return self.ends(self.cell()), None
