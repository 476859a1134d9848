"""The threaded code: one array of cells, and for each cell the place in the script it came from."""

from __future__ import annotations

from array import array
from bisect import bisect_right
from dataclasses import dataclass, field
from typing import Any

from forthgame.code.function import Function
from forthgame.errors import ScriptError, sentence, shortened
from forthgame.lang.layout import CODE_LIMIT
from forthgame.source import Source, Token


@dataclass
class Code:
    """Writes threaded code behind the fence and remembers origins.

    tokens    what the text has compiled, in order; one of the language may be its offset there
    language  the text of the language, in a machine that has not read it itself
    decoded   functions that have been decoded, by entry: see `program.py`
    changes   how often code has been changed or cut off that may have been decoded
    """

    cells: Any  # writable view of the machine's code
    top: int = 0
    tokens: list[Token | int | None] = field(default_factory=lambda: [None])
    language: Source | None = None
    origins: array[int] = field(default_factory=lambda: array("i"))
    starts: list[int] = field(default_factory=list)
    owners: list[str] = field(default_factory=list)
    decoded: dict[int, Function] = field(default_factory=dict)
    changes: int = 0

    @property
    def full(self) -> bool:
        """Whether hardly any room is left."""
        return self.top > CODE_LIMIT - 256

    def append(self, *values: int) -> int:
        """Append cells that came from the current token; give the cell of the first.

        Raises ScriptError if there is no room.
        """
        start, count, cell = self.top, len(values), self.top
        if start + count > CODE_LIMIT:
            raise ScriptError(sentence(-268), number=-268)
        for value in values:
            self.cells[cell] = value
            cell += 1
        self.origins.extend([len(self.tokens) - 1] * count)
        self.top = cell
        return start

    def change(self, cell: int, value: int) -> None:
        """Put another value into a cell that has been appended."""
        self.cells[cell] = value
        if self.decoded:
            self._forget_decoded()

    def _forget_decoded(self) -> None:
        self.decoded.clear()
        self.changes += 1

    def at(self, token: Token | None) -> None:
        """What is appended from now on came from this token."""
        self.tokens.append(token)

    def begin(self, name: str) -> int:
        """A word starts here. Its name stays as long as the code: a very long one is shortened."""
        self.starts.append(self.top)
        self.owners.append(shortened(name))
        return self.top

    def owner(self, cell: int) -> str:
        """Name of the word a cell belongs to."""
        k = bisect_right(self.starts, cell) - 1
        return self.owners[k] if k >= 0 else ""

    def start(self, cell: int) -> int:
        """Where the word begins that a cell belongs to."""
        k = bisect_right(self.starts, cell) - 1
        return self.starts[k] if k >= 0 else 0

    def token(self, cell: int) -> Token | None:
        """The token a cell came from."""
        return self.of_origin(self.origins[cell]) if 0 <= cell < len(self.origins) else None

    def of_origin(self, origin: int) -> Token | None:
        """The token that an entry of `origins` stands for."""
        token = self.tokens[origin]
        if isinstance(token, int):
            return self.language.token_at(token) if self.language is not None else None
        return token

    def cut(self, top: int) -> None:
        """Forget what lies from a cell on."""
        self.top = top
        self._forget_decoded()
        del self.origins[top:]
        while self.starts and self.starts[-1] >= top:
            self.starts.pop()
            self.owners.pop()

    def remember(self) -> tuple[Any, ...]:
        """Where each cell comes from, for `recall`; the cells themselves are the machine's."""
        lists = list(self.tokens), array("i", self.origins), list(self.starts), list(self.owners)
        return (self.top, *lists)

    def recall(self, kept: tuple[Any, ...]) -> None:
        """Put back what `remember` has given."""
        self.top, tokens, origins, starts, owners = kept
        self.tokens[:], self.starts[:], self.owners[:] = tokens, starts, owners
        self.origins = array("i", origins)
        self._forget_decoded()
