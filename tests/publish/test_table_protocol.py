"""The requests of a table, by the socket of a server and by the link of a published page.

`docs/table-protocol.md` describes them. The page's link runs in node.
"""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("starlette", reason="needs the extra `board`")

from forthgame.ui.publish.page_writer import PublishedPage, publish
from forthgame.ui.publish.script_bundle import bundle
from tests.publish.strange_scripts import GAMES
from tests.publish.worker_process import data_of
from tests.serve.clicking import NODE, need_node
from tests.serve.talking import Talk, make_hub, talking

PROGRAM = Path(__file__).with_name("link_process.js")
STILL = "the game has continued in the meantime"
TABLE_FIELDS = {
    "table", "name", "game", "seats", "plies", "mark", "future", "player", "over", "ended",
    "resigned", "thinking", "level", "clock", "trouble", "said", "version",
}  # fmt: skip
VIEW_FIELDS = {
    "position", "last", "svg", "style", "scope", "looks", "sides", "angle", "names", "clicks",
    "shorts",
}  # fmt: skip
POSITION_FIELDS = {
    "ply", "turn", "player", "board", "hands", "count", "moves", "over", "outcome", "ended",
    "scores", "points", "unit", "concealed",
}  # fmt: skip
MOVE_FIELDS = {
    "n", "text", "short", "choice", "from", "to", "takes", "partial", "actions",
}  # fmt: skip


class Pipe:
    """The two ends of a process, as those of a socket."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process

    def send_json(self, message: dict[str, Any]) -> None:
        """Send a request."""
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(message) + "\n")
        self._process.stdin.flush()

    def receive_text(self) -> str:
        """Return the next answer or event."""
        assert self._process.stdout is not None
        return self._process.stdout.readline()


@contextmanager
def linked(page: PublishedPage, folder: Path, address: str = "") -> Iterator[Talk]:
    """Talk with the link of a page that is opened with an `address` behind its name."""
    need_node()
    file = folder / "page.json"
    file.write_text(json.dumps({"data": data_of(page), "link": bundle("local_link.js")}))
    with subprocess.Popen(
        [str(NODE), str(PROGRAM), str(file), address],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    ) as process:  # fmt: skip
        try:
            yield Talk(Pipe(process))
        finally:
            process.kill()


class TablePage:
    """A page at a table: its requests, and the events that it receives."""

    def __init__(self, talk: Talk, name: str) -> None:
        self.ask, self.name, self._talk = talk.ask, name, talk
        talk.ask("join", table=name)

    def until(self, holds: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """Return the first state of the table, from here on, for which something holds."""
        self._talk.events.clear()
        now = self.table
        return now if holds(now) else dict(self._talk.until(holds))

    @property
    def table(self) -> dict[str, Any]:
        """Return the table as it stands."""
        return dict(self.ask("join", table=self.name)["table"])


@pytest.fixture(scope="module")
def by_socket(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TablePage]:
    with talking(make_hub(tmp_path_factory.mktemp("tables"))) as [talk]:
        yield TablePage(talk, talk.ask("open", game="tictactoe")["table"])


@pytest.fixture(scope="module")
def by_link(
    tictactoe: PublishedPage, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[TablePage]:
    with linked(tictactoe, tmp_path_factory.mktemp("link")) as talk:
        yield TablePage(talk, "game")


@pytest.fixture(params=["by_socket", "by_link"])
def page(request: pytest.FixtureRequest) -> TablePage:
    """Return a page at a table where two people begin a game."""
    found: TablePage = request.getfixturevalue(request.param)
    assert "error" not in found.ask("seat", seats={"X": "human", "O": "human"}, seconds=0.1)
    assert "error" not in found.ask("new")
    return found


def play(page: TablePage, *moves: str) -> dict[str, Any]:
    """Play moves as people type them; return the table."""
    at = len(page.table["plies"])
    for move in moves:
        assert "error" not in page.ask("play", at=at, move=move, exact=False)
        at += 1
    return page.table


def plies_of(page: TablePage) -> list[str]:
    return [text for _, text in page.table["plies"]]


def test_who_comes_learns_of_engines_and_of_the_table(page: TablePage) -> None:
    known = page.ask("hello")
    assert all({"name", "what"} <= set(engine) for engine in known["engines"])
    table = page.table
    assert set(table) >= TABLE_FIELDS
    assert (table["seats"], table["plies"], table["player"]) == (
        {"X": "human", "O": "human"}, [], "X",
    )  # fmt: skip
    game = table["game"]
    assert (game["players"], game["seats"], game["pieces"]) == (["X", "O"], ["X", "O"], ["mark"])
    assert len(game["positions"]) == 9


def test_a_position_has_its_moves_and_its_drawing(page: TablePage) -> None:
    view = page.ask("view", flip=False)
    position = view["position"]
    assert set(view) >= VIEW_FIELDS
    assert set(position) >= POSITION_FIELDS
    assert [set(move) for move in position["moves"]] == [MOVE_FIELDS] * 9
    assert position["moves"][0] == {
        "n": 0, "text": "X mark a3", "short": "", "choice": "", "from": None, "to": "a3",
        "takes": [], "partial": False,
        "actions": [{"do": "put", "to": "a3", "piece": "mark", "player": "X"}],
    }  # fmt: skip
    assert (view["last"], view["svg"][:4], view["angle"], view["shorts"]) == (None, "<svg", 0, [])


def test_earlier_positions_and_lines_that_nobody_played(page: TablePage) -> None:
    play(page, "a1", "b2")
    assert page.ask("view", ply=1)["position"]["board"] == {"a1": ["X", "mark"]}
    assert page.ask("view", ply=1)["last"]["text"] == "X mark a1"
    further = page.ask("view", ply=0, more=["X mark c3"])["position"]
    assert (further["board"], further["player"]) == ({"c3": ["X", "mark"]}, "O")
    assert plies_of(page) == ["X mark a1", "O mark b2"]
    assert "so far" in page.ask("view", ply=3)["error"]
    assert "X mark a1" in page.ask("view", ply=2, more=["X mark a1"])["error"]


def test_a_move_is_played_by_its_text_or_as_people_type_it(page: TablePage) -> None:
    mark = page.table["mark"]
    assert "error" not in page.ask("play", at=0, mark=mark, move="X mark a1", exact=True)
    table = page.until(lambda table: len(table["plies"]) == 1)
    assert (table["plies"], table["player"]) == ([["X", "X mark a1"]], "O")
    assert table["mark"] != mark
    assert "O mark a1" in page.ask("play", at=1, move="O mark a1", exact=True)["error"]
    assert "error" in page.ask("play", at=1, move="b2", exact=True)
    assert "error" not in page.ask("play", at=1, move="B2", exact=False)
    assert plies_of(page) == ["X mark a1", "O mark b2"]


def test_what_was_not_seen_is_not_changed(page: TablePage) -> None:
    mark = page.table["mark"]
    play(page, "a1", "a2")
    stale = {"at": 0, "mark": ""}, {"at": 2, "mark": mark}
    for seen in stale:
        assert page.ask("play", **seen, move="b2", exact=False)["error"] == STILL
        assert page.ask("resign", **seen, player="X")["error"] == STILL
        assert page.ask("undo", **seen)["error"] == STILL
        assert "error" in page.ask("redo", **seen)
    assert "error" not in page.ask("new", at=0, mark=mark)
    assert STILL in page.ask("new", at=0, mark=mark)["error"]


def test_undo_and_redo(page: TablePage) -> None:
    assert "to take back" in page.ask("undo", at=0)["error"]
    assert page.ask("redo", at=0)["error"] == "nothing was taken back"
    play(page, "a1", "a2", "a3")
    for at in (3, 2):
        assert "error" not in page.ask("undo", at=at)
    table = page.table
    assert ([text for _, text in table["plies"]], table["future"]) == (["X mark a1"], 2)
    assert "error" not in page.ask("redo", at=1)
    assert page.table["future"] == 1
    assert play(page, "a3")["future"] == 0
    page.ask("undo", at=3)
    assert play(page, "b3")["future"] == 0


def test_a_game_to_its_end(page: TablePage) -> None:
    table = play(page, "a1", "b1", "a2", "b2", "a3")
    assert (table["over"], table["ended"]) == (True, "X wins")
    position = page.ask("view")["position"]
    assert (position["over"], position["outcome"], position["moves"]) == (True, "loss", [])
    assert position["scores"] == {"X": 1.0, "O": 0.0}
    assert page.ask("play", at=5, move="c3", exact=False)["error"] == "the game is over"
    assert page.ask("resign", at=5, player="O")["error"] == "the game is over"


def test_who_resigns_can_take_it_back(page: TablePage) -> None:
    play(page, "a1")
    assert "error" not in page.ask("resign", at=1, player="O")
    table = page.table
    assert (table["over"], table["resigned"], table["ended"]) == (True, "O", "O resigns: X wins")
    assert "is over" in page.ask("redo", at=1)["error"]
    assert "error" not in page.ask("undo", at=1)
    table = page.table
    assert (table["over"], table["resigned"], len(table["plies"])) == (False, "", 1)


def test_another_game(page: TablePage) -> None:
    before = play(page, "a1")
    assert "error" not in page.ask("new", at=1, mark=before["mark"])
    table = page.table
    assert (table["plies"], table["future"]) == ([], 0)
    assert table["mark"].split(".")[0] != before["mark"].split(".")[0]


def test_an_engine_at_a_seat(page: TablePage) -> None:
    assert page.ask("seat", seats={"Z": "human"})["error"] == "there is no such player"
    assert "error" in page.ask("seat", seats={"O": "nobody-knows-it"})
    assert "error" not in page.ask("seat", seats={"O": "random"}, seconds=0.1)
    assert "error" not in page.ask("play", at=0, move="a1", exact=False)
    table = page.until(lambda table: len(table["plies"]) == 2)
    assert (table["plies"][1][0], table["seats"]["O"]) == ("O", "random")
    assert page.ask("resign", at=2, player="O")["error"] == "only a human can resign"
    assert "error" not in page.ask("undo", at=2)
    assert (page.table["plies"], page.table["future"]) == ([], 2)
    page.ask("seat", seats={"X": "random", "O": "human"}, seconds=0.1)
    page.until(lambda table: len(table["plies"]) == 1 and table["player"] == "O")
    assert "error" in page.ask("play", at=0, move="a1", exact=False)


@pytest.mark.slow
def test_an_evaluation_without_an_end_is_named(tmp_path: Path) -> None:
    """The engine's turn ends with the line; the game can be taken back and played on."""
    text = GAMES["steps"] + " : OnEvaluate ( -- n ) BEGIN 1 WHILE REPEAT 0 ;"
    (tmp_path / "endless.4th").write_text(text)
    made = publish(str(tmp_path / "endless.4th"), engine="negamax", speed=0)
    with linked(made, tmp_path) as talk:
        page = TablePage(talk, "game")
        page.ask("seat", seats={"X": "human", "O": "easy"})
        [move, *_] = page.ask("view")["position"]["moves"]
        page.ask("play", at=0, move=move["text"], exact=True)
        trouble = page.until(lambda table: bool(table["trouble"]))["trouble"]
        assert trouble.startswith("endless.4th:")
        assert trouble.endswith("time limit reached (in OnEvaluate)")
        assert "error" not in page.ask("undo", at=1)
        assert page.until(lambda table: not table["trouble"])["player"] == "X"


def test_half_a_move_drawings_of_pieces_and_rules(page: TablePage) -> None:
    half = page.ask("half", ply=0, move="X mark a1", action=0)
    assert 'data-player="X" data-piece="mark"' in half["svg"]
    assert "error" in page.ask("half", ply=0, move="X mark a1", action=1)
    assert "error" in page.ask("half", ply=0, move="X mark z9", action=0)
    assert page.ask("alike", ply=0, moves=["X mark a1", "X mark a1"])["alike"]
    assert not page.ask("alike", ply=0, moves=["X mark a1", "X mark b1"])["alike"]
    assert set(page.ask("figures")["figures"]) == {"X\tmark", "O\tmark"}
    rules = page.ask("rules")
    assert len(rules["groups"]) == 1
    assert rules["readme"]


def test_what_a_table_does_not_know(page: TablePage) -> None:
    assert "error" in page.ask("nonsense")
    assert "error" not in page.ask("leave")
