"""Scripts that are edited while a tournament runs, and versions that change between two runs."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from matches import same, script

from forthgame import tournament
from forthgame.base.errors import ForthgameError
from forthgame.base.source import read_limited, reading_from
from forthgame.play.plan import script_snapshot
from forthgame.play.plan.plan import Plan, make_plan, survey_scripts
from forthgame.play.plan.survey import Survey, SurveyRequest
from forthgame.play.run.worker import GameRunner
from forthgame.play.store.store import Store

pytestmark = pytest.mark.usefixtures("surveyed_here")


def planned(folder: Path) -> tuple[Path, Plan]:
    """A script that loads another file, and a plan with it."""
    whole = Path(script(folder, "whole"))
    text = whole.read_text()
    head, tail = text.split("{turn-order", 1)
    (folder / "rest.4th").write_text("{turn-order" + tail)
    whole.write_text(head + "LOAD rest.4th\n")
    return whole, make_plan([str(whole), "random:"], games=4, seed=1)


def test_a_script_edited_while_it_plays_is_played_as_it_was(tmp_path: Path) -> None:
    """This covers the script and a loaded file; the files on the disk are no longer valid
    scripts.
    """
    whole, plan = planned(tmp_path)
    expected = [GameRunner(plan).play(number) for number in range(4)]
    whole.write_text("nonsense")
    (tmp_path / "rest.4th").unlink()
    found = [GameRunner(plan).play(number) for number in range(4)]
    assert same(found) == same(expected)
    assert script_snapshot.changed_on_disk(plan.files) == [str(whole), str(tmp_path / "rest.4th")]


@pytest.mark.parametrize("name", ["whole.4th", "rest.4th"])
def test_a_script_that_changes_while_it_is_read(tmp_path: Path, name: str) -> None:
    """Facts about the file would not hold for the text that is played."""
    whole, _ = planned(tmp_path)

    def look_and_edit(request: SurveyRequest, confined: bool) -> Survey:
        found = survey_scripts(request, confined)
        (tmp_path / name).write_text((tmp_path / name).read_text() + "\n")
        return found

    with pytest.raises(ForthgameError, match=r"whole\.4th has changed while it was read"):
        make_plan([str(whole), "random:"], games=4, seed=1, looking=look_and_edit)


def test_processes_get_the_scripts_of_the_plan(tmp_path: Path) -> None:
    """This includes processes started after the script was edited."""
    whole, plan = planned(tmp_path)
    expected = [GameRunner(plan).play(number) for number in range(2)]
    whole.write_text("nonsense")
    from forthgame.play.run.pool import ProcessPool

    with ProcessPool(plan, 1) as pool:
        assert same(list(pool.play(range(2)))) == same(expected)


def test_a_store_keeps_the_scripts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another process can continue from the store, without the files on the disk."""
    whole, plan = planned(tmp_path)
    with Store.open(tmp_path / "store", plan, resume=False):
        pass
    expected = GameRunner(plan).play(1)
    whole.write_text("nonsense")
    monkeypatch.setattr(script_snapshot, "_contents", {})
    with pytest.raises(ForthgameError, match="has changed since the tournament was planned"):
        GameRunner(plan)
    with Store.read(tmp_path / "store") as store:
        kept = store.plan()
    assert same([GameRunner(kept).play(1)]) == same([expected])


def test_a_file_outside_of_the_folder_is_not_read(tmp_path: Path) -> None:
    """This holds even if a process that loads scripts reports it as loaded."""
    (tmp_path / "game").mkdir()
    (tmp_path / "secret").write_text("x")
    game = Path(script(tmp_path / "game", "fair"))
    with pytest.raises(ForthgameError, match="outside its folder"):
        script_snapshot.read_scripts({str(game): [str(tmp_path / "secret")]})


def test_a_snapshot_is_read_only_within(tmp_path: Path) -> None:
    """Outside of it the files on the disk are used."""
    path = tmp_path / "file"
    path.write_text("disk")
    with reading_from({str(path): b"kept"}):
        assert read_limited(path, 10) == b"kept"
        with pytest.raises(ForthgameError, match="longer than 3 bytes"):
            read_limited(path, 3)
    assert read_limited(path, 10) == b"disk"


def test_another_version_is_not_gone_on_with_unasked(tmp_path: Path) -> None:
    """Rules of another version may play other games."""
    store = tmp_path / "store"
    tournament(["tictactoe", "random:"], games=2, seed=1, store=store)
    with closing(sqlite3.connect(store)) as database, database:
        database.execute("UPDATE tournament SET rules = 'older'")
    with pytest.raises(ForthgameError, match=r"rules older.*--other-version"):
        tournament(["tictactoe", "random:"], games=4, seed=1, store=store, resume=True)
    found = tournament(
        ["tictactoe", "random:"], games=4, seed=1, store=store, resume=True, other_version=True
    )
    assert len(found.records) == 4
