"""Registers of calls between Python and a machine: the host, short calls, batches.

They lie in the first part of a machine's block, like those of `layout.py`.
"""

from __future__ import annotations

from typing import Final

HOST_OBJECT: Final = 8000  # the Python function that answers native code (pointer)
HOST_REQUESTED: Final = 8008  # what it is asked for (cell)
HOST_ARGUMENT: Final = 8012
HOST_FAILED: Final = 8016  # type of an exception that Python raised before it was reached (pointer)
STACK_LOW: Final = 8024  # a short call needs a C stack above this (pointer)
OFFERED: Final = 8032  # whether the position that stands has its list
OFFERED_TOP: Final = 8036  # and where its moves end
KEPT_COUNT: Final = 8044  # PLAYED_COUNT and PLAYED_STANDS of the position that stands
KEPT_STANDS: Final = 8048
BATCH_RECORDS: Final = 8056  # from the block to the first record of a batch (64 bits)
BATCH_STRIDE: Final = 8064  # bytes of a record (64 bits)
BATCH_TABLE: Final = 8072  # from the block to the rows of a batch, eight cells each (64 bits)
BATCH_RETURNS: Final = 8080  # from the block to the results by player, a cell each (64 bits)
BATCH_MOVES: Final = 8088  # bytes of a record for its list's moves
BATCH_KEYS: Final = 8092  # positions of the past that a record has room for
BATCH_AT: Final = 8096  # the item that is being worked on
BATCH_END: Final = 8100  # number of items
