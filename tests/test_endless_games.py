"""Random games that never end: a tree of them goes by the evaluation."""

from __future__ import annotations

from pathlib import Path

import pytest

import forthgame

WALK = """\\ Each walks along a row of his own, for ever; the further to the right the better.
{board 2 9 {grid} board}
{directions 0 1 {direction} e 0 -1 {direction} w directions}
{players {player} A {player} B players}
{turn-order {turn} A {turn} B turn-order}
: go-on e verify empty? verify from here move add-move ;
: go-back w verify empty? verify from here move add-move ;
{moves ways {move} go-back {move} go-on moves}
{pieces {piece} man {moves} ways pieces}
{board-setup {setup} A man e1 {setup} B man e2 board-setup}
: OnIsGameOver #UnknownScore ;
VARIABLE mine
: OnEvaluate ( -- score )
  0 $positions @ 0 DO
    I friend-at? IF I 9 MOD + ENDIF  I enemy-at? IF I 9 MOD - ENDIF
  LOOP 100 * ;
"""


@pytest.mark.parametrize("engine", ["uct", "mcts", "uct:mast=yes"])
def test_the_evaluation_decides(tmp_path: Path, engine: str) -> None:
    path = tmp_path / "walk.4th"
    path.write_text(WALK, encoding="utf-8")
    state = forthgame.load(path, native=False).new_game(seed=1)
    found = state.search(engine, playouts=400, seed=1)
    assert str(found.move).endswith("f1")


def test_a_limit_that_is_given_counts(tmp_path: Path) -> None:
    """The register is what the option says before each search, whatever the one before found."""
    path = tmp_path / "walk.4th"
    path.write_text(WALK, encoding="utf-8")
    game = forthgame.load(path, native=False)
    scores = [game.new_game(seed=1).search("uct", playouts=60, seed=3).score for _ in range(2)]
    assert scores[0] == scores[1]
    few = game.new_game(seed=1).search("uct", playouts=7, seed=3)
    assert few.score == 500  # all of them were draws
