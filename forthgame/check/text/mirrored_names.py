"""Findings about words whose names mirror each other, such as `take-left` and `take-right`.

The code of each word should differ as its name does: if `take-left` uses `right` in the same place
as `take-right`, one was probably copied and not changed.
"""

from __future__ import annotations

import re
from collections import defaultdict
from itertools import combinations

from forthgame.check.text.definition_text import DefinitionText, DefinitionTexts

PARTS = re.compile(r"[A-Z]?[a-z]+|[A-Z]+|\d+|[^A-Za-z\d]+")
MOST_PARTS = 36  # longest name that is compared
MOST_ALIKE = 100  # largest family whose names are compared


def check_pairs(texts: DefinitionTexts) -> None:
    """Report names that belong to the other word of a pair, or to the other player."""
    known = {word.name for word in texts.script.words}
    families = ("FG535", "FG536", "FG537")  # the same mistake in a larger family
    reported = {f.word for f in texts.script.findings if f.code in families}
    for one, other, parts in _pairs(texts):
        texts.deadline.look()
        for body, against, (own, foreign) in ((one, other, parts), (other, one, parts[::-1])):
            if body.word.name in reported:
                continue
            at = _misplaced(body, against, own, foreign, known)
            if at >= 0:
                reported.add(body.word.name)
                texts.script.report(
                    "FG544",
                    f"`{body.word.name}` says `{body.texts[at]}` as `{against.word.name}` does; is "
                    "its own name meant?",
                    body.tokens[at],
                    body.word.name,
                )
    players = [name for name, kind in texts.roles.items() if kind == "player"]
    named = _stems_of_names(texts)
    for body in texts.bodies if len(players) > 1 else ():
        _check_player(texts, body, players, named)


def _pairs(texts: DefinitionTexts) -> list[tuple[DefinitionText, DefinitionText, tuple[str, str]]]:
    """Return pairs of words with the same shape whose names differ in one part, and the parts."""
    alike: dict[tuple[object, ...], list[tuple[int, str]]] = defaultdict(list)
    for number, body in enumerate(texts.bodies):
        texts.deadline.look()
        parts = _split(body.word.name)
        if len(parts) < 2 or not body.texts:
            continue
        shape = texts.shape(body.texts)
        for k, part in enumerate(parts):
            if part.isalpha():
                alike[(shape, *parts[:k], None, *parts[k + 1 :])].append((number, part))
    found = [
        (first, second, (one.lower(), other.lower()))
        for family in alike.values()
        if len(family) <= MOST_ALIKE
        for (first, one), (second, other) in combinations(family, 2)
        if one != other
    ]
    return [(texts.bodies[first], texts.bodies[second], parts)
            for first, second, parts in sorted(found)]  # fmt: skip


def _split(name: str) -> list[str]:
    """Split a name into parts; empty if there are too many."""
    parts = PARTS.findall(name)
    return parts if len(parts) <= MOST_PARTS else []


def _counterpart(name: str, foreign: str, own: str, known: set[str]) -> str:
    """Replace the foreign part of a name by the own one; empty if that name is unknown."""
    parts = _split(name)
    for k, part in enumerate(parts):
        if part.lower() == foreign:
            for new in (own, own.capitalize(), own.upper()):
                made = "".join([*parts[:k], new, *parts[k + 1 :]])
                if made in known:
                    return made
    return ""


def _misplaced(
    body: DefinitionText, against: DefinitionText, own: str, foreign: str, known: set[str]
) -> int:
    """Return the index of a name that belongs to the other word and is in the same place there."""
    pairs = enumerate(zip(body.texts, against.texts, strict=True))
    same = ((at, text) for at, (text, theirs) in pairs if text == theirs)
    return next((at for at, text in same if _counterpart(text, foreign, own, known)), -1)


def _check_player(
    texts: DefinitionTexts, body: DefinitionText, players: list[str], named: set[str]
) -> None:
    """Report names of another player after `current-player White = IF`."""
    for fork in body.forks():
        if fork.other < 0 or fork.at < 3:
            continue
        asked, name, test = body.texts[fork.at - 3 : fork.at]
        if asked != "current-player" or name not in players or test != "=":
            continue
        texts.deadline.look()
        yes, no = body.texts[fork.at + 1 : fork.other], body.texts[fork.other + 1 : fork.end]
        for other in players:
            if other == name:
                continue
            theirs = [t for t in yes if _belongs(t, other, name, named)]
            ours = [t for t in no if _belongs(t, name, other, named)]
            mixed = [t for t in yes if _belongs(t, name, other, named)]
            if theirs and ours and not mixed:
                texts.script.report(
                    "FG544",
                    f"`{theirs[0]}` is run where the player is {name}, and `{ours[0]}` where not; "
                    "are the two exchanged?",
                    body.tokens[fork.at - 2],
                    body.word.name,
                )


def _belongs(text: str, player: str, other: str, named: set[str]) -> bool:
    """Return whether a name contains a player's name and a similar name exists for the other."""
    parts = [part.lower() for part in _split(text)]
    return len(parts) > 1 and player.lower() in _stems(parts) and other.lower() in named


def _stems_of_names(texts: DefinitionTexts) -> set[str]:
    """Return the lower-case parts of all names that may belong to a player."""
    return {
        stem
        for name, kind in texts.roles.items()
        if kind in ("variable", "word", "direction", "position", "piece")
        for stem in _stems([part.lower() for part in _split(name)])
    }


def _stems(parts: list[str]) -> list[str]:
    return [*parts, *(part[:-1] for part in parts if part.endswith("s"))]
