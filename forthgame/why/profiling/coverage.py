"""Coverage: the lines of a script that random play does not reach.

Games run on the interpreter, and later in machine code that records the cells it reaches. Compiling
it takes seconds of processor time, so it starts only if the remaining games would take longer in
the interpreter, which plays until the code is ready.
"""

from __future__ import annotations

import ctypes
import time
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass

from forthgame.analysis.instruction import instructions
from forthgame.base.errors import Place, ScriptError
from forthgame.machine.tiers.native_tier import NativeTier
from forthgame.machine.tiers.plan_search import BuildPlan
from forthgame.position.new_games import begin
from forthgame.rules.script import Script
from forthgame.why.inspection.probe import Probe
from forthgame.why.inspection.state_copies import isolated
from forthgame.words.registers import call_registers, memory_layout as at
from forthgame.words.word_sets import BRANCHES, ENDS, LEAVING

TRIED = 0.5  # seconds of play before the remaining time is estimated
WORTH = 6.0  # least remaining seconds: more than compiling most games takes
WORDS = slice(at.NATIVE_WORDS, at.NATIVE_WORDS + at.WORD_LIMIT * 8)
REGISTERS = (call_registers.HOST_OBJECT, at.RETURN_LIMIT)
LEAVES = ENDS | BRANCHES | LEAVING


class NativeCoverage:
    """Plays the games of a coverage: on the interpreter, then in machine code of its own.

    `waiting` is the set of cells that were not reached yet.
    """

    def __init__(
        self,
        game: Script,
        cells: Sequence[int],
        waiting: set[int],
        games: int,
        native: bool | None,
    ) -> None:
        self._game, self._cells, self._waiting, self._games = game, cells, waiting, games
        self._native = native
        processor = game.forth.processor
        self._own_tier = processor.tier  # the game's usual machine code, which records nothing
        self._registers = {k >> 3: processor.i64[k >> 3] for k in REGISTERS}
        self._addresses = bytes(processor.bytes[WORDS])
        processor.drop_native()
        self._begun = time.perf_counter()
        self._played = -1
        self._tier: NativeTier | None = None
        self._plan: BuildPlan | None = None
        self._bytes: ctypes.Array[ctypes.c_char] | None = None
        self._noted = b""

    def use(self) -> None:
        """Prepare the next game: install finished machine code, or start compiling it."""
        self._played += 1
        if not self._waiting and self._own_tier is not None:
            self.close()
            return
        possible = self._game.native is not None and bool(self._cells)
        if self._bytes is not None or self._native is False or not possible:
            return
        if self._plan is None and self._pays():
            self._tier = NativeTier(self._game.forth.processor)
            if self._game.native is not None:
                self._plan = self._game.native.builder.plan_noting(self._cells)
                self._plan.start()
        if self._plan is not None and (self._native or self._plan.done):
            self._install(self._plan)

    def _pays(self) -> bool:
        taken = time.perf_counter() - self._begun
        if self._native or not self._played or taken < TRIED:
            return bool(self._native)
        return taken / self._played * (self._games - self._played) > WORTH

    def _install(self, plan: BuildPlan) -> None:
        processor = self._game.forth.processor
        built = plan.build(processor.check_time)
        if self._tier is None:
            return
        processor.drop_native()
        self._tier.install(plan)
        processor.tier, processor.noting = self._tier, True
        self._bytes = (ctypes.c_char * len(self._cells)).from_address(built.reached)
        ctypes.memset(built.reached, 0, len(self._cells))

    def close(self) -> None:
        """Reinstall the game's usual machine code."""
        processor = self._game.forth.processor
        processor.tier, processor.noting = self._own_tier, False
        processor.bytes[WORDS] = self._addresses
        for place, value in self._registers.items():
            processor.i64[place] = value

    def reached(self) -> set[int]:
        """Return the cells that machine code has reached; empty if there are no new ones."""
        if self._bytes is None or self._bytes.raw == self._noted:
            return set()
        self._noted = self._bytes.raw
        return {cell for cell, noted in zip(self._cells, self._noted, strict=True) if noted}


CoverageProgress = Callable[[int, int, int], None]  # games played, plies, places not reached yet


# -- results ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class FileCoverage:
    """The lines of a file with code, and those that were not reached.

    `parts` are places within reached lines that were not reached, such as the body of an IF;
    `words` are words of which nothing was reached.
    """

    file: str
    lines: tuple[int, ...]
    missed: tuple[int, ...]
    parts: tuple[Place, ...]
    words: tuple[str, ...]

    @property
    def share(self) -> float:
        """Return the share of reached lines, from 0 to 1."""
        return 1 - len(self.missed) / len(self.lines) if self.lines else 1.0


@dataclass(frozen=True)
class Coverage:
    """The coverage of a script and the files that it loads.

    `games` and `plies` count completed games. `failed` counts games that ended with an error of the
    script, and `error` is the first of these; the lines they reached count.
    """

    games: int
    plies: int
    files: tuple[FileCoverage, ...]
    failed: int = 0
    error: ScriptError | None = None


def coverage(
    game: Script,
    games: int = 10,
    seed: int = 1,
    plies: int = 5000,
    report: CoverageProgress | None = None,
    native: bool | None = None,
) -> Coverage:
    """Play random games from the set-up and record which parts of every definition they reach.

    Every basic block has a breakpoint that is removed when it is reached, so the interpreter is
    soon as fast as without. For long runs, machine code that records what it reaches is compiled in
    the background and plays the remaining games: `native=False` prevents that, and True compiles it
    before the first game. Games and results are the same in both cases. A game that fails with an
    error of the script is abandoned, and nothing is raised. `report` is called after each game.
    """
    probe = Probe(game, watches=True)
    points = places_to_reach(game, probe)
    waiting = set(points)

    done, length, failed = 0, 0, 0
    first: ScriptError | None = None
    with isolated(game), closing(NativeCoverage(game, points, waiting, games, native)) as code:
        game.forth.processor.breaks = waiting
        game.forth.processor.on_break = lambda: waiting.discard(probe.cell())
        try:
            state = begin(game, seed)
            for _ in range(games):
                code.use()
                try:
                    length += state.play_out(1, plies).plies
                    done += 1
                except ScriptError as error:
                    failed, first = failed + 1, first or error
                waiting -= code.reached()
                if report is not None:
                    report(done + failed, length, len(waiting))
        except ScriptError as error:  # no game can start
            failed, first = max(games, 1), error
    return Coverage(done, length, _by_file(points, waiting, probe), failed, first)


def places_to_reach(game: Script, probe: Probe) -> list[int]:
    """Return the first cells of words and lines, and the targets and successors of branches."""
    code, found = game.forth.code, set()
    line: tuple[str, int] | None = None
    start = -1
    for instruction in instructions(code.cells, code.own, code.top):
        cell, name = instruction.cell, instruction.name
        token = probe.token(cell)
        if token is not None:
            here = (token.source.name, token.place.line)
            if here != line or code.start(cell) != start:
                found.add(cell)
            line, start = here, code.start(cell)
            if name in BRANCHES:
                found.add(instruction.operand)
            if name in LEAVES:
                found.add(instruction.next)
    tokens = {cell: probe.token(cell) for cell in sorted(found)}
    # `verify` leaves a word without executing its `;`
    return [cell for cell, token in tokens.items() if token is not None and token.text != ";"]


def _by_file(points: list[int], waiting: set[int], probe: Probe) -> tuple[FileCoverage, ...]:
    cells: dict[str, dict[int, Place]] = {}
    for cell in points:
        place = probe.place(cell)
        if place is not None:
            cells.setdefault(place.file, {})[cell] = place
    found = []
    for file, places in cells.items():
        missed = {cell: place for cell, place in places.items() if cell in waiting}
        lines = {place.line for cell, place in places.items() if cell not in waiting}
        words = {probe.owner(cell) for cell in places if cell not in waiting}
        found.append(
            FileCoverage(
                file,
                tuple(sorted({place.line for place in places.values()})),
                tuple(sorted({place.line for place in missed.values()} - lines)),
                tuple(place for place in missed.values() if place.line in lines),
                tuple(sorted({probe.owner(cell) for cell in missed} - words)),
            )
        )
    return tuple(found)
