"""Finds the places that set the words of a script: in its code, text and declaration."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator
from itertools import pairwise

from forthgame.analysis.instruction import Instruction, instructions
from forthgame.base.errors import Place
from forthgame.base.lazy import lazy
from forthgame.base.source import Token
from forthgame.check.word_kinds import COMPARING
from forthgame.rules.script import Script
from forthgame.why.inspection.probe import Namesakes
from forthgame.why.inspection.short_texts import joined
from forthgame.words.table.dictionary import Word
from forthgame.words.word_sets import FETCHING, STORING

Places = dict[str, list["Place"]]
Tokens = list[tuple[str, "Place", str]]  # text, place, enclosing definition

STORES = STORING | {"later!"}
READS = FETCHING | {"?"}
TESTS = frozenset(("IF", "WHILE", "UNTIL", "verify"))
ENDS = TESTS | {";", "ELSE", "ENDIF", "LOOP"}
CLOSING = frozenset((";", "ELSE", "ENDIF", "THEN"))
FILLING = frozenset(("FILL", "ERASE", "MOVE", "CMOVE", "CMOVE>"))
NUMBER = re.compile(r"-?\d+$")
LISTED = 10  # places that are shown
SHORT = 12  # tokens within which a copied address is written to
FILLED = 4  # tokens within which one is passed to a word that fills memory


class Values:
    """The places that set words, by name; forgotten words are left out."""

    def __init__(self, game: Script) -> None:
        self._forth = game.forth
        self._namesakes = Namesakes(game.forth)
        self._declared = game.declaration.declared

    @lazy
    def outside(self) -> Places:
        """Return the stores to variables outside of definitions."""
        return self._by_name(self._known(self._declared.stores))

    @lazy
    def data(self) -> Places:
        """Return the places that appended data to created words outside of definitions."""
        return self._by_name(self._known(self._declared.data))

    @lazy
    def constants(self) -> dict[str, Place]:
        words = self._forth.dictionary.words[self._forth.fence :]
        name = self._namesakes.name
        return {name(w): w.place for w in words if w.role == "constant" and w.place is not None}

    @lazy
    def deferred(self) -> Places:
        """Return the places that set deferred words with IS, in the order of the text."""
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
        """Return the places that COMPILE words into moves, with their number operands and IF."""
        found: Places = {}
        for word in self._definitions():
            numbers: list[Place] = []
            # end of each, its place, and the numbers before it
            conditions: list[tuple[int, Place, list[Place]]] = []
            for each in self._code(word):
                conditions = [condition for condition in conditions if condition[0] > each.cell]
                token = self._forth.code.token(each.cell)
                if token is None:
                    continue
                if each.name == "0BRANCH" and not each.backward:
                    conditions.append((each.operand, token.place, numbers))
                elif each.name == "BRANCH" and not each.backward:  # ELSE continues the IF
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
        return (
            word
            for word in self._forth.dictionary.words[self._forth.fence :]
            if word.kind == "colon"
        )

    def _code(self, word: Word) -> Iterator[Instruction]:
        return instructions(self._forth.code.cells, word.entry, word.end)

    def _known(self, entries: Iterable[tuple[Word, Token]]) -> Iterator[tuple[Word, Token]]:
        by_token = self._forth.dictionary.by_token
        return ((word, token) for word, token in entries if by_token(word.token) is word)

    def _by_name(self, entries: Iterable[tuple[Word, Token]]) -> Places:
        found: Places = {}
        for word, token in entries:
            found.setdefault(self._namesakes.name(word), []).append(token.place)
        return found


# -- uses in the source text ----------------------------------------------------------------------


def set_in(tokens: Tokens, name: str) -> str:
    """Return the places of a script that write a variable."""
    return joined([tokens[k][1] for k in _stored(tokens, name)][:LISTED])


def writers_of(tokens: Tokens, name: str) -> list[str]:
    """Return the words of a script that write a variable."""
    return [tokens[k][2] for k in _stored(tokens, name) if tokens[k][2]]


def called_through(tokens: Tokens, outer: str, inner: str) -> list[Place]:
    """Return the places of the calls by which one word of a script comes to another one."""
    callers: dict[str, list[tuple[str, Place]]] = {}
    for text, place, owner in tokens:
        callers.setdefault(text, []).append((owner, place))
    found: list[Place] = []
    names, seen = [inner], {inner}
    for name in names:
        for owner, place in callers.get(name, ()):
            reached = owner == outer or outer in _callers_of(callers, owner)
            if owner and name != outer and owner not in seen and reached:
                seen.add(owner)
                names.append(owner)
                found.append(place)
    return found


def _callers_of(callers: dict[str, list[tuple[str, Place]]], name: str) -> set[str]:
    """Return the words that come to a word, directly or indirectly."""
    found, todo = set[str](), [name]
    while todo:
        more = {owner for owner, _ in callers.get(todo.pop(), ()) if owner} - found
        found |= more
        todo += more
    return found


def stored_in(tokens: Tokens, owners: Container[str]) -> dict[str, list[Place]]:
    """Return the names that words of a script store to, with the places."""
    found: dict[str, list[Place]] = {}
    for (text, place, owner), (behind, _, own) in pairwise(tokens):
        if owner in owners and own == owner and behind in STORES and not NUMBER.match(text):
            found.setdefault(text, []).append(place)
    return found


def _stored(tokens: Tokens, name: str) -> list[int]:
    """Return the indexes of tokens that give a variable's address to be written to."""
    names = {name, *leading_to(tokens, name)}
    return [k for k, token in enumerate(tokens[:-1]) if token[0] in names and _stores(tokens, k)]


def _stores(tokens: Tokens, k: int) -> bool:
    """Return whether the address at a token is written to.

    Recognizes `sum !`, `sum 1 SWAP !`, `sum DUP @ 1+ SWAP !`, `sum 4 ERASE` and `['] sum EXECUTE
    !`.
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
    """Return the places that pass on a variable's address, whose receiver may write to it."""
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
    """Return the lines that put a word that writes a variable into a move, with its operands."""
    writers = dict.fromkeys(writers_of(tokens, name))
    found = [place for writer in writers for place in compiled.get(writer, ())]
    if not found:
        return ""
    makers = {owner for _, place, owner in tokens if owner and place in found}
    calls = [place for text, place, owner in tokens if text in makers and owner]
    called = f", called in {joined(calls[:LISTED])}" if calls else ""
    return f", by moves in {joined(found[:LISTED])}{called}"


def idle_uses(tokens: Tokens, name: str) -> str:
    """Return the places that name a variable and neither read nor write it."""
    if leading_to(tokens, name):
        return ""
    found = [
        place
        for k, (text, place, _) in enumerate(tokens[:-1])
        if text == name and _is_compared(tokens, k) and not _stores(tokens, k)
    ]
    return joined(found[:LISTED])


def _is_compared(tokens: Tokens, k: int) -> bool:
    """Return whether the address itself is tested: `sum IF`, `sum 3 =`."""
    following = [text for text, _, _ in tokens[k + 1 : k + 3]]
    if following[0] in TESTS:
        return True
    return len(following) == 2 and bool(NUMBER.match(following[0])) and following[1] in COMPARING


def leading_to(tokens: Tokens, name: str) -> set[str]:
    """Return the words of a script that return a variable's address.

    Those are words that end with the variable, or end a branch with it and store nothing.
    `: mine ( -- addr ) current-player player-index hand ;`
    """
    last: dict[str, set[str]] = {}
    for (text, _, owner), (behind, _, own) in pairwise((*tokens, ("", None, ""))):
        if owner and (own != owner or behind in CLOSING):
            last.setdefault(owner, set()).add(text)
    for text, _, owner in tokens:
        if text in STORES and owner in last:
            last[owner] = {text}
    found, names = set[str](), {name}
    while names := {owner for owner, texts in last.items() if texts & names} - found:
        found |= names
    return found
