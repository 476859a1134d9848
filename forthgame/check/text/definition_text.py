"""The text of definitions as tokens without comments, and the kinds of names in it."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from itertools import accumulate, groupby

from forthgame.base.source import Source, Token
from forthgame.check.loading.checked_script import CheckedScript
from forthgame.check.stack_effects.effects import StackEffects
from forthgame.words.table.dictionary import Word
from forthgame.words.word_sets import QUOTED

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
    """An IF of a definition: indexes of IF, ELSE (-1 without) and ENDIF."""

    at: int
    other: int = -1
    end: int = -1


@dataclass
class DefinitionText:
    """A definition: its word, and the tokens from after its name up to its end.

    The end is `;`, or the next definition, since a script may end one by a word of its own.
    """

    word: Word
    tokens: list[Token]
    texts: list[str] = field(default_factory=list)
    _rows: list[list[int]] | None = None

    def __post_init__(self) -> None:
        self.texts = [token.text for token in self.tokens]

    def rows(self) -> list[list[int]]:
        """Return the indexes of the tokens of each line."""
        if self._rows is None:
            lines = [token.place.line for token in self.tokens]
            indexes = groupby(range(len(lines)), key=lines.__getitem__)
            self._rows = [[*row] for _, row in indexes]
        return self._rows

    def forks(self) -> Iterator[Fork]:
        """Yield every closed IF."""
        open_: list[Fork] = []
        for number, text in enumerate(self.texts):
            if text == "IF":
                open_.append(Fork(number))
            elif text == "ELSE" and open_:
                open_[-1].other = number
            elif text in ("ENDIF", "THEN") and open_:
                open_[-1].end = number
                yield open_.pop()


class DefinitionTexts:
    """The bodies of a script's definitions, and the kinds of its names."""

    def __init__(self, script: CheckedScript, effects: StackEffects | None = None) -> None:
        self.script = script
        self.effects = effects
        self.deadline = script.deadline
        roles: dict[str, str] = {}
        for word in script.words:
            kind = NAMED.get(word.role or "", "")
            if not kind and word.kind == "colon":
                kind = "word"
            elif not kind and word.kind == "literal":
                kind = "variable" if word.value == word.parameter else "constant"
            roles[word.name] = kind
        self.roles = roles
        self.kind = cache(self._kind_of)
        self._token_shape = cache(self._shape_of)
        self._sources: dict[str, tuple[Source, list[int]]] = {}
        definitions = script.definitions
        self._places: dict[str, list[tuple[int, int]]] = {}  # places of definitions by file
        for place in sorted({(p.file, p.line, p.column) for w in definitions if (p := w.place)}):
            self._places.setdefault(place[0], []).append(place[1:])
        self.bodies = [b for w in definitions if (b := self._body(w)) is not None]

    def leaves_items(self, name: str) -> bool:
        """Return whether a word of the script is known to leave items on the stack."""
        word = self.script.reader.dictionary.find(name)
        if self.effects is None or word is None or word.kind != "colon":
            return False
        return self.effects.of(word).outputs > 0

    def _kind_of(self, text: str) -> str:
        """Return the kind of a name (direction, player, piece …), `number`, or an empty string."""
        if (kind := self.roles.get(text)) is not None:
            return kind
        return "number" if NUMBER.match(text) else ""

    def _shape_of(self, text: str) -> str:
        kind = self.kind(text)
        return f"<{kind}>" if kind else text

    def shape(self, texts: list[str]) -> tuple[str, ...]:
        """Return texts with names replaced by their kinds."""
        if self.deadline.seconds is not None:
            self.deadline.look()
        return tuple(map(self._token_shape, texts))

    def _read_again(self, source: Source) -> tuple[Source, list[int]]:
        """Return a fresh source of a file and the offsets of its lines, cached."""
        if source.name not in self._sources:
            lengths = (len(line) + 1 for line in source.text.split("\n"))
            starts = list(accumulate(lengths, initial=0))
            self._sources[source.name] = Source(source.name, source.text), starts
        return self._sources[source.name]

    def _body(self, word: Word) -> DefinitionText | None:
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
                del tokens[-1:]  # the first word of the next definition
                break
            if token.text == "(":
                source.until(")")
            elif token.text == "\\":
                source.rest_of_line()
            else:
                tokens.append(token)
                if token.text in QUOTED:
                    source.until('"')
        return DefinitionText(word, tokens)
