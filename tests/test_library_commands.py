"""`forthgame games` and `forthgame new`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner
from library import bare_name, game_scripts

import forthgame
from forthgame.errors import ForthgameError
from forthgame.ui.cli.games import command as games
from forthgame.ui.cli.new import command as new


def test_every_game_is_listed() -> None:
    listed = json.loads(CliRunner().invoke(games, ["--json"]).stdout)
    assert {game["name"] for game in listed} == {bare_name(path) for path in game_scripts()}
    found = {game["name"]: game for game in listed}
    assert found["breakthrough"] == {
        "name": "breakthrough",
        "players": 2,
        "board": "8 x 8",
        "what": "a race of men to the other side",
    }
    assert found["splut"]["players"] == 4
    assert all(game["what"] for game in listed)


def test_a_new_game_is_a_copy_that_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With what its model loads, under its own name."""
    monkeypatch.chdir(tmp_path)
    result = CliRunner().invoke(new, ["mine", "--like", "chess/antichess"])
    assert result.exit_code == 0
    assert "forthgame check" in result.stdout
    script = tmp_path / "mine" / "mine.4th"
    assert script.read_text().startswith("\\ mine.4th -- ")
    game = forthgame.load(script, native=False)
    assert game.perft(2) == forthgame.load("chess/antichess", native=False).perft(2) == 400


def test_nothing_is_overwritten(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine").mkdir()
    result = CliRunner().invoke(new, ["mine"])
    assert isinstance(result.exception, ForthgameError)
    assert not list((tmp_path / "mine").iterdir())


@pytest.mark.parametrize("name", ["../mine", "", "-x", "a b", "x/y"])
def test_a_name_is_a_plain_one(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert CliRunner().invoke(new, ["--", name]).exit_code == 2
    assert not list(tmp_path.iterdir())
