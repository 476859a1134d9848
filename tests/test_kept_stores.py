"""A slip on the command line does not cost the games of a store."""

from __future__ import annotations

import os
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from commanding import commanded

import forthgame
from forthgame.play.plan import MOST_GAMES
from forthgame.play.store import Store
from forthgame.play.stored import plan_text

GAMES = ("random:", "random:", "--game", "tictactoe", "4", "--seed", "1", "--unconfined", "--quiet")


@pytest.fixture
def store(tmp_path: Path) -> Path:
    path = tmp_path / "games.sqlite"
    assert commanded("autoplay", *GAMES, "--store", str(path)).returncode == 0
    return path


def count(store: Path) -> int:
    with Store.read(store) as saved:
        return len(list(saved.records()))


@pytest.mark.parametrize("more", [("--rounds", "6000000"), ("--games", str(MOST_GAMES + 1))])
def test_more_games_than_a_tournament_may_have(store: Path, more: tuple[str, str]) -> None:
    """The plan was written all the same, and nothing could read it any more."""
    result = commanded("autoplay", "--resume", "--store", str(store), *more)
    assert result.returncode == 2
    assert f"a tournament has 1 to {MOST_GAMES} games" in result.stderr
    assert count(store) == 4


def test_a_plan_that_could_not_be_read_is_not_written(store: Path) -> None:
    with Store.read(store) as saved:
        plan = saved.plan()
    with pytest.raises(forthgame.ForthgameError, match="the plan cannot be kept: the number of"):
        plan_text(replace(plan, games=MOST_GAMES + 1))
    with pytest.raises(forthgame.ForthgameError, match="cannot be kept"):
        Store.open(store, replace(plan, games=MOST_GAMES + 1), resume=True)
    assert count(store) == 4


@pytest.mark.parametrize("how", ["itself", "link", "second name"])
def test_a_page_is_not_written_over_the_store(store: Path, how: str) -> None:
    page = store
    if how != "itself":
        page = store.with_name("page.html")
        if sys.platform == "win32":
            pytest.skip("links need rights there")
        (os.symlink if how == "link" else os.link)(store, page)
    for command in (
        ("results", str(store), "--report", str(page)),
        ("autoplay", "--resume", "--store", str(store), "--games", "6", "--report", str(page)),
    ):
        result = commanded(*command)
        assert result.returncode == 2
        assert "would write over the store" in result.stderr
    assert count(store) == 4
