"""Adds to findings about unused names where such a name may be meant.

A variable that is never read may be meant where another one is read twice in the same way, and an
unused direction in a word that has its name.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import product

from forthgame.check.findings import Finding, line_of
from forthgame.check.text.copied_code import name_parts
from forthgame.check.text.definition_text import DefinitionText, DefinitionTexts

UNUSED = frozenset(("FG401", "FG402", "FG403", "FG514"))
LENGTHS = (2, 3, 4, 5)  # words of a phrase that stands twice
KINDS = frozenset(("variable", "direction", "word", "position", "constant"))


def check_left_out(texts: DefinitionTexts) -> None:
    """Say in findings about unused names where they may be meant."""
    findings = texts.script.findings
    for number, finding in enumerate(findings):
        kind = texts.kind(finding.word)
        if finding.code in UNUSED and kind in KINDS:
            texts.deadline.look()
            found = _twice(texts, finding, kind) or _by_name(texts, finding, kind)
            if found:
                findings[number] = replace(finding, message=f"{finding.message}{found}")


def _twice(texts: DefinitionTexts, finding: Finding, kind: str) -> str:
    """Find a phrase that stands twice in a row in a word that names the unused one."""
    for body in texts.bodies:
        if finding.word not in body.texts:
            continue
        for at, length in product(range(len(body.texts)), LENGTHS):
            phrase = body.texts[at : at + length]
            again = body.texts[at + length : at + 2 * length]
            if phrase == again and (other := _of_kind(texts, phrase, kind, finding.word)):
                line = line_of(body.tokens[at + length].place, finding.place)
                return f"; {line} says `{other}` twice, is `{finding.word}` meant there?"
    return ""


def _of_kind(texts: DefinitionTexts, phrase: list[str], kind: str, name: str) -> str:
    return next((text for text in phrase if texts.kind(text) == kind and text != name), "")


def _by_name(texts: DefinitionTexts, finding: Finding, kind: str) -> str:
    """Find a word with the unused name as a part of its own, and another such name in its text."""
    named = [body for body in texts.bodies if finding.word in body.word.name]
    found = [body for body in named if finding.word in name_parts(body.word.name)]
    for body in found:
        other = _foreign(texts, body, kind)
        if other and finding.word not in body.texts and body.word.place is not None:
            line = line_of(body.word.place, finding.place)
            said = f"`{body.word.name}` ({line}) has `{other}`"
            return f"; {said}, is `{finding.word}` meant there?"
    return ""


def _foreign(texts: DefinitionTexts, body: DefinitionText, kind: str) -> str:
    """Return a name of a kind in a definition that is no part of the definition's name."""
    own = name_parts(body.word.name)
    return next((t for t in body.texts if texts.kind(t) == kind and t not in own), "")
