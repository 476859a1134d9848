"""Reading of memory in the symbolic execution: variables, tables and the board's storage."""

from __future__ import annotations

from collections.abc import Mapping

from forthgame.compile.reading.assumptions import Assumptions
from forthgame.compile.reading.direction_links import BoardLinks
from forthgame.compile.reading.list_questions import FETCHED
from forthgame.compile.reading.path_states import PathState
from forthgame.compile.reading.question_reader import WHOLE, QuestionReader
from forthgame.compile.reading.symbolic_values import (
    BoardField,
    ItemAddress,
    PerPosition,
    RelativePosition,
    StorageAddress,
    StorageAddresses,
    StorageItem,
    StoredValue,
    TableItem,
    Value,
    changed_by,
    slots,
)
from forthgame.words.registers import memory_layout as at

# system cells that change only if a script stores into them
GEOMETRY = frozenset(at.SYSTEM_CELLS[name] for name in ("$columns", "$rows", "$positions"))


class MemoryReader(QuestionReader):
    """Find the values that words fetch and store. `scratch` are temporary variables of a word."""

    def __init__(
        self,
        board: BoardLinks,
        player: int,
        scratch: frozenset[int],
        assumed: Assumptions | None = None,
    ) -> None:
        super().__init__(board, player)
        self._scratch = scratch
        self._assumed = Assumptions() if assumed is None else assumed

    def _slots(self, first: int, index: Value, size: int, possible: int) -> Value:
        """Return the address of an array's item, or of one for each possible position."""
        if not isinstance(index, PerPosition):
            return slots(first, index, size)
        numbers = enumerate(index.numbers)
        offsets = [first + size * each if possible >> k & 1 else first for k, each in numbers]
        if not 0 <= min(offsets) <= max(offsets) <= self._settled[at.BOARD_SIZE] - at.CELL:
            return None
        return StorageAddresses(self.numbers.places(tuple(offsets)))

    def _applied(self, name: str, taken: tuple[Value, ...]) -> tuple[Value, ...]:
        """Return the results of a word.

        Assume contents of cells if the results are unknown otherwise, or perhaps positions.
        """
        found = self.numbers.apply(name, taken)
        moved = any(isinstance(each, RelativePosition | PerPosition) for each in taken)
        known = tuple(map(self._constant, taken)) if moved or None in found else taken
        if known != taken:
            found = self.numbers.apply(name, known)
        if None in found:
            self._need(*taken)
        return found

    def _constant(self, value: Value) -> Value:
        """Return the content of a cell if it is assumed not to change; return other values."""
        if not isinstance(value, StoredValue) or value.moves:
            return value
        size = at.CELL if value.fetched == "@" else 1
        return self._assumed.table_items({value.address}, size, self._board.cell).get(
            value.address, value
        )

    def _need(self, *values: Value) -> None:
        """Called with values that would have to be known to continue."""

    def _use_variable(
        self, place: PathState, name: str, below: tuple[Value, ...], taken: tuple[Value, ...]
    ) -> PathState:
        """Return the state after a fetch, or a store into a temporary variable."""
        address, written = taken[-1], dict(place.written)
        if name in FETCHED:
            fetched = self._table_items(name, address, place.possible)
            fetched = self._fetched(name, address, written) if fetched is None else fetched
            return place.with_items((*below, fetched))
        if not isinstance(address, int):
            raise self.inexact(f"{name} at an address that cannot be known beforehand")
        if address not in self._scratch:
            raise self.inexact(name)
        value: Value
        if name == "!":
            value = taken[0]
        elif name in ("ON", "OFF"):
            value = -1 if name == "ON" else 0
        elif address not in written:
            return place.with_items(below)  # the value stays unknown, and may not be read
        else:
            change = taken[0] if name == "+!" else 1 if name == "++" else -1
            value = self._changed(written[address], change, address)
        written[address] = value
        return place._replace(items=below, written=tuple(sorted(written.items())))

    def _changed(self, value: Value, change: Value, address: int) -> Value:
        return changed_by(value, change, address)

    def _fetched(self, name: str, address: Value, written: Mapping[int, Value]) -> Value:
        if isinstance(address, StorageAddress):
            return None if address.span else StoredValue(address.offset, True, name)
        if isinstance(address, StorageAddresses):
            return StorageItem(address.offsets, name)
        if name == "@" and isinstance(address, ItemAddress):
            return BoardField(address.offset, WHOLE, plane=address.plane)
        if isinstance(address, PerPosition):
            return self._row(name, address)
        if not isinstance(address, int):
            raise self.inexact(f"{name} at an address that cannot be known beforehand")
        if name == "@" and address in written:
            return written[address]
        if name == "@" and address in self._board.sure:
            return self._board.sure[address]
        if name == "@" and address in GEOMETRY:
            return self._assumed.constant(address, self._board.cell)
        if not at.DATA <= address < at.BOARDS_END or (name == "@" and address % at.CELL):
            raise self.inexact(f"{name} of a cell that is not the script's")
        if address - address % at.CELL in self._scratch:
            raise self.inexact(f"{name} of a variable before it is written")
        return StoredValue(address, fetched=name)

    def _table_items(self, name: str, addresses: Value, possible: int) -> Value:
        """Return the item for each position of a table whose content is assumed not to change.

        Only items at the possible positions matter. Return None for other addresses.
        """
        if not isinstance(addresses, PerPosition):
            return None
        read = {each for k, each in enumerate(addresses.numbers) if possible >> k & 1}
        items = self._assumed.table_items(read, at.CELL if name == "@" else 1, self._board.cell)
        if not items:
            return None
        return self.numbers.places(tuple(items.get(each, 0) for each in addresses.numbers))

    def _row(self, name: str, addresses: PerPosition) -> Value:
        """Return the item for each position of a table in the script."""
        size = at.CELL if name == "@" else 1
        first, table = addresses.first(size), addresses.numbers
        if first is None or not at.DATA <= first <= table[-1] < at.BOARDS_END or first % size:
            raise self.inexact(f"{name} at an address that cannot be known beforehand")
        if not self._scratch.isdisjoint(range(first - first % at.CELL, table[-1] + 1)):
            raise self.inexact(f"{name} of a variable before it is written")
        return TableItem(first, name)

    def _is_stored(self, address: Value) -> bool:
        positions = self.numbers.positions * at.CELL
        if isinstance(address, ItemAddress):
            first, span = address.plane * at.CELL, positions - at.CELL
        elif isinstance(address, StorageAddress):
            first, span = address.offset, address.span
        elif isinstance(address, StorageAddresses):
            first = min(address.offsets.numbers)
            span = max(address.offsets.numbers) - first
        else:
            return False
        return positions <= first and first + span <= self._settled[at.BOARD_SIZE] - at.CELL
