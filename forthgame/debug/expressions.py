"""What made a number, as the script writes it: `here 2 MOD 0=`."""

from __future__ import annotations

from forthgame.debug.origins import READING, Origin

LONGEST = 60  # characters of an expression that is quoted
DEEPEST = 4  # words of words of which it is made


def expression(origin: Origin) -> str:
    """The words that made a number, with values in place of those that come too early.

    Only the last word and what it was given, where that is too long.
    """
    if not all(known.word for known in origin.inputs):
        given = [str(known.value) for known in origin.inputs] if _is_sign(origin.word) else []
        return " ".join([*given, _plain(origin.word)])
    whole = _written(origin, DEEPEST)
    return whole if len(whole) <= LONGEST else _written(origin, 1)


def _written(origin: Origin, depth: int) -> str:
    if not origin.word:
        return str(origin.value)
    if not origin.inputs:
        return _plain(origin.word)
    if not all(known.word for known in origin.inputs):
        return str(origin.value) if _is_sign(origin.word) else _plain(origin.word)
    if depth == 0 or (depth == 1 and origin.word in READING):  # an address says nothing
        return str(origin.value)
    return " ".join([*(_written(known, depth - 1) for known in origin.inputs), _plain(origin.word)])


def _plain(name: str) -> str:
    """A word as the script writes it: see namesakes.py."""
    return name.partition(" ")[0]


def _is_sign(word: str) -> bool:
    """Whether a word has no name that says something without what it was given."""
    return not any(letter.isalpha() for letter in word)
