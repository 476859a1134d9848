"""Coverage: the lines of a script that random play does not reach."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass

from forthgame.analysis.instruction import instructions
from forthgame.base.errors import Place, ScriptError
from forthgame.rules.script import Script
from forthgame.why.inspection.probe import Probe
from forthgame.why.inspection.state_copies import isolated
from forthgame.why.profiling.native_coverage import NativeCoverage
from forthgame.words.word_sets import BRANCHES, ENDS, LEAVING

CoverageProgress = Callable[[int, int, int], None]  # games played, plies, places not reached yet

LEAVES = ENDS | BRANCHES | LEAVING


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
    processor = game.forth.processor

    done, length, failed = 0, 0, 0
    first: ScriptError | None = None
    with isolated(game), closing(NativeCoverage(game, points, waiting, games, native)) as code:
        processor.breaks = waiting
        processor.on_break = lambda: waiting.discard(probe.cell())
        try:
            state = game.new_game(seed)
            for _ in range(games):
                code.use()
                try:
                    length += game.playouts(1, state=state, plies=plies).plies
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
    for instruction in instructions(code.cells, 0, code.top):
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
