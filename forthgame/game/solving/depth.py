"""IDA*: iterative deepening from the turns that the script's OnDistance requires.

After R. E. Korf, Depth-First Iterative-Deepening (1985); learned bounds are stored in a table, as
A. Reinefeld and T. A. Marsland describe (1994).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from forthgame.errors import ScriptError
from forthgame.game.alone import alone
from forthgame.game.solving.memory import ENTRY, Table
from forthgame.lang import beyond as more
from forthgame.lang import layout as at
from forthgame.lang.words.puzzle_depth import NEVER

if TYPE_CHECKING:
    from forthgame.game.playthrough import Playthrough

FEWEST, MOST = 1 << 10, 1 << 24  # entries of the table
NO_MORE_POSITIONS = -275
SOLVED = -1


@alone("_call", "_processor")
class Depth:
    """An iterative deepening search from one position."""

    def __init__(self, state: Playthrough, flags: int, memory: int) -> None:
        """`memory` is the size of the table in bytes."""
        self._state = state
        self._processor = state.game.forth.processor
        entries = 1 << max((memory // ENTRY).bit_length() - 1, 0)
        self._table = Table(min(max(entries, FEWEST), MOST))
        self._flags = flags
        self.depth = 0
        self.moves: list[int] = []  # indices of the solution's moves

    def close(self) -> None:
        self._table.close()

    @property
    def count(self) -> int:
        return self._processor.i64[more.SOLVE_COUNT >> 3]

    def _set(self, values: Mapping[int, int]) -> None:
        for register, value in values.items():
            self._processor.i64[register >> 3] = value

    def _call(self, word: str, *arguments: int) -> int:
        game = self._state.game
        self._state.enter(afresh=True)
        game.run_word("(abandon-generation)")
        return game.at_many(game.forth.engine_word(word).entry, *arguments)

    def begin(self, limit: int) -> None:
        """Lend the table to the machine; `limit` is a number of positions."""
        self._set({**dict.fromkeys(more.SOLVE_REGISTERS, 0), more.SOLVE_FLAGS: self._flags})
        self._lend(limit)
        self._call("(begin-solving)")
        self._set({more.SOLVE_FIRST: self._state.turn_number})
        self.depth = max(self._call("(distance)"), 1)

    def _lend(self, limit: int) -> None:
        self._set({
            more.SOLVE_TABLE: self._table.address - self._processor.address,
            more.SOLVE_MASK: self._table.entries - 1,
            more.SOLVE_LIMIT: limit,
        })  # fmt: skip

    def begin_again(self, limit: int) -> None:
        """Continue with a higher limit on positions, after a depth was stopped.

        The table is cleared: positions on the interrupted path have bounds of failed paths,
        although they have not failed.
        """
        entries = self._table.entries
        self._table.close()
        self._table = Table(entries)
        self._lend(limit)

    def deepen(self) -> bool | None:
        """Search to the required depth; return True if solved, None if stopped at the limit.

        Otherwise return False, with `depth` increased, or NEVER if there is no solution.
        """
        self._set({more.SOLVE_STEPS: 0})
        try:
            needed = self._call("(seek-from)", self.depth)
        except ScriptError as error:
            if error.number != NO_MORE_POSITIONS:
                raise
            return None
        if needed != SOLVED:
            self.depth = min(needed, NEVER)
            return False
        start, steps = at.LINES >> 2, self._processor.i64[more.SOLVE_STEPS >> 3]
        self.moves = self._processor.i32[start : start + steps].tolist()[::-1]  # stored backwards
        return True
