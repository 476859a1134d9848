"""What comparable words of the script ask otherwise: mirrored words of which one differs."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import SequenceMatcher

from forthgame.check.kinds import AGAINST_ZERO, COMPARING, HERE, THERE, TURNING
from forthgame.debug.naming import brief
from forthgame.debug.wording import Wording
from forthgame.errors import Place
from forthgame.lang.dictionary import Word

ALIKE = 0.75  # how equal the code of two words is that are compared
SHORTEST = 3  # tokens of a word that is compared
REACHED = 12  # words that a move word calls, itself with them
NOTES = 3  # differences that are told
QUOTED = 6  # tokens of a difference that are quoted
WAY = "a direction"
DECIDING = frozenset(("verify", "IF", "WHILE", "UNTIL"))
ASKS = COMPARING | AGAINST_ZERO | TURNING | HERE | THERE | DECIDING

Body = list[tuple[str, Place]]


def differences(word: Word, wording: Wording) -> list[str]:
    """Where a move word, or a word that it calls, differs from words like it.

    Directions count as equal. A word that is equal to as many words as it differs from is left out.
    """
    bodies = _bodies(wording.tokens())
    shapes = {
        name: tuple(WAY if text in wording.ways.names else text for text, _ in body)
        for name, body in bodies.items()
    }
    found: list[str] = []
    for name in _reached(word.name, bodies):
        if len(shapes[name]) < SHORTEST:
            continue
        equal, unlike = 0, []
        for other, shape in shapes.items():
            if other == name or len(shape) < SHORTEST:
                continue
            if shape == shapes[name]:
                equal += 1
                continue
            matcher = SequenceMatcher(None, shape, shapes[name], autojunk=False)
            if matcher.quick_ratio() >= ALIKE and (ratio := matcher.ratio()) >= ALIKE:
                unlike.append((-ratio, other, matcher))
        if unlike and equal < len(unlike):
            _, other, matcher = min(unlike, key=lambda entry: entry[0])
            found += _told(other, bodies[other], name, bodies[name], matcher)
    return list(dict.fromkeys(found))[:NOTES]


def _bodies(tokens: Iterable[tuple[str, Place, str]]) -> dict[str, Body]:
    """The tokens of each definition."""
    found: dict[str, Body] = {}
    for text, place, owner in tokens:
        if owner:
            found.setdefault(owner, []).append((text, place))
    return found


def _reached(name: str, bodies: dict[str, Body]) -> list[str]:
    """A word and those of the script that it names, and those that they name."""
    found = [name] if name in bodies else []
    for reached in found:
        for text, _ in bodies[reached]:
            if text in bodies and text not in found and len(found) < REACHED:
                found.append(text)
    return found


def _told(
    other: str, others: Body, name: str, own: Body, matcher: SequenceMatcher[str]
) -> list[str]:
    """The differences of two words, a sentence each."""
    found = []
    for kind, a, b, c, d in matcher.get_opcodes():
        a, b = _shifted(others, a, b) if c == d else (a, b)
        c, d = _shifted(own, c, d) if a == b else (c, d)
        theirs, ours = others[a:b], own[c:d]
        if kind == "equal" or not any(_asks(text) for text, _ in theirs + ours):
            continue
        here = brief(own[min(c, len(own) - 1)][1])
        there = brief(others[min(a, len(others) - 1)][1])
        if theirs and ours:
            told = f"`{other}` has {_quoted(theirs)} ({there}), `{name}` {_quoted(ours)} ({here})"
        elif theirs:
            told = f"`{other}` has {_quoted(theirs)} ({there}), `{name}` does not ({here})"
        else:
            told = f"`{name}` has {_quoted(ours)} ({here}), `{other}` does not ({there})"
        found.append(f"compare: {told}")
    return found


def _shifted(body: Body, start: int, end: int) -> tuple[int, int]:
    """A stretch that another body lacks, moved on to behind a decision where that is the same."""
    first = start
    while end < len(body) and body[start][0] == body[end][0] and body[end - 1][0] not in DECIDING:
        start, end = start + 1, end + 1
    return (start, end) if body[end - 1][0] in DECIDING else (first, end - start + first)


def _asks(text: str) -> bool:
    """Whether a word asks something, or turns round what was asked."""
    return text.endswith("?") or text in ASKS


def _quoted(tokens: Body) -> str:
    texts = [text for text, _ in tokens]
    return f"`{' '.join(texts[:QUOTED])}{' …' if len(texts) > QUOTED else ''}`"
