"""Odd positions against python-chess and Fairy-Stockfish: legal moves, ends, and refusals."""

from __future__ import annotations

import random
import re

import pytest
from oracles.odd_positions import Verdict, chess_fen, chess_verdict, fairy_fen, fairy_verdict, sfen

import forthgame
from forthgame.position.position_text import PositionError

CHESS = {
    "chess": "chess",
    "atomic": "atomic",
    "crazyhouse": "crazyhouse",
    "antichess": "antichess",
    "racing-kings": "racingkings",
}
FAIRY = {
    "los-alamos": "losalamos",
    "makruk": "makruk",
    "xiangqi": "xiangqi",
    "shogi": "shogi",
    "minishogi": "minishogi",
}
QUICK, MANY = 40, 2000
COUNTED = re.compile("there are [0-9]+ pieces|pawn stands")  # not checked by Fairy-Stockfish


def compare(game: forthgame.Game, fen: str, verdict: Verdict) -> bool:
    """Compare a position with a peer's verdict; return whether it was read."""
    refusal = ""
    try:
        state = game.position(fen=fen)
    except PositionError as error:
        refusal = str(error)
    if refusal:
        assert not verdict.valid, fen
        assert verdict.moves is None or COUNTED.search(refusal), fen
        return False
    assert verdict.valid is not False, fen
    texts = state.texts("uci")  # no mistake in the script
    if verdict.moves is None:
        return True
    if verdict.outcome != "?":
        assert state.outcome == verdict.outcome, fen
    if state.outcome is None:
        assert sorted(texts) == sorted(verdict.moves), fen
    return True


def sweep(name: str, number: int, seed: int) -> None:
    """Compare random positions of a game; some of them are read."""
    game, choose, read = forthgame.load(name), random.Random(seed), 0
    for _ in range(number):
        if name in CHESS:
            fen = chess_fen(choose, CHESS[name])
            read += compare(game, fen, chess_verdict(fen, CHESS[name]))
        else:
            fen = fairy_fen(choose, FAIRY[name])
            verdict = fairy_verdict(fen, FAIRY[name])
            read += compare(game, sfen(fen) if "shogi" in name else fen, verdict)
    assert read > number // 10


@pytest.mark.parametrize("name", [*CHESS, *FAIRY])
@pytest.mark.sampled(4)
def test_odd_positions(name: str) -> None:
    """A few positions of each game."""
    sweep(name, QUICK, seed=1)


@pytest.mark.slow
@pytest.mark.parametrize("name", [*CHESS, *FAIRY])
def test_many_odd_positions(name: str) -> None:
    """Two thousand positions of each game."""
    sweep(name, MANY, seed=2)
