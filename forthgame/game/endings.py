"""How a game ends: the section `{endings`, and the table that the engine asks by."""

from __future__ import annotations

from dataclasses import dataclass, replace

from forthgame.lang import beyond as more
from forthgame.lang.dictionary import Word
from forthgame.vm.forth import Forth

MOST = 64  # endings of a game


@dataclass(frozen=True)
class Ending:
    """An ending: what decides it, its name, when it is asked (the highest first)."""

    word: Word
    name: str
    priority: int = 0


class Endings:
    """The endings of a declaration, in the order they were declared."""

    _depth: int  # of the stack where the section begins

    def __init__(self, forth: Forth) -> None:
        self._forth = forth
        self.declared: tuple[Ending, ...] = ()
        self.asked: tuple[Ending, ...] = ()

    def begin(self) -> None:
        """`{endings`: the ones before are gone."""
        self.declared = ()
        self._depth = self._forth.processor.depth

    @property
    def left_over(self) -> int:
        """Items on the stack that no word of the section has taken."""
        return int(self._forth.processor.depth) - self._depth

    def add(self, token: int, name: str) -> str:
        """`word {ending} name`; gives what is wrong with it, or nothing."""
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
        """`n {priority}` of the ending declared last."""
        self.declared = (*self.declared[:-1], replace(self.declared[-1], priority=priority))

    def write(self) -> None:
        """`endings}`: the engine's table, the highest priority first."""
        self.asked = tuple(sorted(self.declared, key=lambda ending: -ending.priority))
        tokens = [ending.word.token for ending in self.asked]
        table = self._forth.store_cells(tokens or [0])
        self._forth.processor.set_registers(
            {more.ENDING_TABLE: table, more.ENDING_COUNT: len(tokens)}
        )

    @property
    def found(self) -> str | None:
        """Name of the ending that the engine has found last, None if none has spoken."""
        if not self.asked:
            return None
        number = self._forth.processor.register(more.ENDING_FOUND)
        return self.asked[number - 1].name if 1 <= number <= len(self.asked) else None
