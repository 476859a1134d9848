"""The benchmarks' rows: named once, checked before they count, found by the command."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

import forthgame
from benchmarks import command, directions, untuned
from benchmarks.burdens import ARRAYS
from benchmarks.command import rows
from benchmarks.measuring import FailureError, Peer, Prepare, Row, Run, Sample, measure
from benchmarks.rules import NO_RULE, changed
from tests.waiting import HANGS_AFTER

ROOT = Path(forthgame.__file__).parent.parent
LONGEST = 400  # lines of a file
LAST_OF_TIC_TAC_TOE = 127872  # at depth 9, which the table has in a note


def answering(*answers: str) -> Prepare:
    """Return a side that gives these answers in turn, in no time."""

    def prepare(folder: Path) -> Run:
        left = iter(answers)
        return lambda: Sample(next(left), 1.0)

    return prepare


def test_names_are_given_once() -> None:
    names = [row.name for row in rows()]
    assert len(names) == len(set(names))


def test_files_stay_small() -> None:
    for path in (ROOT / "benchmarks").glob("*.py"):
        assert len(path.read_text("utf-8").splitlines()) <= LONGEST, path


def test_a_wrong_answer_fails_a_row_and_counts_for_nothing(tmp_path: Path) -> None:
    result = measure(Row("x", "1", answering("1", "1", "2")), 2, tmp_path)
    assert result.failed
    assert not result.ours.measured


def test_a_wrong_peer_leaves_ours_measured(tmp_path: Path) -> None:
    row = Row("x", "1", answering(*"1111"), (Peer("other", answering(*"1121")),))
    result = measure(row, 3, tmp_path)
    assert result.failed
    assert result.ours.times == [1.0] * 3
    assert not list(result.compared)


def test_rows_are_written_as_a_document(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    row = Row("x", "1", answering(*"111111"), (Peer("other", answering(*"111111")),))
    monkeypatch.setattr(command, "rows", lambda: [row])
    assert command.main(["x", "--json"]) == 0
    (written,) = json.loads(capsys.readouterr().out)["rows"]
    assert written["name"] == "x"
    assert [written["ours"]["times"], written["peers"][0]["times"]] == [[1.0] * 5] * 2


def test_a_row_that_is_not_there() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "forthgame", "bench", "nosuch"],
        capture_output=True, text=True, check=False, timeout=HANGS_AFTER, cwd=ROOT,
    )  # fmt: skip
    assert done.returncode == 2
    assert "there is no benchmark 'nosuch'" in done.stderr


@pytest.mark.slow
@pytest.mark.parametrize("start", [["benchmarks/run.py"], ["-m", "forthgame", "bench"]])
def test_a_row_runs_by_either_command(start: list[str]) -> None:
    done = subprocess.run(
        [sys.executable, *start, "cached-splut", "--json"],
        capture_output=True, text=True, check=False, timeout=HANGS_AFTER, cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    (row,) = json.loads(done.stdout)["rows"]
    assert row["name"] == "cached-splut"
    assert len(row["ours"]["times"]) == 5
    assert [peer["name"] for peer in row["peers"]] == ["interpreted"]


def test_counts_are_those_of_the_table() -> None:
    counted = json.loads((ROOT / "tests" / "perft.json").read_text("utf-8"))["games"]
    for subject in untuned.SUBJECTS:
        count, game = subject.count, counted.get(subject.script or subject.name)
        if game is not None:  # amazons in two plies is a script of the benchmarks' own
            whole = [*game["counts"], LAST_OF_TIC_TAC_TOE]
            assert whole[count.depth - 1] == count.leaves, subject.name


@pytest.mark.skipif(shutil.which("gcc") is None, reason="needs gcc")
def test_a_c_program_counts_and_plays_as_the_table_has_it(tmp_path: Path) -> None:
    (clobber,) = (each for each in untuned.SUBJECTS if each.name == "clobber")
    clobber = replace(clobber, games=1000)
    assert untuned.leaves_in_c(clobber)(tmp_path)().answer == "2630382"
    assert untuned.random_games_in_c(clobber)(tmp_path)().answer == untuned.ALIKE


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("gcc") is None, reason="needs gcc")
@pytest.mark.parametrize("subject", untuned.SUBJECTS, ids=lambda subject: subject.name)
def test_every_c_program_does(subject: untuned.Subject, tmp_path: Path) -> None:
    assert untuned.leaves_in_c(subject)(tmp_path)().answer == str(subject.count.leaves)
    assert untuned.random_games_in_c(subject)(tmp_path)().answer == untuned.ALIKE


@pytest.mark.parametrize(
    ("plies", "ends", "what"),
    [
        (19_500, (500, 500, 0), "plies a game"),
        (18_956, (560, 440, 0), "won by the first player"),
        (18_956, (500, 499, 1), "drawn"),
    ],
)
def test_games_that_go_otherwise_are_rejected(
    plies: int, ends: tuple[int, int, int], what: str
) -> None:
    (clobber,) = (each for each in untuned.SUBJECTS if each.name == "clobber")
    (said,) = untuned.differences(clobber.chances, ends, plies)
    assert what in said
    assert not list(untuned.differences(clobber.chances, (500, 500, 0), 18_956))


@pytest.mark.parametrize("subject", directions.SUBJECTS, ids=lambda subject: subject.name)
def test_directions_can_be_written_out(subject: directions.Subject, tmp_path: Path) -> None:
    written = directions.written_out(subject, tmp_path)
    game = forthgame.load(written, native=False)
    shipped = forthgame.load(subject.script, native=False)
    assert game.perft(1) == shipped.perft(1)
    assert game.playouts(2, seed=1, plies=60).plies == shipped.playouts(2, seed=1, plies=60).plies


def test_a_word_that_is_gone_cannot_be_written_out() -> None:
    with pytest.raises(FailureError, match="0 definitions of slide"):
        directions.one_for_each(": step ( dir -- ) EXECUTE ;\n", "slide", "{d}", ("n",))


def test_two_rows_may_change_the_same_script(tmp_path: Path) -> None:
    assert changed("breakthrough", tmp_path, ()) != changed("breakthrough", tmp_path, ())


def test_what_rows_change_is_in_the_games(tmp_path: Path) -> None:
    free = forthgame.load(changed("chess", tmp_path, NO_RULE), native=False)
    state = free.new_game()
    for move in ("f2f3", "e7e5", "g2g4", "d8h4"):
        state.play(move)
    assert not state.is_over  # the king may be left in check, and is taken
    game = forthgame.load(changed("breakthrough", tmp_path, ARRAYS), native=False)
    assert game.perft(2) == 484
    with pytest.raises(ValueError, match="not once in chess/rules"):
        changed("chess", tmp_path, (("rules.4th", ": no such word", ""),))
