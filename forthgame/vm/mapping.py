"""Memory from the system, for machines and tables."""

from __future__ import annotations

import gc
import mmap
import os
import sys

from forthgame.errors import NoRoomError

NORESERVE = 0x4000  # of Linux on these processors; Python names it from 3.13 on
USUAL = ("x86_64", "aarch64", "i686", "armv7l", "riscv64")


def allocate(size: int, flags: int = 0) -> mmap.mmap:
    """Zeroed memory that is only taken when it is touched, private to a forked process.

    Machines that nobody uses lie in circles of references until Python looks for such; where there
    is no room it does so at once.
    """
    try:
        return _mapped(size, flags)
    except OSError:
        gc.collect()
        return _mapped(size, flags)


def block(size: int) -> mmap.mmap:
    """Memory for a machine. Raises NoRoomError if there is none.

    Linux takes blocks side by side for one, and a process that has more in one than the computer
    has memory cannot fork, unless nothing is reserved for it.
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
