"""Saved games of Zillions."""

from __future__ import annotations

from pathlib import Path

import pytest

import forthgame
from forthgame.zrf.saved_games import SavedGameError, find_move, move_parts, read_saved_game

RULES = Path(__file__).parent / "rules"
PLAYERS, PLACES = {"White", "Black"}, {"a1", "a2", "b2", "c3"}

SAVED = """Zillions Save Game File Version 0.02 HH
RulesFile=C:\\games\\checkers.zrf
VariantName=Checkers
1. Man c3 - d4
1. Man b6 - c5
2. partial 1 Man d4 - b6 x c5
2. partial 1 Man a7 - c5 x b6
Black resigns
"""


def test_a_saved_game_is_read(tmp_path: Path) -> None:
    path = tmp_path / "a.zsg"
    path.write_text(SAVED)
    saved = read_saved_game(path)
    assert (saved.rules, saved.variant) == ("checkers.zrf", "Checkers")
    assert [move.text for move in saved.moves][:2] == ["Man c3 - d4", "Man b6 - c5"]
    assert saved.moves[0].line == 4
    assert saved.remarks == ["Black resigns"]


def test_moves_are_found_among_the_legal_ones(tmp_path: Path) -> None:
    path = tmp_path / "a.zsg"
    path.write_text(SAVED)
    game = forthgame.load(f"{RULES / 'checkers.zrf'}#Checkers", native=False)
    state = game.new_game()
    for move in read_saved_game(path).moves:
        legal = state.moves()
        number = find_move(move.text, [str(each) for each in legal], game.players, game.positions)
        assert number is not None
        state.play(legal[number])
    assert state.player == "Black"


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("Man a1 - a2 x b2 @ c3 0 1", "Man a1 - a2 x b2", True),
        ("Man a1 x a2", "Man a1 - a2", True),
        ("Man a1 - a2 = King", "Man a1 - a2 = King on a2", True),
        ("White Man a1 Black Man b2", "Black Man b2 White Man a1", True),
        ("partial 2 Man a1 - a2", "Man a1 - a2", False),
        ("Man a1 - a2", "Man a1 - b2", False),
    ],
)
def test_texts_of_the_two_programs_are_compared_by_their_parts(
    one: str, other: str, same: bool
) -> None:
    assert (move_parts(one, PLAYERS, PLACES) == move_parts(other, PLAYERS, PLACES)) is same


def test_the_nearest_of_several_moves_is_found() -> None:
    legal = ["Man a1 - a2 = King", "Man a1 - a2 x b2 = Queen", "Pass"]
    assert find_move("Man a1 - a2 = Queen on a2 x b2", legal, PLAYERS, PLACES) == 1
    assert find_move("Pass", legal, PLAYERS, PLACES) == 2
    assert find_move("= King on a1", [*legal, "Man a1 x a1 = King"], PLAYERS, PLACES) == 3
    assert find_move("Man a1 - c3", legal, PLAYERS, PLACES) is None


def test_another_file_is_not_a_saved_game(tmp_path: Path) -> None:
    path = tmp_path / "a.zsg"
    path.write_text("1. Man a1 - a2")
    with pytest.raises(SavedGameError, match="not a saved game"):
        read_saved_game(path)
