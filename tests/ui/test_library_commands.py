"""`forthgame games` and `forthgame new`."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

import forthgame
from forthgame.base.errors import ForthgameError
from forthgame.ui.commands.games import command as games
from forthgame.ui.commands.new import command as new
from forthgame.ui.script_outline import ScriptOutline, bundled_games, read_script
from tests.library import bare_name, game_scripts


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


def test_variants_stand_below_their_game() -> None:
    names = [game.name for game in bundled_games()]
    assert names == sorted(names, key=lambda name: (name.split("/")[0], "/" in name, name))
    lines = CliRunner().invoke(games).stdout.splitlines()
    assert [line.split()[0] for line in lines] == names


@pytest.mark.slow
def test_what_is_read_is_what_loading_declares() -> None:
    for game in bundled_games():
        declared = forthgame.load(game.name, native=False).declaration
        players = sum(not p.neutral and not p.chance for p in declared.players)
        count, grid = len(declared.positions), declared.rows * declared.columns
        whole = grid and grid == count
        board = f"{declared.columns} x {declared.rows}" if whole else f"{count} positions"
        assert (game.players, game.board) == (players, board), game.name


def test_scripts_begin_with_their_own_name() -> None:
    for path in game_scripts():
        assert path.read_text().startswith(f"\\ {path.name} -- "), path


def test_listing_does_not_start_the_engine() -> None:
    """Starting it for the first time takes a minute."""
    code = (
        "import sys; from forthgame.ui.script_outline import bundled_games; bundled_games(); "
        "sys.exit(any(name.startswith(('llvmlite', 'forthgame.machine')) for name in sys.modules))"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def written(folder: Path, text: str) -> ScriptOutline:
    (folder / "script.4th").write_text(text)
    return read_script(folder / "script.4th")


@pytest.mark.parametrize(
    ("board", "positions"),
    [
        ("3 4 {grid}", 12),
        ("3 4 {grid} {position} x {position} y", 14),
        ("side 2* 1+ 1- side {grid}", 18),
        ("unknown 4 {grid}", None),
        ("3 DO {position} x LOOP", None),
        (": x {position} ; 2 2 {grid} \\ 9 9 {grid}\n ( 8 8 {grid} )", 4),
    ],
)
def test_a_board_is_read(tmp_path: Path, board: str, positions: int | None) -> None:
    """The board is read, or reported as unknown."""
    text = f"3 CONSTANT side {{board {board} board}} {{players {{player}} A {{player}} ?B players}}"
    read = written(tmp_path, text + " {pieces pieces}")
    assert (read.positions, read.players, read.is_game) == (positions, 1, True)


def test_files_that_load_each_other_are_read_once(tmp_path: Path) -> None:
    (tmp_path / "other.4th").write_text("LOAD script.4th LOAD missing.4th")
    assert [f.name for f in written(tmp_path, "LOAD other.4th").files] == [
        "script.4th",
        "other.4th",
    ]


def test_a_new_game_is_a_copy_that_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The copy includes the files that its model loads, under its own name."""
    monkeypatch.chdir(tmp_path)
    result = CliRunner().invoke(new, ["mine", "--like", "chess/antichess"])
    assert result.exit_code == 0
    for then in ("check mine/mine.4th", "perft mine/mine.4th 3", "play mine/mine.4th"):
        assert f"forthgame {then}" in result.stdout
        assert f"forthgame {then}" in (tmp_path / "mine" / "README.md").read_text()
    assert {path.name for path in (tmp_path / "mine").iterdir()} == {
        "mine.4th", "README.md", "chess.4th", "rules.4th", "pawns.4th", "rules.board.toml"
    }  # fmt: skip
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


@pytest.mark.parametrize("name", ["chess", "Rules"])
def test_a_loaded_file_is_not_hidden_by_the_new_one(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    result = CliRunner().invoke(new, [name, "--like", "chess/antichess"])
    assert isinstance(result.exception, ForthgameError)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("name", ["../mine", "", "-x", "a b", "x/y"])
def test_a_name_is_a_plain_one(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert CliRunner().invoke(new, ["--", name]).exit_code == 2
    assert not list(tmp_path.iterdir())


def test_numbers_of_many_digits_are_none(tmp_path: Path) -> None:
    assert written(tmp_path, f"{'1' * 5000} CONSTANT n {{board 3 3 {{grid}} board}}").positions == 9
