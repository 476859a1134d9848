"""LLVM IR for the calls between Python and a machine: short calls, and calls of the host.

A short call (`enter_quickly`, `run_quickly`) takes a number and returns one. It expects the machine
at rest and leaves it at rest; failures are encoded in the upper half of the result. Python calls
both through `compile/interpreter/python_functions.py`.

`call_host` calls Python for native code. It uses Python's C interface because a callback of ctypes
loses an exception that is raised before the first instruction of the function: Python runs signal
handlers there, so Ctrl-C would be lost.
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterable
from typing import Final

from forthgame.compile.ir.ir_lines import IrLines, define
from forthgame.words.registers import call_registers, memory_layout as at

NOT_RUN: Final = 1 << 40  # nothing was run: not enough of the C stack is left
FAILED: Final = 2 << 40  # native code has stopped with an error
UNTIDY: Final = 4 << 40  # added to the result: the stack was used below its bottom
STOPPED: Final = 8 << 40  # the interpreter has stopped with the status that is added
RESULTS: Final = 1 << 32
PYTHON: Final = (
    "PyGILState_Ensure", "PyGILState_Release", "PyObject_CallNoArgs", "PyLong_AsLongLong",
    "PyErr_Fetch", "Py_DecRef",
)  # fmt: skip
EXPORTED: Final = ("call_host",)
TAKEN: Final = 3  # largest count of numbers that a short call of machine code takes
ENTERED: Final = f"ptr %vm, ptr %code, {', '.join(f'i32 %n{k}' for k in range(TAKEN))}, i64 %count"
STACK_STEP: Final = at.KEPT_SYSTEM + 2048  # bytes of the C stack that a word may need, 64 bits
SHORT_LIMIT: Final = STACK_STEP + 8  # limit of the return stack for the running short call
LEAST_SLOTS: Final = 16
SYSTEM_SIZE: Final = at.CELL * len(at.SYSTEM_CELLS)
DECLARED = """declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
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


def python_functions(names: Iterable[str]) -> dict[str, int]:
    functions = {name: getattr(ctypes.pythonapi, name) for name in names}
    return {name: ctypes.cast(f, ctypes.c_void_p).value or 0 for name, f in functions.items()}


def _begin(o: IrLines) -> tuple[str, str, str]:
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


def _finish(o: IrLines, base: str, rp: str, ip: str, result: str) -> None:
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


def _enter(o: IrLines) -> None:
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
    base, rp, ip = _begin(o)
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
    _finish(o, base, rp, ip, o.value("load i32, ptr %top"))


def _run(o: IrLines) -> None:
    base, rp, ip = _begin(o)
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
    _finish(o, base, rp, ip, o.load("i32", at.TOP))


def _host(o: IrLines) -> None:
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


def doors_text() -> str:
    return DECLARED + "".join(
        (
            define(f"define internal i64 @enter_quickly({ENTERED})", _enter, UntaggedLines),
            define(
                "define internal i64 @run_quickly(ptr %vm, i32 %entry, i32 %n, i64 %steps)",
                _run,
                UntaggedLines,
            ),
            define(
                "define i32 @call_host(ptr %vm, i32 %request, i32 %argument)", _host, UntaggedLines
            ),
        )
    )
