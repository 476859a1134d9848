"""Positions and moves as other programs write them, for comparing known texts with theirs."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Iterator
from typing import Any

import pytest


class Texts(ABC):
    """A game in another program, at some position."""

    notation = "uci"  # of the game's file

    @property
    @abstractmethod
    def position(self) -> str:
        """The text of the position."""

    @abstractmethod
    def moves(self) -> list[str]:
        """The texts of the legal moves."""

    @abstractmethod
    def play(self, text: str) -> None:
        """Make a move."""

    def same(self, text: str) -> bool:
        """Whether a position is written as the other program does it."""
        return text == self.position

    def readable(self) -> str:
        """The position as the game's file has it."""
        return self.position


class FairyTexts(Texts):
    """A variant of Fairy-Stockfish."""

    def __init__(self, variant: str, fen: str | None = None) -> None:
        self.rules: Any = pytest.importorskip("pyffish")
        assert variant in self.rules.variants()
        self.variant, self.fen = variant, fen or self.rules.start_fen(variant)

    @property
    def position(self) -> str:
        return str(self.fen)

    def moves(self) -> list[str]:
        return list(self.rules.legal_moves(self.variant, self.fen, []))

    def play(self, text: str) -> None:
        self.fen = self.rules.get_fen(self.variant, self.fen, [text])


class BoardTexts(FairyTexts):
    """A variant whose peer has other last fields: makruk counts moves, breakthrough has dashes."""

    def same(self, text: str) -> bool:
        return text.split()[:2] == self.position.split()[:2]

    def readable(self) -> str:
        return " ".join(self.position.split()[:2])


def without_count(text: str) -> list[str]:
    """The fields of a FEN but for the quiet moves, which crazyhouse's peers count in two ways."""
    *fields, _, number = text.split()
    return [*fields, number]


class CrazyhouseFairy(FairyTexts):
    """Crazyhouse by Fairy-Stockfish."""

    def same(self, text: str) -> bool:
        return without_count(text) == without_count(self.position)


class ShogiTexts(FairyTexts):
    """Shogi and minishogi: SFEN, and no mate by a dropped pawn."""

    def __init__(self, variant: str, fen: str | None = None) -> None:
        super().__init__(variant, fen and _with_hands(fen))

    def same(self, text: str) -> bool:
        """Hands are compared in any order: ours is that of USI, rooks first."""
        return self._sorted(text) == self._sorted(self.position)

    def _sorted(self, text: str) -> list[str]:
        board, turn, hands, number = text.split()
        return [board, turn, *sorted(re.findall("[0-9]*.", hands)), number]

    @property
    def position(self) -> str:
        found: str = self.rules.get_fen(self.variant, self.fen, [], False, True)
        return found

    def moves(self) -> list[str]:
        return [move for move in super().moves() if not (move[:2] == "P@" and self._mates(move))]

    def _mates(self, move: str) -> bool:
        check = self.rules.gives_check(self.variant, self.fen, [move])
        return bool(check) and not self.rules.legal_moves(self.variant, self.fen, [move])


class ChessTexts(Texts):
    """A variant of python-chess, with SAN."""

    notation = "san"

    def __init__(self, variant: str, fen: str | None = None) -> None:
        board: Any = pytest.importorskip("chess.variant").find_variant(variant)
        self.board: Any = board(fen or board.starting_fen)

    @property
    def position(self) -> str:
        found: str = self.board.fen()
        return found

    def moves(self) -> list[str]:
        return [self.board.san(move) for move in self.board.legal_moves]

    def play(self, text: str) -> None:
        self.board.push_san(text)


def _with_hands(sfen: str) -> str:
    """A FEN with hands in brackets, in which White begins."""
    board, turn, hands, number = sfen.split()
    counted = re.findall("([0-9]*)([A-Za-z])", hands)
    held = "".join(letter * int(count or 1) for count, letter in counted)
    return f"{board}[{held}] {'w' if turn == 'b' else 'b'} 0 {(int(number) + 1) // 2}"


class CrazyhouseChess(ChessTexts):
    """Crazyhouse by python-chess."""

    def same(self, text: str) -> bool:
        return without_count(text) == without_count(self.position)


class DraughtsTexts(Texts):
    """A game of py-draughts; its captures always have the whole way."""

    notation = "pdn"

    def __init__(self, board: str, fen: str | None = None) -> None:
        draughts: Any = pytest.importorskip("draughts")
        pytest.importorskip("loguru").logger.remove()
        kind = getattr(draughts, board)
        self.board: Any = kind.from_fen(fen) if fen else kind()

    @property
    def position(self) -> str:
        return str(self.board.fen).removeprefix('[FEN "').removesuffix('"]')

    def moves(self) -> list[str]:
        return [str(move) for move in self.board.legal_moves]

    def play(self, text: str) -> None:
        self.board.push_uci(text)


class EnglishTexts(DraughtsTexts):
    """English draughts: the peer's White begins, and need not take."""

    def __init__(self, board: str = "AmericanBoard", fen: str | None = None) -> None:
        super().__init__(board, turned(fen) if fen else None)

    @property
    def position(self) -> str:
        return turned(super().position)

    def moves(self) -> list[str]:
        found = super().moves()
        must = [text for text in found if "x" in text]
        return [_turned_move(text) for text in must or found]

    def play(self, text: str) -> None:
        super().play(_turned_move(text))


def turned(fen: str) -> str:
    """A FEN of 32 squares with colours and ends of the board exchanged."""
    mover, *sides = fen.split(":")
    found: dict[str, str] = {}
    for side in sides:
        items = [item for item in side[1:].split(",") if item]
        turns = [(33 - int(item.lstrip("K")), item[:-1].startswith("K")) for item in items]
        texts = [f"{'K' if king else ''}{number}" for number, king in sorted(turns)]
        found["B" if side[0] == "W" else "W"] = ",".join(texts)
    return f"{'B' if mover == 'W' else 'W'}:W{found['W']}:B{found['B']}"


def _turned_move(text: str) -> str:
    sign = "x" if "x" in text else "-"
    return sign.join(str(33 - int(part)) for part in text.split(sign))


def peers(name: str, fen: str | None = None) -> Iterator[Texts]:
    """The other programs that write texts of a game, from its start or another position."""
    if name in ("shogi", "minishogi"):
        yield ShogiTexts(name, fen)
    if name in ("makruk", "breakthrough"):
        yield BoardTexts(name, fen)
    if name == "chess/crazyhouse":
        yield CrazyhouseFairy("crazyhouse", fen)
        yield CrazyhouseChess("crazyhouse", fen)
    if name in FAIRY:
        yield FairyTexts(FAIRY[name], fen)
    if name in CHESS:
        yield ChessTexts(CHESS[name], fen)
    if name in DRAUGHTS:
        yield DraughtsTexts(DRAUGHTS[name], fen)
    if name == "draughts/english":
        yield EnglishTexts(fen=fen)


FAIRY = {
    "xiangqi": "xiangqi",
    "chess/los-alamos": "losalamos",
    "chess/antichess": "antichess",
    "chess/atomic": "atomic",
    "chess/racing-kings": "racingkings",
}
CHESS = {
    "chess": "chess",
    "chess/antichess": "antichess",
    "chess/atomic": "atomic",
    "chess/racing-kings": "racingkings",
}
DRAUGHTS = {"draughts": "StandardBoard", "draughts/russian": "RussianBoard"}
WITH_PEERS = (
    "shogi",
    "minishogi",
    "makruk",
    "breakthrough",
    "chess/crazyhouse",
    *FAIRY,
    *CHESS,
    *DRAUGHTS,
    "draughts/english",
)
