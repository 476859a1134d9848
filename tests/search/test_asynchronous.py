"""Searches that an event loop awaits."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Coroutine
from pathlib import Path
from typing import Any, TypeVar

import pytest

import forthgame
from forthgame.rules.engines import Limits
from forthgame.rules.script import Script
from forthgame.search.engine_choice import GameExamination
from forthgame.search.search import search
from forthgame.search.search_result import SearchResult
from tests.searching import LINE
from tests.waiting import HANGS_AFTER

T = TypeVar("T")
DEEP = 60  # plies that are never reached


def run(work: Coroutine[Any, Any, T]) -> T:
    async def limited() -> T:
        return await asyncio.wait_for(work, HANGS_AFTER)

    return asyncio.run(limited())


@pytest.fixture(scope="module")
def game() -> forthgame.Game:
    return forthgame.load("breakthrough", native=False)


def ended() -> bool:
    """Return whether all searches have ended, also after a while."""
    for thread in threading.enumerate():
        if thread.name == "forthgame-asearch":
            thread.join(HANGS_AFTER)
    return not any(thread.name == "forthgame-asearch" for thread in threading.enumerate())


@pytest.mark.parametrize(
    ("engine", "bounds"),
    [("negamax", {"nodes": 3000}), ("uct", {"playouts": 200}), ("auto", {"depth": 2})],
)
def test_the_result_is_that_of_a_search_without_a_loop(engine: str, bounds: dict[str, int]) -> None:
    one, other = (forthgame.load("breakthrough", native=False).new_game(seed=1) for _ in range(2))
    found = run(one.asearch(engine, seed=3, **bounds))  # type: ignore[arg-type]
    wanted = other.search(engine, seed=3, **bounds)  # type: ignore[arg-type]
    for field in ("move", "score", "nodes", "depth", "pv", "engine", "stopped"):
        assert getattr(found, field) == getattr(wanted, field)
    assert found.move is one.moves()[found.move.index] or found.move in one.moves()
    one.play(found.move)


def test_unseeded_random_numbers_are_those_of_the_state(game: forthgame.Game) -> None:
    one, other = game.new_game(seed=5), game.new_game(seed=5)
    found = [run(one.asearch("random")).move for _ in range(8)]
    assert found == [other.search("random").move for _ in range(8)]
    assert len(set(found)) > 1
    assert one == other


def test_searches_of_one_game_run_together_while_it_is_played_on(game: forthgame.Game) -> None:
    """Both searches end only when both have reported."""

    async def work() -> list[SearchResult]:
        stop, begun = asyncio.Event(), [asyncio.Event(), asyncio.Event()]
        states = [game.new_game(seed=1), game.new_game(seed=1)]
        first = states[0].moves()
        states[1].play(0)
        loop = threading.get_ident()

        def report(number: int) -> None:
            assert threading.get_ident() == loop
            begun[number].set()

        tasks = [
            asyncio.create_task(
                state.asearch(
                    "negamax", depth=DEEP, stop=stop, report=lambda _, k=number: report(k)
                )
            )
            for number, state in enumerate(states)
        ]
        for event in begun:
            await event.wait()
        states[0].play(3)  # a search goes on in its own copy
        assert states[0].moves() != first
        stop.set()
        found = [await task for task in tasks]
        assert found[0].move in first
        return found

    assert [found.stopped for found in run(work())] == ["stop", "stop"]
    assert ended()


def test_the_loop_goes_on_while_the_machine_is_in_use(game: forthgame.Game) -> None:
    state = game.new_game(seed=1)
    taken, free = threading.Event(), threading.Event()

    def hold() -> None:
        with game.lock:
            taken.set()
            free.wait(HANGS_AFTER)

    holder = threading.Thread(target=hold)
    holder.start()
    taken.wait(HANGS_AFTER)

    async def work() -> SearchResult:
        task = asyncio.create_task(state.asearch("negamax", depth=2))
        for _ in range(10):
            await asyncio.sleep(0.001)
        assert not task.done()
        free.set()
        return await task

    assert run(work()).depth == 2
    holder.join()


def test_a_cancelled_task_ends_its_search(game: forthgame.Game) -> None:
    async def work() -> None:
        state, begun = game.new_game(seed=1), asyncio.Event()
        task = asyncio.create_task(
            state.asearch("negamax", depth=DEEP, report=lambda found: begun.set())
        )
        await begun.wait()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        early = asyncio.create_task(state.asearch("negamax", depth=DEEP))
        await asyncio.sleep(0)
        early.cancel()  # perhaps before its thread begins
        with pytest.raises(asyncio.CancelledError):
            await early

    run(work())
    assert ended()


def test_a_cancelled_search_keeps_the_best_move(game: forthgame.Game) -> None:
    async def work() -> None:
        state, begun = game.new_game(seed=1), asyncio.Event()
        search = state.asearch("negamax", depth=DEEP, report=lambda found: begun.set())
        assert search.best is None
        task = asyncio.create_task(search)
        await begun.wait()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert search.best is not None
        assert search.best.move in state.moves()

    run(work())
    assert ended()


def test_a_search_beyond_a_timeout_keeps_the_best_move(game: forthgame.Game) -> None:
    async def work() -> None:
        search = game.new_game(seed=1).asearch("negamax", depth=DEEP)  # without a report
        task = asyncio.create_task(search)

        async def limited() -> None:
            async with asyncio.timeout(None) as limit:
                while search.best is None:
                    await asyncio.sleep(0.001)
                limit.reschedule(0.0)
                await task

        with pytest.raises(TimeoutError):
            await limited()
        assert search.best is not None

    run(work())
    assert ended()


def test_an_awaited_search_keeps_its_result(game: forthgame.Game) -> None:
    search = game.new_game(seed=1).asearch("negamax", depth=2)
    assert run(search) is search.best


def test_more_searches_than_threads_all_end(game: forthgame.Game) -> None:
    async def work() -> list[SearchResult]:
        states = [game.new_game(seed=seed) for seed in range(50)]
        return await asyncio.gather(*(state.asearch("negamax", depth=1) for state in states))

    found = run(work())
    assert len(found) == 50
    assert {each.depth for each in found} == {1}
    assert ended()


def test_errors_of_scripts_and_reports_are_raised(tmp_path: Path, game: forthgame.Game) -> None:
    path = tmp_path / "failing.4th"
    path.write_text(LINE + ": OnEvaluate 1 0 / ;")
    failing = forthgame.load(path, native=False)
    with pytest.raises(forthgame.ScriptError, match="zero"):
        run(failing.new_game(seed=1).asearch("negamax", depth=2))

    def report(found: SearchResult) -> None:
        raise LookupError("no such table")

    with pytest.raises(LookupError, match="no such table"):
        run(game.new_game(seed=1).asearch("negamax", depth=DEEP, report=report))
    assert ended()


def test_a_closed_game_is_refused_and_a_running_search_goes_on() -> None:
    game = forthgame.load("breakthrough", native=False)
    state = game.new_game(seed=1)

    async def work() -> SearchResult:
        begun, stop = asyncio.Event(), threading.Event()
        task = asyncio.create_task(
            state.asearch("negamax", depth=DEEP, stop=stop, report=lambda found: begun.set())
        )
        await begun.wait()
        game.close()
        stop.set()
        with pytest.raises(forthgame.ForthgameError, match="is closed"):
            await state.asearch("negamax", depth=2)
        return await task

    assert run(work()).depth > 0


def test_an_engine_of_the_script_keeps_what_it_has_learned(tmp_path: Path) -> None:
    path = tmp_path / "learning.4th"
    path.write_text(
        LINE + "VARIABLE searches : OnSearch searches ++ $FirstMove $MoveString BestMove! ;"
    )
    game = forthgame.load(path, native=False)
    for _ in range(2):
        run(game.new_game(seed=1).asearch())
    assert game.forth.processor.cell(game.forth.word("searches").value) == 2


def test_a_script_that_needs_its_own_machine_is_searched_there(tmp_path: Path) -> None:
    path = tmp_path / "host.4th"
    path.write_text(LINE + ": OnEvaluate .S 7 ;")
    game = forthgame.load(path, native=False)
    found = run(game.new_game(seed=1).asearch("negamax", depth=2))
    assert found.score == game.new_game(seed=1).search("negamax", depth=2).score


def test_trees_are_reused_by_the_next_search() -> None:
    state = forthgame.load("tictactoe", native=False).new_game(seed=1)
    first = run(state.asearch("uct:keep=yes", playouts=300, seed=1))
    state.play(first.move)
    state.play(0)
    assert run(state.asearch("uct:keep=yes", playouts=50, seed=1)).kept > 0


def test_searches_that_choose_an_engine_do_it_one_after_the_other() -> None:
    """The short match is played once, by the first one, and on its machine."""
    one, other = (forthgame.load("tictactoe", native=False) for _ in range(2))

    async def work() -> list[SearchResult]:
        states = [one.new_game(seed=1) for _ in range(4)]
        return await asyncio.gather(*(state.asearch("auto", nodes=300) for state in states))

    wanted = other.new_game(seed=1).search("auto", nodes=300)
    assert {(each.engine, each.reason) for each in run(work())} == {(wanted.engine, wanted.reason)}


def test_a_search_that_examines_the_game_does_not_wait_for_one_that_waits_for_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """One has the examination and wants the machine, the other one the machine."""
    game = forthgame.load("tictactoe")
    examining, go_on = threading.Event(), GameExamination._go_on

    def held(look: GameExamination, script: Script, seconds: float | None) -> None:
        examining.set()
        while game.lock.acquire(blocking=False):  # until the other search has it
            game.lock.release()
        go_on(look, script, seconds)

    monkeypatch.setattr(GameExamination, "_go_on", held)
    found: list[SearchResult] = []
    work = [
        lambda: run(game.new_game(seed=1).asearch("auto", nodes=100)),
        lambda: in_place(game.new_game(seed=1), "auto", Limits(nodes=100)),
    ]
    threads = [threading.Thread(target=lambda act=act: found.append(act())) for act in work]
    threads[0].start()
    assert examining.wait(HANGS_AFTER)
    threads[1].start()
    for thread in threads:
        thread.join(HANGS_AFTER)
    assert len({each.engine for each in found}) == 1
    assert len(found) == 2


def in_place(state: forthgame.State, engine: str, limits: Limits) -> SearchResult:
    with state.game.lock:
        return search(state, engine, limits)
