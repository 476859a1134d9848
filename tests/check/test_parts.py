"""Tests of `check` for files that games load and that are no games of their own."""

from __future__ import annotations

from pathlib import Path

from click.testing import CliRunner

from forthgame.base.source import package_path
from forthgame.ui.commands.check import command

RULES = package_path("games", "chess", "rules.4th")
GAME = package_path("games", "tictactoe", "tictactoe.4th")


def test_a_part_is_checked_within_its_game() -> None:
    """Words of the game are known in it, and the line says what it is a part of."""
    found = CliRunner().invoke(command, [str(RULES)])
    assert found.exit_code == 0, found.output
    line = found.stdout
    assert "part of antichess.4th, atomic.4th, chess.4th and 3 more" in line
    assert "checked within antichess.4th: no mistakes found" in line


def test_a_mistake_of_a_part_is_reported_and_those_of_the_game_are_not(tmp_path: Path) -> None:
    (tmp_path / "part.4th").write_text(": broken ( -- ) nonsense ;\n")
    (tmp_path / "game.4th").write_text("LOAD part.4th\n" + GAME.read_text() + ": more missing ;\n")
    found = CliRunner().invoke(command, [str(tmp_path / "part.4th")])
    assert found.exit_code == 1
    assert "nonsense" in found.stderr
    assert "missing" not in found.stderr
    assert "part of game.4th, checked within game.4th: 1 error" in found.stdout


def test_a_file_that_nothing_loads_is_checked_alone(tmp_path: Path) -> None:
    (tmp_path / "part.4th").write_text(": broken ( -- ) nonsense ;\n")
    (tmp_path / "game.4th").write_text(GAME.read_text())
    found = CliRunner().invoke(command, [str(tmp_path / "part.4th")])
    assert found.exit_code == 1
    assert "part of" not in found.stdout
