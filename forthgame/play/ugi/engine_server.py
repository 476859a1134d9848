"""A UGI engine: reads lines and answers them.

UGI is UCI with `ugi` and `ugiok`; `uci` is accepted too. A search runs in a thread of its own, so
that `stop` and `isready` are answered meanwhile.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

from forthgame.api.game import Game, State
from forthgame.base.errors import TIME_LIMIT, ForthgameError, ScriptError, shortened
from forthgame.base.thread_start import start_thread
from forthgame.play.ugi.requests import (
    ENDLESS,
    LEAST,
    MoveNotation,
    PositionLine,
    known_notations,
    read_go,
    read_position,
    seat_of,
)
from forthgame.play.ugi.startup import LINE, Settings, Write, complaint, in_order
from forthgame.position.move_texts import find_move
from forthgame.rules.engines import SCRIPT, Limits
from forthgame.search.engine_choice import EngineChoice
from forthgame.search.parallel_search import Work
from forthgame.search.search import search
from forthgame.search.search_result import SearchResult, is_decided
from forthgame.words.registers.memory_layout import WIN_SCORE

NO_MOVE = "0000"
# commands that end the search
STOPPING = (
    "stop",
    "setoption",
    "uginewgame",
    "ucinewgame",
    "position",
    "go",
    "query",
    "perft",
    "d",
)


class Pondering:
    """A search during the opponent's turn, and its seconds after `ponderhit`."""

    def __init__(self, seconds: float | None) -> None:
        self.seconds = seconds
        self.over = threading.Event()


class EngineServer:
    """A game and the position, options and search set by a program."""

    def __init__(
        self, game: Game, write: Write, engine: str = SCRIPT, settings: Settings | None = None
    ) -> None:
        """`settings` are those set before the game was loaded; they include the engine."""
        self.game = game
        self.write = write
        self.settings = settings or Settings(game.name, engine, in_order(()))
        self.state = self._begun()
        self.settings.notations = known_notations(self.state)
        self.words = MoveNotation(self.state, self.settings.notation)
        self._line_before: PositionLine | None = None
        self._pondering: Pondering | None = None
        self._endless = False  # only `stop` ends the search
        self._guard = threading.Lock()
        self._work: Work | None = None  # the last search
        self._searching: Work | None = None  # the search that uses the machine

    # -- lines ----------------------------------------------------------------------------------

    def obey(self, line: str, late: float = 0.0) -> bool:
        """Answer a line received `late` seconds ago; return False after `quit`."""
        if len(line) > LINE:
            self.write(complaint(f"a line has at most {LINE} characters"))
            return True
        word, _, rest = line.strip().partition(" ")
        rest = rest.strip()
        if word == "quit":
            self.stop()
            return False
        try:
            self._obey(word, rest, late)
        except ForthgameError as error:
            self.write(complaint(error))
        return True

    def _obey(self, word: str, rest: str, late: float) -> None:
        if word in STOPPING:
            self.stop()
        match word:
            case "ugi" | "uci":
                for each in self.settings.introduction(word):
                    self.write(each)
            case "isready":
                self.write("readyok")
            case "setoption":
                self._set(rest)
            case "uginewgame" | "ucinewgame":
                self.state, self._line_before = self._begun(), None
            case "position":
                position = read_position(self._begun, self.words, rest, self._line_before)
                self.state, self._line_before = position.state, position
            case "go":
                self._go(rest, late)
            case "ponderhit":
                self._hit()
            case "query":
                self._query(rest)
            case "perft":
                self._perft(rest)
            case "d":
                for line in [*str(self.state).split("\n"), self.state.to_text()]:
                    self.write(line)
            case "" | "stop" | "debug" | "register":
                pass
            case _:
                raise ForthgameError(f"there is no command {shortened(word)!r}")

    def _begun(self) -> State:
        seed = self.settings.seed
        return self.game.new_game(seed=1 if seed is None else seed)

    def _set(self, text: str) -> None:
        name = self.settings.set(text)
        if name == "notation":
            self.words = MoveNotation(self.state, self.settings.notation)
        elif name == "seed":
            self._line_before = None

    def _query(self, what: str) -> None:
        state = self.state
        players = self.game.players
        if what == "gameover":
            answer = str(state.is_over).lower()
        elif what == "result":
            answer = state.ending_text().removeprefix("the game is over: ") or "none"
        elif what.startswith("p") and what.endswith("turn") and what[1:-4].isdecimal():
            number = int(what[1:-4][:4]) - 1
            answer = str(0 <= number < len(players) and players[number] == state.player).lower()
        else:
            raise ForthgameError("queries are gameover, result and p1turn, p2turn …")
        self.write(f"response {answer}")

    def _perft(self, text: str) -> None:
        depth = int(text) if text.isdecimal() and len(text) < 5 else 0
        if depth < 1:
            raise ForthgameError("write `perft DEPTH`, from 1")
        total, moves = 0, self.state.moves()
        for move in moves:
            after = self.state.copy()
            after.play(move)
            count = self.game.perft(depth - 1, after)
            total += count
            self.write(f"{self.words.write(self.state, move, moves)}: {count}")
        self.write(f"nodes {total}")

    # -- searching ------------------------------------------------------------------------------

    def _go(self, text: str, late: float) -> None:
        if text.startswith("perft"):
            self._perft(text.removeprefix("perft").strip())
            return
        seat = 1 + seat_of(self.state)
        given = read_go(text, seat)
        if given.time is not None and given.time < ENDLESS:
            given = replace(given, time=max(LEAST, given.time - late))
        limits = replace(given, seed=self.settings.seed).over(self.settings.options)
        self._pondering = None
        if "ponder" in text.split():
            plain = " ".join(part for part in text.split() if part != "ponder")
            self._pondering = Pondering(read_go(plain, seat).time)
        time = self._pondering.seconds if self._pondering else limits.time
        counted = limits.depth or limits.nodes or limits.playouts
        self._endless = not counted and time is not None and time >= ENDLESS
        state, pondering = self.state.copy(), self._pondering
        work: Work = Work(lambda: self._search(work, state, limits, pondering))
        self._work = work
        try:
            start_thread(threading.Thread(target=work.run))
        except BaseException:
            if work.cancel():
                self._work = None
            raise

    def _hit(self) -> None:
        """Give a pondering search its time, as the expected move was played."""
        pondering, work = self._pondering, self._work
        if pondering is None or work is None or pondering.over.is_set():
            return
        pondering.over.set()
        if pondering.seconds is not None:
            timer = threading.Timer(pondering.seconds, self._end, (work,))
            timer.daemon = True
            timer.start()

    def stop(self) -> None:
        """End the search, which then writes its move."""
        if self._pondering is not None:
            self._pondering.over.set()
        if self._work is not None:
            self._end(self._work)
        self._work = None

    def _end(self, work: Work) -> None:
        """End a search, without ending one started later."""
        while not work.done:
            with self._guard:
                if self._searching is work:
                    self.game.forth.processor.deadline = 0.0
            work.wait()

    def wait(self) -> None:
        """Wait for the search after the end of the input; an endless one is stopped."""
        if self._endless:
            self.stop()
        elif self._pondering is not None:
            self._hit()
        while self._work is not None and not self._work.done:
            self._work.wait()

    @contextmanager
    def _machine(self, work: Work) -> Iterator[None]:
        """Reserve the machine for a search, which can be ended until the body is left."""
        with self.game.lock:
            with self._guard:
                self._searching = work
            try:
                yield
            finally:
                with self._guard:
                    self._searching = None
                    self.game.forth.processor.limit()

    def _search(
        self, work: Work, state: State, limits: Limits, pondering: Pondering | None
    ) -> None:
        found, line = list[SearchResult](), list[str]()

        def report(result: SearchResult) -> None:
            nonlocal line
            for remark in _remarks(result, first=not found):
                self.write(f"info string {remark}")
            found.append(result)
            line = self._line(state, result)
            self.write(_info(result, line))

        best = NO_MOVE
        try:
            with self._machine(work):
                moves = state.moves()
                if moves:
                    best = self.words.write(state, moves[0], moves)
                    result = search(state, self.settings.engine, limits, report)
                    if not found or found[-1].pv != result.pv:
                        report(result)
                    best = self.words.write(state, result.move, moves)
        except ForthgameError as error:
            if found:
                best = self.words.write(state, found[-1].move, moves)
            if not (isinstance(error, ScriptError) and error.number == TIME_LIMIT):
                self.write(complaint(error))
        if pondering is not None:
            pondering.over.wait()  # the move is written only after `ponderhit` or `stop`
        following = line[1:2] if self.settings.ponders else []
        self.write(" ponder ".join([f"bestmove {best}", *following]))

    def _line(self, state: State, result: SearchResult) -> list[str]:
        """Return the principal variation in the notation, as far as it can be played."""
        follower, words = state.ahead(), list[str]()
        for number, text in enumerate(result.pv[:64]):
            moves = follower.moves()
            move = find_move(moves, text) if number else moves[result.move.index]
            if move is None:
                break
            words.append(self.words.write(follower, move, moves))
            follower.play(move)
        return words


def _remarks(result: SearchResult, first: bool) -> list[str]:
    chosen = [str(EngineChoice(result.engine, result.reason))] * (first and bool(result.reason))
    return chosen + [f"proven: {result.proven}"] * bool(result.proven)


def _info(result: SearchResult, line: list[str]) -> str:
    score = f"cp {result.score}"
    if is_decided(result.score):
        plies = WIN_SCORE - abs(result.score)
        score = f"mate {(plies + 1) // 2 * (1 if result.score > 0 else -1)}"
    milliseconds = round(1000 * result.seconds)
    return (
        f"info depth {result.depth} score {score} nodes {result.nodes} "
        f"nps {round(result.nodes_per_second)} time {milliseconds} pv {' '.join(line)}"
    )
