"""Running an engine on a position: deeper and deeper within its limits, and what it reports."""

from __future__ import annotations

import time as clock
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from forthgame.arguments import LARGEST
from forthgame.errors import ForthgameError, ScriptError
from forthgame.game.bounded import root_moves, visit_past, within
from forthgame.game.certain import by_two, certain, without_proof
from forthgame.game.choosing import choosing_as_searched
from forthgame.game.chosen import Chosen, choose_engine
from forthgame.game.engines import ENGINES, Engine, Limits
from forthgame.game.found import SearchResult
from forthgame.game.growing import forget_tree, set_tree_options
from forthgame.game.interrupts import Interrupts
from forthgame.game.principal import follow_line, line_hashes
from forthgame.game.tables import lent_table
from forthgame.lang import layout as at
from forthgame.lang import proofs, trees
from forthgame.lang.encoding import decoded

if TYPE_CHECKING:
    from forthgame.game.moves import Move
    from forthgame.game.state import State

DEEPEST = 64
MANY_PLAYOUTS = 100_000_000
STOPPED = {-266: "time", -275: "nodes", -28: "interrupted"}  # errors that end a search, not a game
SCORE_OF_END = at.WIN_SCORE - 1000  # of a won game where no depth is left
NOTHING = (0, 0, 0, 0)  # of a search that was stopped before it found anything: the first move
AT_ONCE = ("random", "first")  # engines that need no time
Found = tuple[int, int, int, int]  # number of a move, score, nodes, depth
PROVEN = (None, "loss", "draw", "win")
Report = Callable[[SearchResult], None]


def analyse(
    state: State,
    engine: str,
    limits: Limits,
    lines: int = 1,
    report: Callable[[list[SearchResult]], None] | None = None,
) -> list[SearchResult]:
    """The best moves with their lines, best first; `report` gets them after each depth.

    Raises ForthgameError for an engine that has no depths to search to, or if there is no move.
    """
    found = choose_engine(state, engine, limits)
    chosen = found.engine
    if chosen is None or chosen.step != "(search-to)":
        can = ", ".join(name for name, e in ENGINES.items() if e.step == "(search-to)")
        raise ForthgameError(f"lines can be had from {can}, not from {found.name}")
    with state.game._lock:
        started = clock.monotonic()
        count = len(root_moves(state, limits, False))
        if state.game.native:
            state.game.native.prepare_calls(wait=False, engines=True)
        run = _Run(state, found, limits, started, None)
        with lent_table(run.processor, limits.table), run.interrupts.held():
            return run.deepen_lines(chosen, max(1, min(lines, count)), report)


def search(
    state: State,
    engine: str,
    limits: Limits,
    report: Report | None = None,
    after_end: bool = False,
) -> SearchResult:
    """See State.search. Raises ForthgameError if there is no move to choose.

    With `after_end` it is not asked whether the game is over.
    """
    found = choose_engine(state, engine, limits)  # a game is looked at once, before the time runs
    started, chosen = clock.monotonic(), found.engine
    root_moves(state, limits, after_end)
    if state.game.native and (chosen is None or chosen.step or chosen.tree):
        state.game.native.prepare_calls(wait=False, engines=chosen is not None)
    if limits.seed is not None:
        state.use_seed(limits.seed)
    run = _Run(state, found, limits, started, report)
    with lent_table(run.processor, limits.table), run.interrupts.held():
        if chosen is not None and chosen.step:
            return run.deepen(chosen)
        if chosen is not None and chosen.tree:
            return run.grow(chosen)
        return run.once()


class _Run:
    """One search: its registers, its clock, the best move so far."""

    def __init__(
        self, state: State, chosen: Chosen, limits: Limits, started: float, report: Report | None
    ) -> None:
        self.state = state
        self.chosen = chosen
        self.engine = chosen.engine
        self.word = word = chosen.word
        self.limits = limits
        self.started = started
        self.report = report
        self.processor = state.game._forth.processor
        self.processor.set_register(at.LIST_FREE, -1 if state.game._needs_no_list(word) else 0)
        self.interrupts = Interrupts()
        self.stopped = ""
        engine = chosen.engine
        self.sure = engine is not None and engine.step == "(search-to)" and not engine.reply
        self.sure = self.sure and certain(state.game)
        self.by_two = self.sure and by_two(state.game)
        self.several = False  # whether more lines than the best are looked for
        self._remember_game()
        set_tree_options(self.processor, limits)

    def _remember_game(self) -> None:
        """Note the positions of the game so far, if one that comes back is a draw."""
        self.processor.set_register(at.REPETITION_DRAWS, -1 if self.limits.repetition else 0)
        self.processor.set_register(at.PAST_COUNT, 0)
        if self.limits.repetition:
            visit_past(self.state, "(past-position)", at.PAST_LIMIT)

    # -- kinds of engines ---------------------------------------------------------------------

    def once(self) -> SearchResult:
        """Run the engine's word once; it reports as it likes."""
        self.processor.set_cell(at.A_SELECTIVE, -1 if self.limits.selective else 0)
        timed = self.engine is None or self.engine.name not in AT_ONCE
        found = self._call(self.word, depth=self.limits.depth or 0, timed=timed)
        if found is None and self.stopped == "interrupted":
            raise KeyboardInterrupt
        if found is None and not self.stopped:
            raise ScriptError(f"the engine {self.word} of {self.state.player} has chosen no move")
        return self._result(*(found or NOTHING))

    def _begin(self, engine: Engine) -> None:
        """What a search that goes deeper and deeper begins with."""
        limits, processor = self.limits, self.processor
        selective = limits.depth is None if limits.selective is None else limits.selective
        processor.set_cell(at.A_SELECTIVE, -1 if selective else 0)
        processor.set_register(at.BEST_REPLY, -1 if engine.reply else 0)
        processor.set_register(at.EXCLUDED, 0)
        processor.set_cell(at.SYSTEM_CELLS["$judge"], 0)
        self._enter()
        self.state.game._run_word("(begin-search)")

    def deepen_lines(
        self,
        engine: Engine,
        lines: int,
        report: Callable[[list[SearchResult]], None] | None,
    ) -> list[SearchResult]:
        """The same for several lines: each depth again and again, without the moves found."""
        self._begin(engine)
        self.several = lines > 1
        done: list[SearchResult] = []
        for depth in range(1, (self.limits.depth or DEEPEST) + 1):
            found = self._lines(engine, depth, lines)
            if len(found) > len(done) or (found and not self.stopped):
                done = found
            if self.stopped:
                break
            if report:
                report(done)
            if self._enough(done[0]) or all(
                abs(line.score) > at.DECIDED or line.proven for line in done
            ):
                break
        self.processor.set_register(at.EXCLUDED, 0)
        if not done:
            if self.stopped == "interrupted":
                raise KeyboardInterrupt
            done = [self._result(*NOTHING)]
        return [self._ended(line) for line in done]

    def _lines(self, engine: Engine, depth: int, lines: int) -> list[SearchResult]:
        """The best lines of one depth, or as many as were found before the search was stopped."""
        found: list[SearchResult] = []
        for _ in range(min(lines, at.EXCLUDED_LIMIT)):
            chosen = self._call(engine.step, depth, depth=depth)
            if self.stopped or chosen is None:
                break
            found.append(self._result(*chosen, line=True))
            self.processor.i32[(at.EXCLUDED >> 2) + len(found)] = self.processor.i32[at.LINES >> 2]
            self.processor.set_register(at.EXCLUDED, len(found))
        self.processor.set_register(at.EXCLUDED, 0)
        return sorted(found, key=lambda line: -line.score)

    def deepen(self, engine: Engine) -> SearchResult:
        """Search deeper and deeper; what an unfinished depth has found better counts too."""
        limits = self.limits
        self._begin(engine)
        best: SearchResult | None = None
        for depth in range(1, (limits.depth or DEEPEST) + 1):
            found = self._call(engine.step, depth, depth=depth)
            if found is not None and not (self.stopped and best and found[0] == best.move.index):
                done = best.depth if best else 0  # the depth that is through counts
                best = self._result(*found, line=not self.stopped)
                best = replace(best, depth=done) if self.stopped else best
                if self.report and not self.stopped:
                    self.report(best)
            if self.stopped or best is None or self._enough(best):
                break
        if best is None:  # stopped before any move was tried
            if self.stopped == "interrupted":
                raise KeyboardInterrupt
            best = self._result(*NOTHING)
        return self._ended(best)

    def grow(self, engine: Engine) -> SearchResult:
        """Random games; the most visited move counts, also when they are stopped."""
        playouts = self.limits.playouts
        if playouts is None and self.limits.depth is not None:
            playouts = 200 * self.limits.depth
        if playouts is None and (self.limits.time or self.limits.nodes):
            playouts = MANY_PLAYOUTS
        self.processor.set_cell(at.SYSTEM_CELLS["$playouts"], playouts or 0)
        self.processor.set_cell(at.SYSTEM_CELLS["$judge"], 0)
        forget_tree(self.processor)
        found = self._call(engine.word)
        if self.stopped:
            self.processor.set_register(at.BEST_COUNT, -1)
            self.state.game._run_word("(report-tree)")
            found = self._found()
        if found is None:
            if self.stopped == "interrupted":
                raise KeyboardInterrupt
            found = NOTHING
        known = 0 if without_proof(self.state.game) else self.processor.register(trees.PROVEN)
        best = replace(self._ended(self._result(*found)), proven=PROVEN[known])
        if self.report:
            self.report(best)
        return best

    def _enough(self, best: SearchResult) -> bool:
        """Whether going deeper can't change the choice, or the time is used up.

        Time that ran out as the depth was done is noted in `stopped`.
        """
        if self.limits.depth is not None and self.limits.time is None:
            return False
        only = len(self.state.moves(after_end=True)) == 1 and self.report is None
        if only or abs(best.score) > at.DECIDED or (best.proven and not self.several):
            return True
        late = self.limits.time is not None and self._elapsed() > self.limits.time
        if late:
            self.stopped = "time"
        return late

    # -- running words --------------------------------------------------------------------------

    def entry_of(self, word: str) -> int:
        """Where the code of an engine's word starts: the language's, or the script's newest."""
        forth = self.state.game._forth
        return (forth.word(word) if self.engine is None else forth.engine_word(word)).entry

    def _elapsed(self) -> float:
        return clock.monotonic() - self.started

    def _time_left(self) -> float | None:
        limit = self.limits.time
        return None if limit is None else limit - self._elapsed()

    def _enter(self) -> None:
        """The position, its list and the limits in the machine."""
        self.state._enter()
        processor = self.processor
        nodes = self.limits.nodes
        processor.i64[at.NODE_LIMIT >> 3] = nodes if nodes is not None else 0

    def _call(self, word: str, *arguments: int, depth: int = 0, timed: bool = True) -> Found | None:
        """Run a word on the list that is there; what it reports, None if it chose nothing."""
        game, processor, limits = self.state.game, self.processor, self.limits
        self._enter()
        system = at.SYSTEM_CELLS
        for name, value in (
            ("$depthLimit", depth), ("$searchTime", min(int((limits.time or 0) * 1000), LARGEST)),
            ("$searching", -1), ("$playerToMove", processor.cell(at.A_PLAYER)),
            ("$score", 0), ("$depth", 0), ("$searchStatus", 0),
        ):  # fmt: skip
            processor.set_cell(system[name], value)
        if not arguments:
            processor.set_cell(system["$nodes"], 0)
        processor.set_register(at.BEST_COUNT, -1)
        try:
            with within(processor, self._time_left() if timed else None), self.interrupts.let_in():
                game._call(self.entry_of(word), *arguments)
        except ScriptError as error:
            foreign = error.number == -266 and limits.time is None  # not our limit
            if error.number not in STOPPED or foreign:
                raise
            self.stopped = STOPPED[error.number]
        except KeyboardInterrupt:
            self._interrupted()
        finally:
            processor.set_cell(system["$searching"], 0)
            found = self._found()
            self.state._enter()
        return found

    def _interrupted(self) -> None:
        """Ctrl-C has ended the search: the result says so, so nobody else has to."""
        if self.interrupts.told and not self.interrupts.noted:
            raise KeyboardInterrupt  # a second one
        self.stopped, self.interrupts.told = "interrupted", True

    def _found(self) -> Found | None:
        """Number of the best move, score, nodes and depth as reported."""
        index = self._chosen()
        if index is None:
            return None
        score, nodes, reached = (
            self.processor.cell(at.SYSTEM_CELLS[name]) for name in ("$score", "$nodes", "$depth")
        )
        return index, score, nodes, reached

    def _chosen(self) -> int | None:
        processor = self.processor
        count = processor.register(at.BEST_COUNT)
        if count == -1:
            return None
        moves = self.state.moves(after_end=True)
        if count < 0:
            return min(-2 - count, len(moves) - 1)
        data = bytes(processor.bytes[at.BEST_TEXT : at.BEST_TEXT + count])
        return self.state.find(decoded(data), exact=True, after_end=True).index

    # -- results ------------------------------------------------------------------------------

    def _result(
        self, index: int, score: int, nodes: int, depth: int, line: bool = False
    ) -> SearchResult:
        move = self.state.moves(after_end=True)[index]
        if abs(score) > at.DECIDED and line:
            distance = depth - (abs(score) - SCORE_OF_END)
            score = (at.WIN_SCORE - distance) * (1 if score > 0 else -1)
        proven = self._proven(score) if line else None
        pv = self._line(move) if line else [move.text]
        return SearchResult(
            move, score, nodes, depth, pv, self._elapsed(), self.stopped,
            proven, self.chosen.name, self.chosen.reason,
        )  # fmt: skip

    def _proven(self, score: int) -> str | None:
        """What a whole depth has proven of the move: see `certain.py`."""
        searched = not self.processor.register(proofs.ROOT_PARTLY)
        if not self.sure or not (searched or abs(score) > at.DECIDED):
            return None
        value = "draw" if score == at.DRAW_SCORE else "win" if score > 0 else "loss"
        return value if self.by_two or value == "win" else None

    def _ended(self, best: SearchResult) -> SearchResult:
        """The result as it stands at the end: all positions, all the time."""
        if self.interrupts.noted:
            self._interrupted()
        nodes = max(best.nodes, self.processor.i64[at.NODES >> 3])
        return replace(best, nodes=nodes, seconds=self._elapsed(), stopped=self.stopped)

    def _line(self, move: Move) -> list[str]:
        """The best line as texts: its moves are found again by their hashes."""
        hashes = line_hashes(self.state)
        texts = [move.text]
        try:
            with (
                within(self.processor, self._time_left()),
                self.interrupts.let_in(),
                choosing_as_searched(self.state),
            ):
                follow_line(self.state, move, hashes[1:], texts)
        except KeyboardInterrupt:
            self._interrupted()
        except ScriptError as error:
            if error.number != -266:
                raise  # else the line is as long as there was time for
        self.state._enter()
        return texts
