"""List entries whose words are run because their moves cannot be tallied.

The other entries of such a game are tallied all the same (`words/lists/mixed_counting.py`). An
entry that is run has some numbers of its own among the moves of the tally, one for each move that
its word may make at a position. This pays unless the words that have to be run are most of the
work.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from forthgame.analysis.dataflow import callees_first, closure
from forthgame.analysis.function import Function
from forthgame.compile.reading.decision_diagrams import NO
from forthgame.compile.reading.path_graph import MoveSite
from forthgame.words.effect_sets import COMMITTING, PASSING_ONCE
from forthgame.words.lists.tallying import MOST_SITES

RUN = "run"  # the kind of a move that a word makes when it is run
MOST_RUN = 32  # moves of one word and position; with more, the list is made
LARGEST_SHARE = 0.5  # of the instructions of all entries


def run_sites(functions: Mapping[int, Function], word: int) -> list[MoveSite]:
    """Return a place for each move that a word may make when it is run."""
    return [MoveSite(RUN, NO, number=number) for number in range(most_added(functions, word))]


def most_added(functions: Mapping[int, Function], word: int) -> int:
    """Return the number of moves that a word may add; `MOST_RUN` if it is unknown or greater.

    A word is counted once, after the words that it calls; a call of a word that is not counted yet
    is recursive.
    """
    added: dict[int, int] = {}
    for entry in callees_first([word], lambda entry: functions[entry].callees()):
        total = 0
        for each in functions[entry].instructions.values():
            count = int(each.name in COMMITTING)
            if each.name == "(CALL)":
                count = added.get(each.operand, MOST_RUN)
            if count and any(loop.has(each.cell) for loop in functions[entry].loops.values()):
                count = MOST_RUN
            total += count
        added[entry] = min(total, MOST_RUN)
    return added[word]


def may_pass(functions: Mapping[int, Function], word: int) -> bool:
    return any(each.has(PASSING_ONCE) for each in _reached(functions, word))


def pays(functions: Mapping[int, Function], tallied: Sequence[int], run: Sequence[int]) -> bool:
    """Return whether tallying some words is worth it if others have to be run."""
    lengths = [
        sum(sum(len(each.instructions) for each in _reached(functions, word)) for word in words)
        for words in (tallied, run)
    ]
    return lengths[1] <= LARGEST_SHARE * sum(lengths)


def _reached(functions: Mapping[int, Function], word: int) -> list[Function]:
    return [functions[entry] for entry in closure([word], lambda entry: functions[entry].callees())]


def fitting(counts: Sequence[int]) -> list[bool]:
    """Return which entries may be tallied together, given the number of places of each.

    Entries with most places are the first that are left out.
    """
    kept = [True] * len(counts)
    for number in sorted(range(len(counts)), key=lambda k: -counts[k]):
        total = sum(
            count if keep else min(count, MOST_RUN)
            for count, keep in zip(counts, kept, strict=True)
        )
        if total <= MOST_SITES:
            break
        kept[number] = False
    return kept
