"""Draughts beside py-draughts: random games with the same moves at every ply."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

import forthgame

Way = tuple[str, str, frozenset[str]]  # from, to, captured pieces
KINDS = {  # the peer's board, and squares in a row
    "draughts": ("StandardBoard", 10),
    "draughts/russian": ("RussianBoard", 8),
    "draughts/english": ("AmericanBoard", 8),
}


def peer(name: str) -> Any:
    draughts: Any = pytest.importorskip("draughts")
    pytest.importorskip("loguru").logger.remove()
    return getattr(draughts, KINDS[name][0])()


def square(number: int, name: str) -> str:
    """Return the name of a square with the peer's number, from 0."""
    size = KINDS[name][1]
    row, place = divmod(number, size // 2)
    return f"{'abcdefghij'[2 * place + (1 - row % 2)]}{size - row}"


def their_moves(board: Any, name: str) -> Iterator[tuple[Way, Any]]:
    """Return the peer's moves; in English draughts it does not enforce captures."""
    moves = list(board.legal_moves)
    taking = [move for move in moves if move.captured_list]
    for move in taking or moves:
        path = [square(number, name) for number in move.square_list]
        taken = frozenset(square(number, name) for number in move.captured_list)
        yield (path[0], path[-1], taken), move


def our_moves(state: forthgame.State) -> dict[Way, forthgame.Move]:
    return {(m.source or "", m.target or "", frozenset(m.captured)): m for m in state.moves()}


def beside(name: str, games: int, native: bool) -> None:
    """Compare to the end; in both a player who cannot move has lost."""
    game = forthgame.load(name, native=native)
    for seed in range(games):
        choose, board, state = Random(seed), peer(name), game.new_game(seed=1)
        while state.outcome != "draw":  # games without an end have limits of their own
            theirs, ours = dict(their_moves(board, name)), our_moves(state)
            assert set(theirs) == set(ours)
            assert (state.outcome == "loss") == (not theirs)
            if not theirs:
                break
            way = choose.choice(sorted(theirs, key=lambda w: (w[0], w[1], sorted(w[2]))))
            board.push(theirs[way])
            state.play(ours[way])


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", KINDS)
def test_a_random_game(name: str) -> None:
    beside(name, 1, native=False)


@pytest.mark.slow
@pytest.mark.parametrize("name", KINDS)
def test_two_hundred_random_games(name: str) -> None:
    beside(name, 200, native=True)
