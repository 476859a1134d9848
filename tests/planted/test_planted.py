"""Mistakes planted into scripts as people publish them: `why` and `check` name the lines."""

from __future__ import annotations

from pathlib import Path

import pytest
from by_hand import HAND, LATER as LATER_BY_HAND
from drawing import LATER, OWN, ROOT, SCRIPTS, read
from measuring import PAGE, SETS, TABLE, Row, measured, rows, table
from planting import KINDS, Change, Text

import forthgame
from forthgame.check.check import check

AT_LEAST = (94, 92, 95, 90, 45, 85)  # lines that `why` names, of each set
CHECKED = (47, 53, 42, 51, 20, 51)  # and `check`
SAMPLED = 7
FALSE = 1  # findings that count when strict, in all scripts without a mistake


@pytest.mark.parametrize("script", OWN + LATER, ids=lambda s: Path(s).stem)
@pytest.mark.parametrize("native", [False, pytest.param(True, marks=pytest.mark.slow)])
def test_the_scripts_play(script: str, native: bool) -> None:
    """Random games come to an end without an error."""
    with forthgame.load(ROOT / script, native=native) as game:
        found = game.playouts(3, seed=1)
        assert found.games == 3


@pytest.mark.slow
def test_both_tiers_play_the_same() -> None:
    """Games are the same, move by move."""
    for script in OWN + LATER:
        with forthgame.load(ROOT / script, native=False) as one:
            slow = one.playouts(10, seed=5)
        with forthgame.load(ROOT / script) as other:
            assert str(other.playouts(10, seed=5)) == str(slow)


def test_the_scripts_have_no_findings() -> None:
    """No errors or warnings, and next to no strict notes, in scripts without a mistake."""
    strict = []
    for script in SCRIPTS + LATER:
        findings = check(ROOT / script).findings
        assert not [f for f in findings if f.severity != "note"]
        strict += [f for f in findings if f.counts_when_strict]
    assert len(strict) <= FALSE, strict


def test_a_sample(tmp_path: Path) -> None:
    """Most lines are named for a sample of distant mistakes in the second set."""
    every = read(SETS[1])
    found = [measured(p, tmp_path) for p in every[:: len(every) // SAMPLED][:SAMPLED]]
    assert sum(row.why for row in found) >= SAMPLED - 2, [
        r.planted.what for r in found if not r.why
    ]
    assert any(row.check for row in found)


@pytest.fixture(scope="module")
def every() -> list[list[Row]]:
    """All sets, measured."""
    return [list(rows(read(file))) for file in SETS]


@pytest.mark.slow
def test_most_lines_are_named(every: list[list[Row]]) -> None:
    """Both `why` in its first screen and `check` alone are measured."""
    named = [sum(row.why for row in found) for found in every]
    checked = [sum(row.check for row in found) for found in every]
    assert all(n >= least for n, least in zip(named, AT_LEAST, strict=True)), named
    assert all(n >= least for n, least in zip(checked, CHECKED, strict=True)), checked


@pytest.mark.slow
def test_the_table_of_the_page(every: list[list[Row]]) -> None:
    """The numbers in docs/debugging.md are the measured ones; line breaks may differ."""
    found = TABLE.search(PAGE.read_text())
    assert found is not None
    assert found[0].split() == f"<!-- planted -->\n{table(every)}<!-- planted end -->\n".split()


def test_every_kind_is_drawn() -> None:
    """Some mistakes are planted by hand, too."""
    drawn = [p for file in SETS for p in read(file)]
    assert {p.kind for p in drawn} == {*KINDS, "by hand"}
    assert sum(p.kind == "by hand" for p in drawn) == len(HAND + LATER_BY_HAND)
    assert {p.script for p in drawn} >= {*OWN, *LATER}


def test_guilty_lines() -> None:
    """These are the changed line or, if a whole line is missing, its neighbours."""
    text = Text(": a ( -- )\n\t1 2\n\tDROP\n\t3\n;\n")
    wrong, guilty = text.changed(Change(((15, 16, "4"),), "a number"))
    assert wrong == ": a ( -- )\n\t1 24\tDROP\n\t3\n;\n" or guilty == (2,)
    start = text.text.index("\tDROP")
    wrong, guilty = text.changed(Change(((start, start + 6, ""),), "left out", (2, 4)))
    assert wrong == ": a ( -- )\n\t1 2\n\t3\n;\n"
    assert set(guilty) >= {2, 3}
