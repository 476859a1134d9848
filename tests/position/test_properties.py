"""Properties of every game: undo, copies, seeds, texts, counts; also with other games around.

The games are the bundled ones, the recorded ones (partial moves, passes, priorities, storage on the
board, three players), and two difficult ones below. FORTHGAME_EXAMPLES selects more examples of
each.
"""

from __future__ import annotations

import os
import random
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings, strategies as st

import forthgame
from forthgame.position.move_texts import fitting

RECORDED = Path(__file__).parents[1] / "conformance"
SMALL = """
{board 4 3 {grid} {variable} mark board}
{directions -1 0 {direction} n 0 1 {direction} e directions}
{players {player} X {player} O players}
{turn-order {turn} X {turn} O turn-order}
%s
{pieces {piece} man {moves} list pieces}
{board-setup {setup} X man a1 {setup} X man b1 {setup} O man c1 {setup} O man b2 board-setup}
"""
WRITTEN_HERE = {
    # moves that share a text and have different effects
    "twins": SMALL
    % """
: one 1 mark ! ;
: two 2 mark ! ;
: step n verify empty? verify COMPILE one from here move add-move
  COMPILE two from here move add-move ;
: aside e verify empty? verify mark @ 2 = verify from here move add-move ;
{moves list {move} step {move} aside {move} step moves}
""",
    # random numbers drawn while moves are generated: the shown list is the one that is played
    "dice": SMALL
    % """
: step n verify empty? verify 0 2 RAND-WITHIN 0> verify from here move add-move ;
: aside e verify empty? verify from here move add-move ;
: hop n verify empty? verify 0 1 RAND-WITHIN verify from here move partial add-move ;
: stay Pass ;
{moves list {move} step {move} aside {move} hop {move} stay moves}
""",
}
# the same, with positions that may have no moves
WRITTEN_HERE["partial dice"] = WRITTEN_HERE["dice"].replace("{move} stay ", "")
SHIPPED = ["tictactoe", "connectfour", "breakthrough", "splut", "splut/duel"]
NAMES = [*SHIPPED, *sorted(path.name for path in RECORDED.glob("*.4th")), "twins", "dice"]
WITHOUT_DICE = [name for name in NAMES if name != "dice"]

CHOICES = st.lists(st.integers(0, 1000), min_size=1, max_size=40)
EXAMPLES = int(os.environ.get("FORTHGAME_EXAMPLES", "6"))
FEW = settings(
    max_examples=EXAMPLES, deadline=None, suppress_health_check=[HealthCheck.filter_too_much]
)


@cache
def game(name: str) -> forthgame.Game:
    """Each game is loaded once."""
    if name.endswith(".4th"):
        return forthgame.load(RECORDED / name)
    if name not in WRITTEN_HERE:
        return forthgame.load(name)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, f"{name}.4th")
        path.write_text(WRITTEN_HERE[name])
        return forthgame.load(path)


def play_on(state: forthgame.State, choices: list[int]) -> None:
    """Play by numbers until the game ends."""
    for choice in choices:
        moves = state.moves()
        if state.outcome or not moves:
            return
        state.play(moves[choice % len(moves)])


def look(state: forthgame.State) -> tuple[object, ...]:
    """Return every visible property of a position."""
    moves = [str(move) for move in state.moves()]
    seen = state.fingerprint, state.player, state.turn_number, state.outcome
    return *seen, state.board, moves, state.history


def trace(state: forthgame.State, choices: list[int]) -> list[tuple[object, ...]]:
    """Return the visible properties of every position on the way."""
    seen = [look(state)]
    for choice in choices:
        before = len(state.history)
        play_on(state, [choice])
        if len(state.history) == before:
            break
        seen.append(look(state))
    return seen


# ---- undo ----


@pytest.mark.parametrize("name", NAMES)
@given(choices=CHOICES)
@FEW
def test_undo_restores_every_bit(name: str, choices: list[int]) -> None:
    """All moves are undone, position by position; then redone to the same positions."""
    state = game(name).new_game(seed=3)
    seen = trace(state, choices)
    for wanted in reversed(seen[:-1]):
        state.undo()
        assert look(state) == wanted
    with pytest.raises(IndexError):
        state.undo()
    assert look(state) == seen[0]
    if name in WITHOUT_DICE:
        assert trace(state, choices) == seen


@pytest.mark.parametrize("name", NAMES)
@given(choices=CHOICES, backs=st.lists(st.integers(0, 5), min_size=1, max_size=8))
@FEW
def test_undo_in_the_middle(name: str, choices: list[int], backs: list[int]) -> None:
    """Taking back and going another way is as if the first way had never been taken."""
    state = game(name).new_game(seed=3)
    for number, back in enumerate(backs):
        play_on(state, choices[number::3])
        before = look(state)
        twin = state.copy()
        play_on(state, choices[:back])
        for _ in range(len(state.history) - len(twin.history)):
            state.undo()
        assert look(state) == before == look(twin)


# ---- copies, and games beside each other ----


@pytest.mark.parametrize("name", NAMES)
@given(first=CHOICES, second=CHOICES, third=CHOICES)
@FEW
@pytest.mark.sampled(2)
def test_copies_are_independent(
    name: str, first: list[int], second: list[int], third: list[int]
) -> None:
    """Playing on one leaves the other alone, in both directions and move by move in turn."""
    state = game(name).new_game(seed=3)
    play_on(state, first)
    twin = state.copy()
    before = look(state)
    assert look(twin) == before
    play_on(twin, second)
    assert look(state) == before
    after = look(twin)
    play_on(state, third)
    assert look(twin) == after
    for _ in range(len(state.history) - len(before[-1])):  # type: ignore[arg-type]
        state.undo()
    assert look(state) == before
    assert look(twin) == after
    for one, other in zip(second, third, strict=False):
        unchanged = look(twin)
        play_on(state, [one])
        assert look(twin) == unchanged
        unchanged = look(state)
        play_on(twin, [other])
        assert look(state) == unchanged
    start = look(game(name).new_game(seed=3))
    for each in (state, twin):
        while each.history:
            each.undo()
        assert name == "dice" or look(each) == start


@pytest.mark.parametrize("name", NAMES)
@given(choices=CHOICES, other_choices=CHOICES)
@FEW
def test_a_game_beside_others_is_as_alone(
    name: str, choices: list[int], other_choices: list[int]
) -> None:
    """This includes its random numbers: another game, its copies, counts and engines do not
    disturb it.
    """
    alone = trace(game(name).new_game(seed=5), choices)
    state = game(name).new_game(seed=5)
    other = game(name).new_game(seed=6)
    seen = [look(state)]
    for number in range(len(alone) - 1):
        play_on(other, [other_choices[number % len(other_choices)]])
        if number % 4 == 1 and other.moves() and not other.outcome:
            other.search("random")
            other.copy().play(other.moves()[-1])
        elif number % 4 == 2:
            game(name).perft(1, other)
        elif number % 4 == 3:
            game(name).new_game(seed=7)
        play_on(state, [choices[number]])
        seen.append(look(state))
    assert seen == alone


# ---- seeds ----


@pytest.mark.parametrize("name", NAMES)
@given(seed=st.integers(0, 2**31 - 1))
@FEW
@pytest.mark.sampled(8)
def test_the_same_seed_gives_the_same_game(name: str, seed: int) -> None:
    """Moves are picked by number from the same random numbers, or by an engine."""
    numbers = random.Random(seed)
    choices = [numbers.randrange(1000) for _ in range(30)]
    traces = [trace(game(name).new_game(seed=seed), choices) for _ in range(2)]
    assert traces[0] == traces[1]
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
    state = game(name).new_game(seed=1)
    if state.moves():
        assert len({state.search("random", seed=seed).move for _ in range(3)}) == 1


@pytest.mark.parametrize("name", SHIPPED)
def test_other_seeds_give_other_games(name: str) -> None:
    """A check that the test above depends on seeds."""
    firsts = set()
    for seed in range(30):
        state = game(name).new_game(seed=seed)
        for _ in range(3):
            state.play(state.search("random").move)
        firsts.add(tuple(state.history))
    assert len(firsts) > 5


# ---- moves and their texts ----


@pytest.mark.parametrize("name", NAMES)
@given(choices=CHOICES)
@FEW
def test_the_text_of_a_move_plays_it(name: str, choices: list[int]) -> None:
    """Text and move lead to the same position; of equal texts the first is meant."""
    state = game(name).new_game(seed=3)
    play_on(state, choices)
    moves = state.moves()
    for move in moves[:12]:
        first = next(m for m in moves if str(m) == str(move))
        by_text, by_move = state.copy(), state.copy()
        by_text.play(str(move))
        by_move.play(first)
        assert by_text.fingerprint == by_move.fingerprint
        assert by_text.history == by_move.history == [*state.history, str(move)]
        assert [str(m) for m in state.moves()] == [str(m) for m in moves]


def test_moves_that_share_a_text() -> None:
    """A text means the first of them, a Move itself; this also holds after a copy and an undo."""
    state = game("twins").new_game(seed=1)
    moves = state.moves()
    equal = [move for move in moves if str(move) == "man a1 - a2"]
    assert len(equal) == 4
    after = []
    for move in (*equal, "man a1 - a2"):
        twin = state.copy()
        twin.play(move)
        after.append(twin.fingerprint)
        twin.undo()
        twin.play(move)
        assert twin.fingerprint == after[-1]
    assert after[0] == after[2] == after[4]
    assert after[1] == after[3] != after[0]


@pytest.mark.parametrize("name", NAMES)
@given(choices=CHOICES, later=CHOICES)
@FEW
def test_a_move_of_another_position(name: str, choices: list[int], later: list[int]) -> None:
    """The text decides: legal if that is legal here, else refused."""
    state = game(name).new_game(seed=3)
    play_on(state, choices)
    old = state.moves()
    play_on(state, later)
    assume(old)
    legal = state.moves()
    for move in old[:6]:
        twin = state.copy()
        if str(move) not in map(str, legal):
            with pytest.raises(forthgame.IllegalMove):
                twin.play(move)
            assert look(twin) == look(state)
            continue
        meant = []
        for same in legal:
            if str(same) == str(move):
                meant.append(state.copy())
                meant[-1].play(same)
        twin.play(move)
        assert twin.fingerprint in [position.fingerprint for position in meant]


@pytest.mark.parametrize("name", NAMES)
@given(choices=CHOICES, text=st.text(max_size=20))
@FEW
@pytest.mark.sampled(4)
def test_nonsense_is_illegal_and_changes_nothing(name: str, choices: list[int], text: str) -> None:
    """IllegalMove names legal moves, and the game goes on undisturbed."""
    state, calm = game(name).new_game(seed=3), game(name).new_game(seed=3)
    for number, choice in enumerate(choices):
        legal = list(dict.fromkeys(str(move) for move in state.moves()))
        if number % 5 == 0 and " ".join(text.split()) not in legal:
            before = look(state)
            if fitting(state.moves(), text):
                continue  # it is the beginning of a move
            with pytest.raises(forthgame.IllegalMove) as caught:
                state.play(text)
            assert look(state) == before
            error = caught.value
            assert (error.text, error.player) == (text, state.player)
            assert set(error.nearest) <= set(legal)
            assert bool(error.nearest) == bool(legal)
            assert all(named in str(error) for named in [state.player, *error.nearest])
        play_on(state, [choice])
        play_on(calm, [choice])
    assert look(state) == look(calm)


@pytest.mark.parametrize("name", NAMES)
@given(choices=CHOICES, pick=st.integers(0, 1000), place=st.integers(0, 1000))
@FEW
def test_a_typing_error_finds_the_move(
    name: str, choices: list[int], pick: int, place: int
) -> None:
    """The text has one character too many: the nearest legal move is the intended one."""
    state = game(name).new_game(seed=3)
    play_on(state, choices)
    assume(state.moves())
    meant = str(state.moves()[pick % len(state.moves())])
    place %= len(meant) + 1
    with pytest.raises(forthgame.IllegalMove) as caught:
        state.play(f"{meant[:place]}~{meant[place:]}")
    assert caught.value.nearest[0] == meant
    assert meant in str(caught.value)


def test_what_follows_a_partial_move_is_decided_once() -> None:
    """The next player has a move, though a second generation might draw other numbers and
    find none.
    """
    followed = 0
    for seed in range(60):
        state = game("partial dice").new_game(seed=seed)
        hops = [move for move in state.moves() if str(move).startswith("partial")]
        if not hops:
            continue
        state.play(hops[0])
        if state.player == "X":
            followed += 1
            assert state.turn_number == 1
            assert state.moves()
            state.undo()
            assert hops[0] in state.moves()
    assert followed > 5


# ---- counts ----


@pytest.mark.parametrize("name", WITHOUT_DICE)
@given(choices=CHOICES)
@FEW
def test_counts_add_up(name: str, choices: list[int]) -> None:
    """perft(2) is the sum of perft(1) after each move, with tests of the end or without."""
    counted, state = game(name), game(name).new_game(seed=3)
    play_on(state, choices)
    before = look(state)
    for stop_at_end in (True, False):
        moves = state.moves(after_end=not stop_at_end)
        assert counted.perft(1, state, stop_at_end) == len(moves)
        total = 0
        for move in moves:
            state.play(move, after_end=True)
            total += counted.perft(1, state, stop_at_end)
            state.undo()
        assert counted.perft(2, state, stop_at_end) == total
    assert look(state) == before


def test_what_is_no_text_is_reported_with_a_sentence() -> None:
    """An example is a move, an engine or a word that is None, as after a search without a
    result.
    """
    game = forthgame.load("tictactoe", native=False)
    state = game.new_game(seed=1)
    with pytest.raises(TypeError, match="a move must be a Move, a text or a number, not None"):
        state.play(None)  # type: ignore[arg-type]
    with pytest.raises(forthgame.ForthgameError, match="an engine must be a text, not None"):
        state.search(None)  # type: ignore[arg-type]
    with pytest.raises(forthgame.ForthgameError, match="a word must be named by a text, not 5"):
        game.trace(5)  # type: ignore[arg-type]


WRONG = (3, None, 10**5000, ["a"], b"a1")


@pytest.mark.parametrize(
    "call",
    [
        lambda state, value: state.find(value),
        lambda state, value: state.legal(value),
        lambda state, value: state.play({"X": value}),
        lambda state, value: state.outcome_for(value),
        lambda state, value: state.explain(value),
        lambda state, value: state.texts(value),
        lambda state, value: state.search(value),
        lambda state, value: state.game.trace(value),
        lambda state, value: forthgame.svg(state, theme=value),
        lambda state, value: forthgame.svg(state, highlights=forthgame.Highlights(heat=value)),
        lambda state, value: forthgame.ScriptLimits().with_text(value),
    ],
)
def test_wrong_types_are_type_errors(call: Callable[[forthgame.State, Any], object]) -> None:
    """This includes messages for which Python writes no decimals of a number."""
    state = forthgame.load("tictactoe", native=False).new_game(seed=1)
    for value in WRONG:
        with pytest.raises(TypeError):
            call(state, value)


def test_numbers_that_python_does_not_write() -> None:
    """Messages for them are those of other wrong numbers, with the number shortened."""
    state = forthgame.load("tictactoe", native=False).new_game(seed=1)
    with pytest.raises(forthgame.IllegalMove, match="X cannot play '0x"):
        state.play(10**5000)
    with pytest.raises(ValueError, match="the size of a picture is at most"):
        forthgame.svg(state, size=10**5000)
