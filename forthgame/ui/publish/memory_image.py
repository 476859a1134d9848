"""The memory of a game's machine at the start of a game, for a machine with another address."""

from __future__ import annotations

import struct
from collections.abc import Iterator, Mapping
from typing import Final

from forthgame.machine.memory.processor import Processor
from forthgame.words.registers import call_registers, memory_layout as at

PAGE: Final = 1024  # bytes; a page of zeros is left out
POINTERS: Final = (
    at.IP, at.SP, at.RP, at.FRAME_BASE, at.FRAME_LIMIT, at.FRAME_LOW, at.FRAME_RP, at.RETURN_LIMIT,
)  # fmt: skip
HOST_ONLY: Final = (
    call_registers.HOST_OBJECT, call_registers.HOST_FAILED, call_registers.STACK_LOW,
    call_registers.CALLER, call_registers.CALLED_BY, call_registers.CALLS, at.CONTINUE_RP,
    at.NATIVE_SP, call_registers.COPY_END,
)  # fmt: skip


def memory_image(processor: Processor, base: int, host: int, functions: Mapping[int, int]) -> bytes:
    """Return the pages of a machine at rest that are not empty, with a table of their places.

    The machine will have its block at the address `base`; `host` is the number of the function
    that calls the host, and `functions` has those of compiled words, by the index of the word.
    """
    data = bytearray(processor.memory[: at.BLOCK_SIZE])
    for register in POINTERS:
        (value,) = struct.unpack_from("<q", data, register)
        if value:
            struct.pack_into("<q", data, register, value - processor.address + base)
    for register in HOST_ONLY:
        struct.pack_into("<q", data, register, 0)
    (rp,) = struct.unpack_from("<q", data, at.RP)
    _clear(data, rp - base, at.RETURN_STACK + at.RETURN_SLOTS * 8)
    _clear(data, at.NATIVE_WORDS, at.NATIVE_WORDS + at.WORD_LIMIT * 8)
    for start, end in _scratch():
        _clear(data, start, end)
    struct.pack_into("<q", data, at.HOST_CALL, host)
    for index, function in functions.items():
        struct.pack_into("<q", data, at.NATIVE_WORDS + 8 * index, function)
    runs = list(_runs(bytes(data)))
    head = struct.pack("<I", len(runs))
    head += b"".join(struct.pack("<II", start, end - start) for start, end in runs)
    return head + b"".join(bytes(data[start:end]) for start, end in runs)


def _scratch() -> Iterator[tuple[int, int]]:
    """Yield the parts that hold only what earlier calls have left."""
    yield at.OUTPUT, at.OUTPUT + at.OUTPUT_SIZE
    yield at.MEMORY + at.LISTS, at.MEMORY + at.ARENA_END
    yield at.SEARCH, at.KEYS
    yield at.PROOFS, at.PLAYED_KEYS
    yield at.COUNTED, at.TOKENS


def _clear(data: bytearray, start: int, end: int) -> None:
    data[start:end] = bytes(end - start)


def _runs(data: bytes) -> Iterator[tuple[int, int]]:
    """Yield start and end of each run of pages that are not empty."""
    nothing, start = bytes(PAGE), -1
    for page in range(0, len(data), PAGE):
        used = data[page : page + PAGE] != nothing[: len(data) - page]
        if used and start < 0:
            start = page
        elif not used and start >= 0:
            yield start, page
            start = -1
    if start >= 0:
        yield start, len(data)
