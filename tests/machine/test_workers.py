"""Worker threads: none is lost, whatever a signal handler raises and when."""

from __future__ import annotations

import threading
import time

import pytest

import forthgame
from forthgame import ForthgameError
from forthgame.base.thread_start import start_thread
from forthgame.compile.llvm import jobs
from forthgame.search.parallel_search import Helpers, Workers
from tests.waiting import HANGS_AFTER


class Stopped(BaseException):
    """The exception of a signal handler."""


class Interrupted(threading.Thread):
    """A thread whose start is interrupted when it has begun."""

    def start(self) -> None:
        super().start()
        raise Stopped


class Late(threading.Thread):
    """A thread whose start is interrupted, and that begins later."""

    begin: threading.Event
    ended: threading.Event

    def start(self) -> None:
        threading.Thread(target=self._begin).start()
        raise Stopped

    def _begin(self) -> None:
        self.begin.wait(HANGS_AFTER)
        super().start()
        self.join()
        self.ended.set()


@pytest.fixture
def game() -> forthgame.Game:
    return forthgame.load("tictactoe")


def test_a_worker_is_waited_for_though_its_start_was_interrupted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("forthgame.search.parallel_search.Thread", Interrupted)
    stop, ended = threading.Event(), []

    def work() -> None:
        stop.wait(HANGS_AFTER)
        time.sleep(0.05)
        ended.append(True)

    workers = Workers("worker", [work])
    with pytest.raises(Stopped):
        workers.start()
    time.sleep(0.02)
    workers.end(stop.set)
    assert ended


def test_a_worker_that_begins_after_the_end_does_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("forthgame.search.parallel_search.Thread", Late)
    Late.begin, Late.ended = threading.Event(), threading.Event()
    worked: list[bool] = []
    workers = Workers("worker", [lambda: worked.append(True)])
    with pytest.raises(Stopped):
        workers.start()
    workers.end(lambda: None)
    Late.begin.set()
    assert Late.ended.wait(HANGS_AFTER)
    assert not worked


@pytest.mark.parametrize("kind", [Interrupted, Late])
def test_a_job_whose_start_was_interrupted_is_done_once(
    monkeypatch: pytest.MonkeyPatch, kind: type[threading.Thread]
) -> None:
    """The thread may have begun, or begin when the job has been started again."""
    Late.begin, Late.ended = threading.Event(), threading.Event()
    worked: list[bool] = []

    def work(job: jobs.Job[int]) -> int:
        time.sleep(0.05)
        worked.append(True)
        return len(worked)

    class Torn(kind, jobs._JobThread):  # type: ignore[misc,valid-type]
        pass

    job = jobs.Job(work)
    with monkeypatch.context() as patched:
        patched.setattr(jobs, "_JobThread", Torn)
        with pytest.raises(Stopped):
            job.start()
    assert job.wait() == 1
    Late.begin.set()
    assert kind is Interrupted or Late.ended.wait(HANGS_AFTER)
    assert worked == [True]


def test_interrupts_while_workers_end_are_raised_when_they_have_ended() -> None:
    stop, raised, ended = threading.Event(), [1, 2], []

    def work() -> None:
        stop.wait(HANGS_AFTER)
        ended.append(True)

    def end() -> None:
        if raised:
            raised.pop()
            raise Stopped
        stop.set()

    workers = Workers("worker", [work])
    workers.start()
    with pytest.raises(Stopped):
        workers.end(end)
    assert ended
    assert not raised


def test_no_more_threads_is_an_error_of_the_package(
    game: forthgame.Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Refused(threading.Thread):
        def start(self) -> None:
            raise RuntimeError("can't start new thread")

    monkeypatch.setattr("forthgame.search.parallel_search.Thread", Refused)
    with pytest.raises(ForthgameError, match="no more threads"):
        game.rollouts([game.new_game(seed=1)], 500, jobs=2, seed=1)
    with pytest.raises(ForthgameError, match="no more threads"):
        game.new_game(seed=1).search("uct:threads=2", playouts=40)


def test_what_a_handler_raises_is_not_taken_for_a_lack_of_threads() -> None:
    """Python's threading then raises over a lock of its own: "release unlocked lock"."""

    class Torn(threading.Thread):
        def start(self) -> None:
            try:
                raise Stopped
            finally:
                threading.Lock().release()

    with pytest.raises(Stopped):
        start_thread(Torn())


def test_rollouts_whose_threads_start_was_interrupted_keep_no_twin(
    game: forthgame.Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    bases = [game.new_game(seed=k) for k in range(3)]
    wanted = [played.wins for played in game.rollouts(bases, 200, jobs=2, seed=1)]
    with monkeypatch.context() as patched:
        patched.setattr("forthgame.search.parallel_search.Thread", Interrupted)
        with pytest.raises(Stopped):
            game.rollouts(bases, 1_000_000_000, jobs=3, seed=1)
    assert not [t for t in threading.enumerate() if t.name == "forthgame-rollouts" and _at_work(t)]
    assert not game.pool._free
    assert [played.wins for played in game.rollouts(bases, 200, jobs=2, seed=1)] == wanted


def _at_work(thread: threading.Thread) -> bool:
    thread.join(HANGS_AFTER)  # the last steps of a thread, after its work
    return thread.is_alive()


@pytest.mark.parametrize("engine", ["negamax:table=1,depth=9", "uct:time=60"])
def test_a_search_whose_threads_start_was_interrupted_has_no_helper_afterwards(
    game: forthgame.Game, monkeypatch: pytest.MonkeyPatch, engine: str
) -> None:
    state, helped = game.new_game(seed=1), []
    Late.begin, Late.ended = threading.Event(), threading.Event()
    with monkeypatch.context() as patched:
        patched.setattr("forthgame.search.parallel_search.Thread", Late)
        patched.setattr(Helpers, "_help", lambda *given: helped.append(given))
        with pytest.raises(Stopped):
            state.search(f"{engine},threads=3")
        Late.begin.set()
        assert Late.ended.wait(HANGS_AFTER)
    assert not helped
    assert state.search("negamax:threads=2", depth=9).score == 0
