"""Every word that a script might name: of the table, of the language's own script, hidden ones."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import forthgame
from forthgame.words.primitives import TABLE
from forthgame.words.table.row import Effect

# words that would swallow the rest of a line, or end the session's text
SWALLOWING = {"(", "\\", "QUIT", "LOAD", "WORD", "-FIND"}
CLOCK = {
    "SYSTEM-TIME", "READ-TIMER", "START-TIMER", "TIMER", "RANDOMIZE", "RANDOMIZE2", "$Yield",
}  # fmt: skip


@dataclass(frozen=True)
class Entry:
    """A name, its inputs on the stacks, and the text that it reads."""

    name: str
    inputs: tuple[str, ...]
    floats: int
    reads: tuple[str, ...]
    immediate: bool
    hidden: bool


def _entry(name: str, effect: str, immediate: bool, hidden: bool) -> Entry:
    try:
        parsed = Effect.parse(effect)
    except ValueError:
        parsed = Effect.parse("( -- )")
    reads = tuple(item.strip('"') for item in parsed.inputs if item.startswith('"'))
    inputs = tuple(item for item in parsed.inputs if not item.startswith('"'))
    return Entry(name, inputs, len(parsed.float_inputs), reads, immediate, hidden)


@cache
def entries() -> tuple[Entry, ...]:
    """All of them in the order of their names, the same in each process."""
    found: dict[str, Entry] = {}
    for row in TABLE.rows:
        hidden = row.hidden or row.operand is not None
        found[row.name] = _entry(row.name, str(row.effect), row.immediate, hidden)
    dictionary = forthgame.Machine(native=False).forth.dictionary
    for word in {**dictionary.engine, **{w.name: w for w in dictionary.words}}.values():
        if word.name not in found:
            hidden = word.hidden or (word.name.startswith("(") and len(word.name) > 1)
            found[word.name] = _entry(word.name, word.comment or "( -- )", word.immediate, hidden)
    return tuple(found[name] for name in sorted(found))


@cache
def plain() -> tuple[Entry, ...]:
    """Words that scripts may name and that are run, not compiled by."""
    return tuple(e for e in entries() if not e.immediate and not e.hidden and not _odd(e))


@cache
def steady() -> tuple[Entry, ...]:
    """Return words whose results do not depend on the clock and that read no text."""
    return tuple(e for e in plain() if e.name not in CLOCK and not e.reads)


@cache
def hidden() -> tuple[Entry, ...]:
    """Names of the engine's own words: to a script they are unknown."""
    return tuple(e for e in entries() if e.hidden)


@cache
def immediate() -> tuple[Entry, ...]:
    """Words of the compiler, and those that read on."""
    return tuple(e for e in entries() if e.immediate and not e.hidden)


def _odd(entry: Entry) -> bool:
    return entry.name in SWALLOWING
