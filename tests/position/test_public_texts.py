"""Texts that other programs write or read, each with its meaning: see `public_texts.py`."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import pytest

import forthgame
from forthgame.base.errors import ForthgameError
from forthgame.position.texts.notation import notations

from .public_texts import CHESS_MOVES, OTHER_MOVES, POSITIONS, START

GAMES = list(dict.fromkeys(name for name, *_ in OTHER_MOVES + POSITIONS))


@cache
def game(name: str) -> forthgame.Game:
    return forthgame.load(name, native=False)


def at(loaded: forthgame.Game, fen: str) -> forthgame.State:
    return loaded.position(fen=fen)


def answer(ask: Callable[[], str]) -> str:
    """The answer, empty if a sentence was raised instead."""
    try:
        return ask()
    except ForthgameError as error:
        return "" if str(error).isprintable() else repr(error)


def moves_of(name: str) -> list[tuple[str, str, str]]:
    if name == "chess":
        return CHESS_MOVES
    return [tuple(row) for game, *row in OTHER_MOVES if game == name]  # type: ignore[misc]


@pytest.mark.parametrize("name", GAMES)
def test_moves(name: str) -> None:
    loaded, wrong = game(name), []
    written = next(iter(notations(loaded)))
    for fen, typed, wanted in moves_of(name):
        state = at(loaded, fen)
        found = answer(lambda state=state, typed=typed: state.find(typed).text_in(written))  # type: ignore[misc]
        if found != wanted:
            wrong.append((fen, typed, found, wanted))
    assert not wrong


@pytest.mark.parametrize("name", GAMES)
def test_positions(name: str) -> None:
    loaded, wrong = game(name), []
    for _, given, wanted in (row for row in POSITIONS if row[0] == name):
        found = answer(lambda given=given: at(loaded, given).fen())  # type: ignore[misc]
        if found != wanted:
            wrong.append((given, found, wanted))
    assert not wrong


def test_there_are_hundreds_of_them() -> None:
    assert len(CHESS_MOVES) + len(OTHER_MOVES) + len(POSITIONS) > 300


@pytest.mark.parametrize(
    ("name", "fen", "typed", "nearest"),
    [
        ("chess", START, "Nd2", "Nc3"),  # in SAN, as typed
        ("chess", START, "e2e5", "e2e4"),  # in UCI, as typed
        ("shogi", "startpos", "7g7e", "7g7f"),
        ("draughts", "startpos", "32-22", "32-28"),
        ("go", "startpos", "I10", "J10"),
        ("draughts", "W:WK4:B13,32,37,20", "4x15", "4x27x38x15"),
    ],
)
def test_the_nearest_moves_are_in_the_notation_that_was_typed(
    name: str, fen: str, typed: str, nearest: str
) -> None:
    with pytest.raises(forthgame.IllegalMove) as error:
        at(game(name), fen).find(typed)
    assert nearest in error.value.nearest


def test_a_missing_column_is_named() -> None:
    with pytest.raises(forthgame.IllegalMove, match="there is no column I; "):
        at(game("go"), "startpos").find("I10")


@pytest.mark.parametrize(
    ("fen", "typed", "texts"),
    [
        ("4k3/8/8/8/8/2N3N1/8/4K3 w - - 0 1", "Ne2", {"Nce2", "Nge2"}),
        ("3r2k1/4P3/8/8/8/8/8/4K3 w - - 0 1", "e8", {"e8=Q", "e8=R", "e8=B", "e8=N"}),
    ],
)
def test_what_is_ambiguous_lists_what_it_may_mean(fen: str, typed: str, texts: set[str]) -> None:
    with pytest.raises(forthgame.AmbiguousMove) as error:
        at(game("chess"), fen).find(typed)
    assert set(error.value.nearest) == texts


def test_signs_after_a_move_are_read_in_linear_time() -> None:
    state = at(game("chess"), START)
    for typed in ("Nf3" + "!" * 300, "Nf3" + " $1" * 100, "e" * 400, "N" + "1" * 399, "(" * 400):
        answer(lambda typed=typed: state.find(typed).text)  # type: ignore[misc]
