"""The memory of a game's machine at the start of a game, for a machine with another address."""

from __future__ import annotations

import struct
from collections.abc import Iterator, Mapping
from typing import Final

from forthgame.machine.memory.processor import Processor
from forthgame.words.registers import call_registers, memory_layout as at

PAGE: Final = 1024  # bytes; a page of zeros is left out
CHUNK: Final = 1 << 16
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

    The pages are sorted by the place of each byte in its cell, and the numbers of words at their
    tokens are differences to the number before: both compress better. The machine will have its
    block at the address `base`; `host` is the number of the function that calls the host, and
    `functions` has those of compiled words, by the index of the word.
    """
    data, used = _copied(processor.bytes)
    for register in POINTERS:
        (value,) = struct.unpack_from("<q", data, register)
        if value:
            struct.pack_into("<q", data, register, value - processor.address + base)
    for register in HOST_ONLY:
        struct.pack_into("<q", data, register, 0)
    (rp,) = struct.unpack_from("<q", data, at.RP)
    left = (rp - base, at.RETURN_STACK + at.RETURN_SLOTS * 8)
    native = (at.NATIVE_WORDS, at.NATIVE_WORDS + at.WORD_LIMIT * 8)
    for start, end in (left, native, *_scratch()):
        for chunk in used:
            low, high = max(start, chunk), min(end, chunk + CHUNK)
            if low < high:
                data[low:high] = bytes(high - low)
    struct.pack_into("<q", data, at.HOST_CALL, host)
    for index, function in functions.items():
        struct.pack_into("<q", data, at.NATIVE_WORDS + 8 * index, function)
    used |= {at.HOST_CALL // CHUNK * CHUNK, at.NATIVE_WORDS // CHUNK * CHUNK}
    used |= {(at.NATIVE_WORDS + 8 * index) // CHUNK * CHUNK for index in functions}
    _differ(data, max(used) + CHUNK)
    runs = list(_runs(data, used))
    head = struct.pack("<I", len(runs))
    head += b"".join(struct.pack("<II", start, end - start) for start, end in runs)
    pages = b"".join(bytes(data[start:end]) for start, end in runs)
    return head + b"".join(pages[k :: at.CELL] for k in range(at.CELL))


def _differ(data: bytearray, end: int) -> None:
    """Replace the numbers of words at their tokens by the difference to the number before."""
    last = 0
    with memoryview(data)[at.TOKENS : min(end, at.TOKENS_END)].cast("i") as cells:
        for k, number in enumerate(cells):
            if number:
                cells[k], last = number - last, number


def _scratch() -> Iterator[tuple[int, int]]:
    """Yield the parts that hold only what earlier calls have left."""
    yield at.OUTPUT, at.OUTPUT + at.OUTPUT_SIZE
    yield at.MEMORY + at.LISTS, at.MEMORY + at.ARENA_END
    yield at.SEARCH, at.KEYS
    yield at.PROOFS, at.PLAYED_KEYS
    yield at.COUNTED, at.TOKENS


def _copied(memory: memoryview) -> tuple[bytearray, set[int]]:
    """Return a copy of the block, and the starts of its chunks that are not empty.

    Most of a block is never used: chunks of zeros are not written, and take no memory.
    """
    data, nothing, used = bytearray(at.BLOCK_SIZE), bytes(CHUNK), set[int]()
    for start in range(0, at.BLOCK_SIZE, CHUNK):
        if any(low <= start and start + CHUNK <= high for low, high in _scratch()):
            continue
        chunk = bytes(memory[start : min(start + CHUNK, at.BLOCK_SIZE)])
        if chunk != nothing[: len(chunk)]:
            data[start : start + len(chunk)] = chunk
            used.add(start)
    return data, used


def _runs(data: bytearray, used: set[int]) -> Iterator[tuple[int, int]]:
    """Yield start and end of each run of pages that are not empty, in chunks that are used."""
    nothing, start, end = bytes(PAGE), -1, -1
    for chunk in sorted(used):
        for page in range(chunk, min(chunk + CHUNK, len(data)), PAGE):
            if data[page : page + PAGE] == nothing[: len(data) - page]:
                continue
            if page != end:
                if start >= 0:
                    yield start, end
                start = page
            end = min(page + PAGE, len(data))
    if start >= 0:
        yield start, end
