"""Answer UGI lines that need no game, while the game is being loaded.

Programs request the name and options of an engine, and give up after some seconds. So a thread
loads and compiles the game, beginning at `isready` or a position; the first line that needs the
game waits for it.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from forthgame.base.errors import ForthgameError
from forthgame.base.thread_start import start_thread
from forthgame.play.ugi.settings import Settings

if TYPE_CHECKING:
    from forthgame.play.ugi.engine_server import Server

Write = Callable[[str], None]
LINE = 1 << 20  # characters of a line
LOOK = 0.1  # seconds between two checks for Ctrl-C while loading


def complaint(text: object) -> str:
    return f"info string error: {' '.join(str(text).split())}"


class Left(Exception):
    """The program has gone while it waited for the game."""


class _Loading:
    """The thread that loads the game, and its result."""

    def __init__(self, load: Callable[[], Server], write: Write) -> None:
        self.server: Server | None = None
        self._failure: BaseException | None = None
        self._load, self._write = load, write
        self._done = threading.Event()
        start_thread(threading.Thread(target=self._run, name="forthgame-loading", daemon=True))

    @property
    def done(self) -> bool:
        return self._done.is_set()

    def _run(self) -> None:
        try:
            self.server = self._load()
        except BaseException as error:
            self._failure = error
            if isinstance(error, ForthgameError):
                self._write(complaint(error))
        finally:
            self._done.set()

    def wait(self, leaving: Callable[[], bool]) -> Server:
        """Wait for the game's server. Raises the error of loading, or Left."""
        while not self._done.wait(LOOK):
            if leaving():
                raise Left
        if self.server is None:
            raise self._failure or RuntimeError("the game was not loaded")
        return self.server


class Reception:
    """Answers lines, and passes those that need the game to its server.

    `load` returns the server, and raises ForthgameError if the script cannot be loaded. `leaving`
    is polled while waiting; it returns whether the program has gone.
    """

    def __init__(
        self,
        load: Callable[[], Server],
        settings: Settings,
        write: Write,
        leaving: Callable[[], bool] = lambda: False,
    ) -> None:
        self._load = load
        self._leaving = leaving
        self._settings = settings
        self._write = write
        self._loading: _Loading | None = None
        self._position = ""  # a line waiting for the game

    @property
    def loading(self) -> bool:
        return self._loading is not None and not self._loading.done

    @property
    def server(self) -> Server | None:
        """The game's server, None until the game is loaded."""
        return None if self._loading is None else self._loading.server

    def obey(self, line: str) -> bool:
        """Answer a line; return False after `quit` or if the program has gone.

        Raises the error that prevented loading.
        """
        try:
            return self._obey(line)
        except Left:
            return False

    def _obey(self, line: str) -> bool:
        server = self.server
        if server is not None and not self._position:
            return server.obey(line)
        if len(line) > LINE:
            self._write(complaint(f"a line has at most {LINE} characters"))
            return True
        word, _, rest = line.strip().partition(" ")
        match word:
            case "quit":
                return False
            case "ugi" | "uci":
                for each in self._settings.introduction(word):
                    self._write(each)
            case "isready":
                self._begin()
                if self._position:
                    self._served()
                self._write("readyok")
            case "setoption":
                try:
                    self._settings.set(rest.strip())
                except ForthgameError as error:
                    self._write(complaint(error))
            case "position":
                self._position = line
                self._begin()
            case "uginewgame" | "ucinewgame":
                self._position = ""
            case "" | "stop" | "ponderhit" | "debug" | "register":
                pass
            case _:
                came = time.monotonic()
                return self._served().obey(line, late=time.monotonic() - came)
        return True

    def _begin(self) -> _Loading:
        if self._loading is None:
            self._loading = _Loading(self._load, self._write)
        return self._loading

    def _served(self) -> Server:
        """Wait for the server, and let it process the waiting position."""
        server = self._begin().wait(self._leaving)
        if self._position:
            position, self._position = self._position, ""
            server.obey(position)
        return server

    def wait(self) -> None:
        """Finish all requested answers after the end of the input."""
        if self._position:
            self._served()
        if self.server is not None:
            self.server.wait()

    def stop(self) -> None:
        if self.server is not None:
            self.server.stop()
