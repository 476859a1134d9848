"""Fourth occurrences of positions in shogi and minishogi, beside Fairy-Stockfish."""

from __future__ import annotations

import re
from collections import Counter
from random import Random

import pytest
from oracles.shogi import Minishogi, Shogi

import forthgame

BOARDS = {  # few pieces, so that positions repeat, with and without check
    "shogi": (
        "4k4/9/9/9/9/9/9/9/4K4 b",
        "4k4/9/9/9/9/9/4r4/9/4K4 w",
        "8k/9/7R1/9/9/9/9/9/K8 b",
        "8k/9/7R1/9/9/9/9/1r7/K8 b",
    ),
    "minishogi": ("4k/5/5/5/K4 b", "4k/5/5/1R3/K4 b", "3rk/5/5/5/K2R1 b"),
}
ORACLES = {"shogi": Shogi, "minishogi": Minishogi}
PLIES = 400
WAY = re.compile(r"([a-i][1-9]) - ([a-i][1-9])")


def endings(name: str, games: range, native: bool) -> Counter[tuple[str | None, str | None]]:
    """Count the ends of random games in which players like to take their moves back."""
    game = forthgame.load(name, native=native)
    found: Counter[tuple[str | None, str | None]] = Counter()
    for text in BOARDS[name]:
        board, begins = text.split()
        for seed in games:
            choose = Random(seed)
            oracle = ORACLES[name](f"{board}[-] {'w' if begins == 'b' else 'b'} 0 1")
            state = game.position(fen=f"{board} {begins} - 1")
            moves: list[str] = []
            for _ in range(PLIES):
                assert state.outcome == oracle.outcome
                if state.outcome:
                    break
                texts = sorted(oracle.moves())
                assert sorted(move.text for move in state.moves()) == texts
                gone = WAY.search(moves[-2]) if len(moves) > 1 else None
                back = [t for t in texts if gone and f"{gone[2]} - {gone[1]}" in t]
                likely = back if back and choose.random() < 0.8 else texts
                moves.append(choose.choice(likely))
                state.play(moves[-1])
                oracle.play(moves[-1])
            found[state.outcome, state.ending] += 1
    return found


@pytest.mark.sampled(2)
@pytest.mark.parametrize("name", BOARDS)
def test_the_fourth_time_ends_a_game(name: str) -> None:
    found = endings(name, range(1), False)
    assert "repetition" in {ending for _, ending in found}


@pytest.mark.slow
@pytest.mark.parametrize("native", [False, True], ids=["interpreted", "native"])
@pytest.mark.parametrize("name", BOARDS)
def test_the_fourth_time_in_many_games(name: str, native: bool) -> None:
    """In minishogi one player always loses."""
    found = endings(name, range(40), native)
    outcomes = {outcome for outcome, ending in found if ending == "repetition"}
    assert ("draw" in outcomes) == (name == "shogi")


@pytest.mark.parametrize("name", ORACLES)
def test_perpetual_check_loses(name: str) -> None:
    """Six checks in a row are counted from a position without one."""
    sides = {"shogi": ("8k/9/9/9/7R1/9/9/9/K8", "i5", "h5", "i9", "h9"),
             "minishogi": ("4k/5/5/3R1/K4", "e2", "d2", "e5", "d5")}  # fmt: skip
    board, near, far, corner, beside = sides[name]
    oracle = ORACLES[name](f"{board}[-] w 0 1")
    state = forthgame.load(name, native=False).position(fen=f"{board} b - 1")
    moves = (f"rook {far} - {near}", f"king {corner} - {beside}",
             f"rook {near} - {far}", f"king {beside} - {corner}")  # fmt: skip
    for text in moves * 4:
        assert state.outcome == oracle.outcome
        if state.outcome:
            break
        state.play(text)
        oracle.play(text)
    assert (state.player, state.outcome) == ("White", "loss")


@pytest.mark.parametrize(
    ("name", "fen", "moves", "outcome"),
    [
        ("shogi", "4k4/9/9/9/9/9/9/9/4K4 b - 1", ("5i4i", "5a4a", "4i5i", "4a5a"), "draw"),
        ("minishogi", "4k/5/5/5/K4 b - 1", ("5e4e", "1a2a", "4e5e", "2a1a"), "loss"),
    ],
)
def test_without_check(name: str, fen: str, moves: tuple[str, ...], outcome: str) -> None:
    """No check forced it: a draw in shogi, in minishogi the player who began loses."""
    state = forthgame.load(name, native=False).position(fen=fen)
    for move in moves * 3:
        assert state.outcome is None
        state.play(move)
    assert (state.player, state.outcome, state.ending) == ("White", outcome, "repetition")
