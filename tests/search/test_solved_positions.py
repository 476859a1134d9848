"""The Connect Four positions for `benchmarks/solved.py`."""

from __future__ import annotations

import pytest

import forthgame
from benchmarks.solved import column, reached, solved
from tests.waiting import HANGS_AFTER

VALUES = {"win": 1, "draw": 0, "loss": -1}
LATE = 20  # plies, after which a proof is quick


def test_there_are_two_hundred_and_all_differ() -> None:
    known = list(solved())
    assert len({entry.played for entry in known}) == len(known) == 200
    assert {len(entry.played) for entry in known} == set(range(8, 21))
    assert {entry.value for entry in known} <= {0, 1}  # a lost position has no value to lose


def test_they_can_be_reached_and_some_moves_keep_the_value() -> None:
    game = forthgame.load("connectfour", native=False)
    for entry in list(solved())[:10]:
        columns = {column(str(move)) for move in reached(game, entry.played).moves()}
        assert set(entry.keeping) < columns


@pytest.mark.slow
def test_a_proof_finds_the_same_values() -> None:
    game = forthgame.load("connectfour")
    for entry in [entry for entry in solved() if len(entry.played) == LATE]:
        state = reached(game, entry.played)
        for move in state.moves():
            behind = state.copy()
            behind.play(move)
            if behind.outcome:
                value = 1 if behind.outcome == "loss" else 0
            else:
                proof = behind.prove(time=HANGS_AFTER)
                assert proof.value is not None
                value = -VALUES[proof.value]
            assert (value == entry.value) == (column(str(move)) in entry.keeping), (entry, move)
