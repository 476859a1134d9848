"""Attributes of pieces and marks of positions: read, set, kept in positions."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

import forthgame
from forthgame.check.check import check

from .tiers import both

GAME = """
{{board 2 3 {{grid}} {board} board}}
{{directions 0 1 {{direction}} e -1 0 {{direction}} n directions}}
{{players {{player}} White {{player}} Black {{neutral}} Stone players}}
{{turn-order {{turn}} White {{turn}} Black turn-order}}
{{pieces {{piece}} man {{piece}} king pieces}}
{words}
{{moves ways {{move}} {move} moves}}
{{pieces {{piece}} man {{moves}} ways {{piece}} king {{moves}} ways {pieces} pieces}}
{{board-setup {{setup}} White man a1 {{setup}} Black king c1 board-setup}}
{more}
"""
STEP = ": step ( -- ) e verify friend? NOT verify from here move {behind} add-move ;"
Write = Callable[..., Path]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Write the game with some parts; return the script's path."""

    def write(**parts: str) -> Path:
        path = tmp_path / "small.4th"
        given = {"board": "", "words": "", "move": "step", "pieces": "", "more": ""} | parts
        path.write_text(GAME.format(**given))
        return path

    return write


def pieces(state: forthgame.State) -> list[str]:
    """The items of the position's line between game and turn, then marks."""
    _, items, *rest = (part.strip() for part in state.to_text().split("|"))
    return [*items.split(), *(word for part in rest for word in part.split() if "@" in word)]


def test_attributes_travel_change_and_end(write: Write) -> None:
    """Attributes stay when type and owner change, and end when the piece is taken."""
    words = STEP.format(behind="moved 1+ moved! 21 level! king change-type Black change-owner")
    board = "2 {attribute} moved 5 {attribute} level"
    for game in both(write(board=board, words=words)):
        state = game.new_game(seed=1)
        state.play(state.moves()[0])
        assert pieces(state) == ["Black:king#moved=1#level=21@b1", "Black:king@c1"]
        assert state.board["b1"] == ("Black", "king")
        assert [str(move) for move in state.moves()] == []


def test_what_is_read_is_the_board_before_the_move(write: Write) -> None:
    """`move` takes the attributes from before the move: a value set before it is lost, one
    set after it stays.
    """
    words = "VARIABLE seen : step ( -- ) 3 moved! e verify from here move moved 1+ from moved-at + "
    words += "2 moved! moved from moved-at + seen ! add-move ;"
    for game in both(write(board="2 {attribute} moved", words=words)):
        state = game.position("small | White:man#moved=1@a1 | turn=0,White,White,0,1,0")
        state.play(state.moves()[0])
        assert game.forth.processor.cell(game.forth.word("seen").value) == 1
        assert pieces(state) == ["White:man#moved=2@b1"]
        state.undo()
        assert pieces(state) == ["White:man#moved=1@a1"]


def test_taken_pieces_take_their_attributes_along(write: Write) -> None:
    words = STEP.format(behind="")
    for game in both(write(board="16 {attribute} deep", words=words)):
        line = "small | White:man#deep=65535@a1 Black:king#deep=40000@b1 | turn=0,White,White,0,1,0"
        state = game.position(line)
        assert [str(move) for move in state.moves()] == ["man a1 x b1"]
        state.play("man a1 x b1")
        assert pieces(state) == ["White:man#deep=65535@b1"]
        again = game.position(state.to_text())
        assert again.fingerprint == state.fingerprint


def test_predicates_do_not_see_attributes(write: Write) -> None:
    """Owner, type, neutrality, value and drawing are those of the piece."""
    words = """VARIABLE seen : bit ( ? -- ) 1 AND seen @ 2* + seen ! ;
      : step ( -- ) 0 seen ! friend? bit enemy? bit empty? bit here current-player friend-of? bit
      piece-type man = bit player White = bit neutral-piece? bit man not-piece-type? bit
      c1 enemy-at? bit c1 neutral-piece-at? bit c1 empty-at? bit
      piece piece-value 1 = bit current-piece-type man = bit White material-balance 0= bit
      e verify from here move add-move ;"""
    for game in both(write(board="16 {attribute} deep", words=words)):
        line = "small | White:man#deep=65535@a1 Stone:king#deep=32769@c1 | turn=0,White,White,0,1,0"
        state = game.position(line)
        assert [str(move) for move in state.moves()] == ["man a1 - b1"]
        assert game.forth.processor.cell(game.forth.word("seen").value) == 0b10011100110111
        assert state.board == {"a1": ("White", "man"), "c1": ("Stone", "king")}


def test_marks(write: Write) -> None:
    """Marks belong to positions, occupied or not, and stay until a script sets them."""
    words = STEP.format(behind="seen 1+ seen! 9 from trail-at! 4 -1 trail-at! 4 99 trail-at!")
    board = "{variable} x 3 {mark} seen 16 {mark} a 12 {mark} b 4 {mark} trail"
    for game in both(write(board=board, words=words)):
        state = game.position("small | White:man@a1 | turn=0,White,White,0,1,0")
        start = state.fingerprint
        state.play("man a1 - b1")
        assert pieces(state) == ["White:man@b1", "seen@b1=1", "trail@a1=9"]
        again = game.position(state.to_text())
        assert again.fingerprint == state.fingerprint
        state.undo()
        assert state.fingerprint == start
        assert state.copy().to_json()["position"].count("@") == 1


def test_set_at_once(write: Write) -> None:
    """This holds for events and compiled words; an empty position has no attribute to set."""
    more = """: OnNextTurn ( -- ) 1 b1 moved-now! 1 a1 moved-now! 7 c2 seen-now! 7 -3 seen-now!
      7 1000000 moved-now! OnNextTurn ;"""
    words = STEP.format(behind="")
    for game in both(write(board="1 {attribute} moved 2 {mark} seen", words=words, more=more)):
        state = game.new_game(seed=1)
        state.play("man a1 - b1")
        assert pieces(state) == ["White:man#moved=1@b1", "Black:king@c1", "seen@c2=3"]


def test_attributes_tell_positions_apart(write: Write) -> None:
    """Fingerprints include them, and so does every key of a search, which covers the whole
    record.
    """
    game = forthgame.load(
        write(board="1 {attribute} moved 1 {mark} seen", words=STEP.format(behind="")),
        native=False,
    )
    turn = "| turn=0,White,White,0,1,0"
    lines = ["White:man@a1", "White:man#moved=1@a1", "White:man@a1 seen@b1=1"]
    assert len({game.position(f"small | {line} {turn}").fingerprint for line in lines}) == 3


def test_bits_by_hand_go_on(write: Write) -> None:
    """A script without declarations sets the bits itself, and the position carries them."""
    words = STEP.format(behind="COMPILE brand") + ""
    words = ": brand ( -- ) b1 board[] DUP @ 65536 5 * OR SWAP ! ; " + words
    game = forthgame.load(write(words=words), native=False)
    state = game.new_game(seed=1)
    state.play("man a1 - b1")
    assert pieces(state) == ["White:man#5@b1", "Black:king@c1"]
    assert game.position(state.to_text()).fingerprint == state.fingerprint


def test_the_checker_reports_both_ways_in_one_script(write: Write) -> None:
    words = ": brand ( -- ) b1 board[] DUP @ 65536 OR SWAP ! ; " + STEP.format(
        behind="COMPILE brand 1 moved!"
    )
    report = check(write(board="1 {attribute} moved 2 {mark} spare", words=words))
    assert [f.code for f in report.findings if f.code in ("FG515", "FG516")] == ["FG515", "FG516"]
    without = check(write(words=words.replace("1 moved!", "")))
    assert not [f for f in without.findings if f.code in ("FG515", "FG516")]


@pytest.mark.parametrize(
    ("item", "message"),
    [
        ("White:man#moved=2@a1", "not a number from 0 to 1"),
        ("White:man#ghost=1@a1", "no attribute 'ghost'"),
        ("White:man#moved=1#moved=1@a1", "given twice"),
        ("White:man#x@a1", "not a number"),
        ("seen@z9=1", "no position"),
        ("seen@a1=4", "not a number from 0 to 3"),
        ("ghost@a1=1", "no mark 'ghost'"),
    ],
)
def test_wrong_positions(write: Write, item: str, message: str) -> None:
    words = STEP.format(behind="")
    game = forthgame.load(
        write(board="1 {attribute} moved 2 {mark} seen", words=words), native=False
    )
    with pytest.raises(forthgame.ForthgameError, match=message):
        game.position(f"small | {item} | turn=0,White,White,0,1,0")


@pytest.mark.parametrize(
    ("parts", "message"),
    [
        ({"board": "17 {attribute} wide"}, "wide has 17 bits; from 1 to 16"),
        ({"board": "0 {mark} none"}, "none has 0 bits"),
        ({"board": "9 {attribute} a 8 {attribute} b"}, "b has 8 bits, and 7 of 16 are left"),
        ({"board": "1 {attribute} a 1 {mark} a"}, "a is declared already, as an attribute"),
        ({"board": "1 {mark} a", "pieces": "1 {attribute} a"}, "declared already, as a mark"),
        ({"words": "1 {attribute} a"}, "belongs between"),
        ({"pieces": "1 {mark} a"}, "belongs between"),
    ],
)
def test_wrong_declarations(write: Write, parts: dict[str, str], message: str) -> None:
    given = {"words": ""} | parts
    given["words"] += STEP.format(behind="")
    with pytest.raises(forthgame.ScriptError, match=message) as caught:
        forthgame.load(write(**given), native=False)
    assert caught.value.line > 0


def test_actions_belong_in_move_words(write: Write) -> None:
    words = STEP.format(behind="")
    more = ": OnNextTurn ( -- ) OnNextTurn 1 a1 moved-at! ;"
    for game in both(write(board="1 {attribute} moved", words=words, more=more)):
        state = game.new_game(seed=1)
        before = state.fingerprint
        with pytest.raises(forthgame.ScriptError, match=r"only a move word records") as caught:
            state.play("man a1 - b1")
        assert caught.value.word == "moved-at!"
        assert state.fingerprint == before


def test_a_section_given_again_keeps_the_bits_of_compiled_words(write: Write) -> None:
    """A variant may declare its pieces again, with the attributes of the base."""
    words = "{pieces 3 {attribute} first 2 {attribute} moved {piece} man pieces} "
    words += STEP.format(behind="2 moved!")
    path = write(words=words, pieces="2 {attribute} moved 1 {attribute} late")
    game = forthgame.load(path, native=False)
    state = game.new_game(seed=1)
    state.play("man a1 - b1")
    assert pieces(state) == ["White:man#moved=2@b1", "Black:king@c1"]


def test_explanations_name_what_is_set(write: Write) -> None:
    words = STEP.format(behind="1 moved! 2 seen!")
    game = forthgame.load(
        write(board="1 {attribute} moved 2 {mark} seen", words=words), native=False
    )
    told = str(game.new_game(seed=1).explain("man a1 - b1"))
    assert "sets moved of b1 to 1" in told
    assert "sets seen of b1 to 2" in told
