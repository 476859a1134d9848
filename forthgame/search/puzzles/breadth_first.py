"""A side of a breadth-first search: its table, its log, and the machine's registers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from forthgame.base.errors import ScriptError
from forthgame.machine.memory.locks import exclusive_use
from forthgame.machine.memory.processor import Processor
from forthgame.position.playthrough import Playthrough
from forthgame.search.lent_memory import ENTRY, FIRST_ENTRIES, KeyTable, NoRoom, RecordLog
from forthgame.words.puzzles.breadth_first import BACKWARD, ESCAPE, FULLEST
from forthgame.words.puzzles.depth_first import NEVER
from forthgame.words.registers import extension_registers, memory_layout as at

HAS_NO_ROOM = -306
LEAST_BITS = 16  # least size of a table, as a power of two
OWN = (  # registers that each side saves
    extension_registers.SOLVE_COUNT,
    extension_registers.SOLVE_END,
    extension_registers.SOLVE_READ,
    extension_registers.SOLVE_LAYER,
    extension_registers.SOLVE_PARENT,
    extension_registers.SOLVE_EDGES,
    extension_registers.SOLVE_FRESH,
    extension_registers.SOLVE_KEY,
    extension_registers.SOLVE_LAST,
    extension_registers.SOLVE_SLOT,
    extension_registers.SOLVE_EDGE,
    extension_registers.SOLVE_EDGES_BEFORE,
    extension_registers.SOLVE_FRESH_BEFORE,
    extension_registers.SOLVE_FLAGS,
)
LAYER_DONE, FOUND, FULL, LIMIT = "layer", "found", "full", "limit"
NO_LIMIT = 1 << 62
FEWEST, MOST = 1 << 10, 1 << 24  # entries of the table
NO_MORE_POSITIONS = -275
SOLVED = -1


def _set(processor: Processor, values: Mapping[int, int]) -> None:
    for register, value in values.items():
        processor.i64[register >> 3] = value


@dataclass(frozen=True)
class Record:
    """A position in a log: the offset of its predecessor, and its cells."""

    parent: int
    turn: tuple[int, ...]
    board: bytes


@exclusive_use("begin expand", "_processor")
class BreadthFirst:
    """A breadth-first search from one position; each layer is one turn deeper than the last."""

    def __init__(self, state: Playthrough, flags: int, memory: int) -> None:
        """`memory` is the maximum size of table and log in memory, in bytes."""
        self._state = state
        self._processor = state.game.forth.processor
        self._most = 1 << max((memory // 2 // ENTRY).bit_length() - 1, LEAST_BITS)
        self._table = KeyTable(min(FIRST_ENTRIES, self._most))
        self.log = RecordLog(memory // 4)
        self._kept: dict[int, int] = dict.fromkeys(OWN, 0)
        self._kept[extension_registers.SOLVE_FLAGS] = flags
        self._kept[extension_registers.SOLVE_PARENT] = -1
        self.depth = 0
        self.why = ""
        self.active = False

    def close(self) -> None:
        self._table.close()
        self.log.close()

    # -- registers ------------------------------------------------------------------------------

    def _get(self, register: int) -> int:
        return self._processor.i64[register >> 3]

    def _lend(self, other: BreadthFirst | None) -> None:
        """Write the registers with the addresses of tables and log."""
        base = self._processor.address
        fullest = (self._table.entries - 1) // 8 * FULLEST  # same bound as in the words
        _set(self._processor, {
            extension_registers.SOLVE_TABLE: self._table.address - base,
            extension_registers.SOLVE_MASK: self._table.entries - 1,
            extension_registers.SOLVE_MOST:
                fullest if self._table.entries == self._most else self._table.entries // 2,
            extension_registers.SOLVE_LOG: self.log.address - base,
            extension_registers.SOLVE_ROOM: self.log.size,
            extension_registers.SOLVE_OTHER: other._table.address - base if other else 0,
            extension_registers.SOLVE_OTHER_MASK: other._table.entries - 1 if other else 0,
        })  # fmt: skip

    def enter(self, other: BreadthFirst | None = None) -> None:
        _set(self._processor, self._kept)
        self._lend(other)
        self.active = True

    def leave(self) -> None:
        self.active = False
        for register in OWN:
            self._kept[register] = self._get(register)

    # -- searching ------------------------------------------------------------------------------

    @property
    def count(self) -> int:
        """Return the number of stored positions, also while the machine is running."""
        kept = self._kept[extension_registers.SOLVE_COUNT]
        return max(kept, self._get(extension_registers.SOLVE_COUNT)) if self.active else kept

    @property
    def waiting(self) -> int:
        """Return the size of the records that have not been expanded, in bytes."""
        return (
            self._kept[extension_registers.SOLVE_END] - self._kept[extension_registers.SOLVE_READ]
        )

    def _call(self, word: str) -> int:
        game = self._state.game
        call = (
            game.untimed if word == "(rehash)" else game.visit_positions
        )  # rehashing visits no positions
        return call(game.forth.engine_word(word).entry)

    def begin(self, other: BreadthFirst | None = None) -> None:
        """Store the state's position. Raises NoRoom."""
        self._state.enter(afresh=True)
        self._state.game.run_word("(abandon-generation)")
        self._call("(begin-solving)")
        self.enter(other)
        while not self._entered():
            self.log.grow()
            self._lend(other)
        end = self._get(extension_registers.SOLVE_END)
        # no move has led to the first position
        _set(
            self._processor,
            {
                extension_registers.SOLVE_LAYER: end,
                extension_registers.SOLVE_EDGES: 0,
                extension_registers.SOLVE_FRESH: 0,
            },
        )
        self.leave()

    def _entered(self) -> bool:
        try:
            self._call("(enter-position)")
        except ScriptError as error:
            if error.number != HAS_NO_ROOM:
                raise
            return False
        return True

    def expand(self, limit: int = NO_LIMIT, other: BreadthFirst | None = None) -> str:
        """Continue the layer; return LAYER_DONE or FOUND, or FULL or LIMIT if it cannot continue.

        Call `turn_over` when a layer is done. `limit` is a number of positions of this side.
        """
        self.enter(other)
        _set(self._processor, {extension_registers.SOLVE_LIMIT: limit})
        try:
            return self._expand(limit, other)
        finally:
            self.leave()

    def _expand(self, limit: int, other: BreadthFirst | None) -> str:
        while True:
            try:
                self._call("(breadth)")
            except ScriptError as error:
                if error.number != HAS_NO_ROOM:
                    raise
                self._again()
                full = True
            else:
                full = False
            if self._get(extension_registers.SOLVE_FOUND):
                return FOUND
            if not full and self._get(extension_registers.SOLVE_READ) >= self._get(
                extension_registers.SOLVE_LAYER
            ):
                return LAYER_DONE
            if self._get(extension_registers.SOLVE_COUNT) >= limit:
                return LIMIT
            try:
                self._grow(other)
            except NoRoom as error:
                self.why = str(error)
                return FULL

    def _again(self) -> None:
        """Reset the position whose expansion was interrupted, so that it is expanded again."""
        self._state.game.run_word("(abandon-generation)")
        self._processor.first_board()
        _set(self._processor, {
            extension_registers.SOLVE_READ: self._get(extension_registers.SOLVE_PARENT),
            extension_registers.SOLVE_EDGES: self._get(extension_registers.SOLVE_EDGES_BEFORE),
            extension_registers.SOLVE_FRESH: self._get(extension_registers.SOLVE_FRESH_BEFORE),
        })  # fmt: skip

    def _grow(self, other: BreadthFirst | None) -> None:
        if self._get(extension_registers.SOLVE_COUNT) < self._get(extension_registers.SOLVE_MOST):
            self.log.grow()
            self._lend(other)
            return
        if self._table.entries >= self._most:
            size = self._table.entries * ENTRY >> 20
            raise NoRoom(f"the table of {size} MB is full; more memory takes more positions")
        old, new = self._table, KeyTable(min(self._table.entries * 4, self._most))
        self._table = new
        self._lend(None)
        place = old.address - self._processor.address
        _set(
            self._processor,
            {
                extension_registers.SOLVE_OTHER: place,
                extension_registers.SOLVE_OTHER_MASK: old.entries - 1,
            },
        )
        self._call("(rehash)")
        old.close()
        self._lend(other)

    def turn_over(self) -> bool:
        """Begin the next layer; return False if it is empty."""
        self._kept[extension_registers.SOLVE_LAYER] = self._kept[extension_registers.SOLVE_END]
        self._kept[extension_registers.SOLVE_FRESH] = 0
        self.depth += 1
        return self.waiting > 0

    @property
    def one_way(self) -> bool:
        """Return whether an irreversible move was made; known when a layer is done."""
        backward = self._kept[extension_registers.SOLVE_FLAGS] & BACKWARD
        return (
            bool(backward)
            and self._kept[extension_registers.SOLVE_EDGES]
            != self._kept[extension_registers.SOLVE_FRESH]
        )

    # -- results --------------------------------------------------------------------------------

    def record(self, start: int) -> Record:
        """Return the record at an offset of the log."""
        data = self.log.bytes
        parent = int.from_bytes(data[start : start + 8], "little", signed=True)
        cells = self._processor.register(at.BOARD_SIZE) >> 2
        place, values = start + 8, []
        for _ in range(at.TURN_BLOCK_CELLS + cells):
            value = int.from_bytes(data[place : place + 2], "little", signed=True)
            place += 2
            if value == ESCAPE:
                value = int.from_bytes(data[place : place + 4], "little", signed=True)
                place += 4
            values.append(value)
        turn, board = values[: at.TURN_BLOCK_CELLS], values[at.TURN_BLOCK_CELLS :]
        packed = b"".join(v.to_bytes(4, "little", signed=True) for v in board)
        return Record(parent, tuple(turn), packed)

    def line(self, start: int) -> list[Record]:
        """Return the records from the first position to an offset."""
        found: list[Record] = []
        while start >= 0:
            record = self.record(start)
            found.append(record)
            start = record.parent
        return found[::-1]


# -- by depth -------------------------------------------------------------------------------------


@exclusive_use("_call", "_processor")
class IdaStar:
    """An iterative deepening search from one position."""

    def __init__(self, state: Playthrough, flags: int, memory: int) -> None:
        """`memory` is the size of the table in bytes."""
        self._state = state
        self._processor = state.game.forth.processor
        entries = 1 << max((memory // ENTRY).bit_length() - 1, 0)
        self._table = KeyTable(min(max(entries, FEWEST), MOST))
        self._flags = flags
        self.depth = 0
        self.moves: list[int] = []  # indices of the solution's moves

    def close(self) -> None:
        self._table.close()

    @property
    def count(self) -> int:
        return self._processor.i64[extension_registers.SOLVE_COUNT.index]

    def _call(self, word: str, *arguments: int) -> int:
        game = self._state.game
        self._state.enter(afresh=True)
        game.run_word("(abandon-generation)")
        return game.visit_positions(game.forth.engine_word(word).entry, *arguments)

    def begin(self, limit: int) -> None:
        """Lend the table to the machine; `limit` is a number of positions."""
        _set(
            self._processor,
            {
                **dict.fromkeys(extension_registers.SOLVE_REGISTERS, 0),
                extension_registers.SOLVE_FLAGS: self._flags,
            },
        )
        self._lend(limit)
        self._call("(begin-solving)")
        _set(self._processor, {extension_registers.SOLVE_FIRST: self._state.turn_number})
        self.depth = max(self._call("(distance)"), 1)

    def _lend(self, limit: int) -> None:
        _set(self._processor, {
            extension_registers.SOLVE_TABLE: self._table.address - self._processor.address,
            extension_registers.SOLVE_MASK: self._table.entries - 1,
            extension_registers.SOLVE_LIMIT: limit,
        })  # fmt: skip

    def begin_again(self, limit: int) -> None:
        """Continue with a higher limit on positions, after a depth was stopped.

        The table is cleared: positions on the interrupted path have bounds of failed paths,
        although they have not failed.
        """
        entries = self._table.entries
        self._table.close()
        self._table = KeyTable(entries)
        self._lend(limit)

    def deepen(self) -> bool | None:
        """Search to the required depth; return True if solved, None if stopped at the limit.

        Otherwise return False, with `depth` increased, or NEVER if there is no solution.
        """
        _set(self._processor, {extension_registers.SOLVE_STEPS: 0})
        try:
            needed = self._call("(seek-from)", self.depth)
        except ScriptError as error:
            if error.number != NO_MORE_POSITIONS:
                raise
            return None
        if needed != SOLVED:
            self.depth = min(needed, NEVER)
            return False
        start, steps = at.LINES >> 2, self._processor.i64[extension_registers.SOLVE_STEPS.index]
        self.moves = self._processor.i32[start : start + steps].tolist()[::-1]  # stored backwards
        return True
