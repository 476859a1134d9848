"""The games that come along: counts, openings, and random play beside independent rules."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from oracles import Breakthrough, ConnectFour, Splut, TicTacToe

import forthgame
from forthgame.source import shipped

# provenance: tic-tac-toe, Connect Four and breakthrough are published counts that the oracles
# repeat; Splut's were counted by the oracle, which was written from the rules alone
COUNTS = {
    "tictactoe": [9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872],
    "connectfour": [7, 49, 343, 2401, 16807, 117649, 823536, 5673234],
    "breakthrough": [22, 484, 11132, 256036, 6182818],
    "splut": [3, 9, 70, 210, 1653],
    "splut/duel": [3, 9, 79, 79, 717],
    "splut/random": [3, 9, 79, 79, 717],
}
ORACLES: dict[str, Callable[[], Any]] = {
    "tictactoe": TicTacToe,
    "connectfour": ConnectFour,
    "breakthrough": Breakthrough,
    "splut": Splut,
    "splut/duel": lambda: Splut(duel=True),
}


def test_every_game_is_tested_and_explained() -> None:
    """A folder in games/ has a README, counts and an oracle."""
    folders = {path.name for path in shipped("games").iterdir() if path.is_dir()}
    assert folders == {name.split("/")[0] for name in COUNTS}
    assert folders == {name.split("/")[0] for name in ORACLES}
    for name in folders:
        assert (shipped("games") / name / "README.md").is_file()


@pytest.mark.parametrize("name", COUNTS)
def test_counts(name: str) -> None:
    """perft, in the interpreter up to medium depth and natively to the full one."""
    plain = forthgame.load(name, native=False)
    assert [plain.perft(depth) for depth in range(1, 5)] == COUNTS[name][:4]
    game = forthgame.load(name)
    assert game.perft(0) == 1
    assert [game.perft(depth) for depth in range(1, len(COUNTS[name]) + 1)] == COUNTS[name]


def test_counting_past_the_end() -> None:
    """Without asking for the end, tic-tac-toe fills the board in every order."""
    game = forthgame.load("tictactoe")
    assert game.perft(9, stop_at_end=False) == 362880
    assert game.perft(10, stop_at_end=False) == 0


def test_the_opening_of_splut() -> None:
    """The recorded numbers of legal moves."""
    state = forthgame.load("splut").new_game(seed=1)
    assert state.player == "South"
    assert [str(m) for m in state.moves()] == ["wizard d2 - d3", "dwarf e2 - e3", "troll f2 - f3"]
    state.play("wizard d2 - d3")
    assert (state.player, len(state.moves())) == ("West", 3)
    state.play("troll b4 - c4")
    assert (state.player, len(state.moves())) == ("West", 7)


def beside(name: str, games: int, seed: int) -> None:
    """Random games in script and oracle: the same moves, player and outcome at every ply."""
    game = forthgame.load(name)
    assert game.native is not None
    game.native.prepare(wait=True)
    choose = random.Random(seed)
    for number in range(games):
        state, oracle = game.new_game(seed=number), ORACLES[name]()
        for _ in range(400):
            assert state.player == oracle.player
            assert state.outcome == oracle.outcome
            if state.outcome:
                break
            texts = [str(move) for move in state.moves()]
            assert sorted(texts) == sorted(oracle.moves())
            text = choose.choice(texts)
            state.play(text)
            oracle.play(text)


@pytest.mark.parametrize("name", ORACLES)
def test_beside_the_oracle(name: str) -> None:
    """A few games."""
    beside(name, 5, seed=1)


@pytest.mark.slow
@pytest.mark.parametrize("name", ORACLES)
def test_long_beside_the_oracle(name: str) -> None:
    """Many games."""
    beside(name, 100, seed=2)


def test_the_duel_engine_plays_better_than_chance() -> None:
    """Eight games against a random player: chance alone would hardly win seven."""
    from forthgame.play.tournament import Plan, records

    won = [record.winner for record in records(Plan(("splut/duel", "splut/random"), 8, 11))]
    assert won.count(0) >= 7


def test_evaluations_are_counted() -> None:
    """The article's measure of move ordering, printed by the script."""
    game = forthgame.load("splut/duel")
    state = game.new_game(seed=1)
    for _ in range(4):
        state.play(state.search().move)
    game.printed.clear()
    game.run_event(".evaluations")
    game.forth.processor.flush()
    assert any(character.isdigit() for character in "".join(game.printed))


def test_shipped_scripts_load_by_path_and_by_name(tmp_path: Path) -> None:
    """A bare name works from any folder; a path does too."""
    assert forthgame.load("splut/duel").name == "duel"
    assert forthgame.load(shipped("games") / "breakthrough" / "breakthrough.4th").pieces == ["man"]
    with pytest.raises(forthgame.ScriptError, match="there is no script"):
        forthgame.load(tmp_path / "nothing.4th")
