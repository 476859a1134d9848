"""An engine for other programs: reads lines of UGI, UCI, USI or UCCI and answers them.

A search runs in a thread of its own, so that `stop` and `isready` are answered meanwhile. Every
`go` is answered by one `bestmove`, also if it cannot be understood. The program decides when a game
is over: it may play on, and search, after the end that the script reports.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from time import monotonic

from forthgame.api.game import Game, State
from forthgame.base.errors import TIME_LIMIT, ForthgameError, ScriptError, shortened
from forthgame.base.thread_start import start_thread
from forthgame.machine.memory.call_restrictions import Stop, ended_by
from forthgame.play.ugi.mates import NO_MATE, TOO_LATE, checkmate
from forthgame.play.ugi.notation_choice import in_order
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
from forthgame.play.ugi.requests import (
    ENDLESS,
    LEAST,
    Go,
    MoveNotation,
    PositionLine,
    known_notations,
    read_go,
    read_position,
    seat_of,
)
from forthgame.play.ugi.search_report import SearchReport
from forthgame.position.move_subset import is_searched, with_moves
from forthgame.position.position_record import Position
from forthgame.rules.engines import SCRIPT, Limits
from forthgame.search.engine_choice import choose_engine
from forthgame.search.parallel_search import Work
from forthgame.search.search import analyse, search
from forthgame.search.search_result import SearchResult

# commands during which a search goes on
HARMLESS = frozenset((*PROTOCOLS, "isready", "ponderhit", "debug", "register", ""))
ALL_LINES = "negamax"  # the engine that finds lines of all moves
MOST_MOVES = 1 << 20  # of a mate
MOST_REMARKS = 4  # about the words of a line
UNFINISHED = "info string the search was stopped before it had found a move"


class Hold:
    """The event that stops the search of a `go`, and the time until its answer may be written.

    A search of its own length may be answered at once, a pondering one after `ponderhit`, and an
    infinite one after `stop`.
    """

    def __init__(self, go: Go) -> None:
        self.seconds = go.time  # of a pondering search, after `ponderhit`
        self.pondering = go.ponder and not go.infinite
        self.awaited = not (go.ponder or go.infinite)  # as `may_end_early` has it
        self.stop = threading.Event()
        self.over = threading.Event()  # the answer may be written
        if self.awaited:
            self.over.set()

    def is_set(self) -> bool:
        return self.stop.is_set()


class EngineServer:
    """A game and the position, options and search set by a program."""

    def __init__(
        self, game: Game, write: Write, engine: str = SCRIPT, settings: Settings | None = None
    ) -> None:
        """`settings` are those set before the game was loaded; they include the engine."""
        self.game = game
        self.write = write
        self.settings = settings or Settings(game.name, engine, in_order(()))
        begun = self._begun()
        self.state: State | None = begun  # None after a position that was refused
        self.settings.notations = known_notations(begun)
        self._words = MoveNotation(begun, self.settings.notation)
        self._line_before: PositionLine | None = None
        self._banned: list[str] = []  # moves that the next search may not choose
        self._hold: Hold | None = None
        self._endless = False  # only `stop` ends the search
        self._work: Work | None = None  # the last search
        self._planning: threading.Thread | None = None  # of machine code

    @property
    def words(self) -> MoveNotation:
        if self._words.notation != self.settings.notation:
            self._words = MoveNotation(self._begun(), self.settings.notation)
        return self._words

    # -- lines ----------------------------------------------------------------------------------

    def obey(self, line: str, late: float = 0.0) -> bool:
        """Answer a line received `late` seconds ago; return False after `quit`."""
        came = monotonic()
        word, rest = split_command(line)
        if len(line) > LINE:
            self.write(complaint(f"a line has at most {LINE} characters"))
            rest = rest.rpartition(" ")[0]  # the last word may be cut off
            if word == "position":
                self.stop()
                self.state = self._line_before = None
            if word not in ("go", "quit"):
                return True
        if word == "quit":
            self.stop()
            if self.settings.protocol.farewell:
                self.write(self.settings.protocol.farewell)
            return False
        try:
            self._obey(word, rest, came - late)
        except ForthgameError as error:
            self.write(complaint(error))
        return True

    def _obey(self, word: str, rest: str, came: float) -> None:
        if word in COMMANDS and word not in HARMLESS:
            self.stop()
        match word:
            case _ if word in PROTOCOLS:
                for each in self.settings.introduction(word):
                    self.write(each)
            case "isready":
                self.write("readyok")
            case "setoption":
                self._set(rest)
            case _ if word in NEW_GAMES:
                self.state, self._line_before, self._banned = self._begun(), None, []
            case "position":
                self._place(rest)
            case "banmoves":
                self._banned = rest.split()
            case "go":
                self._go(rest, came)
            case "ponderhit":
                self._hit()
            case "query":
                self._query(rest)
            case "perft":
                self._perft(rest)
            case "d":
                state = self._there()
                for line in [*str(state).split("\n"), state.to_text()]:
                    self.write(line)
            case _ if word in IDLE:
                pass
            case _:
                raise ForthgameError(f"there is no command {shortened(word)!r}")

    def _begun(self) -> State:
        seed = self.settings.seed
        return self.game.new_game(seed=1 if seed is None else seed, play_on=True)

    def _there(self) -> State:
        if self.state is None:
            raise ForthgameError("there is no position: the last one was refused")
        return self.state

    def _set(self, text: str) -> None:
        if self.settings.set(text) in ("seed", "clearhash"):
            self._line_before = None  # the next position is that of another game

    def _place(self, text: str) -> None:
        before, self._banned = self._line_before, []
        self.state = self._line_before = None  # if it is refused
        position = read_position(self._begun, self.words, text, before)
        self.state, self._line_before = position.state, position

    def _query(self, what: str) -> None:
        state = self._there()
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
        state = self._there()
        depth = int(text) if text.isdecimal() and len(text) < 5 else 0
        if depth < 1:
            raise ForthgameError("write `perft DEPTH`, from 1")
        total, moves = 0, state.moves()
        for move in moves:
            after = state.copy()
            after.play(move)
            count = self.game.perft(depth - 1, after)
            total += count
            self.write(f"{self.words.write(state, move, moves)}: {count}")
        self.write(f"nodes {total}")

    # -- starting and ending a search -----------------------------------------------------------

    def _go(self, text: str, came: float) -> None:
        if text.startswith("perft"):
            self._perft(text.removeprefix("perft").strip())
            return
        try:
            self._begin(text, came)
        except ForthgameError as error:  # no search has begun
            self.write(complaint(error))
            protocol = self.settings.protocol
            self.write(protocol.no_move if self.state else protocol.no_position)

    def _begin(self, text: str, came: float) -> None:
        """Start a search. Raises ForthgameError if that is impossible."""
        state, settings = self._there(), self.settings
        go = read_go(text, 1 + seat_of(state), settings.protocol, not settings.milliseconds)
        for remark in go.remarks[:MOST_REMARKS]:
            self.write(complaint(remark))
        limits = self._limits(go, monotonic() - came)
        hold = self._hold = Hold(go)
        counted = limits.depth or limits.nodes or limits.playouts
        own_end = counted or go.ponder or limits.time is None or limits.time < ENDLESS
        self._endless = go.infinite or not own_end
        find: Callable[[], str] = partial(self._best, state.copy(), limits, hold, None)
        chosen, outcome = self._chosen(state, go)
        if not chosen:
            find = partial(self._nothing, go, outcome)
        elif go.mate and settings.protocol.mate_line:
            find = partial(self._checkmate, state.copy(), limits, hold)
        elif len(chosen) < state.count:
            limits = replace(limits, prove=0.0)  # a proof would use all moves
            if is_searched(self.game):
                find = partial(self._best, with_moves(state, chosen), limits, hold, None)
            else:
                find = partial(self._best, state.copy(), limits, hold, chosen)
        work = self._work = Work(lambda: self._search(find, hold))
        try:
            start_thread(threading.Thread(target=work.run))
        except BaseException:
            if work.cancel():
                self._work = None
            raise

    def _limits(self, go: Go, late: float) -> Limits:
        time, depth = ENDLESS if go.ponder else go.time, go.depth
        if go.mate and self.settings.protocol.mate_line:
            time = min(ENDLESS, go.mate / 1000)
        elif go.mate:
            depth = min(depth or MOST_MOVES, 2 * min(go.mate, MOST_MOVES) - 1)
            time = ENDLESS if time is None else time  # a search with a time ends at a mate
        if time is not None and time < ENDLESS:
            time = max(LEAST, time - late)
        given = Limits(time=time, depth=depth, nodes=go.nodes, playouts=go.playouts,
                       seed=self.settings.seed)  # fmt: skip
        return given.over(self.settings.options)

    def _chosen(self, state: State, go: Go) -> tuple[list[int], str | None]:
        """Return the indexes of the moves to choose from, and the outcome if there is no move."""
        outcome = _decided(state)
        moves = () if outcome else state.moves()
        if not moves:
            return [], outcome or state.outcome
        banned = set(self._read(state, self._banned))
        chosen = range(len(moves)) if go.only is None else self._read(state, go.only)
        return [number for number in chosen if number not in banned], None

    def _read(self, state: State, words: Sequence[str]) -> list[int]:
        found, wrong = list[int](), list[ForthgameError]()
        for word in dict.fromkeys(words):
            try:
                found.append(self.words.read(state, word).index)
            except ForthgameError as error:
                wrong.append(error)
        for each in wrong[:MOST_REMARKS]:
            self.write(complaint(each))
        return found

    def _hit(self) -> None:
        """Give a pondering search its time, as the expected move was played."""
        hold, work = self._hold, self._work
        if hold is None or work is None or not hold.pondering or hold.over.is_set():
            return
        hold.over.set()
        if hold.seconds is not None:
            timer = threading.Timer(hold.seconds, hold.stop.set)
            timer.daemon = True
            timer.start()

    def stop(self) -> None:
        """End the search, which then writes its move."""
        if self._hold is not None:
            self._hold.stop.set()
            self._hold.over.set()
        while self._work is not None and not self._work.done:
            self._work.wait()
        self._work = None

    def wait(self, gone: Callable[[], bool] = lambda: False) -> None:
        """Wait for the search after the end of the input; an endless one is stopped.

        Any search is stopped if the reader of its answer has `gone`.
        """
        if self._endless:
            self.stop()
        else:
            self._hit()
        while self._work is not None and not self._work.done:
            if gone():
                self.stop()
            else:
                self._work.wait()

    # -- searching ------------------------------------------------------------------------------

    def _search(self, find: Callable[[], str], hold: Hold) -> None:
        """Search and write the answer, as soon as it may be written."""
        answer = self.settings.protocol.no_move
        try:
            with self.game.lock:
                answer = find()
        except Exception as error:  # a program would wait for the answer for ever
            self.write(complaint(error))
        hold.over.wait()
        self.write(answer)
        self._plan_ahead()

    def _plan_ahead(self) -> None:
        """Plan machine code in another thread, which commands do not wait for."""
        native = self.game.native
        if native is None or (self._planning is not None and self._planning.is_alive()):
            return

        def plan() -> None:
            with suppress(ForthgameError):
                native.stages.plan_ahead()

        self._planning = threading.Thread(target=plan, daemon=True)
        with suppress(ForthgameError):
            start_thread(self._planning)

    def _nothing(self, go: Go, outcome: str | None) -> str:
        """Return the answer if there is no move to choose."""
        protocol = self.settings.protocol
        if go.mate and protocol.mate_line:
            return NO_MATE
        if protocol.scores_ends:
            SearchReport.nothing(protocol, self.write, outcome)
        return protocol.decided.get(outcome or "", protocol.no_move)

    def _best(self, state: State, limits: Limits, stop: Stop, only: Sequence[int] | None) -> str:
        """Return `bestmove` with the best move, even if the search is stopped or fails."""
        report = SearchReport(state, self.words, self.settings.protocol, self.write)
        moves = state.moves()
        try:
            if only is None:
                self._run(state, limits, stop, report)
            else:
                self._run_all(state, limits, stop, only, report)
        except ForthgameError as error:
            if not _is_stop(error):
                self.write(complaint(error))
        if not report.found:
            self.write(UNFINISHED)
        best = report.found[0].move if report.found else moves[only[0] if only else 0]
        following = report.line[1:2] if self.settings.ponders else []
        return " ponder ".join([f"bestmove {self.words.write(state, best, moves)}", *following])

    def _run(self, state: State, limits: Limits, stop: Stop, report: SearchReport) -> None:
        engine, lines = self.settings.engine, min(self.settings.lines, state.count)
        if lines == 1:
            result = search(state, engine, limits, report.one, stop=stop)
            if not report.found or report.found[0].pv != result.pv:
                report.one(result)
            return
        with ended_by(self.game.forth.processor, stop):
            found = choose_engine(state, engine, limits)
        if found.engine is not None and found.engine.step == "(search-to)":
            results = analyse(state, found.name, limits, lines, report.several, stop)
            if [line.pv for line in results] != [line.pv for line in report.found]:
                report.several(results)
            return
        self._one_by_one(state, limits, stop, lines, report)

    def _run_all(
        self,
        state: State,
        limits: Limits,
        stop: Stop,
        only: Sequence[int],
        report: SearchReport,
    ) -> None:
        """Search for a line of each move, and report those of some."""

        def tell(found: list[SearchResult]) -> None:
            lines = [line for line in found if line.move.index in only][: self.settings.lines]
            if lines:
                report.several(lines)

        tell(analyse(state, ALL_LINES, limits, state.count, tell, stop))

    def _one_by_one(
        self, state: State, limits: Limits, stop: Stop, lines: int, report: SearchReport
    ) -> None:
        """Search for one line after the other, each without the moves that were found before."""
        moves, left, found = state.moves(), [*range(state.count)], list[SearchResult]()
        if limits.time is not None and limits.time < ENDLESS:
            limits = replace(limits, time=limits.time / lines)
        for _ in range(lines):
            result = search(with_moves(state, left), self.settings.engine, limits, stop=stop)
            number = left.pop(result.move.index)
            found.append(replace(result, move=moves[number]))
            report.several(sorted(found, key=lambda line: -line.score))
            if stop.is_set():
                break

    def _checkmate(self, state: State, limits: Limits, stop: Stop) -> str:
        try:
            return checkmate(state, self.words, limits, stop)
        except ForthgameError as error:
            if not _is_stop(error):
                self.write(complaint(error))
            return TOO_LATE


def _is_stop(error: ForthgameError) -> bool:
    return isinstance(error, ScriptError) and error.number == TIME_LIMIT


def _decided(state: State) -> str | None:
    """Return `win` or `loss` if the position itself is won or lost, else None.

    What the script concludes from earlier positions, such as a perpetual check, is left to the
    program.
    """
    if state.outcome not in ("win", "loss"):
        return None
    alone = state.ahead()
    alone.played_keys, alone.position = b"", Position(state.position.turn, state.position.board)
    return alone.outcome if alone.outcome in ("win", "loss") else None
