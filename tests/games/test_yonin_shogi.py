"""Rare situations of Yonin Shogi: kings are captured, held, and must be dropped."""

from __future__ import annotations

import random

from oracles.yonin_shogi import YoninShogi

import forthgame


def choose(texts: list[str], kings: set[str], chance: random.Random) -> str:
    """Return a move that takes a king if there is one; no drop of a king if there is another
    move.
    """
    takes = [text for text in texts if " x " in text and text.split()[3] in kings]
    quiet = [text for text in texts if text.split()[1:2] != ["king"]]
    return chance.choice(takes or quiet or texts)


def test_who_has_no_king_must_drop_one() -> None:
    """Kings are hunted and held back in games beside the oracle, compared at every ply."""
    game = forthgame.load("yonin-shogi", native=False)
    chance = random.Random(3)
    forced = 0
    for seed in range(4):
        state, oracle = game.new_game(seed=seed), YoninShogi()
        while not state.outcome:
            texts = sorted(str(move) for move in state.moves())
            assert (state.player, None) == (oracle.player, oracle.outcome)
            assert texts == sorted(oracle.moves())
            forced += all(text.startswith(f"{state.player} king ") for text in texts)
            text = choose(texts, oracle.squares("king"), chance)
            state.play(text)
            oracle.play(text)
        assert (state.player, state.outcome) == (oracle.player, oracle.outcome)
        assert state.ending == "all-kings"
    assert forced > 3
