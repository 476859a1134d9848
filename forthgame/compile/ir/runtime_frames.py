"""Runtime functions that run a word in a new frame, or as a move word."""

from __future__ import annotations

from forthgame.compile.interpreter.frame_operations import FRAME_POINTERS
from forthgame.compile.ir.ir_lines import IrLines, define, find_word, top_in_memory
from forthgame.compile.writer.stack_writer import SELDOM
from forthgame.words.registers import memory_layout as at

FAILED = "{ i32, i32 } { i32 1, i32 0 }"
RETURN_FRAME = at.RUN_TAG << 32 | 1  # cell 1 holds a (HALT), which shows that the frame was left


def _unless(o: IrLines, condition: str, good: str, bad: str, error: int, ended: str) -> None:
    """Return with an error unless a condition holds; `good` and `bad` name the blocks."""
    o.do(
        f"br i1 {condition}, label %{good}, label %{bad}, !prof !0",
        f"{bad}:",
        f"call {SELDOM} void @fail(ptr %vm, ptr %before, ptr %back, i32 %cell, i32 {error})",
        f"ret {ended}",
        f"{good}:",
    )


def _begin(o: IrLines, slots: int, ended: str) -> str:
    """Store the frame's return address after `slots` slots; return the next free slot."""
    rp = o.slot("%back", slots, "i64")
    last = o.register(at.RETURN_STACK + (at.RETURN_SLOTS - 32) * 8)
    _unless(o, o.value(f"icmp ule ptr {rp}, {last}"), "room", "full", -5, ended)
    return rp


def _run(o: IrLines, code: str, first: str, rp: str, exited: str, ran: str) -> None:
    """Run code, or have the host run the token if there is none.

    Continues at `finish`, at `exited` after `verify`, at `ran` after the host, or at `error` if the
    word has not returned.
    """
    there = o.value(f"icmp ne ptr {code}, null")
    o.do(
        f"br i1 {there}, label %native, label %interpreted, !prof !0",
        "native:",
        f"%sp2 = call ptr {code}(ptr %vm, ptr {first}, ptr {rp})",
        "%returned = icmp ne ptr %sp2, null",
        "br i1 %returned, label %finish, label %left",
        "left:",
    )
    left = o.value(f"icmp eq i32 {o.load('i32', at.NATIVE_STATUS)}, {at.FRAME_EXIT}")
    o.do(
        f"br i1 {left}, label %{exited}, label %error",
        "interpreted:",
        f"%ended = call {SELDOM} i32 @host(ptr %vm, ptr {first}, ptr {rp}, i32 %cell, "
        f"i32 {at.RUN_REQUEST}, i32 %token)",
        f"%done = icmp ne i32 %ended, {at.NATIVE_ERROR}",
        f"br i1 %done, label %{ran}, label %error",
    )


def _lose(o: IrLines, slots: int, ended: str) -> None:
    o.do("error:")
    for k in range(slots):
        o.do(f"store i64 0, ptr {o.slot('%back', k, 'i64')}")
    o.do(f"ret {ended}")


def _frame(o: IrLines) -> None:
    known, code = find_word(o)
    _unless(o, known, "valid", "invalid", -256, FAILED)
    given = "ptr %vm, ptr %before, ptr %back, i32 %token, i32 %cell"
    o.do(f"%ended = call {{ i32, i32 }} @framed({given}, ptr {code})", "ret { i32, i32 } %ended")


def _framed(o: IrLines) -> None:
    """Run machine code in a new frame, like the operations in
    compile/interpreter/frame_operations.py.

    Without machine code the host runs the token.
    """
    level = o.load("i32", at.FRAME_LEVEL)
    _unless(o, o.value(f"icmp slt i32 {level}, {at.LEVELS}"), "shallow", "deep", -264, FAILED)
    rp = _begin(o, 8, FAILED)
    saved = [o.load("ptr", offset) for offset in FRAME_POINTERS]
    o.do(f"store i64 {RETURN_FRAME}, ptr {o.slot('%back', 7, 'i64')}")
    o.store("ptr", rp, at.FRAME_RP)
    o.store("i32", o.value(f"add i32 {level}, 1"), at.FRAME_LEVEL)
    start = o.value(f"mul i64 {o.value(f'zext i32 {level} to i64')}, {at.LEVEL_CELLS}")
    zone = o.value(f"add i64 {start}, {at.STACK_ZONE}")
    base = o.value(f"getelementptr i32, ptr {o.register(at.LEVEL_ONE)}, i64 {zone}")
    o.store("ptr", base, at.FRAME_BASE)
    o.store("ptr", base, at.FRAME_LOW)
    o.store("ptr", o.slot(base, at.LEVEL_CELLS - at.STACK_ZONE - 32), at.FRAME_LIMIT)
    first = o.slot(base, 1)
    o.do(f"store i32 0, ptr {first}")
    _run(o, "%code", first, rp, "exited", "ran")
    o.do("exited:")
    exited = o.load("ptr", at.NATIVE_SP)
    o.do("br label %finish", "ran:")
    ran = top_in_memory(o)
    o.do("br label %finish")
    _lose(o, 7, FAILED)
    o.do("finish:", f"%top = phi ptr [ %sp2, %native ], [ {exited}, %exited ], [ {ran}, %ran ]")
    result = o.value("load i32, ptr %top")
    _clean(o, base)
    for offset, value in zip(FRAME_POINTERS, saved, strict=True):
        o.store("ptr", value, offset)
    o.store("i32", level, at.FRAME_LEVEL)
    made = o.value(f"insertvalue {{ i32, i32 }} {{ i32 0, i32 0 }}, i32 {result}, 1")
    o.do(f"ret {{ i32, i32 }} {made}")


def _candidate(o: IrLines) -> None:
    """Run a move word on the empty stack of the frame, like `_candidate` in
    compile/interpreter/frame_operations.py.
    """
    known, code = find_word(o)
    _unless(o, known, "valid", "invalid", -256, "i32 1")
    rp = _begin(o, 3, "i32 1")
    saved = o.load("ptr", at.FRAME_RP)
    o.do(f"store i64 {RETURN_FRAME}, ptr {o.slot('%back', 2, 'i64')}")
    o.store("ptr", rp, at.FRAME_RP)
    base = o.load("ptr", at.FRAME_BASE)
    first = o.slot(base, 1)
    o.do(f"store i32 0, ptr {first}")
    _run(o, code, first, rp, "finish", "finish")
    _lose(o, 2, "i32 1")
    o.do("finish:")
    _clean(o, base)
    o.store("ptr", saved, at.FRAME_RP)
    o.do(f"store i32 0, ptr {first}", "ret i32 0")


def _clean_frame(o: IrLines) -> None:
    _clean(o, o.slot("%first", -1))
    o.do("store i32 0, ptr %first", "ret void")


def _clean(o: IrLines, base: str) -> None:
    """Clear the cells below the bottom of a frame's stack, from the lowest used slot."""
    low = o.load("ptr", at.FRAME_LOW)
    o.do(
        f"br i1 {o.value(f'icmp ult ptr {low}, {base}')}, label %dirty, label %clean, !prof !1",
        "dirty:",
    )
    under = o.slot(low, -at.UNDER_LOW)
    end = o.value(f"ptrtoint ptr {o.slot(base, 1)} to i64")
    size = o.value(f"sub i64 {end}, {o.value(f'ptrtoint ptr {under} to i64')}")
    o.do(f"call void @llvm.memset.p0.i64(ptr {under}, i8 0, i64 {size}, i1 false)")
    o.store("ptr", base, at.FRAME_LOW)
    o.do("br label %clean", "clean:")


def frame_functions() -> tuple[str, ...]:
    return (
        define(
            "define internal { i32, i32 } @frame(ptr %vm, ptr %before, ptr %back, "
            "i32 %token, i32 %cell) #0",
            _frame,
        ),
        define(
            "define internal { i32, i32 } @framed(ptr %vm, ptr %before, ptr %back, "
            "i32 %token, i32 %cell, ptr %code) #0",
            _framed,
        ),
        define(
            "define internal i32 @candidate(ptr %vm, ptr %before, ptr %back, i32 %token, "
            "i32 %cell) #0",
            _candidate,
        ),
        define(
            "define internal void @clean_frame(ptr %vm, ptr %first) #0",
            _clean_frame,
        ),
    )
