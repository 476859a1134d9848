"""Tests of levels, hints and reviews at tables."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("starlette", reason="needs the extra `board`")

from forthgame.base.source import package_path
from forthgame.play.levels.ladder import Rung, ladder_path, write_ladder
from serve.talking import house, kept, make_hub, talking

GAME = package_path("games", "tictactoe", "tictactoe.4th")


pytestmark = pytest.mark.usefixtures("tables_here")


@pytest.mark.slow
def test_a_level_plays(tmp_path: Path) -> None:
    """It is not an engine with options, and stays at the table."""
    with talking(make_hub(tmp_path)) as [page]:
        table = page.sit("tictactoe", X="human", O="level:2")
        page.ask("play", at=0, move="b2")
        found = page.until(lambda table: len(table["plies"]) == 2)
        assert found["seats"]["O"] == "level:2"
        assert kept(tmp_path, table)[1][0] == "O"


@pytest.mark.sampled(3)
@pytest.mark.parametrize("kind", ["level:0", "level:11", "level:x", "level:", "level:3:depth=2"])
def test_levels_that_there_are_not(tmp_path: Path, kind: str) -> None:
    with talking(make_hub(tmp_path)) as [page]:
        page.sit("tictactoe")
        assert "levels 1 to 10" in page.ask("seat", seats={"O": kind})["error"]


def test_the_file_beside_a_script_says_how_a_level_plays(tmp_path: Path) -> None:
    """The page gets what was measured; a wrong file is named by the level that plays."""
    script = tmp_path / "mine" / "three.4th"
    script.parent.mkdir()
    script.write_text(GAME.read_text())
    rungs = [Rung("first", score=0.7, games=8)] * 10
    write_ladder(ladder_path(script), rungs, "All levels play the first move.")
    with talking(make_hub(tmp_path / "tables", str(script))) as [page]:
        table = page.sit("three", X="human", O="level:7")
        first = page.ask("view", ply=0)["position"]["moves"]
        found = page.ask("join", table=table)["table"]["game"]["ladder"]
        assert found == [["first", 0, 0.7]] * 10
        page.ask("play", at=0, move=first[-1]["text"], exact=True)
        plies = page.until(lambda table: len(table["plies"]) == 2)["plies"]
        assert plies[1] == ["O", first[0]["text"].replace("X", "O")]
        ladder_path(script).write_text("level = 3\n")
        page.ask("play", at=2, move=first[1]["text"], exact=True)
        trouble = page.until(lambda table: table["trouble"])["trouble"]
        assert "three.levels.toml: there are 10 levels" in trouble


@pytest.mark.slow
def test_a_hint_is_a_legal_move(tmp_path: Path) -> None:
    with talking(make_hub(tmp_path)) as [page]:
        page.sit("tictactoe")
        for ply, move in enumerate(("a1", "b2", "a2", "c3")):
            page.ask("play", at=ply, move=move)
        found = page.ask("hint")["hint"]
        assert (found["text"], found["to"]) == ("X mark a3", "a3")  # it wins


def test_a_mistake_is_explained(tmp_path: Path) -> None:
    """Score before and after, what was better, and the reply."""
    with talking(make_hub(tmp_path)) as [page]:
        page.sit("tictactoe")
        for ply, move in enumerate(("a1", "b2", "a2", "c3", "b3")):  # X could have won on a3
            page.ask("play", at=ply, move=move)
        found = page.ask("review")["review"]
        assert (found["player"], found["played"], found["same"]) == ("X", "X mark b3", False)
        assert found["best"]["text"] == "X mark a3"
        assert found["before"] == 1
        assert found["after"] < 1
        assert found["reply"]["text"].startswith("O mark ")
        best = page.ask("review", ply=4, more=["X mark a3"])["review"]
        assert (best["same"], best["after"], best["reply"]) == (True, 1, None)
        assert "no move" in page.ask("review", ply=0)["error"]


def test_people_who_play_each_other_get_no_advice(tmp_path: Path) -> None:
    with house(make_hub(tmp_path)) as server:
        ann = server.page("Ann")
        table = ann.sit("tictactoe", X="human", O="open")
        bob = server.guest("Bob", table)
        bob.ask("sit", player="O")
        for page in (ann, bob, server.guest("Eve", table, "watch")):
            assert "error" in page.ask("hint")
            assert "error" in page.ask("review")
