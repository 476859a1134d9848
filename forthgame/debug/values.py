"""Where a script gives its words their values, as its threaded code and the declaration show it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from forthgame.code.instruction import Instruction, instructions
from forthgame.debug.namesakes import Namesakes
from forthgame.lazy import lazy

if TYPE_CHECKING:
    from forthgame.errors import Place
    from forthgame.game.script import Script
    from forthgame.lang.dictionary import Word
    from forthgame.source import Token

Places = dict[str, list["Place"]]


class Values:
    """By the names of words: where they get their values. What was forgotten is left out."""

    def __init__(self, game: Script) -> None:
        self._forth = game.forth
        self._namesakes = Namesakes(game.forth)
        self._declared = game.declaration.declared

    @lazy
    def outside(self) -> Places:
        """Variables: stores outside of definitions."""
        return self._by_name(self._known(self._declared.stores))

    @lazy
    def data(self) -> Places:
        """Created words: what has appended to them outside of definitions."""
        return self._by_name(self._known(self._declared.data))

    @lazy
    def constants(self) -> dict[str, Place]:
        """Constants: where they are defined."""
        words = self._forth.dictionary.words[self._forth.fence :]
        name = self._namesakes.name
        return {name(w): w.place for w in words if w.role == "constant" and w.place is not None}

    @lazy
    def deferred(self) -> Places:
        """Deferred words: where IS sets them, in the order of the text."""
        cells = {w.value: w for w in self._forth.dictionary.words if w.kind == "defer"}
        found = [*self._known(self._declared.named)]
        for word in self._definitions():
            before: Instruction | None = None
            for each in self._code(word):
                token = self._forth.code.token(each.cell)
                stored = each.name == "!" and before is not None and before.name == "LIT"
                if stored and before and before.operand in cells and token is not None:
                    found.append((cells[before.operand], token))
                before = each
        sources = {id(token.source): k for k, (_, token) in reversed(list(enumerate(found)))}
        found.sort(key=lambda entry: (sources[id(entry[1].source)], entry[1].offset))
        return self._by_name(found)

    @lazy
    def run_by_moves(self) -> Places:
        """Words that COMPILE puts into moves: the lines with it, with the numbers before it and the
        IF that it stands in."""
        found: Places = {}
        for word in self._definitions():
            numbers: list[Place] = []
            # where each ends, its place, and the numbers that were there before it
            conditions: list[tuple[int, Place, list[Place]]] = []
            for each in self._code(word):
                conditions = [condition for condition in conditions if condition[0] > each.cell]
                token = self._forth.code.token(each.cell)
                if token is None:
                    continue
                if each.name == "0BRANCH" and not each.backward:
                    conditions.append((each.operand, token.place, numbers))
                elif each.name == "BRANCH" and not each.backward:  # ELSE: the IF goes on
                    for k, (end, place, before) in enumerate(conditions):
                        if end == each.next:
                            conditions[k] = (each.operand, place, before)
                            numbers = before
                elif each.name == "COMPILE-LITERAL":
                    numbers = [*numbers, token.place]
                elif each.name == "(COMPILE)":
                    target = self._forth.dictionary.by_token(each.operand)
                    if target is not None:
                        inside = [place for _, place, _ in conditions[-1:]]
                        found.setdefault(target.name, []).extend([*numbers, *inside, token.place])
                    numbers = []
        return found

    def _definitions(self) -> Iterator[Word]:
        """The colon definitions of the script."""
        for word in self._forth.dictionary.words[self._forth.fence :]:
            if word.kind == "colon":
                yield word

    def _code(self, word: Word) -> Iterator[Instruction]:
        return instructions(self._forth.code.cells, word.entry, word.end)

    def _known(self, entries: Iterable[tuple[Word, Token]]) -> Iterator[tuple[Word, Token]]:
        """Those of words that are in the dictionary still."""
        by_token = self._forth.dictionary.by_token
        return ((word, token) for word, token in entries if by_token(word.token) is word)

    def _by_name(self, entries: Iterable[tuple[Word, Token]]) -> Places:
        found: Places = {}
        for word, token in entries:
            found.setdefault(self._namesakes.name(word), []).append(token.place)
        return found
