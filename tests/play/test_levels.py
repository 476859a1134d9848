"""Tests of ladders: rungs, their file, and how they are measured."""

from __future__ import annotations

import math
from pathlib import Path

import pytest
from click.testing import CliRunner

import forthgame
from forthgame.base.source import find_script, package_path
from forthgame.play.levels import ladder_measuring
from forthgame.play.levels.ladder import (
    LEVELS,
    LevelsError,
    Rung,
    ladder_of,
    ladder_path,
    read_ladder,
    rung_at,
    usual_ladder,
    write_ladder,
)
from forthgame.play.levels.ladder_measuring import LEAST, Measurement, measured_ladder
from forthgame.ui.commands.levels import command


def test_a_ladder_is_read_as_it_was_written(tmp_path: Path) -> None:
    script = tmp_path / "game.4th"
    assert read_ladder(script) is None
    rungs = (Rung("negamax:nodes=60", 0.7, 0.75, 48), *usual_ladder("uct")[1:])
    write_ladder(ladder_path(script), rungs, "Two lines\nof a heading")
    assert read_ladder(script) == rungs


@pytest.mark.parametrize(("document", "message"), [
    (None, "10 levels"), ([{"engine": "first"}] * 9, "10 levels"), ([{}] * 10, "has an `engine`"),
    ([{"engine": "nobody"}] * 10, "nobody"), ([{"engine": "uct:playouts=x"}] * 10, "playouts"),
    ([{"engine": "first", "random": 2}] * 10, "`random`"),
    ([{"engine": "first", "score": True}] * 10, "`score`"),
    ([{"engine": "first", "games": "1"}] * 10, "`games`"), (["first"] * 10, "has an `engine`"),
])  # fmt: skip
def test_what_is_no_ladder(document: object, message: str) -> None:
    with pytest.raises(LevelsError, match=message):
        ladder_of(document)


@pytest.mark.parametrize("text", ["level = ", "\xff", "[[level]]\nengine = 3\n" * 10])
def test_a_wrong_file_is_named(tmp_path: Path, text: str) -> None:
    script = tmp_path / "game.4th"
    ladder_path(script).write_bytes(text.encode("latin-1"))
    with pytest.raises(LevelsError, match=r"^game\.levels\.toml: "):
        read_ladder(script)


@pytest.mark.parametrize("family", ["negamax", "uct"])
def test_strength_grows(family: str) -> None:
    """First fewer moves are random, then more positions are searched."""
    rungs = [rung_at(family, strength) for strength in (0.0, 0.5, 1.0, 2.0, 30.0)]
    shares = [rung.random for rung in rungs]
    counts = [int(rung.engine.partition("=")[2]) for rung in rungs]
    assert shares == [1.0, 0.5, 0.0, 0.0, 0.0]
    assert counts[0] == counts[2] < counts[3] < counts[4] <= 1_000_000
    assert len(usual_ladder(family)) == LEVELS


def test_the_share_of_random_moves() -> None:
    """The same seed gives the same move."""
    with forthgame.load(find_script("tictactoe")) as game:
        state = game.new_game(seed=1)
        half = Rung("first", random=0.5)
        moves = [str(half.move(state, seed)) for seed in range(60)]
        assert moves == [str(half.move(state, seed)) for seed in range(60)]
        first = str(Rung("first").move(state, 1))
        assert 20 < moves.count(first) < 50


def test_a_stronger_rung_scores_more() -> None:
    """Both play each opening from both sides, so equal ones share the points."""
    with forthgame.load(find_script("tictactoe")) as game:
        found = Measurement(game, "uct", 0.0)
        found.end = math.inf
        strong, weak = Rung("uct:playouts=100"), Rung("random")
        assert found.match(strong, weak, 12) > 9
        assert found.match(weak, strong, 12) < 3


def test_deep_games_have_longer_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    """At most so long that a level still loses games to the one below."""
    aims = []
    for points in (6, 8, 12):
        monkeypatch.setattr(Measurement, "match", lambda *given, points=points: points)
        with forthgame.load(find_script("tictactoe")) as game:
            aims.append(Measurement(game, "uct", 60.0).aim)
    assert aims == sorted(aims)
    assert (aims[0], aims[-1]) == (ladder_measuring.CLOSEST, ladder_measuring.FURTHEST)
    assert LEAST < Measurement(game, "uct", 0.0).target < ladder_measuring.MOST


@pytest.mark.slow
def test_measured_levels_climb() -> None:
    with forthgame.load(find_script("connectfour")) as game:
        rungs, games = measured_ladder(game, 40.0, 1)
    assert len(rungs) == LEVELS
    assert games > 100
    scores = [rung.score for rung in rungs if rung.score is not None]
    assert len(scores) >= 3
    assert all(score > LEAST - 0.1 for score in scores)
    assert rungs[-1] == Rung(rungs[0].engine.partition(":")[0])


def test_without_time_the_levels_continue(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ladder_measuring, "family_of", lambda game: "uct")
    with forthgame.load(find_script("tictactoe")) as game:
        rungs, games = measured_ladder(game, 1e-9, 1)
    assert (len(rungs), games) == (LEVELS, 2)
    assert len(set(rungs)) == LEVELS
    assert all(rung.score is None for rung in rungs)


def test_the_command_writes_beside_the_script(tmp_path: Path) -> None:
    script = tmp_path / "three.4th"
    script.write_bytes(package_path("games", "tictactoe", "tictactoe.4th").read_bytes())
    found = CliRunner().invoke(command, [str(script), "--cpu", "0.2"])
    assert found.exit_code == 0, found.output
    assert len(found.stdout.splitlines()) == LEVELS
    rungs = read_ladder(script)
    assert rungs is not None
    assert rungs[-1].engine in found.stdout


def test_levels_are_for_two_players() -> None:
    with (
        forthgame.load(find_script("splut")) as game,
        pytest.raises(forthgame.ForthgameError, match="two players"),
    ):
        measured_ladder(game, 1.0, 1)


@pytest.mark.parametrize("path", sorted(package_path("games").glob("*/*.levels.toml")), ids=str)
def test_bundled_ladders_are_whole(path: Path) -> None:
    rungs = read_ladder(path.with_name(path.name.replace(".levels.toml", ".4th")))
    assert rungs is not None
    assert any(rung.score for rung in rungs)
