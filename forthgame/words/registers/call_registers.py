"""Registers for calls between Python and a machine: the host, short calls, batches.

They lie in the first part of a machine's block, like those of `memory_layout.py`.
"""

from __future__ import annotations

from typing import Final

from forthgame.words.registers.register import cell, wide

RARE_USED: Final = cell(
    4904, "End of the used rare part of all board records: see sparse_storage.py.", host=True
)
HOST_OBJECT: Final = wide(4912, "The Python function called by native code.", host=True)
HOST_REQUESTED: Final = cell(4920, "Kind of the request to the host.", host=True)
HOST_ARGUMENT: Final = cell(4924, "Argument of the request.", host=True)
HOST_FAILED: Final = wide(
    4928, "Type of an exception raised by Python before the function was entered.", host=True
)
STACK_LOW: Final = wide(4936, "Lowest stack address for a short call.", host=True)
OFFERED: Final = cell(4944, "Whether the current position has its list.")
OFFERED_TOP: Final = cell(4948, "End of the moves of that list.")
KEPT_COUNT: Final = cell(4956, "PLAYED_COUNT of the current position.")
KEPT_STANDS: Final = cell(4960, "PLAYED_STANDS of the current position.")
BATCH_RECORDS: Final = wide(4968, "Distance from the block to the first record of a batch.")
BATCH_STRIDE: Final = wide(4976, "Bytes of a record.")
BATCH_TABLE: Final = wide(4984, "Distance from the block to the rows of a batch, eight cells each.")
BATCH_RETURNS: Final = wide(
    4992, "Distance from the block to results by player, then scores, a cell each."
)
BATCH_MOVES: Final = cell(5000, "Bytes of a record for its list's moves.")
BATCH_KEYS: Final = cell(5004, "Number of keys of past positions for which a record has room.")
BATCH_AT: Final = cell(5008, "The current item.")
BATCH_END: Final = cell(5012, "Number of items.")
CALLS: Final = wide(
    5016, "Short calls of machine code, twice their number; odd while one runs.", host=True
)
CALLER: Final = wide(5024, "Number of the thread of Python that STACK_LOW is for.", host=True)
STORED: Final = cell(
    5096, "Lowest address where data may differ from their copy: memory_snapshot.py.", host=True
)
COPY_END: Final = cell(
    5100, "Forth address where the copy of a script's data ends, 0 without a copy.", host=True
)
OPENED: Final = cell(
    5104, "Whether OnGenerateMoves has made the list, so its stores belong to the position."
)
CALLED_BY: Final = wide(5032, "Number of the last thread whose short call was refused.", host=True)
