"""Records of shogi in CSA and KIF."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

import forthgame
from forthgame.position.records.formats import read_trees
from forthgame.position.records.game_choice import script_of
from tests.position.test_pgn_inputs import line_text


@pytest.fixture(scope="module")
def shogi() -> forthgame.Game:
    return forthgame.load("shogi", native=False)


@pytest.mark.parametrize("form", ["csa", "kif"])
@pytest.mark.parametrize("name", ["shogi", "minishogi"])
def test_games_are_written_and_read(name: str, form: str) -> None:
    game, random = forthgame.load(name, native=False), Random(4)
    state = game.new_game(seed=1)
    while len(state.history) < 60 and state.moves():
        state.play(random.choice(state.moves()))
    text = state.record(form, White="Ada")
    record = game.from_record(text, form)
    assert record.tags["White"] == "Ada"
    assert record.state().history == state.history
    assert record.text() == text
    middle = game.position(state.to_text())
    text = middle.record(form)
    start = game.from_record(text, form).start()
    assert start.fen().split()[:3] == middle.fen().split()[:3]
    (tree,) = read_trees(text, form)
    assert script_of(tree, form) == str(game.path)


# -- CSA ------------------------------------------------------------------------------------------

CSA = [
    ("a game", "V2.2\nN+A\nPI\n+\n+7776FU\n-3334FU\n%TORYO", "7776FU 3334FU", "0-1"),
    ("times and comments", "PI\n+\n+7776FU\nT12\n'* 12 +7776FU\n-3334FU,T3.5\n%CHUDAN",
     "7776FU{12 +7776FU} 3334FU", "*"),
    ("statements in a line", "PI,+,+7776FU,T1,-3334FU,%SENNICHITE", "7776FU 3334FU", "1/2-1/2"),
    ("a declared win", "PI\n+\n+7776FU\n%KACHI", "7776FU", "0-1"),
    ("an illegal action", "PI\n+\n+7776FU\n%+ILLEGAL_ACTION", "7776FU", "0-1"),
    ("a drop", "PI\n+\n+0055KA", "0055KA", "*"),
    ("CRLF and a mark", "\ufeffV2.2\r\nPI\r\n+\r\n+7776FU\r\n", "7776FU", "*"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "line", "result"), [c[1:] for c in CSA], ids=[c[0] for c in CSA])
def test_csa(text: str, line: str, result: str) -> None:
    (game,) = read_trees(text, "csa")
    assert (line_text(game.moves), game.result, game.problems) == (line, result, [])


def test_several_games_of_csa() -> None:
    first, second = read_trees("N+A\nPI\n+\n+7776FU\n/\nN+B\nPI\n+\n+2726FU\n", "csa")
    assert (first.tags["White"], second.tags["White"], second.number) == ("A", "B", 2)


POSITIONS = [
    ("PI82HI22KA", "-", "lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"),
    ("P-51OU\nP+59OU00KI00FU00FU", "+", "4k4/9/9/9/9/9/9/9/4K4 b G2P 1"),
    ("P-51OU\nP+59OU52KI00KI\nP-00AL", "+",
     "4k4/4G4/9/9/9/9/9/9/4K4 b G2r2b2g4s4n4l18p 1"),
    ("P1-OU * \nP2+TO\nP-00AL", "+", "k8/+P8/9/9/9/9/9/9/9 b 2r2b4g4s4n4l17p 1"),
]  # fmt: skip


@pytest.mark.parametrize(("lines", "turn", "sfen"), POSITIONS)
def test_positions_of_csa(shogi: forthgame.Game, lines: str, turn: str, sfen: str) -> None:
    record = shogi.from_record(f"{lines}\n{turn}\n", "csa")
    assert record.start().fen() == shogi.position(fen=sfen).fen()


# -- KIF ------------------------------------------------------------------------------------------

HEAD = "手合割：平手\n先手：Ada\n後手：Bob\n手数----指手---------消費時間--\n"
KIF = [
    ("a game",
     "   1 ７六歩(77)   ( 0:01/00:00:01)\n   2 ３四歩(33)\n   3 投了\nまで2手で後手の勝ち",
     "７六歩(77) ３四歩(33)", "0-1"),
    ("the same square", "1 ７六歩(77)\n2 ３四歩(33)\n3 ２二角成(88)\n4 同　銀(31)\n",
     "７六歩(77) ３四歩(33) ２二角成(88) ２二銀(31)", "*"),
    ("signs of the players", "1 ▲７六歩(77)\n2 △３四歩(33)\n", "７六歩(77) ３四歩(33)", "*"),
    ("digits of the usual width", "1 7六歩(77)\n", "７六歩(77)", "*"),
    ("comments and bookmarks", "1 ７六歩(77)\n*good\n&mark\n**engine\n2 ３四歩(33)\n3 千日手",
     "７六歩(77){good engine} ３四歩(33)", "1/2-1/2"),
    ("variations",
     "1 ７六歩(77)\n2 ３四歩(33)\n3 ２六歩(27)\n\n変化：3手\n3 ６六歩(67)\n4 ８四歩(83)"
     "\n\n変化：4手\n4 ３五歩(34)\n\n変化：2手\n2 ８四歩(83)\n",
     "７六歩(77) ３四歩(33) (８四歩(83)) ２六歩(27) (６六歩(67) ８四歩(83) (３五歩(34)))", "*"),
    ("a variation on the same square", "1 ７六歩(77)\n2 ３四歩(33)\n3 ２二角成(88)\n4 同　銀(31)\n"
     "変化：4手\n4 同　飛(82)\n",
     "７六歩(77) ３四歩(33) ２二角成(88) ２二銀(31) (２二飛(82))", "*"),
    ("a turned board", "盤面反転\n1 ７六歩(77)\n", "７六歩(77)", "*"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "line", "result"), [c[1:] for c in KIF], ids=[c[0] for c in KIF])
def test_kif(text: str, line: str, result: str) -> None:
    (game,) = read_trees(HEAD + text, "kif")
    assert (line_text(game.moves), game.result, game.problems) == (line, result, [])
    assert (game.tags["White"], game.tags["Black"]) == ("Ada", "Bob")


def test_kif_in_both_encodings(tmp_path: Path) -> None:
    for encoding in ("cp932", "utf-8"):
        path = tmp_path / f"{encoding}.kif"
        path.write_bytes(f"{HEAD}1 ７六歩(77)\r\n".encode(encoding))
        (game,) = read_trees(path)
        assert line_text(game.moves) == "７六歩(77)"


@pytest.mark.parametrize(
    ("text", "result"),
    [("まで1手で先手の勝ち", "1-0"), ("まで1手で時間切れにより後手の勝ち", "0-1"),
     ("まで1手で上手の反則負け", "1-0"), ("まで1手で千日手", "1/2-1/2"), ("まで1手で中断", "*")],
)  # fmt: skip
def test_the_last_line_of_kif_has_the_result(text: str, result: str) -> None:
    (game,) = read_trees(f"{HEAD}1 ７六歩(77)\n{text}\n", "kif")
    assert (game.result, game.problems) == (result, [])


def test_the_name_of_minishogi_in_kif() -> None:
    game = forthgame.load("minishogi", native=False)
    text = game.new_game(seed=1).record("kif")
    assert "手合割：5五将棋" in text
    (tree,) = read_trees(text, "kif")
    assert script_of(tree, "kif") == str(game.path)
    assert game.from_record(text, "kif").text() == text


def test_variations_of_kif_are_kept(shogi: forthgame.Game) -> None:
    record = shogi.from_record(HEAD + KIF[5][1], "kif")
    again = shogi.from_record(record.text(), "kif")
    assert line_text(again.moves) == KIF[5][2]


def test_promotions_and_pieces_of_two_names(shogi: forthgame.Game) -> None:
    moves = "1 ７六歩(77)\n2 ３四歩(33)\n3 ２二角不成(88)\n4 同　銀(31)\n5 ５五角打\n6 ６二王(51)\n"
    record = shogi.from_record(HEAD + moves, "kif")
    assert record.errors == []
    assert "   3 ２二角(88)" in record.text()
    csa = record.state().record("csa")
    assert "+8822KA\n-3122GI\n+0055KA\n-5162OU" in csa


def test_handicaps_and_diagrams(shogi: forthgame.Game) -> None:
    game = shogi.from_record("手合割：二枚落ち\n1 ６二銀(71)\n2 投了\n", "kif")
    assert (game.errors, game.result) == ([], "0-1")
    game = shogi.from_record("手合割：左七枚落ち\n", "kif")
    assert game.start().fen().startswith("2sgkg3/9/ppppppppp/")
    diagram = """後手の持駒：飛二　角　銀二　桂三　香三　歩十六
  ９ ８ ７ ６ ５ ４ ３ ２ １
+---------------------------+
| ・ ・ ・ ・ ・ ・ ・v桂v玉|一
| ・ ・ ・ ・ ・ ・v金 ・v香|二
| ・ ・ ・ ・ ・ ・v歩 歩 ・|三
| ・ ・ ・ ・ ・ ・ ・ ・ ・|四
| ・ ・ ・ ・ ・ ・ ・ ・ ・|五
| ・ ・ ・ ・ ・ ・ ・ ・ ・|六
| ・ ・ ・ ・ ・ ・ ・ ・ ・|七
| ・ ・ ・ ・ ・ ・ ・ ・ ・|八
| ・ ・ ・ ・ ・ ・ ・ ・ ・|九
+---------------------------+
先手の持駒：金 銀
1 ２二金打
"""
    state = shogi.from_record(diagram, "kif").state(0)
    assert state.fen().startswith("7nk/6g1l/6pP1/9/9/9/9/9/9 b GS2rb2s3n3l16p")


WRONG = [
    ("csa", "PI\n+\n+7775FU", "game:3: ply 1: White cannot play '7775FU'"),
    ("csa", "PI\n+\n+7776XX", "game:3: ply 1: there is no piece 'XX'"),
    ("csa", "PI\n+\n+7776FU\nhello", "game:4: ply 2: hello is not a statement of CSA"),
    ("csa", "PI\n+\n+7776FU\n+2726FU", "game:4: ply 2: a move of White, where Black is to move"),
    ("csa", "PI\n+\n+7776FU\n%TORYO\n-3334FU", "game:5: ply 2: a move after the end of the game"),
    ("csa", "P1-KY\nP-51XX\n+\n", "there is no piece 'XX'"),
    ("csa", "P-51\n+\n", "P-51 is not a line of a position"),
    ("csa", "PI\n+\n%HELLO", "%HELLO is not an end of a game"),
    ("kif", HEAD + "1 ７五歩(77)", "game:5: ply 1: White cannot play '７五歩(77)'"),
    ("kif", HEAD + "1 ７六歩(77)\n3 ２六歩(27)", "game:6: ply 2: move 3, where move 2 is expected"),
    ("kif", "▲７六歩 △３四銀", "game:1: ply 2: Black cannot play '３四銀'"),
    ("kif", "▲７六歩 △hello", "game:1: ply 2: △hello is not a move of KIF"),
    ("kif", "▲同　歩", "game:1: ply 1: 同 needs a move before it"),
    ("kif", HEAD + "1 hello", "game:5: ply 1: hello is not a move of KIF"),
    ("kif", HEAD + "1 同　歩(77)", "game:5: ply 1: 同 needs a move before it"),
    ("kif", HEAD + "1 ７六歩(77)\n変化：7手\n7 ２六歩(27)", "game:6: a variation of move 7"),
    ("kif", HEAD + "1 ７六金成(77)", "ply 1: a gold does not promote"),
    ("kif", "手合割：裸玉\n1 ７六歩(77)", "the handicap 裸玉 is not known"),
    ("kif", "先手の持駒：猫\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|一\n", "there is no piece '猫'"),
]


@pytest.mark.parametrize(("form", "text", "message"), WRONG)
def test_mistakes_have_places(shogi: forthgame.Game, form: str, text: str, message: str) -> None:
    (record,) = shogi.records(text, form)
    assert message in str(record.errors[0])


# -- KI2 ------------------------------------------------------------------------------------------

KI2 = "手合割：平手\n先手：Ada\n後手：Bob\n\n"


def usi_of(game: forthgame.Game, text: str) -> str:
    record = game.from_record(text, "kif")
    state, words = record.start(), []
    for move in record.state().history:
        words.append(state.find(str(move)).text_in("usi"))
        state.play(str(move))
    return " ".join(words)


def test_games_of_ki2_are_read(shogi: forthgame.Game) -> None:
    text = (
        f"{KI2}▲７六歩　△３四歩 ▲２二角成 △同　銀\n▲５五角打\n*good\n△３三桂\nまで6手で後手の勝ち\n"
    )
    record = shogi.from_record(text, "kif")
    assert (record.errors, record.result, record.tags["White"]) == ([], "0-1", "Ada")
    assert record.moves[4].comment == "good"
    assert usi_of(shogi, text) == "7g7f 3c3d 8h2b+ 3a2b B*5e 2a3c"


GOLDS = "9/9/9/9/4k4/9/9/3GGG3/4K4 b G 1"
BACKS = "4k4/9/9/3S1S3/9/3S1S3/9/9/4K4 b - 1"
KNIGHTS = "4k4/9/9/9/9/9/3N1N3/9/4K4 b - 1"
DRAGONS = "9/9/3+r1+r3/9/9/9/9/9/K3k4 w - 1"


@pytest.mark.parametrize(
    ("sfen", "text", "move"),
    [
        (GOLDS, "▲５七金右", "4h5g"), (GOLDS, "▲５七金直", "5h5g"), (GOLDS, "▲５七金左", "6h5g"),
        (GOLDS, "▲５七金打", "G*5g"), (GOLDS, "▲５七金", ""), (GOLDS, "▲５七金寄", ""),
        (GOLDS, "▲４七金直", "4h4g"), (GOLDS, "▲３三金", "G*3c"), (GOLDS, "▲３三金右", ""),
        (BACKS, "▲５五銀右上", "4f5e"), (BACKS, "▲５五銀左上", "6f5e"),
        (BACKS, "▲５五銀右引", "4d5e"), (BACKS, "▲５五銀左引", "6d5e"), (BACKS, "▲５五銀上", ""),
        (BACKS, "▲５三銀右成", "4d5c+"), (BACKS, "▲５三銀左不成", "6d5c"),
        (KNIGHTS, "▲５五桂右", "4g5e"), (KNIGHTS, "▲５五桂左", "6g5e"), (KNIGHTS, "▲５五桂", ""),
        (DRAGONS, "△５三龍右", "6c5c"), (DRAGONS, "△５三竜左", "4c5c"),
        (DRAGONS, "△４一龍", "4c4a"),
        (DRAGONS, "△６四龍引", ""), (DRAGONS, "△６四龍上", "6c6d"),
        (DRAGONS, "△６二龍引", "6c6b"),
    ],
)  # fmt: skip
def test_directions_of_ki2(shogi: forthgame.Game, sfen: str, text: str, move: str) -> None:
    lines = shogi.position(fen=sfen).record("kif").partition("手数")[0]
    record = next(shogi.records(f"{lines}{text}\n", "kif"))
    if not move:
        assert len(record.errors) == 1
        assert "ply 1" in str(record.errors[0])
        return
    assert record.errors == []
    assert usi_of(shogi, f"{lines}{text}\n") == move


def test_variations_of_ki2(shogi: forthgame.Game) -> None:
    text = f"{KI2}▲７六歩 △３四歩 ▲２六歩\n\n変化：3手\n▲６六歩 △８四歩\n"
    assert line_text(shogi.from_record(text, "kif").moves) == (
        "７六歩 ３四歩 ２六歩 (６六歩 ８四歩)"
    )


def test_a_file_of_ki2(shogi: forthgame.Game, tmp_path: Path) -> None:
    path = tmp_path / "game.KI2"
    path.write_bytes(f"{KI2}▲７六歩 △３四歩\r\n".encode("cp932"))
    assert len(shogi.from_record(path).moves) == 2
