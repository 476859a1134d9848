"""Distinguishes variables, arrays, constants and deferred words that share a name.

A definition refers to the word that had the name when it was compiled. If a script defines the name
again, earlier words are named with their place: `fuel of game.4th:5`.
"""

from __future__ import annotations

from forthgame.base.lazy import lazy
from forthgame.machine.outer.outer_interpreter import Forth
from forthgame.why.inspection.short_texts import brief
from forthgame.words.table.dictionary import Word

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
