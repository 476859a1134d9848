"""Where a script gives its words their values, by its code, its text and its declaration."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import pairwise

from forthgame.check.kinds import COMPARING
from forthgame.code.instruction import Instruction, instructions
from forthgame.debug.namesakes import Namesakes
from forthgame.debug.naming import joined
from forthgame.errors import Place
from forthgame.game.script import Script
from forthgame.lang.dictionary import Word
from forthgame.lang.facts import FETCHING, STORING
from forthgame.lazy import lazy
from forthgame.source import Token

Places = dict[str, list["Place"]]
Tokens = list[tuple[str, "Place", str]]  # texts, places, the definitions they stand in

STORES = STORING | {"later!"}
READS = FETCHING | {"?"}
TESTS = frozenset(("IF", "WHILE", "UNTIL", "verify"))
ENDS = TESTS | {";", "ELSE", "ENDIF", "LOOP"}
FILLING = frozenset(("FILL", "ERASE", "MOVE", "CMOVE", "CMOVE>"))
NUMBER = re.compile(r"-?\d+$")
LISTED = 10  # places that are told
SHORT = 12  # tokens in which an address that was copied is written to
FILLED = 4  # tokens in which one is handed to what fills memory


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
            for before, each in pairwise(self._code(word)):
                token = self._forth.code.token(each.cell)
                stored = each.name == "!" and before.name == "LIT" and before.operand in cells
                if stored and token is not None:
                    found.append((cells[before.operand], token))
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


# -- as the text writes and names them ------------------------------------------------------------


def set_in(tokens: Tokens, name: str) -> str:
    """The places of a script that write a variable."""
    names = {name, *leading_to(tokens, name)}
    found = [
        place
        for k, (text, place, _) in enumerate(tokens[:-1])
        if text in names and _stores(tokens, k)
    ]
    return joined(found[:LISTED])


def _stores(tokens: Tokens, k: int) -> bool:
    """Whether the address at a token is written to.

    As in `sum !`, `sum 1 SWAP !`, `sum DUP @ 1+ SWAP !`, `sum 4 ERASE` and `['] sum EXECUTE !`.
    """
    owner = tokens[k][2]
    behind = [text for text, _, own in tokens[k + 1 : k + 3 + SHORT] if own == owner]
    if behind[:1] == ["EXECUTE"]:
        behind = behind[1:]
    if not behind or behind[0] in READS:
        return False
    if behind[0] in STORES:
        return True
    filled = next((n for n, text in enumerate(behind[:FILLED]) if text in FILLING), None)
    if owner and filled is not None and not READS.intersection(behind[:filled]):
        return True
    rest = behind[1 : 1 + (SHORT if behind[0] == "DUP" else 2)]
    return any(a == "SWAP" and b in STORES for a, b in pairwise(rest))


def handed_on(tokens: Tokens, name: str) -> str:
    """The places of a script that do something else with a variable's address than read or write
    there: who gets it may write."""
    names = {name, *leading_to(tokens, name)}
    found = [
        place
        for k, (text, place, owner) in enumerate(tokens[:-1])
        if text in names
        and owner not in names
        and tokens[k + 1][0] not in STORES | READS | ENDS
        and not _is_compared(tokens, k)
        and not _stores(tokens, k)
    ]
    return joined(found[:LISTED])


def by_moves(tokens: Tokens, compiled: dict[str, list[Place]], name: str) -> str:
    """The lines that put a word into a move which writes a variable, with what they hand it."""
    names = {name, *leading_to(tokens, name)}
    writers = dict.fromkeys(
        owner
        for k, (text, _, owner) in enumerate(tokens[:-1])
        if text in names and _stores(tokens, k)
    )
    found = [place for writer in writers for place in compiled.get(writer, ())]
    return f", by moves in {joined(found[:LISTED])}" if found else ""


def idle_uses(tokens: Tokens, name: str) -> str:
    """The places that name a variable and neither read nor write it."""
    if leading_to(tokens, name):
        return ""
    found = [
        place
        for k, (text, place, _) in enumerate(tokens[:-1])
        if text == name and _is_compared(tokens, k) and not _stores(tokens, k)
    ]
    return joined(found[:LISTED])


def _is_compared(tokens: Tokens, k: int) -> bool:
    """Whether the address itself is asked about: `sum IF`, `sum 3 =`."""
    following = [text for text, _, _ in tokens[k + 1 : k + 3]]
    if following[0] in TESTS:
        return True
    return len(following) == 2 and bool(NUMBER.match(following[0])) and following[1] in COMPARING


def leading_to(tokens: Tokens, name: str) -> set[str]:
    """The words of a script that end with a variable, or with such a word: they give its address.

    `: mine ( -- addr ) current-player player-index hand ;`
    """
    last = {owner: text for text, _, owner in tokens if text != ";" and owner}
    found, names = set[str](), {name}
    while names := {owner for owner, text in last.items() if text in names} - found:
        found |= names
    return found
