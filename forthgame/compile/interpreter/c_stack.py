"""The C stack of a thread, and the share of it that machine code may use.

The limit of the return stack bounds how deeply words call each other, but not the C stack that
machine code needs: threads may have little, and a word with many live values needs much. So machine
code runs with a return stack limit derived from the free C stack and the largest frame of its
functions; beyond that limit words are interpreted, which needs no C stack.
"""

from __future__ import annotations

import ctypes
import os
import re
import sys
import threading
from collections.abc import Callable
from functools import cache

MARGIN = 96 << 10  # bytes left for Python, which machine code calls
BESIDE = 256  # bytes that a call may need besides its function's frame
MOST = 8 << 20  # bytes assumed at most for the stack of a process's first thread
UNKNOWN = 128 << 10  # bytes assumed for a stack or a frame of unknown size
LARGEST = 64 << 20  # larger numbers in the code are not sizes of frames

_X86 = re.compile(rb"\x48\x81\xec(.{4})", re.DOTALL)  # sub rsp, n
_X86_PROBED = re.compile(  # mov eax, n; call of the stack probe; sub rsp, rax
    rb"\xb8(.{4})(?:\xe8.{4}|\x49\xbb.{8}\x41\xff\xd3)\x48\x29\xc4", re.DOTALL
)
_X86_SMALL = 192  # bytes of other frames, with saved registers
_ARM = re.compile(rb"(?=\xff(..)\xd1)", re.DOTALL)  # sub sp, sp, n

_own = threading.local()


def lowest() -> int:
    low: int | None = getattr(_own, "low", None)
    if low is None:
        low = _own.low = _lowest()
    return low


def _lowest() -> int:
    here = place()
    try:
        low = _bounds()()
    except (AttributeError, OSError, ValueError):
        return here - UNKNOWN
    return low if 0 < low < here else here - UNKNOWN


def place() -> int:
    """Return the approximate stack pointer, somewhat below the caller's frame."""
    return _place()()


@cache
def _place() -> Callable[[], int]:
    from forthgame.compile.interpreter.native_interpreter import loaded_interpreter

    return loaded_interpreter().stack_place


@cache
def _bounds() -> Callable[[], int]:
    """Return this system's function for the lowest address of a thread's stack."""
    if sys.platform == "win32":
        return _windows
    libc = ctypes.CDLL(None)
    return lambda: _darwin(libc) if sys.platform == "darwin" else _posix(libc)


def _first_thread(libc: ctypes.CDLL) -> int:
    """Return the lowest address of the first thread's stack without reading /proc/self/maps.

    glibc reads that file, which a confined process may not open. The kernel limits a program's
    arguments to a quarter of the stack, above `__libc_stack_end`, and leaves more than MOST free of
    mappings.
    """
    import resource  # only available on POSIX

    if threading.get_native_id() != os.getpid():
        raise OSError("the thread's stack is not known")
    size, _ = resource.getrlimit(resource.RLIMIT_STACK)
    size = MOST if size == resource.RLIM_INFINITY else min(size, MOST)
    return ctypes.c_size_t.in_dll(libc, "__libc_stack_end").value - size // 4 * 3


def _windows() -> int:
    low, high = ctypes.c_size_t(), ctypes.c_size_t()
    kernel = ctypes.WinDLL("kernel32")  # type: ignore[attr-defined,unused-ignore]
    kernel.GetCurrentThreadStackLimits(ctypes.byref(low), ctypes.byref(high))
    return low.value


def _darwin(libc: ctypes.CDLL) -> int:
    own = ctypes.c_void_p(threading.get_ident())
    libc.pthread_get_stackaddr_np.restype = ctypes.c_size_t
    libc.pthread_get_stacksize_np.restype = ctypes.c_size_t
    high: int = libc.pthread_get_stackaddr_np(own)
    size: int = libc.pthread_get_stacksize_np(own)
    return high - size


def _posix(libc: ctypes.CDLL) -> int:
    attributes = ctypes.create_string_buffer(256)
    low, size = ctypes.c_size_t(), ctypes.c_size_t()
    if libc.pthread_getattr_np(ctypes.c_void_p(threading.get_ident()), attributes) != 0:
        return _first_thread(libc)
    libc.pthread_attr_getstack(attributes, ctypes.byref(low), ctypes.byref(size))
    libc.pthread_attr_destroy(attributes)
    return low.value


def frame_bytes(code: bytes, triple: str) -> int:
    """Return an upper bound for the largest frame of any function in an object file, in bytes.

    It is found in the instructions that lower the stack pointer, as LLVM does not report it.
    """
    if triple.startswith("x86_64"):
        found = [*_X86.finditer(code), *_X86_PROBED.finditer(code)]
        sizes = [int.from_bytes(match[1], "little") for match in found]
        return max((size for size in sizes if size <= LARGEST), default=0) + _X86_SMALL
    if triple.startswith(("aarch64", "arm64")):
        return _arm_frame(code)
    return UNKNOWN


def _arm_frame(code: bytes) -> int:
    sizes = [0, 0]
    for match in _ARM.finditer(code):
        bits = int.from_bytes(match[1], "little")  # 8 to 23 of the instruction
        if match.start() % 4 == 0 and bits & 0x8003 == 3:
            shifted = bits >> 14 & 1
            sizes[shifted] = max(sizes[shifted], (bits >> 2 & 0xFFF) << 12 * shifted)
    return sum(sizes) + 512


def return_limit(rp: int, last: int, frame: int) -> int | None:
    """Return the limit for the return stack at `rp`, at most `last`; None without room."""
    slots = (place() - lowest() - MARGIN - frame) // (frame + BESIDE)
    return min(last, rp + 8 * slots) if slots >= 16 else None


def shares(low: int, frame: int) -> tuple[int, int]:
    """Return the end of the usable part of a stack, and the bytes that each call may need.

    `low` is the end of the stack.
    """
    return low + MARGIN + frame, frame + BESIDE
