"""Positions and moves as other programs write them, declared in a file beside the script."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

import forthgame
from forthgame.position.position_text import PositionError
from forthgame.position.texts.texts_file import TextsError

CHESSLIKE = """
{board 4 4 {grid} {variable} rights {variable} passant {variable} quiet 3 {array} held board}
{directions -1 0 {direction} n 1 0 {direction} s 0 1 {direction} e -1 1 {direction} ne directions}
{players {player} White {player} Black players}
{symmetries Black {symmetry} n s symmetries}
{turn-order {turn} White {turn} Black turn-order}
: forward n verify empty? verify from here move
  here rank-4 in-zone-at? here rank-1 in-zone-at? OR IF 2 change-type ENDIF add-move ;
: slant ne verify enemy? verify from here move add-move ;
: right e verify enemy? NOT verify friend? NOT verify from here move add-move ;
: put empty? verify held @ verify drop add-move ;
: held-one 0 held ;
: put empty? verify held-one @ verify drop add-move ;
: threatened? here a4 to enemy? SWAP to ;
{moves pawns {move} forward {move} slant moves}
{moves rooks {move} right {move} forward moves}
{moves drops {move} put moves}
{pieces {piece} pawn {moves} pawns {drops} drops {piece} rook {moves} rooks pieces}
{board-setup
  {setup} White rook a1 {setup} White rook c1 {setup} White pawn b3
  {setup} Black rook d4 {setup} Black pawn c4 board-setup}
"""
CHESS_TEXTS = """
[fen]
fields = "board[hand] turn rights passant quiet round"
[fen.pieces]
P = "White pawn"
p = "Black pawn"
R = "White rook"
r = "Black rook"
"+P" = "White rook"
[fen.turn]
letters = { w = "White", b = "Black" }
[fen.hand]
kind = "hands"
cells = { P = "held[0]", p = "held[2]" }
[fen.rights]
kind = "flags"
flags.K = { variable = "rights", bit = 0 }
flags.Q = { variable = "rights", bit = 3 }
flags.M = { bits = "a1", bit = 2, value = 0, absent = 1 }
[fen.passant]
kind = "position"
variable = "passant"
add = 1
absent = 0
[fen.quiet]
kind = "number"
variable = "quiet"
[fen.round]
[fen.defaults]
passant = "-"
quiet = "0"
round = "1"
[moves.uci]
[moves.usi]
files = "4321"
ranks = "abcd"
drop = "*"
promotion = "+"
[moves.san]
style = "san"
plain = "pawn"
check = "threatened?"
castling = { "O-O" = ["rook c1 d1"] }
"""


def load(folder: Path, script: str, texts: str) -> forthgame.Game:
    (folder / "small.4th").write_text(script)
    (folder / "small.texts.toml").write_text(texts)
    return forthgame.load(folder / "small.4th", native=False)


@pytest.fixture
def game(tmp_path: Path) -> forthgame.Game:
    return load(tmp_path, CHESSLIKE, CHESS_TEXTS)


def test_the_start_as_fen(game: forthgame.Game) -> None:
    state = game.new_game(seed=1)
    assert state.fen() == "2pr/1P2/4/R1R1[-] w M - 0 1"
    assert game.position(fen=state.fen()).fingerprint == state.fingerprint


@pytest.mark.parametrize(
    "text",
    [
        "2pr/1P2/4/R1R1[-] b M - 0 1",
        "4/4/4/4[-] w - - 0 1",
        "rrrr/pppp/PPPP/RRRR[3P12p] w KQM c2 99 57",
        "R3/4/4/4[P] b K a4 7 1000000",
        "4/4/4/R3[p] w Q d1 0 2",
    ],
)
def test_what_is_read_is_written(game: forthgame.Game, text: str) -> None:
    assert game.position(fen=text).fen() == text


def test_fields_reach_the_storage(game: forthgame.Game) -> None:
    state = game.position(fen="2pr/1P2/4/R1R1[2Pp] b QM b2 4 3")
    line = state.to_text()
    for part in ("rights=8", "passant=10", "quiet=4", "held[0]=2", "held[2]=1", "turn=12,Black"):
        assert part in line
    assert state.turn_number == 6
    assert "a1" in state.board
    unmarked = game.position(fen="4/4/4/R3[-] w K - 0 1")
    assert "White:rook#4@a1" in unmarked.to_text()


def test_several_letters_of_a_piece_are_read_and_the_first_is_written(game: forthgame.Game) -> None:
    assert game.position(fen="+P3/4/4/4[-] w - -").fen() == "R3/4/4/4[-] w - - 0 1"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "board is missing"),
        ("4/4/4[-] w - -", "has 3 rows"),
        ("4/4/4/5[-] w - -", "row 4 has 5 squares"),
        ("4/4/4/99999999999999999[-] w - -", "row 4 has 5 squares"),
        ("4/4/4/3[-] w - -", "row 4 has 3 squares"),
        ("4/4/x3/4[-] w - -", "row 3: 'x3' is not a piece"),
        ("4/4/RRRRR/4[-] w - -", "row 3: there is no square for 'R'"),
        ("4/4/4/4[-] x - -", "'x' is not a player"),
        ("4/4/4/4[-] w Z -", "there is no 'Z'"),
        ("4/4/4/4[-] w - e9", "there is no position 'e9'"),
        ("4/4/4/4[-] w - - x", "'x' is not a number"),
        ("4/4/4/4[-] w - - 0 1 2", "there are 7 fields"),
        ("4/4/4/4[2R] w - -", "is nothing in hand"),
        ("4/4/4/4[-]", "the field turn is missing"),
    ],
)
def test_wrong_positions(game: forthgame.Game, text: str, message: str) -> None:
    with pytest.raises(PositionError, match=message):
        game.position(fen=text)


def test_a_position_has_bounds(game: forthgame.Game) -> None:
    with pytest.raises(PositionError, match="longer than"):
        game.position(fen="9" * (game.limits.position + 1))


def test_what_is_written_is_read(tmp_path: Path) -> None:
    """All numbers from `least` on can be read; no text writes a smaller one."""
    least = 'variable = "quiet"\nleast = -5'
    game = load(tmp_path, CHESSLIKE, CHESS_TEXTS.replace('variable = "quiet"', least))
    for number in ("-5", "0", "2147483647"):
        text = f"4/4/4/4[9999P] w - - {number} 1"
        assert game.position(fen=text).fen() == text
    for number in ("-6", "2147483648", "1e3"):
        with pytest.raises(PositionError, match="not a number from -5 to 2147483647"):
            game.position(fen=f"4/4/4/4[-] w - - {number} 1")
    with pytest.raises(PositionError, match="more than 9999 of 'P'"):
        game.position(fen="4/4/4/4[9999PP] w - - 0 1")
    for wrong in ("quiet=-6", "held[0]=-1", "held[0]=10000"):
        state = game.position(f"small | {wrong} | turn=0,White,White,0,1,0")
        with pytest.raises(TextsError, match="cannot be written"):
            state.fen()


def test_a_number_that_its_cell_cannot_hold_has_no_column_of_another_text(tmp_path: Path) -> None:
    script = CHESSLIKE.replace("{variable} quiet", "{variable} quiet 4 {carray} few")
    texts = CHESS_TEXTS.replace('variable = "quiet"', 'variable = "few[1]"')
    game = load(tmp_path, script, texts)
    assert game.position(fen="4/4/4/4[-] w - - 255 1").fen() == "4/4/4/4[-] w - - 255 1"
    with pytest.raises(PositionError, match=r"^'256' is not a number from 0 to 255"):
        game.position(fen="4/4/4/4[-] w - - 256 1")


def test_rows_without_a_separator(tmp_path: Path) -> None:
    """Letters of several characters stand for one square each."""
    texts = '[fen.board]\nseparator = ""\nempty = "."\n' + CHESS_TEXTS
    game = load(tmp_path, CHESSLIKE, texts.replace('R = "White rook"\n', ""))
    text = game.new_game(seed=1).fen()
    assert text == "..pr.P......+P.+P.[-] w M - 0 1"
    assert game.position(fen=text).fen() == text
    for wrong, message in (("..pr.P......+P.+P", "row 4 has 3"), (16 * "." + "P", "last square")):
        with pytest.raises(PositionError, match=message):
            game.position(fen=f"{wrong}[-] w M - 0 1")


def test_moves_are_shown_and_read(game: forthgame.Game) -> None:
    state = game.position(fen="r2p/1P2/R2p/R3[P] w - - 0 1")
    uci = state.texts("uci")
    assert "b3b4r" in uci
    assert "P@c3" in uci
    assert "a1b1" in uci
    usi = state.texts("usi")
    assert [usi[uci.index(text)] for text in ("b3b4r", "P@c3", "a1b1")] == ["3b3a+", "P*2b", "4d3d"]
    assert state.texts("san")[uci.index("b3b4r")].rstrip("+") == "b4=R"
    for notation in ("uci", "usi", "san"):
        texts = state.texts(notation)
        assert len(set(texts)) == len(texts)
        for move, text in zip(state.moves(), texts, strict=True):
            assert state.find(text) == move
    state.play("b3b4r")
    assert state.board["b4"] == ("White", "rook")


def test_san_tells_pieces_apart(game: forthgame.Game) -> None:
    state = game.position(fen="4/4/1R2/R1R1[-] w - - 0 1")
    assert set(state.texts("san")) == {"Rb1", "O-O", "Rbc2", "Rcc2", "Ra2", "Rb3"}
    state = game.position(fen="4/4/R3/1R2[-] w - - 0 1")
    assert {"Rab2", "Rbb2"} <= set(state.texts("san"))
    state = game.position(fen="3p/2P1/4/4[-] w - - 0 1")
    assert "cxd4" in state.texts("san")
    assert state.find("cxd4!?").captured == ("d4",)


def test_signs_behind_a_move_are_read_in_linear_time(game: forthgame.Game) -> None:
    state = game.position(fen="3p/2P1/4/4[-] w - - 0 1")
    with pytest.raises(forthgame.IllegalMove):
        state.find("!" * 1000 + "x")


def test_checks_are_shown(game: forthgame.Game) -> None:
    state = game.position(fen="4/R3/4/4[-] w - - 0 1")
    assert state.texts("san") == ["Rb3", "Ra4+"]
    assert state.find("Ra4#").target == "a4"


DRAUGHTS = """
{board 4 4 {grid} board}
{directions -1 1 {direction} ne 1 1 {direction} se -1 -1 {direction} nw
 1 -1 {direction} sw directions}
{players {player} Black {player} White players}
{turn-order {turn} Black {turn} White turn-order}
: jump ( 'dir -- ) DUP EXECUTE verify enemy? verify here SWAP EXECUTE verify empty? verify
  from here move capture-at add-move ;
: over-se ['] se jump ; : over-sw ['] sw jump ;
: one se verify empty? verify from here move add-move ;
{moves mm {move} over-se {move} over-sw {move} one moves}
{pieces {piece} man {moves} mm {piece} king {moves} mm pieces}
{board-setup {setup} Black man b4 {setup} White king c3 board-setup}
"""
DRAUGHTS_TEXTS = """
[fen]
style = "lists"
squares = "dark"
players = { W = "White", B = "Black" }
kinds = { K = "king" }
plain = "man"
[moves.pdn]
style = "numbers"
"""


def test_lists_of_squares(tmp_path: Path) -> None:
    game = load(tmp_path, DRAUGHTS, DRAUGHTS_TEXTS)
    state = game.new_game(seed=1)
    assert state.fen() == "B:WK4:B1"
    assert game.position(fen="B:WK4:B1").fingerprint == state.fingerprint
    assert game.position(fen="W:W1-3,K8:BK4.").fen() == "W:W1,2,3,K8:BK4"
    for wrong in ("B:WK9:B1", "X:W1", "B:Q1", "B:Wz1", "B:W3-1", "B:W0"):
        with pytest.raises(PositionError):
            game.position(fen=wrong)


def test_moves_by_numbers(tmp_path: Path) -> None:
    state = load(tmp_path, DRAUGHTS, DRAUGHTS_TEXTS).new_game(seed=1)
    assert state.texts("pdn") == ["1x6"]
    state.play("1x6")
    assert state.board == {"d2": ("Black", "man")}


def test_a_file_may_have_notations_alone(tmp_path: Path) -> None:
    """A wrong move is reported as one, and not as a mistake of the file."""
    texts = '[moves.pdn]\nstyle = "numbers"\nsquares = "dark"\n[moves.uci]\n'
    state = load(tmp_path, DRAUGHTS, texts).new_game(seed=1)
    assert (state.texts("pdn"), state.texts("uci")) == (["1x6"], ["b4d2"])
    with pytest.raises(forthgame.IllegalMove):
        state.play("b9")
    with pytest.raises(TextsError, match=r"small\.texts\.toml: the table \[fen\] is missing"):
        state.fen()


@pytest.mark.parametrize(
    ("texts", "message"),
    [
        ("[fen", "small.texts.toml: "),
        ("", r"\[fen\] is missing"),
        ("[moves.uci]", r"\[fen\] is missing"),
        ('[fen]\nfields = "board"\n[fen.board]\nseparator = ""', "must be a sign for empty"),
        ("[fen]\nfields = 3", "fields is a list of texts"),
        ('[fen]\nstyle = "x"', "there is no style 'x'"),
        ('[fen]\nfields = "board"\n[fen.pieces]\nP = "Grey pawn"', "there is no player 'Grey'"),
        ('[fen]\nfields = "board"\n[fen.pieces]\nP = "White cow"', "there is no piece 'cow'"),
        ('[fen]\nfields = "board"\n[fen.pieces]\n3 = "White pawn"', "is not the letter"),
        ('[fen]\nfields = "board what"', "there is no kind 'what'"),
        ('[fen]\nfields = "board"', "there is no letter for"),
        ('[fen]\nfields = "board h"\n[fen.h]\nkind = "hands"\ncells.P = "held[0]"', "no piece 'P'"),
        ('[fen]\nfields = "board n"\n[fen.pieces]\nP = "White pawn"\np = "Black pawn"\n'
         'R = "White rook"\nr = "Black rook"\n[fen.n]\nkind = "number"\nvariable = "held[3]"',
         "held has no cell 3"),
        ('[fen]\nfields = "board"\n[fen.numbers]\n"White pawn" = "some"', "is a number or a range"),
        ('[fen]\nfields = "board"\n[fen.numbers]\n"White cow" = "1"', "there is no piece 'cow'"),
        ('[fen]\nfields = "board h"\n[fen.pieces]\nP = "White pawn"\n[fen.h]\nkind = "hands"\n'
         'pieces = "P"', "is for games with {hand}"),
    ],
)  # fmt: skip
def test_wrong_files(tmp_path: Path, texts: str, message: str) -> None:
    state = load(tmp_path, CHESSLIKE, texts).new_game(seed=1)
    with pytest.raises(TextsError, match=message):
        state.fen()


def test_keys_of_many_parts_are_refused_before_they_take_time(tmp_path: Path) -> None:
    """The limit also holds with strings and comments in between, and in inline tables."""
    for texts in (
        "a." * 60_000 + "a = 1",
        "[" + "a . " * 60_000 + "a]",
        "x = {" + "a." * 40 + "a=1}",
    ):
        game = load(tmp_path, CHESSLIKE, f'"""."""=1 # "\n{texts}\n')
        with pytest.raises(TextsError, match="a key has more than 32 parts"):
            game.new_game(seed=1).fen()
    few = load(tmp_path, CHESSLIKE, "x = " + repr("1.5" * 5000) + " # " + "a." * 50 + CHESS_TEXTS)
    assert few.new_game(seed=1).fen()


@pytest.mark.parametrize("texts", ['\\"""\n' * 20_000, '"\\' * 20_000])
def test_unclosed_texts_are_read_in_linear_time(tmp_path: Path, texts: str) -> None:
    began = time.thread_time()
    with pytest.raises(TextsError):
        load(tmp_path, CHESSLIKE, texts).new_game(seed=1).fen()
    assert time.thread_time() - began < 2


def test_a_file_of_texts_lies_in_the_folder_of_the_script(tmp_path: Path) -> None:
    """A link must not lead out of the folder, as for files that a script loads."""
    (tmp_path / "outside.toml").write_text(CHESS_TEXTS)
    inside = tmp_path / "inside"
    inside.mkdir()
    game = load(inside, CHESSLIKE, CHESS_TEXTS)
    (texts,) = inside.glob("*.texts.toml")
    texts.unlink()
    texts.symlink_to(tmp_path / "outside.toml")
    with pytest.raises(TextsError, match="it lies outside the script's folder"):
        game.new_game(seed=1).fen()


def test_a_game_without_a_file_has_no_known_texts(tmp_path: Path) -> None:
    state = forthgame.load("tictactoe", native=False).new_game(seed=1)
    with pytest.raises(TextsError, match=r"tictactoe\.texts\.toml is missing"):
        state.fen()
    with pytest.raises(forthgame.IllegalMove):
        state.find("e4")


def test_a_variant_has_the_texts_of_the_script_it_loads(tmp_path: Path) -> None:
    load(tmp_path, CHESSLIKE, CHESS_TEXTS)
    (tmp_path / "variant.4th").write_text("LOAD small.4th\n")
    game = forthgame.load(tmp_path / "variant.4th", native=False)
    assert game.new_game(seed=1).fen() == "2pr/1P2/4/R1R1[-] w M - 0 1"


def test_breakthrough() -> None:
    game = forthgame.load("breakthrough", native=False)
    state = game.new_game(seed=1)
    start = "pppppppp/pppppppp/8/8/8/8/PPPPPPPP/PPPPPPPP w 0 1"
    assert state.fen() == start
    assert len(state.texts("uci")) == 22
    for text in ("a2a3", "b7a6", "b3", "a5"):
        state.play(text)
    state.play("a3b4")
    assert game.position(fen=state.fen()).board == state.board
    assert game.position(fen=state.fen()).player == state.player == "Black"


def test_the_commands_show_and_read_known_texts(capsys: pytest.CaptureFixture[str]) -> None:
    from forthgame.ui.cli.main import main

    text = "8/8/8/P7/8/8/p7/8 b 0 9"
    with pytest.raises(SystemExit) as done:
        main(["show", "breakthrough", "--position", text, "--fen"])
    assert done.value.code == 0
    assert capsys.readouterr().out.strip() == text
    with pytest.raises(SystemExit):
        main(["moves", "breakthrough", "--after", "a2a3; a7a6", "--texts", "san"])
    assert "a4" in capsys.readouterr().out.split()


KINGS = (
    CHESS_TEXTS
    + """
[fen.whereabouts]
P = "held[1]"
p = "held[2]"
"""
)


def test_storage_that_follows_from_the_board(tmp_path: Path) -> None:
    """The array holds the first position of a piece, or -1 if it is not on the board."""
    game = load(tmp_path, CHESSLIKE, KINGS)
    line = game.position(fen="4/2P1/P3/4[-] w - -").to_text()
    assert "held[1]=6" in line
    assert "held[2]=-1" in line


@pytest.mark.parametrize(
    ("entry", "message"),
    [('Z = "held[1]"', "there is no piece 'Z'"), ('P = "held[9]"', "has no cell 9")],
)
def test_whereabouts_are_checked(tmp_path: Path, entry: str, message: str) -> None:
    texts = f"{CHESS_TEXTS}\n[fen.whereabouts]\n{entry}\n"
    with pytest.raises(TextsError, match=message):
        load(tmp_path, CHESSLIKE, texts).new_game(seed=1).fen()
