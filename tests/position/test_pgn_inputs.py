"""PGN as people and programs write it, after specifications and public reports of mistakes."""

from __future__ import annotations

from pathlib import Path
from time import process_time

import pytest

from forthgame.position.records.formats import read_trees
from forthgame.position.records.game_tree import GameTree, RecordedMove, RecordError

HEAD = '[Event "x"]\n\n'


def line_text(moves: list[RecordedMove]) -> str:
    """Write moves with comments, annotations and variations, as the cases have them."""
    parts = []
    for move in moves:
        before = f"<{move.before}>" if move.before else ""
        nags = "".join(f"${nag}" for nag in move.nags)
        comment = f"{{{move.comment}}}" if move.comment else ""
        parts.append(f"{before}{move.text}{nags}{comment}")
        parts += [f"({line_text(variation)})" for variation in move.variations]
    return " ".join(parts)


def games(text: str) -> list[GameTree]:
    return list(read_trees(text, "pgn"))


# name, text, main line with all that belongs to it, result
READ = [
    ("numbers without a blank", "1.e4 e5 2.Nf3 *", "e4 e5 Nf3", "*"),
    ("numbers of the second player", "1. e4 1... e5 2. Nf3 2...Nc6 1-0", "e4 e5 Nf3 Nc6", "1-0"),
    ("dots after a blank", "1. d4 {a} 1. ... Nf6 {b} 2. \nNf3 *", "d4{a} Nf6{b} Nf3", "*"),
    ("numbers without dots", "1 e4 e5 2 Nf3 *", "e4 e5 Nf3", "*"),
    ("no numbers", "e4 e5 Nf3 1/2-1/2", "e4 e5 Nf3", "1/2-1/2"),
    ("dots alone", "... e5 2. Nf3 *", "e5 Nf3", "*"),
    ("signs of value", "1. e4! e5? 2. Nf3!! Nc6?? 3. Bb5!? a6?! *",
     "e4$1 e5$2 Nf3$3 Nc6$4 Bb5$5 a6$6", "*"),
    ("signs apart", "1. e4 ! e5 2. Nf3 !? = Nc6 +- *", "e4$1 e5 Nf3$5$10 Nc6$18", "*"),
    ("signs with slashes", "1. e4 +/= e5 -/+ 2. Nf3 =/+ *", "e4$14 e5$17 Nf3$15", "*"),
    ("annotations by number", "1. e4 $1 $14 e5 $2 *", "e4$1$14 e5$2", "*"),
    ("an annotation before a bracket", "1. Nc3 $2 (1. a3 Be5 $13) 1... Qe7 *",
     "Nc3$2 (a3 Be5$13) Qe7", "*"),
    ("a variation", "1. e4 e5 (1... c5 2. Nf3) 2. Nf3 *", "e4 e5 (c5 Nf3) Nf3", "*"),
    ("variations of a variation", "1. d4 (1. h4 (1. a4) h5 (1... a5)) d5 *",
     "d4 (h4 (a4) h5 (a5)) d5", "*"),
    ("two variations of one move", "1. e4 (1. d4) (1. c4) e5 *", "e4 (d4) (c4) e5", "*"),
    ("a variation without blanks", "1.e4(1.d4 d5)1...e5*", "e4 (d4 d5) e5", "*"),
    ("a comment at the beginning of a variation", "1. d4 d5 ({(A)} 1... Nf6) *",
     "d4 d5 (<(A)>Nf6)", "*"),
    ("comments before and after", "1. d4 ({w} e4 {b} e5) Nf6 ({c} d5) *",
     "d4 (<w>e4{b} e5) Nf6 (<c>d5)", "*"),
    ("a comment after a variation", "1. e4 e6 {a} (1... c6){, b} 2. d4 *", "e4 e6{a , b} (c6) d4",
     "*"),
    ("a comment about the game", "{Round one} 1. e4 *", "e4", "*"),
    ("a semicolon in a comment", "1. e4 {a ; b} e5 *", "e4{a ; b} e5", "*"),
    ("a comment to the end of the line", "1. e4 ; the best (by test {\ne5 *",
     "e4{the best (by test {} e5", "*"),
    ("a comment of two lines", "1. e4 {one\ntwo} e5 *", "e4{one two} e5", "*"),
    ("a comment of one bracket", "1. e4 {\nsome comments} e5 *", "e4{some comments} e5", "*"),
    ("an opening bracket in a comment", "1. e4 {a { b} e5 *", "e4{a { b} e5", "*"),
    ("an empty comment", "1. e4 {} e5 *", "e4 e5", "*"),
    ("a clock", "1. e4 {[%clk 0:03:00]} e5 *", "e4{[%clk 0:03:00]} e5", "*"),
    ("a line that is escaped", "1. e4\n%anything ( { here\ne5 *", "e4 e5", "*"),
    ("a percent sign within a line", "1. e4 {%} e5 *", "e4{%} e5", "*"),
    ("castling with zeros", "1. 0-0 0-0-0 *", "0-0 0-0-0", "*"),
    ("en passant", "1. exd6 e.p. Kd7 2. exd6e.p. *", "exd6 Kd7 exd6e.p.", "*"),
    ("null moves", "1. e4 -- 2. Z0 *", "e4 -- Z0", "*"),
    ("a draw in short", "1. e4 1/2", "e4", "1/2-1/2"),
    ("a result in another script", "1. e4 ½-½", "e4", "1/2-1/2"),
    ("long dashes", "1. e4 1–0", "e4", "1-0"),
    ("a result within a variation", "1. e4 (1. d4 1-0) e5 0-1", "e4 (d4) e5", "0-1"),
    ("no result", "1. e4 e5", "e4 e5", "*"),
    ("only a result", "1-0", "", "1-0"),
    ("moves of another line end", "1. e4\re5\r\n2. Nf3 *", "e4 e5 Nf3", "*"),
    ("tabs", "1.\te4\te5 *", "e4 e5", "*"),
    ("drops", "1. P@e4 N@f6+ *", "P@e4 N@f6+", "*"),
    ("a draw with blanks", "1. e4 1/2 - 1/2", "e4", "1/2-1/2"),
    ("a win with blanks", "1. e4 1 - 0", "e4", "1-0"),
    ("a loss with long dashes", "1. e4 e5 0 — 1", "e4 e5", "0-1"),
    ("a draw in signs with blanks", "1. e4 ½ – ½", "e4", "1/2-1/2"),
    ("a result after a variation", "1. e4 e5 (1... c5)1-0", "e4 e5 (c5)", "1-0"),
    ("a result after a comment", "1. e4 {White resigns}0-1", "e4{White resigns}", "0-1"),
    ("two dots", "1.. e5 2. Nf3 *", "e5 Nf3", "*"),
    ("evaluations", "1. e4 {[%eval 0.17] [%clk 0:00:30]} e5 {[%csl Gd4]} *",
     "e4{[%eval 0.17] [%clk 0:00:30]} e5{[%csl Gd4]}", "*"),
    ("annotations without blanks", "1. e4$1$14 e5$2 *", "e4$1$14 e5$2", "*"),
    ("signs of books without blanks", "1. e4± e5!∓ 2. Nf3⩲ Nc6+- 3. Bb5= *",
     "e4$16 e5$1$17 Nf3$14 Nc6$18 Bb5$10", "*"),
    ("a promotion in brackets", "1. e8(Q) (1. e8(N)) f1(b)+ *", "e8(Q) (e8(N)) f1(b)+", "*"),
    ("a comment after the result", "1. e4 e5 1-0 {Black resigns} ; now", "e4 e5{Black resigns now}",
     "1-0"),
    ("a draw in points", "1. e4 0.5-0.5", "e4", "1/2-1/2"),
    ("too many signs", "1. e4!!? e5??! *", "e4$3 e5$4", "*"),
    ("numbers that are wrong", "7. e4 e5 1. Nf3 99... Nc6 *", "e4 e5 Nf3 Nc6", "*"),
    ("zeros and letters", "1. o-o O-O-O+ *", "o-o O-O-O+", "*"),
    ("figurines", "1. ♘f3 ♞f6 *", "♘f3 ♞f6", "*"),
    ("a comment of several lines and brackets", "1. e4 {a (b\n[c] ; d} e5 *",
     "e4{a (b [c] ; d} e5", "*"),
    ("reserved brackets of a variation that is empty", "1. e4 () e5 *", "e4 e5", "*"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "line", "result"), [c[1:] for c in READ], ids=[c[0] for c in READ]
)
def test_moves(text: str, line: str, result: str) -> None:
    (game,) = games(HEAD + text)
    assert (line_text(game.moves), game.result, game.problems) == (line, result, [])


# name, text, tags
TAGS = [
    ("escaped quotes", r'[Event "The \"Closed\" Dragon"]', {"Event": 'The "Closed" Dragon'}),
    ("a backslash", r'[Event "Let\\s Play"]', {"Event": r"Let\s Play"}),
    ("quotes that are not escaped", '[Event "5th "Mikis" Cup"]', {"Event": '5th "Mikis" Cup'}),
    ("brackets", '[Black "[=0040.34h5a4]"]', {"Black": "[=0040.34h5a4]"}),
    ("several in a line", '[Event "a"][Site "b"] [Round "1"]',
     {"Event": "a", "Site": "b", "Round": "1"}),
    ("an empty value", '[Event ""]', {"Event": ""}),
    ("blanks around", '  [ Event   "a" ]  ', {"Event": "a"}),
    ("accents and backticks", '[Site "Cap D`Agde"]\n[White "Élo"]',
     {"Site": "Cap D`Agde", "White": "Élo"}),
    ("a value without quotes", "[Round 3]", {"Round": "3"}),
]  # fmt: skip


@pytest.mark.parametrize(("text", "tags"), [c[1:] for c in TAGS], ids=[c[0] for c in TAGS])
def test_tags(text: str, tags: dict[str, str]) -> None:
    (game,) = games(f"{text}\n\n1. e4 *\n")
    assert (game.tags, game.problems) == (tags, [])
    assert line_text(game.moves) == "e4"


# name, text, parts of the messages of the problems
WRONG = [
    ("a comment that is not closed", '1. e4 {oh\n\n[Event "y"]\n\n1. d4 *',
     [":3: ply 2: this comment is not closed"]),
    ("a comment that is open at the end", "1. e4 {oh", [":3: ply 2: this comment is not closed"]),
    ("a variation that is not closed", "1. e4 (1. d4 d5 *", [":3: ply 1: this variation is not"]),
    ("a bracket too many", "1. e4) e5 *", [":3: ply 2: a variation is closed"]),
    ("a variation of nothing", "(1. d4) 1. e4 *", [":3: ply 1: a variation before the move"]),
    ("a brace too many", "1. e4 } e5 *", [":3: ply 2: '}' has no meaning"]),
    ("a tag that differs from the end", "1. e4 0-1", ["the moves end with 0-1, but the tag"]),
    ("a result that is not one", "1. e4 *", ["the tag Result is 5-3, which is not a result"]),
    ("an annotation that is too large", "1. e4 $300 *", ["$300 is not an annotation"]),
    ("a tag twice", "1. e4 *", ["the tag Event is given twice"]),
    ("half a tag", "1. e4 *", [":1: [Event is not a tag"]),
    ("a move without an end", f"1. {'e' * 300} *", ["a move of 300 characters"]),
    ("brackets without end", "1. e4 " + "(1. d4 " * 100_000,
     [":3: ply 1: more than 500 variations inside each other"]),
    ("closing without end", "1. e4 " + ")" * 100_000, [":3: ply 2: a variation is closed"]),
]  # fmt: skip
HEADS = {
    "a tag that differs from the end": '[Result "1-0"]\n\n',
    "a result that is not one": '[Result "5-3"]\n\n',
    "a tag twice": '[Event "a"]\n[Event "b"]\n',
    "half a tag": "[Event\n\n",
}


@pytest.mark.parametrize(("name", "text", "parts"), WRONG, ids=[c[0] for c in WRONG])
def test_mistakes_have_places(name: str, text: str, parts: list[str]) -> None:
    game = games(HEADS.get(name, HEAD) + text)[0]
    assert len(game.problems) >= len(parts)
    for part, problem in zip(parts, game.problems, strict=False):
        assert part in str(problem)


# name, text, moves of each game
SEVERAL = [
    ("without blank lines", '[Event "a"]\n1. e4 *\n[Event "b"]\n1. d4 *', ["e4", "d4"]),
    ("in one line", "1. e4 * 1. d4 1-0 1. c4", ["e4", "d4", "c4"]),
    ("without results", '[Event "a"]\n\n1. e4\n\n[Event "b"]\n\n1. d4\n', ["e4", "d4"]),
    ("after a comment that is not closed", '1. e4 {x\n\n[Event "b"]\n\n1. d4 *', ["e4", "d4"]),
    ("of files that were joined", '1. e4 *\n\n\ufeff[Event "b"]\n\n1. d4 *', ["e4", "d4"]),
    ("without moves", '[Event "a"]\n[Result "1-0"]\n\n1-0\n\n[Event "b"]\n\n*', ["", ""]),
    ("of tags alone", '[Event "a"]\n[Round "1"]\n\n[Event "b"]\n[Round "2"]\n', ["", ""]),
    (
        "with comments after results",
        '1. e4 * {a}\n\n{b} 1. d4 1-0 {c}\n[Event "c"]\n\n*',
        ["e4{a}", "d4{c}", ""],
    ),
    ("with many blank lines", "\n\n\n1. e4 *\n\n\n\n1. d4 *\n\n\n", ["e4", "d4"]),
    ("after a game that is refused", "1. e4 ((1. d4) * 1. c4 *", ["e4", "c4"]),
]


@pytest.mark.parametrize(("text", "lines"), [c[1:] for c in SEVERAL], ids=[c[0] for c in SEVERAL])
def test_several_games(text: str, lines: list[str]) -> None:
    assert [line_text(game.moves) for game in games(text)] == lines


FILES = [
    ("a mark of UTF-8", b"\xef\xbb\xbf[Event \"x\"]\n\n1. e4 *", "x"),
    ("Latin-1", b'[Event "Gr\xfcnfeld"]\r\n\r\n1. e4 *\r\n', "Grünfeld"),
    ("Windows-1252", b'[Event "O\x92Neil"]\r\n\r\n1. e4 *\r\n', "O\u2019Neil"),
    ("UTF-8", '[Event "Grünfeld"]\n\n1. e4 *'.encode(), "Grünfeld"),
    ("UTF-16", '[Event "Grünfeld"]\r\n\r\n1. e4 *'.encode("utf-16"), "Grünfeld"),
    ("both in one file", b'[Event "Gr\xfcn"]\n[Site "Gr\xc3\xbcn"]\n\n1. e4 *', "Grün"),
]  # fmt: skip


@pytest.mark.parametrize(("data", "event"), [c[1:] for c in FILES], ids=[c[0] for c in FILES])
def test_encodings(tmp_path: Path, data: bytes, event: str) -> None:
    path = tmp_path / "games.pgn"
    path.write_bytes(data)
    (game,) = read_trees(path)
    assert (game.tags["Event"], line_text(game.moves)) == (event, "e4")


UNREADABLE = [
    ("binary", b"1. e4\n\x00\x01\x02", ":2: the file is not text"),
    ("a line without end", b"x" * (16 << 20) + b"xx", ":1: the line has more than 16777216 bytes"),
]


@pytest.mark.parametrize(
    ("data", "message"), [c[1:] for c in UNREADABLE], ids=[c[0] for c in UNREADABLE]
)
def test_files_that_are_not_text(tmp_path: Path, data: bytes, message: str) -> None:
    path = tmp_path / "games.pgn"
    path.write_bytes(data)
    with pytest.raises(RecordError, match=message):
        list(read_trees(path))


def test_a_missing_file(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match=r"none\.pgn: cannot be read: No such file"):
        list(read_trees(tmp_path / "none.pgn"))


def test_a_long_game_is_refused_and_the_next_is_read() -> None:
    first, second = games("Nf3 " * 100_001 + "*\n1. e4 *")
    assert "a game of more than 100000 plies" in str(first.problems[0])
    assert line_text(second.moves) == "e4"


def test_a_line_of_many_comments_is_read() -> None:
    (game,) = games("e4 {x} " * 20_000 + "*")
    assert len(game.moves) == 20_000
    assert game.moves[-1].comment == "x"


def test_many_comments_of_one_move_are_cut() -> None:
    (game,) = games("e4 " + "{comment} " * 50_000 + "e5 *")
    assert [len(move.comment) // 1000 for move in game.moves] == [100, 0]


def test_a_line_of_megabytes_is_read() -> None:
    (game,) = games("1. e4 {" + "x " * 2_000_000 + "} e5 *")
    assert [move.text for move in game.moves] == ["e4", "e5"]


@pytest.mark.parametrize("text", ["1. " + "e4" * 2_000_000, '[Event "' + "x" * 4_000_000 + '"]'])
def test_long_words_are_read_quickly(text: str) -> None:
    before = process_time()
    assert len(list(read_trees(f"{text}\n", "pgn"))) == 1
    assert process_time() - before < 1


@pytest.mark.parametrize(
    ("text", "games"),
    [
        ("1. e4 e5\n\n1. d4 d5\n", ["e4 e5", "d4 d5"]),
        ("1. e4 e5\n\n1 d4 d5\n", ["e4 e5", "d4 d5"]),
        ("1. e4\n\n1... e5 2. Nf3\n", ["e4 e5 Nf3"]),
        ("1. e4\n\ne5 2. Nf3\n\n2... Nc6\n", ["e4 e5 Nf3 Nc6"]),
        ("1. e4\n1. e4\n", ["e4 e4"]),
        ("1. e4 (\n\n1. d4) e5\n", ["e4 (d4) e5"]),
        ("{one}\n\n1. e4 {two\n\n1. d4} e5\n\n1. c4", ["e4{two 1. d4} e5", "c4"]),
    ],
)
def test_games_without_results_are_parted_by_blank_lines(text: str, games: list[str]) -> None:
    assert [line_text(tree.moves) for tree in read_trees(text, "pgn")] == games
