"""System call filter for a confined process, as a classic BPF program.

See seccomp(2) and Documentation/userspace-api/seccomp_filter.rst of Linux. The filter allows the
calls listed in `syscalls.py`. A process cannot remove it, and it covers all threads.
"""

from __future__ import annotations

import ctypes
import errno
import os
import platform
import struct
import sys

from forthgame.confine import syscalls

ALLOW, KILL, ERROR = 0x7FFF0000, 0x80000000, 0x00050000
EPERM, ENOSYS = ERROR | errno.EPERM, ERROR | errno.ENOSYS

# machine: audit number of the architecture, call number of seccomp(2), column of the table
MACHINES = {"x86_64": (0xC000003E, 317, 1), "aarch64": (0xC00000B7, 277, 2)}
X32 = 0x40000000  # first call number of the x32 interface, which the table does not cover
LOAD, EQUAL, ANY_BIT, RETURN = 0x20, 0x15, 0x45, 0x06
NUMBER, ARCHITECTURE = 0, 4  # offsets in struct seccomp_data

PR_SET_NO_NEW_PRIVS = 38
SET_FILTER, ALL_THREADS = 1, 1

CLONE_THREAD = 0x00010000
CLONE_NEW = 0x7E020080  # any new namespace
WRITES = 0x3 | 0x40 | 0x200  # O_WRONLY, O_RDWR, O_CREAT, O_TRUNC
NAMES = (15, 16, 0x53564D41)  # PR_SET_NAME, PR_GET_NAME, PR_SET_VMA: names of threads, of memory
DESCRIPTORS = (0, 1, 2, 3, 4, 5, 6, 7, 36, 37, 38, 1030, 1032)  # F_DUPFD … F_GETPIPE_SZ
# terminal modes and size, process group, bytes waiting, descriptor flags; TIOCSTI and TIOCLINUX are
# missing because they can type into the user's terminal
CONTROLS = (
    0x5401, 0x5402, 0x5403, 0x5404, 0x540B, 0x540F, 0x5413, 0x541B, 0x5421, 0x5450, 0x5451,
    0x802C542A, 0x402C542B, 0x402C542C, 0x402C542D,
)  # fmt: skip

Instruction = tuple[int, int, int, int]


def _argument(number: int, *, high: bool = False) -> int:
    """Return the offset of half an argument, on a little-endian machine."""
    return 16 + 8 * number + (4 if high else 0)


def _is(value: int, action: int) -> list[Instruction]:
    return [(EQUAL, 0, 1, value), (RETURN, 0, 0, action)]


def _one_of(argument: int, values: tuple[int, ...]) -> list[Instruction]:
    tests = [part for value in values for part in _is(value, ALLOW)]
    return [(LOAD, 0, 0, _argument(argument)), *tests, (RETURN, 0, 0, EPERM)]


def _checks(process: int, *, files: bool) -> dict[str, list[Instruction]]:
    """Return programs for calls whose arguments are checked; each ends with a result."""
    refuse, allow = (RETURN, 0, 0, EPERM), (RETURN, 0, 0, ALLOW)
    return {
        "clone": [
            (LOAD, 0, 0, _argument(0)),
            (ANY_BIT, 0, 2, CLONE_THREAD),
            (ANY_BIT, 1, 0, CLONE_NEW),
            allow,
            refuse,
        ],
        # allowed if the pointer to new limits is null
        "prlimit64": [
            (LOAD, 0, 0, _argument(2)),
            (EQUAL, 0, 3, 0),
            (LOAD, 0, 0, _argument(2, high=True)),
            (EQUAL, 0, 1, 0),
            allow,
            refuse,
        ],
        "prctl": _one_of(0, NAMES),
        "fcntl": _one_of(1, DESCRIPTORS),
        "ioctl": _one_of(1, CONTROLS),
        "kill": _one_of(0, (process,)),
        "tgkill": _one_of(0, (process,)),
    } | {
        name: [(LOAD, 0, 0, _argument(argument)), (ANY_BIT, 0, 1, WRITES), refuse, allow]
        for name, argument in (("open", 1), ("openat", 2))
        if files
    }


def program(machine: str, process: int, *, landlock: bool) -> list[Instruction]:
    """Return the filter for a machine and a process id.

    Without Landlock, which distinguishes folders, no file may be opened for writing.
    """
    architecture, _, column = MACHINES[machine]
    code: list[Instruction] = [
        (LOAD, 0, 0, ARCHITECTURE),
        (EQUAL, 1, 0, architecture),
        (RETURN, 0, 0, KILL),
        (LOAD, 0, 0, NUMBER),
    ]
    if machine == "x86_64":
        code += [(ANY_BIT, 0, 1, X32), (RETURN, 0, 0, KILL)]
    checked = _checks(process, files=not landlock)
    known = syscalls.numbers(syscalls.CHECKED + syscalls.OPENING, column)
    answers = [
        (syscalls.ALLOWED, ALLOW),
        (syscalls.OPENING, ALLOW),
        (syscalls.WRITING, ALLOW if landlock else EPERM),
        (syscalls.REFUSED, EPERM),
        (syscalls.DEADLY, KILL),
    ]
    for name, number in known.items():
        if name in checked:
            part = checked[name]
            code += [(EQUAL, 0, len(part), number), *part]
    for names, action in answers:
        for name, number in syscalls.numbers(names, column).items():
            if name not in checked:
                code += _is(number, action)
    return [*code, (RETURN, 0, 0, ENOSYS)]


class _Program(ctypes.Structure):
    _fields_ = (("length", ctypes.c_ushort), ("code", ctypes.c_void_p))


def give_up_privileges() -> str | None:
    """Set `no_new_privs`; return an error message or None."""
    libc = ctypes.CDLL(None, use_errno=True)
    nothing = ctypes.c_ulong(0)
    if libc.prctl(PR_SET_NO_NEW_PRIVS, ctypes.c_ulong(1), nothing, nothing, nothing) != 0:
        return os.strerror(ctypes.get_errno())
    return None


def filter_calls(*, landlock: bool) -> tuple[list[str], list[str]]:
    """Install the filter for all threads; return the restrictions in force and those missing."""
    what = "a filter of system calls (no network, no programs, no processes)"
    machine = platform.machine()
    if not sys.platform.startswith("linux"):
        return [], [f"{what}: only Linux has it"]
    if machine not in MACHINES or sys.byteorder != "little" or ctypes.sizeof(ctypes.c_void_p) != 8:
        return [], [f"{what}: there is none for {machine}"]
    if refused := give_up_privileges():
        return [], [f"{what}: {refused}"]
    code = program(machine, os.getpid(), landlock=landlock)
    data = ctypes.create_string_buffer(b"".join(struct.pack("=HBBI", *part) for part in code))
    given = _Program(len(code), ctypes.cast(data, ctypes.c_void_p).value)
    libc = ctypes.CDLL(None, use_errno=True)
    number = ctypes.c_long(MACHINES[machine][1])
    failed = libc.syscall(
        number, ctypes.c_ulong(SET_FILTER), ctypes.c_ulong(ALL_THREADS), ctypes.byref(given)
    )
    if failed:
        return [], [f"{what}: {os.strerror(ctypes.get_errno()) if failed < 0 else 'a thread'}"]
    held = ["no network, no other programs or processes (seccomp)"]
    return (held, []) if landlock else ([*held, "no file is opened to write (seccomp)"], [])
