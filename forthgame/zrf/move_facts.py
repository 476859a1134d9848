"""Facts about move blocks that decide how they are written, found without expanding them whole."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import dataclass, replace

from forthgame.zrf.forms import Form
from forthgame.zrf.macros import Macros

ADDS = {"add", "add-partial", "add-copy", "add-copy-partial"}
CONTINUING = {"add-partial", "add-copy-partial"}
EFFECTS = {"capture", "create", "change-type", "change-owner", "flip", "set-attribute"}
FLAGS = {"set-flag", "set-position-flag", "flag?", "not-flag?", "position-flag?",
         "not-position-flag?", "mark", "back", "marked?", "not-marked?"}  # fmt: skip
# commands and conditions that depend on the beginning of a word, or change something
STATEFUL = ADDS | EFFECTS | FLAGS | {"cascade", "from", "to", "go"}
MOST_SIZE = 1 << 40


@dataclass(frozen=True)
class BlockFacts:
    """Names of commands and conditions in a block, flags that it uses, and its size in words.

    `continuing` has the arguments of each `add-partial`.
    """

    heads: frozenset[str]
    flags: frozenset[str]
    position_flags: frozenset[str]
    size: int
    continuing: frozenset[tuple[str, ...]] = frozenset()


class FactReader:
    """Computes facts of forms; those of a macro call are computed once."""

    def __init__(self, macros: Macros, directions: Container[str]) -> None:
        self.macros = macros
        self.directions = directions
        self.known: dict[str, BlockFacts] = {}

    def of(self, form: Form) -> BlockFacts:
        """Return the facts of a form. Raises ScriptError for a macro that calls itself."""
        stack: list[tuple[str, Form, list[Form], list[BlockFacts]]] = []
        results: list[BlockFacts] = []
        self._enter(form, stack, results)
        while stack:
            key, own, left, parts = stack[-1]
            if results:
                parts.append(results.pop())
            if left:
                self._enter(left.pop(), stack, results)
                continue
            stack.pop()
            facts = _joined(own, parts)
            if key:
                self.known[key] = facts
            results.append(facts)
        return results[0]

    def handed(self, call: Form) -> list[int]:
        """Return the indexes of arguments that are directions and can be handed down as such."""
        return [
            k
            for k, one in enumerate(call.rest)
            if one.name and one.text in self.directions and self.macros.hands_down(call.head, k + 1)
        ]

    def shape(self, call: Form) -> str:
        """Return the text of a call, which is the same for calls that differ in directions."""
        handed = set(self.handed(call))
        parts = ["*" if k in handed else call_key(one) for k, one in enumerate(call.rest)]
        return " ".join(["(", call.head, *parts, ")"])

    def _enter(
        self,
        form: Form,
        stack: list[tuple[str, Form, list[Form], list[BlockFacts]]],
        results: list[BlockFacts],
    ) -> None:
        if form.items is None:
            names = frozenset([form.text.lower(), form.text])
            alone = frozenset([()]) if names & CONTINUING else frozenset()
            results.append(BlockFacts(names, frozenset(), frozenset(), 1, alone))
        elif self.macros.is_call(form):
            key = self.shape(form)
            if key in self.known:
                results.append(_with_arguments(self.known[key], form))
            else:
                stack.append((key, form, self.macros.body(form), []))
        else:
            stack.append(("", form, list(form.items), []))


def _with_arguments(facts: BlockFacts, call: Form) -> BlockFacts:
    """Return the facts of a call like another one that differs in directions."""
    given = {one.text for one in call.rest if one.items is None}
    return replace(facts, heads=facts.heads | given)


def _joined(form: Form, parts: list[BlockFacts]) -> BlockFacts:
    heads: set[str] = set()
    flags: set[str] = set()
    position_flags: set[str] = set()
    continuing: set[tuple[str, ...]] = set()
    size = 0
    for part in parts:
        continuing |= part.continuing
        heads |= part.heads
        flags |= part.flags
        position_flags |= part.position_flags
        size += part.size
    head = form.head.lower()
    if head in CONTINUING:
        continuing.discard(())  # of the atom
        continuing.add(tuple(one.text for one in form.rest))
    if head in ("set-flag", "flag?", "not-flag?") and form.rest:
        flags.add(form.rest[0].text)
    elif head in ("set-position-flag", "position-flag?", "not-position-flag?") and form.rest:
        position_flags.add(form.rest[0].text)
    return BlockFacts(
        frozenset(heads),
        frozenset(flags),
        frozenset(position_flags),
        min(size, MOST_SIZE),
        frozenset(continuing),
    )


def call_key(form: Form) -> str:
    """Return the text of a call, which is the same for equal calls."""
    return " ".join(form.parts())
