"""Names like a mistaken one, for messages; the work is bounded however many names there are."""

from __future__ import annotations

from collections.abc import Iterable
from heapq import nlargest

WORK = 1_000_000  # comparisons of two characters: a tenth of a second or two


def alike(name: str, known: Iterable[str], most: int = 3, cutoff: float = 0.6) -> list[str]:
    """The names most like one, the nearest first, as `difflib.get_close_matches` finds them.

    Names that come when the work is done are left out: only thousands of them take so much.
    """
    from difflib import SequenceMatcher

    matcher = SequenceMatcher()
    matcher.set_seq2(name)
    found, left, length = [], WORK, len(name)
    for each in known:
        left -= len(each)
        if 2 * min(length, len(each)) < cutoff * (length + len(each)):
            continue  # `real_quick_ratio`
        matcher.set_seq1(each)
        if matcher.quick_ratio() >= cutoff:
            left -= len(each) * len(name)
            if (ratio := matcher.ratio()) >= cutoff:
                found.append((ratio, each))
        if left <= 0:
            break
    return [each for _, each in nlargest(most, found)]
