"""Tests of the cache of explored lines of moves."""

from __future__ import annotations

from typing import Any

import pytest

pytest.importorskip("starlette", reason="needs the extra `board`")

import forthgame
from forthgame.ui.worker import worker_state
from forthgame.ui.worker.worker_state import GameStart, MoveLine


class Interrupting(list[str]):
    """Moves of which the third raises an interrupt at its second visit."""

    seen = 0

    def __getitem__(self, index: Any) -> Any:
        self.seen += index == 2
        if self.seen == 2:
            raise KeyboardInterrupt
        return super().__getitem__(index)


def test_what_is_interrupted_leaves_no_position_of_other_moves(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(worker_state, "KEPT_EVERY", 3)
    looked = MoveLine(forthgame.load("tictactoe", native=False), "tictactoe")
    first = ["X mark a3", "O mark b3", "X mark c3"]
    with pytest.raises(KeyboardInterrupt):
        looked.at(GameStart(), Interrupting(first))
    other = looked.at(GameStart(), [*first[:2], "X mark c1", "O mark c2"])
    assert set(other.board) == {"a3", "b3", "c1", "c2"}
