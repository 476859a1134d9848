"""Tests of `forthgame analyse`: its output, and positions without a choice."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from commanding import commanded

import forthgame
from forthgame.rules.engines import Limits
from forthgame.search.search_result import SearchResult
from forthgame.ui.commands import analyse


@pytest.mark.parametrize("engine", ["negamax", "uct"])
@pytest.mark.parametrize("as_json", [(), ("--json",)], ids=["text", "json"])
def test_there_is_nothing_to_analyse_where_dice_are_thrown(
    engine: str, as_json: tuple[str, ...]
) -> None:
    result = commanded("analyse", "ur", "--interpret", "--depth", "1", "--engine", engine, *as_json)
    assert result.returncode == 1
    assert "?Dice is to move: chance decides there" in result.stderr
    assert result.stdout == ""


def test_a_position_to_analyse_is_in_a_file_or_fen(tmp_path: Path) -> None:
    """The position may be a line of text, a document, or the notation of the game."""
    saved = tmp_path / "position.json"
    saved.write_text(commanded("show", "tictactoe", "--json").stdout)
    asked = ("--interpret", "--depth", "1", "--json", "--position")
    found = json.loads(commanded("analyse", "tictactoe", *asked, str(saved)).stdout)
    assert (found["player"], found["lines"][0]["depth"]) == ("X", 1)
    fen = "4k3/8/8/8/8/8/8/4K2R b K - 0 1"
    assert json.loads(commanded("analyse", "chess", *asked, fen).stdout)["player"] == "Black"
    level = commanded("analyse", "tictactoe", "--interpret", "--level", "2")
    assert "tictactoe has no level 2: it has none" in level.stderr


def test_analyse_shows_what_an_engine_without_lines_plays() -> None:
    """maxn with its line, the script's own engine, and one that does not look ahead."""
    asked = ("analyse", "tictactoe", "--interpret", "--after", "a1; a2; b1; b2", "--depth", "1")
    assert commanded(*asked, "--engine", "maxn").stdout.endswith(" mark c1\n")
    assert commanded(*asked, "--engine", "first").stdout.count(" ") == 2
    refused = commanded(*asked, "--engine", "maxn", "--multi", "2")
    assert (refused.returncode, "lines can be had from" in refused.stderr) == (1, True)


@pytest.mark.parametrize("option", ["table=1", "selective=no", "seed=3", "threads=1"])
def test_an_option_that_is_no_bound_leaves_the_time(
    monkeypatch: pytest.MonkeyPatch, option: str
) -> None:
    given: list[Limits] = []

    def noted(state: forthgame.State, name: str, limits: Limits, *_: object) -> list[SearchResult]:
        given.append(limits)
        return [state.search(name, depth=1)]

    monkeypatch.setattr(analyse, "analyse", noted)
    commanded("analyse", "tictactoe", "--interpret", "--engine", f"negamax:{option}")
    assert [limits.time for limits in given] == [5.0]


def test_engines_without_random_games_refuse_a_number_of_them() -> None:
    """The number would not limit them but replace the time limit: they would search without end."""
    state = forthgame.load("tictactoe", native=False).new_game(seed=1)
    for engine in ("negamax", "paranoid", "maxn", "brs", "best-first", "random"):
        with pytest.raises(forthgame.ForthgameError, match=f"{engine} plays none"):
            state.search(engine, playouts=10)
        with pytest.raises(forthgame.ForthgameError, match=f"{engine} plays none"):
            state.search(f"{engine}:playouts=10")
    for engine in ("uct", "mcts", "auto"):
        assert state.search(engine, playouts=10).nodes == 10


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("analyse", "tictactoe", "--prove", "--engine", "uct"), "--prove has no --engine"),
        (("show", "tictactoe", "--flip", "O"), "--flip is for the picture of --svg"),
        (("show", "tictactoe", "--size", "50", "--json"), "--size is for the picture of --svg"),
        (("solve", "eight-puzzle/short", "--to", "FILE"), "for a search from both ends"),
    ],
)
def test_an_option_that_would_do_nothing_is_refused(
    tmp_path: Path, arguments: tuple[str, ...], message: str
) -> None:
    saved = tmp_path / "position.json"
    saved.write_text(commanded("show", "eight-puzzle/short", "--json").stdout)
    result = commanded(*(str(saved) if word == "FILE" else word for word in arguments))
    assert result.returncode in (1, 2)
    assert message in result.stderr


def test_a_seed_counts_for_a_position_too() -> None:
    """A given seed is used; otherwise the position has its own streams."""
    position = commanded("show", "backgammon", "--seed", "7").stdout.splitlines()[-1]
    shown = {
        commanded("show", "backgammon", position, *seed).stdout.splitlines()[-1]
        for seed in ((), ("--seed", "7"), ("--seed", "1"), ("--seed", "2"))
    }
    assert position in shown
    assert len(shown) == 3
