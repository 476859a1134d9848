"""Memory from the system, for machines and tables."""

from __future__ import annotations

import gc
import mmap
import os
import sys

from forthgame.base.errors import NoRoomError

NORESERVE = 0x4000  # a Linux constant for these processors, which Python defines from 3.13 on
USUAL = ("x86_64", "aarch64", "i686", "armv7l", "riscv64")


def allocate(size: int, flags: int = 0) -> mmap.mmap:
    """Return zeroed memory that is taken when touched, private to a forked process.

    Unused machines lie in reference cycles until they are collected; if memory is short, that
    happens at once.
    """
    try:
        return _mapped(size, flags)
    except OSError:
        gc.collect()
        return _mapped(size, flags)


def block(size: int) -> mmap.mmap:
    """Return memory for a machine. Raises NoRoomError if there is none.

    Linux merges adjacent blocks, and a process with a mapping larger than the computer's memory
    cannot fork unless the mapping is unreserved.
    """
    usual = sys.platform == "linux" and os.uname().machine in USUAL
    try:
        return allocate(size, NORESERVE if usual else 0)
    except OSError as error:
        room = f"no room for a machine of {size >> 20} MB"
        raise NoRoomError(f"{room}: {error.strerror}") from None


def _mapped(size: int, flags: int) -> mmap.mmap:
    if sys.platform == "win32":
        return mmap.mmap(-1, size)
    return mmap.mmap(-1, size, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | flags)
