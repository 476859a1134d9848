"""Tests of engines in turns in which several choose, against matrix games solved by hand."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

import forthgame
from forthgame.play.model.game_file import game_file, read_game
from forthgame.ui.commands.play import command
from forthgame.words.registers import memory_layout as at

from .together import ONE_TURN, PAYOFFS, STONES, Load, load, matrix

__all__ = ["load"]
# Talking is better whatever the other does; the order is silent, talk.
DILEMMA = """
{board 1 2 {grid} {variable} one {variable} two board}
{players {player} One {player} Two players}
{turn-order {turn} One {together} Two turn-order}
: pick drop add-move ;
{moves picks {move} pick moves}
{pieces {piece} stone {drops} picks pieces}
: points ( other-talks? talks? -- n )
    IF IF 1 ELSE 5 ENDIF ELSE IF 0 ELSE 3 ENDIF ENDIF ;
: talks? ( player -- ? ) chosen move-to 0> ;
: OnTogether
    Two talks? One talks? points one +!
    One talks? Two talks? points two +! ;
: OnEvaluate one @ two @ - current-player Two = IF NEGATE ENDIF ;
: OnIsGameOver turn-number 6 < IF #UnknownScore ELSE
    OnEvaluate 0= IF #DrawScore ELSE OnEvaluate 0> IF #WinScore ELSE #LossScore ENDIF ENDIF ENDIF ;
"""
THREE = """
{board 1 2 {grid} {variable} most board}
{players {player} A {player} B {player} C players}
{turn-order {turn} A {together} B {together} C turn-order}
: pick drop add-move ;
{moves picks {move} pick moves}
{pieces {piece} stone {drops} picks pieces}
: bet ( player n -- n ) SWAP chosen move-to * ;
: OnTogether A 1 bet B 2 bet + C 4 bet + most ! ;
: mine current-player player-index 1 SWAP BEGIN DUP WHILE SWAP 2 * SWAP 1- REPEAT DROP ;
: OnIsGameOver turn-number 1 = IF #UnknownScore ELSE
    most @ mine = IF #WinScore ELSE #LossScore ENDIF ENDIF ;
: OnEvaluate most @ mine = IF 10 ELSE 0 ENDIF ;
"""
PENNIES = ((1, -1), (-1, 1))


@pytest.mark.parametrize("engine", ["negamax", "paranoid", "maxn", "brs"])
@pytest.mark.parametrize("depth", [1, 2])
def test_the_worse_order_counts(load: Load, engine: str, depth: int) -> None:
    """Player One chooses first and Two sees it: the maximum of the row minima; for Two of
    columns.
    """
    state = load(matrix(PAYOFFS), engines=True).new_game(seed=1)
    found = state.search(engine, depth=depth)
    assert (str(found.move), found.score) == ("One stone b1", 0)
    state.play("One stone c1")
    found = state.search(engine, depth=depth)
    assert (str(found.move), found.score) == ("Two stone c1", -2)
    assert found.pv == ["Two stone c1"]


@pytest.mark.parametrize("engine", ["negamax", "maxn", "uct:playouts=300", "mcts:playouts=300"])
def test_the_second_one_does_not_see_what_the_first_has_chosen(load: Load, engine: str) -> None:
    game = load(matrix(PAYOFFS, ONE_TURN), engines=True)
    found = []
    for text in ("One stone a1", "One stone b1", "One stone c1"):
        state = game.new_game(seed=1)
        state.play(text)
        depth = None if ":" in engine else 3
        result = state.search(engine, time=None, depth=depth, seed=4)
        found.append((result.move, result.score, result.nodes, result.pv))
    assert found[0] == found[1] == found[2]


def test_behind_a_search_no_engine_is_at_work(load: Load) -> None:
    """`$searching` is 0 again, for the script and for the players who choose next."""
    state = load(matrix(PAYOFFS), engines=True).new_game(seed=1)
    state.search("negamax", depth=2)
    assert state.game.forth.processor.cell(at.SYSTEM_CELLS["$searching"]) == 0


@pytest.mark.parametrize("text", ["", "One stone a1", "One stone b1"])
def test_random_games_find_a_choice_that_is_always_better(load: Load, text: str) -> None:
    state = load(DILEMMA, engines=True).new_game(seed=1)
    if text:
        state.play(text)
    player = state.player
    found = state.search("uct:playouts=600", seed=3)
    assert str(found.move) == f"{player} stone b1"
    assert str(state.search("negamax", depth=4).move) == f"{player} stone b1"


def test_nobody_answers_what_he_does_not_know(load: Load) -> None:
    """Matching pennies are worth a half; if the answer could see the choice, they would be
    worth 0.
    """
    state = load(matrix(PENNIES, ONE_TURN), engines=True).new_game(seed=1)
    assert 400 <= state.search("uct:playouts=3000", seed=2).score <= 600
    assert state.search("negamax", depth=2).score < -2_000_000_000


def test_three_choose(load: Load) -> None:
    """A player who picks the second place alone wins."""
    game = load(THREE, engines=True)
    assert [game.perft(depth) for depth in range(1, 5)] == [2, 4, 8, 0]
    state = game.new_game(seed=1)
    for _ in range(2):
        found = state.search("uct:playouts=2000", seed=1)
        assert str(found.move) == f"{state.player} stone b1"
        assert found.nodes == 2000
        assert state.search("maxn", depth=3).nodes > 8
        state.play(state.moves()[0])


@pytest.mark.parametrize("engine", ["negamax", "paranoid", "maxn", "brs", "best-first"])
@pytest.mark.parametrize("chosen", [1, 2])
def test_a_line_leaves_out_what_others_have_chosen(load: Load, engine: str, chosen: int) -> None:
    """The engine guesses the others' choices, so its line ends with the turn and can be played."""
    state = load(THREE, engines=True).new_game(seed=1)
    for _ in range(chosen):
        state.play(0)
    found = state.search(engine, depth=3, time=None, seed=1)
    assert found.pv[0] == str(found.move)
    for text in found.pv:
        state.play(text)
    if engine != "best-first":
        assert len(found.pv) == 3 - chosen


def test_a_game_is_stored_and_played_again(load: Load, tmp_path: Path) -> None:
    game = load()
    state = game.new_game(seed=1)
    for text in ("One stone b1", "Two stone c1", "One stone a1"):
        state.play(text)
    for name in ("game.txt", "game.json"):
        game_file(state, 1, {}).save(tmp_path / name)
        last = read_game(tmp_path / name).replay(game)
        assert last.fingerprint == state.fingerprint
        assert [player for player, _ in read_game(tmp_path / name).moves] == ["One", "Two", "One"]


def test_a_game_at_the_prompt_hides_choices(tmp_path: Path) -> None:
    path = tmp_path / "both.4th"
    path.write_text(STONES)
    given = [str(path), "--seat", "One=first", "--seat", "Two=human", "--seed", "1"]
    shown = CliRunner().invoke(command, given, input="Two stone c1\nquit\n").output
    before, _, after = shown.partition("> ")
    assert "One has chosen." in before
    assert "One stone" not in before
    assert "One: One stone a1\nTwo: Two stone c1" in after


def test_taking_back_gives_the_choice_back(tmp_path: Path) -> None:
    path = tmp_path / "both.4th"
    path.write_text(STONES)
    given = [str(path), "--seat", "One=human", "--seat", "Two=first", "--seed", "1"]
    shown = CliRunner().invoke(command, given, input="1\nundo\nmoves\nquit\n").output
    assert shown.count("One to move (3 moves)") == 3


@pytest.mark.slow
@pytest.mark.parametrize("native", [False, True])
def test_a_tournament(tmp_path: Path, native: bool) -> None:
    path = tmp_path / "dilemma.4th"
    path.write_text(DILEMMA)
    played = forthgame.tournament(
        ["negamax:depth=2", "random"], game=str(path), games=4, seed=3, native=native
    ).records
    assert all([player for player, _ in r.moves] == ["One", "Two"] * 5 for r in played)
    assert [record.winner for record in played] == [0] * 4


# X and Y choose together, then Y alone. After `beat` the player whom the event is called for has
# lost; it is called for X first.
BEATEN = """
{board 1 2 {grid} {variable} n board}
{players {player} X {player} Y players}
{turn-order {turn} X {together} Y {turn} Y turn-order}
: beat 3 n ! ;  : halve 4 n ! ;
: go choice" halve" COMPILE halve add-move choice" beat" COMPILE beat add-move ;
: OnIsGameOver LIST n @ 3 = IF #LossScore ELSE
    n @ 4 = IF #DrawScore ELSE #UnknownScore ENDIF ENDIF ;
{moves m {move} go moves}
{pieces {piece} p {moves} m pieces}
{board-setup {setup} X p a1 {setup} Y p b1 board-setup}
"""


@pytest.mark.parametrize("listed", ["", "move-count DROP"], ids=["at once", "with the list"])
@pytest.mark.parametrize("engine", ["negamax", "paranoid", "maxn", "brs", "best-first", "uct"])
def test_the_end_is_evaluated_in_the_order_of_the_script(
    load: Load, engine: str, listed: str
) -> None:
    """The order of the calls also holds if the searcher is not the first who chooses: Y wins."""
    game = load(BEATEN.replace("LIST", listed), engines=True)
    begin = game.new_game(seed=1).to_text()
    state = game.position(begin.replace("turn=0,X,X,0,1,0", "turn=24,Y,Y,0,2,0"))
    ended = state.copy()
    ended.play(1)
    assert ended.winner == "Y"
    limit = {"playouts": 200, "seed": 1} if engine == "uct" else {"depth": 1}
    found = state.search(engine, **limit)
    assert found.move is not None
    assert found.move.choice == "beat"


@pytest.mark.parametrize("engine", ["negamax", "paranoid", "maxn", "brs", "best-first"])
@pytest.mark.parametrize("order", ["{turn} Two {together} One", "{turn} One {together} Two"])
def test_a_best_line_can_be_played_whatever_the_order_of_later_turns(
    load: Load, engine: str, order: str
) -> None:
    """The search lets its own side choose first in each turn."""
    text = DILEMMA.replace("turn-order}", f"{order} turn-order}}")
    for depth in (2, 3, 4, 5):
        state = load(text, engines=True).new_game(seed=1)
        found = state.search(engine, depth=depth)
        if engine != "best-first":  # which ends its line where several choose
            assert len(found.pv) >= depth - 1
        for move in found.pv:
            state.play(move)
