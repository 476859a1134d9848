"""Keep UGI options, and answer lines that need no game, while the game is being loaded.

Programs request the name and options of an engine, and give up after some seconds. So a thread
loads and compiles the game, beginning at `isready` or a position; the first line that needs the
game waits for it.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from forthgame.base.errors import ForthgameError, shortened
from forthgame.base.source import resolved
from forthgame.base.thread_start import start_thread
from forthgame.position.texts.texts_file import read_tables, tables_beside
from forthgame.rules.engines import ENGINES, MOST_THREADS, SCRIPT, parse_engine
from forthgame.version import __version__

if TYPE_CHECKING:
    from forthgame.play.ugi.engine_server import EngineServer


LONG, KEY, UCI = "long", "key", "uci"
Write = Callable[[str], None]
LINE = 1 << 20  # characters of a line
LOOK = 0.1  # seconds between two checks for Ctrl-C while loading


def in_order(declared: Sequence[str]) -> list[str]:
    """Return all notations of a game that declares these; the first one is the default."""
    usual = [UCI] * (UCI in declared)
    return [*usual, LONG, KEY, *(name for name in declared if name != UCI)]


def notations_in_text(scripts: Sequence[Path]) -> list[str]:
    """Return the notations declared in a script's table file, without loading the script.

    `scripts` are the script and the files it loads. An unreadable file declares none: loading
    reports the error.
    """
    path = tables_beside(scripts)
    if path is None:
        return in_order(())
    try:
        moves = read_tables(path, resolved(scripts[0]).parent).get("moves", {})
    except ForthgameError:
        return in_order(())
    return in_order(list(moves) if isinstance(moves, dict) else ())


class Settings:
    """A game's name, its notations, and the options set so far.

    engine, options  the engine that chooses moves, and its options
    seed             seed of the random streams, None if it was not set
    ponders          whether `bestmove` names a move to ponder on
    """

    def __init__(self, name: str, engine: str, notations: Sequence[str]) -> None:
        self.name = name
        self.notations = list(notations)
        self.engine, self.options = parse_engine(engine)
        self.seed: int | None = None
        self.ponders = False
        self._notation = ""

    @property
    def notation(self) -> str:
        """The notation that was set, or the default."""
        return self._notation if self._notation in self.notations else self.notations[0]

    def introduction(self, word: str) -> list[str]:
        engines = " ".join(f"var {name}" for name in (SCRIPT, *ENGINES))
        notations = " ".join(f"var {name}" for name in self.notations)
        threads = self.options.threads or 1
        return [
            f"id name forthgame {__version__} {self.name}",
            "id author the authors of forthgame",
            f"option name Engine type combo default {self.engine} {engines}",
            f"option name Notation type combo default {self.notation} {notations}",
            "option name Seed type spin default 1 min 0 max 2147483647",
            f"option name Threads type spin default {threads} min 1 max {MOST_THREADS}",
            "option name Ponder type check default false",
            f"{word}ok",
        ]

    def set(self, text: str) -> str:
        """Set an option given as in `setoption`, and return its name. Raises ForthgameError."""
        name, _, value = f"{text.removeprefix('name ')} ".partition(" value ")
        name, value = name.strip().lower(), value.strip()
        match name:
            case "engine":
                self.engine, options = parse_engine(value)
                threads = options.threads or self.options.threads  # also an option of its own
                self.options = replace(options, threads=threads)
            case "notation":
                if value not in self.notations:
                    known = " ".join(self.notations)
                    raise ForthgameError(f"there is no notation {value!r}; there are {known}")
                self._notation = value
            case "seed":
                if not (value.isdecimal() and len(value) < 11):
                    raise ForthgameError(f"a seed must be a whole number, not {shortened(value)!r}")
                self.seed = int(value)
            case "ponder":
                if value not in ("true", "false"):
                    raise ForthgameError(f"ponder is true or false, not {shortened(value)!r}")
                self.ponders = value == "true"
            case "threads":
                if not (value.isdecimal() and len(value) < 4 and 1 <= int(value) <= MOST_THREADS):
                    raise ForthgameError(
                        f"threads is a number from 1 to {MOST_THREADS}, not {shortened(value)!r}"
                    )
                self.options = replace(self.options, threads=int(value))
            case _:
                raise ForthgameError(f"there is no option {shortened(name)!r}")
        return name


def complaint(text: object) -> str:
    return f"info string error: {' '.join(str(text).split())}"


class Left(Exception):
    """The program has gone while it waited for the game."""


class Reception:
    """Answers lines, and passes those that need the game to its server.

    `load` returns the server, and raises ForthgameError if the script cannot be loaded. `leaving`
    is polled while waiting; it returns whether the program has gone.
    """

    def __init__(
        self,
        load: Callable[[], EngineServer],
        settings: Settings,
        write: Write,
        leaving: Callable[[], bool] = lambda: False,
    ) -> None:
        self._load = load
        self._leaving = leaving
        self._settings = settings
        self._write = write
        self._begun = False
        self._done = threading.Event()  # set when the game is loaded, or loading has failed
        self._failure: BaseException | None = None
        self.server: EngineServer | None = None  # of the game, once that is loaded
        self._position = ""  # a line waiting for the game

    @property
    def loading(self) -> bool:
        return self._begun and not self._done.is_set()

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

    def wait(self) -> None:
        """Finish all requested answers after the end of the input."""
        if self._position:
            self._served()
        if self.server is not None:
            self.server.wait()

    def stop(self) -> None:
        if self.server is not None:
            self.server.stop()
