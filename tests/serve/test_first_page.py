"""Tests of the first page: folders, games and their parts, families, pictures."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("starlette", reason="needs the extra `board`")

from forthgame.base.source import package_path
from forthgame.ui.script_folders import loaders_of, scripts_below
from forthgame.ui.script_outline import bundled_games, families
from forthgame.ui.serve.picture_shelf import PictureShelf
from forthgame.ui.tables.offered_scripts import Offered, ScriptCatalogue
from forthgame.ui.tables.table_view import Message
from serve.talking import make_hub, talking

GAME = package_path("games", "tictactoe", "tictactoe.4th")


@pytest.fixture
def shelf(tmp_path: Path) -> Path:
    """A folder of folders: two games that share a file, an unfinished script, and what is none."""
    top = tmp_path / "mine"
    for name in ("rows", "rows/small", ".hidden"):
        (top / name).mkdir(parents=True)
    text = GAME.read_text()
    (top / "rows" / "rows.4th").write_text("LOAD common.4th\n" + text)
    (top / "rows" / "fast.4th").write_text("LOAD common.4th\n" + text)
    (top / "rows" / "small" / "tiny.4th").write_text(text)
    (top / "rows" / "common.4th").write_text("\\ What both games use.\n: twice ( n -- n ) 2 * ;\n")
    (top / "half.4th").write_text(": half ( -- ) ;\n")
    (top / ".hidden" / "old.4th").write_text(text)
    (top / "rows" / "rows.4th.~1~").write_text(text)
    (top / "away").symlink_to(tmp_path)
    return top


def test_a_folder_of_folders(shelf: Path) -> None:
    """Games first, with what they load; then what is not finished; parts are no games."""
    documents = [d for d in ScriptCatalogue((str(shelf),)).documents() if d["own"]]
    found = {str(d["name"]): (d["playable"], d["parts"], d["family"]) for d in documents}
    assert found == {
        "rows": (True, ["common.4th"], "mine/rows"),
        "rows/fast": (True, ["common.4th"], "mine/rows"),
        "rows/small/tiny": (True, [], "mine/rows/small"),
        "half": (False, [], "mine"),
    }
    assert str(documents[-1]["name"]) == "half"


def test_a_game_that_another_loads_is_a_game(shelf: Path) -> None:
    (shelf / "rows" / "more.4th").write_text("LOAD rows.4th\n")
    games = ScriptCatalogue((str(shelf),)).documents()
    found = {str(d["name"]): d for d in games if d["own"]}
    assert found["rows"]["playable"]
    assert found["rows/more"]["parts"] == ["common.4th"]


def test_deep_and_large_folders_are_cut(shelf: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    deep = shelf.joinpath(*"abcdefgh")
    deep.mkdir(parents=True)
    (deep / "far.4th").write_text("")
    assert "far.4th" not in [path.name for path in scripts_below(shelf)]
    monkeypatch.setattr("forthgame.ui.script_folders.MOST_SCRIPTS", 2)
    assert len(scripts_below(shelf)) == 2


def test_who_loads_a_part(shelf: Path) -> None:
    part = shelf / "rows" / "common.4th"
    assert [path.name for path in loaders_of(part)] == ["fast.4th", "rows.4th"]
    assert loaders_of(shelf / "half.4th") == []


def test_every_bundled_game_has_a_family() -> None:
    known = families()
    assert {game.name.partition("/")[0] for game in bundled_games()} == set(known)
    documents = ScriptCatalogue().documents()
    assert all(document["family"] for document in documents)
    order = list(dict.fromkeys(str(document["family"]) for document in documents))
    assert order == list(dict.fromkeys(known.values()))


def test_pictures_are_drawn_once(shelf: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another server finds them in the cache, until a file of the game changes."""
    for name in ("rows", "fast"):
        with (shelf / "rows" / f"{name}.4th").open("a") as file:
            file.write(f"\\ {shelf}\n")  # no earlier test has drawn it
    drawn: list[str] = []
    draw = PictureShelf._draw

    async def counted(self: PictureShelf, offered: Offered) -> Message:
        drawn.append(offered.name)
        return await draw(self, offered)

    monkeypatch.setattr(PictureShelf, "_draw", counted)
    for wanted in (["rows", "rows/fast"], ["rows/fast"]):
        drawn.clear()
        with talking(make_hub(shelf.parent / "tables", str(shelf))) as [page]:
            for game in ("rows", "rows/fast", "rows"):
                picture = page.ask("picture", game=game)
                assert picture["svg"].startswith("<svg")
                assert picture["scope"] in picture["style"]
        assert drawn == wanted
        (shelf / "rows" / "fast.4th").write_text(f"\\ Changed in {shelf}.\n" + GAME.read_text())


def test_what_cannot_be_drawn_says_why(shelf: Path, tmp_path: Path) -> None:
    (shelf / "half.4th").write_text("{board 3 3 {grid} board}\nnonsense")
    with talking(make_hub(tmp_path / "tables", str(shelf))) as [page]:
        assert "nonsense" in page.ask("picture", game="half")["error"]
        assert "no game" in page.ask("picture", game="nowhere")["error"]
        assert page.ask("picture", game="rows")["svg"]


@pytest.mark.slow
def test_a_script_that_hangs_delays_no_other(shelf: Path, tmp_path: Path) -> None:
    """Its picture is given up; the process that draws goes on with the next one."""
    (shelf / "half.4th").write_text(GAME.read_text() + "\n: spin BEGIN FALSE UNTIL ; spin\n")
    with talking(make_hub(tmp_path / "tables", str(shelf))) as [page]:
        assert page.ask("picture", game="half")["error"]
        assert page.ask("picture", game="rows")["svg"]
