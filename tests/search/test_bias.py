"""`bias=1`: the values in the tree of random games for moves that were not tried yet."""

from __future__ import annotations

from pathlib import Path

import pytest

import forthgame
from forthgame.words.registers import playout_trees
from tests.search.test_tree_search import TIERS
from tests.searching import prepared, tree_of

SCRIPT = """\\ Stones are put where none of one's own is: early on b2, late on a1.
{board 3 3 {grid} board}
{players {player} A {player} B players}
{turn-order {turn} A {turn} B turn-order}
: put
  friend? NOT verify
  here b2 = IF 1 rank ENDIF
  here a1 = IF -1 rank ENDIF
  enemy? IF capture ENDIF drop add-move ;
{moves puts {move} put moves}
{pieces {piece} stone {drops} puts pieces}
{board-setup {setup} B stone c3 board-setup}
"""


def visits(game: forthgame.Game) -> list[int]:
    """Return the visits of the root's children in the last search."""
    tree = tree_of(game)
    return [tree.field(child, playout_trees.VISITS) for child in tree.children(0)]


@pytest.mark.parametrize("native", TIERS)
def test_moves_are_first_tried_in_the_order_of_what_is_known_of_them(
    tmp_path: Path, native: bool
) -> None:
    """These are moves that the script ranks, captures, all others, and moves ranked below them."""
    path = tmp_path / "stones.4th"
    path.write_text(SCRIPT)
    game = forthgame.load(path, native=native)
    state = prepared(game).new_game(seed=1)
    ends = [move.text.split()[-1] for move in state.moves()]
    early, takes, late = ends.index("b2"), ends.index("c3"), ends.index("a1")
    for games, tried in ((1, {early}), (2, {early, takes}), (8, set(range(9)) - {late})):
        state.search(f"uct:bias=1,playouts={games}", seed=1)
        assert {k for k, seen in enumerate(visits(game)) if seen} == tried
    state.search("uct:bias=0,playouts=1", seed=1)
    assert visits(game)[0] == 1
