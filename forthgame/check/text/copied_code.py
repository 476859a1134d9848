"""Findings about copies of code in which one part was not changed, or was changed in one copy only.

Similar rows of a word should differ in names only, and words whose names mirror each other, such as
`take-left` and `take-right`, should differ as their names do.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from itertools import combinations

from forthgame.check.text.definition_text import DefinitionText, DefinitionTexts, Fork
from forthgame.words.word_sets import QUOTED

FEWEST = 3  # similar rows that make a different one doubtful
SHORTEST = 3  # tokens of the shortest such row
FEWEST_NAMED = 4  # rows that make a repeated name doubtful
ROUNDS = (4, 6, 8)  # numbers of directions that go once around
JOINING_WORDS = frozenset(("OR", "AND", "XOR", "+", "-", "*", "=", "<>", "MAX", "MIN"))
# tokens before the first row
LEADING_TOKENS = frozenset(("FALSE", "TRUE", "ON", "OFF", "<NUMBER>"))
CLASSES = frozenset(("<direction>", "<player>", "<position>", "<piece>"))
NAME_PART = re.compile(r"[A-Z]?[a-z]+|[A-Z]+|\d+|[^A-Za-z\d]+")
MOST_PARTS = 36  # longest name that is compared
MOST_NUMBERED = 8  # largest family whose names differ in a number, one for each player or so
MOST_ALIKE = 100  # largest family whose names are compared
SEPARATORS = "-_./"  # between the parts of a name
# parts of the names of words and variables that count what a player has
COUNTED = frozenset(
    ("count", "counts", "counter", "men", "man", "pieces", "piece", "stones", "stone", "material",
     "left", "remaining", "alive", "king", "kings", "army", "units", "has", "have", "any",
     "balance", "score", "value", "mobility", "discs", "checkers", "pawns", "seeds", "captured",
     "lost", "taken", "total", "number", "points")
)  # fmt: skip


def check_rows(texts: DefinitionTexts) -> None:
    """Report rows that break the pattern of their neighbours, and equal branches of IF."""
    for body in texts.bodies:
        families = _families(texts, body)
        for rows in families.values():
            _check_twice(texts, body, rows)
        _check_odd(texts, body, families)
        _check_branches(texts, body)


def _families(
    texts: DefinitionTexts, body: DefinitionText
) -> dict[tuple[str, ...], list[list[int]]]:
    """Group rows of one shape that contain a direction, player, position or piece."""
    found: dict[tuple[str, ...], list[list[int]]] = defaultdict(list)
    for row in body.rows():
        shape = texts.shape([body.texts[k] for k in row])
        if len(shape) > 1 and CLASSES & set(shape):
            found[shape].append(row)
    return {shape: rows for shape, rows in found.items() if len(rows) >= FEWEST}


def _check_twice(texts: DefinitionTexts, body: DefinitionText, rows: list[list[int]]) -> None:
    """Report a name that occurs in two rows if all others are distinct."""
    if len(rows) < FEWEST_NAMED:
        return
    for column in range(len(rows[0])):
        names = [body.texts[row[column]] for row in rows]
        counts = Counter(names)
        kind = texts.kind(names[0])
        if len(counts) != len(names) - 1 or kind in ("number", "variable", ""):
            continue
        if kind == "direction" and len(names) not in ROUNDS:
            continue
        again = max(k for k, name in enumerate(names) if counts[name] > 1)
        first = next(k for k, name in enumerate(names) if counts[name] > 1)
        line = body.tokens[rows[first][column]].place.line
        texts.script.report(
            "FG542",
            f"`{names[again]}` stands here and in line {line}, where each of {len(names)} rows has "
            "a name of its own; is another one meant?",
            body.tokens[rows[again][column]],
            body.word.name,
        )
        return


def _check_odd(
    texts: DefinitionTexts, body: DefinitionText, families: dict[tuple[str, ...], list[list[int]]]
) -> None:
    """Report the only row that differs in one place from its neighbours."""
    shapes = [texts.shape([body.texts[k] for k in row]) for row in body.rows()]
    for family in families:
        if len(family) < SHORTEST:
            continue
        odd = []
        for number, (row, shape) in enumerate(zip(body.rows(), shapes, strict=True)):
            beside = shapes[max(0, number - 1) : number] + shapes[number + 1 : number + 2]
            if shape == family or family not in beside:
                continue
            at = differing(shape, family)
            last = family not in shapes[number + 1 : number + 2]
            first = family not in shapes[max(0, number - 1) : number]
            joined = first and len(shape) < len(family) and at == len(family) - 1
            if at >= 0 and not joined and not _may_differ(shape, family, at, last):
                odd.append((row, at))
        if len(odd) == 1:
            row, at = odd[0]
            texts.script.report(
                "FG542",
                f"this row differs in one place from {len(families[family])} rows beside it, which "
                "are alike except for names; is that intended?",
                body.tokens[row[min(at, len(row) - 1)]],
                body.word.name,
            )


def _may_differ(odd: tuple[str, ...], family: tuple[str, ...], at: int, last: bool) -> bool:
    """Return whether a row differs as the first or last one of joined rows may.

    The first may lack a DUP or an OR or begin with FALSE or 0; the last may apply a word to all.
    The stack effect reveals mistakes in these places.
    """
    if len(odd) < len(family):
        return family[at].upper() in ("DUP", *JOINING_WORDS)
    if len(odd) == len(family):  # the last one may consume what the others copy
        return last and (family[at], odd[at]) == ("OVER", "SWAP")
    begins = at == 0 and odd[0].upper() in LEADING_TOKENS
    return len(odd) > len(family) and (begins or (last and at == len(family)))


def differing(one: Sequence[object], other: Sequence[object]) -> int:
    """Return the index where one item is replaced, missing or added; -1 for other differences."""
    length = len(one) - len(other)
    if abs(length) > 1:
        return -1
    place = 0
    while place < min(len(one), len(other)) and one[place] == other[place]:
        place += 1
    rest = one[place + (length >= 0) :], other[place + (length <= 0) :]
    return place if rest[0] == rest[1] else -1


def _check_branches(texts: DefinitionTexts, body: DefinitionText) -> None:
    """Report an IF with two equal branches, or with none."""
    for fork in body.forks():
        if fork.other < 0 and fork.end == fork.at + 1:
            texts.script.report(
                "FG543",
                "nothing stands between this IF and its end, so it has no effect; is a word "
                "missing?",
                body.tokens[fork.at],
                body.word.name,
            )
        yes, no = body.texts[fork.at + 1 : fork.other], body.texts[fork.other + 1 : fork.end]
        if fork.other >= 0 and yes and yes == no and not QUOTED & set(yes):
            texts.script.report(
                "FG543",
                f"both ways of this IF do the same: `{' '.join(yes[:6])}`, as in line "
                f"{body.tokens[fork.at + 1].place.line}; is one of them meant otherwise?",
                body.tokens[fork.other + 1],
                body.word.name,
            )


# -- mirrored names --------------------------------------------------------------------------------


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
            if at >= 0 and not _is_shared(texts, body, against, own, at):
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
        parts = name_parts(body.word.name)
        if len(parts) < 2 or not body.texts:
            continue
        shape = texts.shape(body.texts)
        for k, part in enumerate(parts):
            if part.isalnum():
                alike[(shape, *parts[:k], None, *parts[k + 1 :])].append((number, part))
    found = [
        (first, second, (one.lower(), other.lower()))
        for family in alike.values()
        if len(family) <= (MOST_NUMBERED if family[0][1].isdigit() else MOST_ALIKE)
        for (first, one), (second, other) in combinations(family, 2)
        if one != other
    ]
    return [(texts.bodies[first], texts.bodies[second], parts)
            for first, second, parts in sorted(found)]  # fmt: skip


def name_parts(name: str) -> list[str]:
    """Split a name into parts; empty if there are too many."""
    parts = NAME_PART.findall(name)
    return parts if len(parts) <= MOST_PARTS else []


def _counterpart(name: str, foreign: str, own: str, known: set[str]) -> str:
    """Replace the foreign part of a name by the own one; empty if that name is unknown."""
    parts = name_parts(name)
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


def _is_shared(
    texts: DefinitionTexts, body: DefinitionText, against: DefinitionText, own: str, at: int
) -> bool:
    """Return whether a name is meant in both words: a third one has it too, or one looks back."""
    text, shape = body.texts[at], texts.shape(body.texts)
    stem = name_parts(body.word.name)[0]
    others = [
        other
        for other in texts.bodies
        if other is not body
        and len(other.texts) == len(body.texts)
        and other.word.name.startswith(stem)
        and texts.shape(other.texts) == shape
    ]
    same = sum(other.texts[at] == text for other in others)
    if len(others) > 1:
        return same > 1
    looks_back = own in (t.lower() for t in body.texts) and texts.kind(text) == "direction"
    pairs = zip(body.texts, against.texts, strict=True)
    return looks_back or any(t == u and own in map(str.lower, name_parts(t)) for t, u in pairs)


def _check_player(
    texts: DefinitionTexts, body: DefinitionText, players: list[str], named: set[str]
) -> None:
    """Report names of another player after `current-player White = IF`."""
    for fork in body.forks():
        if fork.other < 0 or fork.at < 3:
            continue
        subject, name, test = body.texts[fork.at - 3 : fork.at]
        if subject != "current-player" or name not in players or test != "=":
            continue
        texts.deadline.look()
        yes, no = body.texts[fork.at + 1 : fork.other], body.texts[fork.other + 1 : fork.end]
        for other in players:
            if other == name:
                continue
            theirs = [t for t in yes if _belongs(t, other, name, named)]
            ours = [t for t in no if _belongs(t, name, other, named)]
            mixed = [t for t in yes if _belongs(t, name, other, named)]
            wrong = theirs and ours and not mixed and not texts.leaves_items(theirs[0])
            acts = wrong and texts.kind(theirs[0]) == "word"
            if wrong and (acts or not _has_opposite(texts, body, fork)):
                texts.script.report(
                    "FG544",
                    f"`{theirs[0]}` is run where the player is {name}, and `{ours[0]}` where not; "
                    "are the two exchanged?",
                    body.tokens[fork.at - 2],
                    body.word.name,
                )


def _has_opposite(texts: DefinitionTexts, body: DefinitionText, fork: Fork) -> bool:
    """Return whether another word asks the same with exchanged branches, as `my-` and `his-` do."""
    start, other, end = max(0, fork.at - 3), fork.other, fork.end
    said = body.texts
    exchanged = [
        *said[start : fork.at + 1],
        *said[other + 1 : end],
        "ELSE",
        *said[fork.at + 1 : other],
    ]
    count = len(exchanged)
    return any(
        each.texts[k : k + count] == exchanged
        for each in texts.bodies
        if each is not body and len(each.texts) >= count
        for k in range(len(each.texts) - count + 1)
    )


def _belongs(text: str, player: str, other: str, named: set[str]) -> bool:
    """Return whether a name contains a player's name and a similar name exists for the other."""
    parts = [part.lower() for part in name_parts(text)]
    if COUNTED & set(parts):  # a count of the opponent's pieces may be meant
        return False
    return len(parts) > 1 and player.lower() in stems(parts) and other.lower() in named


def _stems_of_names(texts: DefinitionTexts) -> set[str]:
    """Return the lower-case parts of all names that may belong to a player."""
    return {
        stem
        for name, kind in texts.roles.items()
        if kind in ("word", "direction", "position", "piece")
        for stem in stems([part.lower() for part in name_parts(name)])
    }


def stems(parts: list[str]) -> list[str]:
    return [*parts, *(part[:-1] for part in parts if part.endswith("s"))]
