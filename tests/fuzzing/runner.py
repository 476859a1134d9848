"""Test cases in processes of their own, continue after one that harms its process, report finds."""

from __future__ import annotations

import json
import os
import queue
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from forthgame.compile.llvm.quick_build import EFFORT

from .child import LOST, PATIENCE
from .kinds import KINDS

ROOT = Path(__file__).parent.parent.parent
MARGIN = 15.0  # seconds more than a case may take before its process is ended from outside
COMPILING = 900.0  # seconds that a start may take while nothing is in the cache
CASES = 1500  # that one process tries
HUNG = ("Timeout (", "timeout")
TIMED = -getattr(signal, "SIGPROF", 0) or None  # how a process ends that used its processor time


@dataclass(frozen=True)
class Find:
    """A case that went wrong; `fault` is the same for the same fault, `detail` is for people."""

    kind: str
    seed: int | None
    fault: str
    detail: str = ""

    def __str__(self) -> str:
        return f"{self.kind} {self.seed}: {self.fault}"


class Child:
    """A process that tries cases, started again when it is lost."""

    def __init__(self, environment: dict[str, str] | None = None) -> None:
        quickly = {EFFORT: os.environ.get(EFFORT, "0")}
        self._environment = {
            **os.environ,
            "PYTHONPATH": str(ROOT),
            **quickly,
            **(environment or {}),
        }
        self._process: subprocess.Popen[str] | None = None
        self._answers: queue.Queue[str | None] = queue.Queue()
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115  (as long as the child)
        self._done = 0

    def __enter__(self) -> Child:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()
        self._errors.close()

    def _start(self) -> subprocess.Popen[str]:
        self._errors.seek(0)
        self._errors.truncate()
        process = subprocess.Popen(
            [sys.executable, "-m", "tests.fuzzing.child"], cwd=ROOT, env=self._environment,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self._errors, text=True,
            encoding="utf-8",
        )  # fmt: skip
        answers = self._answers = queue.Queue()

        def read() -> None:
            assert process.stdout is not None
            for line in process.stdout:
                answers.put(line)
            answers.put(None)

        threading.Thread(target=read, daemon=True).start()
        self._process, self._done = process, 0
        try:
            ready = answers.get(timeout=COMPILING)
        except queue.Empty:
            ready = None
        if ready != "ready\n":
            self.close()
            self._errors.seek(0)
            told = self._errors.read().decode("utf-8", "replace")[-2000:]
            raise RuntimeError(f"the process that tries cases does not start: {told}")
        return process

    def close(self) -> None:
        """End the process."""
        process, self._process = self._process, None
        if process is None:
            return
        process.kill()
        process.wait()
        for stream in (process.stdin, process.stdout):
            if stream is not None:
                stream.close()

    def ask(
        self, kind: str, *, seed: int | None = None, text: str | None = None, apart: bool = False
    ) -> Find | None:
        """Try a seed or a text; `apart` in a process that is only for this."""
        if self._done >= CASES:
            self.close()
        process = self._process or self._start()
        request: dict[str, Any] = {"kind": kind, "apart": apart}
        request |= {"seed": seed} if text is None else {"text": text}
        assert process.stdin is not None
        try:
            process.stdin.write(json.dumps(request) + "\n")
            process.stdin.flush()
            answer = self._answers.get(timeout=KINDS[kind].seconds * PATIENCE + MARGIN)
        except (queue.Empty, BrokenPipeError):
            answer = None
        self._done += 1
        if answer is not None:
            fault, _, detail = json.loads(answer).partition("\n")
            return Find(kind, seed, fault, detail) if fault else None
        return self._lost(process, kind, seed)

    def _lost(self, process: subprocess.Popen[str], kind: str, seed: int | None) -> Find:
        try:
            code: int | None = process.wait(timeout=2.0)
        except subprocess.TimeoutExpired:
            code = None
        self.close()
        self._errors.seek(0)
        told = self._errors.read().decode("utf-8", "replace")[-4000:]
        checked = [line for line in told.splitlines() if line.startswith("CHECK ")]
        if code is None or HUNG[0] in told or code == TIMED:
            fault = "hangs"
        elif checked:
            fault = checked[-1].split(" at ")[0]
        else:
            fault = LOST.format(code)
        return Find(kind, seed, fault, told)


def sweep(
    kind: str,
    first: int,
    count: int,
    *,
    jobs: int = 2,
    log: Path | None = None,
    told: Callable[[Find], None] | None = None,
    environment: dict[str, str] | None = None,
) -> list[Find]:
    """Test so many seeds from the first on; continue after each find.

    The log has a line with its seed before each case, and one with each find.
    """
    lock = threading.Lock()
    following = iter(range(first, first + count))
    found: list[Find] = []

    def note(text: str) -> None:
        if log is not None:
            with lock, log.open("a", encoding="utf-8") as file:
                file.write(text + "\n")

    def work(_: int) -> None:
        with Child(environment) as child:
            while True:
                with lock:
                    seed = next(following, None)
                if seed is None:
                    return
                note(f"begin {kind} {seed}")
                find = child.ask(kind, seed=seed)
                if find is not None:
                    note(f"find {find}")
                    with lock:
                        found.append(find)
                    if told:
                        told(find)

    with ThreadPoolExecutor(max_workers=jobs) as pool:
        list(pool.map(work, range(jobs)))
    return sorted(found, key=lambda find: find.seed or 0)
