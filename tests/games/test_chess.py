"""Chess from given positions, beside python-chess: moves, endings, and counts known elsewhere."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest
from oracles.chess_peer import Chess

import forthgame

POSITIONS = {
    "castling both ways": "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "castling out of, through and into check": "r3k2r/8/4r3/8/8/5b2/8/R3K2R w KQkq - 0 1",
    "a rook passes an attacked square": "4k3/8/8/8/8/8/1r6/R3K3 w Q - 0 1",
    "a right is lost with the rook": "r3k2r/8/8/8/8/8/6n1/R3K2R b KQkq - 0 1",
    "en passant": "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3",
    "en passant would open the rank": "8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1",
    "en passant along a diagonal pin": "8/6bb/8/8/R1pP2k1/4P3/P7/K7 b - d3 0 1",
    "en passant takes who gives check": "8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1",
    "promotions": "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "a promotion that takes a rook's right": "r3k2r/1P4P1/8/8/8/8/8/4K3 w kq - 0 1",
    "double check": "rnb1kbnr/pppp1ppp/8/8/4N3/8/PPPPQPPP/R1B1KBNR w KQkq - 0 1",
    "in double check": "4k3/8/5N2/8/8/8/4R3/4K3 b - - 0 1",
    "pins": "4k3/8/4r3/b7/7b/2N3P1/3PN3/4K2q w - - 0 1",
    "many discoveries": "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "mirrored": "r2q1rk1/pP1p2pp/Q4n2/bbp1p3/Np6/1B3NBn/pPPP1PPP/R3K2R b KQ - 0 1",
    "mate": "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3",
    "stalemate": "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
    "ninety-nine quiet turns": "7k/8/6K1/8/8/8/8/5Q2 w - - 99 80",
}
COUNTS = {  # positions that other programs count too: https://www.chessprogramming.org/Perft_Results
    "castling both ways": [48, 2039, 97862],
    "many discoveries": [14, 191, 2812, 43238],
    "promotions": [24, 496, 9483, 182838],
    "mirrored": [6, 264, 9467],
}


def compare(game: forthgame.Game, fen: str) -> None:
    """Compare outcome and moves, and those after each move."""
    state, peer = game.position(fen=fen), Chess(fen)
    assert state.fen() == peer.board.fen()
    assert state.outcome == peer.outcome
    if state.outcome:
        return
    assert sorted(map(str, state.moves())) == sorted(peer.moves())
    assert sorted(state.texts("uci")) == sorted(move.uci() for move in peer.board.legal_moves)
    assert sorted(state.texts("san")) == sorted(map(peer.board.san, peer.board.legal_moves))
    for move in state.moves():
        after, beside = state.copy(), peer.copy()
        after.play(move)
        beside.play(str(move))
        assert after.outcome == beside.outcome
        assert after.fen() == beside.board.fen()
        if not after.outcome:
            assert sorted(map(str, after.moves())) == sorted(beside.moves())


@pytest.mark.sampled(2)
@pytest.mark.parametrize("name", POSITIONS)
def test_positions(name: str) -> None:
    """Moves are those of python-chess, in all three notations."""
    compare(forthgame.load("chess"), POSITIONS[name])


@pytest.mark.parametrize("name", COUNTS)
@pytest.mark.sampled(4)
def test_counts_from_positions(name: str) -> None:
    """Published counts."""
    game = forthgame.load("chess")
    state = game.position(fen=POSITIONS[name])
    counts = COUNTS[name]
    assert [game.perft(depth, state) for depth in range(1, len(counts) + 1)] == counts


def middle_games(number: int, seed: int) -> list[str]:
    """Yield positions from random games of python-chess."""
    rules: Any = pytest.importorskip("chess")
    choose = random.Random(seed)
    found: list[str] = []
    while len(found) < number:
        board = rules.Board()
        for _ in range(choose.randrange(16, 80)):
            if not board.is_game_over():
                board.push(choose.choice(list(board.legal_moves)))
        if not board.is_game_over():
            found.append(board.fen())
    return found


@pytest.mark.slow
def test_middle_games() -> None:
    """Two hundred positions are compared, and each of their successors."""
    game = forthgame.load("chess")
    for fen in middle_games(200, seed=1):
        compare(game, fen)


def ended(moves: str) -> tuple[str | None, str | None]:
    """Return how a game ends, and for whom."""
    state = forthgame.load("chess").new_game(seed=1)
    for move in moves.split():
        assert state.outcome is None
        state.play(move)
    return state.ending, state.outcome


def test_endings_have_names() -> None:
    """The endings are mate, and the third occurrence of a position."""
    assert ended("f3 e5 g4 Qh4") == ("checkmate", "loss")
    assert ended("Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8") == ("repetition", "draw")


def test_a_right_lost_makes_another_position() -> None:
    """The kings go out and back: the first time the rights were there, so that does not count."""
    dance = " Ke2 Ke7 Ke1 Ke8"
    assert ended("e4 e5" + 2 * dance) == (None, None)
    assert ended("e4 e5" + 2 * dance + " Ke2 Ke7")[0] == "repetition"


def test_fifty_quiet_moves() -> None:
    """The hundredth quiet turn ends the game, but for mate."""
    game = forthgame.load("chess")
    state = game.position(fen=POSITIONS["ninety-nine quiet turns"])
    mate, quiet = state.copy(), state.copy()
    quiet.play("Kh6")
    assert (quiet.ending, quiet.outcome) == ("fifty-moves", "draw")
    mate.play("Qf8")
    assert (mate.ending, mate.outcome) == ("checkmate", "loss")


def pushes(choose: random.Random) -> str:
    """A random position with pawns that may go two squares, beside enemy pawns."""
    squares = list(range(64))
    choose.shuffle(squares)
    board: dict[int, str] = {}
    for file in range(8):
        if choose.random() < 0.6:
            board[48 + file] = "P"
        if choose.random() < 0.5:
            board[32 + file] = "p"
    for letter in "Kk" + "".join(choose.choices("QRBNqrbn", k=choose.randrange(6))):
        board[next(k for k in squares if k not in board)] = letter
    rows = ["".join(board.get(8 * row + column, "1") for column in range(8)) for row in range(8)]
    if choose.random() < 0.5:
        return re.sub("1+", _count, "/".join(rows)) + " w - - 0 1"
    return re.sub("1+", _count, "/".join(rows[::-1]).swapcase()) + " b - - 0 1"


def _count(found: re.Match[str]) -> str:
    return str(len(found[0]))


@pytest.mark.parametrize("variant", ["chess", "crazyhouse", "atomic"])
def test_a_square_is_passed_where_it_may_be_captured_on(variant: str) -> None:
    """The field of the FEN after each double step is compared with the legal moves of
    python-chess.
    """
    rules: Any = pytest.importorskip("chess.variant").find_variant(variant)
    game, choose, seen = forthgame.load(variant), random.Random(3), 0
    while seen < 60:
        board = rules(pushes(choose))
        if not board.is_valid() or board.outcome() or board.was_into_check():
            continue
        state = game.position(fen=board.fen())
        for move in [*board.legal_moves]:
            if abs(move.from_square - move.to_square) == 16:
                after, beside = state.copy(), board.copy()
                after.play(move.uci())
                beside.push(move)
                if beside.ep_square is not None:
                    seen += beside.has_pseudo_legal_en_passant()
                    legal = any(map(beside.is_en_passant, beside.legal_moves))
                    assert (after.fen().split()[3] != "-") == legal, board.fen()
