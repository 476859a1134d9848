"""Records in SGF: texts after the specification and reports, and games written and read again."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

import forthgame
from forthgame.position.records.formats import read_trees
from forthgame.position.records.game_choice import script_of
from forthgame.position.records.game_tree import RecordError
from tests.position.test_pgn_inputs import line_text

# name, text, main line with its comments and variations, result
READ = [
    ("a game", "(;GM[1]FF[4]SZ[9]RE[B+2.5];B[aa];W[bb])", "aa bb", "0-1"),
    ("a pass", "(;GM[1];B[];W[tt])", " tt", "*"),
    ("an escaped bracket", r"(;C[a [b\] c];B[aa])", "aa", "*"),
    ("an escaped backslash", r"(;C[\\];B[aa];W[bb])", "aa bb", "*"),
    ("an escape before a bracket", r"(;C[\];B[aa];W[bb])", "bb", "*"),
    ("a semicolon and brackets in a comment", "(;C[(;B[aa\\])];B[bb])", "bb", "*"),
    ("a line end that is escaped", "(;B[aa]C[one\\\ntwo])", "aa{onetwo}", "*"),
    ("variations", "(;B[aa](;W[bb];B[cc])(;W[dd]C[x]))", "aa bb (dd{x}) cc", "*"),
    ("variations of a variation", "(;B[aa](;W[bb])(;W[cc](;B[dd])(;B[ee])))",
     "aa bb (cc dd (ee))", "*"),
    ("a tree for each move", "(;B[aa](;W[bb](;B[cc])))", "aa bb cc", "*"),
    ("blanks and line ends", "(\n ; GM [1]\n\n;B [aa]\n;W\n[bb]\n)\n", "aa bb", "*"),
    ("older names", "(;GaMe[1]SiZe[19]PlayerBlack[x];Black[aa];White[bb])", "aa bb", "*"),
    ("a missing semicolon", "(B[aa];W[bb])", "aa bb", "*"),
    ("text before and after", "From: x\n(;B[aa])\n-- end", "aa", "*"),
    ("text with brackets before", "Subject: (x) (y)\n(;B[aa])", "aa", "*"),
    ("an empty variation", "(;B[aa](;W[bb])(;C[nothing]))", "aa bb", "*"),
    ("a drawn game", "(;RE[Draw];B[aa])", "aa", "1/2-1/2"),
    ("a draw as a number", "(;RE[0];B[aa])", "aa", "1/2-1/2"),
    ("by resignation", "(;RE[W+Resign];B[aa])", "aa", "1-0"),
    ("no result", "(;RE[Void];B[aa])", "aa", "*"),
    ("signs of value", "(;B[aa]TE[1];W[bb]BM[2];B[cc]IT[])", "aa$1 bb$4 cc$5", "*"),
    ("a comment before the first move", "(;GM[1]C[hello];B[aa])", "aa", "*"),
    ("moves in the root", "(;GM[1]B[aa];W[bb])", "aa bb", "*"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "line", "result"), [c[1:] for c in READ], ids=[c[0] for c in READ]
)
def test_texts(text: str, line: str, result: str) -> None:
    (game,) = read_trees(text, "sgf")
    assert line_text(game.moves) == line
    assert (game.result, game.problems) == (result, [])


# name, text, the message of the first problem
WRONG = [
    ("not closed", "(;B[aa];W[bb]", ":1: this game is not closed"),
    ("a value that is not closed", "(;B[aa]\n;C[oh", ":2: the value of C is not closed"),
    ("a stray sign", "(;B[aa]---;W[bb])", ":1: '-' has no meaning"),
    ("two moves in a node", "(;B[aa]W[bb])", "a node with several moves"),
    ("stones within the game", "(;B[aa];AW[bb])", "AW changes the board within the game"),
    ("brackets without end", "(;B[aa]" * 100_000, ":1: this game is not closed"),
    ("variations without end", "(;B[aa](;W[bb])" * 1_000 + ")" * 1_000, ""),
]


@pytest.mark.parametrize(("text", "message"), [c[1:] for c in WRONG], ids=[c[0] for c in WRONG])
def test_mistakes(text: str, message: str) -> None:
    game = next(iter(read_trees(text, "sgf")))
    assert message in str(game.problems[0] if game.problems else "")


def test_variations_inside_each_other_have_a_limit() -> None:
    text = "(;B[aa](;W[bb])(;W[cc]" * 1_000 + ")" * 2_000
    (game,) = read_trees(text, "sgf")
    assert "more than 500 variations inside each other" in str(game.problems[0])


@pytest.mark.parametrize("text", [";;)", "[", "hello", "\x1a"])
def test_texts_without_a_game(text: str) -> None:
    with pytest.raises(RecordError, match="there is no game"):
        list(read_trees(text, "sgf"))


def test_several_games_and_tags() -> None:
    first, second = read_trees("(;PB[Ada]EV[Cup]SZ[9];B[aa])\n\n(;PW[Bob];B[bb])", "sgf")
    assert first.tags == {"Black": "Ada", "Event": "Cup", "SZ": "9"}
    assert (second.number, second.line, second.tags["White"]) == (2, 3, "Bob")


def test_the_encoding_is_named_in_the_file(tmp_path: Path) -> None:
    path = tmp_path / "a.sgf"
    path.write_bytes("(;CA[GB2312]PB[柯洁];B[aa])".encode("gb2312"))
    (game,) = read_trees(path)
    assert game.tags["Black"] == "柯洁"


# -- games ----------------------------------------------------------------------------------------

GAMES = ["go/9x9", "go/5x5", "hex/3x3", "othello", "gomoku", "lines-of-action", "amazons"]


@pytest.mark.sampled(2)
@pytest.mark.parametrize("name", GAMES)
def test_games_are_written_and_read(name: str) -> None:
    game, random = forthgame.load(name, native=False), Random(3)
    plies = 6 if name == "amazons" else 24
    state = game.new_game(seed=1)
    while len(state.history) < plies and state.moves():
        state.play(random.choice(state.moves()))
    text = state.record("sgf", White="A]d\\a")
    record = game.from_record(text, "sgf")
    assert record.tags["White"] == "A]d\\a"
    assert record.errors == []
    assert record.state().history == state.history
    assert record.text() == text
    (tree,) = read_trees(text, "sgf")
    assert forthgame.load(script_of(tree, "sgf"), native=False).name == game.name
    middle = game.position(state.to_text())
    assert game.from_record(middle.record("sgf"), "sgf").start().board == middle.board


@pytest.fixture(scope="module")
def go() -> forthgame.Game:
    return forthgame.load("go/9x9", native=False)


def test_stones_that_are_set_up(go: forthgame.Game) -> None:
    record = go.from_record("(;SZ[9]HA[2]AB[gc][cg];W[ee];B[aa])", "sgf")
    assert record.state().board == {
        "g7": ("Black", "stone"), "c3": ("Black", "stone"), "e5": ("White", "stone"),
        "a9": ("Black", "stone"),
    }  # fmt: skip
    assert len(go.from_record("(;SZ[9]AB[aa:cb]PL[W];W[ee])", "sgf").start().board) == 6


def test_the_first_move_says_who_begins(go: forthgame.Game) -> None:
    assert go.from_record("(;SZ[9];W[ee];B[aa])", "sgf").state().player == "White"


def test_variations_are_kept(go: forthgame.Game) -> None:
    text = "(;GM[1]SZ[9];B[aa](;W[bb]C[yes];B[cc])(;W[dd](;B[ee])(;B[ff]TE[2])))"
    record = go.from_record(text, "sgf")
    again = go.from_record(record.text(), "sgf")
    assert line_text(again.moves) == "aa bb{yes} (dd ee (ff$3)) cc"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("(;SZ[9];B[aa];W[aa])", ":1: ply 2: White cannot play 'aa'"),
        ("(;SZ[9];B[aa]\n;B[aa])", ":2: ply 2: Black cannot play 'aa'"),
        ("(;SZ[9];B[zz])", "ply 1: Black cannot play 'zz'"),
        ("(;SZ[19];B[aa])", "the board has the size 19, and 9 here"),
        ("(;GM[2];B[aa])", "the game has the number 2 in SGF, and 9x9 has 1"),
        ("(;SZ[9]AB[zz];W[aa])", "there is no point 'zz' on the board"),
    ],
)
def test_wrong_games(go: forthgame.Game, text: str, message: str) -> None:
    (record,) = go.records(text, "sgf")
    assert message in str(record.errors[0])


def test_a_colour_may_move_twice(go: forthgame.Game) -> None:
    record = go.from_record("(;GM[1]SZ[9];B[aa];B[bb];W[cc](;W[dd])(;B[ee]))", "sgf")
    assert record.errors == []
    board = record.state().board
    assert sorted(board.items()) == [
        ("a9", ("Black", "stone")), ("b8", ("Black", "stone")), ("c7", ("White", "stone")),
        ("d6", ("White", "stone")),
    ]  # fmt: skip
    assert record.text().count(";B[") == 3


def test_games_without_sgf() -> None:
    with pytest.raises(RecordError, match="tictactoe does not declare how SGF writes it"):
        forthgame.load("tictactoe", native=False).new_game().record("sgf")
