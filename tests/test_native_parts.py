"""Which machine code of a game is made: what is asked for, and nothing twice."""

from __future__ import annotations

import pytest

import forthgame
from forthgame.game.native import CALL_ROOTS, COUNT_ROOTS, ENGINE_ROOTS, PLAYOUT_ROOTS, NativeGame

ALL = {*CALL_ROOTS, *COUNT_ROOTS, *PLAYOUT_ROOTS}


def made(game: forthgame.Game) -> set[str]:
    """The roots that can be entered as machine code."""
    tier = game._forth.processor.tier
    if tier is None:
        return set()
    entries = set(tier.addresses)
    return {r for r in {*ALL, *ENGINE_ROOTS} if game._forth.engine_word(r).entry in entries}


def native(game: forthgame.Game) -> NativeGame:
    assert game.native is not None
    return game.native


def test_random_games_make_only_what_they_need() -> None:
    with forthgame.load("tictactoe") as game, forthgame.load("tictactoe", native=False) as plain:
        played, wanted = (each.playouts(100, seed=3) for each in (game, plain))
        assert (played.plies, played.wins) == (wanted.plies, wanted.wins)
        assert native(game).ready
        assert made(game) == set(PLAYOUT_ROOTS)
        assert game.perft(4) == plain.perft(4)
        assert made(game) == {*PLAYOUT_ROOTS, *COUNT_ROOTS}
        states = [each.new_game(seed=1) for each in (game, plain)]
        for _ in range(5):
            texts = [[str(move) for move in state.moves()] for state in states]
            assert texts[0] == texts[1]
            for state in states:
                state.play(0)


def test_the_whole_is_not_made_again_in_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    with forthgame.load("tictactoe") as game:
        native(game).prepare(wait=True, engines=False)
        assert made(game) == ALL
        monkeypatch.setattr(NativeGame, "_plan", None)  # another part would call it
        assert game.perft(4) == 3024
        assert game.playouts(100, seed=1).games == 100
        native(game).prepare_calls(wait=True, engines=False)


def test_engines_are_made_before_what_python_asks() -> None:
    with forthgame.load("tictactoe") as game:
        native(game).prepare_calls(wait=True, engines=True)
        assert made(game) >= {*ENGINE_ROOTS, *CALL_ROOTS}
        assert not made(game) & {*COUNT_ROOTS, *PLAYOUT_ROOTS}
