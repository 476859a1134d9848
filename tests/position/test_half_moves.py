"""The position after the first actions of a move."""

from __future__ import annotations

from random import Random

import pytest

from forthgame.api.game import State, load
from forthgame.position.position_editing import after_actions
from forthgame.ui.worker.move_documents import listed_action


def index_of(state: State, text: str) -> int:
    return [move.text for move in state.moves()].index(text)


def test_an_amazon_has_gone_and_not_shot() -> None:
    state = load("amazons").new_game()
    number = index_of(state, "amazon d1 - d7 Burnt arrow d1")
    half = after_actions(state, number, 1)
    assert half.board.get("d7") == ("White", "amazon")
    assert "d1" not in half.board
    assert "d7" not in state.board


def test_men_are_counted_in_half_a_turn() -> None:
    """Storage that a move's words change is changed for the part that is done."""
    state = load("backgammon").new_game()
    state.play("3-1")
    number = index_of(state, "= man on p8 White man p5 = man on p6 White man p5")
    listed = [k for k, a in enumerate(state.moves()[number].actions) if listed_action(a)]
    half, whole = (after_actions(state, number, count) for count in (listed[2], 99))
    assert " stack%5b%5d[5]=1 " in half.to_text()
    assert " stack%5b%5d[5]=2 " in whole.to_text()


@pytest.mark.parametrize("name", ["chess", "minishogi", "splut/duel", "othello"])
def test_all_actions_are_the_move(name: str) -> None:
    random, state = Random(4), load(name).new_game(seed=1)
    for _ in range(12):
        moves = list(state.moves())
        if not moves or state.is_over:
            break
        number = random.randrange(len(moves))
        before, after = state.to_text(), state.copy()
        after.play(moves[number])
        whole = after_actions(state, number, len(moves[number].actions))
        assert whole.board == after.board
        assert state.to_text() == before
        assert after_actions(state, number, 0).board == state.board
        state.play(moves[number])
