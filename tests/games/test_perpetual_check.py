"""Perpetual check is judged by all moves of the cycle, in xiangqi, shogi and minishogi."""

from __future__ import annotations

from collections import Counter
from itertools import islice
from random import Random

import pytest
from cycles import KINDS, Line, compare, lines

import forthgame

XIANGQI = "9/3R5/4k4/9/9/9/9/9/9/5K3 w - - 0 1"
QUIET = ("d9d1", "e8e9", "d1a1", "e9e10")  # two quiet moves of Red's
CHECKS = ("a1e1", "e10d10", "e1d1", "d10e10", "d1d10", "e10e9", "d10d9", "e9e8")  # and four checks
SHOGI = {  # White's rook checks for ever
    "shogi": ("8k/9/9/9/7R1/9/9/9/K8 b - 1", ("h5i5", "i9h9", "i5h5", "h9i9")),
    "minishogi": ("4k/5/5/3R1/K4 b - 1", ("d2e2", "e5d5", "e2d2", "d5e5")),
}
MUTUAL = ("9/4c4/3k5/3r5/9/9/4C4/9/4K4/3R5 w - - 0 1", ("e4d4", "d7e7", "d4e4", "e7d7"))


def ended(state: forthgame.State) -> tuple[str | None, str | None, object]:
    """The side to move's result, the ending and the winner."""
    return state.outcome, state.ending, state.winner


@pytest.fixture(scope="module", params=KINDS)
def game(request: pytest.FixtureRequest) -> forthgame.Game:
    return forthgame.load(request.param, native=False)


@pytest.fixture(scope="module")
def xiangqi() -> forthgame.Game:
    return forthgame.load("xiangqi", native=False)


def test_checks_in_a_row_are_not_perpetual_in_a_cycle_with_quiet_moves(
    xiangqi: forthgame.Game,
) -> None:
    """Two quiet moves and four checks, repeated: a draw at the third occurrence."""
    line = Line(XIANGQI, (*QUIET, *CHECKS) * 2)
    assert compare(xiangqi, line) == ("Red draw", 24)


@pytest.mark.parametrize("begin", range(12))
def test_a_cycle_may_begin_in_the_middle(xiangqi: forthgame.Game, begin: int) -> None:
    """Whatever its first move, the same position is the first to occur three times."""
    cycle = (*QUIET, *CHECKS)
    state = xiangqi.position(fen=XIANGQI)
    for move in cycle[:begin]:
        state.play(move)
    line = Line(state.fen(), (cycle[begin:] + cycle[:begin]) * 2)
    result, plies = compare(xiangqi, line)
    assert (result, plies) == (f"{'Red' if begin % 2 == 0 else 'Black'} draw", 24)


def test_quiet_moves_before_the_cycle_do_not_count(xiangqi: forthgame.Game) -> None:
    """The position occurs a third time, with all moves since the first one checks."""
    state = xiangqi.position(fen="3k5/9/9/9/9/9/9/9/9/4K3R w - - 0 1")
    for move in ("i1i3", "d10d9", "i3i1", "d9d10", "i1i10", "d10d9"):
        state.play(move)
    for move in (("i10i9", "d9d10", "i9i10", "d10d9") * 2)[:7]:
        assert state.outcome is None
        state.play(move)
    assert ended(state) == ("win", "repetition", "Black")


def test_a_quiet_move_in_either_round_makes_it_a_draw(game: forthgame.Game) -> None:
    """A round has only checks, the other a quiet move; they are played in each order."""
    fen, checks = SHOGI.get(game.name, ("3k5/8R/9/9/9/9/9/9/9/4K4 w - - 0 1", ()))
    checks = checks or ("i9i10", "d10d9", "i10i9", "d9d10")
    square = checks[0][:2]
    away = {"xiangqi": "i8", "shogi": "g5", "minishogi": "c2"}[game.name]
    there, back = checks[1], checks[3]
    quiet = (f"{square}{away}", there, f"{away}{square}", back)
    rounds = KINDS[game.name].occurrences - 1
    for number in range(rounds):
        moves = [*checks * number, *quiet, *checks * (rounds - number - 1)]
        result, plies = compare(game, Line(fen, tuple(moves)))
        mover = game.players[0]
        assert result == f"{mover} {'loss' if game.name == 'minishogi' else 'draw'}"
        assert plies <= 4 * rounds
    assert compare(game, Line(fen, checks * rounds)) == (f"{game.players[0]} loss", 4 * rounds)


def test_mutual_perpetual_check_is_a_draw(xiangqi: forthgame.Game) -> None:
    fen, cycle = MUTUAL
    assert compare(xiangqi, Line(fen, cycle * 2)) == ("Red draw", 8)


@pytest.mark.parametrize("name", SHOGI)
def test_mutual_perpetual_check_is_a_draw_in_shogi_too(name: str) -> None:
    """No cycle of this kind is known, so Black's count of checks is written into a text."""
    game = forthgame.load(name, native=False)
    fen, checks = SHOGI[name]
    state = game.position(fen=fen)
    state.play(checks[0])
    state = game.position(fen=state.fen())  # Black is in check and begins
    cycle = (*checks[1:], checks[0])
    for move in (cycle * 3)[:-1]:
        state.play(move)
    text = state.to_text()
    assert " checks[0]=5 " in text
    state.play(checks[0])
    assert ended(state) == ("win", "repetition", "Black")
    both = game.position(text.replace(" checks[0]=5 ", " checks[0]=5 checks[1]=6 "))
    both.play(checks[0])
    assert ended(both) == ("draw", "repetition", None)


def test_a_text_carries_the_cycle(game: forthgame.Game) -> None:
    """A position that was written and read at every ply ends like the game itself."""
    fen, checks = SHOGI.get(game.name, (XIANGQI, (*QUIET, *CHECKS)))
    state = game.position(fen=fen)
    for move in checks * 3:
        twin = game.position(state.to_text())
        state.play(move)
        twin.play(move)
        assert ended(twin) == ended(state)
        if state.outcome:
            break
    assert state.ending == "repetition"


def test_another_way_after_undo(xiangqi: forthgame.Game) -> None:
    """Undone moves are not part of the cycle."""
    state = xiangqi.position(fen="3k5/8R/9/9/9/9/9/9/9/4K4 w - - 0 1")
    checks = ("i9i10", "d10d9", "i10i9", "d9d10")
    for move in (*checks, *checks[:3]):
        state.play(move)
    twin = state.copy()
    state.play(checks[3])
    assert ended(state) == ("loss", "repetition", "Black")
    for _ in range(4):
        state.undo()
    for move in ("i9i8", "d10d9", "i8i9", "d9d10"):
        assert state.outcome is None
        state.play(move)
    assert ended(state) == ("draw", "repetition", None)
    twin.play(checks[3])
    assert ended(twin) == ("loss", "repetition", "Black")


@pytest.mark.parametrize("engine", ["negamax", "paranoid"])
def test_searches_judge_by_the_cycle(xiangqi: forthgame.Game, engine: str) -> None:
    """Before the last move of the line, Black, behind by a chariot, wins by it, or draws."""
    checks = ("i9i10", "d10d9", "i10i9", "d9d10")
    scores = []
    for first in (checks, ("i9i8", "d10d9", "i8i9", "d9d10")):
        state = xiangqi.position(fen="3k5/8R/9/9/9/9/9/9/9/4K4 w - - 0 1")
        for move in (*first, *checks[:3]):
            state.play(move)
        found = state.search(engine, depth=1)
        scores.append((found.score or 0, found.move and found.move.text))
    assert scores[0][0] > 10**9
    assert scores[1] == (0, "general d9 - d10")


@pytest.mark.parametrize("native", [False, True], ids=["interpreted", "native"])
def test_a_search_before_the_checker_turns_away(native: bool) -> None:
    """Red finds that the next check but one loses and a quiet move does not."""
    if native:
        pytest.importorskip("llvmlite")
    state = forthgame.load("xiangqi", native=native).position(
        fen="3k5/8R/9/9/9/9/9/9/9/4K4 w - - 0 1"
    )
    for move in ("i9i10", "d10d9", "i10i9", "d9d10", "i9i10", "d10d9"):
        state.play(move)
    found = state.search("negamax", depth=2)
    assert found.move is not None
    assert found.move.text != "chariot i10 - i9"


# ---- cycles that a program makes ----


@pytest.mark.sampled(2)
def test_made_cycles_end_as_at_the_peer(game: forthgame.Game) -> None:
    for line in islice(lines(game, Random(25)), 12):
        compare(game, line)


@pytest.mark.slow
@pytest.mark.parametrize("native", [False, True], ids=["interpreted", "native"])
@pytest.mark.parametrize("name", KINDS)
def test_many_made_cycles_end_as_at_the_peer(name: str, native: bool) -> None:
    game = forthgame.load(name, native=native)
    results = Counter(
        compare(game, line)[0] for line in islice(lines(game, Random(25 + native)), 500)
    )
    outcomes = {result.split()[1] for result in results if result}
    assert outcomes == {"win", "loss", *(["draw"] if name != "minishogi" else [])}
