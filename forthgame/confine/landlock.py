"""Restrict file access with Landlock.

See landlock(7). The restriction applies to the calling thread and those it starts later.
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

CREATE, ADD, RESTRICT = 444, 445, 446  # system call numbers of every architecture but alpha
VERSION_ONLY = 1
PATIENCE = 2.0  # seconds to wait for ending threads

(
    EXECUTE, WRITE_FILE, READ_FILE, READ_DIR, REMOVE_DIR, REMOVE_FILE, MAKE_CHAR, MAKE_DIR,
    MAKE_REG, MAKE_SOCK, MAKE_FIFO, MAKE_BLOCK, MAKE_SYM, REFER, TRUNCATE, IOCTL_DEV,
) = (1 << bit for bit in range(16))  # fmt: skip
RIGHTS = {1: (1 << 13) - 1, 2: (1 << 14) - 1, 3: (1 << 15) - 1, 5: (1 << 16) - 1}
READ = READ_FILE | READ_DIR
# creating folders, links or devices is refused so that cleaning up meets only files
WRITE = READ | WRITE_FILE | REMOVE_FILE | MAKE_REG | REFER | TRUNCATE
OF_FILES = EXECUTE | WRITE_FILE | READ_FILE | TRUNCATE | IOCTL_DEV
TCP = 0b11  # bind and connect
SCOPES = 0b11  # abstract sockets and signals to processes outside


def _call(number: int, *arguments: object) -> int:
    libc = ctypes.CDLL(None, use_errno=True)
    libc.syscall.restype = ctypes.c_long
    return int(libc.syscall(ctypes.c_long(number), *arguments))


def version() -> int:
    """Return the version of Landlock in the kernel, 0 if it is missing."""
    if not sys.platform.startswith("linux"):
        return 0
    return max(0, _call(CREATE, None, ctypes.c_size_t(0), ctypes.c_uint32(VERSION_ONLY)))


def _is_single_threaded() -> bool:
    """Return whether this is the only thread, after waiting for ending ones."""
    patience = time.monotonic() + PATIENCE
    while len(os.listdir("/proc/self/task")) > 1:
        if time.monotonic() > patience:
            return False
        time.sleep(0.005)
    return True


def restrict_files(read: Iterable[str], write: Iterable[str]) -> str | None:
    """Restrict this process to some folders and files; return an error message or None.

    Missing paths are skipped. `no_new_privs` must be set.
    """
    what = "folders that cannot be seen"
    kernel = version()
    if not kernel:
        return f"{what} (Landlock): this kernel has none"
    if not _is_single_threaded():
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
                _add_rule(ruleset, path, wanted & rights)
        if _call(RESTRICT, ctypes.c_int(ruleset), ctypes.c_uint32(0)) != 0:
            return f"{what} (Landlock): {os.strerror(ctypes.get_errno())}"
    except OSError as error:
        return f"{what} (Landlock): {error}"
    finally:
        os.close(ruleset)
    return None


def _add_rule(ruleset: int, path: str, rights: int) -> None:
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
