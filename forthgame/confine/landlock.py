"""Landlock: folders that a process may read or write, and nothing beside them.

See landlock(7). It holds for the thread that asks for it and those it starts later.
"""

from __future__ import annotations

import ctypes
import errno
import os
import struct
import sys
import time
from collections.abc import Iterable
from pathlib import Path

CREATE, ADD, RESTRICT = 444, 445, 446  # the same on every architecture but alpha
VERSION_ONLY = 1
PATIENCE = 2.0  # seconds for threads that are ending

(
    EXECUTE, WRITE_FILE, READ_FILE, READ_DIR, REMOVE_DIR, REMOVE_FILE, MAKE_CHAR, MAKE_DIR,
    MAKE_REG, MAKE_SOCK, MAKE_FIFO, MAKE_BLOCK, MAKE_SYM, REFER, TRUNCATE, IOCTL_DEV,
) = (1 << bit for bit in range(16))  # fmt: skip
RIGHTS = {1: (1 << 13) - 1, 2: (1 << 14) - 1, 3: (1 << 15) - 1, 5: (1 << 16) - 1}
READ = READ_FILE | READ_DIR
# no folders, links or devices: who clears the folder away shall meet nothing but files
WRITE = READ | WRITE_FILE | REMOVE_FILE | MAKE_REG | REFER | TRUNCATE
OF_FILES = EXECUTE | WRITE_FILE | READ_FILE | TRUNCATE | IOCTL_DEV
TCP = 0b11  # to bind, to connect
SCOPES = 0b11  # abstract sockets and signals of processes outside


def _call(number: int, *arguments: object) -> int:
    libc = ctypes.CDLL(None, use_errno=True)
    libc.syscall.restype = ctypes.c_long
    return int(libc.syscall(ctypes.c_long(number), *arguments))


def version() -> int:
    """The version of Landlock that the kernel has in force, 0 for none."""
    if not sys.platform.startswith("linux"):
        return 0
    return max(0, _call(CREATE, None, ctypes.c_size_t(0), ctypes.c_uint32(VERSION_ONLY)))


def _alone() -> bool:
    """Whether this is the only thread, as soon as those that are ending have ended."""
    patience = time.monotonic() + PATIENCE
    while len(os.listdir("/proc/self/task")) > 1:
        if time.monotonic() > patience:
            return False
        time.sleep(0.005)
    return True


def restrict_files(read: Iterable[str], write: Iterable[str]) -> str | None:
    """Leave this process some folders and files; what prevents that as a sentence, or None.

    Those that do not exist are left out. Needs `no_new_privs` to be set.
    """
    what = "folders that cannot be seen"
    kernel = version()
    if not kernel:
        return f"{what} (Landlock): this kernel has none"
    if not _alone():
        return f"{what} (Landlock): other threads are running already"
    rights = RIGHTS[max(known for known in RIGHTS if known <= kernel)]
    attributes = struct.pack("<Q", rights)
    if kernel >= 4:
        attributes += struct.pack("<Q", TCP)
    if kernel >= 6:
        attributes += struct.pack("<Q", SCOPES)
    ruleset = _call(CREATE, attributes, ctypes.c_size_t(len(attributes)), ctypes.c_uint32(0))
    if ruleset < 0:
        return f"{what} (Landlock): {os.strerror(ctypes.get_errno())}"
    try:
        for paths, wanted in ((read, READ), (write, WRITE)):
            for path in dict.fromkeys(paths):
                _allow(ruleset, path, wanted & rights)
        if _call(RESTRICT, ctypes.c_int(ruleset), ctypes.c_uint32(0)) != 0:
            return f"{what} (Landlock): {os.strerror(ctypes.get_errno())}"
    except OSError as error:
        return f"{what} (Landlock): {error}"
    finally:
        os.close(ruleset)
    return None


def _allow(ruleset: int, path: str, rights: int) -> None:
    """Add a rule for what lies below a path, or for a file."""
    try:
        handle = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except OSError as error:
        if error.errno in (errno.ENOENT, errno.ENOTDIR, errno.EACCES, errno.ELOOP):
            return
        raise
    try:
        if not Path(path).is_dir():
            rights &= OF_FILES
        rule = struct.pack("<Qi", rights, handle)
        if _call(ADD, ctypes.c_int(ruleset), ctypes.c_int(1), rule, ctypes.c_uint32(0)) != 0:
            raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()), path)
    finally:
        os.close(handle)
