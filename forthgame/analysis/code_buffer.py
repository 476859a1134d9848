"""The buffer of threaded code, with the source location of each cell."""

from __future__ import annotations

from array import array
from bisect import bisect_right
from dataclasses import dataclass, field
from typing import Any

from forthgame.analysis.function import Function
from forthgame.base.errors import ScriptError, sentence, shortened
from forthgame.base.source import Source, Token
from forthgame.words.registers.memory_layout import CODE_LIMIT


@dataclass
class Code:
    """Writes threaded code and records the origin of each cell.

    tokens    source tokens of the code, in order; an int is an offset in the text of the language
    language  the text of the language, in a machine that has not read it itself
    decoded   decoded functions, by entry: see `program.py`
    changes   number of times that code has changed after it may have been decoded
    own       the first cell that may be a script's: those before are the language's
    shared    decoded functions of the language, of all machines that have its code
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
    own: int = 0
    shared: dict[int, Function] = field(default_factory=dict)

    @property
    def full(self) -> bool:
        return self.top > CODE_LIMIT - 256

    def append(self, *values: int) -> int:
        """Append cells that come from the current token; return the number of the first.

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
        """Change the value of a cell that has been appended."""
        self.cells[cell] = value
        if cell < self.own:
            self.shared = {}
        if self.decoded or cell < self.own:
            self._forget_decoded()

    def _forget_decoded(self) -> None:
        self.decoded.clear()
        self.changes += 1

    def at(self, token: Token | None) -> None:
        """Set the token that the following cells come from."""
        self.tokens.append(token)

    def begin(self, name: str) -> int:
        """Begin a word and return its first cell. Very long names are shortened."""
        self.starts.append(self.top)
        self.owners.append(shortened(name))
        return self.top

    def owner(self, cell: int) -> str:
        """Return the name of the word that contains a cell."""
        k = bisect_right(self.starts, cell) - 1
        return self.owners[k] if k >= 0 else ""

    def start(self, cell: int) -> int:
        """Return the first cell of the word that contains a cell."""
        k = bisect_right(self.starts, cell) - 1
        return self.starts[k] if k >= 0 else 0

    def token(self, cell: int) -> Token | None:
        return self.of_origin(self.origins[cell]) if 0 <= cell < len(self.origins) else None

    def of_origin(self, origin: int) -> Token | None:
        """Return the token for an entry of `origins`."""
        token = self.tokens[origin]
        if isinstance(token, int):
            return self.language.token_at(token) if self.language is not None else None
        return token

    def cut(self, top: int) -> None:
        """Remove all cells from a cell on."""
        self.top = top
        self._forget_decoded()
        del self.origins[top:]
        while self.starts and self.starts[-1] >= top:
            self.starts.pop()
            self.owners.pop()

    def remember(self) -> tuple[Any, ...]:
        """Return the origins of all cells, for `recall`; the cells themselves are not included."""
        lists = list(self.tokens), array("i", self.origins), list(self.starts), list(self.owners)
        return (self.top, *lists)

    def recall(self, kept: tuple[Any, ...]) -> None:
        self.top, tokens, origins, starts, owners = kept
        self.tokens[:], self.starts[:], self.owners[:] = tokens, starts, owners
        self.origins = array("i", origins)
        self._forget_decoded()
