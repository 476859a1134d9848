"""Answer lines that need no game while the game is being loaded, and find out the protocol.

Programs request the name and options of an engine, and give up after some seconds. So a thread
loads and compiles the game, beginning at `isready` or a position; the first line that needs the
game waits for it. After `ucinewgame`, `isready` waits too, for a few seconds, since the clocks of
the game may start at its answer.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from forthgame.base.errors import ForthgameError, shortened
from forthgame.base.thread_start import start_thread
from forthgame.play.ugi.gtp_commands import is_gtp
from forthgame.play.ugi.options import Settings
from forthgame.play.ugi.protocols import (
    COMMANDS,
    IDLE,
    LINE,
    NEW_GAMES,
    PROTOCOLS,
    Write,
    complaint,
    split_command,
)

if TYPE_CHECKING:
    from forthgame.api.game import Game
    from forthgame.play.ugi.engine_server import EngineServer
    from forthgame.play.ugi.gtp import GtpServer


MARK = "\ufeff"  # some programs begin their text with it
LOOK = 0.1  # seconds between two checks for Ctrl-C while loading
PATIENCE = 3.0  # seconds that `isready` waits for a game that is about to begin


class Left(Exception):
    """The program has gone while it waited for the game."""


class Reception:
    """Answers lines, and passes those that need the game to its server.

    `load` returns the server, and raises ForthgameError if the script cannot be loaded. `leaving`
    is polled while waiting; it returns whether the program has gone. `hurried` returns whether it
    will leave without needing the game. `speak_gtp` returns a server for programs that begin with
    a command of GTP, which has no greeting.
    """

    def __init__(
        self,
        load: Callable[[], EngineServer],
        settings: Settings,
        write: Write,
        leaving: Callable[[], bool] = lambda: False,
        hurried: Callable[[], bool] = lambda: False,
        speak_gtp: Callable[[], GtpServer] | None = None,
    ) -> None:
        self._load = load
        self._speak_gtp = speak_gtp
        self._gtp: GtpServer | None = None
        self._greeted = False  # by a line of another protocol
        self._leaving = leaving
        self._hurried = hurried
        self._new = False  # a game is about to begin
        self._settings = settings
        self._write = write
        self._position = ""  # a line waiting for the game
        self._prepare()

    def _prepare(self) -> None:
        self._begun = False
        self._done = threading.Event()  # set when the game is loaded, or loading has failed
        self._failure: BaseException | None = None
        self.server: EngineServer | None = None  # of the game, once that is loaded

    @property
    def loading(self) -> bool:
        return self._begun and not self._done.is_set()

    @property
    def game(self) -> Game | None:
        """The game that is loaded, None before."""
        if self._gtp is not None:
            return self._gtp.game
        return self.server.game if self.server is not None else None

    def obey(self, line: str) -> bool:
        """Answer a line; return False after `quit` or if the program has gone.

        Raises the error that prevented loading.
        """
        line = line.removeprefix(MARK)
        if self._gtp is None and not self._greeted and self._speak_gtp and is_gtp(line):
            self._gtp = self._speak_gtp()
        if self._gtp is not None:
            return self._gtp.obey(line)
        try:
            return self._obey(line)
        except Left:
            return False

    def _obey(self, line: str) -> bool:
        word, rest = split_command(line)
        self._greeted = self._greeted or word in COMMANDS
        if word == "setoption" and len(line) <= LINE:
            self._set(line, rest)
            return True
        server = self.server
        if server is not None and not self._position:
            return server.obey(line)
        if len(line) > LINE and word != "quit":
            return self._served().obey(line)
        match word:
            case "quit":
                return self._say_farewell()
            case _ if word in PROTOCOLS:
                for each in self._settings.introduction(word):
                    self._write(each)
            case "isready":
                self._begin()
                if self._position:
                    self._served()
                elif self._new:
                    self._await_start()
                self._write("readyok")
            case "position":
                self._position = line
                self._begin()
            case _ if word in NEW_GAMES:
                self._position, self._new = "", True
            case _ if word in IDLE:
                pass
            case _ if word not in COMMANDS:
                self._write(complaint(f"there is no command {shortened(word)!r}"))
            case _:
                came = time.monotonic()
                return self._served().obey(line, late=time.monotonic() - came)
        return True

    def _await_start(self) -> None:
        """Wait a few seconds for the game."""
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until and not (self._hurried() or self._leaving()):
            if self._done.wait(LOOK):
                break

    def _say_farewell(self) -> bool:
        if self._settings.protocol.farewell:
            self._write(self._settings.protocol.farewell)
        return False

    def _set(self, line: str, text: str) -> None:
        """Set an option; another variant needs another game, which is loaded when it is needed."""
        if self.server is not None:
            self.server.stop()
        before = self._settings.variant
        if self.server is not None and not self._position:
            self.server.obey(line)
        else:
            try:
                self._settings.set(text)
            except ForthgameError as error:
                self._write(complaint(error))
        if self._settings.variant != before:
            self._change_game()

    def _change_game(self) -> None:
        """Leave the game that is loaded. Raises Left."""
        while self.loading and not self._done.wait(LOOK):
            if self._leaving():
                raise Left
        if self.server is not None:
            self.server.game.close()
        self._position = ""
        self._prepare()

    def _begin(self) -> None:
        """Start the thread that loads the game, once."""
        if not self._begun:
            self._begun = True
            start_thread(
                threading.Thread(target=self._load_game, name="forthgame-loading", daemon=True)
            )

    def _load_game(self) -> None:
        try:
            self.server = self._load()
        except BaseException as error:
            self._failure = error
            if isinstance(error, ForthgameError):
                self._write(complaint(error))
        finally:
            self._done.set()

    def _served(self) -> EngineServer:
        """Wait for the server, and let it process the waiting position.

        Raises the error of loading, or Left.
        """
        self._begin()
        while not self._done.wait(LOOK):
            if self._leaving():
                raise Left
        if self.server is None:
            raise self._failure or RuntimeError("the game was not loaded")
        if self._position:
            position, self._position = self._position, ""
            self.server.obey(position)
        return self.server

    def wait(self, gone: Callable[[], bool] = lambda: False) -> None:
        """Finish all requested answers after the end of the input, unless their reader has gone."""
        if self._position:
            self._served()
        if self.server is not None:
            self.server.wait(gone)

    def stop(self) -> None:
        if self.server is not None:
            self.server.stop()
