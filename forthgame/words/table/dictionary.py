"""The dictionary: words by name and token, with suggestions for unknown names."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from forthgame.base.errors import Place, alike
from forthgame.words.table.row import TABLE
from forthgame.words.table.sealed_words import TOKEN_STAYS, is_newer, is_sealed

SHORT_NAME = 5  # shorter names resemble too many others


@dataclass(slots=True)
class Word:
    """A word of the dictionary.

    kind     the way it is compiled: `operation` (number `value`, and `operand` if not None),
             `literal` (the number `value`), `colon` (a call of `entry`), `does` (number `value`,
             call of `does`), `defer` (address `value`), `host` (number `value`),
             `compile` (run by the compiler; number `value` when run later)
    vocabulary  address of the cell that holds the newest header of the word's vocabulary
    begin    where the data before it ends; the name follows, aligned
    token    the result of `'`; entry  cell of threaded code that runs the word
    """

    name: str
    token: int
    index: int
    kind: str
    value: int
    entry: int
    operand: int | None = None
    does: int = 0
    immediate: bool = False
    hidden: bool = False
    end: int = 0
    place: Place | None = None
    comment: str = ""
    body: Callable[..., Any] | None = None
    role: str = ""
    vocabulary: int = 0
    begin: int = 0

    @property
    def header(self) -> int:
        """Address of the header field that points to the word's name: its nfa."""
        return self.token - 12

    @property
    def parameter(self) -> int:
        return self.token + 4


class Dictionary:
    """All words, with the newest definition of a name found first.

    `search_order` returns the vocabularies to search; it is called only if there are several.
    """

    def __init__(self) -> None:
        self.vocabularies: list[int] = []
        self.search_order: Callable[[], Iterable[int]] = lambda: self.vocabularies
        self.words: list[Word] = []
        self.engine: dict[str, Word] = {}  # the language's own words, including sealed ones
        self._by_name: dict[str, tuple[Word, ...]] = {}  # the newest last
        self._by_token: dict[int, Word] = {}
        self.selecting = 0  # bits of beyond.SELECTS for words that were looked up

    def add(self, word: Word) -> None:
        """Add a word; it hides an older one of the same name."""
        self.words.append(word)
        self._by_name[word.name] = (*self._by_name.get(word.name, ()), word)
        self._by_token[word.token] = word

    def copy(self) -> Dictionary:
        """Return a dictionary with the same words, without a search order.

        All words are shared except the newest, the only one that can still change, as by
        `IMMEDIATE`.
        """
        made = Dictionary()
        newest = self.words[-1]
        twin = replace(newest)
        made.words = [*self.words[:-1], twin]
        made.vocabularies = list(self.vocabularies)
        made.engine = dict(self.engine)
        made._by_name = dict(self._by_name)
        made._by_token = dict(self._by_token)
        made.selecting = self.selecting
        if made.engine.get(twin.name) is newest:
            made.engine[twin.name] = twin
        if twin.token in made._by_token:
            made._by_token[twin.token] = twin
        if twin.name in made._by_name:
            twins = made._by_name[twin.name]
            made._by_name[twin.name] = tuple(twin if word is newest else word for word in twins)
        return made

    def seal(self) -> list[Word]:
        """Hide the engine's own words from scripts; return those that lose their token.

        The current words become the language: `engine` finds them by name, whatever scripts define.
        """
        self.engine = {word.name: word for word in self.words}
        sealed = [word for word in self.words if is_sealed(word.name)]
        for word in sealed:
            self._by_name.pop(word.name, None)
        gone = [word for word in sealed if word.name not in TOKEN_STAYS]
        for word in gone:
            del self._by_token[word.token]
        return gone

    def find(self, name: str) -> Word | None:
        """Return the newest word of a name in the first vocabulary that has one."""
        found = self._by_name.get(name)
        if not found:
            return None
        word = found[-1] if len(self.vocabularies) < 2 else self._searched(found)
        row = TABLE.by_name.get(name)
        if row is not None and row.selects and word is self.engine.get(name):
            self.selecting |= row.selects
        return word

    def _searched(self, found: tuple[Word, ...]) -> Word | None:
        for vocabulary in self.search_order():
            for word in reversed(found):
                if word.vocabulary == vocabulary:
                    return word
        return None

    def newest(self) -> dict[int, Word]:
        """Return the newest word of each vocabulary that has one."""
        missing, found = set(self.vocabularies), dict[int, Word]()
        for word in reversed(self.words):
            if word.vocabulary in missing:
                missing.remove(word.vocabulary)
                found[word.vocabulary] = word
                if not missing:
                    break
        return found

    def by_token(self, token: int) -> Word | None:
        return self._by_token.get(token)

    def older(self, word: Word) -> int:
        return sum(twin.index < word.index for twin in self._by_name.get(word.name, ()))

    def last_token(self) -> int:
        """Return the highest token, which is not the newest if a script has moved `DP`."""
        return max(word.token for word in self.words)

    def forget(self, count: int) -> list[Word]:
        """Remove all but the first `count` words, and their vocabularies.

        Return the removed words.
        """
        gone = self.words[count:]
        for word in reversed(gone):
            self._by_name[word.name] = self._by_name[word.name][:-1]
            if not self._by_name[word.name]:
                del self._by_name[word.name]
            self._by_token.pop(word.token, None)
        del self.words[count:]
        ended = Counter(word.parameter for word in gone)  # some are equal if a script has moved DP
        known, self.vocabularies[:] = list(self.vocabularies), []
        for vocabulary in known:
            if ended[vocabulary]:
                ended[vocabulary] -= 1
            else:
                self.vocabularies.append(vocabulary)
        return gone

    def remember(self) -> tuple[Any, ...]:
        """Return the current state, for `recall`."""
        by_name, by_token = dict(self._by_name), dict(self._by_token)
        return list(self.words), by_name, by_token, list(self.vocabularies)

    def recall(self, kept: tuple[Any, ...]) -> None:
        """Restore what `remember` returned."""
        words, by_name, by_token, vocabularies = kept
        self.words[:], self.vocabularies[:] = words, vocabularies
        self._by_name, self._by_token = dict(by_name), dict(by_token)

    def names(self) -> Iterator[str]:
        return iter(self._by_name)

    def nearest(self, name: str) -> list[str]:
        """Return known names similar to this one, the nearest first; case does not count."""
        lower = name.lower()
        same = [n for n in self._by_name if n.lower() == lower and self.find(n)]
        shown = (
            n
            for n, words in reversed(self._by_name.items())  # the script's own first
            if not words[-1].hidden and not (len(n) < SHORT_NAME and is_newer(n))
        )
        close = alike(name, shown, 12, 0.65)  # some may not be in the search order
        return [*same, *(n for n in close if n not in same and self.find(n))][:3]
