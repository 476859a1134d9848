"""Tests of tables: playing, undo, engines, several pages, saving, limits of scripts."""

from __future__ import annotations

import json
import re
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest

from tests.waiting import HANGS_AFTER, processor_time

pytest.importorskip("starlette", reason="needs the extra `board`")

from forthgame.base.errors import ForthgameError
from forthgame.base.files import write_whole
from forthgame.play.model.game_file import parse_game
from forthgame.ui.serve import table_hub as hub_module
from forthgame.ui.tables.table_record import MOST_PLIES, SUFFIX, TableRecord, TableStore
from serve.talking import kept, make_hub, talking
from tests.draw.test_raster_images import SCRIPT, image

HANGING = """
{board
	1 6 {grid}
board}
{directions 0 1 {direction} east directions}
{players {player} One {player} Two players}
{turn-order {turn} One {turn} Two turn-order}
: endless BEGIN FALSE UNTIL ;
: step east verify empty? verify from here move add-move from a1 <> IF endless ENDIF ;
{moves steps {move} step moves}
{pieces {piece} man {moves} steps pieces}
{board-setup {setup} One man a1 {setup} Two man d1 board-setup}
"""
FILLING = """
{board 20 20 {grid} board}
{players {player} One {player} Two players}
{turn-order {turn} One {turn} Two turn-order}
: fill ( -- ) here 0= verify drop 300 1 DO I create-at LOOP add-move ;
{moves fills {move} fill moves}
{pieces {piece} coin {drops} fills pieces}
"""
NAMES = ("<script>alert(1)</script>", '"quoted"', "a'b&c", "\x1b[31mred")


pytestmark = pytest.mark.usefixtures("tables_here")


@pytest.mark.usefixtures("own_process")
def test_a_game_from_its_first_move_to_its_last(tmp_path: Path) -> None:
    """The result is shown in words; nothing can be played after it."""
    with talking(make_hub(tmp_path)) as [page]:
        page.sit("tictactoe")
        for ply, place in enumerate(("a1", "a2", "b1", "b2", "c1")):
            mark = "XO"[ply % 2]
            assert "error" not in page.ask("play", at=ply, move=f"{mark} mark {place}", exact=True)
        table = page.until(lambda table: table["over"])
        assert table["ended"] == "X wins"
        assert "over" in page.ask("play", at=5, move="O mark c3", exact=True)["error"]
        assert page.moves() == []


def test_moves_are_read_as_people_type_them(tmp_path: Path) -> None:
    """A text that fits no move, or several, gets an error message."""
    with talking(make_hub(tmp_path)) as [page]:
        page.sit("breakthrough")
        assert "error" not in page.ask("play", at=0, move="a2a3")
        assert "cannot play" in page.ask("play", at=1, move="nonsense")["error"]
        assert "several" in page.ask("play", at=1, move="a7")["error"]


def test_a_move_for_a_position_that_is_gone(tmp_path: Path) -> None:
    """If two players click at once, one ply is played."""
    with talking(make_hub(tmp_path), 2) as [one, two]:
        table = one.sit("tictactoe")
        two.ask("join", table=table)
        assert "error" not in one.ask("play", at=0, move="a1")
        assert "has continued" in two.ask("play", at=0, move="b2")["error"]
        assert kept(tmp_path, table) == [["X", "X mark a1"]]


def test_two_pages_see_one_table(tmp_path: Path) -> None:
    """A ply of one page is sent to the other, which may answer."""
    with talking(make_hub(tmp_path), 2) as [one, two]:
        table = one.sit("tictactoe")
        two.ask("join", table=table)
        one.ask("play", at=0, move="b2")
        seen = two.until(lambda table: len(table["plies"]) == 1)
        assert seen["plies"] == [["X", "X mark b2"]]
        assert "error" not in two.ask("play", at=1, move="a1")
        assert len(one.until(lambda table: len(table["plies"]) == 2)["plies"]) == 2


def test_undo_goes_back_to_the_human(tmp_path: Path) -> None:
    """The engine's ply is undone with it; redo brings both back."""
    with talking(make_hub(tmp_path)) as [page]:
        table = page.sit("tictactoe", X="human", O="first")
        page.ask("play", at=0, move="b2")
        page.until(lambda table: len(table["plies"]) == 2)
        assert "error" not in page.ask("undo", at=2)
        assert kept(tmp_path, table) == []
        assert "error" not in page.ask("redo", at=0)
        assert kept(tmp_path, table) == [["X", "X mark b2"], ["O", "O mark a3"]]
        assert "nothing was taken back" in page.ask("redo", at=2)["error"]


@pytest.mark.slow
def test_an_engine_begins(tmp_path: Path) -> None:
    """A seat of an engine plays as soon as a page watches, to the end if all are engines."""
    with talking(make_hub(tmp_path)) as [page]:
        page.sit("tictactoe", X="random", O="first")
        table = page.until(lambda table: table["over"])
        assert len(table["plies"]) >= 5


@pytest.mark.slow
def test_resigning(tmp_path: Path) -> None:
    """The result is shown in words; undo takes it back."""
    with talking(make_hub(tmp_path)) as [page]:
        page.sit("tictactoe")
        page.ask("resign", at=0, player="X")
        table = page.until(lambda table: table["over"])
        assert table["ended"] == "X resigns: O wins"
        page.events.clear()
        page.ask("undo", at=0)
        assert page.until(lambda table: not table["over"])["resigned"] == ""


def test_nothing_is_redone_behind_a_resignation(tmp_path: Path) -> None:
    with talking(make_hub(tmp_path)) as [page]:
        page.sit("tictactoe")
        for ply, move in enumerate(("a1", "b1")):
            page.ask("play", at=ply, move=move)
        page.ask("undo", at=2)
        page.ask("resign", at=1, player="O")
        table = page.until(lambda table: table["over"])
        assert (len(table["plies"]), table["future"]) == (1, 0)
        assert "the game is over" in page.ask("redo", at=1)["error"]
        page.events.clear()
        page.ask("undo", at=1)
        assert page.until(lambda table: not table["over"])["future"] == 1
        page.ask("redo", at=1)
        page.until(lambda table: len(table["plies"]) == 2)


def test_a_killed_server_loses_no_ply(tmp_path: Path) -> None:
    """Acknowledged plies are there when another server opens the folder, and play continues."""
    with talking(make_hub(tmp_path)) as [page]:
        table = page.sit("breakthrough")
        for ply, move in enumerate(("a2a3", "b7b6", "a3a4")):
            assert "error" not in page.ask("play", at=ply, move=move)
            assert len(kept(tmp_path, table)) == ply + 1  # before the answer
    with talking(make_hub(tmp_path)) as [page]:
        assert [row["table"] for row in page.ask("hello")["tables"]] == [table]
        found = page.ask("join", table=table)["table"]
        assert [text for _, text in found["plies"]] == kept_texts(tmp_path, table)
        assert "error" not in page.ask("play", at=3, move="b6b5")


def kept_texts(folder: Path, table: str) -> list[str]:
    """The moves in a table's file."""
    return [text for _, text in kept(folder, table)]


@pytest.mark.slow
def test_a_disk_that_is_full_takes_no_ply(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The ply is not acknowledged, and not played."""
    hub = make_hub(tmp_path)
    with talking(hub) as [page]:
        table = page.sit("tictactoe")

        def full(path: Path, text: str, *, private: bool) -> None:
            raise OSError(28, "No space left on device")

        monkeypatch.setattr("forthgame.ui.tables.table_record.write_whole", full)
        assert "No space left" in page.ask("play", at=0, move="b2")["error"]
        assert hub.tables[table].record.plies == []


def test_an_engine_goes_on_when_the_disk_has_room_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The engine plays when the table is opened again."""
    with talking(make_hub(tmp_path)) as [page]:
        table = page.sit("tictactoe", X="human", O="human")

        def full(path: Path, data: bytes, *, private: bool) -> None:
            if b'"O mark' in data:
                raise OSError(28, "No space left on device")
            write_whole(path, data, private=private)

        monkeypatch.setattr("forthgame.ui.tables.table_record.write_whole", full)
        page.ask("seat", seats={"O": "first"}, seconds=0.1)
        assert "error" not in page.ask("play", at=0, move="b2")
        assert "No space left" in page.until(lambda table: table["trouble"])["trouble"]
        monkeypatch.undo()
        page.ask("leave")
        page.ask("join", table=table)
        assert page.until(lambda table: len(table["plies"]) == 2)["trouble"] == ""


def test_a_table_that_could_not_be_read_again_is_not_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The file stays as it was, and is read."""
    store = TableStore(tmp_path)
    record = TableRecord(store.new_name(), "tictactoe", "tictactoe", {"seed": 1})
    store.save(record)
    monkeypatch.setattr("forthgame.ui.tables.table_record.LARGEST", 2000)
    record.plies = [("X", "X mark a1")] * 100
    with pytest.raises(ForthgameError, match="at most"):
        store.save(record)
    assert [found.plies for found in store.read()] == [[]]
    assert store.damaged == []


def test_a_damaged_file_is_left_out(tmp_path: Path) -> None:
    """The file is named; the others are there."""
    with talking(make_hub(tmp_path)) as [page]:
        page.sit("tictactoe")
    for name, text in (("a", "{"), ("b", "[]"), ("c", '{"forthgame": "table"}'), ("d", "\x00")):
        (tmp_path / f"{name}{SUFFIX}").write_text(text)
    for name, number in (("e", "1e999"), ("f", "NaN"), ("g", "9" * 400)):
        text = json.dumps(asdict(TableRecord(name, "tictactoe", name, {}))).replace("1.0", number)
        (tmp_path / f"{name}{SUFFIX}").write_text('{"forthgame": "table", ' + text[1:])
    for name, wrong in (("j", {"played": "inf"}), ("k", {"seconds": "nan"}), ("l", {"seconds": -1}),
                        ("m", {"clock": {"base": "inf", "increment": 0, "left": {}}})):  # fmt: skip
        document = TableRecord(name, "tictactoe", name, {}).document() | wrong
        (tmp_path / f"{name}{SUFFIX}").write_text(json.dumps(document))
    for name, start, plies in (("h", {"seed": "x"}, 1), ("i", {}, MOST_PLIES + 1)):
        long = TableRecord(name, "tictactoe", name, start, plies=[("X", "X mark a1")] * plies)
        (tmp_path / f"{name}{SUFFIX}").write_text(json.dumps(long.document()))
    hub = make_hub(tmp_path)
    assert len(hub.records) == 1
    assert len(hub.store.damaged) == 13


def test_what_a_file_holds_besides_a_start_is_forgotten(tmp_path: Path) -> None:
    """This includes nested data; those that are nested too deeply make the file a damaged one."""
    deep: list[Any] = []
    for _ in range(100):
        deep = [deep]
    start = {"seed": 3, "level": 2, "more": deep}
    record = TableRecord("T", "tictactoe", "tictactoe", {})
    (tmp_path / f"T{SUFFIX}").write_text(json.dumps({**record.document(), "start": start}))
    store = TableStore(tmp_path)
    [found] = store.read()
    store.save(found)
    assert found.start == {"seed": 3, "level": 2}
    text = '{"more": ' + "[" * 800 + "]" * 800 + "}"
    (tmp_path / f"T{SUFFIX}").write_text(text)
    store = TableStore(tmp_path)
    assert not store.read()
    assert len(store.damaged) == 1


@pytest.mark.sampled(2)
@pytest.mark.parametrize("kind", ["old-engine", "negamax:depth=no"])
def test_an_engine_that_there_is_not(tmp_path: Path, kind: str) -> None:
    """If a table's file names an engine or option of another version, the page is notified."""
    record = TableRecord("T", "tictactoe", "tictactoe", {"seed": 1}, {"X": kind, "O": "human"})
    make_hub(tmp_path).store.save(record)
    with talking(make_hub(tmp_path)) as [page]:
        page.ask("join", table="T")
        assert kind[:7] in page.until(lambda table: table["trouble"])["trouble"]
        assert "error" not in page.ask("seat", seats={"X": "human"})
        assert "error" not in page.ask("play", at=0, move="a1")


@pytest.mark.usefixtures("own_process")
@pytest.mark.slow
def test_a_process_that_is_killed_comes_back(tmp_path: Path) -> None:
    """The game continues, since the server has it."""
    hub = make_hub(tmp_path)
    with talking(hub) as [page]:
        table = page.sit("tictactoe")
        page.ask("play", at=0, move="b2")
        for child in hub.tables[table].children:
            child.kill()
        assert "error" not in page.ask("play", at=1, move="a1")
        assert len(kept(tmp_path, table)) == 2


def test_a_move_with_a_long_text(tmp_path: Path) -> None:
    """The move is played, shown and explained like any other."""
    script = tmp_path / "fills.4th"
    script.write_text(FILLING)
    with talking(make_hub(tmp_path / "tables", str(script))) as [page]:
        table = page.sit("fills")
        [move] = [move["text"] for move in page.moves()]
        assert len(move) > 2000
        assert page.ask("view", ply=0, more=[move])["last"]["text"] == move
        assert page.ask("why", question=move)["why"]["legal"]
        assert "error" not in page.ask("play", at=0, move=move, exact=True)
        assert kept_texts(tmp_path / "tables", table) == [move]


def test_an_image_is_sent_once(tmp_path: Path) -> None:
    """A page names the images that it has received, and gets the drawing without their data."""
    script = tmp_path / "two.4th"
    script.write_text(SCRIPT)
    (tmp_path / "board.png").write_bytes(image())
    (tmp_path / "two.board.toml").write_text('[board]\nimage = "board.png"\n')
    with talking(make_hub(tmp_path / "tables", str(script))) as [page]:
        page.sit("two")
        whole = page.ask("view")["svg"]
        (found,) = re.findall(r'<image [^>]* id="(pic-[^"]*)"[^>]* href="(data:[^"]+)"', whole)
        assert page.ask("view", images=["pic-000000000000"])["svg"] == whole
        shorter = page.ask("view", images=[found[0]])["svg"]
        assert shorter == whole.replace(found[1], "")
        assert "error" in page.ask("view", images="all")


def test_a_position_of_the_past_and_a_line_behind_it(tmp_path: Path) -> None:
    """Viewing does not change the game."""
    with talking(make_hub(tmp_path)) as [page]:
        page.sit("tictactoe")
        for ply, place in enumerate(("a1", "b1", "c1")):
            page.ask("play", at=ply, move=place)
        first = page.ask("view", ply=1)
        assert list(first["position"]["board"]) == ["a1"]
        assert first["last"]["to"] == "a1"
        behind = page.ask("view", ply=1, more=["O mark b2", "X mark c3"])
        assert sorted(behind["position"]["board"]) == ["a1", "b2", "c3"]
        assert len(page.ask("view")["position"]["board"]) == 3
        assert "error" in page.ask("view", ply=1, more=["X mark a1"])
        assert "error" in page.ask("view", ply=9)


@pytest.mark.parametrize(
    ("game", "sides"),
    [("breakthrough", {"White": 0, "Black": 180}), ("hex/3x3", {"Red": 0, "Blue": 0}),
     ("splut", {"South": 0, "West": 270, "North": 180, "East": 90})],
)  # fmt: skip
@pytest.mark.sampled(3)
def test_any_side_at_the_bottom(tmp_path: Path, game: str, sides: dict[str, int]) -> None:
    with talking(make_hub(tmp_path, game)) as [page]:
        page.sit(game)
        assert page.ask("view")["sides"] == sides
        for player, angle in sides.items():
            assert page.ask("view", flip=player)["angle"] == angle
        assert page.ask("view", flip=True)["angle"] == 180


def test_why_names_the_line(tmp_path: Path) -> None:
    """The answer of `explain`, with the place in the script."""
    with talking(make_hub(tmp_path)) as [page]:
        page.sit("breakthrough")
        why = page.ask("why", question="a2 a4")["why"]
        assert why["legal"] is False
        place = why["attempts"][0]["place"]
        assert place["file"] == "breakthrough.4th"
        assert place["line"] > 1
        assert place["text"].strip()
        assert page.ask("why", question="a2 a3")["why"]["legal"] is True
        assert "error" in page.ask("why", question="nothing of this game")


@pytest.mark.slow
def test_analysis_reports_lines(tmp_path: Path) -> None:
    """Several lines are reported, best first, of any position; an engine without depths has one."""
    with talking(make_hub(tmp_path)) as [page]:
        page.sit("tictactoe")
        found = page.ask("analyse", engine="negamax:depth=3", lines=3, seconds=5)["lines"]
        assert len(found) == 3
        assert found[0]["score"] >= found[1]["score"] >= found[2]["score"]
        [line] = page.ask("analyse", engine="uct:playouts=50", lines=3, seconds=1)["lines"]
        assert line["share"] == line["score"] / 1000
        assert "no engine" in page.ask("analyse", engine="deep", lines=1, seconds=1)["error"]


@pytest.mark.usefixtures("own_process")
@pytest.mark.slow
def test_analysis_is_stopped(tmp_path: Path) -> None:
    """A page can stop it for another request; its process survives."""
    hub = make_hub(tmp_path)
    with talking(hub, 2) as [one, two]:
        table = one.sit("breakthrough")
        two.ask("join", table=table)
        one.socket.send_json(
            {"do": "analyse", "id": 77, "engine": "negamax", "lines": 1, "seconds": 60}
        )
        while one.socket.receive_json().get("event") != "lines":
            pass
        child = hub.tables[table].child("analysis")
        assert child._process is not None
        begun = processor_time(child._process.pid)
        two.ask("halt")
        while one.socket.receive_json().get("answer") != 77:
            pass
        assert child.alive
        assert processor_time(child._process.pid) - begun < 5


def test_positions_and_games_as_text(tmp_path: Path) -> None:
    """A copied text can begin a game; an invalid text gets an error message."""
    with talking(make_hub(tmp_path)) as [page]:
        page.sit("tictactoe")
        page.ask("play", at=0, move="b2")
        position, game = page.ask("view")["text"], page.ask("record")["text"]
        assert len(parse_game(game).moves) == 1
        page.ask("play", at=1, move="a1")
        assert "error" not in page.ask("read", text=position)
        assert list(page.ask("view")["position"]["board"]) == ["b2"]
        assert page.ask("view")["position"]["player"] == "O"
        assert "error" not in page.ask("read", text=game)
        assert page.until(lambda table: len(table["plies"]) == 1)
        for wrong in ("", "nonsense", "{", "tictactoe | X:mark@z9", "[Game", "x" * 50_000):
            assert page.ask("read", text=wrong)["error"]


@pytest.mark.slow
def test_counting(tmp_path: Path) -> None:
    """perft and random games start from the position that is shown."""
    with talking(make_hub(tmp_path)) as [page]:
        page.sit("tictactoe")
        counts = page.ask("count", depth=4)["counts"]
        assert [row["leaves"] for row in counts] == [9, 72, 504, 3024]


@pytest.mark.sampled(2)
@pytest.mark.parametrize("name", ["nobody", "\ud800"])
def test_the_side_of_an_unknown_player_is_none(tmp_path: Path, name: str) -> None:
    with talking(make_hub(tmp_path)) as [page]:
        page.sit("tictactoe")
        error = page.ask("view", flip=name)["error"]
        assert error.startswith("there is no player")


def test_requests_that_are_none(tmp_path: Path) -> None:
    """Each gets an error message, and the next one works."""
    with talking(make_hub(tmp_path)) as [page]:
        assert "no table" in page.ask("play", at=0, move="x")["error"]
        for do, given in (
            ("nothing", {}), ("open", {"game": "../../etc/passwd"}), ("open", {"game": 7}),
            ("open", {}), ("join", {"table": "../x"}), ("delete", {"table": "none"}),
        ):  # fmt: skip
            assert page.ask(do, **given)["error"]
        page.sit("tictactoe")
        for do, given in (
            ("play", {"at": -1, "move": "b2"}), ("play", {"at": 0}), ("play", {"at": "0"}),
            ("view", {"ply": True}), ("view", {"more": "a"}), ("view", {"more": [1]}),
            ("view", {"flip": 9}), ("view", {"flip": "nobody"}), ("undo", {"at": 0}),
            ("seat", {"seats": {"X": "deep-thought"}}), ("seat", {"seats": {"Z": "human"}}),
            ("seat", {"seats": []}), ("seat", {"seats": {"X": "negamax:time=9999"}}),
            ("resign", {"at": 0, "player": "nobody"}),
            ("analyse", {"engine": "negamax", "lines": 99}),
            ("count", {"depth": 10**9}), ("playouts", {"games": 0}), ("check", {"script": None}),
            ("save", {"script": "x", "digest": "y"}),
        ):  # fmt: skip
            assert page.ask(do, **given)["error"], (do, given)
        assert len(page.moves()) == 9


@pytest.mark.parametrize("text", ["no JSON", "[]", "7", '{"do":' * 5000])
def test_a_page_that_talks_nonsense_is_left(tmp_path: Path, text: str) -> None:
    """Only this page's connection ends."""
    from starlette.websockets import WebSocketDisconnect

    with talking(make_hub(tmp_path), 2) as [one, two]:
        one.socket.send_text(text)
        with pytest.raises(WebSocketDisconnect):
            one.socket.receive_json()
        assert two.ask("hello")["games"]


def test_names_of_a_script_stay_text(tmp_path: Path) -> None:
    """In the picture they are escaped; in JSON they are unchanged."""
    script = tmp_path / "hostile.4th"
    name = NAMES[0]
    script.write_text(
        f"{{board 1 3 {{grid}} board}}\n"
        f"{{players {{player}} {name} {{player}} {NAMES[1]} players}}\n"
        f"{{turn-order {{turn}} {name} {{turn}} {NAMES[1]} turn-order}}\n"
        ": place empty? verify drop add-move ;\n{moves drops {move} place moves}\n"
        f"{{pieces {{piece}} {NAMES[2]} {{drops}} drops pieces}}\n"
    )
    with talking(make_hub(tmp_path / "tables", str(script))) as [page]:
        page.sit("hostile")
        view = page.ask("view")
        assert view["position"]["player"] == name
        page.ask("play", at=0, move=view["position"]["moves"][0]["text"], exact=True)
        picture = page.ask("view")["svg"]
        assert "<script" not in picture
        assert "&lt;script&gt;" in picture


@pytest.mark.usefixtures("own_process")
@pytest.mark.slow
def test_a_hanging_script_holds_nobody_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The hanging table shows this; another table plays on meanwhile."""
    script = tmp_path / "hanging.4th"
    script.write_text(HANGING)
    monkeypatch.setattr("forthgame.ui.tables.table_view.PATIENCE", 20.0)
    hub = make_hub(tmp_path / "tables", str(script))
    with talking(hub, 2) as [one, two]:
        one.sit("hanging")
        two.sit("tictactoe")
        one.socket.send_json({"do": "play", "at": 0, "move": one.moves()[0]["text"], "id": 900})
        two.ask("play", at=0, move="c3")  # after which its process is there
        for ply, place in enumerate(("a1", "a2", "b1"), 1):
            assert "error" not in two.ask("play", at=ply, move=place)
        assert hub.tables[one_table(hub, "hanging")].child("board").busy
        answer = next(m for m in iter(one.socket.receive_json, None) if m.get("answer") == 900)
        assert "answered" in answer["error"] or "time limit" in answer["error"]
        assert hub.tables[one_table(hub, "hanging")].record.plies == []


def one_table(hub: object, game: str) -> str:
    """The table of a game."""
    return next(name for name, table in hub.tables.items()  # type: ignore[attr-defined]
                if table.record.name == game)  # fmt: skip


@pytest.mark.usefixtures("own_process")
@pytest.mark.slow
def test_a_script_that_cannot_be_loaded(tmp_path: Path) -> None:
    """The table shows the place of the error; the script can still be viewed."""
    script = tmp_path / "broken.4th"
    script.write_text("{board 3 3 {grid} board}\nunknown-word-here\n")
    with talking(make_hub(tmp_path / "tables", str(script))) as [page]:
        table = page.ask("open", game="broken")["table"]
        found = page.ask("join", table=table)["table"]
        assert "broken.4th:2:1" in found["trouble"]
        assert "unknown-word-here" in page.ask("script")["text"]
        assert page.ask("play", at=0, move="a1")["error"]


@pytest.mark.slow
def test_a_table_is_thrown_away(tmp_path: Path) -> None:
    """This happens once its seats are empty."""
    with talking(make_hub(tmp_path)) as [page]:
        table = page.sit("tictactoe")
        assert "sits" in page.ask("delete", table=table)["error"]
        page.ask("leave")
        assert page.ask("delete", table=table)["tables"] == []
        assert not list(tmp_path.glob(f"*{SUFFIX}"))


def test_a_table_whose_file_stays_is_stored(tmp_path: Path) -> None:
    """The page gets the reason why it cannot be deleted."""
    with talking(make_hub(tmp_path)) as [page]:
        table = page.ask("open", game="tictactoe")["table"]
        path = tmp_path / f"{table}{SUFFIX}"
        path.unlink()
        path.mkdir()
        assert "cannot be deleted" in page.ask("delete", table=table)["error"]
        assert [row["table"] for row in page.ask("hello")["tables"]] == [table]
        path.rmdir()
        assert page.ask("delete", table=table)["tables"] == []


def test_tables_of_games_that_are_not_offered_take_no_room(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All servers share the folder; each limits the number of its tables."""
    monkeypatch.setattr(hub_module, "MOST_TABLES", 2)
    store = TableStore(tmp_path)
    for name in ("one", "two"):
        store.save(TableRecord(name, "/home/me/old/mine.4th", "mine", {"seed": 1}))
    with talking(make_hub(tmp_path)) as [page]:
        first = page.ask("open", game="tictactoe")["table"]
        page.ask("open", game="tictactoe")
        assert "2 tables" in page.ask("open", game="tictactoe")["error"]
        page.ask("delete", table=first)
        assert "error" not in page.ask("delete", table="two")
        assert page.ask("open", game="tictactoe")["table"]
    assert sorted(record.name for record in TableStore(tmp_path).read()) == [
        "mine", "tictactoe", "tictactoe",
    ]  # fmt: skip


@pytest.mark.usefixtures("own_process")
@pytest.mark.slow
def test_processes_that_nobody_asks_end(tmp_path: Path) -> None:
    """The next request starts one again."""
    hub = make_hub(tmp_path)
    with talking(hub) as [page]:
        table = page.sit("tictactoe")
        child = hub.tables[table].child("board")
        assert child.alive
        hub.sweep(float("inf"))
        assert child._process is not None
        child._process.wait(HANGS_AFTER)
        assert len(page.moves()) == 9


@pytest.mark.slow
def test_a_table_keeps_whether_engines_ponder(tmp_path: Path) -> None:
    with talking(make_hub(tmp_path)) as [page]:
        page.sit("connectfour", Yellow="human", Red="negamax:depth=2")
        seats = {"Yellow": "human", "Red": "negamax:depth=2"}
        assert "error" not in page.ask("seat", seats=seats, seconds=1.0, ponder=True)
        assert page.until(lambda table: table["ponder"])
        for ply, move in ((0, "d1"), (2, "a1"), (4, "g1")):
            page.events.clear()
            assert "error" not in page.ask("play", at=ply, move=move)
            table = page.until(lambda table, more=ply + 2: len(table["plies"]) >= more)
            assert table["trouble"] == ""
