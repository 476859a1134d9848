"""Which quick way an entry of a move list takes where moves are counted, and what keeps it off."""

from __future__ import annotations

from collections.abc import Mapping

from forthgame.code.function import Function
from forthgame.lang import layout as at
from forthgame.lang.beyond import COUNTABLE, ONLY_TALLIED
from forthgame.vm.compiler.generation.entries import COUNTED, LISTED, TALLIED, Candidates, Path
from forthgame.vm.compiler.generation.links import Board
from forthgame.vm.compiler.generation.recording import Inexact
from forthgame.vm.compiler.generation.scratch import ScratchReader, written_by
from forthgame.vm.compiler.generation.steady import first_change
from forthgame.vm.compiler.generation.tallied import (
    Entry,
    TallyReader,
    listed,
    read_game,
)


def paths(
    functions: Mapping[int, Function],
    board: Board,
    settled: Mapping[int, int],
    candidates: Candidates,
) -> dict[int, Path]:
    """Return the way of each entry by its address."""
    game = functions, board, settled, candidates
    if not settled.get(COUNTABLE):
        return _listed(*game)
    slower = LISTED if settled[COUNTABLE] == ONLY_TALLIED else COUNTED
    try:
        read_game(*game)
    except Inexact as reason:
        of_all = Path(slower, str(reason))
    else:
        return dict.fromkeys(candidates, Path(TALLIED))
    drops = {address for _, address in listed(board, settled, drops=True)}
    found = {
        a: _alone(TallyReader(*game), Entry(a, c.entry, c.type, a in drops))
        for a, c in candidates.items()
    }
    if any(path.kind != TALLIED for path in found.values()):
        of_all = Path(slower, "other words of the game cannot be tallied")
    return {
        a: of_all if path.kind == TALLIED else Path(slower, path.why, path.cell)
        for a, path in found.items()
    }


def _listed(
    functions: Mapping[int, Function],
    board: Board,
    settled: Mapping[int, int],
    candidates: Candidates,
) -> dict[int, Path]:
    """Return why the moves of each entry are recorded."""
    scratch = written_by((each.entry for each in candidates.values()), functions)
    own = ScratchReader(functions, scratch)
    if not all(own.is_own(candidate.entry) for candidate in candidates.values()):
        scratch = frozenset()
    found = {}
    for address, candidate in candidates.items():
        coalitions = settled.get(at.COALITIONS) != 0
        change = first_change(candidate.entry, functions, coalitions, scratch)
        why = "something looks at the moves of the list, or takes some out later"
        found[address] = Path(LISTED, why) if change is None else Path(LISTED, *change)
    return found


def _alone(reader: TallyReader, entry: Entry) -> Path:
    """Return the way of an entry if it were the only one."""
    try:
        reader.read(entry)
    except Inexact as reason:
        return Path(COUNTED, str(reason), reason.cell)
    return Path(TALLIED)
