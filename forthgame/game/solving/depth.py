"""IDA*: by depth, to as many turns as the script's OnDistance says are needed, then to more.

After R. E. Korf, Depth-First Iterative-Deepening (1985); bounds that a search has learned are kept
in a table, as A. Reinefeld and T. A. Marsland describe (1994).
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
    """A search by depth from one position."""

    def __init__(self, state: Playthrough, flags: int, memory: int) -> None:
        """`memory` is the bytes that the table may take."""
        self._state = state
        self._processor = state.game.forth.processor
        entries = 1 << max((memory // ENTRY).bit_length() - 1, 0)
        self._table = Table(min(max(entries, FEWEST), MOST))
        self._flags = flags
        self.depth = 0
        self.moves: list[int] = []  # of the solution, by their numbers

    def close(self) -> None:
        """Give the memory back."""
        self._table.close()

    @property
    def count(self) -> int:
        """Positions looked at so far."""
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
        """Lend the table; `limit` is a number of positions."""
        self._set({**dict.fromkeys(more.SOLVE_REGISTERS, 0), more.SOLVE_FLAGS: self._flags})
        self._lend(limit)
        self._call("(begin-solving)")
        self._set({more.SOLVE_FIRST: self._state.turn_number})
        self.depth = max(self.distance(), 1)

    def _lend(self, limit: int) -> None:
        self._set({
            more.SOLVE_TABLE: self._table.address - self._processor.address,
            more.SOLVE_MASK: self._table.entries - 1,
            more.SOLVE_LIMIT: limit,
        })  # fmt: skip

    def begin_again(self, limit: int) -> None:
        """Let it look at so many positions in all, after it was stopped amid a depth.

        What it knows is given up: positions on the way where it was stopped have the bounds of
        ways that failed, and they have not.
        """
        entries = self._table.entries
        self._table.close()
        self._table = Table(entries)
        self._lend(limit)

    def distance(self) -> int:
        """What OnDistance says of the position."""
        return self._call("(distance)")

    def deepen(self) -> bool | None:
        """Search to the depth that is needed at least: True solved, None stopped at the limit.

        False where it is not solved: `depth` is greater then, or NEVER.
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
        self.moves = self._numbers()
        return True

    @property
    def hopeless(self) -> bool:
        """Whether there is no solution."""
        return self.depth >= NEVER

    def _numbers(self) -> list[int]:
        """The moves of the solution by their numbers in their lists: the last was noted first."""
        start, steps = at.LINES >> 2, self._processor.i64[more.SOLVE_STEPS >> 3]
        numbers: list[int] = self._processor.i32[start : start + steps].tolist()
        return numbers[::-1]
