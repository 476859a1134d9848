"""Lists a word: its source, its threaded code with named operands, its machine code."""

from __future__ import annotations

from dataclasses import dataclass

from forthgame.analysis.instruction import Instruction, instructions
from forthgame.base.errors import Place
from forthgame.base.source import Source
from forthgame.rules.script import Script
from forthgame.why.inspection.probe import Probe
from forthgame.why.inspection.word_call_setup import word_named
from forthgame.words.registers import memory_layout as at
from forthgame.words.table.dictionary import Word
from forthgame.words.word_sets import BRANCHES


@dataclass(frozen=True)
class ListedOperation:
    """An operation: its cell, relative to the word and absolute, its name, operand and place."""

    number: int
    cell: int
    operation: str
    operand: str
    place: Place | None

    def __str__(self) -> str:
        where = f"{self.place.line}:{self.place.column}" if self.place else ""
        return f"{self.number:4}  {self.operation:<16} {self.operand:<24} {where}".rstrip()


@dataclass(frozen=True)
class WordListing:
    """A word with its source text and threaded code; LLVM IR and assembly on request.

    `refused` is the reason why there is no machine code, if there is none.
    """

    word: str
    kind: str
    place: Place | None
    effect: str
    source: str
    code: tuple[ListedOperation, ...]
    ir: str = ""
    assembly: str = ""
    refused: str = ""

    def text(self) -> str:
        head = f"{self.word} {self.effect}".rstrip() + f"   {self.kind}"
        title = head + (f", {self.place}" if self.place else "")
        code = "\n".join(map(str, self.code))
        refusal = f"no machine code: {self.refused}" if self.refused else ""
        parts = (title, self.source, code, refusal, self.ir, self.assembly)
        return "\n\n".join(part for part in parts if part)


def see(game: Script, word: str, native: bool = False) -> WordListing:
    """Return the listing of a word. Raises ForthgameError if the word is unknown."""
    found = word_named(game, word)
    probe = Probe(game)
    machine = ("", "", "")
    if native and found.kind not in ("host", "compile"):
        from forthgame.compile.writer.machine_code import listing

        forth = game.forth
        machine = listing(
            forth.code, found.entry, forth.processor.register(at.APPLY_CODE), forth.entry_of
        )
    return WordListing(
        found.name, _kind(found), found.place, found.comment, _source(game, found),
        _code(game, probe, found), *machine,
    )  # fmt: skip


def _kind(word: Word) -> str:
    kinds = {"colon": "a definition", "does": "made by a defining word", "defer": "deferred",
             "host": "done by the host", "compile": "done by the compiler",
             "operation": "a primitive", "literal": "a number"}  # fmt: skip
    return word.role or kinds.get(word.kind, word.kind)


def _source(game: Script, word: Word) -> str:
    token = game.forth.code.token(word.end - 1) if word.kind == "colon" else None
    if token is None:
        return word.place.text.strip() if word.place else ""
    text, end = token.source.text, token.offset + len(token.text)
    start = _start(token.source, word, game.forth.code.token(word.entry), end)
    first = text.rfind("\n", 0, start) + 1
    if not text[first:start].strip():
        start = first
    line_end = text.find("\n", end)
    return text[start : line_end if line_end >= 0 else len(text)].rstrip()


def _start(source: Source, word: Word, first: object, end: int) -> int:
    """Return the offset of a definition's `:`."""
    offset = getattr(first, "offset", end)
    at = source.text.rfind(f" {word.name}", 0, offset)
    return max(source.text.rfind(":", 0, at + 1 if at >= 0 else offset), 0)


def _code(game: Script, probe: Probe, word: Word) -> tuple[ListedOperation, ...]:
    found, code = [], game.forth.code
    end = word.end if word.kind == "colon" else code.top
    for instruction in instructions(code.cells, word.entry, end):
        cell, name = instruction.cell, instruction.name
        operand = _operand(game, instruction, word) if instruction.row.operand is not None else ""
        place = probe.place(cell) if word.kind == "colon" else None
        found.append(ListedOperation(cell - word.entry, cell, name, operand, place))
        if name == "EXIT" and word.kind != "colon":
            break
    return tuple(found)


def _operand(game: Script, instruction: Instruction, inside: Word) -> str:
    name, value = instruction.name, instruction.operand
    token = game.forth.code.token(instruction.cell)
    text = token.text if token is not None else ""
    if name in BRANCHES:
        return f"-> {value - inside.entry}"
    if name == "(CALL)":
        return game.forth.code.owner(value)
    if name == "(HOST)":
        return text
    word = game.forth.dictionary.by_token(value)
    if word is not None and name in ("LIT", "(COMPILE)"):
        return f"{value} ({word.name})"
    known = text and text != str(value) and game.forth.dictionary.find(text) is not None
    return f"{value} ({text})" if known else str(value)
