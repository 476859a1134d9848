"""Solve a puzzle: choice of the search, limits, and verification of the solution."""

from __future__ import annotations

import threading
import time as clock
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass

from forthgame.base import arguments
from forthgame.base.errors import TIME_LIMIT, ForthgameError, ScriptError, quoted
from forthgame.position.move_texts import text_alone
from forthgame.position.playthrough import Playthrough
from forthgame.position.position_text import PositionError
from forthgame.rules.checkpoint import listing, looking_ahead
from forthgame.rules.facts.liveness import judges_without_lists, looks_at_turns
from forthgame.rules.script import Script
from forthgame.search.lent_memory import NoRoom
from forthgame.search.puzzles.breadth_first import (
    FOUND,
    FULL,
    LAYER_DONE,
    LIMIT,
    NO_LIMIT,
    BreadthFirst,
    IdaStar,
    Record,
)
from forthgame.search.puzzles.solution import (
    METHODS,
    Progress,
    ProgressReport,
    Solution,
    seconds_since,
    turns_text,
    watched,
)
from forthgame.search.search_result import time_limited
from forthgame.words.puzzles.breadth_first import (
    BACKWARD,
    DEEPEST_TURN,
    EARLY,
    TURNS_COUNT,
    WITH_TURNS,
)
from forthgame.words.puzzles.depth_first import NEVER
from forthgame.words.registers import extension_registers, memory_layout as at

MEMORY = 1 << 30  # bytes, by default
LEAST_MEMORY = 1 << 22
INTERPRETED = 3_000  # positions that are searched faster than the search is compiled
ALL_SEEN = "no solution: all positions that can be reached were looked at"
ENOUGH = 1_000_000  # positions after which `auto` continues by depth
NUMBER = at.A_TURN_NUMBER - at.TURN_BLOCK  # byte offset of the turn's number
DISTANCE = at.EVENT_NAMES.index("OnDistance")


@dataclass(frozen=True)
class Bounds:
    """Limits of a search; None is no limit. `depth` in turns, `time` in seconds, `memory` in bytes.

    With `turns`, positions with different turn numbers are different.
    """

    depth: int | None = None
    nodes: int | None = None
    time: float | None = None
    memory: int = MEMORY
    turns: bool = False

    def __post_init__(self) -> None:
        own = self.__dict__  # convert numbers of numpy
        own["depth"] = arguments.optional_whole(self.depth, "the depth", 0, arguments.LARGEST)
        own["nodes"] = arguments.optional_whole(self.nodes, "the number of positions", 1, NO_LIMIT)
        own["time"] = arguments.optional_seconds(self.time, "the time")
        own["memory"] = arguments.whole(self.memory, "the memory", LEAST_MEMORY, 1 << 46)


class _Stopped(Exception):
    """The search has ended without a solution; the text is the reason."""


class _Exhausted(_Stopped):
    """The search is complete, without a solution."""


def solve(
    state: Playthrough, bounds: Bounds, method: str = "auto", to: Playthrough | None = None,
    report: ProgressReport | None = None,
) -> Solution:  # fmt: skip
    if method not in METHODS:
        arguments.instance(method, str, "a method", "a name")
        raise ForthgameError(f"there is no method {quoted(method)}; there are {', '.join(METHODS)}")
    require_puzzle(state)
    return _Search(state, bounds, method, to, report).run()


class _Search:
    def __init__(
        self, state: Playthrough, bounds: Bounds, method: str, to: Playthrough | None,
        report: ProgressReport | None,
    ) -> None:  # fmt: skip
        self.state = state
        self.game = state.game
        self.bounds = bounds
        self.method = "breadth" if method == "auto" else method
        self.auto = method == "auto"
        self.to = to
        self.report = report
        self.started = clock.monotonic()
        self.ended = threading.Event()  # by a report that has failed, which raises its error
        self.judged = False  # the outcome of the initial position is known
        self.depth = 0
        self.sides: list[BreadthFirst] = []
        self.deep: IdaStar | None = None
        self.interpreted = state.game.native is not None  # not compiled yet
        self.before = 0  # positions searched by an earlier method

    def run(self) -> Solution:
        if self.method == "both-ends" and self.to is None:
            raise ForthgameError(
                "a search from both ends needs the position to be reached: give it with --to, or "
                "`to=` in Python"
            )
        if self.method != "both-ends" and self.to is not None:
            raise ForthgameError(
                "a position to be reached is for a search from both ends: give --method both-ends, "
                'or method="both-ends" in Python'
            )
        with ExitStack() as stack:
            stack.callback(self._put_back)
            machine = self.game.forth.processor
            stack.enter_context(time_limited(machine, self._time_left(), self.ended))
            stack.enter_context(watched(self.report, self._progress, self.ended.set))
            try:
                return self._at_once() or self._search()
            except (_Exhausted, _Stopped) as reason:
                return self._none(str(reason), isinstance(reason, _Exhausted))
            except NoRoom as reason:
                return self._none(f"none within {turns_text(self.depth)}: {reason}", False)
            except ScriptError as error:
                if error.number != TIME_LIMIT or self.bounds.time is None or not self._is_over():
                    raise
                return self._none(self._late(), False)

    def _at_once(self) -> Solution | None:
        with listing(self.state):
            outcome = self.state.outcome
        self.judged = True
        if outcome == "win":
            return self._solution([], "solved: the position is the solution")
        if outcome is not None:
            return self._none(f"no solution: the puzzle is over here, a {outcome}", True)
        return None

    def _late(self) -> str:
        if not self.judged:
            return f"none within {self.bounds.time:g} s: whether it is solved was not found out"
        known = f"every solution of up to {turns_text(self.depth)} was ruled out"
        return f"none within {self.bounds.time:g} s: {known}"

    def _search(self) -> Solution:
        ways = {"ida": self._by_depth, "both-ends": self._from_both_ends}
        with looking_ahead(self.game):
            return ways.get(self.method, self._in_breadth)()

    def _put_back(self) -> None:
        processor = self.game.forth.processor
        for register in extension_registers.SOLVE_REGISTERS:
            processor.i64[register >> 3] = 0
        for lender in (*self.sides, self.deep):
            if lender is not None:
                lender.close()
        self.state.enter()

    def _time_left(self) -> float | None:
        limit = self.bounds.time
        return None if limit is None else limit - seconds_since(self.started)

    def _is_over(self) -> bool:
        left = self._time_left()
        return self.ended.is_set() or (left is not None and left <= 0)

    # -- results --------------------------------------------------------------------------------

    @property
    def count(self) -> int:
        if self.deep is not None:
            return self.before + self.deep.count
        return self.before + sum(side.count for side in self.sides)

    def _progress(self) -> Progress:
        return Progress(self.method, self.depth, self.count, seconds_since(self.started))

    def _none(self, reason: str, exhausted: bool) -> Solution:
        seconds, warnings = seconds_since(self.started), self._without_turns()
        return Solution(False, (), 0, self.count, seconds, self.method, reason, exhausted, warnings)

    def _without_turns(self) -> tuple[str, ...]:
        if self.bounds.turns or not self.count or not looks_at_turns(self.game.forth):
            return ()
        return (
            "the script looks at the number of the turn, and positions were compared without it: a "
            "solution may be missed; --turn-numbers (turns=True) compares it too",
        )

    def _solution(self, numbers: list[int], reason: str = "") -> Solution:
        """Verify a solution by playing its moves."""
        seconds, state = seconds_since(self.started), self.state.ahead()
        ends = [state.copy()]
        texts: list[str] = []
        warnings: tuple[str, ...] = ()
        for number in numbers:
            moves = state.moves(after_end=True)
            if number >= len(moves):
                break  # the script has generated other moves
            texts.append(text_alone(moves, number))
            state.play(moves[number], after_end=True)
            if not state.in_turn:
                ends.append(state.copy())
            elif not warnings:
                warnings = early_end_warning(state, texts[-1])
        if state.outcome != "win":
            raise ForthgameError(
                "the moves that were found do not solve the puzzle when they are played: does the "
                "script draw random numbers, or keep something outside the position?"
            )
        turns = len(ends) - 1
        return Solution(
            True,
            tuple(texts),
            turns,
            self.count,
            seconds,
            self.method,
            reason or f"solved in {turns_text(turns)}",
            warnings=(*distance_warnings(ends), *warnings),
        )

    def _along(self, records: list[Record]) -> list[int]:
        state = self.state.ahead()
        return [number for record in records[1:] for number in follow(state, record)]

    # -- searches -------------------------------------------------------------------------------

    def _left(self) -> int:
        nodes = self.bounds.nodes
        return NO_LIMIT if nodes is None else nodes - self.count

    def _next_layer(self, done: int) -> None:
        """Record that solutions of so many turns are excluded."""
        self.depth = done
        if self.bounds.depth is not None and done >= self.bounds.depth:
            raise _Stopped(f"none within {turns_text(self.bounds.depth)}")

    def _stopped(self, how: str, side: BreadthFirst) -> _Stopped:
        if how == FULL:
            return _Stopped(f"none within {turns_text(self.depth)}: {side.why}")
        return _Stopped(f"none within {self.bounds.nodes} positions")

    def _in_breadth(self) -> Solution:
        side = BreadthFirst(self.state, flags_of(self.game, self.bounds.turns), self.bounds.memory)
        self.sides.append(side)
        side.begin()
        return self._on_in_breadth(side)

    def _on_in_breadth(self, side: BreadthFirst) -> Solution:
        hurry = self.auto and has_distance(self.game)
        judged = 0 if flags_of(self.game, False) else 1  # else judged when expanded
        while True:
            if side.depth >= judged:
                self._next_layer(side.depth - judged)
            how = self._expand(side, ENOUGH if hurry else NO_LIMIT)
            if how == FOUND:
                found = self.game.forth.processor.i64[extension_registers.SOLVE_FOUND.index] - 1
                return self._solution(self._along(side.line(found)))
            if how == LIMIT and hurry and side.count >= ENOUGH:
                return self._go_deep()
            if how != LAYER_DONE:
                raise self._stopped(how, side)
            if not side.turn_over():
                raise _Exhausted(ALL_SEEN)

    def _see_the_clock(self) -> None:
        if self._is_over():
            raise _Stopped("" if self.ended.is_set() else self._late())

    def _expand(self, side: BreadthFirst, most: int, other: BreadthFirst | None = None) -> str:
        self._see_the_clock()  # the machine checks only in long layers
        limit = min(most, side.count + max(self._left(), 0))
        if self.interpreted and self.count < INTERPRETED:
            few = side.count + INTERPRETED - self.count
            if few < limit:
                how = side.expand(few, other)
                if how != LIMIT:
                    return how
        self._compile()
        return side.expand(limit, other)

    def _compile(self) -> None:
        """Compile the search; the time for that does not count."""
        if self.interpreted and self.game.native is not None:
            self.interpreted, began = False, clock.monotonic()
            self.game.native.prepare_solving()
            waited = seconds_since(began)
            self.started += waited
            processor = self.game.forth.processor
            if processor.deadline is not None:
                processor.deadline += waited

    def _go_deep(self) -> Solution:
        """Continue by depth after the breadth-first search has grown large."""
        self.before = self.count
        for side in self.sides:
            side.close()
        self.sides = []
        self.method = "ida"
        return self._by_depth()

    def _by_depth(self) -> Solution:
        if not has_distance(self.game):
            raise ForthgameError(
                "a search by depth needs the script's OnDistance ( -- n ): how many turns are "
                "needed at least"
            )
        deep = IdaStar(self.state, flags_by_depth(self.game, self.bounds.turns), self.bounds.memory)
        limit = self._left()
        self.deep = deep
        if self.before:
            self._compile()
        deep.begin(min(limit, INTERPRETED) if self.interpreted else limit)
        while True:
            if deep.depth >= NEVER:
                raise _Exhausted("no solution: every way ends before one")
            self._next_layer(deep.depth - 1)
            self._see_the_clock()  # a depth may end before the machine checks
            solved = deep.deepen()
            if solved:
                return self._solution(deep.moves)
            if solved is None and (not self.interpreted or limit <= INTERPRETED):
                raise _Stopped(f"none within {self.bounds.nodes} positions")
            if solved is None:  # repeat this depth from its start
                self._compile()
                deep.begin_again(limit)

    def _from_both_ends(self) -> Solution:
        goal = self._goal()
        flags = flags_of(self.game, False)
        half = self.bounds.memory // 2
        near, far = (
            BreadthFirst(self.state, flags, half),
            BreadthFirst(goal, flags | BACKWARD, half),
        )
        self.sides += [near, far]
        near.begin()
        far.begin()
        while True:
            self._next_layer(near.depth + far.depth)
            side, other = (near, far) if near.waiting <= far.waiting else (far, near)
            how = self._expand(side, NO_LIMIT, other)
            if side is far and how == LAYER_DONE and far.one_way:
                raise ForthgameError(
                    f"{self.game.name} cannot be searched from both ends: not every move near the "
                    "end is taken back by a single move; use --method breadth"
                )
            if how == FOUND:
                return self._solution(self._across(near, far, side is near))
            if how != LAYER_DONE:
                raise self._stopped(how, side)
            if not side.turn_over():
                if side is near:
                    raise _Exhausted(ALL_SEEN)
                self.before = far.count
                far.close()
                self.sides = [near]
                return self._on_in_breadth(near)  # another position may be solved

    def _goal(self) -> Playthrough:
        goal = self.to
        if goal is None or goal.game is not self.game:
            raise ForthgameError("the position to be reached is one of another game")
        if goal.outcome != "win":
            raise PositionError("the position to be reached does not win")
        if self.game.declaration.kept.uncompared or self.bounds.turns:
            raise ForthgameError(
                "a search from both ends compares positions as they stand: not with {uncompared} "
                "storage, nor with numbers of turns"
            )
        return goal

    def _across(self, near: BreadthFirst, far: BreadthFirst, forward: bool) -> list[int]:
        registers = self.game.forth.processor.i64
        found = registers[extension_registers.SOLVE_FOUND >> 3] - 1
        meeting = registers[extension_registers.SOLVE_MET >> 3] - 1
        if meeting < 0 and not forward:
            raise ForthgameError(
                f"{self.game.name} cannot be searched from both ends: it is solved in more than "
                "one position; use --method breadth"
            )
        if meeting < 0:
            return self._along(near.line(found))
        here, there = (found, meeting) if forward else (meeting, found)
        return self._along([*near.line(here), *far.line(there)[-2::-1]])


# -- verification ---------------------------------------------------------------------------------


def _stands(state: Playthrough, wanted: Record) -> bool:
    """Return whether a position equals a record, apart from the number of the turn."""
    turn = list(memoryview(state.position.turn).cast("i"))
    number = NUMBER // 4
    same = [a == b for k, (a, b) in enumerate(zip(turn, wanted.turn, strict=True)) if k != number]
    return state.position.board == wanted.board and all(same)


def _ways(state: Playthrough) -> Iterator[list[int]]:
    """Play each possible turn in sequence, and yield the indices of its moves; changes `state`."""
    depth, numbers = [iter(state.moves(after_end=True))], list[int]()
    seen: set[tuple[bytes, bytes]] = set()  # partial moves may go back and forth
    while depth:
        move = next(depth[-1], None)
        if move is None:
            depth.pop()
            if depth:
                state.undo()
                numbers.pop()
            continue
        state.play(move, after_end=True)
        numbers.append(move.index)
        if state.in_turn and len(depth) <= DEEPEST_TURN:
            stands = (bytes(state.position.board), bytes(state.position.turn))
            moves = () if stands in seen else state.moves(after_end=True)
            seen.add(stands)
            depth.append(iter(moves))
            continue
        yield numbers
        state.undo()
        numbers.pop()


def follow(state: Playthrough, wanted: Record) -> list[int]:
    """Play the turn that leads to a record's position; return the indices of its moves.

    Raises ForthgameError if no turn leads there.
    """
    for numbers in _ways(state):
        if _stands(state, wanted):
            return numbers
    raise ForthgameError(
        "the moves of the solution are not found again: does the script draw random numbers while "
        "it makes moves?"
    )


def distance_warnings(ends: list[Playthrough]) -> tuple[str, ...]:
    """Return warnings about OnDistance in the positions after each turn of a solution.

    An error in the event gives a warning instead.
    """
    if not has_distance(ends[0].game):
        return ()
    turns = len(ends) - 1
    for done, state in enumerate(ends):
        where = f"after {done} of {turns_text(turns)}"
        try:
            said = _distance(state)
        except ScriptError as error:
            why = str(error).splitlines()[0]
            return (f"OnDistance could not be compared with the solution {where}: {why}",)
        if said > turns - done:
            return (
                f"OnDistance says {said} {where}, {turns - done} are left: it must never say "
                "more, or the solution may not be a shortest one",
            )
    return ()


def early_end_warning(state: Playthrough, move: str) -> tuple[str, ...]:
    """Return a warning if the game is over after a partial move of a solution.

    An error in the event is ignored.
    """
    try:
        outcome = state.outcome
    except ScriptError:
        return ()
    if outcome is None:
        return ()
    return (
        f"in play the game is over behind {move!r} ({outcome}), in the middle of a turn; a puzzle "
        "is judged between turns",
    )


def _distance(state: Playthrough) -> int:
    game = state.game
    state.enter()
    game.run_word("(abandon-generation)")
    return game.visit_positions(game.forth.engine_word("(distance)").entry)


# -- conditions -----------------------------------------------------------------------------------


def require_puzzle(state: Playthrough) -> None:
    """Raise ForthgameError if a game is not a puzzle or has state outside its positions."""
    game = state.game
    seats = game.declaration.competitors
    if len(seats) != 1:
        who = f"{len(seats)} players who can win ({', '.join(seats)})" if seats else "no player"
        raise ForthgameError(f"{game.name} is not a puzzle: it has {who}, and a puzzle has one")
    code = game.player_named(seats[0]).code
    for turn in game.declaration.turns:
        if turn.player != code:
            other = game.player_by_code(turn.player)
            name = other.name if other else "another player"
            raise ForthgameError(
                f"{game.name} is not a puzzle: {name} has turns too, and {seats[0]} does not "
                "choose the moves there"
            )
    if game.forth.processor.register(extension_registers.PLAYED_USED):
        raise ForthgameError(
            f"{game.name} asks how often positions have stood, so they are not solved one by one"
        )
    if state.in_turn:
        raise ForthgameError("a solution begins with a turn, and this position is in the middle")


def flags_of(game: Script, turns: bool) -> int:
    """Return the flags by which the search evaluates and compares positions."""
    stored = game.forth.processor.register(extension_registers.LISTS_JUDGED)
    early = not stored and judges_without_lists(game.forth)
    return (EARLY if early else 0) | (WITH_TURNS if turns else 0)


def flags_by_depth(game: Script, turns: bool) -> int:
    """Return the flags for a search by depth, which stores bounds of positions."""
    late = not turns and looks_at_turns(game.forth)
    return flags_of(game, turns) | (TURNS_COUNT if late else 0)


def has_distance(game: Script) -> bool:
    return game.forth.processor.register(at.EVENTS + 4 * DISTANCE) != 0
