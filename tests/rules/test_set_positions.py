"""Positions that are set from outside: OnPosition, impossible parts, rights, dead positions."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

import pytest

import forthgame
from forthgame.base.errors import ScriptError
from forthgame.position import position_editing
from forthgame.position.position_text import PositionError

LINE = """
{board 1 5 {grid} {variable} men {variable} asked board}
{directions 0 1 {direction} e directions}
{players {player} White {player} Black players}
{turn-order {turn} White {turn} Black turn-order}
VARIABLE outside
: step ( -- ) e verify empty? verify from here move add-move ;
{moves steps {move} step moves}
{pieces {piece} man {moves} steps pieces}
{board-setup {setup} White man a1 {setup} Black man e1 board-setup}
: count-men ( -- ) 0 5 0 DO I not-empty-at? IF 1+ ENDIF LOOP men ! ;
"""
COUNTS = LINE + ": OnPosition ( -- ) count-men 1 outside +! ;\n"
REFUSES = LINE + ': OnPosition ( -- ) c1 not-empty-at? ABORT" c1 is closed" count-men ;\n'
DERIVED = [
    "bao", "antichess", "atomic", "backgammon", "brandubh", "chess", "connectfour", "crazyhouse",
    "gomoku", "hnefatafl", "knights-tour", "los-alamos", "makruk",
    "quantum-tictactoe", "racing-kings", "splut", "tablut", "ultimate-tictactoe", "ur",
    "xiangqi", "yavalath", "yonin-shogi",
]  # fmt: skip
GUARD = ["h7h5", "e6h6", "g7h7", "h6e6", "h7g7", "e6h6", "g7h7", "h6e6", "h7g7"]


Change = Callable[[forthgame.State], forthgame.State]
Loader = Callable[[str], forthgame.Game]


@pytest.fixture
def line(tmp_path: Path) -> Loader:
    """Return a function that loads a small game from its text."""

    def load(source: str) -> forthgame.Game:
        path = tmp_path / "line.4th"
        path.write_text(source, encoding="utf-8")
        return forthgame.load(path, native=False)

    return load


def stored(state: forthgame.State, name: str) -> list[int]:
    """Return the value of a variable or an array of the board."""
    return {found: values for found, _, values in position_editing.storage(state)}[name]


def men(state: forthgame.State) -> int:
    """Return the small game's variable `men`."""
    return stored(state, "men")[0]


# -- the event -------------------------------------------------------------------------------------


def test_the_event_is_called_for_a_text(line: Loader) -> None:
    """A wrong count in a text is corrected."""
    game = line(COUNTS)
    state = game.position("line | White:man@a1 White:man@c1 | turn=0,White,White,0,1,0 | men=7")
    assert men(state) == 2


def test_the_event_is_called_for_a_document(line: Loader) -> None:
    """A wrong count in a document is corrected."""
    game = line(COUNTS)
    document = game.new_game(seed=1).to_json()
    assert men(game.position(document)) == 2


def test_the_event_is_not_called_for_a_new_game(line: Loader) -> None:
    """The set-up is placed by OnEditAdd alone."""
    assert men(line(COUNTS).new_game(seed=1)) == 0


@pytest.mark.parametrize(
    ("change", "number"),
    [
        (lambda state: position_editing.put(state, "White", "man", "c1"), 3),
        (lambda state: position_editing.remove(state, "a1"), 1),
        (lambda state: position_editing.with_owner(state, "a1", "Black"), 2),
        (lambda state: position_editing.with_piece_moved(state, "a1", "e1"), 1),
        (lambda state: position_editing.on_turn(state, 1), 2),
        (lambda state: position_editing.with_value(state, "asked", 5), 2),
    ],
    ids=["put", "remove", "given", "moved", "on_turn", "with_value"],
)
def test_the_event_is_called_for_an_edit(line: Loader, change: Change, number: int) -> None:
    """Every edit of a position ends with it."""
    assert men(change(line(COUNTS).new_game(seed=1))) == number


@pytest.mark.parametrize("level", ["{level} | White:man@b1", "{level} | White:man@b1 Black:man@d1"])
def test_the_event_is_called_for_a_level(line: Loader, level: str) -> None:
    """Levels are positions from outside too."""
    game = line(COUNTS + "{levels\n" + level + "\nlevels}\n")
    assert men(game.new_game(seed=1)) == level.count("@")


def test_only_board_and_storage_stay_changed(line: Loader) -> None:
    """A plain variable and the random streams are restored."""
    game = line(LINE + ": OnPosition ( -- ) 1 outside +! 0 9 RAND-WITHIN men ! ;\n")
    state = game.new_game(seed=1)
    twin = game.position(state.to_text())
    outside = game.forth.word("outside").parameter
    assert game.forth.processor.cell(outside) == 0
    assert twin.kept_streams() == state.kept_streams()


def test_other_mistakes_in_the_event_are_those_of_a_script(line: Loader) -> None:
    """An error has its place in the script."""
    game = line(LINE + ": OnPosition ( -- ) 1 0 / men ! ;\n")
    with pytest.raises(ScriptError) as caught:
        game.position(game.new_game(seed=1).to_text())
    assert caught.value.line == LINE.count("\n") + 1


def test_abort_refuses_a_position(line: Loader) -> None:
    """ABORT" in the event supplies the message of the error; nothing is printed."""
    game = line(REFUSES)
    with pytest.raises(PositionError, match="this is not a position of line: c1 is closed"):
        game.position("line | White:man@c1 | turn=0,White,White,0,1,0")


def test_an_edited_position_may_be_impossible_on_the_way(line: Loader) -> None:
    """The moves of such a position are refused, and it is valid once it has been edited further."""
    state = position_editing.put(line(REFUSES).new_game(seed=1), "White", "man", "c1")
    for asked in (
        state.moves,
        lambda: state.outcome,
        lambda: state.play("man a1 - b1"),
        lambda: state.search("random"),
        lambda: state.game.perft(1, state),
        lambda: state.game.rollouts([state], 1),
        state.copy().moves,
        lambda: state.game.position(state.to_text()),
    ):
        with pytest.raises(PositionError, match="c1 is closed"):
            asked()
    assert position_editing.remove(state, "c1").count == 1


def test_a_refused_level_has_its_place(line: Loader) -> None:
    """The error is one of the script, at the level."""
    source = REFUSES + "{levels\n{level} | White:man@c1\nlevels}\n"
    with pytest.raises(ScriptError, match="c1 is closed") as caught:
        line(source).new_game(seed=1)
    assert caught.value.line == source[: source.index("{level} ")].count("\n") + 1


@pytest.mark.parametrize("name", DERIVED)
@pytest.mark.sampled(2)
def test_positions_of_games_come_back_the_same(name: str) -> None:
    """OnPosition changes nothing in a position that was played."""
    game, choose = forthgame.load(name), random.Random(1)
    state = game.new_game(seed=1)
    for ply in range(60):
        if ply % 6 == 0:
            assert game.position(state.to_text()) == _without_past(state)
        if state.outcome:
            break
        state.play(choose.randrange(state.count))
    assert game.position(state.to_text()).fingerprint == state.fingerprint


def _without_past(state: forthgame.State) -> forthgame.State:
    twin = state.copy()
    twin.past, twin.move_texts = [], []
    return twin


# -- derived facts of bundled games ----------------------------------------------------------------


@pytest.mark.parametrize("name", ["chess", "makruk", "los-alamos"])
def test_a_moved_king_is_found(name: str) -> None:
    """Check is tested at the king's square."""
    state = forthgame.load(name).new_game(seed=1)
    king = next(square for square, held in state.board.items() if held == ("White", "king"))
    moved = position_editing.with_piece_moved(state, king, "e4" if name == "chess" else "d4")
    played = moved.game.position(moved.to_text())
    assert moved.moves() == played.moves()
    assert king not in moved.board


def test_a_king_moved_by_hand_must_leave_check() -> None:
    """A king that was put in front of a rook moves away, and no other piece moves."""
    state = forthgame.load("chess").position(fen="k3r3/8/8/8/8/8/PPP5/7K w - - 0 1")
    moved = position_editing.with_piece_moved(state, "h1", "e4")
    assert {move.source for move in moved.moves()} == {"e4"}
    text = state.to_text().replace("White:king@h1", "White:king@e4")
    assert moved.game.position(text).moves() == moved.moves()


def test_crowns_are_counted() -> None:
    """A king removed by hand in yonin shogi has to be dropped, or its owner is out."""
    state = forthgame.load("yonin-shogi").new_game(seed=1)
    assert stored(position_editing.remove(state, "e1"), "crowns") == [
        0,
        1,
        1,
        1,
    ]


def test_the_king_of_tablut_is_found() -> None:
    """A king put on the edge has escaped."""
    state = forthgame.load("tablut").new_game(seed=1)
    assert position_editing.with_piece_moved(state, "e5", "a1").outcome


@pytest.mark.parametrize(
    ("name", "piece", "squares"),
    [
        ("connectfour", "disc", "a1 b1 c1 d1"),
        ("gomoku", "stone", "a1 b1 c1 d1 e1"),
        ("yavalath", "stone", None),
    ],
)
def test_a_row_put_by_hand_is_seen(name: str, piece: str, squares: str | None) -> None:
    """This holds whichever stone was put last."""
    state = forthgame.load(name).new_game(seed=1)
    places = squares.split() if squares else [move.target for move in state.moves()[:4]]
    for place in places:
        state = position_editing.put(state, state.game.players[1], piece, str(place))
    state = position_editing.put(
        state, state.game.players[0], piece, str(state.moves(after_end=True)[-1].target)
    )
    assert state.outcome == "loss"


def test_wizards_are_counted() -> None:
    """The last wizard left by hand has won Splut."""
    state = forthgame.load("splut").new_game(seed=1)
    for place in ("b6", "f8", "h4"):
        state = position_editing.remove(state, place)
    assert state.outcome == "win"


def test_squares_of_a_tour_are_counted() -> None:
    """The knight that was put by hand does not start again."""
    state = position_editing.put(
        forthgame.load("knights-tour").new_game(seed=1), "Player", "knight", "a1"
    )
    assert {move.source for move in state.moves()} == {"a1"}


# -- impossible parts ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "fen"),
    [
        ("chess", "4k3/8/8/8/8/8/8/3KK3 w - - 0 1"),
        ("chess", "8/8/8/8/8/8/4P3/8 w - - 0 1"),
        ("chess", "4k3/8/8/8/8/PPPPPPPP/PPPPPPPP/4K3 w - - 0 1"),
        ("chess", "4k3/8/8/8/QQQQQQQQ/QQQQQQQQ/8/4K3 b - - 0 1"),
        ("chess", "4k2P/8/8/8/8/8/8/4K3 w - - 0 1"),
        ("atomic", "4k3/8/8/8/8/8/4P3/4KK2 w - - 0 1"),
        ("crazyhouse", "8/8/8/8/8/8/4P3/8 w - - 0 1"),
        ("racing-kings", "8/8/8/8/8/8/k6K/7q w - - 0 1"),
        ("los-alamos", "6/6/6/6/4P1/6 w - - 0 1"),
        ("makruk", "4k3/8/8/8/8/8/8/3KK3 w - - 0 1"),
        ("xiangqi", "4k4/9/9/9/9/9/9/9/4K4/3K5 w - - 0 1"),
        ("shogi", "4k4/9/9/9/9/9/9/9/4KK3 b - 1"),
        ("minishogi", "5/5/5/5/5 b - 1"),
    ],
)
def test_impossible_positions_are_refused(name: str, fen: str) -> None:
    """Kings and men in wrong numbers, pawns on the last rank, a check in racing kings."""
    with pytest.raises(PositionError):
        forthgame.load(name).position(fen=fen)


def test_a_text_is_refused_as_a_fen_is() -> None:
    """Two White kings in a text."""
    game = forthgame.load("chess")
    text = game.new_game(seed=1).to_text().replace(" White:pawn@a2", " White:king@a2")
    with pytest.raises(
        PositionError, match="there are 2 pieces 'White king', and 0 to 1 are meant"
    ):
        game.position(text)


@pytest.mark.parametrize(
    ("name", "fen"),
    [
        ("chess", "4k3/8/8/8/4r3/8/4P3/8 w - - 0 1"),
        ("crazyhouse", "4k3/8/8/8/4r3/8/4P3/8 w - - 0 1"),
        ("racing-kings", "8/8/8/8/8/8/R7/7k w - - 0 1"),
        ("los-alamos", "k5/6/6/6/4P1/6 w - - 0 1"),
        ("makruk", "4k3/8/8/8/8/4P3/8/R7 w - - 0 1"),
        ("xiangqi", "4k4/9/9/9/9/9/9/9/9/R8 w - - 0 1"),
        ("shogi", "4k4/9/9/9/9/9/9/9/8R b - 1"),
        ("minishogi", "4k/5/5/5/R4 b - 1"),
    ],
)
@pytest.mark.parametrize("native", [True, False])
def test_problem_positions_have_one_king(name: str, fen: str, native: bool) -> None:
    """A side without a king cannot be checked; its men move."""
    state = forthgame.load(name, native=native).position(fen=fen)
    assert state.outcome is None
    state.play(state.moves()[0])
    assert state.count


# -- rights ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "fen", "read"),
    [
        ("chess", "4k3/8/8/8/8/8/8/R3K2N w KQ - 0 1", "Q -"),
        ("chess", "4k3/8/8/8/8/8/4P3/4K3 w KQkq - 0 1", "- -"),
        ("chess", "4k3/8/8/8/8/8/8/R2K3R w KQ - 0 1", "- -"),
        ("atomic", "4k3/8/8/8/8/8/4P3/4K2b w K - 0 1", "- -"),
        ("crazyhouse", "4k3/8/8/8/8/8/4P3/4K2b w K - 0 1", "- -"),
        ("chess", "4k3/8/8/3PK3/8/8/8/8 w - e6 0 1", "- -"),
        ("chess", "4k3/8/8/3PpK2/8/8/8/8 w - e6 0 1", "- e6"),
        ("chess", "4k3/4n3/8/3PpK2/8/8/8/8 w - e6 0 1", "- -"),
        ("chess", "8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1", "- -"),
        ("antichess", "4k3/8/8/3P1K2/8/8/8/8 w - e6 0 1", "- -"),
    ],
)
def test_rights_without_their_pieces_are_dropped(name: str, fen: str, read: str) -> None:
    """Castling without a rook or a king in place, a square that no pawn has passed."""
    state = forthgame.load(name).position(fen=fen)
    assert " ".join(state.fen().split()[2:4]) == read


def test_rights_in_a_text_are_dropped() -> None:
    """The text is not a FEN here."""
    game = forthgame.load("chess")
    text = game.new_game(seed=1).to_text().replace(" White:rook@h1", "")
    assert game.position(text).fen().split()[2] == "Qkq"


def test_castling_with_a_knight_is_not_offered() -> None:
    """The queen's side is left."""
    state = forthgame.load("chess").position(fen="4k3/8/8/8/8/8/8/R3K2N w KQ - 0 1")
    assert "O-O-O" in state.texts("san")
    assert "O-O" not in state.texts("san")


def test_rights_without_pieces_leave_the_moves() -> None:
    """A pawn and a king have six moves."""
    assert forthgame.load("chess").position(fen="4k3/8/8/8/8/8/4P3/4K3 w KQkq - 0 1").count == 6


# -- repetition ------------------------------------------------------------------------------------


@pytest.mark.parametrize("native", [True, False])
def test_an_illegal_capture_in_passing_is_no_right(native: bool) -> None:
    """The pawn on g5 may not take h6, which opens the file of its king (FIDE 9.2.3)."""
    game = forthgame.load("chess", native=native)
    state = game.position(fen="6k1/1p2p1rp/rP1pR3/2pP1pP1/p1P2P1P/R5K1/8/8 b - - 0 1")
    for move in GUARD:
        assert state.outcome is None
        state.play(move)
    assert (state.outcome, state.ending) == ("draw", "repetition")


def test_a_legal_capture_in_passing_makes_another_position() -> None:
    """With the White king elsewhere the first position does not count."""
    state = forthgame.load("chess").position(
        fen="6k1/1p2p1rp/rP1pR3/2pP1pP1/p1P2P1P/R7/8/K7 b - - 0 1"
    )
    for move in GUARD:
        state.play(move)
    assert state.outcome is None


# -- dead positions --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "fen", "ending"),
    [
        ("chess", "4k3/8/8/8/8/8/8/4K3 w - - 5 1", "dead-position"),
        ("chess", "4k3/8/8/8/8/8/8/4KN2 w - - 0 1", "dead-position"),
        ("chess", "4kb2/8/8/8/8/8/8/2B1K3 w - - 0 1", "dead-position"),
        ("chess", "4k1b1/8/8/8/8/8/8/2B1K3 w - - 0 1", None),
        ("chess", "4k3/8/8/8/8/8/8/4KNN1 w - - 0 1", None),
        ("chess", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", None),
        ("atomic", "4k3/8/8/8/8/8/8/4K2R w - - 0 1", "dead-position"),
        ("crazyhouse", "4k3/8/8/8/8/8/8/4KN2 w - - 0 1", "dead-position"),
        ("crazyhouse", "4k3/8/8/8/8/8/8/4K3[P] w - - 0 1", None),
        ("antichess", "8/8/8/8/8/8/8/B1b5 w - - 0 1", None),
        ("antichess", "8/8/8/8/8/8/8/Bb6 w - - 0 1", "dead-position"),
        ("los-alamos", "k5/6/6/6/6/5K w - - 0 1", "dead-position"),
        ("makruk", "4k3/8/8/8/8/8/8/3KM3 w - - 0 1", "dead-position"),
    ],
)
def test_dead_positions_are_draws(name: str, fen: str, ending: str | None) -> None:
    """Neither player can win any more."""
    assert forthgame.load(name).position(fen=fen).ending == ending


@pytest.mark.parametrize("native", [True, False])
def test_the_last_capture_ends_a_game(native: bool) -> None:
    """King against king, reached by playing."""
    state = forthgame.load("chess", native=native).position(fen="4k3/8/8/8/8/8/4r3/4K3 w - - 0 1")
    state.play("e1e2")
    assert (state.outcome, state.ending) == ("draw", "dead-position")


def test_cases_of_the_bundled_scripts_are_complete() -> None:
    """Every bundled script that defines OnPosition is compared above."""
    games = Path(__file__).parents[2] / "games"
    named = {path.stem for path in games.glob("*/*.4th") if ": OnPosition" in path.read_text()}
    shared = {"tafl": "tablut", "tour": "knights-tour", "moves": "moves"}
    assert {shared.get(name, name) for name in named} <= {*DERIVED, "moves"}
