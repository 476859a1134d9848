"""Findings about similar rows of a word: one that differs, or a name that occurs twice."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence

from forthgame.check.text.definition_text import DefinitionText, DefinitionTexts
from forthgame.words.word_sets import QUOTED

FEWEST = 3  # similar rows that make a different one doubtful
SHORTEST = 3  # tokens of the shortest such row
COLUMNS = 4  # rows that make a repeated name doubtful
JOINING = frozenset(("OR", "AND", "XOR", "+", "-", "*", "=", "<>", "MAX", "MIN"))
BEGINNING = frozenset(("FALSE", "TRUE", "ON", "OFF", "<NUMBER>"))  # tokens before the first row
CLASSES = frozenset(("<direction>", "<player>", "<position>", "<piece>"))


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
    if len(rows) < COLUMNS:
        return
    for column in range(len(rows[0])):
        names = [body.texts[row[column]] for row in rows]
        counts = Counter(names)
        if len(counts) != len(names) - 1 or texts.kind(names[0]) in ("number", ""):
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
            if at >= 0 and not _spares(shape, family, at, last):
                odd.append((row, at))
        if len(odd) == 1:
            row, at = odd[0]
            texts.script.report(
                "FG542",
                f"this row differs in one place from {len(families[family])} rows beside it, which "
                "are alike but for names; is that meant?",
                body.tokens[row[min(at, len(row) - 1)]],
                body.word.name,
            )


def _spares(odd: tuple[str, ...], family: tuple[str, ...], at: int, last: bool) -> bool:
    """Return whether a row differs as the first or last one of joined rows may.

    The first may lack a DUP or an OR or begin with FALSE or 0; the last may apply a word to all.
    The stack effect reveals mistakes in these places.
    """
    if len(odd) < len(family):
        return family[at].upper() in ("DUP", *JOINING)
    begins = at == 0 and odd[0].upper() in BEGINNING
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
    """Report an IF with two equal branches."""
    for fork in body.forks():
        yes, no = body.texts[fork.at + 1 : fork.other], body.texts[fork.other + 1 : fork.end]
        if fork.other >= 0 and yes and yes == no and not QUOTED & set(yes):
            texts.script.report(
                "FG543",
                f"both ways of this IF do the same: `{' '.join(yes[:6])}`, as in line "
                f"{body.tokens[fork.at + 1].place.line}; is one of them meant otherwise?",
                body.tokens[fork.other + 1],
                body.word.name,
            )
