"""The process of a table, seen from the server."""

from __future__ import annotations

import asyncio
import errno
import gc
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.waiting import HANGS_AFTER

pytest.importorskip("starlette", reason="needs the extra `board`")

from forthgame.base.source import package_path
from forthgame.ui.tables import worker_process
from forthgame.ui.tables.worker_process import Child, Lost, Refused


def test_a_process_that_is_ended_late_leaves_no_error_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ended = threading.Event()

    class Late(Child):
        """A process that never answers, and ends long after the request to end."""

        def _exchange(self, message: dict[str, Any], tell: Callable[[Any], None]) -> dict[str, Any]:
            ended.wait(HANGS_AFTER)
            raise Lost("it has ended")

    unseen: list[dict[str, Any]] = []

    async def ask() -> None:
        loop = asyncio.get_running_loop()
        loop.set_exception_handler(lambda _, context: unseen.append(context))
        late = Late(tmp_path / "none.4th")
        with pytest.raises(Lost, match="has not answered"):
            await late.ask({}, 0.01)
        ended.set()
        await asyncio.sleep(0.05)
        gc.collect()
        late.close()

    monkeypatch.setattr(worker_process, "STARTING", 0.01)
    monkeypatch.setattr(worker_process, "STOPPING", 0.01)
    asyncio.run(ask())
    gc.collect()
    assert not unseen


def test_a_process_that_the_system_does_not_start_is_lost(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The request is answered as for a process that has ended; the next one tries again."""

    async def ask() -> None:
        one = Child(tmp_path / "none.4th")
        for _ in range(2):
            with pytest.raises(Lost, match="started: too many processes"):
                await one.ask({}, 1)
        one.close()

    def refused(*given: object, **options: object) -> None:
        raise OSError(errno.EAGAIN, "too many processes")

    monkeypatch.setattr(subprocess, "Popen", refused)
    asyncio.run(ask())


ANSWERING = """
import signal, sys, time
before, between = map(float, sys.argv[1:])
time.sleep(before)
signal.signal(signal.SIGINT, signal.SIG_IGN)
from forthgame.play.processes.messages import read, write
write(sys.stdout.buffer, {"kind": "report"})
while read(sys.stdin.buffer) is not None:
    write(sys.stdout.buffer, {})
    time.sleep(between)
"""


class Started(list[subprocess.Popen[bytes]]):
    """Started processes; the next one waits so long before it listens, and after each answer."""

    waits = (0.0, 0.0)


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> Started:
    """The processes that a Child starts here."""
    found = Started()

    def start(*arguments: object, **given: object) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-c", ANSWERING, *map(str, found.waits)]
        found.append(subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE))
        return found[-1]

    monkeypatch.setattr("forthgame.play.processes.child_process.launch", start)
    return found


def test_a_request_that_is_too_long_ends_no_process(tmp_path: Path) -> None:
    """Numbers may take more room in a pipe than in the page's message."""
    script = tmp_path / "tic.4th"
    script.write_text(
        package_path("games").joinpath("tictactoe", "tictactoe.4th").read_text("utf-8")
    )

    async def ask() -> None:
        table = Child(script)
        with pytest.raises(Refused):
            await table.ask({"do": "edit", "change": [1e15]}, 60)
        process = table._process
        with pytest.raises(Refused) as refused:
            await table.ask({"do": "edit", "change": [1e15] * 1_000_000}, 60)
        assert "the request is too long: 19 MiB at once" in str(refused.value.answer["message"])
        assert table._process is process
        assert table.alive
        table.close()

    asyncio.run(ask())


def test_a_process_that_is_closed_is_not_replaced(tmp_path: Path, started: Started) -> None:
    """A running request learns that it has ended; no request waits any longer."""

    async def ask() -> None:
        one = Child(tmp_path / "none.4th")
        assert await one.ask({}, 60) == {}
        running = asyncio.create_task(one.ask({}, 60))
        await asyncio.sleep(0.2)
        await asyncio.to_thread(one.close)
        with pytest.raises(Lost, match="has ended"):
            await running

    started.waits = (0, 60)
    asyncio.run(ask())
    assert len(started) == 1


@pytest.mark.parametrize("moment", [0.0, 0.1])
def test_a_request_is_stopped_while_its_process_starts(
    tmp_path: Path, started: Started, moment: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The process survives, since Ctrl-C reaches it only when it listens, however late that is."""

    async def ask() -> None:
        one = Child(tmp_path / "none.4th")
        running = asyncio.create_task(one.ask({}, 60))
        await asyncio.sleep(moment)
        await one.stop()
        with pytest.raises(Lost, match=r"^stopped$"):
            await running
        assert await one.ask({}, 60) == {}
        one.close()

    monkeypatch.setattr(worker_process, "NUDGE", 0.05)
    monkeypatch.setattr(worker_process, "STOPPING", 0.1)
    started.waits = (0.3, 0)
    asyncio.run(ask())
    assert len(started) == 1


def test_a_request_that_does_not_stop_is_not_made_again(
    tmp_path: Path, started: Started, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The process is ended; the next request starts another."""

    async def ask() -> None:
        one = Child(tmp_path / "none.4th")
        assert await one.ask({}, 60) == {}
        running = asyncio.create_task(one.ask({}, 60))
        await asyncio.sleep(0.1)
        await one.stop()
        with pytest.raises(Lost, match=r"^stopped$"):
            await running
        assert len(started) == 1
        one.close()

    monkeypatch.setattr(worker_process, "STOPPING", 0.1)
    monkeypatch.setattr(worker_process, "NUDGE", 0.05)
    started.waits = (0, 60)
    asyncio.run(ask())
