"""`forthgame analyse`: what it shows, and where there is nothing to choose."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from commanding import commanded as forthgame


@pytest.mark.parametrize("engine", ["negamax", "uct"])
@pytest.mark.parametrize("as_json", [(), ("--json",)], ids=["text", "json"])
def test_there_is_nothing_to_analyse_where_dice_are_thrown(
    engine: str, as_json: tuple[str, ...]
) -> None:
    result = forthgame("analyse", "ur", "--interpret", "--depth", "1", "--engine", engine, *as_json)
    assert result.returncode == 1
    assert "?Dice is to move: chance decides there" in result.stderr
    assert result.stdout == ""


def test_a_position_to_analyse_is_in_a_file_or_fen(tmp_path: Path) -> None:
    """As everywhere else: a line of text, a document, the notation of the game."""
    saved = tmp_path / "position.json"
    saved.write_text(forthgame("show", "tictactoe", "--json").stdout)
    asked = ("--interpret", "--depth", "1", "--json", "--position")
    found = json.loads(forthgame("analyse", "tictactoe", *asked, str(saved)).stdout)
    assert (found["player"], found["lines"][0]["depth"]) == ("X", 1)
    fen = "4k3/8/8/8/8/8/8/4K2R b K - 0 1"
    assert json.loads(forthgame("analyse", "chess", *asked, fen).stdout)["player"] == "Black"
    level = forthgame("analyse", "tictactoe", "--interpret", "--level", "2")
    assert "tictactoe has no level 2: it has none" in level.stderr


def test_analyse_shows_what_an_engine_without_lines_plays() -> None:
    """maxn with its line, the script's own engine, and one that does not look ahead."""
    asked = ("analyse", "tictactoe", "--interpret", "--after", "a1; a2; b1; b2", "--depth", "1")
    assert forthgame(*asked, "--engine", "maxn").stdout.endswith(" mark c1\n")
    assert forthgame(*asked, "--engine", "first").stdout.count(" ") == 2
    refused = forthgame(*asked, "--engine", "maxn", "--multi", "2")
    assert (refused.returncode, "lines can be had from" in refused.stderr) == (1, True)
