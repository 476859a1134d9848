"""Tests of hands: drops, captured pieces, and pieces that do not fit into a hand."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

import pytest

import forthgame
from tests.beyond.animals import Animals

from .tiers import TIERS, both

HERE = Path(__file__).parent

SMALL = """
{{board 2 2 {{grid}} {board} board}}
{{directions 0 1 {{direction}} e directions}}
{{players {{player}} White {{player}} Black players}}
{{turn-order {{turn}} White {{turn}} Black turn-order}}
{{pieces {{piece}} man {{piece}} king pieces}}
{words}
: put ( -- ) empty? verify drop add-move ;
: step ( -- ) e verify friend? NOT verify from here move add-move ;
{{moves ways {moves} {{move}} step moves}}
{{moves drops {{move}} put moves}}
{{pieces {{piece}} man {{moves}} ways {{drops}} drops
  {{piece}} king {{moves}} ways {pieces} pieces}}
{{board-setup {{setup}} White man a1 {{setup}} Black king b1 board-setup}}
{more}
"""
Write = Callable[..., Path]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Write the small game with other parts; return the script's path."""

    def write(**parts: str) -> Path:
        path = tmp_path / "small.4th"
        given = {"board": "{hand}", "words": "", "moves": "", "pieces": "", "more": ""} | parts
        path.write_text(SMALL.format(**given))
        return path

    return write


def texts(state: forthgame.State) -> list[str]:
    return [str(move) for move in state.moves()]


# -- beside rules in Python ----------------------------------------------------------------------


def test_counts_of_animals() -> None:
    """All sequences of five moves, in both tiers."""
    oracle = Animals()
    counts = [oracle.perft(depth) for depth in range(1, 5)]
    assert counts[0] == 4
    for game in both(HERE / "animals.4th"):
        assert [game.perft(depth) for depth in range(1, 5)] == counts


@pytest.mark.parametrize("native", TIERS)
def test_animals_beside_the_oracle(native: bool) -> None:
    """Random games: moves, hands and results at each ply; positions survive as text."""
    game = forthgame.load(HERE / "animals.4th", native=native)
    if game.native is not None:
        game.native.prepare(wait=True)
    choose = random.Random(3)
    dropped = 0
    for number in range(12):
        state, oracle = game.new_game(seed=number), Animals()
        for _ in range(120):
            assert state.player == oracle.player
            assert state.outcome == oracle.outcome
            assert state.hands == {who: +held for who, held in oracle.hands.items()}
            if state.outcome:
                break
            found = texts(state)
            assert sorted(found) == sorted(oracle.moves())
            again = game.position(state.to_text())
            assert (again.fingerprint, texts(again)) == (state.fingerprint, found)
            text = choose.choice(found)
            dropped += text.startswith(("South", "North"))
            state.play(text)
            oracle.play(text)
    assert dropped > 20


def test_a_search_counts_what_is_in_hand() -> None:
    """Without an evaluation of the script a piece in hand is worth its value."""
    game = forthgame.load(HERE / "animals.4th")
    state = game.new_game(seed=1)
    state.play("chick b2 x b3")
    assert str(state.search("negamax:depth=1").move).endswith("x b3")
    state.play("lion b4 x b3")
    assert state.hands == {"South": {"chick": 1}, "North": {"chick": 1}}
    state.enter()
    processor = game.forth.processor
    for player in (1, 2):
        code = player * 2048
        assert game.call(game.forth.word("material-balance").entry, code) == 0
    processor.tidy()


def test_search_finds_the_same_with_and_without_machine_code() -> None:
    """Hands are part of the key of a position."""
    found = []
    for game in both(HERE / "animals.4th"):
        state = game.new_game(seed=1)
        state.play("chick b2 x b3")
        result = state.search("negamax:depth=5")
        found.append((str(result.move), result.score, result.nodes))
    assert found[0] == found[-1]
    assert found[0][2] > 100


# -- words ---------------------------------------------------------------------------------------


def test_in_hand_gets_the_type_that_is_dropped(write: Write) -> None:
    more = ": OnNewGame ( -- ) 2 man White in-hand! 1 man Black in-hand! -5 king Black in-hand! ;"
    words = ": note ( -- ) in-hand king Black in-hand-of 10 * + found ! ;"
    path = write(words="VARIABLE found " + words, moves="{move} note", more=more)
    for game in both(path):
        state = game.new_game(seed=1)
        assert state.hands == {"White": {"man": 2}, "Black": {"man": 1}}
        assert texts(state) == ["White man a2", "White man b2", "man a1 x b1"]
        assert game.forth.processor.cell(game.forth.word("found").value) == 2
        state.play("White man a2")
        state.play("Black man b2")
        assert state.hands == {"White": {"man": 1}, "Black": {}}
        assert texts(state) == ["man a2 x b2", "man a1 x b1"]
        state.undo()
        assert state.hands["Black"] == {"man": 1}


def test_recycling_is_a_switch(write: Write) -> None:
    """Own pieces that are captured go to the hand only with `$recycle ON`."""
    for switch, held in (("", {}), ("$recycle ON", {"king": 1}), ("$recycle OFF", {})):
        words = f"{switch} : swap-out ( -- ) capture e DROP capture add-move ;"
        for game in both(write(words=words, moves="{move} swap-out")):
            state = game.new_game(seed=1)
            state.play("x a1 x b1")
            assert state.hands == {"White": held, "Black": {}}


def test_pieces_return_to_their_owners(write: Write) -> None:
    """With `#ToOwner`, own pieces that are captured return, too."""
    words = "#ToOwner $recycle ! : swap-out ( -- ) capture e DROP capture add-move ;"
    for game in both(write(words=words, moves="{move} swap-out")):
        state = game.new_game(seed=1)
        state.play("x a1 x b1")
        assert state.hands == {"White": {"man": 1}, "Black": {"king": 1}}
        state = game.new_game(seed=1)
        state.play("man a1 x b1")
        assert state.hands == {"White": {}, "Black": {"king": 1}}


def test_unpromoted(write: Write) -> None:
    for game in both(write(words="$recycle ON", pieces="man {unpromoted}")):
        state = game.new_game(seed=1)
        state.play("man a1 x b1")
        assert state.hands["White"] == {"man": 1}


def test_to_hand_and_drops_of_other_types(write: Write) -> None:
    """A drop takes a piece of the dropped type from the hand, if there is one."""
    words = """: gift ( -- ) man White to-hand king Black to-hand king Black to-hand
      king b2 drop-piece-at add-move ;"""
    for game in both(write(words=words, moves="{move} gift")):
        state = game.new_game(seed=1)
        assert texts(state)[0] == "White king b2"
        state.play("White king b2")
        assert state.hands == {"White": {"man": 1}, "Black": {"king": 2}}


def test_drops_without_hands_are_as_before(write: Write) -> None:
    for game in both(write(board="")):
        state = game.new_game(seed=1)
        assert texts(state) == ["White man a2", "White man b2", "man a1 x b1"]
        assert state.hands == {}
        assert game.perft(3) == 9


def test_more_types_than_bits(write: Write) -> None:
    """Types after the 63rd are looked up one by one."""
    many = " ".join(f"{{piece}} p{k}" for k in range(3, 70)) + " {piece} last {drops} drops"
    more = ": OnNewGame ( -- ) 1 last White in-hand! ;"
    for game in both(write(pieces=many, more=more)):
        state = game.new_game(seed=1)
        assert texts(state) == ["White last a2", "White last b2", "man a1 x b1"]
        state.play("White last a2")
        assert texts(state) == []


def test_moves_of_all_opponents_use_their_hands(write: Write) -> None:
    words = """: other ( -- ) current-player White = verify
      current-player TRUE 0 $GenerateMoves move-count seen ! $DeallocateMoves
      e verify from here move add-move ;"""
    more = ": OnNewGame ( -- ) 1 man Black in-hand! ;"
    for game in both(write(words="VARIABLE seen " + words, moves="{move} other", more=more)):
        state = game.new_game(seed=1)
        assert texts(state) == ["man a1 x b1", "man a1 x b1"]
        assert game.forth.processor.cell(game.forth.word("seen").value) == 2


def test_sections_may_come_in_any_order_and_again(tmp_path: Path) -> None:
    """Counters follow the players and types that are declared last."""
    base = tmp_path / "base.4th"
    base.write_text(SMALL.format(board="{hand}", words="", moves="", pieces="", more=""))
    path = tmp_path / "more.4th"
    path.write_text("""LOAD base.4th
      {pieces {piece} man {drops} drops {piece} king {moves} ways
        {piece} tower {drops} drops pieces}
      {players {player} White {player} Black {player} Red players}
      : OnNewGame ( -- ) 1 tower Red in-hand! 1 man White in-hand! ;""")
    for game in both(path):
        state = game.new_game(seed=1)
        assert state.hands == {"White": {"man": 1}, "Black": {}, "Red": {"tower": 1}}
        assert game.position(state.to_text()).hands == state.hands
        assert texts(state) == ["White man a2", "White man b2"]


# -- positions -----------------------------------------------------------------------------------


def test_positions_carry_hands(write: Write) -> None:
    game = forthgame.load(write(), native=False)
    line = "small | White:man@a1 White:man=2 | turn=0,White,White,0,1,0"
    state = game.position(line)
    assert state.hands == {"White": {"man": 2}, "Black": {}}
    assert texts(state)[:2] == ["White man a2", "White man b2"]
    assert "White:man=2" in state.to_json()["position"]
    plain = game.position(line.replace("White:man=2", ""))
    assert plain.fingerprint != state.fingerprint


@pytest.mark.parametrize(
    ("item", "message"),
    [
        ("White:man=-1", "neither a piece"),
        ("White:man=99999999999", "not a number from 0"),
        ("White:ghost=1", "no piece 'ghost'"),
        ("Red:man=1", "no player 'Red'"),
    ],
)
def test_wrong_hands_in_positions(write: Write, item: str, message: str) -> None:
    game = forthgame.load(write(), native=False)
    with pytest.raises(forthgame.ForthgameError, match=message):
        game.position(f"small | {item} | turn=0,White,White,0,1,0")


def test_hands_of_a_game_without(write: Write) -> None:
    game = forthgame.load(write(board=""), native=False)
    with pytest.raises(forthgame.ForthgameError, match=r"has no .hand."):
        game.position("small | White:man=1 | turn=0,White,White,0,1,0")


# -- mistakes ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("parts", "message"),
    [
        ({"board": "{hand} {hand}"}, "stands in this section already"),
        ({"words": "{hand}"}, "belongs between .board and board."),
        ({"pieces": "9 {unpromoted}"}, "9 is not a piece type"),
        ({"words": "{pieces 1 {unpromoted} pieces}"}, "must follow a .piece."),
        ({"words": "1 {unpromoted}"}, "belongs between .pieces and pieces."),
    ],
)
def test_wrong_declarations(write: Write, parts: dict[str, str], message: str) -> None:
    with pytest.raises(forthgame.ScriptError, match=message) as caught:
        forthgame.load(write(**parts), native=False)
    assert caught.value.line > 0


@pytest.mark.parametrize("event", ["OnNextTurn", "OnIsGameOver", "OnEvaluate", "OnMakeAMove"])
def test_actions_belong_in_move_words(write: Write, event: str) -> None:
    """An event that records stops with its place, and the position is as it was."""
    more = ": OnNewGame ( -- ) 1 man White in-hand! 1 man Black in-hand! ; "
    more += f": {event} ( -- x ) man White to-hand 0 ;"
    for game in both(write(more=more)):
        state = game.new_game(seed=1)
        before = state.fingerprint, state.hands

        def run(state: forthgame.State = state) -> None:
            _ = state.outcome
            state.search("negamax:depth=1")
            state.play(state.moves()[0])

        with pytest.raises(forthgame.ScriptError, match=r"only a move word records") as caught:
            run()
        assert caught.value.word == "to-hand"
        assert caught.value.line > 0
        while state.history:
            state.undo()
        assert (state.fingerprint, state.hands) == before


def test_why_a_drop_is_missing(write: Write) -> None:
    state = forthgame.load(write()).new_game(seed=1)
    told = str(state.explain("man a2"))
    assert "White has no man in hand" in told
    assert "small.4th:2" in told
