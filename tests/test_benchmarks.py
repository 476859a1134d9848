"""The benchmarks' rows: named once, checked before they count, found by the command."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import forthgame
from benchmarks.command import rows
from benchmarks.measuring import Peer, Prepare, Row, Run, Sample, measure

ROOT = Path(forthgame.__file__).parent.parent
LONGEST = 400  # lines of a file


def answering(*answers: str) -> Prepare:
    """A side that gives these answers in turn, in no time."""

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


@pytest.mark.parametrize(
    "start",
    [pytest.param(["benchmarks/run.py"], marks=pytest.mark.slow), ["-m", "forthgame", "bench"]],
)
def test_a_row_runs_by_either_command(start: list[str]) -> None:
    done = subprocess.run(
        [sys.executable, *start, "cached-splut", "--json"],
        capture_output=True, text=True, check=False, timeout=120, cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    (row,) = json.loads(done.stdout)["rows"]
    assert row["name"] == "cached-splut"
    assert len(row["ours"]["times"]) == 5
    assert [peer["name"] for peer in row["peers"]] == ["interpreted"]
