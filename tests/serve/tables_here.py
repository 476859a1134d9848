"""Tables whose process is a thread of the test: most tests are about what it answers."""

from __future__ import annotations

import os
import threading
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import pytest

from forthgame.play.processes import messages
from forthgame.ui.tables import worker_process
from forthgame.ui.worker import answer_framing, worker_main
from forthgame.ui.worker.worker_state import WorkerState


class ThreadAsProcess:
    """What a table uses of its process, with a thread that answers the requests."""

    def __init__(self, script: str) -> None:
        requests, stdin = os.pipe()
        stdout, answers = os.pipe()
        self.stdin, self.stdout = os.fdopen(stdin, "wb"), os.fdopen(stdout, "rb")
        self.pid = os.getpid()
        self.returncode: int | None = None
        self._streams = os.fdopen(requests, "rb"), os.fdopen(answers, "wb")
        self._thread = threading.Thread(target=self._answer, args=(script,), daemon=True)
        self._thread.start()

    def _answer(self, script: str) -> None:
        requests, answers = self._streams

        def tell(message: dict[str, Any]) -> None:
            messages.write(answers, {"kind": "report", **message})

        with requests, answers:
            try:
                tell({"listening": True})
                desk = WorkerState(script, tell)
                while (message := messages.read(requests)) is not None:
                    answer_framing.write(answers, worker_main.answer(desk, message))
            except OSError:
                return  # the table has given it up

    def poll(self) -> int | None:
        return self.returncode

    def kill(self) -> None:
        if self.returncode is None:
            self.returncode = -9
            self.stdin.close()

    def send_signal(self, number: int) -> None:
        raise AssertionError("a test that stops a search needs the fixture `own_process`")

    def wait(self, timeout: float | None = None) -> int:
        self._thread.join(timeout)
        return self.returncode or 0


def answer_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have the requests of tables answered by threads of this process."""

    def started(
        folder: Path, module: str, arguments: list[str], scripts: object, machines: int
    ) -> ThreadAsProcess:
        return ThreadAsProcess(arguments[0])

    monkeypatch.setattr(worker_process, "launch_in", started)
    # only the main thread of a process may set handlers of signals
    monkeypatch.setattr(worker_main, "interruptible", nullcontext)
