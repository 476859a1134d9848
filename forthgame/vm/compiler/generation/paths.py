"""Which quick way an entry of a move list takes where moves are counted, and what keeps it off."""

from __future__ import annotations

from collections.abc import Mapping

from forthgame.code.function import Function
from forthgame.lang import layout as at
from forthgame.lang.beyond import COUNTABLE
from forthgame.vm.compiler.generation.entries import COUNTED, LISTED, TALLIED, Candidates, Path
from forthgame.vm.compiler.generation.links import Board
from forthgame.vm.compiler.generation.recording import Inexact
from forthgame.vm.compiler.generation.scratch import ScratchReader
from forthgame.vm.compiler.generation.steady import first_change
from forthgame.vm.compiler.generation.tally import (
    Entry,
    TallyReader,
    check_together,
    listed,
    tallied_entries,
)


def paths(
    functions: Mapping[int, Function],
    board: Board,
    settled: Mapping[int, int],
    candidates: Candidates,
) -> dict[int, Path]:
    """The way of each entry by its address."""
    reader = TallyReader(functions, board, settled, candidates)
    drops = {address for _, address in listed(board, settled, drops=True)}
    found = {a: _alone(reader, Entry(a, c.entry, 1, a in drops)) for a, c in candidates.items()}
    coalitions = settled.get(at.COALITIONS) != 0
    if not settled.get(COUNTABLE):
        own = ScratchReader(functions, reader.scratch)
        entries = (candidate.entry for candidate in candidates.values())
        scratch = reader.scratch if all(map(own.is_own, entries)) else frozenset()
        for address, candidate in candidates.items():
            change = first_change(candidate.entry, functions, coalitions, scratch)
            why = "something looks at the moves of the list, or takes some out later"
            found[address] = Path(LISTED, why) if change is None else Path(LISTED, *change)
        return found
    try:
        tallied = tallied_entries(board, settled, candidates)
        if all(path.kind == TALLIED for path in found.values()):
            check_together(reader.read_all(tallied)[1])
    except Inexact as reason:
        return {address: Path(COUNTED, str(reason)) for address in found}
    if any(path.kind != TALLIED for path in found.values()):
        for address, path in found.items():
            if path.kind == TALLIED:
                found[address] = Path(COUNTED, "other words of the game cannot be tallied")
    return found


def _alone(reader: TallyReader, entry: Entry) -> Path:
    """The way of an entry if it were the only one."""
    try:
        reader.read(entry)
    except Inexact as reason:
        return Path(COUNTED, str(reason), reason.cell)
    return Path(TALLIED)
