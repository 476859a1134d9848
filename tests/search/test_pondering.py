"""Engines that think while the opponent does, and the best line of a tree of random games."""

from __future__ import annotations

import itertools
import threading
from contextlib import suppress
from random import Random
from types import SimpleNamespace

import pytest

import forthgame
from forthgame.api.game import State
from forthgame.rules.engines import Limits
from forthgame.search import pondering
from forthgame.search.pondering import LONGEST, Ponderer
from forthgame.ui.worker import worker_main
from forthgame.ui.worker.worker_main import answer
from forthgame.ui.worker.worker_state import Message, WorkerState
from tests.commanding import commanded
from tests.interrupting import pressed
from tests.machine.test_threads import POSIX
from tests.waiting import HANGS_AFTER, eventually

SOON = Limits(time=0.2)


@pytest.fixture(scope="module")
def game() -> forthgame.Game:
    return forthgame.load("connectfour", native=False)


def thought(state: State, engine: str = "negamax") -> forthgame.SearchResult:
    """An engine's move, which is played."""
    found = state.search(engine, depth=3)
    state.play(found.move)
    return found


def threads() -> list[str]:
    """Return those that still think; a finished one may take a moment to end."""

    def left() -> list[str]:
        names = [thread.name for thread in threading.enumerate()]
        return [name for name in names if name == "forthgame-ponder"]

    with suppress(AssertionError):
        eventually(lambda: not left(), seconds=LONGEST / 2)
    return left()


def test_the_expected_reply_is_answered_at_once(
    game: forthgame.Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If the time of the search is over, the answer does not wait."""
    state, ponderer, now = game.new_game(seed=1), Ponderer(), [0.0]
    looks = itertools.count()
    clock = SimpleNamespace(
        monotonic=lambda: now[0] if next(looks) < 9 else pytest.fail("it waits")
    )
    monkeypatch.setattr(pondering, "clock", clock)
    found = thought(state)
    assert ponderer.begin(state, found, "negamax", SOON)
    assert ponderer.expected == found.pv[1]
    eventually(lambda: ponderer._found)
    now[0] = 0.3
    state.play(found.pv[1])
    answer = ponderer.answer(state, "negamax", SOON)
    assert answer is not None
    assert answer.seconds == 0.3
    state.play(answer.move)  # it is a move of this very position
    assert not threads()


@POSIX
@pytest.mark.parametrize(
    "limits", [Limits(time=HANGS_AFTER), Limits(depth=40)], ids=["time", "depth"]
)
def test_ctrl_c_ends_thinking_with_what_it_has(game: forthgame.Game, limits: Limits) -> None:
    state, ponderer = game.new_game(seed=1), Ponderer()
    found = thought(state)
    assert ponderer.begin(state, found, "negamax", limits)
    workers = ponderer._workers
    state.play(found.pv[1])
    eventually(lambda: ponderer._found)
    with pressed(0.2):
        answer = ponderer.answer(state, "negamax", limits)
    assert answer is not None
    assert answer.stopped == "interrupted"
    assert workers is not None
    assert workers.done  # before its machine was given back


def test_another_reply_is_forgotten(game: forthgame.Game) -> None:
    state, ponderer = game.new_game(seed=1), Ponderer()
    found = thought(state)
    assert ponderer.begin(state, found, "negamax", SOON)
    other = next(move for move in state.moves() if move.text != found.pv[1])
    state.play(other)
    assert ponderer.answer(state, "negamax", SOON) is None
    assert ponderer.answer(state, "negamax", SOON) is None
    assert not threads()


@pytest.mark.parametrize(
    ("engine", "limits"), [("uct", SOON), ("negamax", Limits(time=0.2, selective=False))]
)
def test_another_engine_or_option_thinks_for_itself(
    game: forthgame.Game, engine: str, limits: Limits
) -> None:
    state, ponderer = game.new_game(seed=1), Ponderer()
    found = thought(state)
    assert ponderer.begin(state, found, "negamax", SOON)
    state.play(found.pv[1])
    assert ponderer.answer(state, engine, limits) is None
    assert not threads()


def test_of_several_only_who_has_moved_thinks_ahead() -> None:
    state, ponderer = forthgame.load("splut", native=False).new_game(seed=1), Ponderer()
    while len((found := state.search("paranoid", depth=2)).pv) < 2:
        state.play(found.move)
    mover = state.player
    state.play(found.move)
    ahead = state.copy()
    ahead.play(ahead.find(found.pv[1], exact=True))
    assert ahead.player != mover
    assert not ponderer.begin(state, found, "paranoid", SOON)
    ponderer.close()


def test_a_search_that_is_counted_comes_to_its_end(game: forthgame.Game) -> None:
    state, ponderer, limits = game.new_game(seed=1), Ponderer(), Limits(depth=3)
    found = thought(state)
    assert ponderer.begin(state, found, "negamax", limits)
    state.play(found.pv[1])
    answer = ponderer.answer(state, "negamax", limits)
    assert answer is not None
    plain = state.search("negamax", depth=3)
    assert (answer.move, answer.score, answer.nodes) == (plain.move, plain.score, plain.nodes)


def test_the_game_can_be_used_meanwhile(game: forthgame.Game) -> None:
    state, ponderer = game.new_game(seed=1), Ponderer()
    found = thought(state)
    assert ponderer.begin(state, found, "negamax", Limits(time=5.0))
    plain = game.new_game(seed=1)
    thought(plain)
    assert state.search("negamax", depth=3).score == plain.search("negamax", depth=3).score
    copy = state.copy()
    copy.undo()
    assert copy.moves()
    ponderer.close()
    assert not threads()


def test_what_cannot_be_pondered_on_is_not() -> None:
    duel = forthgame.load("splut/duel", native=False).new_game(seed=1)
    found = duel.search("first")
    duel.play(found.move)
    ponderer = Ponderer()
    assert not ponderer.begin(duel, found, "first", SOON)  # it expects nothing
    assert not ponderer.begin(duel, found, "script", SOON)  # words of the script may store things
    assert ponderer.expected is None
    assert ponderer.answer(duel, "first", SOON) is None
    dice = forthgame.load("ur", native=False).new_game(seed=1)
    found = dice.search("negamax", depth=2)
    dice.play(found.move)
    assert not ponderer.begin(dice, found, "negamax", SOON)


@pytest.mark.slow
def test_a_game_at_the_terminal_goes_on_with_it() -> None:
    asked = ["play", "connectfour", "--depth", "2", "--seed", "1", "--ponder",
             "--seat", "Yellow=human", "--seat", "Red=negamax"]  # fmt: skip
    told = commanded(*asked, typing="d1\nd3\nundo\nb1\nquit\n")
    plain = commanded(*[part for part in asked if part != "--ponder"],
                      typing="d1\nd3\nundo\nb1\nquit\n")  # fmt: skip
    assert told.returncode == 0
    assert told.stdout == plain.stdout
    assert not threads()


def test_uct_has_a_line(game: forthgame.Game) -> None:
    found = game.new_game(seed=1).search("uct", playouts=1500)
    assert len(found.pv) > 1
    state = game.new_game(seed=1)
    for text in found.pv:
        state.play(state.find(text, exact=True))
    assert found.pv == game.new_game(seed=1).search("uct", playouts=1500).pv


def test_few_random_games_make_no_line(game: forthgame.Game) -> None:
    found = game.new_game(seed=1).search("uct", playouts=40)
    assert found.pv == [found.move.text]


def test_a_line_of_uct_ends_before_dice() -> None:
    state, draw = forthgame.load("ur", native=False).new_game(seed=1), Random(3)
    while state.player.startswith("?") or len(state.moves()) == 1:
        state.play(draw.randrange(len(state.moves())))
    found = state.search("uct", playouts=300)
    follower = state.copy()
    for text in found.pv:
        assert not follower.player.startswith("?")
        follower.play(follower.find(text, exact=True))


def test_an_engine_of_a_table_ponders() -> None:
    desk = WorkerState("connectfour", lambda report: None)
    asked = {"do": "think", "start": {"seed": 1}, "engine": "negamax:depth=3", "seed": 4}
    first = answer(desk, {**asked, "line": [], "ponder": True})
    expected = desk.ponderer.expected
    assert expected == first["found"]["pv"][1]
    line = [first["move"], expected]
    second = answer(desk, {**asked, "line": line, "ponder": False})
    assert desk.ponderer.expected is None  # requested, and about to stop
    plain = answer(WorkerState("connectfour", lambda report: None), {**asked, "line": line})
    timeless = [{**told["found"], "seconds": 0} for told in (second, plain)]
    assert timeless[0] == timeless[1]


@pytest.mark.sampled(2)
@pytest.mark.parametrize("engine", ["negamax:depth=3", "uct:playouts=20"])
def test_a_table_gets_lines_as_they_are_found(engine: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """This covers an engine that deepens, and one that searches again and again."""
    monkeypatch.setattr(worker_main, "BETWEEN", -1)
    told: list[Message] = []
    desk = WorkerState("tictactoe", told.append)
    asked = {"do": "analyse", "start": {"seed": 1}, "line": [], "engine": engine, "lines": 2}
    found = answer(desk, {**asked, "time": 0.1})
    assert len(found["lines"]) == (2 if engine.startswith("negamax") else 1)
    assert told[-1].items() <= found.items()
