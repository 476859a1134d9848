"""`auto` chooses an engine by the game and the limits, and says why."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

import forthgame
from forthgame.game.automatic import Traits, choose, traits
from forthgame.game.engines import Limits
from forthgame.ui.cli.main import forthgame as command

PLACING = """
{board 3 3 {grid} board}
{players {player} X {player} O players}
{turn-order {turn} X {turn} O turn-order}
: put ( -- ) empty? verify drop add-move ;
{moves puts {move} put moves}
{pieces {piece} mark {drops} puts pieces}
: OnIsGameOver ( -- n ) stalemate? IF #DrawScore ELSE #UnknownScore ENDIF ;
"""
TAKING = """
{board 4 4 {grid} board}
{directions -1 0 {direction} n 1 0 {direction} s 0 1 {direction} e directions}
{players {player} X {player} O players}
{turn-order {turn} X {turn} O turn-order}
: step ( ? -- ) verify friend? NOT verify from here move add-move ;
: n-step n step ; : s-step s step ; : e-step e step ;
{moves steps {move} n-step {move} s-step {move} e-step moves}
{pieces {piece} man {moves} steps pieces}
{board-setup {setup} X man a1 {setup} X man b1 {setup} X man c1 {setup} O man a2
  {setup} O man b2 {setup} O man c2 board-setup}
: OnIsGameOver ( -- n ) stalemate? IF #LossScore ELSE #UnknownScore ENDIF ;
"""


def loaded(folder: Path, text: str) -> forthgame.Game:
    path = folder / "small.4th"
    path.write_text(text, encoding="utf-8")
    return forthgame.load(path, native=False)


def test_a_game_without_captures_or_judgement_gets_random_games(tmp_path: Path) -> None:
    game = loaded(tmp_path, PLACING)
    assert choose(game, Limits(time=1.0)).engine == "uct"
    assert traits(game).taking == 0


def test_where_pieces_are_taken_alpha_beta_searches(tmp_path: Path) -> None:
    found = choose(loaded(tmp_path, TAKING), Limits(time=1.0))
    assert (found.engine, found.reason) == ("negamax", "two players, and pieces are taken")


@pytest.mark.parametrize(
    ("name", "wanted"),
    [("breakthrough", "negamax"), ("splut", "paranoid"), ("apocalypse", "uct"),
     ("peg-solitaire", "uct"), ("chess", "negamax")],
)  # fmt: skip
def test_bundled_games(name: str, wanted: str) -> None:
    assert choose(forthgame.load(name, native=False), Limits(time=1.0)).engine == wanted


def test_a_depth_means_plies_and_playouts_random_games(tmp_path: Path) -> None:
    game = loaded(tmp_path, PLACING)
    assert choose(game, Limits(depth=3)).engine == "negamax"
    assert choose(game, Limits(playouts=10)).engine == "uct"


def test_a_search_says_which_engine_and_why(tmp_path: Path) -> None:
    state = loaded(tmp_path, PLACING).new_game(seed=1)
    found = state.search("auto:nodes=50", seed=3)
    assert (found.engine, found.nodes) == ("uct", 50)
    assert "neither values nor captures" in found.reason
    assert found.share is not None
    again = state.search("auto:nodes=50", seed=3)
    assert (again.move, again.score) == (found.move, found.score)


def test_a_script_that_names_no_engine_gets_it(tmp_path: Path) -> None:
    state = loaded(tmp_path, PLACING).new_game(seed=1)
    assert state.search(time=None, nodes=20).engine == "uct"
    assert state.search(depth=2).engine == "negamax"


def test_a_script_may_name_it(tmp_path: Path) -> None:
    named = PLACING.replace("{player} X", "{player} X {search-engine} auto")
    state = loaded(tmp_path, named).new_game(seed=1)
    assert state.search(time=None, nodes=20).engine == "uct"


def test_the_choice_leaves_the_game_as_it_was() -> None:
    state = forthgame.load("connectfour", native=False).new_game(seed=1)
    state.play(state.moves()[3])
    before = (state.to_text(), state.history, [str(move) for move in state.moves()])
    state.search("auto", time=None, nodes=30)
    assert (state.to_text(), state.history, [str(move) for move in state.moves()]) == before


def test_traits_are_compared() -> None:
    assert Traits(2, False, False, True, False, 3.0, 0.1).players == 2


def run(*words: str) -> str:
    found = CliRunner().invoke(command, ["analyse", *words, "--interpret"])
    assert found.exit_code == 0, found.output
    return found.output


def test_analyse_names_the_engine(tmp_path: Path) -> None:
    loaded(tmp_path, PLACING)
    told = run(str(tmp_path / "small.4th"), "--engine", "auto", "--nodes", "50")
    assert "auto chooses uct: two players" in told
    assert "% of the points" in told


def test_analyse_proves() -> None:
    document = json.loads(run("tictactoe", "--prove", "--json"))
    assert (document["value"], document["stopped"]) == ("draw", "")
    after = "X mark b2; O mark a2; X mark a1; O mark c3"
    assert "proven: a win by X mark" in run("tictactoe", "--prove", "--after", after)
    text = forthgame.load("tictactoe", native=False).new_game(seed=1).to_text()
    assert "proven: a draw" in run("tictactoe", "--prove", "--position", text)


def test_analyse_says_what_was_not_decided() -> None:
    assert "not decided within" in run("chess", "--prove", "--nodes", "300")
