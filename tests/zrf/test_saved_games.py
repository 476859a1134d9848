"""Saved games of Zillions: read, compared with legal moves, written."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner

import forthgame
from forthgame import Game
from forthgame.position.records.formats import read_trees
from forthgame.position.records.game_tree import RecordError
from forthgame.position.records.zsg_texts import find_move, move_parts
from forthgame.ui.cli.main import forthgame as command
from forthgame.ui.worker.position_requests import read
from forthgame.ui.worker.worker_state import WorkerState

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


def run(*arguments: str, code: int = 0) -> str:
    """Run a command and return its output."""
    result = CliRunner().invoke(command, arguments)
    assert result.exit_code == code, result.output
    return result.output


@pytest.fixture(scope="module")
def checkers() -> Game:
    return forthgame.load(f"{RULES / 'checkers.zrf'}#Checkers", native=False)


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    """A saved game beside its rule file."""
    shutil.copy(RULES / "checkers.zrf", tmp_path / "Checkers.ZRF")
    path = tmp_path / "a.zsg"
    path.write_text(SAVED)
    return path


def test_a_saved_game_is_read() -> None:
    (tree,) = read_trees(SAVED, "zsg")
    assert tree.tags["VariantName"] == "Checkers"
    assert [move.text for move in tree.moves][:2] == ["Man c3 - d4", "Man b6 - c5"]
    assert tree.moves[0].line == 4
    assert tree.moves[-1].comment == "Black resigns"


def test_a_saved_game_is_written_as_it_was_read(checkers: Game) -> None:
    text = checkers.from_record(SAVED, "zsg").state().record("zsg")
    assert text == SAVED.replace("C:\\games\\", "").replace("Black resigns\n", "")


def test_a_changed_setup_is_read_and_written(checkers: Game) -> None:
    changed = "(x c3)\n(White King d4)\n1. partial 1 Man e3 - c5 x d4\n"
    text = SAVED.partition("1. ")[0] + changed
    state = checkers.from_record(text, "zsg").state(0)
    assert state.board["d4"] == ("White", "King")
    assert "c3" not in state.board
    assert changed.partition("1. ")[0] in state.record("zsg")


def test_names_of_the_rule_file_are_written(tmp_path: Path) -> None:
    path = tmp_path / "to.zrf"
    path.write_text(
        """(game (title "Small") (players White Black) (turn-order White Black)
           (board (positions (to 0 0 9 9) (from 9 0 18 9)) (links n (to from)))
           (piece (name move) (moves (n add)))
           (board-setup (White (move to))))"""
    )
    game = forthgame.load(str(path), native=False)
    state = game.new_game()
    state.play(state.moves()[0])
    text = state.record("zsg")
    assert "1. move to - from\n" in text
    assert game.from_record(text, "zsg").state().board == state.board


def test_the_end_of_a_chain_is_not_written(tmp_path: Path) -> None:
    path = tmp_path / "small.zrf"
    path.write_text(
        """(game (title "Small") (players White Black) (turn-order White Black)
           (option "pass partial" true)
           (board (positions (a 0 0 9 9) (b 9 0 18 9) (c 18 0 27 9) (d 0 9 9 18))
              (links n (a b) (b c) (d b)))
           (piece (name Man) (moves (move-type hop) (n (add-partial hop))))
           (piece (name King) (moves (n add)))
           (board-setup (White (Man a)) (Black (King d))))"""
    )
    game = forthgame.load(str(path), native=False)
    state = game.new_game()
    for move in ("partial 1 Man a - b", "Pass"):
        state.play(move)
    text = state.record("zsg")
    assert text.endswith("VariantName=Small\n1. partial 1 Man a - b\n")
    # the next move tells that the chain is over
    after = game.from_record(f"{text}1. King d x b\n", "zsg").state()
    assert after.history == ["partial 1 Man a - b", "Pass", "King d x b"]


def test_replay_finds_the_rule_file_beside_a_saved_game(saved: Path) -> None:
    assert "4. partial 1 Man a7 - c5 x b6" in run("replay", str(saved))


def test_replay_names_the_line_of_a_wrong_move(saved: Path) -> None:
    saved.write_text(SAVED.replace("b6 - c5", "b6 - c4"))
    assert "a.zsg:5: ply 2:" in run("replay", str(saved), code=1)


def test_why_is_asked_after_a_saved_game(saved: Path) -> None:
    text = run("why", f"{RULES / 'checkers.zrf'}#1", "--after", f"{saved}:plies=2", "Man a3 - b4")
    assert "checkers.zrf" in text
    assert "jumping" in text  # a capture is compulsory


def test_a_table_continues_a_saved_game() -> None:
    desk = WorkerState(f"{RULES / 'checkers.zrf'}#Checkers", lambda message: None)
    found = read(desk, {"text": SAVED})
    assert found["moves"][0] == ["Black", "Man c3 - d4"]
    assert len(found["moves"]) == 4
    assert "position" not in found["start"]


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("Man a1 - a2 x b2 @ c3 0 1", "Man a1 - a2 x b2", True),
        ("Man a1 x a2", "Man a1 - a2", True),
        ("Man a1 - a2 = King", "Man a1 - a2 = King on a2", True),
        (
            "Man a1 - a2 = King on b2 c3 x a1 a2",
            "Man a1 - a2 x a1 x a2 = King on b2 = King on c3",
            True,
        ),
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


def test_another_file_is_not_a_saved_game(checkers: Game) -> None:
    with pytest.raises(RecordError, match="a saved game of Zillions begins with"):
        checkers.from_record("1. Man c3 - d4", "zsg")
