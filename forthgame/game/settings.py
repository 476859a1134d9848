"""System cells by which a script configures the engine, restored after words are cut short.

An event may change a setting temporarily. If a limit or Ctrl-C ends the event, it cannot restore
the setting, which would then apply to the next operation.
"""

from __future__ import annotations

from typing import Final

from forthgame.errors import INTERRUPTED, POSITION_LIMIT, STEP_LIMIT, TIME_LIMIT
from forthgame.lang import beyond
from forthgame.lang import layout as at
from forthgame.vm.machine import Processor

CUT_SHORT: Final = (STEP_LIMIT, TIME_LIMIT, POSITION_LIMIT, INTERRUPTED)
_NAMES: Final = (
    "BASE", "$scanPositions", "$passTurnForced", "$shareMovesList", "$combinePartial", "$gameLog",
    "$variety", "$judge", "$playouts", "$selective", "$recycle",
)  # fmt: skip
HERE: Final = (at.MEMORY + at.A_HERE) >> 2
FROM: Final = (at.MEMORY + at.A_FROM) >> 2
LAST: Final = (at.MEMORY + at.A_LAST) >> 2
LAST_CELL: Final = beyond.LAST_CELL >> 2
BOARD: Final = at.BOARD >> 2
SETTINGS: Final = tuple(at.SYSTEM_CELLS[name] for name in _NAMES)
_BLOCK: Final = slice(at.MEMORY + at.SYSTEM, at.MEMORY + at.SYSTEM + at.CELL * len(at.SYSTEM_CELLS))


def system_cells(processor: Processor) -> bytes:
    return bytes(processor.bytes[_BLOCK])


def put_settings_back(processor: Processor, cells: bytes) -> None:
    for address in SETTINGS:
        start = address - at.SYSTEM
        value = int.from_bytes(cells[start : start + at.CELL], "little", signed=True)
        processor.set_cell(address, value)


def to_beginning(processor: Processor) -> None:
    """Reset `here`, `from` and `last` to the values with which events begin."""
    cells = processor.i32
    cells[HERE] = cells[FROM] = 0
    if cells[LAST_CELL]:
        last = (at.MEMORY + cells[BOARD] + cells[LAST_CELL]) >> 2
        cells[LAST] = cells[last] - 1
