"""Word reference: effect, meaning and examples of each word of the language."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import cache

from forthgame.base.source import LANGUAGE, package_path
from forthgame.words.primitives import TABLE
from forthgame.words.registers.system_variables import MEANINGS
from forthgame.words.table.row import Row
from forthgame.words.table.sealed_words import is_sealed

HEADING = re.compile(r"^\\ -+ (.*?)(?::.*)? -+$")
COLON = re.compile(r"^(?::|DEFER) (\S+) (\(.*?--.*?\)(?: \( F:.*?\))?).*?\\ (.*)$")
EXAMPLE = re.compile(r"^\t\\ (.* ->(?: .*)?)$", re.M)
CONSTANT = re.compile(r"^(-?\d+) CONSTANT (\S+)(?: +\\ (.*))?$")
EXAMPLE_HEADING = re.compile(r"^## (.+)$")
FORMS = (" -> ", " => ", " prints ", " stops ", " ends ", " allows ", " plays ")
ENDING = {"everything after this belongs to the game": "internal helpers of the dialect"}
VARIABLES = "variables"
FIRST = (  # groups in teaching order; others follow in order of appearance
    "stack", "arithmetic", "memory", "defining", "compiling", "control", "control structures",
    "text", "text and files", "numbers and memory", "dictionary", "headers", "random and time",
    "floats", "sections", "turns", "board", "friends and enemies", "moves", "making a move",
    "move lists", "looking at things", "ring buffers and repetition", "engines", "events",
    "constants", VARIABLES,
)  # fmt: skip
INTRODUCTION = """\
# Words

Every word of the language, by groups. This page is written by `forthgame help --markdown`.

In effects, `( before -- after )`, the top of the stack is at the right; `"name"` is read from the
text after the word; `F:` marks the float stack; `?` is a flag, `xt` a token, `pos` a position,
`str` the address of a text that ends with a 0 byte. An example is followed by the
stack it leaves, `->`. The other forms, and the game in which examples about games run, are on a
[page of their own](reference/examples.md).
The last column says whether a word is machine code once the words that use it are compiled:
*yes*; *in Python*, where it needs the script's text or the host; *interpreted*, where it cannot be
compiled.
"""


@dataclass(frozen=True)
class Entry:
    """A word: `native` is `yes`, `in Python` or `interpreted`; `source` is its definition."""

    name: str
    group: str
    effect: str
    meaning: str
    native: str
    examples: tuple[str, ...] = ()
    source: str = ""


@dataclass(frozen=True)
class Example:
    """An example of a word: code, form of the result, and result."""

    word: str
    place: str  # heading of the page above the example
    code: str
    form: str
    result: str

    def __str__(self) -> str:
        return f"{self.code} {self.form} {self.result}".rstrip()


def of_row(row: Row) -> Entry:
    native = "in Python" if row.kind in ("host", "compile") else "yes"
    return Entry(row.name, row.group, str(row.effect), row.meaning, native, row.example)


@cache
def entries() -> dict[str, Entry]:
    """Return every public word by name."""
    found = dict(described())
    for name in interpreted():
        found[name] = replace(found[name], native="interpreted")
    for name, shown in by_word().items():
        found[name] = replace(found[name], examples=found[name].examples + shown)
    return found


@cache
def described() -> dict[str, Entry]:
    """Return every public word by name, without trying which can be compiled or game examples."""
    rows = [row for row in TABLE.rows if not row.hidden and not row.operand]
    found = {row.name: of_row(row) for row in rows if not is_sealed(row.name)}
    for name, meaning in MEANINGS.items():
        found[name] = Entry(name, VARIABLES, "( -- addr )", meaning, "yes")
    return found | {entry.name: entry for entry in _written()}


@cache
def meanings() -> dict[str, tuple[str, str]]:
    """Return effect and meaning of every word, without compiling anything."""
    return {name: (entry.effect, entry.meaning) for name, entry in described().items()}


def _written() -> list[Entry]:
    """Return the words of stdlib.4th."""
    found: list[Entry] = []
    group = ""
    lines = package_path(LANGUAGE).read_text(encoding="utf-8").splitlines()
    for number, line in enumerate(lines):
        if heading := HEADING.match(line):
            group = ENDING.get(heading[1], heading[1])
        elif constant := CONSTANT.match(line):
            value, name, meaning = constant.groups()
            if is_sealed(name):
                continue
            meaning = meaning or f"The number {value}."
            found.append(Entry(name, group, "( -- n )", meaning, "yes", (f"{name} -> {value}",)))
        elif match := COLON.match(line):
            name, effect, meaning = match.groups()
            if is_sealed(name):
                continue
            source = _definition(lines, number) if line.startswith(":") else ""
            examples = tuple(EXAMPLE.findall(source))
            found.append(Entry(name, group, effect, meaning.strip(), "yes", examples, source))
    return found


def _definition(lines: list[str], start: int) -> str:
    end = start
    if not re.search(r"(^|\s);(\s|$)", lines[start]):
        end = next(k for k in range(start, len(lines)) if lines[k] == ";")
    return "\n".join(lines[start : end + 1])


def interpreted() -> set[str]:
    """Return the words of stdlib.4th that cannot be compiled, found by writing their IR."""
    from forthgame.api.machine import Machine
    from forthgame.compile.writer.code_request import CodeRequest
    from forthgame.machine.tiers.plan_search import RecordingMemory, find_module

    forth = Machine(native=False).forth
    words = [word for word in forth.dictionary.words if word.kind == "colon"]
    module, _ = find_module(
        forth, CodeRequest(frozenset(word.entry for word in words)), RecordingMemory(forth)
    )
    module.text()
    return {word.name for word in words if word.entry in module.refused}


def groups() -> dict[str, list[Entry]]:
    found: dict[str, list[Entry]] = {group: [] for group in FIRST}
    for entry in entries().values():
        found.setdefault(entry.group, []).append(entry)
    return {group: members for group, members in found.items() if members}


def markdown() -> str:
    parts = [INTRODUCTION]
    for group, members in groups().items():
        rows = ["| word | effect | meaning | example | native |", "|---|---|---|---|---|"]
        for entry in members:
            examples = " <br> ".join(_code(text) for text in entry.examples)
            meaning = entry.meaning.replace("|", "\\|")
            rows.append(
                f"| {_code(entry.name)} | {_code(entry.effect)} | {meaning} | {examples} "
                f"| {entry.native} |"
            )
        parts.append(f"## {group[0].upper()}{group[1:]}\n\n" + "\n".join(rows) + "\n")
    return "\n".join(parts)


def _code(text: str) -> str:
    mark = "``" if "`" in text else "`"
    return f"{mark}{text}{mark}".replace("|", "\\|")


# -- examples -------------------------------------------------------------------------------------


@cache
def examples() -> tuple[Example, ...]:
    """Return the examples of `examples.md`; none if installed without documentation."""
    page = package_path("docs", "reference", "examples.md")
    if not page.is_file():
        return ()
    found, place, inside = [], "", False
    for line in page.read_text(encoding="utf-8").splitlines():
        if heading := EXAMPLE_HEADING.match(line):
            place = heading[1]
        elif line.startswith("```"):
            inside = line == "```example"
        elif inside:
            word, _, text = line.partition(" ")
            form = next(form for form in FORMS if form in f"{text} ")
            code, _, result = f"{text} ".rpartition(form)
            found.append(Example(word, place, code.strip(), form.strip(), result[:-1]))
    return tuple(found)


@cache
def by_word() -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for example in examples():
        found[example.word] = (*found.get(example.word, ()), str(example))
    return found
