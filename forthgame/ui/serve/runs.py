"""Tournaments that were started from the page: `forthgame autoplay` in a process of its own.

The process confines those that run the scripts, as it does from a command line, and ends with the
server, however that ends.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from contextlib import suppress
from pathlib import Path

from forthgame.confine import from_here
from forthgame.errors import ForthgameError
from forthgame.play.process import death, last_words

MOST_RUNS = 2  # at a time
ENDING = 8.0  # seconds in which a tournament that is stopped saves what it has


class Run:
    """A tournament that plays."""

    def __init__(self, store: Path, arguments: list[str]) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="forthgame-run-")
        self._errors = Path(self._folder.name, "errors")
        command = [sys.executable, "-m", "forthgame", "autoplay", "--quiet", "--store", str(store)]
        with self._errors.open("wb") as errors:
            self._process = subprocess.Popen(
                [*command, *arguments],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=errors,
                env={**os.environ, **from_here()},
            )
        self.stopped = False

    @property
    def playing(self) -> bool:
        """Whether it has not ended."""
        return self._process.poll() is None

    @property
    def trouble(self) -> str:
        """Why it could not go on, in its own words; nothing while it plays and if it has ended."""
        code = self._process.poll()
        if code in (None, 0) or self.stopped:
            return ""
        if code is not None and code < 0:  # what it has said before is not the reason
            return death(code).replace("its process", "the tournament", 1)
        return last_words(self._errors).strip() or f"the tournament ended with code {code}"

    def stop(self) -> None:
        """Have it end; the games that have ended are saved."""
        self.stopped = True
        with suppress(OSError):
            self._process.terminate()

    def close(self) -> None:
        """End it, and put away what it has written."""
        if self.playing:
            self.stop()
            try:
                self._process.wait(ENDING)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()
        with suppress(OSError):
            self._folder.cleanup()


class Runs:
    """The tournaments that this server has started, by the keys of their stores."""

    def __init__(self) -> None:
        self._runs: dict[str, Run] = {}

    def start(self, key: str, store: Path, arguments: list[str]) -> None:
        """Start one. Raises ForthgameError if as many play as may."""
        playing = [run for run in self._runs.values() if run.playing]
        if len(playing) >= MOST_RUNS:
            raise ForthgameError(f"{MOST_RUNS} tournaments are running already: stop one, or wait")
        if key in self._runs:
            self._runs.pop(key).close()
        try:
            self._runs[key] = Run(store, arguments)
        except OSError as error:
            raise ForthgameError(f"no tournament can be started: {error.strerror}") from None

    def find(self, key: str) -> Run | None:
        """The run of a store, None if this server has not started it."""
        return self._runs.get(key)

    def close(self) -> None:
        """End all of them."""
        for run in self._runs.values():
            if run.playing:
                run.stop()
        for run in self._runs.values():
            run.close()
        self._runs.clear()
