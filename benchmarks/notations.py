"""Notations of chess beside python-chess: moves played by their texts, lists written, FEN read.

The games are random ones. Both sides play the same moves and give the same last position; times are
of the processor, of one ply, list or position.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from benchmarks.measuring import NotInstalledError, Peer, Prepare, Row, Run, Sample
from benchmarks.python import SEED, ready
from benchmarks.sides import timed_by_processor

if TYPE_CHECKING:
    from forthgame import Game

GAMES = 20
PLIES = 80  # of a game at most
TWICE = 2.0  # the bar: multiples of python-chess's time
Line = tuple[str, list[str]]  # the start as FEN, moves


def rows() -> list[Row]:
    """Rows of moves that are played, lists that are written, positions read and written."""
    found = []
    for name, ours, theirs, unit in (
        ("play-san", play("san"), their_play("san"), "plies"),
        ("play-uci", play("uci"), their_play("uci"), "plies"),
        ("list-san", lists("san"), their_lists("san"), "lists"),
        ("list-uci", lists("uci"), their_lists("uci"), "lists"),
        ("read-fen", read, their_read, "positions"),
        ("write-fen", write, their_write, "positions"),
    ):
        peer = Peer("python-chess", their_side(theirs), TWICE)
        found.append(Row(f"chess-{name}", LAST, our_side(ours), (peer,), unit=unit))
    return found


LAST = "the last position"  # each side compares it with that of the games
Counted = Callable[[], tuple[int, str]]  # returns how many, and the last position


@cache
def lines(notation: str) -> list[Line]:
    """Random games with their moves in a notation."""
    game, draw = ready("chess"), random.Random(SEED)
    found = []
    for _ in range(GAMES):
        state = game.new_game(SEED)
        start = state.fen()
        while state.count and len(state.history) < PLIES:
            state.play(draw.randrange(state.count))
        found.append((start, state.history_in(notation)))
    return found


@cache
def fens() -> list[str]:
    """The positions of the games."""
    game, found = ready("chess"), []
    for start, texts in lines("uci"):
        state = game.position(fen=start)
        for text in texts:
            state.play(text)
            found.append(state.fen())
    return found


def our_side(of: Callable[[Game], Counted]) -> Prepare:
    """Measure something in forthgame."""

    def prepare(folder: Path) -> Run:
        return checked(of(ready("chess")))

    return prepare


def their_side(of: Callable[[Any], Counted]) -> Prepare:
    """Measure something in python-chess."""

    def prepare(folder: Path) -> Run:
        try:
            chess = import_module("chess")
        except ImportError:
            raise NotInstalledError("needs chess, which is not installed: left out") from None
        return checked(of(chess))

    return prepare


def checked(work: Counted) -> Run:
    """Run something that ends at the last position of the games: the time of one."""

    def run() -> Sample:
        done: list[int] = []

        def once() -> str:
            number, position = work()
            done.append(number)
            return LAST if position == fens()[-1] else position

        fens()  # prepared before the time begins
        sample = timed_by_processor(once)
        return Sample(sample.answer, sample.seconds / done[0])

    return run


# -- forthgame ------------------------------------------------------------------------------------


def play(notation: str) -> Callable[[Game], Counted]:
    """Play the games by their texts."""

    def of(game: Game) -> Counted:
        games = lines(notation)

        def work() -> tuple[int, str]:
            for _, texts in games:
                state = game.new_game(SEED)
                for text in texts:
                    state.play(text)
            return sum(len(texts) for _, texts in games), state.fen()

        return work

    return of


def lists(notation: str) -> Callable[[Game], Counted]:
    """Write the legal moves of all positions."""

    def of(game: Game) -> Counted:
        def work() -> tuple[int, str]:
            for state in states:
                state.position.moves = None  # decode the list again
                state.texts(notation)
            return len(states), states[-1].fen()

        states = [game.position(fen=text) for text in fens()]
        for state in states:
            state.moves()
        return work

    return of


def read(game: Game) -> Counted:
    """Read all positions."""

    def work() -> tuple[int, str]:
        for text in fens():
            state = game.position(fen=text)
        return len(fens()), state.fen()

    return work


def write(game: Game) -> Counted:
    """Write all positions."""
    states = [game.position(fen=text) for text in fens()]

    def work() -> tuple[int, str]:
        for state in states:
            text = state.fen()
        return len(states), text

    return work


# -- python-chess ---------------------------------------------------------------------------------


def their_play(notation: str) -> Callable[[Any], Counted]:
    """Play the games by their texts."""

    def of(chess: Any) -> Counted:
        games = lines(notation)

        def work() -> tuple[int, str]:
            for _, texts in games:
                board = chess.Board()
                push = board.push_san if notation == "san" else board.push_uci
                for text in texts:
                    push(text)
            return sum(len(texts) for _, texts in games), board.fen()

        return work

    return of


def their_lists(notation: str) -> Callable[[Any], Counted]:
    """Write the legal moves of all positions."""

    def of(chess: Any) -> Counted:
        boards = [chess.Board(text) for text in fens()]

        def work() -> tuple[int, str]:
            for board in boards:
                if notation == "san":
                    [board.san(move) for move in board.legal_moves]
                else:
                    [board.uci(move) for move in board.legal_moves]
            return len(boards), boards[-1].fen()

        return work

    return of


def their_read(chess: Any) -> Counted:
    """Read all positions."""

    def work() -> tuple[int, str]:
        for text in fens():
            board = chess.Board(text)
        return len(fens()), board.fen()

    return work


def their_write(chess: Any) -> Counted:
    """Write all positions."""
    boards = [chess.Board(text) for text in fens()]

    def work() -> tuple[int, str]:
        for board in boards:
            text = board.fen()
        return len(boards), text

    return work
