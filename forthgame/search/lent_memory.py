"""Memory that a search lends to the machine: hash tables, and logs that continue in a file."""

from __future__ import annotations

import ctypes
import mmap
import os
import tempfile
from contextlib import suppress
from typing import IO

from forthgame.base.memory_mapping import allocate

ENTRY = 16  # bytes of an entry of a table
FIRST_ENTRIES = 1 << 16
FIRST_LOG = 1 << 20
LARGEST_STEP = 256 << 20  # bytes that a log grows by at most


class NoRoom(Exception):
    """A table or a log cannot grow; the text is the reason."""


class _Mapping:
    def __init__(self, block: mmap.mmap) -> None:
        self._block: mmap.mmap | None = block
        self._pointer: ctypes.c_char | None = ctypes.c_char.from_buffer(block)
        self.address = ctypes.addressof(self._pointer)
        self.bytes = memoryview(block)

    def close(self) -> None:
        """Free the memory; if views of it exist, with the last of them."""
        self._pointer = None
        self.bytes.release()
        block, self._block = self._block, None
        if block is not None:
            with suppress(BufferError):
                block.close()


class KeyTable(_Mapping):
    """A hash table of keys with a power of two entries."""

    def __init__(self, entries: int) -> None:
        self.entries = entries
        try:
            super().__init__(allocate(entries * ENTRY))
        except (OSError, MemoryError, ValueError):
            raise NoRoom(f"the system has no {entries * ENTRY >> 20} MB for a table") from None


class RecordLog:
    """Consecutive records, in memory while there are few, then in an unnamed file.

    The file is in the system's temporary folder. It disappears with the process in any case,
    because its name is removed at once.
    """

    def __init__(self, in_memory: int) -> None:
        """`in_memory` is the maximum size in memory, in bytes."""
        self.size = FIRST_LOG
        self._in_memory = max(in_memory, FIRST_LOG)
        self._file: IO[bytes] | None = None
        self._mapping = _Mapping(allocate(self.size))

    @property
    def address(self) -> int:
        """Return the address of the first record, which `grow` changes."""
        return self._mapping.address

    @property
    def bytes(self) -> memoryview:
        return self._mapping.bytes

    def grow(self) -> None:
        """Make room for more records. Raises NoRoom."""
        size, in_file = self.size + min(self.size, LARGEST_STEP), self._file is not None
        try:
            mapping = self._larger(size)
        except (OSError, MemoryError, ValueError, OverflowError) as error:
            why = getattr(error, "strerror", None) or error
            folder = tempfile.gettempdir()
            raise NoRoom(f"{size >> 20} MB of positions do not fit {folder}: {why}") from None
        if not in_file:  # mappings of the file share its contents
            mapping.bytes[: self.size] = self._mapping.bytes
        self._mapping.close()
        self._mapping, self.size = mapping, size

    def _larger(self, size: int) -> _Mapping:
        if size <= self._in_memory:
            return _Mapping(allocate(size))
        if self._file is None:
            self._file = tempfile.TemporaryFile(prefix="forthgame-solve-")  # noqa: SIM115
        if hasattr(os, "posix_fallocate"):  # writing to a sparse file could fail
            os.posix_fallocate(self._file.fileno(), 0, size)
        else:
            self._file.truncate(size)
        return _Mapping(mmap.mmap(self._file.fileno(), size))

    def close(self) -> None:
        self._mapping.close()
        if self._file is not None:
            self._file.close()
