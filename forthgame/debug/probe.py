"""Reading a machine that stands still, and making it do one step."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from forthgame.code.instruction import FIRST_CELL, ROWS
from forthgame.code.threaded import Code
from forthgame.debug.namesakes import Namesakes
from forthgame.errors import Place, ScriptError
from forthgame.game.idle import run_idle_events
from forthgame.game.script import Script
from forthgame.lang import layout as at
from forthgame.lang.dictionary import Word
from forthgame.lang.word import Row
from forthgame.source import LANGUAGE, Token


def script_tokens(code: Code) -> Iterator[tuple[int, Token]]:
    """The tokens of the script that have code, each with the cell where that begins."""
    before = -1
    for cell in range(code.top):
        origin = code.origins[cell]
        token = code.of_origin(origin) if origin != before else None
        before = origin
        if token is not None and token.source.name != LANGUAGE:
            yield cell, token


class Probe:
    """What a game's machine is about to do, and where in the script that stands."""

    def __init__(self, game: Script, watches: bool = False) -> None:
        """Whoever `watches` what a game runs sees events, too, that change nothing."""
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
        # what cells have run by its token, which may be an earlier word of that name
        self.by_token: dict[tuple[int, str], Word] = {}
        self.namesakes = Namesakes(self.forth)
        self.place = lru_cache(4096)(self._place)
        self.word = lru_cache(4096)(self._word)
        self.named = lru_cache(4096)(self._named)  # told apart from others of its name
        self.owner = lru_cache(4096)(self.code.owner)

    # -- where it stands ------------------------------------------------------------------------

    def cell(self) -> int:
        """The cell of threaded code that comes next."""
        return (self.i64[at.IP >> 3] - self._origin) >> 2

    def row(self, cell: int) -> Row:
        """The operation in a cell."""
        return ROWS[self._cells[cell]]

    def operation(self, cell: int) -> str:
        """Its name."""
        return ROWS[self._cells[cell]].name

    def operand(self, cell: int) -> int:
        """The cell behind it."""
        return self._cells[cell + 1]

    def token(self, cell: int) -> Token | None:
        """The token of the script a cell came from, None in the language's own code."""
        token = self.code.token(cell) if cell >= FIRST_CELL else None
        return None if token is None or token.source.name == LANGUAGE else token

    def in_script(self, cell: int) -> bool:
        """Whether a cell belongs to a word of the script."""
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
        """Whether the machine comes to an end here: what was run has returned."""
        return cell < 2

    def return_slot(self) -> int:
        """Number of the first free slot of the return stack."""
        return (self.i64[at.RP >> 3] - self.processor.address) >> 3

    def depth(self, bottom: int) -> int:
        """Calls that are open above a slot of the return stack."""
        tags = self.processor.i32[2 * bottom + 1 : 2 * self.return_slot() : 2].tolist()
        return sum(map(tags.count, at.RETURN_TAGS))

    def stack(self) -> tuple[int, ...]:
        """The data stack of the frame, the top last."""
        return tuple(self.processor.items())

    # -- moves being made -----------------------------------------------------------------------

    def record(self) -> tuple[int, int]:
        """The newest list and its count: what `added` compares with."""
        address = self.processor.register(at.GENERATING)
        if not address:
            return 0, 0
        return address, self.processor.cell(address + 4 * at.LIST_COUNT)

    def added(self, before: tuple[int, int]) -> int:
        """The move that a step has added to the list; 0 if none."""
        address, count = self.record()
        if (address, count - 1) != before:
            return 0
        return self.processor.cell(address + 4 * at.LIST_LAST)

    # -- going on -------------------------------------------------------------------------------

    def step(self) -> tuple[bool, ScriptError | None]:
        """Do one step; give whether it was the last one, and the error that ended it."""
        processor = self.processor
        self.before_rp = self.i64[at.RP >> 3]
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
