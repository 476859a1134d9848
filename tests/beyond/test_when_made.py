"""Tests of words that run when a move is made: the list they see, their start, and chains."""

from __future__ import annotations

from pathlib import Path

import pytest

import forthgame

from .tiers import TIERS

PLAYERS = """
{players {player} A {player} B players}
{turn-order {turn} A {turn} B turn-order}
"""
COUNTING = (
    """
{board 2 3 {grid} {variable} kept board}
{directions 0 1 {direction} e directions}
"""
    + PLAYERS
    + """: note move-count kept +! ;
: put empty? verify drop %s add-move ;
: st e verify friend? NOT verify from here move add-move ;
{moves drops {move} put moves} {moves steps {move} st moves}
{pieces {piece} p {drops} drops {moves} steps pieces}
: OnIsLegal? here kept @ + 5 MOD ;
%s
: OnIsGameOver kept @ 3 MOD 0= turn-number 4 > AND IF #WinScore ELSE
  turn-number 9 > IF #DrawScore ELSE stalemate? IF #LossScore ELSE #UnknownScore ENDIF ENDIF ENDIF ;
"""
)
SIGNS = {"win": 1, "draw": 0, "loss": -1}


def value(state: forthgame.State) -> int:
    """Return the value that the player to move can force, by playing every move of every list."""
    if state.outcome is not None:
        return SIGNS[state.outcome]
    best = -1
    for number in range(state.count):
        after = state.copy()
        after.play(number)
        best = max(best, -value(after) if after.player != state.player else value(after))
        if best == 1:
            break
    return best


@pytest.mark.parametrize("native", TIERS)
@pytest.mark.parametrize(
    ("compiled", "event"), [("COMPILE note", ""), ("", ": OnMakeAMove move-count kept +! ;")]
)
def test_the_list_that_a_move_came_from_has_legal_moves_only(
    tmp_path: Path, compiled: str, event: str, native: bool
) -> None:
    path = tmp_path / "game.4th"
    path.write_text(COUNTING % (compiled, event))
    state = forthgame.load(path, native=native).new_game(seed=1)
    for ply in range(3):
        state.play((ply * 3 + 3) % state.count)
    wanted = value(state.copy())
    assert SIGNS[state.prove().value] == wanted
    proven = state.search("negamax", depth=12).proven
    assert proven is None or SIGNS[proven] == wanted


NOTING = (
    """
{board 3 3 {grid} {variable} kept board}
{directions -1 0 {direction} n 0 1 {direction} e directions}
"""
    + PLAYERS
    + """: note n DROP e DROP here kept ! ;
: put empty? verify drop COMPILE note add-move ;
: ste e verify friend? NOT verify from here move add-move ;
{moves drops {move} put moves} {moves steps {move} ste moves}
{pieces {piece} p {moves} steps {drops} drops pieces}
{board-setup {setup} A p c2 {setup} B p a3 board-setup}
: OnIsLegal? here from + 3 MOD ;
: OnEvaluate here kept @ + ;
"""
)


@pytest.mark.parametrize("native", TIERS)
def test_a_compiled_word_begins_at_the_first_position(tmp_path: Path, native: bool) -> None:
    path = tmp_path / "game.4th"
    path.write_text(NOTING)
    game = forthgame.load(path, native=native)
    for choice in range(6):
        batch = game.batch(3, seed=1)
        states = [game.new_game(seed=1 + k) for k in range(3)]
        for ply in range(4):
            numbers = [(choice + 5 * ply + 3 * k) % s.count for k, s in enumerate(states)]
            for state, number in zip(states, numbers, strict=True):
                state.play(number)
            batch.step(numbers)
            texts = [state.to_text() for state in states]
            assert all("kept=1" in text.split() for text in texts)
            assert all("kept=1" in batch.state(k).to_text().split() for k in range(3))


CHAINS = (
    """
{board 2 3 {grid} board}
{directions 0 1 {direction} e 0 -1 {direction} w directions}
"""
    + PLAYERS
    + """: go EXECUTE verify empty? verify from here move ;
: east ['] e go add-move ;  : west ['] w go add-move ;
: wait current-player B = verify Pass ;
: hop ['] e go partial add-move ;
{moves steps {move} east {move} west {move} hop {move} wait moves}
{pieces {piece} p {moves} steps pieces}
{board-setup {setup} A p a1 {setup} B p a2 board-setup}
: OnIsGameOver stalemate? IF #DrawScore ELSE #UnknownScore ENDIF repetitions DROP ;
: OnIsLegal? partial? current-player B = OR repetitions 1 = OR ;
"""
)
HOP = "partial 0 p a1 - b1"
ROUND = ("p a1 - b1", "Pass", "p b1 - c1", "p a2 - b2", "p c1 - b1", "p b2 - a2", "p b1 - a1",
         "Pass", HOP)  # fmt: skip  # A on c1, B on a2 and to move has stood behind the third


@pytest.mark.parametrize("native", TIERS)
@pytest.mark.parametrize(("line", "move", "legal"), [((HOP,), "p b1 - a1", True),
                                                     (ROUND, "p b1 - c1", False)])  # fmt: skip
def test_the_end_of_a_chain_counts_with_the_turn_to_come(
    tmp_path: Path, line: tuple[str, ...], move: str, legal: bool, native: bool
) -> None:
    path = tmp_path / "game.4th"
    path.write_text(CHAINS)
    state = forthgame.load(path, native=native).new_game(seed=1)
    for each in line:
        state.play(state.find(each, exact=True))
    assert (move in map(str, state.moves())) == legal


THREE = """
{board 2 3 {grid} board}
{players {player} A {player} B {player} C players}
{turn-order {turn} A {turn} B {turn} C turn-order}
: put empty? verify drop add-move ;
{moves drops {move} put moves}
{pieces {piece} p {drops} drops pieces}
: OnIsGameOver turn-number 3 < IF #UnknownScore ELSE
  b1 friend-at? IF #WinScore ELSE #DrawScore ENDIF ENDIF ;
"""


def test_a_draw_of_the_one_to_move_is_one_for_all_three(tmp_path: Path) -> None:
    path = tmp_path / "three.4th"
    path.write_text(THREE)
    state = forthgame.load(path, native=False).new_game(seed=1)
    state.play(0)
    found = state.search("paranoid", depth=1)
    state.play(found.move)
    assert state.outcomes() == {"A": "draw", "B": "draw", "C": "draw"}
    assert found.score == 0
