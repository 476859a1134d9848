"""What holds for every game: undo, copies, seeds, texts."""

from __future__ import annotations

from functools import cache

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import forthgame

NAMES = ["tictactoe", "connectfour", "breakthrough", "splut", "splut/duel"]
CHOICES = st.lists(st.integers(0, 1000), min_size=1, max_size=40)
FEW = settings(max_examples=12, deadline=None, suppress_health_check=list(HealthCheck))


@cache
def game(name: str) -> forthgame.Game:
    """Each game is loaded once."""
    return forthgame.load(name)


def play_on(state: forthgame.State, choices: list[int]) -> None:
    """Play by numbers until the game ends."""
    for choice in choices:
        moves = state.moves()
        if state.outcome or not moves:
            return
        state.play(moves[choice % len(moves)])


def look(state: forthgame.State) -> tuple[object, ...]:
    """Everything that can be seen of a position."""
    moves = [str(move) for move in state.moves()]
    return state.fingerprint, state.player, state.turn_number, state.outcome, state.board, moves


@pytest.mark.parametrize("name", NAMES)
@given(choices=CHOICES)
@FEW
def test_undo_restores_every_bit(name: str, choices: list[int]) -> None:
    """Back all the way, position by position."""
    state = game(name).new_game(seed=3)
    seen = []
    for choice in choices:
        seen.append(look(state))
        before = len(state.history)
        play_on(state, [choice])
        if len(state.history) == before:
            seen.pop()
            break
    while seen:
        state.undo()
        assert look(state) == seen.pop()
    with pytest.raises(IndexError):
        state.undo()


@pytest.mark.parametrize("name", NAMES)
@given(first=CHOICES, second=CHOICES)
@FEW
def test_copies_are_independent(name: str, first: list[int], second: list[int]) -> None:
    """Playing on one leaves the other alone, both ways."""
    state = game(name).new_game(seed=3)
    play_on(state, first)
    twin = state.copy()
    before = look(state)
    assert look(twin) == before
    play_on(twin, second)
    assert look(state) == before
    after = look(twin)
    play_on(state, second[::-1])
    assert look(twin) == after


@pytest.mark.parametrize("name", NAMES)
@given(seed=st.integers(0, 2**31 - 1))
@FEW
def test_the_same_seed_gives_the_same_game(name: str, seed: int) -> None:
    """Also when a random engine chooses, and with another game going on in between."""
    histories = []
    for _ in range(2):
        state = game(name).new_game(seed=seed)
        other = game(name).new_game(seed=seed + 1)
        for _ in range(20):
            if state.outcome or not state.moves():
                break
            state.play(state.search("random").move)
            if not other.outcome and other.moves():
                other.play(other.search("random").move)
        histories.append(state.history)
    assert histories[0] == histories[1]


@pytest.mark.parametrize("name", NAMES)
@given(choices=CHOICES)
@FEW
def test_the_text_of_a_move_plays_it(name: str, choices: list[int]) -> None:
    """Text and move lead to the same position; of equal texts the first is meant."""
    state = game(name).new_game(seed=3)
    play_on(state, choices)
    moves = state.moves()
    if state.outcome:
        return
    for move in moves[:12]:
        first = next(m for m in moves if str(m) == str(move))
        by_text, by_move = state.copy(), state.copy()
        by_text.play(str(move))
        by_move.play(first)
        assert by_text.fingerprint == by_move.fingerprint
        assert by_text.history == by_move.history


@pytest.mark.parametrize("name", NAMES)
@given(choices=CHOICES, text=st.text(max_size=20))
@FEW
def test_nonsense_is_illegal_and_changes_nothing(name: str, choices: list[int], text: str) -> None:
    """IllegalMove names legal moves, and the game goes on."""
    state = game(name).new_game(seed=3)
    play_on(state, choices)
    before = look(state)
    with pytest.raises(forthgame.IllegalMove) as caught:
        state.play("nonsense " + text)
    assert look(state) == before
    assert set(caught.value.nearest) <= {str(move) for move in state.moves()}
    assert state.player in str(caught.value)


@pytest.mark.parametrize("name", NAMES)
@given(choices=CHOICES)
@FEW
def test_counts_add_up(name: str, choices: list[int]) -> None:
    """perft(2) is the sum of perft(1) behind each move."""
    state = game(name).new_game(seed=3)
    play_on(state, choices)
    if state.outcome:
        assert game(name).perft(2, state) == 0
        return
    total = 0
    for move in state.moves():
        state.play(move)
        total += game(name).perft(1, state)
        state.undo()
    assert game(name).perft(2, state) == total
