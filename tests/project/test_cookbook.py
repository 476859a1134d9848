"""Every recipe of the cookbook works as its page shows.

A page's script loads, has no findings, and can be played; its sessions come out as shown.
"""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from pages import WRONG, Page

import forthgame
from forthgame.check.check import check

FOLDER = Path(__file__).parents[2] / "docs" / "cookbook"
RECIPES = sorted(path for path in FOLDER.glob("*.md") if path.stem != "index")
EACH = pytest.mark.parametrize("path", RECIPES, ids=lambda path: path.stem)
PLIES = 80


def written(path: Path, folder: Path) -> Page:
    """A recipe in a folder, beside the header."""
    Page(FOLDER / "index.md", folder).write()
    return Page(path, folder)


def scripts(path: Path, folder: Path) -> list[Path]:
    """The scripts of a recipe that can be played."""
    page = written(path, folder)
    page.write()
    assert page.scripts, "there is a script in it"
    return page.scripts


def game_of(script: Path, native: bool, seed: int) -> list[str]:
    """The moves of a random game."""
    game = forthgame.load(script, native=native)
    if game.native is not None:
        game.native.prepare(wait=True, engines=False)
    state, draw = game.new_game(seed=seed), random.Random(seed)
    while not state.is_over and len(state.history) < PLIES and state.moves():
        state.play(draw.choice(state.moves()))
    return [str(move) for move in state.history]


@pytest.mark.sampled(2)
@EACH
def test_sessions(path: Path, tmp_path: Path) -> None:
    """Every transcript is reproduced as it is in the page."""
    page = written(path, tmp_path)
    page.check()
    assert page.played, "the page shows what the script does"
    assert (tmp_path / WRONG).exists(), "the page shows the usual mistake"


@EACH
def test_nothing_to_find(path: Path, tmp_path: Path) -> None:
    """The checker has no findings in the scripts."""
    for script in scripts(path, tmp_path):
        assert [str(finding) for finding in check(script).findings] == []


@EACH
def test_random_games(path: Path, tmp_path: Path) -> None:
    """Games can be played in the interpreter."""
    for script in scripts(path, tmp_path):
        assert game_of(script, False, 1)
        assert game_of(script, False, 2)


@pytest.mark.slow
@EACH
def test_random_games_in_machine_code(path: Path, tmp_path: Path) -> None:
    """The games in machine code are the same."""
    for script in scripts(path, tmp_path):
        assert game_of(script, True, 1) == game_of(script, False, 1)


def test_the_list_of_recipes() -> None:
    """The index links to each page once."""
    text = (FOLDER / "index.md").read_text(encoding="utf-8")
    assert [path.name for path in RECIPES if text.count(f"]({path.name})") != 1] == []
    assert len(RECIPES) == 33
