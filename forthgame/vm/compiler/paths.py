"""Which quick way an entry of a move list takes where moves are counted, and what keeps it off."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from forthgame.lang import layout as at
from forthgame.lang.beyond import COUNTABLE
from forthgame.vm.compiler.decode import Function
from forthgame.vm.compiler.guards import Board
from forthgame.vm.compiler.scan import Candidates
from forthgame.vm.compiler.steady import first_change
from forthgame.vm.compiler.tally import Entry, Inexact, TallyReader, tallied_entries

TALLIED, COUNTED, LISTED = "tallied", "counted", "listed"


@dataclass(frozen=True)
class Path:
    """How moves of an entry are counted, why not better, and the cell of the code that says so.

    `tallied`: 64 positions at a time, without running the word. `counted`: the word is run, and
    no list is made. `listed`: each move is recorded, also where only their number is wanted.
    """

    kind: str
    why: str = ""
    cell: int = -1


def paths(
    functions: Mapping[int, Function],
    board: Board,
    settled: Mapping[int, int],
    candidates: Candidates,
) -> dict[int, Path]:
    """The way of each entry by its address."""
    found = {a: _alone(functions, board, settled, a, candidates) for a in candidates}
    coalitions = settled.get(at.COALITIONS) != 0
    if not settled.get(COUNTABLE):
        for address, candidate in candidates.items():
            change = first_change(candidate.entry, functions, coalitions)
            why = "something looks at the moves of the list, or takes some out later"
            found[address] = Path(LISTED, why) if change is None else Path(LISTED, *change)
        return found
    try:
        tallied_entries(board, settled, candidates)
    except Inexact as reason:
        return {address: Path(COUNTED, str(reason)) for address in found}
    if any(path.kind != TALLIED for path in found.values()):
        for address, path in found.items():
            if path.kind == TALLIED:
                found[address] = Path(COUNTED, "other words of the game cannot be tallied")
    return found


def _alone(
    functions: Mapping[int, Function],
    board: Board,
    settled: Mapping[int, int],
    address: int,
    candidates: Candidates,
) -> Path:
    """The way of an entry if it were the only one."""
    drops = 0 if settled[at.DROP_COUNT] else 1
    entry = Entry(address, candidates[address].entry, drops)
    try:
        for player in range(1, settled[at.PLAYER_COUNT] + 1):
            TallyReader(functions, board, player, settled).read(entry)
    except Inexact as reason:
        return Path(COUNTED, str(reason), reason.cell)
    return Path(TALLIED)
