"""Tests of scripts on the page: offering and saving them, and keeping games."""

from __future__ import annotations

import errno
import hashlib
import os
from pathlib import Path

import pytest

pytest.importorskip("starlette", reason="needs the extra `board`")

from forthgame.base.errors import ForthgameError
from forthgame.base.source import package_path
from forthgame.ui.serve import page_requests
from forthgame.ui.tables import offered_scripts
from forthgame.ui.tables.game_table import GameTable
from forthgame.ui.tables.offered_scripts import (
    Offered,
    ScriptCatalogue,
    encoded,
    read_text,
    save_text,
)
from serve.talking import kept, make_hub, talking

pytestmark = pytest.mark.usefixtures("tables_here")


@pytest.fixture
def own(tmp_path: Path) -> Path:
    """Write a user's script in a folder of its own."""
    folder = tmp_path / "mine"
    folder.mkdir()
    script = folder / "three.4th"
    script.write_bytes(package_path("games", "tictactoe", "tictactoe.4th").read_bytes())
    return script


def test_a_folder_offers_its_scripts(own: Path) -> None:
    """The scripts come first, followed by the bundled games."""
    library = ScriptCatalogue((str(own.parent),))
    assert library.first == ["three"]
    assert library.find("three").folder == own.parent.resolve()
    assert library.find("splut").folder is None
    with pytest.raises(ForthgameError, match="no game"):
        library.find(str(own))


@pytest.mark.slow
def test_saving_keeps_what_was_there(own: Path) -> None:
    """The table continues with the new script, in the same position."""
    before = own.read_text()
    with talking(make_hub(own.parent.parent / "tables", str(own))) as [page]:
        page.sit("three")
        page.ask("play", at=0, move="b2")
        found = page.ask("script")
        assert found["locked"] == ""
        text = found["text"].replace("three in a row", "three in a line")
        saved = page.ask("save", script=text, digest=found["digest"])
        assert "goes on" in saved["said"]
        assert own.read_text() == text
        assert (own.parent / saved["kept"]).read_text() == before
        assert list(page.ask("view")["position"]["board"]) == ["b2"]
        assert "another program" in page.ask("save", script=text, digest=found["digest"])["error"]


@pytest.mark.slow
def test_a_saved_mistake_is_reported(own: Path) -> None:
    """The script can be mended: the game is still there."""
    with talking(make_hub(own.parent.parent / "tables", str(own))) as [page]:
        page.sit("three")
        page.ask("play", at=0, move="b2")
        found = page.ask("script")
        broken = page.ask("save", script=found["text"] + "\nnonsense\n", digest=found["digest"])
        assert "cannot be loaded" in broken["said"]
        assert page.ask("play", at=1, move="a1")["error"]
        mended = page.ask("save", script=found["text"], digest=broken["digest"])
        assert "goes on" in mended["said"]
        assert "error" not in page.ask("play", at=1, move="a1")


@pytest.mark.parametrize(
    "mistake", [": OnNewGame 1 0 / DROP ;", ": OnIsGameOver 1 0 / ;", ": OnGenerateMoves 1 0 / ;"]
)
@pytest.mark.sampled(3)
def test_a_mistake_that_shows_in_the_game_keeps_it(own: Path, tmp_path: Path, mistake: str) -> None:
    """The moves return when the script is mended."""
    with talking(make_hub(tmp_path / "tables", str(own))) as [page]:
        table = page.sit("three")
        page.ask("play", at=0, move="b2")
        page.ask("play", at=1, move="a1")
        found = page.ask("script")
        text = found["text"] + f"\n{mistake}\n"
        broken = page.ask("save", script=text, digest=found["digest"])
        assert "fails here; the game is kept: " in broken["said"]
        assert "division by zero" in broken["said"]
        assert "division by zero" in page.ask("play", at=2, move="c3")["error"]
        assert len(kept(tmp_path / "tables", table)) == 2
        mended = page.ask("save", script=found["text"], digest=broken["digest"])
        assert "goes on" in mended["said"]
        assert sorted(page.ask("view")["position"]["board"]) == ["a1", "b2"]


@pytest.mark.slow
def test_a_ply_that_does_not_fit_any_more_is_not_played_again(own: Path, tmp_path: Path) -> None:
    with talking(make_hub(tmp_path / "tables", str(own))) as [page]:
        table = page.sit("three")
        for ply, place in enumerate(("a1", "c3", "b2")):
            page.ask("play", at=ply, move=place)
        page.ask("undo", at=3)
        found = page.ask("script")
        text = found["text"].replace("\tempty? verify\n", "\tempty? verify here b2 <> verify\n")
        assert "goes on" in page.ask("save", script=text, digest=found["digest"])["said"]
        assert "cannot play" in page.ask("redo", at=2)["error"]
        assert len(kept(tmp_path / "tables", table)) == 2
        assert "error" not in page.ask("undo", at=2)
        digest = page.ask("script")["digest"]
        assert "goes on" in page.ask("save", script=found["text"], digest=digest)["said"]


def test_tables_may_be_opened_while_a_script_is_saved(
    own: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All tables of the script are loaded anew, and the page can save again."""
    hub = make_hub(tmp_path / "tables", str(own))
    loaded = []

    async def reload(table: GameTable, *, adapt: bool) -> str:
        loaded.append(table.record.name)
        hub.open("tictactoe")
        if len(loaded) == 3:
            raise ForthgameError("no space left")
        return "it goes on"

    monkeypatch.setattr(page_requests, "reload", reload)
    with talking(hub, 2) as [one, two]:
        one.sit("three")
        two.sit("three")
        found = one.ask("script")
        saved = one.ask("save", script=found["text"] + "\n", digest=found["digest"])
        assert (saved["said"], loaded) == ("it goes on", ["three", "three"])
        saved = one.ask("save", script=found["text"], digest=saved["digest"])
        assert saved["said"].endswith("no space left")
        assert "error" not in one.ask("save", script=found["text"], digest=saved["digest"])


@pytest.mark.slow
def test_a_game_that_does_not_fit_keeps_its_position(own: Path) -> None:
    """Moves that the changed script does not allow: their position remains."""
    with talking(make_hub(own.parent.parent / "tables", str(own))) as [page]:
        page.sit("three")
        page.ask("play", at=0, move="b2")
        found = page.ask("script")
        text = found["text"].replace("\tempty? verify\n", "\tempty? verify here b2 <> verify\n")
        assert text != found["text"]
        saved = page.ask("save", script=text, digest=found["digest"])
        assert "position is kept" in saved["said"]
        view = page.ask("view")["position"]
        assert (list(view["board"]), view["player"]) == (["b2"], "O")


def test_saving_at_a_table_leaves_the_games_of_others(own: Path, tmp_path: Path) -> None:
    """Other games are unchanged, and continue when the script allows their moves again."""
    tables, text = tmp_path / "tables", own.read_text()
    other = text.replace("\tempty? verify\n", "\tempty? verify here b2 <> verify\n")
    assert other != text
    with talking(make_hub(tables, str(own)), 2) as [one, two]:
        played = one.sit("three")
        one.ask("play", at=0, move="b2")
        one.ask("resign", at=1, player="O")
        two.sit("three")
        digest = two.ask("script")["digest"]
        digest = two.ask("save", script=other, digest=digest)["digest"]
        assert kept(tables, played) == [["X", "X mark b2"]]
        found = one.ask("join", table=played)["table"]
        assert (found["resigned"], found["seats"]) == ("O", {"X": "human", "O": "human"})
        assert "X cannot play" in found["trouble"]
        two.ask("save", script=text, digest=digest)
        found = one.ask("join", table=played)["table"]
        assert (found["trouble"], found["over"]) == ("", True)


@pytest.mark.usefixtures("own_process")
@pytest.mark.parametrize("undone", [False, True])
@pytest.mark.sampled(2)
def test_a_position_outlives_the_script_that_made_it(
    own: Path, tmp_path: Path, undone: bool
) -> None:
    """The position also survives lost processes, another server, and a mistake in between.

    It may be the one after a ply, or the one to which a player went back.
    """
    tables, text = tmp_path / "tables", own.read_text()
    other = text.replace("\tempty? verify\n", "\tempty? verify here b2 <> verify\n")
    assert other != text
    with talking(make_hub(tables, str(own))) as [page]:
        table = page.sit("three")
        page.ask("play", at=0, move="b2")
        if undone:
            page.ask("play", at=1, move="a1")
            assert "error" not in page.ask("undo", at=2)
        digest = page.ask("script")["digest"]
        assert "cannot be loaded" in page.ask("save", script="nonsense", digest=digest)["said"]
    hub = make_hub(tables, str(own))
    with talking(hub) as [page]:
        page.ask("join", table=table)
        digest = page.ask("script")["digest"]
        assert "position is kept" in page.ask("save", script=other, digest=digest)["said"]
        assert list(page.ask("view")["position"]["board"]) == ["b2"]


@pytest.mark.sampled(2)
@pytest.mark.parametrize("saving", [True, False])
def test_what_is_not_saved(own: Path, saving: bool) -> None:
    """Bundled games are never saved, and nothing is if the server is open to others."""
    before = own.read_bytes()
    with talking(make_hub(own.parent.parent / "tables", str(own), saving=saving)) as [page]:
        page.sit("tictactoe" if saving else "three")
        found = page.ask("script")
        assert found["locked"]
        assert page.ask("save", script="x", digest=found["digest"])["error"]
    assert own.read_bytes() == before


@pytest.mark.sampled(2)
@pytest.mark.parametrize("pipe", [False, True])
def test_what_takes_the_place_of_a_script_is_not_read(
    own: Path, tmp_path: Path, pipe: bool
) -> None:
    """This covers a link out of the folder, and a pipe, which would block."""
    secret = tmp_path / "secret.4th"
    secret.write_text("SECRET")
    with talking(make_hub(tmp_path / "tables", str(own))) as [page]:
        page.sit("three")
        own.unlink()
        if pipe:
            os.mkfifo(own)
        else:
            own.symlink_to(secret)
        assert "error" in page.ask("script")
        said = page.ask("reload")["said"]
        assert "has been replaced since it was opened" in said
        for found in (said, str(page.ask("view")), str(page.ask("script"))):
            assert "SECRET" not in found
        begun = page.ask("compete", game="tictactoe", entrants=["random:", "three"], name="one")
        assert "has been replaced" in begun["error"]


def test_links_lead_nowhere(own: Path, tmp_path: Path) -> None:
    """A link out of the folder that was opened is not written through."""
    outside = tmp_path / "outside.4th"
    outside.write_text("outside")
    link = own.parent / "link.4th"
    link.symlink_to(outside)
    offered = Offered("link", "", link, own.parent)
    digest = hashlib.sha256(b"outside").hexdigest()
    with pytest.raises(ForthgameError, match="outside the folder"):
        save_text(offered, "written", digest)
    assert outside.read_text() == "outside"


def test_links_that_lead_in_a_circle_keep_no_other_script_out(own: Path) -> None:
    (own.parent / "circle.4th").symlink_to("circle.4th")
    library = ScriptCatalogue((str(own.parent),))
    assert library.offers("three")
    with pytest.raises(ForthgameError, match="symbolic links"):
        read_text(library.find("circle"))


@pytest.mark.parametrize("failing", ["replacing", "write"])
def test_a_full_disk_leaves_no_copies(
    own: Path, failing: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """There is none after a failed copy, nor after a failed save."""
    offered = ScriptCatalogue((str(own),)).find("three")
    text, seen = read_text(offered)

    def full(*given: object, **more: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    if failing == "write":
        monkeypatch.setattr(offered_scripts.os, "fdopen", full)
    else:
        monkeypatch.setattr(offered_scripts, "write_whole", full)
    for _ in range(2):
        with pytest.raises(ForthgameError, match="No space left"):
            save_text(offered, text + "\n", seen)
    assert [path.name for path in own.parent.iterdir()] == ["three.4th"]


def test_each_save_keeps_a_copy(own: Path) -> None:
    """Copies are numbered, and have the mode of the file, which is unchanged."""
    own.chmod(0o640)
    offered = Offered("three", "", own, own.parent)
    for number in (1, 2, 3):
        text, digest = read_text(offered)
        kept, _ = save_text(offered, text + f"\\ {number}\n", digest)
        assert kept == f"three.4th.~{number}~"
    assert {path.stat().st_mode & 0o777 for path in own.parent.iterdir()} == {0o640}
    assert sorted(path.name for path in own.parent.iterdir()) == [
        "three.4th", "three.4th.~1~", "three.4th.~2~", "three.4th.~3~",
    ]  # fmt: skip


@pytest.mark.parametrize(("before", "after"), [
    (b"a\r\nb", b"x\r\ny"), (b"a\nb", b"x\ny"), (b"\xef\xbb\xbfa", b"\xef\xbb\xbfx\ny"),
])  # fmt: skip
def test_ends_of_lines_and_marks_stay(before: bytes, after: bytes) -> None:
    """The file keeps its line ends and its byte order mark."""
    assert encoded("x\ny", before) == after


def test_latin_1_stays_latin_1() -> None:
    """The encoding changes only if it cannot represent the new text."""
    assert encoded("\xe9", b"\xe4") == b"\xe9"
    assert encoded("\u2192", b"\xe4") == "\u2192".encode()


@pytest.mark.slow
def test_the_checker_reads_what_is_typed(own: Path) -> None:
    """The file is ignored; scripts that the text LOADs are found in the script's folder."""
    (own.parent / "other.4th").write_text(": twice DUP + ;\n")
    with talking(make_hub(own.parent.parent / "tables", str(own))) as [page]:
        page.sit("three")
        text = own.read_text()
        found = page.ask("check", script=text + "\nLOAD other.4th\n: thrice twice missing ;\n")
        [error] = [f for f in found["findings"] if f["severity"] == "error"]
        assert (error["code"], error["word"], error["own"]) == ("FG101", "missing", True)
        assert error["line"] == text.count("\n") + 3


def test_a_bundled_game_that_is_named_comes_first_with_all_that_is_known_of_it() -> None:
    """The game's players, board and description are listed, once."""
    documents = ScriptCatalogue(("chess",)).documents()
    assert [d["name"] for d in documents].count("chess") == 1
    assert documents[0]["name"] == "chess"
    assert documents[0]["players"] == 2
    assert documents[0]["what"]
    assert not documents[0]["own"]
