"""Examples of words that need a game or declaration, from `docs/reference/examples.md`."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

from forthgame.source import shipped

HEADING = re.compile(r"^## (.+)$")
FORMS = (
    " -> ",
    " => ",
    " prints ",
    " stops ",
    " ends ",
    " allows ",
    " plays ",
)  # separators between code and result


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


@cache
def examples() -> tuple[Example, ...]:
    """Return all examples; none if the package is installed without documentation."""
    page = shipped("docs", "reference", "examples.md")
    if not page.is_file():
        return ()
    found, place, inside = [], "", False
    for line in page.read_text(encoding="utf-8").splitlines():
        if heading := HEADING.match(line):
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
