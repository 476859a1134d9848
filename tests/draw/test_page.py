"""Tests of the games on a tournament's page: boards, moves, and text that stays text."""

from __future__ import annotations

import copy
import json
import re
import shutil
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

import forthgame
from forthgame.base.source import find_script
from forthgame.draw.scenes import scene
from forthgame.play.model.limits import Limits
from forthgame.play.processes import messages
from forthgame.play.results.analysis import analyse
from forthgame.play.results.board_replay import Boards, _boards_of, _replayed, read_scene, replay
from forthgame.play.results.html_page import render, ticks
from forthgame.play.run.tournament import Tournament, tournament
from tests.draw.boards import loaded, script


@pytest.fixture(scope="module")
def played() -> Tournament:
    return tournament(["random:", "random:"], game="connectfour", games=2, seed=5, native=False)


@pytest.fixture(scope="module")
def shogi() -> dict[str, Any]:
    """The data of a scene."""
    with forthgame.load("minishogi", native=False) as game:
        return scene(game.new_game(seed=1)).as_dict()


def page_of(played: Tournament, boards: Boards | None) -> str:
    return render(played.plan, played.records, analyse(played.plan, played.records), boards)


def data_of(page: str) -> dict[str, Any]:
    """Return the data that the page's script reads."""
    found = re.search(r'<script type="application/json" id="games">(.*?)</script>', page)
    assert found is not None
    document: dict[str, Any] = json.loads(found[1])
    return document


def test_a_page_has_every_ply_of_its_games(played: Tournament) -> None:
    """Putting the changes together gives the last position of each game."""
    boards = replay(played.plan, played.records)
    assert boards is not None
    document = data_of(page_of(played, boards))
    for record, game, plies in zip(played.records, document["games"], boards.games, strict=True):
        assert len(game["moves"]) == len(record.moves) == len(plies) - 1
        standing = {one.place: one.what for ply in plies for one in ply}
        left = [what for what in standing.values() if what is not None]
        assert len(left) == len(record.moves)  # each puts a disc
    assert max(mark for game in document["games"] for ply in game["plies"]
               for _, mark in ply) == len(document["marks"]) - 1  # fmt: skip


@pytest.mark.slow
def test_scripts_of_strangers_are_replayed_elsewhere(played: Tournament, tmp_path: Path) -> None:
    """A confined process replays them, and gives the same boards."""
    shutil.copytree(find_script("connectfour").parent, tmp_path / "mine")
    path = tmp_path / "mine" / "connectfour.4th"
    own = tournament(["random:", "random:"], game=str(path), games=1, seed=5, native=False)
    boards, here = replay(own.plan, own.records), replay(played.plan, played.records[:1])
    assert boards is not None
    assert here is not None
    assert boards.games == here.games


def test_a_script_that_has_gone_leaves_a_page_without_boards(
    played: Tournament, tmp_path: Path
) -> None:
    shutil.copytree(find_script("tictactoe").parent, tmp_path / "mine")
    path = tmp_path / "mine" / "tictactoe.4th"
    own = tournament(["random:", "random:"], game=str(path), games=1, seed=5, native=False,
                     confined=False)  # fmt: skip
    path.unlink()
    assert replay(own.plan, own.records) is None
    assert "<script" not in page_of(own, None)


class Tags(HTMLParser):
    """The names of all elements."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append(tag)
        assert not any(name.startswith("on") for name, _ in attrs)
        assert not any(name in ("src", "href") for name, _ in attrs)


def test_names_stay_text(tmp_path: Path) -> None:
    """Names and printed texts never become elements or end the data."""
    evil = "</script><img/src=x/onerror=alert(1)>"
    text = script(f"{{board {{position}} a{evil} {{position}} b{evil} board}}", (f"p{evil}", "Q"))
    text = text.replace(": stay here add-move ;", ": stay drop add-move ;")
    text = text.replace("{moves} all", "{drops} all")
    game = loaded(tmp_path, text)
    own = tournament(["random:", "random:"], game=str(game.path), games=1, seed=5, native=False,
                     confined=False, limits=Limits(plies=4))  # fmt: skip
    boards = replay(own.plan, own.records)
    assert boards is not None
    page = page_of(own, boards)
    assert Tags(page).found.count("script") == 2
    assert "img" not in Tags(page).found
    assert "<img" not in page
    assert any(evil in str(move) for move in data_of(page)["games"][0]["moves"])
    assert not any("<img" in str(mark) for mark in data_of(page)["marks"])


def test_a_scene_comes_back_from_its_data(played: Tournament) -> None:
    boards = replay(played.plan, played.records)
    assert boards is not None
    again = read_scene(json.loads(json.dumps(boards.scene.as_dict())))
    assert again.layout.cells == boards.scene.layout.cells
    assert again.figures == boards.scene.figures
    assert again.looks == boards.scene.looks


@pytest.mark.parametrize(
    ("where", "what"),
    [
        (("left",), "0"), (("width",), 1e99), (("width",), float("nan")), (("cells",), {}),
        (("cells", 0, "shape"), "blob"), (("cells", 0, "index"), -1), (("cells", 0, "x"), None),
        (("cells", 0, "index"), 1 << 40), (("cells", 0, "index"), (1 << 20) + 1),
        (("players", "White", "colour"), "red;}"),
        (("players", "White", "mark"), "x"), (("figures", "king", "path"), 'M0"/><script>'),
        (("figures", "king", "base"), "<b>"), (("figures", "king", "pips"), 1 << 30),
        (("figures", "king", "pips"), -1), (("figures", "king", "seeds"), -1),
        (("lines",), [[1, 2, 3]]), (("labels",), [{"x": 1}]), (("colours",), 3),
        (("colours", "light"), {"cell": "}"}), (("shapes",), [{"path": "<"}]), (("game",), None),
        (("angle",), True),
    ],
)  # fmt: skip
def test_what_no_scene_is(
    shogi: dict[str, Any], where: tuple[str | int, ...], what: object
) -> None:
    """Data of another process is checked, field by field."""
    document = copy.deepcopy(shogi)
    read_scene(document)
    part: Any = document
    for key in where[:-1]:
        part = part[key]
    part[where[-1]] = what
    with pytest.raises(messages.BadMessage):
        read_scene(document)


@pytest.mark.parametrize("row", [[], [0, 1], ["a"], [-1], [0, "p", "q", 1, 2, 3, "4"]])
def test_rows_that_no_piece_is(played: Tournament, row: list[object]) -> None:
    moves = [(1, [])]
    message = _replayed(played.plan.referee, moves, played.plan.limits)
    message["games"] = [[[row]]]
    with pytest.raises(messages.BadMessage):
        _boards_of(message)


def test_ticks_of_whole_numbers() -> None:
    assert ticks(0, 1, least=1) == [0, 1]
    assert ticks(0, 1) == pytest.approx([0, 0.2, 0.4, 0.6, 0.8, 1])
