"""Memory from the system, for machines and tables."""

from __future__ import annotations

import gc
import mmap
import sys

from forthgame.errors import NoRoomError


def allocate(size: int) -> mmap.mmap:
    """Zeroed memory that is only taken when it is touched, private to a forked process.

    Machines that nobody uses lie in circles of references until Python looks for such; where there
    is no room it does so at once.
    """
    try:
        return _mapped(size)
    except OSError:
        gc.collect()
        return _mapped(size)


def block(size: int) -> mmap.mmap:
    """Memory for a machine. Raises NoRoomError if there is none."""
    try:
        return allocate(size)
    except OSError as error:
        room = f"no room for a machine of {size >> 20} MB"
        raise NoRoomError(f"{room}: {error.strerror}") from None


def _mapped(size: int) -> mmap.mmap:
    if sys.platform == "win32":
        return mmap.mmap(-1, size)
    return mmap.mmap(-1, size, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
