"""Our games in gymnasium and PettingZoo pass their tests, and equal our own games."""

from __future__ import annotations

import warnings
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import forthgame
from forthgame import ForthgameError, Game
from forthgame.bridges.actions import Actions
from tests.bridging import GAMES
from tests.searching import interrupt_searches

gymnasium = pytest.importorskip("gymnasium", reason="gymnasium is not installed")


@cache
def loaded(name: str) -> Game:
    return forthgame.load(name, native=False)


def single(name: str, **options: Any) -> Any:
    from forthgame.bridges.gymnasium import make

    return make(loaded(name), **options)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.filterwarnings("ignore::UserWarning")
def test_its_own_check_of_environments_passes(name: str) -> None:
    from gymnasium.utils.env_checker import check_env

    check_env(single(name, plies=60), skip_render_check=name != "tictactoe")


def test_an_agent_plays_to_the_end() -> None:
    env = single("breakthrough", seat="Black", opponent="first")
    seen, info = env.reset(seed=1)
    chance, reward, over = np.random.default_rng(1), 0.0, False
    assert seen["observation"][3].all(), "Black is to move"
    while not over:
        seen, reward, over, cut, info = env.step(chance.choice(np.flatnonzero(seen["action_mask"])))
        assert not cut
    assert env.state.is_over
    assert reward == (1 if env.state.winner == "Black" else -1)
    assert not info
    assert "the game is over" in env.render()


def test_ctrl_c_while_the_opponent_thinks_ends_the_step(monkeypatch: pytest.MonkeyPatch) -> None:
    env = single("tictactoe", opponent="first")
    env.reset(seed=1)
    interrupt_searches(monkeypatch)
    with pytest.raises(KeyboardInterrupt):
        env.step(0)


def test_an_illegal_action_loses() -> None:
    env = single("tictactoe")
    seen, _ = env.reset(seed=1)
    illegal = int(np.flatnonzero(seen["action_mask"] == 0)[0])
    _, reward, over, _, info = env.step(illegal)
    assert (reward, over, info) == (-1.0, True, {"illegal": True})


def test_what_is_no_number_is_no_action() -> None:
    env, envs = single("tictactoe"), vector("tictactoe", 2)
    env.reset(seed=1)
    envs.reset(seed=1)
    for action in (None, "1", 1.5, [1]):
        with pytest.raises(TypeError, match="an action must be a whole number"):
            env.step(action)
    for actions in (1, [1], [1, 2, 3], [1.0, 2.0], None):
        with pytest.raises(TypeError, match="actions are 2 whole numbers, one for each environ"):
            envs.step(actions)
    assert env.state.history == []


def test_a_game_that_is_over_before_the_first_turn_has_its_result(tmp_path: Path) -> None:
    """No action is read, of one game and of many."""
    from forthgame.bridges.gymnasium import make, make_vec

    path = tmp_path / "misere.4th"
    path.write_text("""{board 2 2 {grid} board} {players {player} A {player} B players}
{turn-order {turn} A {turn} B turn-order} : put empty? verify drop add-move ;
{moves drops {move} put moves} {pieces {piece} man {drops} drops pieces}
: OnIsGameOver turn-number 1 > IF #WinScore ELSE #UnknownScore ENDIF ;
""")
    with forthgame.load(path, native=False) as game:
        env = make(game, seat="B")
        seen, _ = env.reset(seed=1)
        assert not seen["action_mask"].any()
        assert env.step(0)[1:] == (1.0, True, False, {})
        envs = make_vec(game, 2, seat="B")
        envs.reset(seed=1)
        for _ in range(2):
            _, rewards, over, cut, info = envs.step(np.zeros(2, int))
            assert (rewards == 1.0).all()
            assert over.all()
            assert not cut.any()
            assert not info["illegal"].any()
            envs.step(np.zeros(2, int))  # begins anew


def test_the_same_seed_gives_the_same_dice() -> None:
    env = single("ur")
    found = []
    for _ in range(2):
        seen, _ = env.reset(seed=5)
        for _ in range(10):
            seen, *_ = env.step(np.flatnonzero(seen["action_mask"])[0])
        found.append(env.state.history)
    assert found[0] == found[1]


def test_a_game_may_be_cut() -> None:
    env = single("splut", plies=6)
    seen, _ = env.reset(seed=1)
    over = cut = False
    while not (over or cut):
        seen, reward, over, cut, _ = env.step(np.flatnonzero(seen["action_mask"])[0])
    assert (over, cut, reward) == (False, True, 0.0)


def test_wrong_options_are_refused() -> None:
    with pytest.raises(ValueError, match="there is no seat 'Blue'; there are X, O"):
        single("tictactoe", seat="Blue")
    with pytest.raises(ForthgameError, match="there is no engine"):
        single("tictactoe", opponent="deep")
    with pytest.raises(ValueError, match="render_mode"):
        single("tictactoe", render_mode="rgb")


# -- many at once ---------------------------------------------------------------------------------


def vector(name: str, number: int, **options: Any) -> Any:
    from forthgame.bridges.gymnasium import make_vec

    return make_vec(loaded(name), number, **options)


@pytest.mark.parametrize("name", [*GAMES, "othello", "chess"])
@pytest.mark.sampled(4)
def test_masks_of_many_games_are_those_of_each(name: str) -> None:
    """Arrays give the same masks as `Actions` for each position."""
    envs, chance = vector(name, 6), np.random.default_rng(1)
    actions = Actions(loaded(name))
    seen, _ = envs.reset(seed=3)
    for _ in range(15):
        for k in range(6):
            state = envs.batch.state(k)
            assert sorted(np.flatnonzero(seen["action_mask"][k])) == actions.legal(state)
            planes = envs.prepared.observer.read(state)
            assert (seen["observation"][k] == planes).all()
        chosen = [chance.choice(np.flatnonzero(mask)) if mask.any() else 0
                  for mask in seen["action_mask"]]  # fmt: skip
        seen, *_ = envs.step(np.array(chosen))


def test_pieces_of_no_type_have_the_numbers_of_one_game(tmp_path: Path) -> None:
    """A script may create undeclared pieces; 4 is not a king."""
    from forthgame.bridges.gymnasium import make_vec

    path = tmp_path / "untyped.4th"
    path.write_text("""{board 2 3 {grid} board} {players {player} A {player} B players}
{turn-order {turn} A {turn} B turn-order}
: put empty? verify turn-number 1 = IF drop ELSE 4 create-piece-type ENDIF add-move ;
{moves drops {move} put moves} {pieces {piece} king {drops} drops {piece} pawn pieces}
""")
    with forthgame.load(path, native=False) as game:
        envs = make_vec(game, 1)
        seen, _ = envs.reset(seed=1)
        envs.step(seen["action_mask"].argmax(axis=1))
        seen = envs._observation()
        assert np.flatnonzero(seen["action_mask"][0]).tolist() == envs.prepared.actions.legal(
            envs.batch.state(0)
        )


def test_many_games_end_and_begin_anew() -> None:
    envs, chance = vector("tictactoe", 50), np.random.default_rng(1)
    seen, _ = envs.reset(seed=1)
    ended = begun = 0
    total = np.zeros(3)
    for _ in range(40):
        before = envs._ended.copy()
        mask = seen["action_mask"]
        chosen = (mask * chance.random(mask.shape)).argmax(axis=1)
        seen, rewards, over, cut, info = envs.step(chosen)
        assert not cut.any()
        assert not info["illegal"].any()
        assert not over[before].any(), "a game that has begun anew"
        begun += before.sum()
        ended += over.sum()
        total += [(rewards[over] == value).sum() for value in (1, 0, -1)]
        assert (rewards[~over] == 0).all()
    assert ended > 200
    assert begun > 150
    assert total.sum() == ended
    assert total[0] > total[2], "X moves first"


SCORES = """{{board 1 6 {{grid}} board}}
{{players {players} players}} {{turn-order {turns} turn-order}}
: put empty? verify drop add-move ; {{moves drops {{move}} put moves}}
{{pieces {{piece}} man {{drops}} drops pieces}}
: full turn-number 4 > IF {said} ENDIF ; {{endings full {{ending}} full endings}}
"""


@pytest.mark.parametrize(
    ("seats", "said"),
    [("ABC", "30 A score 20 B score 10 C score"), ("AB", "30 A score 20 B score"),
     ("AB", "30 A score B wins"), ("AB", "A loses B loses 5 A score"), ("A", "30 A score")],
)  # fmt: skip
def test_scores_give_many_the_rewards_of_one(seats: str, said: str, tmp_path: Path) -> None:
    from forthgame.bridges.gymnasium import make, make_vec

    path = tmp_path / "scores.4th"
    players, turns = (" ".join(f"{{{word}}} {p}" for p in seats) for word in ("player", "turn"))
    path.write_text(SCORES.format(players=players, turns=turns, said=said))
    with forthgame.load(path, native=False) as game:
        for seat in seats:
            env, envs = make(game, seat=seat), make_vec(game, 2, seat=seat)
            seen, _ = env.reset(seed=1)
            of_one = over = 0
            while not over:
                seen, of_one, over, *_ = env.step(seen["action_mask"].argmax())
            seen, _ = envs.reset(seed=1)
            of_many, ended = np.zeros(2), np.zeros(2, bool)
            while not ended.any():
                seen, of_many, ended, *_ = envs.step(seen["action_mask"].argmax(axis=1))
            assert of_many.tolist() == [of_one] * 2


def test_an_illegal_action_loses_one_of_many() -> None:
    envs = vector("tictactoe", 3)
    seen, _ = envs.reset(seed=1)
    legal = seen["action_mask"].argmax(axis=1)
    legal[1] = envs.prepared.actions.size - 1
    seen, rewards, over, _, info = envs.step(legal)
    assert info["illegal"].tolist() == [False, True, False]
    assert (rewards[1], over[1]) == (-1.0, True)


@pytest.mark.sampled(2)
@pytest.mark.parametrize("kind", ["GameEnv", "VectorGameEnv", "RawEnv"])
def test_behind_a_call_that_was_cut_short_an_environment_is_reset(
    monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    """Another player is to move there, and an action would be played for them."""
    from forthgame.bridges import gymnasium, pettingzoo

    envs = {
        "GameEnv": lambda: gymnasium.GameEnv(loaded("breakthrough")),
        "VectorGameEnv": lambda: gymnasium.VectorGameEnv(loaded("breakthrough"), 2),
        "RawEnv": lambda: pettingzoo.RawEnv(loaded("breakthrough")),
    }[kind]()
    first = Actions(loaded("breakthrough")).legal(loaded("breakthrough").new_game(seed=1))[0]
    action = np.array([first, first]) if kind == "VectorGameEnv" else first

    def interrupted() -> None:
        raise KeyboardInterrupt

    for _ in range(2):
        with pytest.raises(ForthgameError, match="call reset first"):
            envs.step(action)
        envs.reset(seed=1)
        with monkeypatch.context() as patched:
            patched.setattr(envs, "_advance", interrupted)
            with pytest.raises(KeyboardInterrupt):
                envs.step(action)
    envs.reset(seed=1)
    envs.step(action)


@pytest.mark.parametrize("wrong", [-1, -2, 10**6])
def test_no_number_below_or_above_all_is_an_action(wrong: int) -> None:
    """This includes -1, which would be the end of each list that is shorter than the longest."""
    envs = vector("breakthrough", 4)
    seen, _ = envs.reset(seed=1)
    while len(set(envs.batch.counts)) == 1:
        seen, *_ = envs.step(seen["action_mask"].argmax(axis=1))
    chosen = seen["action_mask"].argmax(axis=1)
    shortest = int(envs.batch.counts.argmin())
    chosen[shortest] = wrong
    _, rewards, over, _, info = envs.step(chosen)
    assert np.flatnonzero(info["illegal"]).tolist() == [shortest]
    assert (rewards[shortest], over[shortest]) == (-1.0, True)


def test_the_same_seed_gives_the_same_many_games() -> None:
    envs = vector("breakthrough", 4)
    found = []
    for _ in range(2):
        seen, _ = envs.reset(seed=9)
        for _ in range(5):
            seen, *_ = envs.step(seen["action_mask"].argmax(axis=1))
        found.append(seen["observation"])
    assert (found[0] == found[1]).all()


# -- PettingZoo -----------------------------------------------------------------------------------


def agents(name: str, plies: int = 60) -> Any:
    pytest.importorskip("pettingzoo", reason="PettingZoo is not installed")
    from forthgame.bridges.pettingzoo import env

    return env(loaded(name), plies=plies)


@pytest.mark.parametrize("name", GAMES)
def test_pettingzoos_own_test_passes(name: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from pettingzoo.test import api_test

        api_test(agents(name), num_cycles=40)


@pytest.mark.parametrize("name", ["tictactoe", "ur"])
def test_pettingzoos_test_of_seeds_passes(name: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from pettingzoo.test import seed_test

        seed_test(lambda: agents(name), num_cycles=20)


def test_agents_take_turns_and_are_paid_at_the_end() -> None:
    env, chance = agents("breakthrough", 300), np.random.default_rng(1)
    env.reset(seed=1)
    paid: dict[str, float] = {}
    for agent in env.agent_iter():
        seen, reward, over, cut, _ = env.last()
        if over or cut:
            paid[agent] = reward
            env.step(None)
            continue
        assert reward == 0
        env.step(int(chance.choice(np.flatnonzero(seen["action_mask"]))))
    state = env.unwrapped.state_of_game
    assert state.is_over
    assert paid == {
        player: 1.0 if player == state.winner else -1.0 for player in ("White", "Black")
    }


def test_an_illegal_move_of_an_agent_loses() -> None:
    env = agents("tictactoe")
    env.reset(seed=1)
    seen = env.observe("X")
    with pytest.raises(TypeError, match="an action must be a whole number"):
        env.step("a1")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        env.step(int(np.flatnonzero(seen["action_mask"] == 0)[0]))
    assert env.rewards["X"] == -1
    assert all(env.terminations.values())


THROWN = """
{board 1 2 {grid} {variable} thrown board}
{players {player} X {player} Y {player} ?Dice {random} players}
{turn-order {turn} ?Dice {turn} X {turn} Y turn-order}
: throw from here move 1 thrown later! add-move ;
{moves throws {move} throw moves}
{pieces {piece} man {piece} die {moves} throws pieces}
{board-setup {setup} X man a1 {setup} ?Dice die b1 board-setup}
: decided thrown @ IF X wins ENDIF ;
{endings decided {ending} decided endings}
"""


def test_agents_are_paid_where_dice_end_the_game_before_they_move(tmp_path: Path) -> None:
    pytest.importorskip("pettingzoo", reason="PettingZoo is not installed")
    from forthgame.bridges.pettingzoo import env

    path = tmp_path / "thrown.4th"
    path.write_text(THROWN)
    made = env(forthgame.load(path, native=False))
    made.reset(seed=1)
    paid = {}
    for agent in made.agent_iter():
        _, paid[agent], over, _, _ = made.last()
        assert over
        made.step(None)
    assert paid == {"X": 1.0, "Y": -1.0}
