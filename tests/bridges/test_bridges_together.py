"""Turns in which players choose together, in OpenSpiel, PettingZoo and gymnasium.

Two bet, and dice with them, then the third puts a coin alone. Names have quotes in them.
"""

from __future__ import annotations

import warnings
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import forthgame
from forthgame import ForthgameError, Game

BETS = """
{board 1 4 {grid} {variable} one {variable} two {variable} three board}
{players {player} A"a" {player} B'b' {player} C {player} ?Dice {random} players}
{turn-order {turn} A"a" {together} ?Dice {together} B'b' {turn} C turn-order}
: bet ( -- ) drop add-move ;
{moves bets {move} bet moves}
{pieces {piece} co"in {drops} bets pieces}
: OnTogether ( -- )
    A"a" chosen DUP IF move-to one @ + one ! ELSE DROP ENDIF
    B'b' chosen DUP IF move-to two @ + two ! ELSE DROP ENDIF
    ?Dice chosen DUP IF move-to three @ + three ! ELSE DROP ENDIF ;
: most ( -- n ) one @ two @ MAX three @ MAX ;
: OnIsGameOver
    turn-number 5 < IF #UnknownScore ELSE
    current-player A"a" = IF one @ ELSE current-player B'b' = IF two @ ELSE three @ ENDIF ENDIF
    most = IF #WinScore ELSE #LossScore ENDIF ENDIF ;
"""
# the player on the right has no move: that is noticed at their own choice
STUCK = """
{board 1 3 {grid} board}
{directions 0 1 {direction} right directions}
{players {player} One {player} Two players}
{turn-order {turn} One {together} Two turn-order}
: step right verify empty? verify from here move add-move ;
{moves steps {move} step moves}
{pieces {piece} man {moves} steps pieces}
{board-setup {setup} One man a1 {setup} Two man c1 board-setup}
: OnIsGameOver stalemate? IF #LossScore ELSE #UnknownScore ENDIF ;
"""


@pytest.fixture(scope="module")
def bets(tmp_path_factory: pytest.TempPathFactory) -> Game:
    path = tmp_path_factory.mktemp("together") / "bets.4th"
    path.write_text(BETS)
    return forthgame.load(path, native=False)


@pytest.fixture(scope="module")
def spiel(bets: Game) -> Any:
    pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")
    from forthgame.bridges.openspiel import register

    return register(bets, plies=40)


def test_openspiels_own_test_passes(spiel: Any) -> None:
    import pyspiel

    assert spiel.get_type().dynamics == pyspiel.GameType.Dynamics.SIMULTANEOUS
    pyspiel.random_sim_test(spiel, num_sims=3, serialize=True, verbose=False)


def test_choices_are_one_node(spiel: Any) -> None:
    """Two players choose at once, the dice of the turn follow, then a single player moves."""
    state = spiel.new_initial_state()
    assert state.is_simultaneous_node()
    assert state.legal_actions(0) == state.legal_actions(1) != []
    assert state.legal_actions(2) == []
    low, high = state.legal_actions(0)[0], state.legal_actions(1)[-1]
    assert state.action_to_string(1, high) == "B'b' co\"in d1"
    state.apply_actions([low, high, 0])
    assert state.is_chance_node(), "thrown in the same turn"
    before = np.array(state.observation_tensor(2))
    state.apply_action(state.legal_actions()[1])
    assert state.current_player() == 2
    assert state.state.history == ['A"a" co"in a1', '?Dice co"in b1', "B'b' co\"in d1"]
    assert state.state.board == {}
    assert not before[: 4 * 4].any(), "the planes of pieces show nothing that is chosen"


def test_an_illegal_choice_is_refused(spiel: Any) -> None:
    state = spiel.new_initial_state()
    with pytest.raises((forthgame.IllegalMove, RuntimeError)):
        state.apply_actions([spiel.num_distinct_actions() - 1, 0, 0])


def test_a_search_of_theirs_runs_on_turns(spiel: Any) -> None:
    import pyspiel
    from open_spiel.python.algorithms import mcts

    game = pyspiel.convert_to_turn_based(spiel)
    chance = np.random.RandomState(1)
    bot = mcts.MCTSBot(game, 2.0, 10, mcts.RandomRolloutEvaluator(1, chance), random_state=chance)
    assert bot.step(game.new_initial_state()) in game.new_initial_state().legal_actions()


def test_somebody_without_a_move(tmp_path: Path) -> None:
    """The other one still chooses, then the game is over for the player without a move."""
    pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")
    from forthgame.bridges.openspiel import register

    path = tmp_path / "stuck.4th"
    path.write_text(STUCK)
    state = register(forthgame.load(path, native=False)).new_initial_state()
    assert state.current_player() == 0
    state.apply_action(state.legal_actions()[0])
    assert state.is_terminal()
    assert state.returns() == [1.0, -1.0]


def test_agents_do_not_see_what_is_chosen(bets: Game) -> None:
    pytest.importorskip("pettingzoo", reason="PettingZoo is not installed")
    from forthgame.bridges.pettingzoo import env

    seen = []
    for choice in (0, 3):
        environment = env(bets)
        environment.reset(seed=1)
        mask = environment.last()[0]["action_mask"]
        environment.step(int(np.flatnonzero(mask)[choice]))
        assert environment.agent_selection == "B'b'"
        seen.append(environment.last()[0])
    assert (seen[0]["observation"] == seen[1]["observation"]).all()
    assert (seen[0]["action_mask"] == seen[1]["action_mask"]).all()


def test_their_own_tests_pass(bets: Game) -> None:
    pytest.importorskip("pettingzoo", reason="PettingZoo is not installed")
    from forthgame.bridges.gymnasium import make
    from forthgame.bridges.pettingzoo import env

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from gymnasium.utils.env_checker import check_env
        from pettingzoo.test import api_test, seed_test

        api_test(env(bets, plies=40), num_cycles=30)
        seed_test(lambda: env(bets, plies=40), num_cycles=20)
        check_env(make(bets, seat="B'b'"), skip_render_check=True)


def test_an_agent_chooses_blindly(bets: Game) -> None:
    """Whatever the agent chooses, an opponent that chooses after it does the same."""
    pytest.importorskip("gymnasium", reason="gymnasium is not installed")
    from forthgame.bridges.gymnasium import make

    answers = set()
    for choice in (0, 3):
        env = make(bets, seat='A"a"', opponent="first")
        seen, _ = env.reset(seed=2)
        env.step(np.flatnonzero(seen["action_mask"])[choice])
        answers.add(env.state.history[2])
    assert len(answers) == 1


def test_many_at_once_are_refused(bets: Game) -> None:
    pytest.importorskip("gymnasium", reason="gymnasium is not installed")
    from forthgame.bridges.gymnasium import make_vec

    with pytest.raises(ForthgameError, match="choose together: use `make` for each game"):
        make_vec(bets, 4)


@pytest.mark.slow
def test_apocalypse_in_openspiel() -> None:
    pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")
    from forthgame.bridges.openspiel import register

    game = register(forthgame.load("apocalypse", native=False), plies=200)
    pyspiel.random_sim_test(game, num_sims=5, serialize=True, verbose=False)
