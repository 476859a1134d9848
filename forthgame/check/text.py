"""The text of definitions: their tokens without comments, row by row, and what each name is."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import accumulate

from forthgame.check.script import Script
from forthgame.lang.dictionary import Word
from forthgame.lang.facts import QUOTED
from forthgame.source import Source, Token

NUMBER = re.compile(r"-?\d+$")
NAMED = {
    "direction": "direction",
    "player": "player",
    "position": "position",
    "piece": "piece",
    "variable": "variable",
    "board storage": "variable",
    "array": "variable",
    "move type": "type",
}


@dataclass
class Fork:
    """An IF of a definition: the numbers of its tokens; `other` is that of ELSE, -1 without."""

    at: int
    other: int = -1
    end: int = -1


@dataclass
class Body:
    """A definition: its word, and its tokens from the one behind its name up to its end.

    That is `;`, or the next definition, since a script may end one by a word of its own.
    """

    word: Word
    tokens: list[Token]
    texts: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.texts = [token.text for token in self.tokens]

    def rows(self) -> list[list[int]]:
        """The numbers of the tokens that stand in one line, line by line."""
        found: dict[int, list[int]] = {}
        for number, token in enumerate(self.tokens):
            found.setdefault(token.place.line, []).append(number)
        return list(found.values())

    def forks(self) -> Iterator[Fork]:
        """Every IF that is closed."""
        open_: list[Fork] = []
        for number, text in enumerate(self.texts):
            if text == "IF":
                open_.append(Fork(number))
            elif text == "ELSE" and open_:
                open_[-1].other = number
            elif text in ("ENDIF", "THEN") and open_:
                open_[-1].end = number
                yield open_.pop()


class Shapes(dict[str, str]):
    """The shape of each text that was asked for: `<kind>` for a name of a kind, or the text."""

    def __init__(self, kind: Callable[[str], str]) -> None:
        super().__init__()
        self._kind = kind

    def __missing__(self, text: str) -> str:
        kind = self._kind(text)
        self[text] = shape = f"<{kind}>" if kind else text
        return shape


class Texts:
    """The bodies of a script's definitions, and the kinds of its names."""

    def __init__(self, script: Script) -> None:
        self.script = script
        self.deadline = script.deadline
        roles: dict[str, str] = {}
        for word in script.words:
            kind = NAMED.get(word.role or "", "")
            if word.kind == "colon" or not kind:
                kind = kind or ("word" if word.kind == "colon" else "")
            if kind == "" and word.kind == "literal":
                kind = "variable" if word.value == word.parameter else "constant"
            roles[word.name] = kind
        self.roles = roles
        self._shapes = Shapes(self.kind)
        self._sources: dict[str, tuple[Source, list[int]]] = {}
        definitions = script.definitions
        self._places: dict[str, list[tuple[int, int]]] = {}  # of the names of definitions, by file
        for place in sorted({(p.file, p.line, p.column) for w in definitions if (p := w.place)}):
            self._places.setdefault(place[0], []).append(place[1:])
        self.bodies = [b for w in definitions if (b := self._body(w)) is not None]

    def kind(self, text: str) -> str:
        """What a name is: direction, player, piece …; `number`, or nothing for the language's."""
        if (kind := self.roles.get(text)) is not None:
            return kind
        return "number" if NUMBER.match(text) else ""

    def shape(self, texts: list[str]) -> tuple[str, ...]:
        """Return texts in which names of a kind count as equal."""
        if self.deadline.seconds is not None:
            self.deadline.look()
        return tuple(map(self._shapes.__getitem__, texts))

    def _read_again(self, source: Source) -> tuple[Source, list[int]]:
        """A source to read bodies from, one for each file, and where its lines start."""
        if source.name not in self._sources:
            lengths = (len(line) + 1 for line in source.text.split("\n"))
            starts = list(accumulate(lengths, initial=0))
            self._sources[source.name] = Source(source.name, source.text), starts
        return self._sources[source.name]

    def _body(self, word: Word) -> Body | None:
        self.deadline.look()
        place, code = word.place, self.script.reader.code
        sources = (code.token(cell) for cell in range(word.entry, max(word.end, word.entry + 1)))
        first = next((t for t in sources if t is not None), None)
        if place is None or first is None or first.source.name != place.file:
            return None
        source, starts = self._read_again(first.source)
        source.position = starts[place.line - 1] + place.column - 1
        source.token()
        places = self._places[place.file]
        following = bisect_right(places, (place.line, place.column))
        end = len(source.text)
        if following < len(places):
            line, column = places[following]
            end = starts[line - 1] + column - 1
        tokens: list[Token] = []
        while (token := source.token()) is not None and token.text != ";":
            if token.offset >= end:
                del tokens[-1:]  # the word that begins the next definition
                break
            if token.text == "(":
                source.until(")")
            elif token.text == "\\":
                source.rest_of_line()
            else:
                tokens.append(token)
                if token.text in QUOTED:
                    source.until('"')
        return Body(word, tokens)
