"""Help pages for words of the language, words of a script, and events."""

from __future__ import annotations

import re
import textwrap
from difflib import get_close_matches
from functools import cache
from pathlib import Path

from forthgame.base.errors import ForthgameError, Place, quoted
from forthgame.base.source import Source, package_path, read_source
from forthgame.machine.outer.outer_interpreter import Forth
from forthgame.ui.help import topics, word_reference
from forthgame.ui.script_outline import plain_tokens
from forthgame.words.table.dictionary import Word

SECTION = re.compile(r"^## (\S+)\n(.*?)(?=^```|^## |\Z)", re.M | re.S)
FOLDED = re.compile(r"\n +")
NUMBERED = re.compile(r"[nm]\d+")  # an item of unknown kind
WIDTH = 96
KINDS = {"defer": "deferred word", "does": "word made by DOES>", "colon": "word"}


def library_page(name: str) -> str:
    """Return the page of a library word or an event. Raises ForthgameError for other names."""
    entry = word_reference.entries().get(name)
    contract = contract_of(name)
    if entry is None and contract:
        return "\n".join([f"{event_effect(name)}    [events]", "", *map(fold, contract)])
    if entry is None:
        raise unknown(
            name, get_close_matches(name, word_reference.entries(), n=3), topics.is_topic(name)
        )
    lines = [f"{entry.name} {entry.effect}    [{entry.group}]", f"    {entry.meaning}"]
    lines += [f"    {example}" for example in entry.examples]
    lines.append(f"    native: {entry.native}")
    if contract:
        lines += ["", *map(fold, contract)]
    if entry.source:
        lines += ["", entry.source]
    return "\n".join(lines)


def fold(text: str) -> str:
    """Wrap a paragraph to the width of a terminal, with a hanging indent."""
    return textwrap.fill(text, WIDTH, initial_indent="    ", subsequent_indent="      ")


def word_page(forth: Forth, name: str, native: bool = True) -> str:
    """Return the page of the word that a name means in a script: its own or the library's.

    Pass `native=False` to skip the check for machine code, which takes a moment.
    """
    word = forth.dictionary.find(name)
    if word is None:
        raise unknown(name, forth.dictionary.nearest(name))
    if word.index < forth.fence or word.place is None:
        return library_page(name)
    kind = word.role or KINDS.get(word.kind, "word")
    lines = [f"{name} {word.comment}".rstrip() + f"    [{kind}]", f"    {word.place}"]
    effect = ""
    if word.kind == "colon":
        # pages of the library, which are most, do not need the checker
        from forthgame.check.stack_effects.effects import effect_with_kinds, loaded_effects

        effect = effect_with_kinds(loaded_effects(forth), word)
    if effect != word.comment and set(NUMBERED.sub("", effect).split()) - {"(", "--", ")"}:
        lines.append(f"    the code: {effect}")
    if native:
        lines.append(f"    native: {_native(forth, word)}")
    lines += ["", definition(forth, word)]
    if (hidden := word_reference.entries().get(name)) is not None:
        lines += [
            "",
            f"It hides the language's own: {name} {hidden.effect}",
            f"    {hidden.meaning}",
        ]
    if contract := contract_of(name):
        lines += ["", *map(fold, contract)]
    return "\n".join(lines)


@cache
def contracts() -> dict[str, str]:
    """Return the text of each event's section in `events.md`, up to its example."""
    page = package_path("docs", "reference", "events.md")
    if not page.is_file():  # installed without documentation
        return {}
    found = SECTION.findall(page.read_text(encoding="utf-8"))
    return {name: text.strip() for name, text in found}


def event_effect(name: str) -> str:
    return contracts()[name].partition("\n")[0].strip("`")


def contract_of(name: str) -> list[str]:
    """Return the paragraphs of an event's contract as plain text; none for other words."""
    _, _, items = contracts().get(name, "").partition("\n\n")
    plain = FOLDED.sub(" ", items).replace("**", "")
    return [line.removeprefix("- ") for line in plain.splitlines()]


def unknown(name: str, near: list[str], topic: bool = False) -> ForthgameError:
    """Return the error for an unknown word, with similar names and help topics."""
    hint = f"; did you mean {' or '.join(near)}?" if near else ""
    if topic:
        hint += f"{'' if near else ';'} `forthgame help --topic {name}` shows a page about it"
    return ForthgameError(f"there is no word {quoted(name)}{hint}")


def definition(forth: Forth, word: Word) -> str:
    """Return the lines of a colon definition, or the line that defines another kind of word."""
    place = word.place
    if place is None:
        return ""
    source = _source(forth, word, place)
    if source is None:
        return place.text
    lines = source.text.split("\n")
    start = sum(len(line) + 1 for line in lines[: place.line - 1])
    if lines[place.line - 1][: place.column - 1].split()[-1:] != [":"]:
        return lines[place.line - 1].rstrip()
    source.position = start + place.column - 1
    for token in plain_tokens(source):
        if token.text == ";":
            break
    return source.text[start : source.position].rstrip()


def _source(forth: Forth, word: Word, place: Place) -> Source | None:
    """Return the text that contains a word's definition, even if its file has changed."""
    for cell in reversed(range(word.entry, max(word.end, word.entry + 1))):
        token = forth.code.token(cell)
        if token is not None and token.source.name == place.file:
            return Source(token.source.name, token.source.text)
    try:
        return read_source(Path(place.file), regular=True)
    except ForthgameError:
        return None


def _native(forth: Forth, word: Word) -> str:
    """Return `yes`, or the reason why the word is interpreted."""
    from forthgame.machine.tiers.native_tier import NativeTier

    tier = NativeTier(forth.processor)
    tier.compile(forth, [word.entry])
    reason = tier.refused.get(word.entry)
    return f"interpreted: {reason}" if reason else "yes"
