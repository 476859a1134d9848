"""The process of a table, as the server sees it."""

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

pytest.importorskip("starlette", reason="needs the extra `board`")

from forthgame.ui.serve import child
from forthgame.ui.serve.child import Child, Lost


def test_a_process_that_is_ended_late_leaves_no_error_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ended = threading.Event()

    class Late(Child):
        """It never answers, and ends long after it was told to."""

        def _exchange(self, message: dict[str, Any], tell: Callable[[Any], None]) -> dict[str, Any]:
            ended.wait(20)
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

    monkeypatch.setattr(child, "STARTING", 0.01)
    monkeypatch.setattr(child, "STOPPING", 0.01)
    asyncio.run(ask())
    gc.collect()
    assert not unseen


def test_a_process_that_the_system_does_not_start_is_lost(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever asks is told, as of one that has ended; the next request tries again."""

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


ONCE = """
import sys, time
from forthgame.play.messages import read, write
while read(sys.stdin.buffer) is not None:
    write(sys.stdout.buffer, {})
    time.sleep(float(sys.argv[1]))
"""


def test_a_process_that_is_closed_is_not_replaced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A request that was running finds that it has ended; nobody waits for another answer."""
    started: list[subprocess.Popen[bytes]] = []

    def start(*arguments: object, **given: object) -> subprocess.Popen[bytes]:
        started.append(
            subprocess.Popen(
                [sys.executable, "-c", ONCE, "60"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
            )
        )
        return started[-1]

    async def ask() -> None:
        one = Child(tmp_path / "none.4th")
        assert await one.ask({}, 60) == {}
        running = asyncio.create_task(one.ask({}, 60))
        await asyncio.sleep(0.2)
        await asyncio.to_thread(one.close)
        with pytest.raises(Lost, match="has ended"):
            await running

    monkeypatch.setattr(child, "launch", start)
    asyncio.run(ask())
    assert len(started) == 1
