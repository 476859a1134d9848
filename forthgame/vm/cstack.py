"""The C stack of a thread: how much of it machine code may use.

The return stack bounds how deep words may call each other, but not what machine code needs of the
thread's own stack: threads may have little, and a word with many values at hand needs much. So
machine code enters a thread with a limit on the return stack that follows from what is left of the
C stack and from the largest frame of its functions; beyond that limit words are interpreted, which
needs no C stack.
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
BESIDE = 256  # bytes a call may need beside the frame of its function
MOST = 8 << 20  # bytes that the stack of a process's first thread may have, as far as is known
UNKNOWN = 128 << 10  # bytes a thread has, and of a frame, where that cannot be told
LARGEST = 64 << 20  # a number that is larger is no frame's size

_X86 = re.compile(rb"\x48\x81\xec(.{4})", re.DOTALL)  # sub rsp, n
_X86_PROBED = re.compile(  # mov eax, n; a call of what touches the pages; sub rsp, rax
    rb"\xb8(.{4})(?:\xe8.{4}|\x49\xbb.{8}\x41\xff\xd3)\x48\x29\xc4", re.DOTALL
)
_X86_SMALL = 192  # frames without such an instruction, with saved registers and return address
_ARM = re.compile(rb"(?=\xff(..)\xd1)", re.DOTALL)  # sub sp, sp, n

_own = threading.local()


def lowest() -> int:
    """The lowest address of this thread's stack."""
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
    """About where the stack is now: somewhat below the frames of who calls this."""
    return _place()()


@cache
def _place() -> Callable[[], int]:
    from forthgame.vm.native import loaded

    return loaded().stack_place


@cache
def _bounds() -> Callable[[], int]:
    """How this system tells the lowest address of a thread's stack."""
    if sys.platform == "win32":
        return _windows
    libc = ctypes.CDLL(None)
    return lambda: _darwin(libc) if sys.platform == "darwin" else _posix(libc)


def _first_thread(libc: ctypes.CDLL) -> int:
    """That of a process's first thread, told without the file of mappings that glibc reads.

    A confined process may not read it. The kernel gives a program's arguments at most a quarter of
    the stack, above where glibc says that it begins. It keeps more than MOST free of mappings.
    """
    import resource  # systems of POSIX alone have it

    if threading.get_native_id() != os.getpid():
        raise OSError("the thread's stack is not known")
    size, _ = resource.getrlimit(resource.RLIMIT_STACK)
    size = MOST if size == resource.RLIM_INFINITY else min(size, MOST)
    begin = ctypes.c_size_t.in_dll(libc, "__libc_stack_end").value
    return begin - size // 4 * 3


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
    """Bytes of the largest frame of any function in an object file, never too few.

    Read from the instructions that make room on the stack. LLVM does not say it in another way.
    """
    if triple.startswith("x86_64"):
        found = [*_X86.finditer(code), *_X86_PROBED.finditer(code)]
        sizes = [int.from_bytes(match[1], "little") for match in found]
        return max((size for size in sizes if size <= LARGEST), default=0) + _X86_SMALL
    if triple.startswith(("aarch64", "arm64")):
        return _arm_frame(code)
    return UNKNOWN


def _arm_frame(code: bytes) -> int:
    """The largest room made with and without shift, and what is saved as the stack is lowered."""
    sizes = [0, 0]
    for match in _ARM.finditer(code):
        bits = int.from_bytes(match[1], "little")  # 8 to 23 of the instruction
        if match.start() % 4 == 0 and bits & 0x8003 == 3:
            shifted = bits >> 14 & 1
            size = (bits >> 2 & 0xFFF) << 12 * shifted
            sizes[shifted] = max(sizes[shifted], size)
    return sum(sizes) + 512


def return_limit(rp: int, last: int, frame: int) -> int | None:
    """How far the return stack may grow from `rp` on, at most to `last`; None if not at all."""
    slots = (place() - lowest() - MARGIN - frame) // (frame + BESIDE)
    return min(last, rp + 8 * slots) if slots >= 16 else None


def shares(low: int, frame: int) -> tuple[int, int]:
    """Where the part of a stack ends that machine code may use, and what each word may need of it.

    `low` is the end of the stack.
    """
    return low + MARGIN + frame, frame + BESIDE
