"""Read the words of a definition that only compute as trees.

`here 7 / 2 >=` is read as a comparison of a quotient with 2. Words of the script that only compute
are read in their place. A tree of known parts has a value for each position and player.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final

from forthgame.analysis.constant_folding import folded, folding_function
from forthgame.analysis.instruction import shuffled
from forthgame.check.text.contradictions import may_move
from forthgame.check.text.definition_text import DefinitionText, DefinitionTexts, Fork
from forthgame.check.word_kinds import STRUCTURES
from forthgame.words import word_sets
from forthgame.words.primitives import TABLE


@dataclass(frozen=True)
class Part:
    """A leaf of a tree: a word that is not followed, and numbers that distinguish its uses."""

    name: str
    use: tuple[int, ...] = ()


@dataclass(frozen=True)
class Operation:
    """A word that computes a number from items; `size` is the number of words in the tree."""

    name: str
    items: tuple[Expression, ...]
    size: int


Expression = int | Part | Operation
DEEPEST: Final = 6  # definitions that are read inside each other
LARGEST: Final = 100  # words in a tree
CHOICE: Final = "IF"  # an operation on a condition and two values
CONSTANTS: Final = frozenset(("number", "constant", "player", "position", "piece", "type"))
HERE: Final = Part("here")
FROM: Final = Part("from")
OWN: Final = Part("current-player")
GIVEN: Final = Part("input", (0,))
ASKED: Final = {part.name: part for part in (HERE, FROM, OWN, Part("I"))}
MOST_BELOW: Final = 4  # items that lie below those of a text
ENDS: Final = STRUCTURES | {"verify"}  # words between which `along` reads


class UnreadableError(Exception):
    """A text contains a word that does more than compute."""


class Expressions:
    """Reads the definitions of a script as expressions."""

    def __init__(self, texts: DefinitionTexts) -> None:
        self.texts = texts
        self.bodies = {body.word.name: body for body in texts.bodies}
        self.numbers: dict[str, int | None] = {}
        self.of = cache(self._of)

    def _of(self, name: str, depth: int = 0) -> tuple[Expression, ...] | None:
        """Return the items that a word leaves for its inputs; None if it does more than compute."""
        self.texts.deadline.look()
        body = self.bodies.get(name)
        if body is None or depth > DEEPEST or self.texts.effects is None:
            return None
        inputs = self.texts.effects.of(body.word).inputs
        stack: list[Expression] = [Part("input", (k,)) for k in range(inputs)]
        try:
            self._read(body, 0, len(body.texts), stack, depth)
        except UnreadableError:
            return None
        return tuple(stack)

    def _read(
        self, body: DefinitionText, at: int, end: int, stack: list[Expression], depth: int
    ) -> None:
        """Read the words from one index up to another."""
        forks = {fork.at: fork for fork in body.forks()} if "IF" in body.texts else {}
        while at < end:
            fork = forks.get(at)
            if fork is not None:
                self._choose(body, fork, stack, depth)
                at = fork.end
            else:
                self._step(body, at, stack, depth)
            at += 1

    def _choose(
        self, body: DefinitionText, fork: Fork, stack: list[Expression], depth: int
    ) -> None:
        """Read both branches of an IF, which must leave stacks of equal depth."""
        if not stack:
            raise UnreadableError
        condition = stack.pop()
        yes, no = list(stack), list(stack)
        self._read(body, fork.at + 1, fork.other if fork.other >= 0 else fork.end, yes, depth)
        if fork.other >= 0:
            self._read(body, fork.other + 1, fork.end, no, depth)
        if len(yes) != len(no):
            raise UnreadableError
        pairs = zip(yes, no, strict=True)
        stack[:] = [a if a == b else operation(CHOICE, (condition, a, b)) for a, b in pairs]

    def _step(self, body: DefinitionText, at: int, stack: list[Expression], depth: int) -> None:
        text = body.texts[at]
        if (number := self._number(body, at)) is not None:
            stack.append(number)
        elif text in ASKED:
            stack.append(ASKED[text])
        elif text in self.bodies:
            self._call(text, stack, depth)
        else:
            apply(text, stack)

    def _number(self, body: DefinitionText, at: int) -> int | None:
        """Return the number that a word stands for."""
        text = body.texts[at]
        if text not in self.numbers:
            known = self.texts.kind(text) in CONSTANTS
            number = self.texts.script.value(body.tokens[at]) if known else None
            self.numbers[text] = word_sets.CONSTANTS.get(text, number)
        return self.numbers[text]

    def _call(self, name: str, stack: list[Expression], depth: int) -> None:
        effects, left = self.texts.effects, self.of(name, depth + 1)
        if left is None or effects is None:
            raise UnreadableError
        inputs = effects.of(self.bodies[name].word).inputs
        given = taken_from(stack, inputs)
        stack += [_with_inputs(each, given) for each in left]

    def mentioning(self, *names: str) -> set[str]:
        """Return some words and the definitions that use them, also through others."""
        found = set(names)
        for body in self.texts.bodies:
            if not found.isdisjoint(body.texts):
                found.add(body.word.name)
        return found

    def along(
        self, body: DefinitionText, asked: frozenset[str], near: set[str]
    ) -> Iterator[tuple[int, Operation]]:
        """Yield the index and the tree of each word asked for, if its result is computed.

        Texts between control words are read if one of the words `near` stands there. The result of
        a word that is not read is a part of its own, as is `here` after a step.
        """
        if near.isdisjoint(body.texts):
            return
        stack: list[Expression] = []
        steps = begun = 0
        for at, text in enumerate(body.texts):
            if text in ENDS:
                stack, begun = [], at + 1
                continue
            if at == begun:
                end = next((k for k in range(at, len(body.texts)) if body.texts[k] in ENDS), None)
                wanted = not near.isdisjoint(body.texts[at:end])
            if not wanted:
                steps += may_move(self.texts, text)
                continue
            if len(stack) < MOST_BELOW:
                stack[:0] = [Part("below", (at, k)) for k in range(MOST_BELOW - len(stack))]
            try:
                self._step(body, at, stack, 0)
            except UnreadableError:
                steps += may_move(self.texts, text)
                self._leave_parts(body, at, stack)
            if steps and stack and stack[-1] == HERE:
                stack[-1] = Part(HERE.name, (steps,))
            found = stack[-1] if stack and text in asked else 0
            if isinstance(found, Operation) and found.name == text:
                yield at, found

    def _leave_parts(self, body: DefinitionText, at: int, stack: list[Expression]) -> None:
        """Replace the items that a word takes by unknown parts for those that it leaves."""
        name, effects = body.texts[at], self.texts.effects
        row = TABLE.by_name.get(name)
        if name in self.bodies and effects is not None:
            found = effects.of(self.bodies[name].word)
            taken, left = found.inputs, found.outputs
        elif row is not None and not row.runs:
            taken, left = len(row.effect.inputs), len(row.effect.outputs)
        elif self.texts.kind(name) in ("direction", "variable"):
            taken, left = 0, 1
        else:
            stack.clear()
            return
        del stack[max(0, len(stack) - taken) :]
        stack += [Part(name, (at, k)) for k in range(left)]


def operation(name: str, items: tuple[Expression, ...]) -> Operation:
    """Return an operation of limited size."""
    size = 1 + sum(each.size if isinstance(each, Operation) else 1 for each in items)
    if size > LARGEST:
        raise UnreadableError
    return Operation(name, items, size)


def taken_from(stack: list[Expression], count: int) -> list[Expression]:
    """Remove items from the top of a stack and return them."""
    if count > len(stack):
        raise UnreadableError
    items = stack[len(stack) - count :]
    del stack[len(stack) - count :]
    return items


def apply(name: str, stack: list[Expression]) -> None:
    """Apply a word that only computes."""
    row = TABLE.by_name.get(name)
    if row is None or row.effect.return_inputs or row.effect.return_outputs:
        raise UnreadableError
    if row.kind == "shuffle":
        stack += shuffled(row, taken_from(stack, len(row.effect.inputs)))
    elif folding_function(name) is None or len(row.effect.outputs) != 1:
        raise UnreadableError
    else:
        stack.append(_computed(name, taken_from(stack, len(row.effect.inputs))))


def _computed(name: str, items: list[Expression]) -> Expression:
    """Return the number that a word leaves, or an operation."""
    known = folded(name, [each if isinstance(each, int) else None for each in items])
    return known[0] if known is not None else operation(name, tuple(items))


def _with_inputs(expression: Expression, given: list[Expression]) -> Expression:
    """Return an expression of a word with the items that the word is given."""
    if isinstance(expression, Part):
        return given[expression.use[0]] if expression.name == GIVEN.name else expression
    if isinstance(expression, int):
        return expression
    items = [_with_inputs(each, given) for each in expression.items]
    if expression.name == CHOICE:
        return operation(CHOICE, tuple(items))
    return _computed(expression.name, items)


def value(expression: Expression, known: Mapping[Expression, int]) -> int | None:
    """Return the value of an expression for known values of its parts; None if one is missing."""
    if isinstance(expression, int):
        return expression
    if isinstance(expression, Part):
        return known.get(expression)
    if expression.name == CHOICE:
        condition, yes, no = expression.items
        chosen = value(condition, known)
        return None if chosen is None else value(yes if chosen else no, known)
    if expression in known:
        return known[expression]
    found = folded(expression.name, [value(each, known) for each in expression.items])
    return found[0] if found is not None else None


def parts_of(expression: Expression) -> Iterator[Part]:
    """Yield the parts of an expression that are not computed."""
    if isinstance(expression, Part):
        yield expression
    elif isinstance(expression, Operation):
        for each in expression.items:
            yield from parts_of(each)
