"""Tables of positions that searches use, and that a game keeps from move to move."""

from __future__ import annotations

import pytest

import forthgame
from forthgame.search.tree_reuse import ReusableTable, lent_table


def test_a_table_that_is_dropped_while_it_is_lent_stays_mapped() -> None:
    game, kept = forthgame.load("tictactoe"), ReusableTable()
    with lent_table(game.forth.processor, 1, kept) as lent:
        assert kept.table is not None
        kept.table.close()
        assert lent is not None
        assert len(bytes(lent)) == 1 << 20
    with pytest.raises(ValueError, match="released"):
        lent[0]
