"""What a `{moves` list has: its lines, words that are in it twice, and like words that are not."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from forthgame.debug.places import brief, joined

if TYPE_CHECKING:
    from forthgame.debug.wording import Wording
    from forthgame.errors import Place
    from forthgame.game.declared import Part
    from forthgame.game.model import MoveList
    from forthgame.lang.dictionary import Word

STEM = re.compile(r"(.+?)[-_./]")
ALIKE = 2  # words of a list with one stem that make another one missed
LEFT_OUT = 3  # words that are named


def _parts(wording: Wording, listed: MoveList) -> list[Part]:
    """The parts of one `{moves` section: a later one of the same name is another list."""
    found, inside = [], False
    for part in wording.declared.parts("moves"):
        if part.keyword == "{moves":
            inside = part.owner == listed.name and part.place == listed.place
        if inside:
            found.append(part)
    return found


def entries_of(wording: Wording, word: Word) -> list[Part]:
    """The lines of lists of moves that have a word, of those that the game goes by."""
    lists = wording.game.declaration.lists.values()
    having = (each for each in lists if any(entry.token == word.token for entry, _ in each.entries))
    return [
        part
        for listed in having
        for part in _parts(wording, listed)
        if part.keyword == "{move}" and word.name in part.names
    ]


def list_notes(wording: Wording, listed: MoveList) -> list[str]:
    """Words that a list has twice, and words of the script whose names are like its own."""
    parts = [p for p in _parts(wording, listed) if p.keyword == "{move}"]
    words = [p.names[0] for p in parts if p.names]
    found = []
    for word in dict.fromkeys(words):
        places = [p.place for p in parts if p.names and p.names[0] == word]
        types = {
            behind.names[:1]
            for p in parts
            if p.names
            and p.names[0] == word
            and (behind := wording.declared.behind(p)) is not None
            and behind.keyword == "{move-type}"
        }
        if len(places) > 1 and len(types) < 2:
            found.append(f"`{word}` is in {listed.name} twice ({joined(places)})")
    stems = [match[1] for word in words if (match := STEM.match(word))]
    used = {p.names[0] for p in wording.declared.parts("moves", "{move}") if p.names}
    used |= {text for text, _, _ in wording.tokens()}
    missed: dict[str, Place] = {}
    for _, place, owner in wording.tokens():
        match = STEM.match(owner)
        if match is not None and owner not in used and stems.count(match[1]) >= ALIKE:
            missed.setdefault(owner, place)
    if missed:
        told = [f"`{word}` ({brief(place)})" for word, place in missed.items()]
        found.append(f"in no list of moves: {', '.join(told[:LEFT_OUT])}")
    return found


def lines_of(wording: Wording, listed: MoveList) -> str:
    """` (file:line, line …)` of a list: its head and its entries."""
    places = joined(p.place for p in _parts(wording, listed) if p.keyword in ("{moves", "{move}"))
    return f" ({places})" if places else ""
