"""Repetition in xiangqi beside Fairy-Stockfish: perpetual check loses, other cycles are draws."""

from __future__ import annotations

import pytest
from oracles.xiangqi import Xiangqi

import forthgame

CHARIOT = (  # Red's chariot can give check on the file and beside the black general for ever
    "Black:general@d10 Red:general@e1 Red:chariot@i1",
    "generals[0]=85 generals[1]=3",
    "3k5/9/9/9/9/9/9/9/9/4K3R w - - 0 1",
)
CHECKING = ["chariot i1 - i10", "general d10 - d9"] + [
    "chariot i10 - i9", "general d9 - d10", "chariot i9 - i10", "general d10 - d9",
] * 3  # fmt: skip
WALKING = ["chariot i1 - i2", "general d10 - d9", "chariot i2 - i1", "general d9 - d10"] * 3


READY = (  # the same before the first check
    "Black:general@d10 Red:general@e1 Red:chariot@i9",
    "generals[0]=85 generals[1]=3",
    "3k5/8R/9/9/9/9/9/9/9/4K4 w - - 0 1",
)
FOUR_CHECKS = [
    "chariot i9 - i10", "general d10 - d9", "chariot i10 - i9", "general d9 - d10",
] * 2  # fmt: skip


@pytest.mark.parametrize(
    ("start", "line", "plies", "outcome"),
    [
        (CHARIOT, CHECKING, 9, "win"),
        (CHARIOT, WALKING, 8, "draw"),
        (READY, FOUR_CHECKS, 8, "loss"),
    ],
)
def test_third_time(start: tuple[str, str, str], line: list[str], plies: int, outcome: str) -> None:
    """The position occurs for the third time after so many plies, and not before."""
    pieces, generals, fen = start
    game = forthgame.load("xiangqi", native=False)
    state = game.position(f"xiangqi | {pieces} | turn=0,Red,Red,0,1,0 | {generals}")
    oracle = Xiangqi(fen)
    for text in line[:plies]:
        assert state.outcome is None
        assert oracle.outcome is None
        assert sorted(str(move) for move in state.moves()) == sorted(oracle.moves())
        state.play(text)
        oracle.play(text)
    assert state.ending == "repetition"
    assert state.outcome == oracle.outcome == outcome


def test_generals_do_not_face_each_other() -> None:
    """The piece between them may move along the file only, and a general not onto an open one."""
    game = forthgame.load("xiangqi", native=False)
    state = game.position(
        "xiangqi | Black:general@e10 Red:chariot@e5 Red:general@e1 | turn=0,Red,Red,0,1,0"
        " | generals[0]=85 generals[1]=4"
    )
    oracle = Xiangqi("4k4/9/9/9/9/4R4/9/9/9/4K4 w - - 0 1")
    texts = [str(move) for move in state.moves()]
    assert sorted(texts) == sorted(oracle.moves())
    assert {text.split()[3][0] for text in texts if text.startswith("chariot")} == {"e"}
