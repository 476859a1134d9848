"""Coverage: which lines of a script random play never comes to."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass

from forthgame.code.instruction import instructions
from forthgame.debug.keeping import kept
from forthgame.debug.noting import Noting
from forthgame.debug.probe import Probe
from forthgame.errors import Place, ScriptError
from forthgame.game.script import Script
from forthgame.lang.facts import BRANCHES, ENDS, LEAVING

Report = Callable[[int, int, int], None]  # games played, plies, places not reached yet

LEAVES = ENDS | BRANCHES | LEAVING


@dataclass(frozen=True)
class FileCoverage:
    """A file: its lines with code, and those never reached.

    `parts` are places where something begins that was never reached on a line that was, behind an
    IF say; `words` are those of which nothing was reached.
    """

    file: str
    lines: tuple[int, ...]
    missed: tuple[int, ...]
    parts: tuple[Place, ...]
    words: tuple[str, ...]

    @property
    def share(self) -> float:
        """How much of the lines was reached, from 0 to 1."""
        return 1 - len(self.missed) / len(self.lines) if self.lines else 1.0


@dataclass(frozen=True)
class Coverage:
    """What random play has reached of a script and what it loads.

    `games` counts those that were played to their end, `plies` is theirs. `failed` counts the games
    that ended in an error of the script, `error` is the first; what they had reached is counted.
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
    report: Report | None = None,
    native: bool | None = None,
) -> Coverage:
    """Play random games from the set-up and note what is reached of every definition.

    Each stretch of code without a branch has a breakpoint that is removed when it is reached, so
    the interpreter soon plays as fast as ever. Where the games take long, machine code that notes
    by itself what it comes to is made in the background, and plays the rest: `native` False
    leaves that out, True makes it before the first game. The games, and what they reach, are the
    same. A game in which the script fails is left, and the next one begins; nothing is raised for
    it. `report` is called after each game.
    """
    probe = Probe(game, watches=True)
    points = places_to_reach(game, probe)
    waiting = set(points)
    processor = game.forth.processor

    done, length, failed = 0, 0, 0
    first: ScriptError | None = None
    with kept(game), closing(Noting(game, points, waiting, games, native)) as code:
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
        except ScriptError as error:  # no game can begin
            failed, first = max(games, 1), error
    return Coverage(done, length, _by_file(points, waiting, probe), failed, first)


def places_to_reach(game: Script, probe: Probe) -> list[int]:
    """Cells with which something begins: a word, a line, what a branch leads to or leaves."""
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
    # a word that was left by `verify` does not come to its `;`
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
