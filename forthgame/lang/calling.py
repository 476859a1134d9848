"""Registers for calls between Python and a machine: the host, short calls, batches.

They lie in the first part of a machine's block, like those of `layout.py`.
"""

from __future__ import annotations

from typing import Final

from forthgame.lang.register import cell, wide

RARE_USED: Final = cell(
    4904, "How far the rare part of any board record is used: see words/rare.py.", host=True
)
HOST_OBJECT: Final = wide(4912, "The Python function that answers native code.", host=True)
HOST_REQUESTED: Final = cell(4920, "What it is asked for.", host=True)
HOST_ARGUMENT: Final = cell(4924, "What goes with the request.", host=True)
HOST_FAILED: Final = wide(
    4928, "Type of an exception that Python raised before it was reached.", host=True
)
STACK_LOW: Final = wide(4936, "A short call needs a C stack above this.", host=True)
OFFERED: Final = cell(4944, "Whether the position that stands has its list.")
OFFERED_TOP: Final = cell(4948, "Where the moves of that list end.")
KEPT_COUNT: Final = cell(4956, "PLAYED_COUNT of the position that stands.")
KEPT_STANDS: Final = cell(4960, "PLAYED_STANDS of the position that stands.")
BATCH_RECORDS: Final = wide(4968, "From the block to the first record of a batch.")
BATCH_STRIDE: Final = wide(4976, "Bytes of a record.")
BATCH_TABLE: Final = wide(4984, "From the block to the rows of a batch, eight cells each.")
BATCH_RETURNS: Final = wide(4992, "From the block to results by player, then scores, a cell each.")
BATCH_MOVES: Final = cell(5000, "Bytes of a record for its list's moves.")
BATCH_KEYS: Final = cell(5004, "Positions of the past that a record has room for.")
BATCH_AT: Final = cell(5008, "The item that is being worked on.")
BATCH_END: Final = cell(5012, "Number of items.")
CALLS: Final = wide(
    5016, "Short calls of machine code begun and ended: odd while one runs.", host=True
)
CALLER: Final = wide(5024, "Number of the thread of Python that STACK_LOW is for.", host=True)
STORED: Final = cell(
    5096, "Lowest address where data may differ from their copy: words/lookahead.py.", host=True
)
COPY_END: Final = cell(
    5100, "Forth address where the copy of a script's data ends, 0 without a copy.", host=True
)
OPENED: Final = cell(
    5104, "Whether OnGenerateMoves has made the list, so what it stored stays with it."
)
CALLED_BY: Final = wide(5032, "That of the last one whose short call was refused.", host=True)
