"""Chase: counts of its dice in plain Forth, beside the same in Python."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from itertools import combinations_with_replacement

import forthgame
from forthgame.base.source import package_path

PUBLISHED = {0: 2407, 1: 1677, 2: 1061, 3: 584, 4: 259, 5: 106, 10: 220, 11: 152, 20: 152, 21: 152}


def ways(dice: list[int], points: int, way: int = 0) -> Iterator[int]:
    """Ways to spread points over dice, a digit for each choice among the weakest."""
    if points == 0:
        yield way
        return
    weakest = min(dice)
    given = min(points, 6 - weakest)
    for digit in range(dice.count(weakest)):
        after = list(dice)
        after.remove(weakest)
        yield from ways([*after, weakest + given], points - given, 10 * way + digit)


def test_spreads() -> None:
    """The script's counts are those of plain Python, and the published ones of ways."""
    printed = forthgame.Machine().run((package_path("games") / "chase" / "spreads.4th").read_text())
    sets = [dice for dice in combinations_with_replacement(range(7), 10) if sum(dice) == 25]
    counted: Counter[int] = Counter()
    for values in sets:
        dice = [value for value in values if value]
        if len(dice) > 5:
            for i, lost in enumerate(dice):
                counted.update(ways(dice[:i] + dice[i + 1 :], lost))
    assert f"{len(sets)} sets of dice" in printed
    assert f"{counted.total()} ways to spread" in printed
    assert (len(sets), counted.total()) == (293, 7954)
    tally = {int(way): int(n) for way, n in re.findall(r"^(\d+) : (\d+)", printed, re.MULTILINE)}
    assert tally == {way: counted[way] for way in tally}
    assert tally == PUBLISHED | {22: 93}
