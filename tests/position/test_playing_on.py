"""States that are played on after the end of the game, and states with some of their moves."""

from __future__ import annotations

import pickle

import pytest

import forthgame
from forthgame import Game
from forthgame.position.move_subset import with_moves

SHUFFLE = "g1f3 g8f6 f3g1 f6g8 "


@pytest.fixture(scope="module")
def chess() -> Game:
    return forthgame.load("chess", native=False)


def test_copies_and_pickles_play_on(chess: Game) -> None:
    state = chess.new_game(play_on=True)
    for word in (SHUFFLE * 2).split():
        state.play(word)
    assert (state.outcome, state.ending) == ("draw", "repetition")
    assert len(state.moves()) == state.count == 20
    for twin in (state.copy(), pickle.loads(pickle.dumps(state))):
        twin.play("e2e4")
        assert not twin.is_over
        twin.undo()
        assert twin.is_over
    state.play_on = False
    assert (len(state.moves()), state.count) == (0, 0)
    with pytest.raises(forthgame.IllegalMove, match="the game is over"):
        state.play("e2e4")
    assert chess.position(state.to_text(), play_on=True).count == 20


def test_the_list_of_a_subset_is_a_list(chess: Game) -> None:
    state = chess.new_game()
    some = with_moves(state, (3, 0, 19))
    assert [move.text for move in some.moves()] == [state.moves()[k].text for k in (0, 3, 19)]
    some.play(2)
    state.play(19)
    assert some.fingerprint == state.fingerprint


@pytest.mark.parametrize("engine", ["negamax", "maxn", "best-first", "uct", "auto"])
def test_engines_search_from_a_drawn_root(chess: Game, engine: str) -> None:
    state = chess.position(fen="7k/8/6K1/8/8/8/8/R7 w - - 120 100", play_on=True)
    assert state.outcome == "draw"
    found = state.search(engine, time=None, depth=2, nodes=200)
    assert found.move == state.find("a1a8")
    assert found.score > 2_000_000_000


def test_a_won_game_is_played_on() -> None:
    """The move words alone decide."""
    state = forthgame.load("tictactoe", native=False).new_game(play_on=True)
    for cell in ("a1", "b1", "a2", "b2", "a3"):
        state.play(cell)
    assert state.winner == "X"
    assert state.count == 4
    state.play("c3")
    assert state.board["c3"] == ("O", "mark")


def test_the_next_level_is_played_on() -> None:
    state = forthgame.load("sokoban", native=False).new_game(play_on=True)
    following = state.next_level()
    assert following is not None
    assert following.play_on
