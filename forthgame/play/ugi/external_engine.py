"""Entrants that are other programs, which play by UGI, or by UCI if they lack it."""

from __future__ import annotations

import os
import queue
import re
import signal
import subprocess
import threading
import time
from contextlib import suppress
from itertools import pairwise
from pathlib import Path
from typing import IO

from forthgame.api.game import Game
from forthgame.base.errors import ForthgameError
from forthgame.play.match.answer_timeout import NoAnswer
from forthgame.play.match.contestant import Contestant, OutOfTime
from forthgame.play.model.game_record import Thought, Usage
from forthgame.play.model.limits import Bank, Limits
from forthgame.play.model.schedule import Entrant, program_command
from forthgame.play.processes.child_process import end
from forthgame.play.ugi.requests import MoveNotation, known_notations, seat_of
from forthgame.position.texts.texts_file import declares_fen

STARTING = 20.0  # seconds to wait for a program's first answer
FIRST = 3.0  # seconds before UCI is tried
LEAVING = 1.0  # seconds between `quit` and killing it
LONGEST = 1 << 16  # bytes of a line
WAITING = 256  # unread lines after which the program is blocked
MATE = 100_000  # score of a mate, in hundredths of a piece
NUMBER = re.compile(r"-?[0-9]{1,17}")
WAIT = 'read -r _; kill -s KILL -- "-$1"'  # the input ends with this process


def _start_guard(group: int) -> subprocess.Popen[bytes] | None:
    """Start a shell that waits for the end of this process, then kills a group of processes.

    A busy program does not notice that its reader is gone, and a signal at the parent's death would
    not reach the programs that it has started. Return None on Windows, which lacks process groups.
    Raises OSError if the shell cannot be started.
    """
    if os.name != "posix":
        return None
    return subprocess.Popen(
        ["/bin/sh", "-c", WAIT, "guard", str(group)],
        stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        start_new_session=True,  # keeps Ctrl-C at a terminal from it
    )  # fmt: skip


class EngineProgram:
    """A running program; threads read and write its lines, so that neither side blocks."""

    def __init__(self, command: list[str]) -> None:
        self.name = Path(command[0]).name
        self.sides: tuple[str, ...] = ()  # names of the players' clocks in UCI
        self._guard: subprocess.Popen[bytes] | None = None
        self._lines: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self._room = threading.Semaphore(WAITING)
        self._said: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self._ended = False
        try:
            self._process = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                start_new_session=True,  # to kill it together with its children
            )  # fmt: skip
        except OSError as error:
            raise ForthgameError(f"{self.name} cannot be started: {error.strerror}") from None
        try:
            self._attend()
            self._greet()
        except BaseException:
            self.kill()
            raise

    def _attend(self) -> None:
        try:
            self._guard = _start_guard(self._process.pid)
            for work in (self._listen, self._speak):
                threading.Thread(target=work, daemon=True).start()
        except (OSError, RuntimeError) as error:  # no process or thread available
            raise ForthgameError(f"{self.name} cannot be started: {error}") from None

    def _listen(self) -> None:
        with suppress(OSError, ValueError), _stream(self._process.stdout) as stream:
            while self._room.acquire() and not self._ended and (line := stream.readline(LONGEST)):
                self._lines.put(line.decode("utf-8", "replace").strip())
        self._lines.put(None)

    def _speak(self) -> None:
        with suppress(OSError, ValueError), _stream(self._process.stdin) as stream:
            while (line := self._said.get()) is not None:
                stream.write(f"{line}\n".encode())
                stream.flush()

    def _greet(self) -> None:
        try:
            self.say("ugi")
            answer, _ = self.hear(("ugiok", "uciok"), FIRST)
        except NoAnswer:
            self.say("uci")
            answer, _ = self.hear(("ugiok", "uciok"), STARTING)
        self.sides = ("w", "b") if answer.startswith("uciok") else ()
        self.ready(STARTING)

    def ready(self, seconds: float) -> None:
        """Wait until the program has processed all lines. Raises NoAnswer, ForthgameError."""
        self.say("isready")
        self.hear(("readyok",), seconds)

    def say(self, line: str) -> None:
        self._said.put(line)

    def hear(self, words: tuple[str, ...], seconds: float) -> tuple[str, dict[str, int]]:
        """Return the next line starting with one of `words`, and numbers of earlier `info` lines.

        Raises NoAnswer if there is none in time, ForthgameError if the program has ended.
        """
        until, numbers = time.monotonic() + seconds, dict[str, int]()
        while True:
            try:
                left = min(max(0.0, until - time.monotonic()), threading.TIMEOUT_MAX)
                line = self._lines.get(timeout=left)
            except queue.Empty:
                raise NoAnswer(f"no answer in {seconds:g} s") from None
            if line is None:
                self._lines.put(None)
                raise self._gone()
            self._room.release()
            first = line.split(maxsplit=1)[:1]
            if first == ["info"]:
                numbers.update(_numbers(line))
            elif first and first[0] in words:
                return line, numbers
            if time.monotonic() > until:  # also if the program keeps writing other lines
                raise NoAnswer(f"no answer in {seconds:g} s")

    def _gone(self) -> ForthgameError:
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(LEAVING)
        code = self._process.poll()
        if code is None:
            return ForthgameError(f"{self.name} has closed its output")
        how = f"signal {-code}" if code < 0 else f"code {code}"
        return ForthgameError(f"{self.name} has ended with {how}")

    def quit(self) -> None:
        self.say("quit")
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(LEAVING)
        self.kill()

    def kill(self) -> None:
        if hasattr(os, "killpg"):
            with suppress(OSError):
                os.killpg(self._process.pid, signal.SIGKILL)
        self._process.kill()
        if self._guard is not None:  # before the number of the group can be reused
            end(self._guard)
        self._process.wait()
        self._ended = True
        self._room.release()
        self._said.put(None)


def _stream(stream: IO[bytes] | None) -> IO[bytes]:
    """Return a pipe of a process. Raises ValueError if there is none."""
    if stream is None:
        raise ValueError("there is no such pipe")
    return stream


def _numbers(line: str) -> dict[str, int]:
    parts = line.split(" string ")[0].split()
    found = {name: int(text) for name, text in pairwise(parts)
             if name in ("depth", "nodes", "cp") and NUMBER.fullmatch(text)
             and (name == "cp" or text[0] != "-")}  # fmt: skip
    for name, text in pairwise(parts):
        if name == "mate" and NUMBER.fullmatch(text):
            found["cp"] = (-1 if text.startswith("-") else 1) * MATE
    return found


class ProgramContestant(Contestant):
    """An entrant whose moves another program chooses; it plays the referee's game.

    A program that has died or not answered is restarted for the next game.
    """

    def __init__(self, entrant: Entrant, *, native: bool = True, game: Game | None = None) -> None:
        super().__init__(entrant, native=native, game=game)
        self._command = program_command(entrant.engine)
        self._program: EngineProgram | None = None
        self._played: list[str] = []
        self._start = "startpos"  # the first position, as the protocols write it

    def prepare(self, limits: Limits) -> None:
        """Do nothing: the program searches."""

    def begin(self, seed: int, limits: Limits) -> None:
        super().begin(seed, limits)
        self._notation = MoveNotation(self.state, known_notations(self.state)[0])
        self._played, self._start = [], self._first_position()
        program = self._program = self._program or EngineProgram(self._command)
        try:
            program.say(f"setoption name Seed value {seed & 0x7FFFFFFF}")
            program.say("uginewgame")
            program.ready(max(STARTING, limits.patience(self.entrant)))
        except ForthgameError:
            self._drop()
            raise

    def _first_position(self) -> str:
        if not self.first_position:
            return "startpos"
        if declares_fen(self.game):
            return f"fen {self.state.fen()}"
        return f"text {self.state.to_text()}"

    def hear(self, text: str, limits: Limits) -> None:
        with self.patience(limits):
            moves = self.state.moves(after_end=True)
            move = self.state.find(text, exact=True, after_end=True)
            word = self._notation.write(self.state, move, moves)
        super().hear(text, limits)
        self._played.append(word)

    def choose(self, limits: Limits, usage: Usage, bank: Bank | None = None) -> str:
        """Return the program's move; its time is wall-clock time. Raises ForthgameError."""
        if self._program is None:
            raise ForthgameError("the program has ended")
        waited = limits.patience(self.entrant)
        played = f" moves {' '.join(self._played)}" if self._played else ""
        started = time.perf_counter()
        try:
            self._program.say(f"position {self._start}{played}")
            self._program.say(f"go {self._allowed(limits, bank)}")
            seconds = waited if bank is None else min(waited, bank.bound)
            line, numbers = self._program.hear(("bestmove",), seconds)
        except ForthgameError as error:
            self._drop()
            if isinstance(error, NoAnswer) and bank is not None and bank.bound < waited:
                raise OutOfTime(f"its clock had {bank.bound:.3g} s left") from None
            raise
        used = time.perf_counter() - started
        if bank is not None:
            bank.spend(used)
        with self.patience(limits):
            usage.add(self.state.count, numbers.get("nodes", 0), used)
            text = self._notation.read(self.state, [*line.split(), ""][1]).text
        self.thought = Thought(
            numbers.get("cp"), numbers.get("depth", 0), numbers.get("nodes", 0), used
        )
        return text

    def _allowed(self, limits: Limits, bank: Bank | None) -> str:
        """Return the arguments of `go`: the entrant's options, else its clock or the limits."""
        own = dict(self.entrant.options)
        given = self._settings(limits)
        if bank is not None and not {"time", "depth", "nodes"} & set(own):
            return self._clock(bank)
        parts = [f"{name} {given[name]}" for name in ("depth", "nodes") if given.get(name)]
        if given.get("time") is not None:
            parts.append(f"movetime {round(1000 * given['time'])}")
        return " ".join(parts)

    def _clock(self, bank: Bank) -> str:
        """Format its clock: `p1time 60000 p1inc 600`, or `wtime 60000 winc 600` in UCI."""
        number = max(0, seat_of(self.state))
        letters = self._program.sides if self._program else ()
        name = letters[number] if number < len(letters) else f"p{number + 1}"
        parts = [
            f"{name}time {round(1000 * bank.left)}",
            f"{name}inc {round(1000 * bank.clock.increment)}",
        ]
        if bank.control:
            parts.append(f"movestogo {bank.control}")
        return " ".join(parts)

    def _drop(self) -> None:
        if self._program is not None:
            self._program.kill()
            self._program = None

    def close(self) -> None:
        if self._program is not None:
            self._program.quit()
            self._program = None
