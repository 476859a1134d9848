"""Which of several variables, arrays, constants or deferred words of one name is meant.

A definition means what had the name when it was compiled. Where a script gives the name once more,
the ones before are told apart by where they stand: `fuel of game.4th:5`.
"""

from __future__ import annotations

from forthgame.debug.naming import brief
from forthgame.lang.dictionary import Word
from forthgame.lazy import lazy
from forthgame.vm.forth import Forth

GEOMETRY = frozenset(
    ("position", "no position", "direction", "player", "piece", "move list", "move type", "zone",
     "label")
)  # fmt: skip  # given again with a board that is given again


class Namesakes:
    """The words of a script by the names that answers give them."""

    def __init__(self, forth: Forth) -> None:
        self._forth = forth

    def name(self, word: Word) -> str:
        """The name of a word in answers."""
        return self._names.get(word.index, word.name)

    def meant(self, text: str, cell: int) -> str:
        """The same for what a token with this text has become at a cell of code."""
        twins = self._twins.get(text)
        if twins is None:
            return text
        before = [word for word in twins if word.entry < cell]
        return self.name(before[-1]) if before else text

    def find(self, name: str) -> Word | None:
        """The word of such a name."""
        return self._words.get(name) or self._forth.dictionary.find(name)

    @lazy
    def _twins(self) -> dict[str, list[Word]]:
        """The words of names that have data more than once, in the order of the script."""
        found: dict[str, list[Word]] = {}
        for word in self._forth.dictionary.words[self._forth.fence :]:
            found.setdefault(word.name, []).append(word)
        return {name: twins for name, twins in found.items() if any(map(_has_data, twins[:-1]))}

    @lazy
    def _names(self) -> dict[int, str]:
        """By the indexes of words that are not the newest of their name."""
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
