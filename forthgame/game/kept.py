"""Cells of the board record that the engine needs for words named by a script.

A script that names none of these words has none of the cells. They follow the script's own data,
and are laid out after the script has been read, because a word may be named after `board}`.
"""

from __future__ import annotations

from collections.abc import Mapping

from forthgame.lang import beyond as more
from forthgame.lang.sealed import keeps
from forthgame.vm.forth import Forth

# names in the text of positions
NEXT, OUT, QUIET, CHOICES, LAST = "(next)", "(out)", "(quiet)", "(chosen)", "(last)"
HIDDEN = frozenset((NEXT, OUT, QUIET, CHOICES, LAST))
# registers to set for each
NOTED: Mapping[str, tuple[int, ...]] = {
    "goal": (more.GOALS,),
    "past": (more.PLAYED_USED,),
    "cycles": (more.PLAYED_USED, more.CYCLES_USED),
}
NOT_COMPARED = (NEXT, QUIET, CHOICES, LAST)


class Kept:
    """The words of this kind that a script names, and the cells that they need."""

    def __init__(self, forth: Forth) -> None:
        self._forth = forth
        self.named: frozenset[str] = frozenset()
        self.uncompared: tuple[str, ...] = ()
        self.choosers = 0  # number of players if some choose together

    def name(self, word: str) -> None:
        if word not in self.named:
            self.named |= {word}
            noted = NOTED.get(keeps(word), ())
            self._forth.processor.set_registers(dict.fromkeys(noted, -1))

    @property
    def cells(self) -> dict[str, int]:
        """Return the items needed and their numbers of cells, in the order of the record."""
        kept = {keeps(word) for word in self.named}
        needed = {NEXT: 1, OUT: 1} if "turns" in kept else {}
        if "quiet" in kept:
            needed[QUIET] = 1
        if "last" in kept:
            needed[LAST] = 1
        if self.choosers:
            needed[CHOICES] = 2 * self.choosers
        return needed

    def write(self, places: dict[str, tuple[int, int]]) -> None:
        """Write offsets to the engine; `places` has the byte offset and size of all storage."""
        first = {name: places[name][0] if name in places else 0 for name in HIDDEN}
        ranges = [places[n] for n in (*self.uncompared, *NOT_COMPARED) if n in places]
        cells = [v for start, size in ranges for v in (start // 4, (size + 3) // 4)]
        table = self._forth.store_cells([len(ranges), *cells]) if ranges else 0
        self._forth.processor.set_registers({
            more.TURN_NEXT_CELL: first[NEXT], more.TURN_OUT_CELL: first[OUT],
            more.QUIET_CELL: first[QUIET], more.CHOICE_CELL: first[CHOICES],
            more.LAST_CELL: first[LAST], more.UNCOMPARED: table,
        })  # fmt: skip
