"""Similar names for messages, found with bounded work."""

from __future__ import annotations

from collections.abc import Iterable
from heapq import nlargest

WORK = 1_000_000  # character comparisons: 0.1 to 0.2 s


def alike(name: str, known: Iterable[str], most: int = 3, cutoff: float = 0.6) -> list[str]:
    """Return the most similar names, the nearest first, as `difflib.get_close_matches` does.

    Names that come after the limit of work is reached, which takes thousands of them, are left out.
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
