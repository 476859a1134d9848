"""Games of one player: search engines solve small ones."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from oracles.eight_puzzle import HARDEST, SHORT, distances
from oracles.registry import all_games
from oracles.sokoban import LEVELS, solution

import forthgame
from forthgame.ui.commands.solve import command
from tests.waiting import HANGS_AFTER

ORACLES = all_games()


def solved(name: str, depth: int) -> list[str]:
    """The line that alpha-beta finds at a depth, played in script and oracle to a win."""
    state, oracle = forthgame.load(name).new_game(seed=1), ORACLES[name]()
    line = [str(move) for move in state.search(engine="negamax", depth=depth).pv]
    for text in line:
        assert state.outcome is None
        state.play(text)
        oracle.play(text)
    assert state.outcome == oracle.outcome == "win"
    return line


def test_the_cross_takes_five_jumps() -> None:
    """A single peg of six is left."""
    assert len(solved("peg-solitaire/cross", 6)) == 5


@pytest.mark.slow
def test_the_pyramid_takes_fifteen_jumps() -> None:
    """There are sixteen pegs: three million positions."""
    assert len(solved("peg-solitaire/pyramid", 16)) == 15


def test_a_jump_in_the_wrong_direction_loses() -> None:
    """These are the cross with a peg left outside the middle, or more than one."""
    state = forthgame.load("peg-solitaire/cross").new_game(seed=1)
    while state.outcome is None:
        state.play(state.moves()[0])
    assert state.outcome == "loss"


@pytest.mark.slow
def test_the_short_eight_puzzle_takes_twelve_moves() -> None:
    """An enumeration of all positions shows that no fewer are enough."""
    assert len(solved("eight-puzzle/short", 14)) == 12 == distances()[SHORT]


def test_the_hardest_eight_puzzle_takes_31_moves() -> None:
    """No position is further away from the end: half of all arrangements can be solved."""
    found = distances()
    assert len(found) == 181440
    assert max(found.values()) == found[HARDEST] == 31


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("level", "moves"), [("sokoban", 11), ("sokoban/corridor", 7), ("sokoban/three", 29)]
)
def test_levels_of_sokoban_can_be_solved(level: str, moves: int) -> None:
    """The oracle's shortest solution is one in the script too."""
    line = solution(LEVELS[level])
    assert len(line) == moves
    state = forthgame.load(level).new_game(seed=1)
    for text in line:
        assert state.outcome is None
        state.play(text)
    assert state.outcome == "win"


@pytest.mark.parametrize(("level", "moves"), [("sokoban", 11), ("sokoban/corridor", 7)])
def test_levels_of_sokoban_are_solved_by_search(level: str, moves: int) -> None:
    """Twelve moves ahead."""
    assert len(solved(level, 12)) == moves


def test_a_crate_in_a_corner_is_lost() -> None:
    """There are two corners beside the crates of the first level."""
    state = forthgame.load("sokoban").new_game(seed=1)
    for text in ("man d3 - d4", "crate c4 - b4 man d4 x c4", "man c4 - c5"):
        state.play(text)
        assert state.outcome is None
    state.play("man c5 - b5")
    state.play("crate b4 - b3 man b5 x b4")
    assert state.outcome is None
    state.play("crate b3 - b2 man b4 x b3")
    assert state.outcome == "loss"


# ---- shortest solutions ----

SOLVED_EIGHT = (
    "eight-puzzle | Player:one@a3 Player:two@b3 Player:three@c3 Player:four@a2 Player:five@b2 "
    "Player:six@c2 Player:seven@a1 Player:eight@b1 | turn=0,Player,Player,0,1,0"
)


@pytest.mark.parametrize(("level", "moves"), [(1, 11), (2, 7), (3, 29), (4, 20), (5, 14)])
def test_levels_of_sokoban_have_shortest_solutions(level: int, moves: int) -> None:
    """Solutions are as long as those of the oracle."""
    game = forthgame.load("sokoban", native=False)
    found = game.solve("breadth", level=level)
    assert (found.length, found.warnings) == (moves, ())


@pytest.mark.slow
@pytest.mark.parametrize("method", ["breadth", "both-ends", "ida"])
def test_the_hardest_eight_puzzle_is_solved_in_31_moves(method: str) -> None:
    """A breadth-first search visits all 181440 positions, as no other is as far away."""
    game = forthgame.load("eight-puzzle")
    to = game.position(SOLVED_EIGHT) if method == "both-ends" else None
    found = game.solve(method, to=to)
    assert (found.length, found.warnings) == (31, ())
    assert (found.positions == 181440) == (method == "breadth")
    began = time.thread_time()
    twice = game.solve(method, to=to)
    assert twice.positions / (time.thread_time() - began) > 50_000  # usually 600 000


@pytest.mark.slow
def test_peg_solitaire_is_solved_in_31_jumps() -> None:
    found = forthgame.load("peg-solitaire").solve("ida", time=HANGS_AFTER)
    assert (found.length, found.warnings) == (31, ())


IN_EIGHTEEN = (  # moves of several jumps in a line
    "d2-d4", "b3-d3", "c1-c3", "c4-c2", "c6-c4", "a5-c5", "d5-b5", "a3-a5 a5-c5", "e3-c3", "g3-e3",
    "f5-d5 d5-b5 b5-b3 b3-d3 d3-f3", "e7-e5", "g5-g3 g3-e3", "e4-e6", "c7-e7 e7-e5",
    "e1-c1 c1-c3 c3-c5", "e2-e4 e4-e6 e6-c6 c6-c4 c4-e4", "f4-d4",
)  # fmt: skip


def behind_turns(game: forthgame.Game, turns: int) -> forthgame.State:
    """Return the position after so many turns of the eighteen."""
    state = game.new_game(seed=1)
    for turn in IN_EIGHTEEN[:turns]:
        jumps = turn.split()
        for jump in jumps:
            partial = jump != jumps[-1]
            ends = jump.replace("-", " - ")
            fitting = [m.text for m in state.moves() if f"peg {ends} x" in m.text]
            state.play(next(t for t in fitting if t.startswith("partial") == partial))
    return state


def test_eighteen_moves_solve_peg_solitaire() -> None:
    """Jumps of one peg in a row are one move."""
    state = behind_turns(forthgame.load("peg-solitaire/moves", native=False), 18)
    assert (state.outcome, state.ending, state.turn_number) == ("win", "solved", 19)


@pytest.mark.parametrize("turns", [12, 13, 15])
def test_the_last_of_the_eighteen_are_the_fewest(turns: int) -> None:
    """OnDistance returns at most the number that a breadth-first search finds."""
    state = behind_turns(forthgame.load("peg-solitaire/moves", native=False), turns)
    for method in ("ida", "breadth"):
        found = state.solve(method)
        assert (found.length, found.warnings) == (18 - turns, ())


@pytest.mark.slow
def test_fewer_than_eighteen_moves_do_not_solve_peg_solitaire(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The four first jumps mirror each other, and none leads to a shorter solution."""
    monkeypatch.setenv("FORTHGAME_EFFORT", "2")  # 70 million positions
    state = behind_turns(forthgame.load("peg-solitaire/moves"), 1)
    found = state.solve("ida", time=3600)
    assert (found.length, found.warnings) == (17, ())


@pytest.mark.parametrize("method", ["breadth", "ida"])
def test_the_cross_has_a_shortest_solution(method: str) -> None:
    assert forthgame.load("peg-solitaire/cross", native=False).solve(method).length == 5


def test_a_tour_of_three_by_four_takes_twelve_moves() -> None:
    assert forthgame.load("knights-tour/3x4", native=False).solve().length == 12


@pytest.mark.parametrize(("board", "squares"), [("5x5", 25), ("6x6", 36), ("knights-tour", 64)])
@pytest.mark.sampled(2)
def test_warnsdorff_completes_the_tour(board: str, squares: int) -> None:
    """The evaluation needs to look one move ahead only."""
    name = board if board == "knights-tour" else f"knights-tour/{board}"
    state, oracle = forthgame.load(name).new_game(seed=1), ORACLES[name]()
    while state.outcome is None:
        move = state.search(engine="negamax", depth=1).move
        oracle.play(str(move))
        state.play(move)
    assert state.outcome == oracle.outcome == "win"
    assert len(state.history) == squares


@pytest.mark.slow
def test_tours_of_five_by_five() -> None:
    """The number is known: 1728, counted in both directions."""
    assert forthgame.load("knights-tour/5x5").perft(25) == 1728


HOPS = """
{board 1 3 {grid} board}
{directions 0 1 {direction} e directions}
{players {player} A players}
{turn-order {turn} A turn-order}
: hop ( -- ) e verify from here move here b1 = IF partial ENDIF add-move ;
{moves ways {move} hop moves}
{pieces {piece} man {moves} ways pieces}
{board-setup {setup} A man a1 board-setup}
: trap ( -- ) b1 empty-at? NOT ENOUGH ;
: home ( -- ) c1 empty-at? NOT IF A goal ENDIF ;
{endings trap {ending} trapped home {ending} home endings}
"""


@pytest.mark.parametrize(("enough", "warns"), [("IF A loses ENDIF", True), ("DROP", False)])
def test_an_ending_within_a_turn_of_the_solution_is_reported(
    tmp_path: Path, enough: str, warns: bool
) -> None:
    """The puzzle is checked between turns, the game after each move; the command shows it all."""
    path = tmp_path / "hops.4th"
    path.write_text(HOPS.replace("ENOUGH", enough))
    found = forthgame.load(path, native=False).solve()
    assert found.moves == ("partial 0 man a1 - b1", "man b1 - c1")
    said = "in play the game is over behind 'partial 0 man a1 - b1' (loss), in the middle of a turn"
    assert [warning.startswith(said) for warning in found.warnings] == [True] * warns
    shown = CliRunner().invoke(command, [str(path), "--interpret"])
    assert shown.exit_code == 0
    assert "1  man b1 - c1" in shown.stdout
    assert (said in shown.stderr) == warns


LATE = """{board 1 4 {grid} board}
{directions 0 1 {direction} east 0 -1 {direction} west directions}
{players {player} P players}
{turn-order {turn} P turn-order}
: go ( ? -- ) verify empty? verify from here move add-move ;
: e ( -- ) east go ;
: w ( -- ) west go ;
{moves gos {move} e {move} w moves}
{pieces {piece} man {moves} gos pieces}
{board-setup {setup} P man a1 board-setup}
: solved ( -- ) turn-number AFTER > d1 not-empty-at? AND IF P goal ENDIF ;
{endings solved {ending} solved endings}
: OnDistance ( -- n ) 0 d1 empty-at? IF DROP 1 ENDIF ;
"""


@pytest.mark.parametrize(
    "options", [{}, {"method": "ida", "depth": 20}, {"method": "ida", "time": 0.1}]
)
def test_the_number_of_the_turn_may_decide(tmp_path: Path, options: dict[str, Any]) -> None:
    """The solver reports the parts of positions that it ignores, whatever it finds."""
    path = tmp_path / "late.4th"
    path.write_text(LATE.replace("AFTER", "9"))
    with forthgame.load(path, native=False) as game:
        found = game.solve(**options)
        assert not found.solved
        assert [warning for warning in found.warnings if "--turn-numbers" in warning]
        found = game.solve(turns=True, **options)
        assert (found.length, found.warnings) == (9, ())
