"""Stores of tournaments: resumed, made longer, refused, full and locked."""

from __future__ import annotations

import os
import re
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner
from matches import play_into, same, script

from forthgame import tournament
from forthgame.base.errors import ForthgameError
from forthgame.play.model.limits import Limits
from forthgame.play.plan.plan import make_plan
from forthgame.play.run.tournament import records
from forthgame.play.run.worker import GameRunner
from forthgame.play.store import database as connection
from forthgame.play.store.store import Store
from forthgame.ui.cli.main import forthgame as forthgame_command

pytestmark = pytest.mark.usefixtures("played_here")


def test_a_store_is_resumed(tmp_path: Path) -> None:
    """Only missing games are played; all together are those of an undisturbed run."""
    path = tmp_path / "games.sqlite"
    whole = play_into(None, 12)
    play_into(path, 5)
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("DELETE FROM game WHERE number = 2")
        database.execute("DELETE FROM seat WHERE game = 2")
        before = dict(database.execute("SELECT number, saved FROM game").fetchall())
    assert same(play_into(path, 12, resume=True)) == same(whole)
    with closing(sqlite3.connect(path)) as database, database:
        after = dict(database.execute("SELECT number, saved FROM game").fetchall())
        assert database.execute("SELECT count(*) FROM seat").fetchone() == (24,)
    assert len(after) == 12
    assert all(after[number] == saved for number, saved in before.items())


def test_what_a_store_says_of_faults_holds_when_it_is_resumed(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    plan = make_plan(["tictactoe", "random:"], games=2, seed=1, retries=3, most_faults=5)
    with Store.open(path, plan, resume=False):
        pass
    runner, resume = CliRunner(), ["autoplay", "--resume", "--store", str(path), "--quiet"]
    for given, wanted in (([], (3, 5)), (["--faults", "9", "--games", "4"], (3, 9))):
        found = runner.invoke(forthgame_command, [*resume, *given])
        assert found.exit_code == 0, found.output
        with Store.read(path) as store:
            assert (store.plan().retries, store.plan().most_faults) == wanted


@pytest.mark.parametrize("name", [":memory:", "file:games?mode=memory"])
def test_any_name_is_that_of_a_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.chdir(tmp_path)
    play_into(Path(name), 1)
    assert len(play_into(Path(name), 2, resume=True)) == 2
    assert Path(name).is_file()


def test_stores_refuse_what_does_not_belong(tmp_path: Path) -> None:
    """These are an existing one without --resume, another plan, and a missing store."""
    path = tmp_path / "games.sqlite"
    play_into(path, 2)
    with pytest.raises(ForthgameError, match="exists already"):
        play_into(path, 2)
    plan = make_plan(["tictactoe", "first:"], games=2, seed=1)
    with pytest.raises(ForthgameError, match="another tournament: entrants differ"):
        Store.open(path, plan, resume=True)
    other = tmp_path / "text"
    other.write_text("no database, but long enough to be looked at " * 20)
    with pytest.raises(ForthgameError, match="not a database"):
        Store.read(other)
    with pytest.raises(ForthgameError, match="there is no store"):
        Store.read(tmp_path / "missing")
    with pytest.raises(ForthgameError, match="could not be opened"):
        Store.open(tmp_path / "no" / "folder.sqlite", plan, resume=False)


def test_a_game_is_never_saved_twice(tmp_path: Path) -> None:
    """A second run on the same store is reported."""
    plan = make_plan(["tictactoe", "random:"], games=1, seed=1)
    record = GameRunner(plan).play(0)
    with Store.open(tmp_path / "s", plan, resume=False) as store:
        store.save(record)
        with pytest.raises(ForthgameError, match="has this game already"):
            store.save(record)
        assert [r.number for r in store.records()] == [0]


COUNTED = {"RootMoves": 2, "EvalTotal": -3, "EvalLeast": -1, "EvalMost": -5, "EvalRises": -7}


def test_what_a_script_counts_may_be_anything(tmp_path: Path) -> None:
    """Negative numbers count as 0, and the game can be handed over and read."""
    chosen = "$FirstMove $MoveString BestMove! 1 Depth! -1 Nodes!"
    variables = " ".join(f"VARIABLE {name}" for name in COUNTED)
    stores = " ".join(f"{count} {name} !" for name, count in COUNTED.items())
    name = script(tmp_path, "odd", f"{variables}\n: think {chosen} {stores} ;")
    path = tmp_path / "games.sqlite"
    played = tournament([name, "random:"], games=1, store=path, native=False, jobs=1).records
    with Store.read(path) as store:
        assert same(list(store.records())) == same(played)
        assert not store.damaged
    assert played[0].end == "result"
    assert [used.nodes for used in played[0].usage.values()] == [0, 0]


def test_a_full_disk_loses_nothing(tmp_path: Path) -> None:
    """The error is clear; saved games are there, and with room the rest follows."""
    path = tmp_path / "games.sqlite"
    plan = make_plan(["tictactoe", "random:"], games=400, seed=1)
    table = GameRunner(plan)
    saved = 0
    with Store.open(path, plan, resume=False) as store:
        pages = store._database.execute("PRAGMA page_count").fetchone()[0]
        store._database.execute(f"PRAGMA max_page_count={pages + 4}")
        for number in range(400):
            record = table.play(number)
            try:
                store.save(record)
            except ForthgameError as error:
                said = str(error)
                break
            saved += 1
        assert re.search(r"disk is full\n  make room .*--resume", said)
        assert str(path) in said
        assert 0 < saved < 400
    with Store.open(path, plan, resume=True) as store:
        assert [r.number for r in store.records()] == list(range(saved))
        store.save(table.play(saved))


def test_a_locked_store_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another process writes for long."""
    monkeypatch.setattr(connection, "PATIENCE", 0.2)
    path = tmp_path / "games.sqlite"
    plan = make_plan(["tictactoe", "random:"], games=2, seed=1)
    record = GameRunner(plan).play(0)
    with Store.open(path, plan, resume=False) as store:
        other = sqlite3.connect(path, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(ForthgameError, match=r"locked.*\n  another process is writing"):
            store.save(record)
        other.execute("ROLLBACK")
        other.close()
        store.save(record)


@pytest.fixture
def unfilled(tmp_path: Path) -> Path:
    """Return the store of a run that was killed before it had saved its plan."""
    path = tmp_path / "unfilled.sqlite"
    connection.connect(path).close()
    assert path.stat().st_size
    return path


@pytest.mark.parametrize("resume", [False, True])
def test_a_store_that_was_never_filled_is_begun(unfilled: Path, resume: bool) -> None:
    assert len(play_into(unfilled, 2, resume=resume)) == 2
    with Store.read(unfilled) as store:
        assert store.count() == 2


def test_what_is_said_of_a_store_that_was_never_filled(unfilled: Path) -> None:
    with pytest.raises(ForthgameError, match="holds no tournament: autoplay without --resume"):
        Store.read(unfilled)
    result = CliRunner().invoke(
        forthgame_command, ["autoplay", "--resume", "--store", str(unfilled)]
    )
    assert "name the scripts or engines that play" in result.stderr


def test_only_what_was_saved_is_called_safe(
    unfilled: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A missing plan, or a temporary store, is not called safe."""
    plan = make_plan(["tictactoe", "random:"], games=2, seed=1)
    connect, record = connection.connect, GameRunner(plan).play(0)

    def without_room(path: Path) -> sqlite3.Connection:
        database = connect(path)
        database.execute("PRAGMA max_page_count=1")
        return database

    with monkeypatch.context() as full:
        full.setattr("forthgame.play.store.store.connect", without_room)
        for path in (unfilled, None):
            with pytest.raises(ForthgameError, match="full") as raised:
                Store.open(path, plan, resume=False)
            assert "safe" not in str(raised.value)
    record.reason = "long " * 9999
    for path, safe in ((unfilled, True), (None, False)):
        with Store.open(path, plan, resume=False) as store:
            store._database.execute("PRAGMA max_page_count=1")  # as few as there are
            with pytest.raises(ForthgameError, match="full") as raised:
                store.save(record)
        assert ("safe" in str(raised.value)) is safe


def test_nothing_is_written_into_what_is_no_store(tmp_path: Path) -> None:
    """This covers a foreign database, also with --resume, and a store that another run has
    begun.
    """
    path, plan = tmp_path / "other", make_plan(["tictactoe", "random:"], games=2, seed=1)
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("CREATE TABLE mine (own TEXT)")
    before = path.read_bytes()
    with pytest.raises(ForthgameError, match="is not a store of games"):
        Store.open(path, plan, resume=True)
    with pytest.raises(ForthgameError, match="exists already"):
        Store.open(path, plan, resume=False)
    assert path.read_bytes() == before
    quicker = Store.open(tmp_path / "store", plan, resume=False)
    with quicker, pytest.raises(ForthgameError, match="exists already"):
        quicker._begin(plan)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
@pytest.mark.parametrize(("end", "linked"), [("", False), ("-journal", False), ("-journal", True)])
def test_a_pipe_is_no_store(tmp_path: Path, end: str, linked: bool) -> None:
    """SQLite would wait for a writer, and ignore signals until then."""
    path, plan = tmp_path / "games", make_plan(["tictactoe", "random:"], games=2, seed=1)
    if end:
        Store.open(path, plan, resume=False).close()
    pipe = Path(f"{path}{end}")
    if linked:
        path = tmp_path / "link"
        path.symlink_to("games")
    os.mkfifo(pipe)
    held = os.open(pipe, os.O_RDWR | os.O_NONBLOCK)  # so that nothing blocks, whatever is opened
    try:
        with pytest.raises(ForthgameError, match=f"{pipe.name} is not a regular file"):
            Store.read(path)
        with pytest.raises(ForthgameError, match="not a regular file"):
            Store.open(path, plan, resume=True)
        with pytest.raises(ForthgameError):
            Store.open(path, plan, resume=False)
    finally:
        os.close(held)


def test_scripts_that_have_changed_are_not_resumed(tmp_path: Path) -> None:
    """Their games would be mixed with others; a script that has only moved is the same."""
    path = tmp_path / "good.4th"
    script(tmp_path, "good")
    store = tmp_path / "games.sqlite"
    options = {"games": 2, "seed": 1, "store": store}
    tournament([str(path), "random:"], **options)  # type: ignore[arg-type]
    (tmp_path / "elsewhere").mkdir()
    moved = path.rename(tmp_path / "elsewhere" / "good.4th")
    options |= {"games": 4, "resume": True}
    found = tournament([str(moved), "random:"], **options)  # type: ignore[arg-type]
    assert len(found.records) == 4
    moved.write_text(moved.read_text() + "\n: more ;\n")
    with pytest.raises(ForthgameError, match="contents of scripts differ"):
        tournament([str(moved), "random:"], **options)  # type: ignore[arg-type]
    result = CliRunner().invoke(
        forthgame_command, ["autoplay", "--resume", "--store", str(store), "6"]
    )
    assert result.exit_code == 0, result.output
    assert f"changed on disk: {moved}; games are played with the files as they were" in (
        result.stderr
    )


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--depth", "5"], "--depth cannot be changed: the games in the store were played with 1"),
        (["--seed", "5"], "--seed cannot be changed"),
        (["--games", "2"], "is a plan of 4 games, and 2 are fewer"),
        (["--game", "connectfour"], "--game is that of the store"),
    ],
)
def test_what_a_resumed_tournament_cannot_change(
    tmp_path: Path, options: list[str], said: str
) -> None:
    """Such a change is refused, and not ignored."""
    store = tmp_path / "store"
    tournament(["tictactoe", "random:"], games=4, seed=1, store=store, limits=Limits(depth=1))
    command = ["autoplay", "--resume", "--store", str(store), *options]
    result = CliRunner().invoke(forthgame_command, command)
    assert result.exit_code != 0
    assert said in result.output + str(result.exception)


@pytest.mark.parametrize(("model", "unit"), [("", "normalised Elo"), (" model=logistic", "Elo")])
def test_a_resumed_tournament_can_be_longer(tmp_path: Path, model: str, unit: str) -> None:
    """This works by rounds, and with a sequential test."""
    store = tmp_path / "store"
    tournament(["tictactoe", "random:"], games=4, seed=1, store=store)
    command = ["autoplay", "--resume", "--store", str(store), "--quiet"]
    result = CliRunner().invoke(
        forthgame_command, [*command, "--rounds", "3", "--sprt", f"elo0=0 elo1=400{model}"]
    )
    assert result.exit_code == 0, result.output
    assert f"SPRT 0 to 400 {unit}," in result.output
    with Store.read(store) as kept:
        assert kept.plan().games == 6


def test_records_come_in_order_whatever_order_they_are_played_in() -> None:
    """Games in the store are not requested."""
    plan = make_plan(["tictactoe", "random:"], games=6, seed=1)
    table = GameRunner(plan)
    asked: list[int] = []

    def backwards(numbers):  # type: ignore[no-untyped-def]
        asked.extend(numbers)
        for number in reversed(numbers):
            yield table.play(number)

    with Store.open(None, plan, resume=False) as store:
        store.save(table.play(3))
        assert [r.number for r in records(plan, backwards, store)] == list(range(6))
        assert asked == [0, 1, 2, 4, 5]
        assert len(list(store.records())) == 6
