"""Actions of pages with an outdated view of a table are refused."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from forthgame.base.source import package_path

from .talking import kept, make_hub, talking

BEHIND = "the game has continued"


pytestmark = pytest.mark.usefixtures("tables_here")


def standing(table: dict[str, Any]) -> dict[str, Any]:
    """Return a page's report of the table that it shows."""
    return {"at": len(table["plies"]), "mark": table["mark"]}


def test_a_new_game_is_not_given_up_for_an_old_one(tmp_path: Path) -> None:
    """Two pages show a game; one begins another and plays, then the other begins one too."""
    with talking(make_hub(tmp_path), 2) as [one, two]:
        table = one.sit("tictactoe")
        one.ask("play", at=0, move="a1")
        seen = two.ask("join", table=table)["table"]
        assert "error" not in one.ask("new", **standing(seen))
        assert "error" not in one.ask("play", at=0, move="b2")
        assert BEHIND in two.ask("new", **standing(seen))["error"]
        now = two.ask("join", table=table)["table"]
        assert [text for _, text in now["plies"]] == [kept(tmp_path, table)[0][1]]
        text = two.ask("record")["text"]
        assert BEHIND in two.ask("read", **standing(seen), text=text)["error"]
        assert "error" not in two.ask("new", **standing(now))


@pytest.mark.slow
def test_a_new_game_of_another_server_is_not_given_up(tmp_path: Path) -> None:
    with talking(make_hub(tmp_path)) as [one], talking(make_hub(tmp_path)) as [two]:
        table = one.sit("tictactoe")
        one.ask("play", at=0, move="a1")
        seen = two.ask("join", table=table)["table"]
        one.ask("new")
        for at, move in enumerate(("b2", "a1", "c3")):
            assert "error" not in one.ask("play", at=at, move=move)
        assert BEHIND in two.ask("new", **standing(seen))["error"]
        now = two.until(lambda found: len(found["plies"]) == 3)
        assert "error" not in two.ask("new", **standing(now))


def test_a_move_for_a_game_that_has_gone_another_way(tmp_path: Path) -> None:
    """The game has as many plies; this also holds after an undone resignation, which changes
    none.
    """
    with talking(make_hub(tmp_path), 2) as [one, two]:
        table = one.sit("tictactoe")
        one.ask("play", at=0, move="a1")
        seen = two.ask("join", table=table)["table"]
        one.ask("undo", at=1)
        one.ask("play", at=0, move="b2")
        assert BEHIND in two.ask("play", **standing(seen), move="a1")["error"]
        one.ask("resign", at=1, player="O")
        seen = two.ask("join", table=table)["table"]
        assert "error" not in one.ask("undo", **standing(seen))
        assert BEHIND in two.ask("undo", **standing(seen))["error"]
        now = two.ask("join", table=table)["table"]
        assert (len(now["plies"]), now["resigned"]) == (1, "")


def test_a_game_that_has_only_gone_on_can_be_given_up(tmp_path: Path) -> None:
    """Engines play on while the page waits for a confirmation."""
    with talking(make_hub(tmp_path), 2) as [one, two]:
        table = one.sit("tictactoe")
        one.ask("play", at=0, move="a1")
        seen = two.ask("join", table=table)["table"]
        one.ask("play", at=1, move="b2")
        assert "error" not in two.ask("new", **standing(seen))
        assert not two.ask("join", table=table)["table"]["plies"]


def test_two_games_that_begin_alike_are_two(tmp_path: Path) -> None:
    """Two games read from texts have the same positions and seeds."""
    with talking(make_hub(tmp_path), 2) as [one, two]:
        table = one.sit("tictactoe")
        one.ask("play", at=0, move="a1")
        text = one.ask("record")["text"]
        assert "error" not in one.ask("read", text=text)
        seen = two.ask("join", table=table)["table"]
        assert "error" not in one.ask("read", text=text)
        one.ask("play", at=1, move="b2")
        assert BEHIND in two.ask("new", **standing(seen))["error"]


def test_redo_brings_what_the_page_has_taken_back(tmp_path: Path) -> None:
    """Plies that another page has played and undone since are not redone."""
    with talking(make_hub(tmp_path), 2) as [one, two]:
        table = one.sit("tictactoe")
        one.ask("play", at=0, move="a1")
        one.ask("undo", at=1)
        seen = two.ask("join", table=table)["table"]
        one.ask("play", at=0, move="b2")
        one.ask("undo", at=1)
        assert BEHIND in two.ask("redo", **standing(seen))["error"]
        now = two.ask("join", table=table)["table"]
        assert "error" not in two.ask("redo", **standing(now))


def test_a_mark_does_not_tell_what_was_chosen_in_secret(tmp_path: Path) -> None:
    with talking(make_hub(tmp_path)) as [page]:
        table = page.sit("apocalypse")
        marks = []
        for move in page.moves()[:3]:
            assert "error" not in page.ask("play", at=0, move=move["text"])
            now = page.ask("join", table=table)["table"]
            assert [text for _, text in now["plies"]] == [""]
            marks.append(now["mark"])
            page.ask("undo", at=1)
            marks.append(page.ask("join", table=table)["table"]["mark"])
        assert len(marks) == 6
        assert len(set(marks)) == 2
        page.ask("redo", at=0)
        assert page.ask("join", table=table)["table"]["mark"] == marks[0]


def test_a_game_that_cannot_be_shown_can_be_given_up(tmp_path: Path) -> None:
    """The page sends its view of the table, although the state of the table is unknown."""
    script = tmp_path / "mine.4th"
    text = package_path("games", "tictactoe", "tictactoe.4th").read_text("utf-8")
    script.write_text(text, "utf-8")
    with talking(make_hub(tmp_path / "tables", str(script))) as [page]:
        table = page.sit("mine")
        page.ask("play", at=0, move="a1")
    script.write_text(text.replace("} mark", "} stone").replace(" mark", " stone"), "utf-8")
    with talking(make_hub(tmp_path / "tables", str(script))) as [page]:
        seen = page.ask("join", table=table)["table"]
        assert seen["trouble"]
        assert page.ask("undo", **standing(seen))["error"]
        assert "error" not in page.ask("new", **standing(seen))
        assert not page.ask("join", table=table)["table"]["trouble"]
