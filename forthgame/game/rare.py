"""The rare part of board records, large arrays that are mostly empty: see `lang/words/rare.py`."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from forthgame.lang import calling
from forthgame.lang import layout as at
from forthgame.vm.machine import Processor

BOARDS = slice(at.MEMORY + at.BOARDS, at.MEMORY + at.BOARDS_END)
LARGE = 256  # bytes of a large array
WORTHWHILE = 1024  # bytes of a run of large arrays


def rare_part(offsets: Sequence[int]) -> tuple[int, int]:
    """Return begin and end of the longest run of large arrays, both 0 if there is none.

    `offsets` are the record offsets of all storage in order, followed by the end.
    """
    start = offsets[0]
    found = (0, WORTHWHILE - 1)
    for offset, end in pairwise(offsets):
        if end - offset < LARGE:
            start = end
        elif end - start > found[1] - found[0]:
            found = (start, end)
    return found if found[0] else (0, 0)


def declare_rare(processor: Processor, part: tuple[int, int]) -> None:
    """Declare the rare part of a game's records; it is unused if all boards are empty.

    Native code compiled before the declaration does not note its stores there.
    """
    start, end = part
    processor.set_registers({at.RARE: start, at.RARE_END: end})
    boards = processor.memory[BOARDS] if end else b""
    empty = boards == bytes(len(boards)) and not (processor.tier and processor.tier.built)
    note_used(processor, start if empty else end)


def note_entered(processor: Processor, board: bytes) -> None:
    """Note how far a record that is copied into the machine uses the rare part."""
    end = processor.register(at.RARE_END)
    used = max(processor.register(calling.RARE_USED), processor.register(at.RARE))
    if used < end and board[used:end] != bytes(end - used):
        note_used(processor, len(board[:end].rstrip(b"\0")))


def note_put_back(processor: Processor, before: tuple[int, int]) -> None:
    """Handle restored memory; `before` is the rare part that was declared before.

    If it has changed, records beyond the restored memory may hold anything.
    """
    if rare_of(processor) != before:
        note_used(processor, processor.register(at.RARE_END))


def rare_of(processor: Processor) -> tuple[int, int]:
    return processor.register(at.RARE), processor.register(at.RARE_END)


def note_used(processor: Processor, used: int) -> None:
    if used > processor.register(calling.RARE_USED):
        processor.set_register(calling.RARE_USED, used)
