"""Yonin Shogi, shogi for four, written from its rules.

A square is a pair of file and rank from 0. Each player's way ahead is a step on the board; all
other steps of a piece are turned with it.
"""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple, Self

from .base import Oracle, Outcome

Square = tuple[int, int]
PLAYERS = ["South", "West", "North", "East"]
AHEAD = [(0, 1), (1, 0), (0, -1), (-1, 0)]  # as file and rank
SIZE = 9
SQUARES = [(file, rank) for file in range(SIZE) for rank in range(SIZE)]

STRAIGHT = [(1, 0), (-1, 0), (0, 1), (0, -1)]  # how far ahead, how far to the right
SLANTING = [(1, 1), (1, -1), (-1, 1), (-1, -1)]
GOLD = [*STRAIGHT, (1, 1), (1, -1)]
STEPS = {
    "pawn": [(1, 0)],
    "silver": [(1, 0), *SLANTING],
    "rook": [],
    "tokin": GOLD,
    "narigin": GOLD,
    "dragon": SLANTING,
    "gold": GOLD,
    "king": STRAIGHT + SLANTING,
}
PROMOTED = {"pawn": "tokin", "silver": "narigin", "rook": "dragon"}
PLAIN = {promoted: plain for plain, promoted in PROMOTED.items()}
SENNICHITE = 4  # occurrences of a position that end the game as a draw


class Piece(NamedTuple):
    """A piece on a square."""

    owner: int
    kind: str


class Move(NamedTuple):
    """A piece goes to a square and is of a kind there; a dropped one comes from nowhere."""

    start: Square | None
    end: Square
    kind: str


def name(square: Square) -> str:
    """A square as moves write it."""
    return f"{'abcdefghi'[square[0]]}{square[1] + 1}"


def turned(owner: int, ahead: int, right: int) -> Square:
    """A step in the view of a player, as one on the board."""
    file, rank = AHEAD[owner]
    return ahead * file + right * rank, ahead * rank - right * file


def advance(owner: int, square: Square) -> int:
    """Return the number of rows between a square and the player's own edge."""
    along = square[0] * AHEAD[owner][0] + square[1] * AHEAD[owner][1]
    return along if sum(AHEAD[owner]) > 0 else along + SIZE - 1


def line(owner: int, square: Square) -> int:
    """Which of the nine lines that run ahead a square lies on."""
    return square[0] if AHEAD[owner][0] == 0 else square[1]


def start() -> dict[Square, Piece]:
    """Return the pieces of the set-up."""
    found = {}
    for owner in range(4):
        army = dict(zip(range(2, 7), ("silver", "gold", "king", "gold", "silver"), strict=True))
        placed = {(0, aside): kind for aside, kind in army.items()}
        placed |= {(1, 4): "rook", (2, 3): "pawn", (2, 4): "pawn", (2, 5): "pawn"}
        for square in SQUARES:
            kind = placed.get((advance(owner, square), line(owner, square)))
            if kind:
                found[square] = Piece(owner, kind)
    return found


class YoninShogi(Oracle):
    """The board, four hands and whose turn it is."""

    def __init__(self) -> None:
        self._board = start()
        self._hands: list[Counter[str]] = [Counter() for _ in PLAYERS]
        self._turn = 0
        self._stood: Counter[object] = Counter([self._position()])

    def _position(self) -> object:
        hands = tuple(frozenset((+hand).items()) for hand in self._hands)
        return frozenset(self._board.items()), hands, self._turn

    def _throned(self, player: int) -> bool:
        return Piece(player, "king") in self._board.values()

    def _alive(self, player: int) -> bool:
        return self._throned(player) or self._hands[player]["king"] > 0

    @property
    def player(self) -> str:
        return PLAYERS[self._turn]

    @property
    def outcome(self) -> Outcome | None:
        kings = list(self._board.values()).count(Piece(self._turn, "king"))
        if kings + self._hands[self._turn]["king"] == len(PLAYERS):
            return "win"
        return "draw" if self._stood[self._position()] >= SENNICHITE else None

    def _reached(self, square: Square, piece: Piece) -> list[Square]:
        steps = [(step, 1) for step in STEPS[piece.kind]]
        if piece.kind in ("rook", "dragon"):
            steps += [(step, SIZE) for step in STRAIGHT]
        found = []
        for step, most in steps:
            file, rank = turned(piece.owner, *step)
            for far in range(1, most + 1):
                end = square[0] + far * file, square[1] + far * rank
                met = self._board.get(end)
                if end not in SQUARES or (met and met.owner == piece.owner):
                    break
                found.append(end)
                if met:
                    break
        return found

    def _steps(self) -> list[Move]:
        found = []
        for square, piece in self._board.items():
            if piece.owner != self._turn:
                continue
            for end in self._reached(square, piece):
                rows = advance(self._turn, square), advance(self._turn, end)
                if piece.kind != "pawn" or rows[1] < SIZE - 1:
                    found.append(Move(square, end, piece.kind))
                if piece.kind in PROMOTED and max(rows) >= SIZE - 3:
                    found.append(Move(square, end, PROMOTED[piece.kind]))
        return found

    def _drops(self, kind: str) -> list[Move]:
        empty = [square for square in SQUARES if square not in self._board]
        if kind == "pawn":
            own = Piece(self._turn, "pawn")
            taken = {line(self._turn, at) for at, piece in self._board.items() if piece == own}
            empty = [
                square
                for square in empty
                if advance(self._turn, square) < SIZE - 1 and line(self._turn, square) not in taken
            ]
        return [Move(None, square, kind) for square in empty]

    def _moves(self) -> dict[str, Move]:
        if not self._throned(self._turn):
            moves = self._drops("king")
        else:
            held = +self._hands[self._turn]
            moves = [*self._steps(), *(move for kind in held for move in self._drops(kind))]
        return {self._text(move): move for move in moves}

    def _text(self, move: Move) -> str:
        if move.start is None:
            return f"{self.player} {move.kind} {name(move.end)}"
        kind = self._board[move.start].kind
        sign = "x" if move.end in self._board else "-"
        text = f"{kind} {name(move.start)} {sign} {name(move.end)}"
        return text if move.kind == kind else f"{text} = {move.kind}"

    def squares(self, kind: str) -> set[str]:
        """Return the squares with pieces of a kind."""
        return {name(square) for square, piece in self._board.items() if piece.kind == kind}

    def moves(self) -> list[str]:
        return list(self._moves()) or ["Pass"]

    def play(self, text: str) -> None:
        moves = self._moves()
        if moves or text != "Pass":
            if text not in moves:
                raise ValueError(text)
            self._make(moves[text])
        self._turn = (self._turn + 1) % 4
        while not self._alive(self._turn):
            self._turn = (self._turn + 1) % 4
        self._stood[self._position()] += 1

    def _make(self, move: Move) -> None:
        hand = self._hands[self._turn]
        if move.start is None:
            hand[move.kind] -= 1
        else:
            del self._board[move.start]
        taken = self._board.get(move.end)
        if taken:
            hand[PLAIN.get(taken.kind, taken.kind)] += 1
        self._board[move.end] = Piece(self._turn, move.kind)

    def copy(self) -> Self:
        twin = type(self)()
        twin._board = dict(self._board)
        twin._hands = [Counter(hand) for hand in self._hands]
        twin.time_of_turn = self._turn
        twin._stood = Counter(self._stood)
        return twin


GAMES = {"yonin-shogi": YoninShogi}
COUNTS: dict[str, list[int]] = {"yonin-shogi": [23, 527, 12075, 275617]}
