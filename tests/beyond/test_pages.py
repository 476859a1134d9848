"""The scripts that pages about zones and choices show are games that run."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import forthgame

PAGES = Path(__file__).parents[2] / "docs" / "beyond"
SCRIPT = re.compile(r"^```forth\n(.*?)\n```$", re.M | re.S)


@pytest.mark.parametrize(
    ("page", "moves"),
    [
        ("zones", ["man b1 - b2", "man a3 - a4 king", "man a3 - a4"]),
        ("choices", ["Pass"]),
        ("together", ["One coin c1"]),
    ],
)
def test_the_script_of_a_page(tmp_path: Path, page: str, moves: list[str]) -> None:
    path = tmp_path / "shown.4th"
    path.write_text("\n".join(SCRIPT.findall((PAGES / f"{page}.md").read_text())))
    state = forthgame.load(path, native=False).new_game(seed=1)
    assert sorted(map(str, state.moves()))[-1] in moves
    assert len(state.moves()) == {"zones": 2, "choices": 1, "together": 3}[page]
    state.play(state.moves()[0])
    assert state.moves()
