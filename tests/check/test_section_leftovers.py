"""`check` reports items that the words of a section leave on the stack."""

from __future__ import annotations

from pathlib import Path

import pytest

from forthgame.check.check import CheckReport, check

HEAD = """{board 3 3 {grid} board}
{players {player} White {player} Black players}
{turn-order {turn} White {turn} Black turn-order}
{pieces {piece} man pieces}
"""


def checked(folder: Path, text: str) -> CheckReport:
    """Return the findings in a script."""
    path = folder / "left.4th"
    path.write_text(HEAD + text)
    return check(path)


def test_more_positions_of_a_setup_are_named(tmp_path: Path) -> None:
    report = checked(tmp_path, "{board-setup {setup} White man a1 b1 c1 board-setup}\n")
    (found,) = [f for f in report.findings if f.code == "FG112"]
    assert "`b1`, `c1`" in found.message
    assert (found.place.line, found.place.column) == (5, 35)
    assert report.failed(strict=True)
    assert not report.failed()


@pytest.mark.parametrize(
    "section",
    [
        "{pieces {piece} man 5 pieces}",
        "{players {player} White 1 {player} Black players}",
        "{directions -1 0 {direction} n 7 directions}",
        "{turn-order 3 {turn} White {turn} Black turn-order}",
        "{board 3 3 {grid} 2 {variable} x board}",
        "{symmetries White symmetries}",
    ],
)
def test_every_section_is_followed(tmp_path: Path, section: str) -> None:
    assert "FG112" in {f.code for f in checked(tmp_path, section + "\n").findings}


@pytest.mark.parametrize(
    "section",
    [
        "{pieces {piece} man 2 3 + {value} pieces}",
        "{board 3 3 {grid} 4 {array} x board}",
        "1 {pieces {piece} man {value} pieces} ",
        "{board-setup {setup} White man a1 : t 1 2 ; board-setup}",
    ],
)
def test_items_that_are_taken_are_not_named(tmp_path: Path, section: str) -> None:
    assert "FG112" not in {f.code for f in checked(tmp_path, section + "\n").findings}
