"""`forthgame show --svg`."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner, Result

from forthgame.base.errors import ForthgameError
from forthgame.ui.commands.show import command


def show(*arguments: str) -> Result:
    return CliRunner().invoke(command, ["breakthrough", *arguments])


def test_a_picture_in_a_file(tmp_path: Path) -> None:
    """The positions that the last move has changed are marked."""
    path = tmp_path / "board.svg"
    result = show("--after", "man a2 - a3", "--svg", str(path), "--size", "200")
    assert (result.exit_code, result.output) == (0, "")
    root = ElementTree.parse(path).getroot()
    assert "200" in (root.get("width"), root.get("height"))
    marked = [e.get("data-position") for e in root.iter() if e.get("class") == "last"]
    assert sorted(name for name in marked if name) == ["a2", "a3"]


def test_a_picture_on_stdout() -> None:
    result = show("--svg", "-", "--theme", "dark", "--flip", "Black")
    ElementTree.fromstring(result.stdout)
    assert "prefers-color-scheme" not in result.stdout


def test_a_player_that_there_is_not() -> None:
    result = show("--svg", "-", "--flip", "Nobody")
    assert result.exit_code == 2
    assert "there are White, Black" in result.output


def test_a_folder_that_there_is_not(tmp_path: Path) -> None:
    result = show("--svg", str(tmp_path / "no" / "board.svg"))
    assert isinstance(result.exception, ForthgameError)
    assert "cannot be written" in str(result.exception)


@pytest.mark.parametrize("name", ["\0", "x" * 5000])
def test_a_file_that_cannot_be(name: str) -> None:
    assert isinstance(show("--svg", name).exception, ForthgameError)
