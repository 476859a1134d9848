"""Search a position with an engine, by iterative deepening within limits."""

from __future__ import annotations

import time as clock
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import replace

from forthgame.base.arguments import LARGEST
from forthgame.base.errors import ForthgameError, ScriptError
from forthgame.machine.memory.call_restrictions import Stop
from forthgame.machine.memory.processor import Processor
from forthgame.position.playthrough import Playthrough
from forthgame.rules.checkpoint import ScriptMemory, listing, looking_ahead
from forthgame.rules.engines import ENGINES, Engine, Limits, note_endless
from forthgame.rules.facts.proof_conditions import (
    draws_random_numbers,
    without_proof,
)
from forthgame.search.engine_choice import ChosenEngine, choose_engine, without_random_games
from forthgame.search.parallel_search import Helpers, playouts_of, shared_out
from forthgame.search.proof_before_search import (
    proof_cost,
    proof_first,
    proof_pays,
    result_of,
)
from forthgame.search.search_result import (
    SearchResult,
    is_decided,
    is_settled,
    may_end_early,
    root_moves,
    time_limited,
)
from forthgame.search.search_run import NOTHING, SCORE_OF_END, Found, Report, SearchRun
from forthgame.search.tree_reuse import (
    LONGEST_LINE,
    Nodes,
    ReusableTable,
    RootStatistics,
    SharedTree,
    added,
    kept_table,
    lent_table,
    may_share,
    planted_tree,
    share_of,
    use_nodes,
    use_table,
)
from forthgame.words.registers import (
    alpha_beta_settings,
    best_first_nodes,
    memory_layout as at,
    playout_trees,
    proof_nodes,
)

DEEPEST = 64
MANY_PLAYOUTS = 100_000_000
AT_ONCE = ("random", "first")  # engines that need no time
COUNTED = ("", "nodes")  # a search stopped for these reasons has done all of its work
PROVEN = (None, "loss", "draw", "win")


class BestFirst(Nodes):
    """The tree that best-first search has grown in a machine.

    Its nodes have the same fields for children as those of random games.
    """

    def __init__(self, processor: Processor) -> None:
        start = processor.address + at.TREE
        super().__init__(processor.i32, at.TREE >> 2, start, at.TREE_LIMIT)
        self._processor = processor

    def prepare(self, limits: Limits) -> None:
        bounded = any(each is not None for each in (limits.time, limits.nodes, limits.depth))
        self._processor.set_registers({
            best_first_nodes.MOST: LARGEST if bounded else 0,
            best_first_nodes.DEPTH_LIMIT: min(limits.depth or 0, best_first_nodes.DEEPEST),
        })  # fmt: skip
        self.forget()

    @property
    def searched(self) -> bool:
        """Return whether every line was searched to the end of the game."""
        return (
            self.field(0, best_first_nodes.FLAGS)
            & (best_first_nodes.CLOSED | best_first_nodes.PARTLY)
            == best_first_nodes.CLOSED
        )

    def best_line(self, number: int) -> list[tuple[int, int]]:
        """Return the best moves after move `number` of the root.

        Each is its index in the list and the length of that list. The line ends at chance nodes and
        at nodes that were not expanded.
        """
        line: list[tuple[int, int]] = []
        moves = self.column(self.children(0), best_first_nodes.MOVE).tolist()
        node = self.children(0)[moves.index(number)] if number in moves else 0
        while node and len(line) < LONGEST_LINE:
            flags, children = self.field(node, best_first_nodes.FLAGS), self.children(node)
            if (
                not children
                or not flags & best_first_nodes.SPREAD
                or flags & best_first_nodes.CHANCE
            ):
                break
            values = self.column(children, best_first_nodes.VALUE).tolist()
            place = values.index(max(values) if flags & best_first_nodes.OWN else min(values))
            line.append((place, len(children)))
            node = children[place]
        return line


def _rank(result: SearchResult) -> tuple[bool, int]:
    return is_settled(result), result.depth


class EngineSearch(SearchRun):
    """A search by each kind of engine.

    parts  the limits of the other threads
    kept   the table of an earlier search that this one continues
    table  its memory, if lent
    """

    parts: Sequence[Limits] = ()
    kept: ReusableTable | None = None
    table: memoryview | None = None

    def search(self) -> SearchResult:
        engine = self.engine
        if self._stopped_now():
            return self._ended(self._result(*NOTHING))
        if engine is not None and engine.step:
            return self.deepen(engine)
        if engine is not None and engine.tree:
            return self.grow(engine)
        return self.spread() if engine is not None and engine.best else self.once()

    def _stopped_now(self) -> bool:
        """Return whether the search should end between two runs, and note that it does."""
        if self.asked_to_stop:
            self.stopped = "stop"
            return True
        return False

    def once(self) -> SearchResult:
        """Run the engine's word once; the word itself decides about reports."""
        self.processor.set_cell(at.A_SELECTIVE, -1 if self.limits.selective else 0)
        timed = self.engine is None or self.engine.name not in AT_ONCE
        found = self._call(self.word, depth=self.limits.depth or 0, timed=timed)
        if found is None and not self.stopped:
            raise ScriptError(f"the engine {self.word} of {self.state.player} has chosen no move")
        return self._result(*(found or self._first_move()))

    def _first_move(self) -> Found:
        if self.stopped == "interrupted":
            raise KeyboardInterrupt
        return NOTHING

    def _begin(self, engine: Engine) -> None:
        limits, processor = self.limits, self.processor
        selective = limits.depth is None if limits.selective is None else limits.selective
        processor.set_system({"$selective": -1 if selective else 0, "$judge": 0})
        processor.set_registers(
            {
                at.BEST_REPLY: -1 if engine.reply else 0,
                alpha_beta_settings.PLUS: -1 if engine.plus else 0,
                at.EXCLUDED: 0,
            }
        )
        self._run_here("(begin-search)")

    def deepen_lines(
        self,
        engine: Engine,
        lines: int,
        report: Callable[[list[SearchResult]], None] | None,
    ) -> list[SearchResult]:
        """Search for several lines: each depth is repeated without the moves already found."""
        self._begin(engine)
        self.several = lines > 1
        done: list[SearchResult] = []
        with self._beside(engine, decisive=False):
            for depth in range(1, (self.limits.depth or DEEPEST) + 1):
                found = self._lines(engine, depth, lines)
                if len(found) > len(done) or (found and not self.stopped):
                    done = found
                if self.stopped or not done:
                    break
                if report:
                    self.tell(report, done)
                if self._enough(done[0]) or all(is_settled(line) for line in done):
                    break
                if self._stopped_now():
                    break
        self.processor.set_register(at.EXCLUDED, 0)
        done = done or [self._result(*self._first_move())]
        return [self._ended(line) for line in done]

    def _lines(self, engine: Engine, depth: int, lines: int) -> list[SearchResult]:
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
        """Search by iterative deepening; better moves found by an unfinished depth count too."""
        self._begin(engine)
        best: SearchResult | None = None
        kept = self.kept.used(self.processor) if self.kept else nullcontext()
        with kept, self._beside(engine) as beside:
            depth, last = 0, self.limits.depth or DEEPEST
            while depth < last:
                depth = last if best and best.proven else depth + 1
                found = self._call(engine.step, depth, depth=depth)
                if found is not None and not (
                    self.stopped and best and found[0] == best.move.index
                ):
                    done = best.depth if best else 0  # only a finished depth counts
                    best = self._result(*found, line=not self.stopped)
                    best = replace(best, depth=done) if self.stopped else best
                    if self.report and not self.stopped:
                        self.tell(self.report, best)
                if self.stopped or self.enough or best is None or self._enough(best):
                    break
                if depth < last and self._stopped_now():
                    break
        deepest = self._deepest(best, [found for found, _ in beside.found])
        result = self._ended(deepest or self._result(*self._first_move()))
        if deepest is not best:  # another thread was quicker
            self.tell_last(result)
        return result

    @contextmanager
    def _beside(
        self, engine: Engine, decisive: bool = True
    ) -> Iterator[Helpers[EngineSearch, tuple[SearchResult | None, int]]]:
        """Let other threads search with the same table of positions.

        Each deepens independently, every other one a ply ahead (lazy SMP). If they are `decisive`,
        a final result of one ends the search.
        """
        processor = self.processor
        table = processor.address + processor.i64[proof_nodes.TABLE_BASE >> 3]
        mask = processor.i64[proof_nodes.TABLE_MASK >> 3]
        serial = processor.register(at.SEARCH_SERIAL)

        def work(search: EngineSearch, k: int) -> tuple[tuple[SearchResult | None, int], bool]:
            use_table(search.processor, table - search.processor.address, mask + 1)
            search._begin(engine)
            search.processor.set_register(at.SEARCH_SERIAL, serial)
            found, final = search.deepen_beside(engine, k % 2)
            return found, final and decisive

        helpers = Helpers(self, len(self.parts), self._begun, work, self.table)
        with helpers.beside():
            yield helpers
        self.others = sum(nodes for _, nodes in helpers.found)

    def _begun(self, state: Playthrough, k: int) -> EngineSearch:
        return EngineSearch(state, self.chosen, self.parts[k - 1], self.started, None)

    def deepen_beside(
        self, engine: Engine, ahead: int
    ) -> tuple[tuple[SearchResult | None, int], bool]:
        """Deepen in a thread beside the main search.

        Returns the result with the number of positions searched, and whether the result is final.
        """
        last = self.limits.depth or DEEPEST
        best: SearchResult | None = None
        for depth in range(min(1 + ahead, last), last + 1):
            found = self._call(engine.step, depth, depth=depth)
            if self.stopped or self.enough or found is None:
                break
            best = self._result(*found, line=True)
            if self._enough(best):
                break
        through = best is not None and (best.depth == last or is_settled(best))
        return (best, self.processor.i64[at.NODES >> 3]), through and not self.stopped

    def _deepest(
        self, best: SearchResult | None, beside: Sequence[SearchResult | None]
    ) -> SearchResult | None:
        for other in beside:
            if other is not None and (best is None or _rank(other) > _rank(best)):
                best = replace(other, move=self.state.moves(after_end=True)[other.move.index])
        return best

    def grow(self, engine: Engine) -> SearchResult:
        """Grow a tree of random games; the most visited move counts, even if they are stopped.

        Threads share one tree, or grow a tree each, whose results at the root are added up.
        """
        game = self.state.game
        with planted_tree(self.state, game, engine, self.limits) as tree:
            before = tree.field(0, playout_trees.VISITS)
            shares: Sequence[RootStatistics] = ()
            if self.parts and may_share(self.limits):
                found = self._grow_together(engine, tree)
            else:
                found, shares = self._grow_apart(engine, tree)
            if self.stopped or self.parts:
                self.processor.set_register(at.BEST_COUNT, -1)
                with added(tree, shares):
                    self._run_here("(report-tree)")
                found = self._found()
            numbers = tree.best_line((found or NOTHING)[0])
            note_endless(
                self.processor, self.limits, tree.field(0, playout_trees.VISITS) - before, game
            )
        found = found or self._first_move()
        known = (
            0
            if without_proof(game) or draws_random_numbers(game)
            else self.processor.register(playout_trees.PROVEN)
        )
        self.others = sum(share.games for share in shares)
        best = self._ended(self._result(*found))
        kept = before + sum(share.kept for share in shares)
        line = self._tree_line(best.move, numbers)
        best = replace(best, proven=PROVEN[known], kept=kept, pv=line)
        self.tell_last(best)
        return best

    @property
    def _solved(self) -> bool:
        return self.processor.register(playout_trees.PROVEN) != 0 and not self.stopped

    def _grow_together(self, engine: Engine, tree: Nodes) -> Found | None:
        shared = SharedTree(tree, self.processor, 1 + len(self.parts))

        def work(search: EngineSearch, k: int) -> tuple[None, bool]:
            with shared.lent(search.processor, k):
                search._play(engine)
                return None, search._solved

        with (
            shared.lent(self.processor, 0),
            Helpers(self, len(self.parts), self._begun, work, tree.memory).beside(),
        ):
            found = self._play(engine)
        use_nodes(self.processor, tree.address - self.processor.address, tree.size)
        return found

    def _grow_apart(self, engine: Engine, tree: Nodes) -> tuple[Found | None, list[RootStatistics]]:
        """Grow a tree beside those of other threads; return its report and their shares."""

        def work(search: EngineSearch, k: int) -> tuple[RootStatistics, bool]:
            with planted_tree(self.state, search.state.game, engine, search.limits, k) as own:
                before = own.field(0, playout_trees.VISITS)
                search._play(engine)
                return share_of(own, before), search._solved

        helpers = Helpers(self, len(self.parts), self._begun, work)
        with helpers.beside():
            found = self._play(engine)
            if self.stopped in COUNTED and not self.processor.register(playout_trees.PROVEN):
                helpers.wait()
                self._stopped_now()
        return found, helpers.found

    def spread(self) -> SearchResult:
        """Search best-first until everything is proven or a limit is reached."""
        processor, limits = self.processor, self.limits
        tree = BestFirst(processor)
        tree.prepare(limits)
        found = self._call(self.word)
        if self.stopped:
            processor.set_register(at.BEST_COUNT, -1)
            self._run_here("(report-best)")
            found = self._found()
        index, score, nodes, depth = found or self._first_move()
        if is_decided(score):
            limit = processor.register(
                best_first_nodes.DEPTH_LIMIT
            )  # scores of ends are relative to it
            score -= (limit - at.WIN_SCORE + SCORE_OF_END) * (1 if score > 0 else -1)
        best = self._result(index, score, nodes, depth)
        line = self._tree_line(best.move, tree.best_line(index))
        proven = self._proven(score, tree.searched)
        best = self._ended(replace(best, proven=proven, pv=line))
        self.tell_last(best)
        return best

    def _play(self, engine: Engine) -> Found | None:
        playouts = playouts_of(self.limits)
        if playouts is None and (self.limits.time or self.limits.nodes):
            playouts = MANY_PLAYOUTS
        self.processor.set_system({"$playouts": playouts or 0, "$judge": 0})
        return self._call(engine.word)

    def _enough(self, best: SearchResult) -> bool:
        """Return whether deepening cannot change the choice, or the time is used up.

        Sets `stopped` if the time ran out while the depth was finished.
        """
        proven = best.proven is not None and not self.several
        if (
            self.limits.depth is not None and self.limits.time is None
        ):  # scores depend on the plies left
            return proven and (is_decided(best.score) or best.score == at.DRAW_SCORE)
        only = len(self.state.moves(after_end=True)) == 1 and self.report is None
        if only or is_decided(best.score) or proven:
            return True
        late = self.limits.time is not None and self._elapsed() > self.limits.time
        if late:
            self.stopped = "time"
        return late


# -- a search -------------------------------------------------------------------------------------


def analyse(
    state: Playthrough,
    engine: str,
    limits: Limits,
    lines: int = 1,
    report: Callable[[list[SearchResult]], None] | None = None,
    stop: Stop | None = None,
) -> list[SearchResult]:
    """Return the best moves with their lines, best first; `report` receives them after each depth.

    The search ends when `stop` is set. Raises ForthgameError for an engine without iterative
    deepening, or if there is no move.
    """
    started = clock.monotonic()
    found = _choose_engine(state, engine, limits, stop)
    chosen = found.engine
    if chosen is None or chosen.step != "(search-to)":
        can = ", ".join(name for name, e in ENGINES.items() if e.step == "(search-to)")
        raise ForthgameError(f"lines can be had from {can}, not from {found.name}")
    with state.game.lock, _listed(state, limits, False, stop) as (memory, count):
        if state.game.native:
            state.game.native.prepare_search(True, False, may_end_early(limits, stop))
        own, *others = shared_out(limits, chosen)
        run = EngineSearch(state, found, own, started, None)
        run.parts, run.memory, run.stop = others, memory, stop
        with lent_table(run.processor, limits.table) as run.table, run.interrupts.held():
            return run.deepen_lines(chosen, max(1, min(lines, count)), report)


def search(
    state: Playthrough,
    engine: str,
    limits: Limits,
    report: Report | None = None,
    after_end: bool = False,
    stop: Stop | None = None,
) -> SearchResult:
    """Search a position: see State.search.

    Raises ForthgameError if there is no move to choose. With `after_end`, OnIsGameOver is not
    called.
    """
    started = clock.monotonic()  # the match for `auto` counts too
    found = _choose_engine(state, engine, limits, stop)
    if found.engine is not None and found.engine.tree and state.play_on and state.is_over:
        found, limits = without_random_games(limits)
    with _listed(state, limits, after_end, stop) as (memory, _):
        best = _searched_in(state, found, limits, started, report, memory, stop)
        if found.engine is None and not best.stopped:
            memory.keep()  # a script's own engine may learn from search to search
    return best


def _choose_engine(
    state: Playthrough, name: str, limits: Limits, stop: Stop | None
) -> ChosenEngine:
    with time_limited(state.game.forth.processor, None, stop):
        return choose_engine(state, name, limits)


@contextmanager
def _listed(
    state: Playthrough, limits: Limits, after_end: bool, stop: Stop | None = None
) -> Iterator[tuple[ScriptMemory, int]]:
    """Look ahead from a position with its list; yield the memory copy and the number of moves.

    Storage written during generation is kept, as after `State.moves`, because events of the chosen
    move may read it.
    """
    with listing(state):
        count = len(root_moves(state, limits, after_end, stop))
    with looking_ahead(state.game) as memory:
        yield memory, count


def _searched_in(
    state: Playthrough,
    found: ChosenEngine,
    limits: Limits,
    started: float,
    report: Report | None,
    memory: ScriptMemory,
    stop: Stop | None,
) -> SearchResult:
    """Search with a `memory` that is restored afterwards, after a proof if that pays."""
    chosen = found.engine
    if state.game.native and (chosen is None or chosen.step or chosen.tree or chosen.best):
        tree, timed = chosen is not None and chosen.tree, may_end_early(limits, stop)
        state.game.native.prepare_search(chosen is not None, tree, timed)
    if limits.seed is not None:
        state.use_seed(limits.seed)
    proof = None
    if proof_pays(state, found, limits, stop):
        proof = proof_first(state, found, limits, clock.monotonic() - started, stop)
        settled = proof and result_of(proof, found)
        if settled:
            if report:
                report(settled)
            return settled
        if proof and limits.nodes is not None:
            limits = replace(limits, nodes=max(1, limits.nodes - proof_cost(proof, found)))
    own, *others = shared_out(limits, chosen)
    run = EngineSearch(state, found, own, started, report)
    run.parts, run.memory, run.stop = others, memory, stop
    run.kept = kept_table(state, chosen, limits)
    with lent_table(run.processor, limits.table, run.kept) as run.table, run.interrupts.held():
        best = run.search()
    if proof is None:
        return best
    nodes = best.nodes + proof_cost(proof, found)
    return replace(best, nodes=nodes, proven=best.proven or proof.value)
