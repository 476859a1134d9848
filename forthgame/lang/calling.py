"""Registers of calls between Python and a machine: the host, short calls, batches.

They lie in the first part of a machine's block, like those of `layout.py`.
"""

from __future__ import annotations

from typing import Final

RARE_USED: Final = 4904  # how far the rare part of any board record is used: see rare.py (cell)
HOST_OBJECT: Final = 4912  # the Python function that answers native code (pointer)
HOST_REQUESTED: Final = 4920  # what it is asked for (cell)
HOST_ARGUMENT: Final = 4924
HOST_FAILED: Final = 4928  # type of an exception that Python raised before it was reached (pointer)
STACK_LOW: Final = 4936  # a short call needs a C stack above this (pointer)
OFFERED: Final = 4944  # whether the position that stands has its list
OFFERED_TOP: Final = 4948  # and where its moves end
KEPT_COUNT: Final = 4956  # PLAYED_COUNT and PLAYED_STANDS of the position that stands
KEPT_STANDS: Final = 4960
BATCH_RECORDS: Final = 4968  # from the block to the first record of a batch (64 bits)
BATCH_STRIDE: Final = 4976  # bytes of a record (64 bits)
BATCH_TABLE: Final = 4984  # from the block to the rows of a batch, eight cells each (64 bits)
BATCH_RETURNS: Final = 4992  # from the block to the results by player, a cell each (64 bits)
BATCH_MOVES: Final = 5000  # bytes of a record for its list's moves
BATCH_KEYS: Final = 5004  # positions of the past that a record has room for
BATCH_AT: Final = 5008  # the item that is being worked on
BATCH_END: Final = 5012  # number of items
