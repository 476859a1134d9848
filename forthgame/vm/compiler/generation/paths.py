"""Counting methods of the entries of move lists, and the obstacles to better ones."""

from __future__ import annotations

from collections.abc import Mapping

from forthgame.code.function import Function
from forthgame.code.written_first import write_first
from forthgame.lang.beyond import COUNTABLE, ONLY_TALLIED
from forthgame.vm.compiler.generation.entries import COUNTED, LISTED, TALLIED, Candidates, Path
from forthgame.vm.compiler.generation.links import Board
from forthgame.vm.compiler.generation.purity import first_change, said_of
from forthgame.vm.compiler.generation.recording import Inexact
from forthgame.vm.compiler.generation.scratch import written_by
from forthgame.vm.compiler.generation.tallied import (
    Entry,
    Tally,
    TallyReader,
    listed,
)


def paths(
    tally: Tally | Inexact,
    functions: Mapping[int, Function],
    board: Board,
    settled: Mapping[int, int],
    candidates: Candidates,
) -> dict[int, Path]:
    """Return the method of each entry of a game that may be counted, by its address.

    `tally` has the moves of the game, or the reason why they cannot be read.
    """
    if isinstance(tally, Tally):
        return dict.fromkeys(candidates, Path(TALLIED))
    slower = LISTED if settled[COUNTABLE] == ONLY_TALLIED else COUNTED
    of_all = Path(slower, str(tally))
    drops = {address for _, address in listed(board, settled, drops=True)}
    found = {
        a: _alone(
            TallyReader(functions, board, settled, candidates),
            Entry(a, c.entry, c.type, a in drops),
        )
        for a, c in candidates.items()
    }
    if any(path.kind != TALLIED for path in found.values()):
        of_all = Path(slower, "other words of the game cannot be tallied")
    return {
        a: of_all if path.kind == TALLIED else Path(slower, path.why, path.cell)
        for a, path in found.items()
    }


def listed_paths(functions: Mapping[int, Function], candidates: Candidates) -> dict[int, Path]:
    """Return the reason why the moves of each entry are recorded, by its address."""
    scratch = written_by((each.entry for each in candidates.values()), functions)
    if not write_first((each.entry for each in candidates.values()), functions, scratch):
        scratch = frozenset()
    found = {}
    for address, candidate in candidates.items():
        change = first_change(candidate.entry, functions, scratch)
        found[address] = Path(LISTED)
        if change is not None:
            name, cell = change
            found[address] = Path(LISTED, said_of(name), cell)
    return found


def _alone(reader: TallyReader, entry: Entry) -> Path:
    try:
        reader.read(entry)
    except Inexact as reason:
        return Path(COUNTED, str(reason), reason.cell)
    return Path(TALLIED)
