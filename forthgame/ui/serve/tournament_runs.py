"""Tournaments started from the page, as `forthgame autoplay` processes.

These processes confine the scripts, as on the command line, and end with the server.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from contextlib import suppress
from pathlib import Path

from forthgame.base.errors import ForthgameError
from forthgame.confine import child_variables
from forthgame.play.processes.child_process import exit_description, last_words

MOST_RUNS = 2  # tournaments at a time
ENDING = 8.0  # seconds for a stopped tournament to save its games


class Run:
    """A running tournament."""

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
                env={**os.environ, **child_variables()},
            )
        self.stopped = False

    @property
    def playing(self) -> bool:
        return self._process.poll() is None

    @property
    def trouble(self) -> str:
        """Return the error that ended the tournament, or an empty text."""
        code = self._process.poll()
        if code in (None, 0) or self.stopped:
            return ""
        if code is not None and code < 0:  # the cause is the signal, not an earlier message
            return exit_description(code).replace("its process", "the tournament", 1)
        return last_words(self._errors).strip() or f"the tournament ended with code {code}"

    def stop(self) -> None:
        self.stopped = True
        with suppress(OSError):
            self._process.terminate()

    def close(self) -> None:
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
    """Tournaments started by this server, by key of their store."""

    def __init__(self) -> None:
        self._runs: dict[str, Run] = {}

    def start(self, key: str, store: Path, arguments: list[str]) -> None:
        """Start a tournament. Raises ForthgameError if too many are running."""
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
        return self._runs.get(key)

    def close(self) -> None:
        for run in self._runs.values():
            if run.playing:
                run.stop()
        for run in self._runs.values():
            run.close()
        self._runs.clear()
