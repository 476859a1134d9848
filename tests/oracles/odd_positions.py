"""Random odd positions: wrong rights, many queens, pawns on last ranks, too many kings or none."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any

import pytest

FILES = "abcdefgh"
PAWN_ROWS = {"P": (3, 4, 5), "p": (2, 3, 4)}  # of makruk, from the top
Squares = dict[tuple[int, int], str]  # letters by row and column


@dataclass(frozen=True)
class Verdict:
    """The verdict of a peer on a FEN.

    valid    whether the position must be read; None if it may be refused or read
    moves    the legal moves in UCI, None if they are not to be compared
    outcome  the end for the player to move; `?` if it is not to be compared
    """

    valid: bool | None
    moves: list[str] | None = None
    outcome: str | None = "?"


# -- positions --------------------------------------------------------------------------------


def _rows(squares: Squares, rows: int, columns: int) -> str:
    found = []
    for row in range(rows):
        text, gap = "", 0
        for column in range(columns):
            letter = squares.get((row, column))
            if letter is None:
                gap += 1
                continue
            text += (str(gap) if gap else "") + letter
            gap = 0
        found.append(text + (str(gap) if gap else ""))
    return "/".join(found)


def _scattered(choose: random.Random, letters: str, rows: int, columns: int, most: int) -> Squares:
    cells = [(row, column) for row in range(rows) for column in range(columns)]
    choose.shuffle(cells)
    squares: Squares = {}
    kings = choose.choice(["Kk"] * 12 + ["K", "k", "", "KKk", "Kkk"])
    for letter in kings:
        squares[cells.pop()] = letter
    for _ in range(choose.choice([0, 1, 2, 3, 6, 10, choose.randrange(most)])):
        letter = choose.choice(letters)
        squares[cells.pop()] = choose.choice([letter, letter.lower()])
    return squares


def chess_fen(choose: random.Random, variant: str) -> str:
    """Return a random FEN of a variant of chess that python-chess has."""
    letters = {"racingkings": "NBRQ" * 4 + "P", "antichess": "PPPNBRQK"}.get(variant, "PPPPNBRQQ")
    squares = _scattered(choose, letters, 8, 8, 29)
    if choose.random() < 0.5:
        squares = {
            at: letter for at, letter in squares.items() if letter not in "Pp" or 0 < at[0] < 7
        }
    rights = "-"
    if variant in ("chess", "atomic", "crazyhouse") and choose.random() < 0.6:
        rights = "".join(letter for letter in "KQkq" if choose.random() < 0.6) or "-"
        if choose.random() < 0.7:
            for row, king, rook in ((7, "K", "R"), (0, "k", "r")):
                squares = {at: letter for at, letter in squares.items() if letter != king}
                squares[row, 4] = king
                squares |= {(row, c): rook for c in (0, 7) if choose.random() < 0.7}
                squares = {
                    at: letter for at, letter in squares.items()
                    if at[0] != row or at[1] in (0, 4, 7) or choose.random() < 0.2
                }  # fmt: skip
    turn, passed = choose.choice("wb"), "-"
    if variant != "racingkings" and choose.random() < 0.4:
        column, row = choose.randrange(8), 2 if turn == "w" else 5
        passed = FILES[column] + str(8 - row)
        if choose.random() < 0.8:
            ahead = -1 if turn == "w" else 1
            for away in (0, ahead):
                squares.pop((row + away, column), None)
            squares[row - ahead, column] = "p" if turn == "w" else "P"
            beside = column + choose.choice([-1, 1])
            if 0 <= beside < 8 and choose.random() < 0.9:
                squares[row - ahead, beside] = "P" if turn == "w" else "p"
        if choose.random() < 0.1:
            passed = choose.choice(FILES) + choose.choice("36")
    board = _rows(squares, 8, 8)
    if variant == "crazyhouse":
        board += (
            "[" + "".join(choose.choice("QRBNPqrbnp") for _ in range(choose.randrange(4))) + "]"
        )
    return f"{board} {turn} {rights} {passed} {choose.choice([0, 0, 7])} {choose.randrange(1, 40)}"


def fairy_fen(choose: random.Random, variant: str) -> str:
    """Return a random FEN of a game that only Fairy-Stockfish has."""
    rows, columns, letters, most = {
        "losalamos": (6, 6, "PPPNRQ", 18),
        "makruk": (8, 8, "PPPPNSMR", 26),
        "xiangqi": (10, 9, "PPPNBRACC", 20),
        "shogi": (9, 9, "PPPLNSGBR", 20),
        "minishogi": (5, 5, "PSGBR", 8),
    }[variant]
    squares = _scattered(choose, letters, rows, columns, most)
    if variant == "xiangqi":
        squares = _in_palaces(choose, squares)
    if variant == "makruk" and choose.random() < 0.8:
        rows_of = {letter: PAWN_ROWS.get(letter, range(rows)) for letter in squares.values()}
        squares = {at: letter for at, letter in squares.items() if at[0] in rows_of[letter]}
    turn = choose.choice("wb")
    board = _rows(squares, rows, columns)
    if "shogi" in variant:
        held = "".join(choose.choice("PSGBRpsgbr") for _ in range(choose.randrange(3)))
        return f"{board}[{held}] {turn} 0 {choose.randrange(1, 40)}"
    return f"{board} {turn} - - 0 {choose.randrange(1, 40)}"


def _in_palaces(choose: random.Random, squares: Squares) -> Squares:
    """Put generals, advisors and elephants on squares that they can reach."""
    found = {at: letter for at, letter in squares.items() if letter.upper() not in "KAB"}
    for letter in squares.values():
        top = 0 if letter.islower() else 7
        if letter.upper() in "KA":
            found[top + choose.randrange(3), 3 + choose.randrange(3)] = letter
        elif letter.upper() == "B":
            near = choose.choice([(0, 2), (0, 6), (2, 0), (2, 4), (2, 8), (4, 2), (4, 6)])
            found[near[0] if letter.islower() else 9 - near[0], near[1]] = letter
    return found


# -- peers --------------------------------------------------------------------------------


def chess_verdict(fen: str, variant: str) -> Verdict:
    """Return the verdict of python-chess, after it has dropped impossible rights."""
    rules: Any = pytest.importorskip("chess")
    variants: Any = pytest.importorskip("chess.variant")
    board: Any = variants.find_variant(variant)(fen)
    board.castling_rights = board.clean_castling_rights()
    board.ep_square = board._valid_ep_square()
    status = board.status()
    if variant == "antichess" and not all(board.occupied_co):
        return Verdict(None)  # the peer has no winner if the player not to move has no piece
    accepted = (
        rules.STATUS_TOO_MANY_CHECKERS | rules.STATUS_IMPOSSIBLE_CHECK | rules.STATUS_OPPOSITE_CHECK
    )
    if variant == "racingkings":
        accepted &= ~rules.STATUS_OPPOSITE_CHECK
    if status & ~accepted == 0:
        ended = board.outcome()
        if ended is None:
            outcome = None
        elif ended.winner is None:
            outcome = "draw"
        else:
            outcome = "win" if ended.winner == board.turn else "loss"
        return Verdict(not status or None, [move.uci() for move in board.legal_moves], outcome)
    if variant != "atomic" and status in (rules.STATUS_NO_WHITE_KING, rules.STATUS_NO_BLACK_KING):
        alone = rules.popcount(board.kings) == 1
        return Verdict(alone or None, [move.uci() for move in board.legal_moves])
    return Verdict(None)


def fairy_verdict(fen: str, variant: str) -> Verdict:
    """Return the verdict of Fairy-Stockfish, unless the king not to move is in check."""
    rules: Any = pytest.importorskip("pyffish")
    board, turn, *rest = fen.split()
    if board.count("K") != 1 or board.count("k") != 1 or rules.validate_fen(fen, variant) != 1:
        return Verdict(None)
    if variant == "xiangqi" and _facing(board):
        return Verdict(None)
    turned = " ".join([board, "b" if turn == "w" else "w", *rest])
    if rules.gives_check(variant, turned, []):
        return Verdict(None)
    moves = rules.legal_moves(variant, fen, [])
    if "shogi" in variant:
        moves = [move for move in moves if not _mates_by_pawn(rules, variant, fen, move)]
    if not moves:
        score = rules.game_result(variant, fen, [])
        outcome = "draw" if score == 0 else "win" if score > 0 else "loss"
    else:
        poor = variant != "xiangqi" and all(rules.has_insufficient_material(variant, fen, []))
        outcome = "draw" if poor and "shogi" not in variant else None
    return Verdict(None, list(moves), outcome)


def _facing(board: str) -> bool:
    """Return whether two generals face each other along an open file."""
    rows = [
        "".join("." * int(sign) if sign.isdigit() else sign for sign in row)
        for row in board.split("/")
    ]
    files = ("".join(file).replace(".", "") for file in zip(*rows, strict=True))
    return any("Kk" in file or "kK" in file for file in files)


def _mates_by_pawn(rules: Any, variant: str, fen: str, move: str) -> bool:
    if move[:2] != "P@" or not rules.gives_check(variant, fen, [move]):
        return False
    return not rules.legal_moves(variant, fen, [move])


def sfen(fen: str) -> str:
    """Return the SFEN of a position of shogi that is given as Fairy-Stockfish writes it."""
    board, turn, _, number = fen.split()
    board, _, held = board.partition("[")
    hands = "".join(sorted(held.rstrip("]"))) or "-"
    return f"{board} {'b' if turn == 'w' else 'w'} {hands} {number}"
