"""Searches that end when an event is set, with the best move so far."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

import forthgame
from forthgame.search.search_result import SearchResult
from tests.searching import LINE, skirmish
from tests.waiting import HANGS_AFTER

ENGINES = ["negamax", "paranoid", "maxn", "brs", "uct", "mcts", "best", "random", "auto", "script"]


def chess() -> forthgame.Game:
    return forthgame.load("chess", native=False)


def set_event() -> threading.Event:
    stop = threading.Event()
    stop.set()
    return stop


@pytest.fixture(scope="module")
def game() -> forthgame.Game:
    return chess()


@pytest.mark.parametrize("engine", ENGINES)
def test_an_event_that_is_set_before_gives_the_first_move(
    game: forthgame.Game, engine: str
) -> None:
    state = game.new_game(seed=1)
    before = state.copy()
    try:
        found = state.search(engine, time=None, depth=30, stop=set_event())
    except forthgame.ForthgameError as error:
        pytest.skip(str(error))
    assert (found.stopped, found.move, found.depth) == ("stop", state.moves()[0], 0)
    assert state == before


def test_an_event_that_is_set_in_a_report_keeps_the_result_so_far(game: forthgame.Game) -> None:
    stop, state = threading.Event(), game.new_game(seed=1)
    reports: list[SearchResult] = []

    def report(found: SearchResult) -> None:
        reports.append(found)
        if found.depth == 2:
            stop.set()

    found = state.search("negamax", depth=40, report=report, stop=stop)
    assert (found.stopped, found.depth, found.pv) == ("stop", 2, reports[-1].pv)
    assert state.search("negamax", depth=2).stopped == ""  # the next search is free of it


@pytest.mark.sampled(3)
@pytest.mark.parametrize("engine", ["negamax", "uct", "uct:threads=2", "negamax:threads=2"])
def test_another_thread_ends_a_search_without_limits(engine: str) -> None:
    stop = threading.Event()
    timer = threading.Timer(0.2, stop.set)
    timer.start()
    state = chess().new_game(seed=1)
    bounds = {"playouts": 10**9} if engine.startswith("uct") else {"depth": 60}
    found = state.search(engine, stop=stop, **bounds)  # type: ignore[arg-type]
    timer.join()
    assert found.stopped == "stop"
    assert found.move in state.moves()


def test_a_stopped_choice_of_an_engine_goes_on_with_the_next_search() -> None:
    stopped, whole = (forthgame.load("tictactoe", native=False) for _ in range(2))
    for _ in range(3):
        stopped.new_game(seed=1).search("auto", nodes=500, stop=set_event())
    found, wanted = (
        game.new_game(seed=1).search("auto", nodes=500, seed=1) for game in (stopped, whole)
    )
    assert (found.engine, found.reason, found.move) == (wanted.engine, wanted.reason, wanted.move)


def test_a_stopped_proof_does_not_decide(tmp_path: Path) -> None:
    state = skirmish(tmp_path, "two", native=False).new_game(seed=1)
    found = state.search("uct:prove=0.9", nodes=10**8, stop=set_event())
    assert (found.stopped, found.proven) == ("stop", None)


def test_a_list_without_end_is_given_up_after_a_while(tmp_path: Path) -> None:
    path = tmp_path / "endless.4th"
    path.write_text(LINE + ": OnGenerateMoves BEGIN FALSE UNTIL ;")
    state = forthgame.load(path, native=False).new_game(seed=1)
    stop = threading.Event()
    threading.Timer(0.1, stop.set).start()
    with pytest.raises(forthgame.ScriptError, match=r"not made in the 0\.5 s"):
        state.search("negamax", time=None, depth=3, stop=stop)


def test_other_objects_are_refused(game: forthgame.Game) -> None:
    with pytest.raises(TypeError, match=r"`stop` must be a threading\.Event, not of type bool"):
        game.new_game(seed=1).search("negamax", depth=1, stop=True)  # type: ignore[arg-type]


def test_threads_search_positions_of_one_game_at_the_same_time(game: forthgame.Game) -> None:
    """Each search waits in its first report for the other one's."""
    meeting, stop = threading.Barrier(2), threading.Event()
    found: list[SearchResult] = []

    def work(number: int) -> None:
        state = game.new_game(seed=1)
        state.play(number)

        def report(found: SearchResult) -> None:
            if found.depth == 1:
                meeting.wait(HANGS_AFTER)
            stop.set()

        found.append(state.search("negamax", depth=40, report=report, stop=stop))

    threads = [threading.Thread(target=work, args=(number,)) for number in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(HANGS_AFTER)
    assert [each.stopped for each in found] == ["stop", "stop"]
    assert not meeting.broken
