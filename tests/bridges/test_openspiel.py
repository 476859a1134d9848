"""Our games in OpenSpiel: its own tests and its algorithms run on them."""

from __future__ import annotations

import pickle
import random
import sys
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import forthgame
from forthgame import ForthgameError
from tests.bridging import GAMES

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")

SMALL = """
{board 1 3 {grid} board}
{directions 0 1 {direction} east directions}
{players {player} One {player} Two players}
{turn-order {turn} One {turn} Two turn-order}
: put empty? verify drop add-move ;
: OnIsGameOver c1 empty-at? IF #UnknownScore ELSE #LossScore ENDIF ;
{moves words {move} put moves}
{pieces {piece} man {drops} words pieces}
"""


@cache
def registered(name: str, plies: int = 300) -> Any:
    from forthgame.bridges.openspiel import register

    return register(forthgame.load(name, native=False), plies=plies)


@pytest.mark.sampled(2)
@pytest.mark.parametrize("name", [n for n in GAMES if n != "splut"])
def test_its_own_test_of_games_passes(name: str) -> None:
    pyspiel.random_sim_test(registered(name), num_sims=1, serialize=True, verbose=False)


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_its_own_test_of_games_passes_many_times(name: str) -> None:
    pyspiel.random_sim_test(registered(name), num_sims=10, serialize=True, verbose=False)


def test_a_registered_game_is_loaded_by_name() -> None:
    game = registered("tictactoe")
    assert pyspiel.load_game("forthgame_tictactoe").num_distinct_actions() == (
        game.num_distinct_actions()
    )
    state = game.new_initial_state()
    assert state.action_to_string(state.legal_actions()[0]).startswith("X mark ")
    assert "X to move" in str(state)


@pytest.mark.parametrize("theirs", ["tic_tac_toe", "connect_four"])
def test_it_is_the_same_game_as_theirs(theirs: str) -> None:
    """Random games agree move for move: as many actions, the same returns."""
    name = theirs.replace("_", "").replace("tictactoe", "tictactoe")
    game, other = registered(name), pyspiel.load_game(theirs)
    draw = random.Random(1)
    for _ in range(10):
        a, b = game.new_initial_state(), other.new_initial_state()
        cells = {}
        while not b.is_terminal():
            assert a.current_player() == b.current_player()
            ours = {a.action_to_string(k).split()[-1]: k for k in a.legal_actions()}
            cells = {_place(theirs, k): k for k in b.legal_actions()}
            known = {cell[:1] if theirs == "connect_four" else cell: k for cell, k in ours.items()}
            assert known.keys() == cells.keys()
            chosen = draw.choice(sorted(cells))
            a.apply_action(known[chosen])
            b.apply_action(cells[chosen])
        assert a.is_terminal()
        assert a.returns() == b.returns()


def _place(theirs: str, action: int) -> str:
    if theirs == "connect_four":
        return "abcdefg"[action]
    return f"{'abc'[action % 3]}{3 - action // 3}"


def test_dice_are_chance_nodes() -> None:
    state = registered("ur").new_initial_state()
    seen = 0
    draw = random.Random(1)
    for _ in range(40):
        if state.is_chance_node():
            seen += 1
            outcomes = state.chance_outcomes()
            assert sum(p for _, p in outcomes) == pytest.approx(1)
            assert [a for a, _ in outcomes] == state.legal_actions()
        state.apply_action(draw.choice(state.legal_actions()))
    assert seen > 10


def test_tensors_are_the_planes() -> None:
    game = registered("breakthrough")
    state = game.new_initial_state()
    tensor = np.array(state.observation_tensor(0)).reshape(game.observation_tensor_shape())
    assert tensor.shape == (4, 8, 8)
    assert tensor[0].sum() == tensor[1].sum() == 16


def test_a_search_of_theirs_finds_the_win() -> None:
    from open_spiel.python.algorithms import mcts

    game = registered("tictactoe")
    state = game.new_initial_state()
    for place in ("a1", "b1", "a2", "b2"):
        names = {state.action_to_string(k).split()[-1]: k for k in state.legal_actions()}
        state.apply_action(names[place])
    chance = np.random.RandomState(1)
    bot = mcts.MCTSBot(game, 2.0, 60, mcts.RandomRolloutEvaluator(1, chance), random_state=chance)
    assert state.action_to_string(bot.step(state)).split()[-1] == "a3"


def test_bots_of_theirs_play() -> None:
    from open_spiel.python.bots import uniform_random

    game = registered("breakthrough")
    state = game.new_initial_state()
    bots = [uniform_random.UniformRandomBot(k, np.random.RandomState(k)) for k in (0, 1)]
    while not state.is_terminal():
        state.apply_action(bots[state.current_player()].step(state))
    assert sorted(state.returns()) == [-1, 1]


def test_exploitability_of_a_tiny_game(tmp_path: Any) -> None:
    """Taking the last place wins: the second player wins, and may let the first one win."""
    from open_spiel.python import policy
    from open_spiel.python.algorithms import exploitability

    from forthgame.bridges.openspiel import register

    path = tmp_path / "tiny.4th"
    path.write_text(SMALL)
    game = register(forthgame.load(path, native=False), plies=5)
    found = exploitability.exploitability(game, policy.UniformRandomPolicy(game))
    assert 0 < found < 2


def test_a_name_that_is_taken_is_refused(tmp_path: Any) -> None:
    from forthgame.bridges.openspiel import register

    registered("tictactoe")
    path = tmp_path / "tictactoe.4th"
    path.write_text(SMALL)
    with pytest.raises(ForthgameError, match="another game 'forthgame_tictactoe'"):
        register(forthgame.load(path, native=False))


def test_a_game_that_lasts_too_long_is_a_draw() -> None:
    state = registered("connectfour", 300).new_initial_state()
    state.prepared.plies, kept = 3, state.prepared.plies
    try:
        for _ in range(3):
            state.apply_action(state.legal_actions()[0])
        assert state.is_terminal()
        assert state.returns() == [0, 0]
    finally:
        state.prepared.plies = kept


EQUAL = """
{board 2 2 {grid} {variable} t board}
{players {player} A {player} B players}
{turn-order {turn} A {turn} B turn-order}
: one 1 t +! ; : two 2 t +! ;
: count-up COMPILE one add-move COMPILE two add-move ;
{moves ups {move} count-up moves}
{pieces {piece} man {moves} ups pieces}
{board-setup {setup} A man a1 {setup} B man b1 board-setup}
: OnIsGameOver t @ 6 > IF #LossScore ELSE #UnknownScore ENDIF ;
"""


def test_moves_with_one_text_have_strings_of_their_own(tmp_path: Path) -> None:
    """OpenSpiel requires this, and reads actions from strings."""
    from forthgame.bridges.openspiel import register

    path = tmp_path / "equal.4th"
    path.write_text(EQUAL)
    game = register(forthgame.load(path, native=False))
    state = game.new_initial_state()
    legal = state.legal_actions()
    strings = [state.action_to_string(action) for action in legal]
    assert len(set(strings)) == 2
    assert [state.string_to_action(text) for text in strings] == legal
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize(("name", "least"), [("tictactoe", 9), ("amazons", 2176)])
def test_the_string_of_an_action_takes_the_same_calls_in_any_list(name: str, least: int) -> None:
    state = registered(name).new_initial_state()
    legal = state.legal_actions()
    assert len(legal) >= least
    state.action_to_string(legal[0])  # reads the list
    calls: list[str] = []
    sys.setprofile(
        lambda frame, event, argument: calls.append(
            frame.f_code.co_name if event == "call" else getattr(argument, "__name__", event)
        )
    )
    try:
        text = state._action_to_string(state.current_player(), legal[-1])
    finally:
        sys.setprofile(None)
    assert text == state.state.moves()[state.prepared.actions.index(state.state, legal[-1])].text
    assert len(calls) < 12
    assert "index" not in calls  # which looks through a list


def test_a_written_state_is_short_and_shares_its_game() -> None:
    """The bridge's records of moves stay with it."""
    game, draw = registered("breakthrough"), random.Random(1)
    state = game.new_initial_state()
    while not state.is_terminal():
        state.apply_action(draw.choice(state.legal_actions()))
    first = game.new_initial_state()
    data = first.serialize()
    assert len(data) < 50_000
    again = game.deserialize_state(data)
    assert again.prepared is first.prepared
    assert again.state == first.state


def test_numbers_and_planes_are_pickled_without_what_they_remember() -> None:
    from forthgame.bridges.actions import Actions
    from forthgame.bridges.planes import Observer
    from forthgame.bridges.prepared_game import PreparedGame

    game = forthgame.load("breakthrough", native=False)
    state, prepared = game.new_game(seed=1), PreparedGame(game, None, 90)
    for part in (Actions(game), Observer(game), prepared):
        if isinstance(part, Actions):
            part.numbers(state)
        data = pickle.dumps(part)
        assert len(data) < 20_000
        again = pickle.loads(data)
        assert again.game is game
    assert again is prepared
