"""A mistake on the command line does not lose the games of a store."""

from __future__ import annotations

import json
import os
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from commanding import commanded

import forthgame
from forthgame.play.plan.plan import MOST_GAMES
from forthgame.play.store.store import Store
from forthgame.play.store.stored_values import plan_text

pytestmark = pytest.mark.usefixtures("played_here")

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
    """The plan was once written, and could not be read any more."""
    result = commanded("autoplay", "--resume", "--store", str(store), *more)
    assert result.returncode == 2
    assert f"a tournament has 1 to {MOST_GAMES} games" in result.stderr
    assert count(store) == 4


def test_a_plan_that_could_not_be_read_is_not_written(store: Path) -> None:
    with Store.read(store) as saved:
        plan = saved.plan()
    with pytest.raises(forthgame.ForthgameError, match="the plan cannot be stored: the number of"):
        plan_text(replace(plan, games=MOST_GAMES + 1))
    with pytest.raises(forthgame.ForthgameError, match="cannot be stored"):
        Store.open(store, replace(plan, games=MOST_GAMES + 1), resume=True)
    assert count(store) == 4


@pytest.mark.parametrize("how", ["itself", "link", "second name"])
def test_a_page_is_not_written_over_the_store(store: Path, how: str) -> None:
    page = store
    if how != "itself":
        page = store.with_name("page.html")
        if how == "link" and sys.platform == "win32":
            pytest.skip("links need rights there")
        (os.symlink if how == "link" else os.link)(store, page)
    for command in (
        ("results", str(store), "--report", str(page)),
        ("autoplay", "--resume", "--store", str(store), "--games", "6", "--report", str(page)),
    ):
        result = commanded(*command)
        assert result.returncode == 2
        assert "would write over" in result.stderr
    assert count(store) == 4


def test_arguments_of_a_tournament_of_other_kinds(tmp_path: Path) -> None:
    """Convertible values are accepted, for a plan that can be read back; others are reported."""
    numpy = pytest.importorskip("numpy")
    two = ["random:", "random:"]
    path = tmp_path / "own.sqlite"
    number = numpy.int64(2)
    options: dict[str, Any] = {"game": "tictactoe", "seed": number, "store": path}
    options |= {"confined": False, "random_plies": number, "retries": number}
    forthgame.tournament(two, games=number, native=0, **options)
    found = forthgame.tournament(
        two, games=4, native=numpy.bool_(False), fixed_seats=0, resume=True, **options
    )
    assert len(list(found.records)) == 4
    wrong: tuple[dict[str, Any], ...] = (
        {"native": None}, {"native": "x"}, {"shuffled": 2}, {"base": 3}, {"anchors": 3},
        {"anchors": {1: 3}}, {"anchors": {"random": "x"}},
    )  # fmt: skip
    for each in wrong:
        with pytest.raises((TypeError, ValueError)) as caught:
            forthgame.tournament(two, game="tictactoe", games=2, confined=False, **each)
        assert " is " in str(caught.value) or " must be " in str(caught.value)
    assert count(path) == 4


@pytest.mark.parametrize(
    ("more", "message"),
    [
        (("--interpret",), "--interpret cannot be changed"),
        (("--sprt", "elo0=0 elo1=100"), "pairs of games with seats exchanged"),
        (("--anchor", "random=1", "--anchor", "random=2"), "random is an anchor twice"),
    ],
)
def test_what_does_not_fit_a_store_is_refused(
    tmp_path: Path, more: tuple[str, ...], message: str
) -> None:
    store = str(tmp_path / "fixed.sqlite")
    commanded("autoplay", *GAMES, "--seats", "fixed", "--store", store)
    result = commanded("autoplay", "--resume", "--store", store, "--games", "6", *more)
    assert result.returncode in (1, 2)
    assert message in result.stderr
    assert count(Path(store)) == 4


def test_tuning_writes_over_nothing_and_takes_every_seed(tmp_path: Path) -> None:
    script = tmp_path / "own.4th"
    script.write_text("\\\\ no game\n")
    result = commanded("tune", str(script), "--report", str(script))
    assert result.returncode == 2
    assert "would write over" in result.stderr
    far = commanded("tune", "tictactoe", "--seed", "1" + "0" * 30)
    assert far.returncode == 2


@pytest.mark.parametrize("options", [("--unconfined",), ()])
def test_results_say_whether_scripts_were_confined(tmp_path: Path, options: tuple[str]) -> None:
    store = tmp_path / "own.sqlite"
    games = [argument for argument in GAMES if argument != "--unconfined"]
    said = [
        json.loads(commanded(*command, "--json").stdout)["plan"]["confined"]
        for command in (
            ("autoplay", *games, *options, "--store", str(store)), ("results", str(store)),
        )
    ]  # fmt: skip
    assert said == [not options] * 2
