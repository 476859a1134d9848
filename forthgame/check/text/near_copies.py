"""Findings about copies that differ in one operator: phrases that recur, and pairs of words.

An operator that stands once where the same words stand around another one at least twice is
doubtful, as in code that was copied and changed by hand. Source: Z. Li, S. Lu, S. Myagmar, Y. Zhou,
*CP-Miner: Finding Copy-Paste and Related Bugs in Large-Scale Software Code*, 2006.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from itertools import pairwise

from forthgame.base.source import Token
from forthgame.check.findings import line_of
from forthgame.check.text.copied_code import SEPARATORS
from forthgame.check.text.definition_text import DefinitionText, DefinitionTexts
from forthgame.words.table.dictionary import Word

GROUPS = (
    ("AND", "OR"),
    ("<", ">", "<=", ">="),
    ("0=", "0<>", "0>", "0<"),
    ("friend?", "enemy?"),
    ("empty?", "not-empty?"),
    ("here", "from"),
    ("1+", "1-"),
    ("+", "-"),
    ("++", "--"),
    ("IF", "NOT IF"),
    ("verify", "NOT verify"),
    ("UNTIL", "NOT UNTIL"),
    ("WHILE", "NOT WHILE"),
    ("current-player", "next-player"),
    ("piece-type", "piece", "player"),
    ("piece-type-at", "piece-at", "player-at"),
)  # words that are mistaken for one another
GROUP = {word: number for number, words in enumerate(GROUPS) for word in words}
SIGNS = ("+", "-")
BRANCHING = frozenset(("IF", "verify", "UNTIL", "WHILE"))  # joined with a NOT before them
NAMES = frozenset(("direction", "player", "position", "piece"))
# numbers of words before and after the one that is compared
WINDOWS = ((4, 2), (2, 4), (3, 3))
WIDEST = 4
MARGIN = [""] * WIDEST
COPIED = frozenset(("FG535", "FG536", "FG537", "FG542", "FG567"))  # findings about copies
OFTEN = 2  # places with the other word
SHORTEST = 5  # words of a definition that is compared with its twin


@dataclass(frozen=True)
class Phrase:
    """The words of a definition: as written, with declared names as kinds, and their tokens.

    `around` are the kinds between empty texts.
    """

    word: Word
    texts: list[str]
    classes: list[str]
    around: list[str]
    tokens: list[Token]


Spot = tuple[Phrase, int]


def check_near_copies(texts: DefinitionTexts) -> None:
    """Report operators that differ from those in copies of the same code."""
    named = {text: text for body in texts.bodies for text in body.texts}
    named |= {f"NOT {text}": f"NOT {text}" for text in BRANCHING}
    named |= {name: f"<{kind}>" for name, kind in texts.roles.items() if kind in NAMES}
    phrases = [_phrase(body, named) for body in texts.bodies]
    reported = {(f.place.file, f.place.line) for f in texts.script.findings if f.code in COPIED}
    spots = [(p, at) for p in phrases for at, text in enumerate(p.texts) if text in GROUP]
    for before, after in WINDOWS:
        texts.deadline.look()
        for (phrase, at), often in _odd(spots, before, after):
            place = phrase.tokens[at].place
            if (place.file, place.line) not in reported and not _recurs(phrase, at):
                reported.add((place.file, place.line))
                _report_phrase(texts, phrase, at, often)
    known = {f.word for f in texts.script.findings if f.code in COPIED}
    for one, other in _twins(phrases):
        if not known & {one.word.name, other.word.name}:
            _check_twins(texts, phrases, one, other)


def _phrase(body: DefinitionText, named: dict[str, str]) -> Phrase:
    """Return the words of a definition, each NOT joined with the branch after it."""
    said, tokens = body.texts, body.tokens
    if "NOT" in said:
        negated = [a == "NOT" and b in BRANCHING for a, b in pairwise(said)]
        begins = [at for at, _ in enumerate(said) if at == 0 or not negated[at - 1]]
        said = [f"NOT {said[at + 1]}" if [*negated, False][at] else said[at] for at in begins]
        tokens = [tokens[at] for at in begins]
    classes = [*map(named.__getitem__, said)]
    return Phrase(body.word, said, classes, [*MARGIN, *classes, *MARGIN], tokens)


def _odd(spots: list[Spot], before: int, after: int) -> list[tuple[Spot, list[Spot]]]:
    """Return places with a word that stands once between words that surround another one often."""
    seen: dict[tuple[object, ...], dict[str, list[Spot]]] = defaultdict(lambda: defaultdict(list))
    for phrase, at in spots:
        around, said = phrase.around, phrase.texts[at]
        left, right = around[at + WIDEST - before : at + WIDEST], at + WIDEST + 1
        key = (GROUP[said], *left, None, *around[right : right + after])
        if "" not in key:  # the definition has as many words on both sides
            seen[key][said].append((phrase, at))
    found = []
    for variants in seen.values():
        if len(variants) == 2:
            few, often = sorted(variants.values(), key=len)
            if len(few) == 1 and len(often) >= OFTEN:
                found.append((few[0], often))
    return found


def _recurs(phrase: Phrase, at: int) -> bool:
    """Return whether a sign stands after the same word again in its line, as in a list of terms."""
    line, before = phrase.tokens[at].place.line, phrase.texts[at - 1 : at]
    return phrase.texts[at] in SIGNS and any(
        phrase.texts[k - 1 : k + 1] == [*before, phrase.texts[at]]
        for k in range(1, len(phrase.texts))
        if k != at and phrase.tokens[k].place.line == line
    )


def _report_phrase(texts: DefinitionTexts, phrase: Phrase, at: int, often: list[Spot]) -> None:
    other, place = often[0]
    usual, token = other.texts[place], phrase.tokens[at]
    texts.script.report(
        "FG567",
        f"`{phrase.texts[at]}` stands here between words that surround `{usual}` in {len(often)} "
        f"other places, as in {line_of(other.tokens[place].place, token.place)}; is `{usual}` "
        "meant?",
        token,
        phrase.word.name,
    )


# -- twins ----------------------------------------------------------------------------------------


def _twins(phrases: list[Phrase]) -> list[tuple[Phrase, Phrase]]:
    """Return neighbouring definitions of one stem and length that go in other directions."""
    found = []
    for one, other in pairwise(phrases):
        names = one.word.name, other.word.name
        stems = [max(name.rfind(sign) for sign in SEPARATORS) for name in names]
        if min(stems) < 1 or names[0][: stems[0]] != names[1][: stems[1]]:
            continue
        pairs = zip(one.texts, other.texts, one.classes, other.classes, strict=False)
        turned = any(a != b and c == d == "<direction>" for a, b, c, d in pairs)
        if len(one.texts) == len(other.texts) >= SHORTEST and turned:
            found.append((one, other))
    return found


def _check_twins(texts: DefinitionTexts, phrases: list[Phrase], one: Phrase, other: Phrase) -> None:
    """Report the only operator in which two words differ besides their directions."""
    pairs = enumerate(zip(one.classes, other.classes, strict=True))
    differing = [at for at, (a, b) in pairs if a != b]
    if len(differing) != 1:
        return
    at = differing[0]
    words = one.texts[at], other.texts[at]
    if GROUP.get(words[0], -1) != GROUP.get(words[1], -2):
        return
    uses = [sum(phrase.texts.count(word) for phrase in phrases) for word in words]
    odd, usual = (one, other) if uses[0] < uses[1] else (other, one)
    texts.script.report(
        "FG567",
        f"`{odd.word.name}` has `{odd.texts[at]}` where `{usual.word.name}` "
        f"({line_of(usual.tokens[at].place, odd.tokens[at].place)}) has `{usual.texts[at]}`, and "
        "they are alike except for directions; is that intended?",
        odd.tokens[at],
        odd.word.name,
    )
