"""A search does not begin inside another: each engine refuses, and still works afterwards."""

from __future__ import annotations

from pathlib import Path

import pytest

import forthgame
from forthgame import ScriptError

RACE = """
{board 1 6 {grid} {variable} busy board}
{directions 0 1 {direction} e directions}
{players {player} X {player} O players} {turn-order {turn} X {turn} O turn-order}
: one e verify empty? verify from here move add-move ;
: two e verify e verify empty? verify from here move add-move ;
{moves ways {move} one {move} two moves}
{pieces {piece} man {moves} ways pieces}
{board-setup {setup} X man a1 {setup} O man b1 board-setup}
: worth $positions @ current-player-index - ;
""".replace("current-player-index", "current-player player-index")
INNER = {
    "tree": "5 $playouts ! $UCTMove",
    "rollouts": "5 $playouts ! $MctsMove",
    "best first": "$BestFirstMove",
    "alpha-beta": "['] worth 2 AlphaBeta",
    "max-n": "1 $depthLimit ! $MaxNMove",
}
OUTER = (
    "negamax:depth=3",
    "maxn:depth=3",
    "best-first:nodes=50",
    "uct:playouts=20",
    "mcts:nodes=9",
)


def race(tmp_path: Path, text: str) -> forthgame.State:
    """The beginning of a small game with more words."""
    path = tmp_path / "race.4th"
    path.write_text(RACE + text)
    return forthgame.load(path, native=False).new_game(seed=1)


@pytest.mark.parametrize("inner", INNER)
def test_a_search_does_not_begin_inside_another(tmp_path: Path, inner: str) -> None:
    """Two in a row are allowed: the error of one does not prevent the next."""
    state = race(tmp_path, f": OnMakeAMove searching? IF {INNER[inner]} ENDIF ;")
    for outer in OUTER:
        for _ in range(2):
            with pytest.raises(ScriptError, match="a search cannot begin inside another"):
                state.search(outer, seed=1)
    with pytest.raises(ScriptError, match="a search cannot begin inside another"):
        race(tmp_path, f": OnMakeAMove {INNER[inner]} ;").prove(nodes=50)


def test_a_policy_of_random_games_does_not_search(tmp_path: Path) -> None:
    state = race(tmp_path, ": policy ['] worth 1 AlphaBeta $FirstMove ; ' policy IS $Rollout")
    with pytest.raises(ScriptError, match="a search cannot begin inside another"):
        state.search("mcts:playouts=5", seed=1)
    assert state.search("uct:playouts=5", seed=1).move in state.moves()


def test_a_search_that_was_stopped_is_over(tmp_path: Path) -> None:
    state = race(tmp_path, ": OnEvaluate worth ;")
    for engine in ("uct:nodes=3", "best-first:nodes=3", "mcts:nodes=3"):
        assert state.search(engine, seed=1).stopped
        assert state.search("negamax", depth=2).move in state.moves()
    state.prove(nodes=1)
    assert state.search("uct:playouts=5", seed=1).move in state.moves()


def test_a_move_of_a_game_may_search(tmp_path: Path) -> None:
    """Outside a search it is allowed."""
    state = race(
        tmp_path, ": OnMakeAMove busy @ 0= IF busy ON 5 $playouts ! $UCTMove busy OFF ENDIF ;"
    )
    state.play(0)
    assert state.turn_number == 2
