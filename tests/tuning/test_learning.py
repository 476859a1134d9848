"""`forthgame tune` as a whole, and the searches that it plays with."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from tuned_games import game, written

import forthgame
from forthgame.play.tuning.self_play import (
    Match,
    Play,
    Setting,
    play_games,
    play_match,
    seats_of_movers,
)
from forthgame.play.tuning.training_data import features_of
from forthgame.search.batch_search import BatchSearch, SearchBounds
from tests.waiting import HANGS_AFTER

ROOT = Path(__file__).parent.parent.parent


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Create the folder of the scripts."""
    return tmp_path_factory.mktemp("tuning")


def command(*arguments: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Run `forthgame`."""
    return subprocess.run(
        [sys.executable, "-m", "forthgame", *arguments], capture_output=True, text=True,
        cwd=folder, timeout=HANGS_AFTER, check=False,
    )  # fmt: skip


def test_searches_of_a_batch_are_those_of_its_states(folder: Path) -> None:
    """Move and score agree at each depth, in every position."""
    loaded = game(folder, "run")
    batch = loaded.batch(4, seed=1)
    batch.step(np.array([0, 1, 0, 1]))
    search = BatchSearch(batch)
    for depth in (1, 2, 3):
        moves, scores, nodes = search.choose(np.arange(4), SearchBounds(depth), listed=True)
        assert nodes > 0
        for k in range(4):
            found = batch.state(k).search("negamax", depth=depth, selective=True)
            assert (moves[k], scores[k]) == (found.move.index, found.score)


def test_a_search_without_time_takes_the_first_move(folder: Path) -> None:
    batch = game(folder, "run").batch(2, seed=1)
    moves, _, _ = BatchSearch(batch).choose(np.arange(2), SearchBounds(9, seconds=0.0))
    assert moves.tolist() == [0, 0]


def test_positions_are_noted_game_by_game(folder: Path) -> None:
    """Movers take turns, results belong to the game, cells hold the pieces of the set-up."""
    loaded = game(folder, "run")
    facts = features_of(loaded)
    samples = play_games(loaded, facts, Play(6, 1))
    assert sorted(set(samples.games.tolist())) == list(range(6))
    first = samples.chosen(samples.games == 0)
    assert first.movers.tolist() == [k % 2 for k in range(len(first))]
    assert len({tuple(p) for p in first.points.tolist()}) == 1
    assert (first.cells[0] != 0).sum() == 4
    assert first.stored[1, 0] == 1  # `steps` after one move


def test_nobody_has_no_seat(folder: Path) -> None:
    """-1 in `Batch.movers` is not the last player."""
    assert seats_of_movers(features_of(game(folder, "run")))[[0, 1, -1]].tolist() == [0, 1, -1]


def test_a_match_plays_each_opening_from_all_seats(folder: Path) -> None:
    """An engine against itself has half of the points of each opening."""
    loaded = game(folder, "run")
    match = Match(2, 1, SearchBounds(2))
    points = play_match(loaded, features_of(loaded), match, Setting(), Setting())
    assert [sum(points[k : k + 2]) for k in (0, 2)] == [1, 1]


@pytest.mark.slow
def test_tuning_is_repeatable_and_its_script_plays(tmp_path: Path) -> None:
    """With --games the same seed gives the same lines; the written script can be played at once."""
    written(tmp_path, "run")
    arguments = ("tune", "run.4th", "--games", "24", "--seed", "5", "--check", "2", "--json")
    first = command(*arguments, "-o", "out.4th", "--report", "page.html", folder=tmp_path)
    assert first.returncode == 0, first.stderr
    second = command(*arguments, folder=tmp_path)
    found = json.loads(first.stdout)
    assert found["text"] == json.loads(second.stdout)["text"]
    assert found["findings"] == []
    assert found["rounds"][0]["name"] == "random games"
    assert found["checks"][0]["against"] == "none"
    assert "<svg" in (tmp_path / "page.html").read_text()
    with forthgame.load(tmp_path / "out.4th") as loaded:
        assert loaded.new_game(seed=1).search("negamax", depth=2).move is not None


@pytest.mark.slow
def test_three_players_and_hands(tmp_path: Path) -> None:
    """The lines come on stdout, the report on stderr."""
    written(tmp_path, "three")
    found = command(
        "tune", "three.4th", "--games", "12", "--seed", "1", "--check", "1", "--interpret",
        folder=tmp_path,
    )  # fmt: skip
    assert found.returncode == 0, found.stderr
    assert ": OnEvaluate" in found.stdout
    assert "against no evaluation" in found.stderr


@pytest.mark.slow
def test_nothing_to_learn_is_said_in_a_sentence(tmp_path: Path) -> None:
    """The game is one in which nothing varies."""
    written(tmp_path, "still")
    found = command("tune", "still.4th", "--games", "4", "--interpret", folder=tmp_path)
    assert found.returncode == 1
    assert "nothing can be learned of still" in found.stderr
    assert "Traceback" not in found.stderr
