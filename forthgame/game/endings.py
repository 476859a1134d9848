"""The section `{endings`, and the engine's table of endings."""

from __future__ import annotations

from dataclasses import dataclass, replace

from forthgame.lang import beyond as more
from forthgame.lang.dictionary import Word
from forthgame.vm.forth import Forth

MOST = 64  # endings of a game


@dataclass(frozen=True)
class Ending:
    """An ending: its word, its name and its priority; the highest is tested first."""

    word: Word
    name: str
    priority: int = 0


class Endings:
    """The endings of a declaration, in the order they were declared."""

    _depth: int  # of the stack at the beginning of the section

    def __init__(self, forth: Forth) -> None:
        self._forth = forth
        self.declared: tuple[Ending, ...] = ()
        self.asked: tuple[Ending, ...] = ()

    def begin(self) -> None:
        self.declared = ()
        self._depth = self._forth.processor.depth

    @property
    def left_over(self) -> int:
        return int(self._forth.processor.depth) - self._depth

    def add(self, token: int, name: str) -> str:
        """Add an ending: `word {ending} name`. Returns an error text, or an empty text."""
        word = self._forth.dictionary.by_token(token)
        if word is None:
            return f"{token} is not the token of a word: write the word that decides before it"
        if len(self.declared) >= MOST:
            return f"more than {MOST} endings"
        if any(ending.name == name for ending in self.declared):
            return f"there is an ending {name!r} already"
        self.declared = (*self.declared, Ending(word, name))
        return ""

    def rank(self, priority: int) -> None:
        self.declared = (*self.declared[:-1], replace(self.declared[-1], priority=priority))

    def write(self) -> None:
        """Write the engine's table, the highest priority first: `endings}`."""
        self.asked = tuple(sorted(self.declared, key=lambda ending: -ending.priority))
        tokens = [ending.word.token for ending in self.asked]
        table = self._forth.store_cells(tokens or [0])
        self._forth.processor.set_registers(
            {more.ENDING_TABLE: table, more.ENDING_COUNT: len(tokens)}
        )

    @property
    def found(self) -> str | None:
        if not self.asked:
            return None
        number = self._forth.processor.register(more.ENDING_FOUND)
        return self.asked[number - 1].name if 1 <= number <= len(self.asked) else None
