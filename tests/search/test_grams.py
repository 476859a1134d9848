"""Means of sequences of moves in random games: `ngram=`."""

from __future__ import annotations

from pathlib import Path

import pytest

import forthgame
from forthgame.api.game import State
from forthgame.words.registers import memory_layout as at, playout_trees

GAMES = 200


def entries(state: State, offset: int, length: int) -> list[tuple[int, int]]:
    """Games and half points of the entries of a table that were seen."""
    cells = state.game.forth.processor.i32
    start, step = (at.PLAYS + offset) >> 2, length >> 2
    count = playout_trees.ENTRIES if offset == 0 else playout_trees.GRAM_ENTRIES
    found = ((cells[k], cells[k + 1]) for k in range(start, start + count * step, step))
    return [(int(seen), int(points)) for seen, points in found if seen]


@pytest.mark.parametrize("longest", [2, 3])
def test_each_move_is_learned_behind_those_before_it(longest: int) -> None:
    """A game of n moves has n - 1 pairs and n - 2 triples, and points are those of the mover."""
    state = forthgame.load("tictactoe", native=False).new_game(seed=1)
    state.search(f"uct:ngram={longest},solve=no,playouts={GAMES}", seed=4)
    single = entries(state, 0, playout_trees.ENTRY)
    several = entries(state, playout_trees.GRAMS, playout_trees.GRAM_ENTRY)
    moves = sum(seen for seen, _ in single)
    wanted = moves - GAMES + (moves - 2 * GAMES if longest == 3 else 0)
    assert sum(seen for seen, _ in several) == wanted
    assert all(0 <= points <= 2 * seen for seen, points in several)
    assert len(several) > len(single)


def test_a_search_forgets_the_sequences_of_the_one_before() -> None:
    state = forthgame.load("tictactoe", native=False).new_game(seed=1)
    found = [state.search("uct:ngram=2,solve=no,playouts=100", seed=4) for _ in range(2)]
    assert found[0].score == found[1].score
    assert (
        sum(seen for seen, _ in entries(state, playout_trees.GRAMS, playout_trees.GRAM_ENTRY))
        < 100 * 9
    )


def test_without_the_option_nothing_is_learned_of_sequences() -> None:
    state = forthgame.load("tictactoe", native=False).new_game(seed=1)
    state.search("uct:mast=yes,solve=no,playouts=100", seed=4)
    assert entries(state, playout_trees.GRAMS, playout_trees.GRAM_ENTRY) == []


ANSWER = """\\ After four stones in two rows A puts one into the third row, B one into the fourth;
\\ B wins if both are in one column.
{board 4 4 {grid} board}
{players {player} A {player} B players}
{turn-order {turn} A {turn} B turn-order}
: row ( -- n ) here 4 / ;
: wanted? ( -- ? ) turn-number 5 < IF row 2 < ELSE turn-number 5 = IF 2 ELSE 3 ENDIF row = ENDIF ;
: put ( -- ) wanted? verify empty? verify drop add-move ;
{moves puts {move} put moves}
{pieces {piece} stone {drops} puts pieces}
: answered? ( -- ? )
  FALSE 4 0 DO 8 I + not-empty-at? 12 I + not-empty-at? AND IF DROP TRUE ENDIF LOOP ;
: OnIsGameOver ( -- result )
  turn-number 7 < IF #UnknownScore ELSE answered? IF #LossScore ELSE #WinScore ENDIF ENDIF ;
"""


def test_answers_are_drawn_by_what_they_were_worth_behind_the_move(tmp_path: Path) -> None:
    """Each answer is right once in four times; after the move before it always or never."""
    script = tmp_path / "answer.4th"
    script.write_text(ANSWER, encoding="utf-8")
    state = forthgame.load(script, native=False).new_game(seed=1)
    scores = {
        text: state.search(f"uct:{text},solve=no,explore=1,playouts=600", seed=5).score
        for text in ("mast=yes", "ngram=2", "ngram=3")
    }
    assert scores["mast=yes"] > 650  # of 1000 for A
    assert scores["ngram=2"] < 350
    assert scores["ngram=3"] < 450
