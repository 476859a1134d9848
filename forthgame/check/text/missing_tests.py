"""Findings about copies of a word from which a test was left out."""

from __future__ import annotations

from collections import Counter, defaultdict

from forthgame.check.findings import line_of
from forthgame.check.text.copied_code import SEPARATORS
from forthgame.check.text.definition_text import DefinitionText, DefinitionTexts

LONGEST = 5  # words of a test that may be missing
OFTEN = 2  # words that have it
ENDING = ["verify"]


def check_missing_tests(texts: DefinitionTexts) -> None:
    """Report a word without a test that words of the same stem have, which are alike otherwise.

    Only words whose moves are of the same types are compared.
    """
    families: dict[str, list[DefinitionText]] = defaultdict(list)
    for body in texts.bodies:
        if "verify" in body.texts:
            name = body.word.name
            families[name[: max(map(name.rfind, SEPARATORS))]].append(body)
    types: dict[str, set[int]] = defaultdict(set)
    for record, number in (move for listed in texts.script.declared.list_moves for move in listed):
        types[record.name].add(number)
    for stem, family in families.items():
        if not stem or len(family) <= OFTEN:
            continue
        family = [body for body in family if types[body.word.name] == types[family[0].word.name]]
        shapes = [texts.shape(body.texts) for body in family]
        (usual, count), *_ = Counter(shapes).most_common(1)
        for body, shape in zip(family, shapes, strict=True):
            at, length = missing_phrase(usual, shape)
            if count >= OFTEN and shapes.count(shape) == 1 and length:
                other = family[shapes.index(usual)]
                phrase = other.texts[at : at + length]
                if phrase[-1:] == ENDING:
                    token = body.tokens[min(at, len(body.tokens) - 1)]
                    texts.script.report(
                        "FG536",
                        f"`{body.word.name}` lacks `{' '.join(phrase)}` here, which "
                        f"`{other.word.name}` ({line_of(other.tokens[at].place, token.place)}) "
                        "has, and they are alike otherwise; is it missing?",
                        token,
                        body.word.name,
                    )


def missing_phrase(usual: tuple[str, ...], shape: tuple[str, ...]) -> tuple[int, int]:
    """Return the index and length of the only phrase that one text has more; length 0 if none."""
    length = len(usual) - len(shape)
    if not 0 < length <= LONGEST:
        return 0, 0
    at = next((k for k, (a, b) in enumerate(zip(usual, shape, strict=False)) if a != b), len(shape))
    for start in range(at, max(-1, at - length), -1):  # the same words may begin it and follow it
        if usual[start + length - 1 : start + length] == (*ENDING,):
            at = start
            break
    return (at, length) if usual[:at] + usual[at + length :] == shape else (0, 0)
