"""Known texts of the bundled games, beside the programs whose texts they are."""

from __future__ import annotations

from random import Random

import pytest
from oracles.texts import WITH_PEERS, DraughtsTexts, Texts, peers

import forthgame
from forthgame.api.game import State
from forthgame.base.errors import ForthgameError
from forthgame.position.position_text import PositionError
from forthgame.position.texts.notation import notations

STARTS = {
    "shogi": "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
    "minishogi": "rbsgk/4p/5/P4/KGSBR b - 1",
    "xiangqi": "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1",
    "makruk": "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 1",
    "chess/los-alamos": "rnqknr/pppppp/6/6/PPPPPP/RNQKNR w - - 0 1",
    "chess/antichess": "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1",
    "chess/atomic": "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "chess/crazyhouse": "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1",
    "chess/racing-kings": "8/8/8/8/8/8/krbnNBRK/qrbnNBRQ w - - 0 1",
    "draughts/english": "B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12",
    "draughts/russian": "W:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12",
    "draughts/italian": "W:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12",
    "othello": "---------------------------OX------XO--------------------------- X",
    "go/9x9": "9/9/9/9/9/9/9/9/9 b 0 1",
    "hex": "11/11/11/11/11/11/11/11/11/11/11 r",
    "gomoku": "15/15/15/15/15/15/15/15/15/15/15/15/15/15/15 b -",
}
MIDDLE = [  # positions in the middle of games, as other programs have them
    ("shogi", "8l/1l+R2P3/p2pBG1pp/kps1p4/Nn1P2G2/P1P1P2PP/1PS6/1KSG3+r1/LN2+p3L w Sbgn3p 124"),
    ("shogi", "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 2"),
    ("minishogi", "K2k1/2g2/3bs/P4/1G1BR b Prs 17"),
    ("minishogi", "3k1/+bS1gp/5/P3R/GbK2 b rs 29"),
    ("xiangqi", "3akab2/9/4b3n/p3p1p1p/2p6/4C4/P1P1P1P1P/2N3N2/5r3/R1BAKAB1R b - - 3 14"),
    ("makruk", "r3k2r/2sm1s2/p1npnp1p/1pp1p1p1/1PP1P1P1/P1NPNP1P/2S2S2/R2MK2R w - - 4 20"),
    ("chess/los-alamos", "1n1k1r/1pppp1/p4p/P4P/1PPPP1/RNQKNR b - - 0 4"),
    ("chess/atomic", "rnb1kb1r/pp1p1ppp/2p5/4p3/8/5N2/PPPP1PPP/RNBQK2R w KQkq - 0 6"),
    ("chess/antichess", "rnb1kbnr/ppp1pppp/8/8/3pP3/8/PPP2PPP/RNBQKBNR b - e3 0 3"),
    ("chess/crazyhouse", "r1bqkb1r/pppp1Q~pp/2n5/4p3/2B1n3/8/PPPP1PPP/RNB1K2R[Nnp] b KQkq - 0 5"),
    ("chess/racing-kings", "8/1k4K1/8/2q5/8/5R2/1rbnNB2/1r1n1B1Q w - - 6 15"),
    ("draughts", "W:WK5,27,28,32,37,38,43:B12,17,18,19,23,29,K46"),
    ("draughts", "W:WK25:B8,10,14,16,22,24,26,37"),
    ("draughts", "W:WK26:B9,14,24,28,29,37,43,44"),
    ("draughts/russian", "W:WK12:B8,9,10,17,18,19,26,27"),
    ("draughts/russian", "W:WK18:B6,7,15,16,17,20,22,23"),
    ("draughts/russian", "W:W19,22,27,K32:B6,7,10,11,14,K29"),
    ("draughts/english", "B:WK2,18,22,25:B6,7,10,15,K31"),
]


def compare(game: forthgame.Game, state: State, peer: Texts) -> None:
    """The position's text and its moves' texts are those of another program, and are read."""
    assert peer.same(state.fen()), peer.position
    copy = game.position(fen=peer.readable())
    assert copy.board == state.board
    assert peer.same(copy.fen()) or peer.readable() != peer.position
    assert sorted(m.text for m in copy.moves()) == sorted(m.text for m in state.moves())
    if state.outcome is not None:
        return  # possible moves then differ from program to program
    known = notations(game)
    ours = state.texts(peer.notation if peer.notation in known else "uci")
    theirs = peer.moves()
    if isinstance(peer, DraughtsTexts):
        found = [state.find(text).text for text in theirs]
        assert sorted(found) == sorted(m.text for m in state.moves())
        assert [state.find(text) for text in ours] == state.moves()
    else:
        assert sorted(ours) == sorted(theirs)


def walk(name: str, seed: int, plies: int) -> None:
    """A random game in both, compared at every ply."""
    game, random = forthgame.load(name, native=False), Random(seed)
    for peer in peers(name):
        state = game.new_game(seed=1)
        for _ in range(plies):
            compare(game, state, peer)
            if state.outcome is not None:
                break
            text = random.choice(peer.moves())
            state.play(text)
            peer.play(text)


@pytest.mark.parametrize("name", dict.fromkeys(WITH_PEERS))
@pytest.mark.sampled(4)
def test_a_random_game(name: str) -> None:
    walk(name, 1, 8)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2, 6))
@pytest.mark.parametrize("name", dict.fromkeys(WITH_PEERS))
def test_random_games(name: str, seed: int) -> None:
    walk(name, seed, 250)


@pytest.mark.sampled(2)
@pytest.mark.parametrize(("name", "fen"), MIDDLE)
def test_positions_in_the_middle(name: str, fen: str) -> None:
    """The position has the moves of the other program, and is written unchanged."""
    game = forthgame.load(name, native=False)
    state = game.position(fen=fen)
    assert state.fen() == fen
    for peer in peers(name, fen):
        compare(game, state, peer)


def test_captures_with_the_same_ends() -> None:
    """The whole way is written and read; the ends alone are not enough."""
    game = forthgame.load("draughts", native=False)
    state = game.position(fen="W:WK25:B8,10,14,16,22,24,26,37")
    assert len(set(state.texts("pdn"))) == 2
    one, other = state.find("25x9x31x42x15x4"), state.find("25x3x17x33x15x4")
    assert one != other
    assert {one.text, other.text} == {move.text for move in state.moves()}
    for wrong in ("25x4", "25-4", "25x9x31x42x15", "25x99x4", "x", "25xx4"):
        with pytest.raises(forthgame.IllegalMove):
            state.find(wrong)


@pytest.mark.parametrize("name", STARTS)
@pytest.mark.sampled(2)
def test_starts(name: str) -> None:
    game = forthgame.load(name, native=False)
    state = game.new_game(seed=1)
    assert state.fen() == STARTS[name]
    assert game.position(fen=STARTS[name]).fingerprint == state.fingerprint


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("shogi", "lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"),
        ("go/5x5", "5/1X3/5/3X1/5 w 0 1"),
    ],
)
def test_games_with_a_handicap_begin_with_the_other_player(name: str, text: str) -> None:
    """The field shows whose turn it is, also before any move."""
    state = forthgame.load(name, native=False).position(fen=text)
    assert (state.turn_number, state.fen()) == (1, text)


def test_counts_of_a_published_position() -> None:
    """The position with which programs for shogi compare their counts."""
    fen = "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1"
    game = forthgame.load("shogi", native=False)
    state = game.position(fen=fen)
    assert len(state.moves()) == 207
    assert game.perft(2, state) == 28684


@pytest.mark.parametrize(
    ("name", "texts", "fen"),
    [
        (
            "shogi",
            "7g7f 3c3d 8h2b+ 3a2b B*5e",
            "lnsgkg1nl/1r5s1/pppppp1pp/6p2/4B4/2P6/PP1PPPPPP/7R1/LNSGKGSNL w b 6",
        ),
        (
            "chess/crazyhouse",
            "e2e4 d7d5 e4d5 d8d5 P@e4 @d3",
            "rnb1kbnr/ppp1pppp/8/3q4/4P3/3p4/PPPP1PPP/RNBQKBNR[] w KQkq - 0 4",
        ),
        (
            "draughts/russian",
            "c3-d4 b6-a5 d4-c5 d6:b4 a3xc5",
            "B:W14,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,11,12,13",
        ),
        (
            "draughts/italian",
            "23-20 10-13",
            "W:W20,21,22,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,11,12,13",
        ),
        (
            "othello",
            "d3 C5",
            f"{'-' * 19}X{'-' * 7}XX{'-' * 5}OOO{'-' * 27} X",
        ),
        ("go/9x9", "D4 e5 pass J9 PASS pass", "8O/9/9/9/4O4/3X5/9/9/9 b 2 7"),
        ("hex", "a1 k11", "R10/11/11/11/11/11/11/11/11/11/10B r"),
        ("gomoku", "h8 o1", "15/15/15/15/15/15/15/7X7/15/15/15/15/15/15/14O b o1"),
    ],
)
def test_moves_of_a_game(name: str, texts: str, fen: str) -> None:
    state = forthgame.load(name, native=False).new_game(seed=1)
    for text in texts.split():
        state.play(text)
    assert state.fen() == fen


BAD = [  # ^ marks the wrong place
    ("shogi", "^9/9/9/9 b - 1", "rows"),
    ("shogi", "^k8/9/9/9/9/9/9/9/K8 b 19P 1", "19 pieces 'pawn tokin'"),
    ("shogi", "k8/9/9/9/9/9/9/9/K8 b ^0P 1", "nothing in hand"),
    ("shogi", "k8/9/9/9/9/9/9/9/K8 b B^-3P 1", "nothing in hand"),
    ("shogi", "k8/9/9/^+K8/9/9/9/9/K8 b - 1", "is not a piece"),
    ("shogi", "k8/9/9/9/9/9/9/9/K8 b - ^0x1", "is not a number"),
    ("minishogi", "^5/5/5/5/5 b - 1", "0 pieces 'king'"),
    ("xiangqi", "4k4/9/9/9/9/9/9/9/9/4K4 ^x - - 0 1", "is not a player"),
    ("xiangqi", "4k4/9/9/9/9/9/9/9/9/4K^5 w - - 0 1", "row 10 has 10 squares"),
    ("makruk", "k7/8/8/8/8/8/8/K7 w ^KQ - 0 1", "'KQ' is not '-'"),
    ("makruk", "k7/8/8/8/8/8/8/K7 w - - ^-1 1", "is not a number"),
    ("chess", "k7/8/8/8/8/8/8/K7 w K^K - 0 1", "'K' is given twice"),
    ("chess", "  k7/8/8/8/8/8/8/K7 w - ^j9 0 1", "no position 'j9'"),
    ("chess/crazyhouse", "k7/8/8/8/8/8/8/K7[PP^X] w - - 0 1", "nothing in hand"),
    ("chess/crazyhouse", "k7/8/8/8/8/8/8/K7[PP^ w - - 0 1", "] is missing"),
    ("chess/crazyhouse", "k7/8/8/8/8/8/8/K7[^K] w - - 0 1", "nothing in hand"),
    ("chess/racing-kings", "k7/8/8/8/8/8/8/K7 w - - 0 1 ^7", "7 fields"),
    ("draughts", "W:W^51:B1", "no square '51'"),
    ("draughts", "W:W31,^31:B1", "filled twice"),
    ("draughts", "^W:W1-30:B31", "30 pieces 'White'"),
    ("draughts", "W:W31:B^1\x1b[0m", "is no square"),
    ("draughts", "W:W31:^W32:B1", "given twice"),
    ("draughts", "^X:W31:B1", "is no colour"),
    ("draughts", "W:W31 ^32:B1", "second word"),
    ("othello", "X" * 64 + "^X X", "behind the last square"),
    ("othello", "X" * 62 + "^X X", "has 7 squares"),
    ("go/5x5", "5/5/5/5/4^Z b 0 1", "is not a piece"),
    ("gomoku", "15/" * 14 + "15 b ^p9", "no position 'p9'"),
]


@pytest.mark.parametrize(("name", "text", "message"), BAD)
def test_wrong_positions_name_the_column(name: str, text: str, message: str) -> None:
    column, text = text.index("^") + 1, text.replace("^", "")
    with pytest.raises(PositionError) as error:
        forthgame.load(name, native=False).position(fen=text)
    told = str(error.value)
    assert told.startswith(f"column {column} of the position: ")
    assert message in told
    assert told.isprintable()


@pytest.mark.parametrize("name", ["shogi", "chess/crazyhouse", "draughts", "othello", "go/5x5"])
def test_damaged_texts_do_no_harm(name: str) -> None:
    """An error of the project, or a position whose text is read again."""
    game = forthgame.load(name, native=False)
    text, random = game.new_game(seed=1).fen(), Random(1)
    signs = "0123456789-+~/[]:,* KPpxX\x00\x1c\u0661\ud800"
    for _ in range(150):
        start = random.randrange(len(text))
        damaged = text[:start] + random.choice(signs) + text[start + random.randrange(3) :]
        try:
            state = game.position(fen=damaged)
        except ForthgameError:
            continue
        assert game.position(fen=state.fen()).fingerprint == state.fingerprint
        state.moves()
