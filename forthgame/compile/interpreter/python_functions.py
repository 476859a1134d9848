"""Short calls as built-in functions of Python, which are much cheaper than calls through ctypes.

CPython passes a built-in function its arguments as an array (METH_FASTCALL). These functions are
machine code of that kind: they read integers and release the GIL while words run. They return an
integer, or the bytes that a ply usually needs. Arguments are not checked, as only this package
calls them.

The C stack is measured for one thread at a time: calls from another thread are refused, and
CALLED_BY receives Python's number of that thread.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from forthgame.compile.interpreter.short_call_gates import TAKEN, UntaggedLines
from forthgame.compile.ir.ir_lines import IrLines, define
from forthgame.words.registers import call_registers, memory_layout as at

NEW_CALLER: Final = 16 << 40  # nothing was run: the C stack of this thread is not measured
PYTHON: Final = (
    "PyLong_FromLongLong", "PyEval_SaveThread", "PyEval_RestoreThread", "PyThreadState_GetID",
    "PyThreadState_Get",
    "PyBytes_FromStringAndSize", "PyBytes_AsString", "PyTuple_New", "PyTuple_SetItem",
)  # fmt: skip
DECLARED = """declare ptr @PyLong_FromLongLong(i64)
declare ptr @PyEval_SaveThread()
declare void @PyEval_RestoreThread(ptr)
declare i64 @PyThreadState_GetID(ptr)
declare ptr @PyThreadState_Get()
declare ptr @PyBytes_FromStringAndSize(ptr, i64)
declare ptr @PyBytes_AsString(ptr)
declare ptr @PyTuple_New(i64)
declare i32 @PyTuple_SetItem(ptr, i64, ptr)
"""
FASTCALL = 0x80
_kept: list[Any] = []  # method definitions, which must live as long as their machine code


class _Method(ctypes.Structure):
    """PyMethodDef."""

    _fields_ = (
        ("name", ctypes.c_char_p),
        ("code", ctypes.c_void_p),
        ("flags", ctypes.c_int),
        ("doc", ctypes.c_char_p),
    )


@dataclass(frozen=True)
class Functions:
    """Factories of Python functions for a machine, given the address of its block.

    enter  (code, number) -> number: `enter_quickly`
    hold   like `enter`, but keeps the GIL: for very short work, after which waiting threads would
           otherwise delay each call
    play   like `enter` for `(play-number)`; turn and board as bytes if no list was made
    go_on  like `enter` for `(play-on)`; turn and board, and the list, if the game goes on
    judge  like `enter` for `(offer-with-result)`; the list as bytes if the game goes on
    put    (code, number, number, number) -> number: for a word that takes three numbers
    run    (entry, number, steps) -> number: `run_quickly`
    """

    enter: Callable[[int], Callable[[int, int], int]]
    hold: Callable[[int], Callable[[int, int], int]]
    play: Callable[[int], Callable[[int, int], int | bytes]]
    go_on: Callable[[int], Callable[[int, int], int | tuple[bytes, bytes]]]
    judge: Callable[[int], Callable[[int, int], int | bytes]]
    put: Callable[[int], Callable[[int, int, int, int], int]]
    run: Callable[[int], Callable[[int, int, int], int]]


def functions(addresses: list[int]) -> Functions:
    return Functions(*map(_maker, EXPORTED, addresses))


def _maker(name: str, address: int) -> Callable[[int], Any]:
    make = ctypes.PYFUNCTYPE(
        ctypes.py_object, ctypes.POINTER(_Method), ctypes.py_object, ctypes.c_void_p
    )(("PyCFunction_NewEx", ctypes.pythonapi))
    method = _Method(name.encode(), address, FASTCALL, None)
    _kept.append(method)
    return lambda machine: make(ctypes.byref(method), machine, None)


def _numbers(o: IrLines, count: int) -> list[str]:
    """Define `%vm` from `%self`, and return `count` arguments as 64-bit integers."""
    found = [o.value("call i64 @PyLong_AsLongLong(ptr %self)")]
    for k in range(count):
        given = o.value(f"load ptr, ptr {o.slot('%given', k, 'ptr')}")
        found.append(o.value(f"call i64 @PyLong_AsLongLong(ptr {given})"))
    o.do(f"%vm = inttoptr i64 {found[0]} to ptr")
    return found[1:]


def _begin(o: IrLines, release: bool, taken: int) -> None:
    """Enter machine code with `taken` numbers; `%result` is its result."""
    code, *numbers = _numbers(o, 1 + taken)
    target = o.value(f"inttoptr i64 {code} to ptr")
    cells = [o.value(f"trunc i64 {number} to i32") for number in numbers]
    given = ", ".join(f"i32 {cell}" for cell in (*cells, *("0",) * (TAKEN - taken)))
    o.do(f"%thread = call ptr @{'PyEval_SaveThread' if release else 'PyThreadState_Get'}()")
    caller = o.value("call i64 @PyThreadState_GetID(ptr %thread)")
    known = o.value(f"icmp eq i64 {caller}, {o.load('i64', call_registers.CALLER)}")
    o.do(f"br i1 {known}, label %begin, label %refuse", "refuse:")
    o.store("i64", caller, call_registers.CALLED_BY)
    o.do("br label %end", "begin:")
    calls = o.register(call_registers.CALLS)  # read by another thread
    before = o.value(f"load volatile i64, ptr {calls}")
    o.do(
        f"store volatile i64 {o.value(f'add i64 {before}, 1')}, ptr {calls}",
        f"%found = call i64 @enter_quickly(ptr %vm, ptr {target}, {given}, i64 {taken})",
    )
    o.do(
        f"store volatile i64 {o.value(f'add i64 {before}, 2')}, ptr {calls}",
        "br label %end",
        "end:",
        f"%result = phi i64 [ {NEW_CALLER}, %refuse ], [ %found, %begin ]",
    )
    if release:
        o.do("call void @PyEval_RestoreThread(ptr %thread)")


def _give_number(o: IrLines) -> None:
    o.do(f"ret ptr {o.value('call ptr @PyLong_FromLongLong(i64 %result)')}")


def _parts_if(o: IrLines, result: int, take: Callable[[IrLines], str]) -> None:
    """Return the object that `take` makes for one result, and the number for all others."""
    wanted = o.value(f"icmp eq i64 %result, {result}")
    o.do(f"br i1 {wanted}, label %usual, label %other", "other:")
    _give_number(o)
    o.do("usual:")
    o.do(f"ret ptr {take(o)}")


def _position(o: IrLines) -> str:
    size = o.value(f"zext i32 {o.load('i32', at.BOARD_SIZE)} to i64")
    whole = o.value(f"add i64 {size}, {at.TURN_BLOCK_SIZE}")
    made = o.value(f"call ptr @PyBytes_FromStringAndSize(ptr null, i64 {whole})")
    none = o.value(f"icmp eq ptr {made}, null")
    o.do(f"br i1 {none}, label %without, label %room", "without:", "ret ptr null", "room:")
    to = o.value(f"call ptr @PyBytes_AsString(ptr {made})")
    for start, at_byte, count in (
        (at.MEMORY + at.TURN_BLOCK, 0, str(at.TURN_BLOCK_SIZE)),
        (at.MEMORY + at.BOARDS, at.TURN_BLOCK_SIZE, size),
    ):
        place = o.slot(to, at_byte, "i8")
        o.do(
            f"call void @llvm.memcpy.p0.p0.i64(ptr {place}, ptr {o.register(start)}, "
            f"i64 {count}, i1 false)"
        )
    return made


def _list(o: IrLines) -> str:
    top = o.value(f"zext i32 {o.load('i32', call_registers.OFFERED_TOP)} to i64")
    size = o.value(f"sub i64 {top}, {at.KEPT_HEADER}")
    first = o.register(at.MEMORY + at.KEPT_HEADER)
    return o.value(f"call ptr @PyBytes_FromStringAndSize(ptr {first}, i64 {size})")


def _both(o: IrLines) -> str:
    """Return a pair of position and list, or a null pointer if memory is exhausted."""
    position, moves = _position(o), _list(o)
    o.do(
        f"br i1 {o.value(f'icmp eq ptr {moves}, null')}, label %alone, label %both",
        "alone:",
        f"call void @Py_DecRef(ptr {position})",
        "ret ptr null",
        "both:",
    )
    pair = o.value("call ptr @PyTuple_New(i64 2)")
    o.do(
        f"br i1 {o.value(f'icmp eq ptr {pair}, null')}, label %drop, label %fill",
        "drop:",
        f"call void @Py_DecRef(ptr {position})",
        f"call void @Py_DecRef(ptr {moves})",
        "ret ptr null",
        "fill:",
    )
    for number, part in enumerate((position, moves)):  # the pair takes over the references
        o.do(f"call i32 @PyTuple_SetItem(ptr {pair}, i64 {number}, ptr {part})")
    return pair


def _run(o: IrLines) -> None:
    entry, number, steps = _numbers(o, 3)
    cell, short = (o.value(f"trunc i64 {each} to i32") for each in (entry, number))
    o.do(
        "%thread = call ptr @PyEval_SaveThread()",
        f"%found = call i64 @run_quickly(ptr %vm, i32 {cell}, i32 {short}, i64 {steps})",
        "call void @PyEval_RestoreThread(ptr %thread)",
    )
    o.do(f"ret ptr {o.value('call ptr @PyLong_FromLongLong(i64 %found)')}")


def _call(
    give: Callable[[IrLines], None] = _give_number, release: bool = True, taken: int = 1
) -> Callable[[IrLines], None]:
    """Return a writer of a function that enters machine code and returns its result."""

    def write(o: IrLines) -> None:
        _begin(o, release, taken)
        give(o)

    return write


WRITERS: Final[dict[str, Callable[[IrLines], None]]] = {  # in the order of Functions
    "enter_function": _call(),
    "hold_function": _call(release=False),
    "play_function": _call(partial(_parts_if, result=-1, take=_position)),
    "go_on_function": _call(partial(_parts_if, result=at.UNKNOWN_SCORE, take=_both)),
    "judge_function": _call(partial(_parts_if, result=at.UNKNOWN_SCORE, take=_list)),
    "put_function": _call(taken=TAKEN),
    "run_function": _run,
}
EXPORTED: Final = tuple(WRITERS)


def functions_text() -> str:
    head = "(ptr %self, ptr %given, i64 %count)"
    return DECLARED + "".join(
        define(f"define ptr @{name}{head}", write, UntaggedLines) for name, write in WRITERS.items()
    )
