"""Calls between Python and a machine: short calls as built-in functions, and calls of the host.

A short call (`enter_quickly`, `run_quickly`) takes a number and returns one. It expects the machine
at rest and leaves it at rest; failures are encoded in the upper half of the result. Built-in
functions of Python are much cheaper than calls through ctypes.

CPython passes a built-in function its arguments as an array (METH_FASTCALL). These functions are
machine code of that kind: they read integers and release the GIL while words run. They return an
integer, or the bytes that a ply usually needs. Arguments are not checked, as only this package
calls them.

The C stack is measured for one thread at a time: calls from another thread are refused, and
CALLED_BY receives Python's number of that thread.

`call_host` calls Python for native code. It uses Python's C interface because a callback of ctypes
loses an exception that is raised before the first instruction of the function: Python runs signal
handlers there, so Ctrl-C would be lost.
"""

from __future__ import annotations

import ctypes
import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from forthgame.compile.ir.ir_lines import IrLines, define
from forthgame.words.registers import call_registers, memory_layout as at

NOT_RUN: Final = 1 << 40  # nothing was run: not enough of the C stack is left
FAILED: Final = 2 << 40  # native code has stopped with an error
UNTIDY: Final = 4 << 40  # added to the result: the stack was used below its bottom
STOPPED: Final = 8 << 40  # the interpreter has stopped with the status that is added
RESULTS: Final = 1 << 32
TAKEN: Final = 3  # largest count of numbers that a short call of machine code takes
ENTERED: Final = f"ptr %vm, ptr %code, {', '.join(f'i32 %n{k}' for k in range(TAKEN))}, i64 %count"
STACK_STEP: Final = at.KEPT_SYSTEM + 2048  # bytes of the C stack that a word may need, 64 bits
SHORT_LIMIT: Final = STACK_STEP + 8  # limit of the return stack for the running short call
LEAST_SLOTS: Final = 16
SYSTEM_SIZE: Final = at.CELL * len(at.SYSTEM_CELLS)
GATES_DECLARED = """declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare i32 @PyGILState_Ensure()
declare void @PyGILState_Release(i32)
declare ptr @PyObject_CallNoArgs(ptr)
declare i64 @PyLong_AsLongLong(ptr)
declare void @PyErr_Fetch(ptr, ptr, ptr)
declare void @Py_DecRef(ptr)
"""


class UntaggedLines(IrLines):
    """Lines without alias tags, as the called functions touch all memory."""

    tag = ""


def python_addresses() -> dict[str, int]:
    """Return the addresses of the functions of Python that the code calls, by name."""
    names = re.findall(r"@(Py\w+)", GATES_DECLARED + DECLARED)
    functions = {name: getattr(ctypes.pythonapi, name) for name in names}
    return {name: ctypes.cast(f, ctypes.c_void_p).value or 0 for name, f in functions.items()}


def _begin_call(o: IrLines) -> tuple[str, str, str]:
    """Save the system cells, and set up stacks as `Processor.execute` does.

    Returns the base of the data stack, the return stack pointer, and IP.
    """
    kept, system = o.register(at.KEPT_SYSTEM), o.register(at.MEMORY + at.SYSTEM)
    o.do(f"call void @llvm.memcpy.p0.p0.i64(ptr {kept}, ptr {system}, i64 {SYSTEM_SIZE}, i1 false)")
    base = o.load("ptr", at.FRAME_BASE)
    o.do(f"store i32 0, ptr {o.slot(base, 1)}")
    rp = o.load("ptr", at.RP)
    o.do(f"store i64 {at.RUN_TAG << 32}, ptr {rp}")
    back = o.slot(rp, 8, "i8")
    o.store("ptr", back, at.RP)
    o.store("ptr", back, at.FRAME_RP)
    return base, rp, o.load("ptr", at.IP)


def _finish_call(o: IrLines, base: str, rp: str, ip: str, result: str) -> None:
    for kind, value, register in (
        ("ptr", base, at.SP), ("i32", "0", at.TOP), ("ptr", rp, at.RP), ("ptr", rp, at.FRAME_RP),
        ("i32", "0", at.FSP), ("ptr", ip, at.IP),
    ):  # fmt: skip
        o.store(kind, value, register)
    lower = o.value(f"icmp ult ptr {o.load('ptr', at.FRAME_LOW)}, {base}")
    wide = o.value(f"sext i32 {result} to i64")
    bare = o.value(f"zext i32 {result} to i64")
    marked = o.value(f"or i64 {bare}, {UNTIDY}")
    o.do(f"ret i64 {o.value(f'select i1 {lower}, i64 {marked}, i64 {wide}')}")


def _enter_quickly(o: IrLines) -> None:
    frame = o.value("call ptr @llvm.frameaddress.p0(i32 0)")
    here = o.value(f"ptrtoint ptr {frame} to i64")
    room = o.value(f"sub i64 {here}, {o.load('i64', call_registers.STACK_LOW)}")
    step = o.load("i64", STACK_STEP)
    least = o.value(f"mul i64 {step}, {LEAST_SLOTS}")
    none = o.value(f"icmp slt i64 {room}, {least}")
    o.do(
        f"br i1 {none}, label %refuse, label %begin",
        "refuse:",
        f"ret i64 {NOT_RUN}",
        "begin:",
    )
    base, rp, ip = _begin_call(o)
    for number in range(TAKEN):
        o.do(f"store i32 %n{number}, ptr {o.slot(base, 2 + number)}")
    bottom = o.slot(base, 1)
    sp = o.value(f"getelementptr i32, ptr {bottom}, i64 %count")
    last = o.register(at.RETURN_STACK + (at.RETURN_SLOTS - 32) * 8)
    slots = o.value(f"udiv i64 {room}, {step}")
    end = o.value(f"getelementptr i64, ptr {rp}, i64 {slots}")
    limit = o.value(f"select i1 {o.value(f'icmp ult ptr {end}, {last}')}, ptr {end}, ptr {last}")
    o.store("ptr", limit, at.RETURN_LIMIT)
    o.store("ptr", limit, SHORT_LIMIT)
    o.store("i32", "0", at.POLL)
    o.do(
        f"%sp2 = call ptr %code(ptr %vm, ptr {sp}, ptr {o.slot(rp, 8, 'i8')})",
        "%returned = icmp ne ptr %sp2, null",
        "br i1 %returned, label %finish, label %left, !prof !0",
        "left:",
    )
    left = o.value(f"icmp eq i32 {o.load('i32', at.NATIVE_STATUS)}, {at.FRAME_EXIT}")
    exited = o.load("ptr", at.NATIVE_SP)
    o.do(
        f"br i1 {left}, label %finish, label %error",
        "error:",
        f"ret i64 {FAILED}",
        "finish:",
        f"%top = phi ptr [ %sp2, %begin ], [ {exited}, %left ]",
    )
    _finish_call(o, base, rp, ip, o.value("load i32, ptr %top"))


def _run_quickly(o: IrLines) -> None:
    base, rp, ip = _begin_call(o)
    o.store("ptr", o.slot(base, 1), at.SP)
    o.store("i32", "%n", at.TOP)
    o.store("ptr", o.element("i32", o.register(at.CODE), "%entry"), at.IP)
    o.store("i64", "%steps", at.STEPS)
    o.store("i64", "0", at.CHARGED)
    o.do("call void @run(ptr %vm)")
    status = o.load("i32", at.STATUS)
    done = o.value(f"icmp eq i32 {status}, {at.HALTED}")
    o.do(f"br i1 {done}, label %finish, label %stopped", "stopped:")
    wide = o.value(f"zext i32 {status} to i64")
    o.do(f"ret i64 {o.value(f'or i64 {wide}, {STOPPED}')}", "finish:")
    _finish_call(o, base, rp, ip, o.load("i32", at.TOP))


def _call_host(o: IrLines) -> None:
    o.store("i32", "%request", call_registers.HOST_REQUESTED)
    o.store("i32", "%argument", call_registers.HOST_ARGUMENT)
    kept = [o.value("alloca ptr") for _ in range(3)]
    state = o.value("call i32 @PyGILState_Ensure()")
    answer = o.value(
        f"call ptr @PyObject_CallNoArgs(ptr {o.load('ptr', call_registers.HOST_OBJECT)})"
    )
    there = o.value(f"icmp ne ptr {answer}, null")
    o.do(
        f"br i1 {there}, label %good, label %raised",
        "good:",
        f"%number = call i64 @PyLong_AsLongLong(ptr {answer})",
        f"call void @Py_DecRef(ptr {answer})",
        "br label %end",
        "raised:",
        f"call void @PyErr_Fetch({', '.join(f'ptr {place}' for place in kept)})",
    )
    kinds = [o.value(f"load ptr, ptr {place}") for place in kept]
    before = o.load("ptr", call_registers.HOST_FAILED)
    o.store("ptr", kinds[0], call_registers.HOST_FAILED)
    for dropped in (before, *kinds[1:]):
        o.do(f"call void @Py_DecRef(ptr {dropped})")  # accepts a null pointer too
    o.do(
        "br label %end",
        "end:",
        f"%ended = phi i64 [ %number, %good ], [ {at.NATIVE_ERROR}, %raised ]",
        f"call void @PyGILState_Release(i32 {state})",
    )
    o.do(f"ret i32 {o.value('trunc i64 %ended to i32')}")


NEW_CALLER: Final = 16 << 40  # nothing was run: the C stack of this thread is not measured
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
_methods: list[Any] = []  # method definitions, which must live as long as their machine code


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
    return Functions(*map(_maker, WRITERS, addresses))


def _maker(name: str, address: int) -> Callable[[int], Any]:
    make = ctypes.PYFUNCTYPE(
        ctypes.py_object, ctypes.POINTER(_Method), ctypes.py_object, ctypes.c_void_p
    )(("PyCFunction_NewEx", ctypes.pythonapi))
    method = _Method(name.encode(), address, FASTCALL, None)
    _methods.append(method)
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
EXPORTED: Final = ("call_host", *WRITERS)


def short_call_text() -> str:
    """Return the IR of the gates, and of the functions that Python calls."""
    head = "(ptr %self, ptr %given, i64 %count)"
    gates = (
        (f"define internal i64 @enter_quickly({ENTERED})", _enter_quickly),
        ("define internal i64 @run_quickly(ptr %vm, i32 %entry, i32 %n, i64 %steps)", _run_quickly),
        ("define i32 @call_host(ptr %vm, i32 %request, i32 %argument)", _call_host),
    )
    functions = [(f"define ptr @{name}{head}", write) for name, write in WRITERS.items()]
    return "".join((
        GATES_DECLARED, *(define(*gate, UntaggedLines) for gate in gates),
        DECLARED, *(define(*function, UntaggedLines) for function in functions),
    ))  # fmt: skip
