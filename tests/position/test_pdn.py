"""Records of draughts in PDN."""

from __future__ import annotations

from random import Random

import pytest

import forthgame
from forthgame.position.records.formats import read_trees
from forthgame.position.records.game_choice import script_of
from forthgame.position.records.game_tree import RecordError
from tests.position.test_pgn_inputs import line_text

# name, text, main line, result
READ = [
    ("a game", "1. 32-28 19-23 2. 28x19 14x23 2-0", "32-28 19-23 28x19 14x23", "1-0"),
    ("a drawn game", "1. 32-28 1-1", "32-28", "1/2-1/2"),
    ("a lost game", "1. 32-28 0-2", "32-28", "0-1"),
    ("an unknown result", "1. 32-28 0-0", "32-28", "*"),
    ("results of chess", "1. 11-15 23-19 1/2-1/2", "11-15 23-19", "1/2-1/2"),
    ("moves of the same squares", "1. 1-6 2-7 1-0", "1-6 2-7", "1-0"),
    ("a forced move", "1. 32-28* 19-23 *", "32-28* 19-23", "*"),
    ("a whole path", "1. 4x27x38x15 *", "4x27x38x15", "*"),
    ("numbers without blanks", "1.32-28 19-23 2.28x19 *", "32-28 19-23 28x19", "*"),
    ("squares by name", "1. c3-d4 d6-c5 2. b2:d4 *", "c3-d4 d6-c5 b2:d4", "*"),
    ("values and comments", "1. 32-28! {x} 19-23? (1... 18-23) *", "32-28$1{x} 19-23$2 (18-23)",
     "*"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "line", "result"), [c[1:] for c in READ], ids=[c[0] for c in READ]
)
def test_texts(text: str, line: str, result: str) -> None:
    (game,) = read_trees(text, "pdn")
    assert (line_text(game.moves), game.result, game.problems) == (line, result, [])


@pytest.mark.parametrize(
    "name", ["draughts", "draughts/english", "draughts/italian", "draughts/russian"]
)
def test_games_are_written_and_read(name: str) -> None:
    game, random = forthgame.load(name, native=False), Random(5)
    state = game.new_game(seed=1)
    while len(state.history) < 30 and state.moves():
        state.play(random.choice(state.moves()))
    text = state.record("pdn", White="Ada")
    record = game.from_record(text, "pdn")
    assert record.state().history == state.history
    assert record.text() == text
    (tree,) = read_trees(text, "pdn")
    assert script_of(tree, "pdn") == str(game.path)
    middle = game.position(state.to_text())
    assert game.from_record(middle.record("pdn"), "pdn").start().fen() == middle.fen()


def test_captures_with_their_paths() -> None:
    game = forthgame.load("draughts", native=False)
    start = '[GameType "20"]\n[FEN "W:WK4:B13,32,37,20"]\n\n'
    (short,) = game.records(f"{start}1. 4x15 *", "pdn")
    assert "ply 1: White may mean several moves with '4x15'" in str(short.errors[0])
    paths = [game.from_record(f"{start}1. {path} *", "pdn").state().board
             for path in ("4x27x38x15", "4x31x42x15")]  # fmt: skip
    assert len(paths[0]) == len(paths[1])


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("1. 32-28 19-23 2. 37-32 *", "draughts"),
        ("1. 11-15 23-19 *", "english"),
        ('[GameType "25"]\n\n1. c3-d4 *', "russian"),
        ('[GameType "22,W,8,8,N2,1"]\n\n*', "italian"),
    ],
)
def test_the_game_of_a_record(text: str, name: str) -> None:
    (tree,) = read_trees(text, "pdn")
    assert script_of(tree, "pdn").endswith(f"/{name}.4th")


def test_other_games() -> None:
    (tree,) = read_trees('[GameType "40"]\n\n1. 32-28 *', "pdn")
    with pytest.raises(RecordError, match="the tag GameType is 40; --game names its script"):
        script_of(tree, "pdn")
    game = forthgame.load("draughts", native=False)
    (record,) = game.records('[GameType "21"]\n\n1. 11-15 *', "pdn")
    assert "GameType is 21, and this game has the type 20" in str(record.errors[0])
    with pytest.raises(RecordError, match="chess does not declare how PDN writes it"):
        forthgame.load("chess", native=False).new_game().record("pdn")
