"""What generated code calls to run a word in a frame of its own, or as a move word."""

from __future__ import annotations

from forthgame.lang import layout as at
from forthgame.vm.compiler.lines import Lines, define, find_word
from forthgame.vm.compiler.stack import SELDOM
from forthgame.vm.framing import FRAME_POINTERS

RETURN_FRAME = at.RUN_TAG << 32 | 1  # cell 1 holds a (HALT) that says: the frame was left


def _frame(o: Lines) -> None:
    """Run a word in a frame of its own, by its token; it may have no machine code."""
    known, code = find_word(o)
    o.do(f"br i1 {known}, label %valid, label %invalid, !prof !0")
    o.do("invalid:")
    o.do(f"call {SELDOM} void @fail(ptr %vm, ptr %before, ptr %back, i32 %cell, i32 -256)")
    o.do("ret { i32, i32 } { i32 1, i32 0 }")
    o.do("valid:")
    given = "ptr %vm, ptr %before, ptr %back, i32 %token, i32 %cell"
    o.do(f"%ended = call {{ i32, i32 }} @framed({given}, ptr {code})")
    o.do("ret { i32, i32 } %ended")


def _framed(o: Lines) -> None:
    """Run machine code in a frame of its own: see `_frame` and `_return` in vm/control.py.

    Without any, the host runs the token.
    """
    level = o.load("i32", at.FRAME_LEVEL)
    shallow = o.value(f"icmp slt i32 {level}, {at.LEVELS}")
    o.do(f"br i1 {shallow}, label %shallow, label %deep, !prof !0")
    o.do("deep:")
    o.do(f"call {SELDOM} void @fail(ptr %vm, ptr %before, ptr %back, i32 %cell, i32 -264)")
    o.do("ret { i32, i32 } { i32 1, i32 0 }")
    o.do("shallow:")
    rp = o.slot("%back", 8, "i64")
    last = o.register(at.RETURN_STACK + (at.RETURN_SLOTS - 32) * 8)
    o.do(f"br i1 {o.value(f'icmp ule ptr {rp}, {last}')}, label %room, label %full, !prof !0")
    o.do("full:")
    o.do(f"call {SELDOM} void @fail(ptr %vm, ptr %before, ptr %back, i32 %cell, i32 -5)")
    o.do("ret { i32, i32 } { i32 1, i32 0 }")
    o.do("room:")
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
    there = o.value("icmp ne ptr %code, null")
    o.do(f"br i1 {there}, label %native, label %interpreted, !prof !0")
    o.do("native:")
    o.do(f"%sp2 = call ptr %code(ptr %vm, ptr {first}, ptr {rp})")
    o.do("%returned = icmp ne ptr %sp2, null")
    o.do("br i1 %returned, label %finish, label %left")
    o.do("left:")
    status = o.load("i32", at.NATIVE_STATUS)
    o.do(f"br i1 {o.value(f'icmp eq i32 {status}, {at.FRAME_EXIT}')}, label %exited, label %error")
    o.do("exited:")
    exited = o.load("ptr", at.NATIVE_SP)
    o.do("br label %finish")
    o.do("interpreted:")
    o.do(
        f"%ended = call {SELDOM} i32 @host(ptr %vm, ptr {first}, ptr {rp}, i32 %cell, "
        f"i32 {at.RUN_REQUEST}, i32 %token)"
    )
    o.do(f"%done = icmp ne i32 %ended, {at.NATIVE_ERROR}")
    o.do("br i1 %done, label %ran, label %error")
    o.do("ran:")
    below = o.load("ptr", at.SP)
    ran = o.slot(below, 1)
    o.do(f"store i32 {o.load('i32', at.TOP)}, ptr {ran}")
    o.do("br label %finish")
    o.do("error:")
    for k in range(7):
        o.do(f"store i64 0, ptr {o.slot('%back', k, 'i64')}")
    o.do("ret { i32, i32 } { i32 1, i32 0 }")
    o.do("finish:")
    o.do(f"%top = phi ptr [ %sp2, %native ], [ {exited}, %exited ], [ {ran}, %ran ]")
    result = o.value("load i32, ptr %top")
    low = o.load("ptr", at.FRAME_LOW)
    o.do(f"br i1 {o.value(f'icmp ult ptr {low}, {base}')}, label %dirty, label %clean, !prof !1")
    o.do("dirty:")
    _clean(o, base, low)
    o.do("br label %clean")
    o.do("clean:")
    for offset, value in zip(FRAME_POINTERS, saved, strict=True):
        o.store("ptr", value, offset)
    o.store("i32", level, at.FRAME_LEVEL)
    made = o.value(f"insertvalue {{ i32, i32 }} {{ i32 0, i32 0 }}, i32 {result}, 1")
    o.do(f"ret {{ i32, i32 }} {made}")


def _candidate(o: Lines) -> None:
    """Run a move word on the empty stack of the frame: see `_candidate` in vm/control.py."""
    known, code = find_word(o)
    o.do(f"br i1 {known}, label %valid, label %invalid, !prof !0")
    o.do("invalid:")
    o.do(f"call {SELDOM} void @fail(ptr %vm, ptr %before, ptr %back, i32 %cell, i32 -256)")
    o.do("ret i32 1")
    o.do("valid:")
    rp = o.slot("%back", 3, "i64")
    last = o.register(at.RETURN_STACK + (at.RETURN_SLOTS - 32) * 8)
    o.do(f"br i1 {o.value(f'icmp ule ptr {rp}, {last}')}, label %room, label %full, !prof !0")
    o.do("full:")
    o.do(f"call {SELDOM} void @fail(ptr %vm, ptr %before, ptr %back, i32 %cell, i32 -5)")
    o.do("ret i32 1")
    o.do("room:")
    saved = o.load("ptr", at.FRAME_RP)
    o.do(f"store i64 {RETURN_FRAME}, ptr {o.slot('%back', 2, 'i64')}")
    o.store("ptr", rp, at.FRAME_RP)
    base = o.load("ptr", at.FRAME_BASE)
    first = o.slot(base, 1)
    o.do(f"store i32 0, ptr {first}")
    there = o.value(f"icmp ne ptr {code}, null")
    o.do(f"br i1 {there}, label %native, label %interpreted, !prof !0")
    o.do("native:")
    o.do(f"%sp2 = call ptr {code}(ptr %vm, ptr {first}, ptr {rp})")
    o.do("%returned = icmp ne ptr %sp2, null")
    o.do("br i1 %returned, label %finish, label %left")
    o.do("left:")
    status = o.load("i32", at.NATIVE_STATUS)
    o.do(f"br i1 {o.value(f'icmp eq i32 {status}, {at.FRAME_EXIT}')}, label %finish, label %error")
    o.do("interpreted:")
    o.do(
        f"%ended = call {SELDOM} i32 @host(ptr %vm, ptr {first}, ptr {rp}, i32 %cell, "
        f"i32 {at.RUN_REQUEST}, i32 %token)"
    )
    o.do(f"%done = icmp ne i32 %ended, {at.NATIVE_ERROR}")
    o.do("br i1 %done, label %finish, label %error")
    o.do("error:")
    for k in range(2):
        o.do(f"store i64 0, ptr {o.slot('%back', k, 'i64')}")
    o.do("ret i32 1")
    o.do("finish:")
    low = o.load("ptr", at.FRAME_LOW)
    o.do(f"br i1 {o.value(f'icmp ult ptr {low}, {base}')}, label %dirty, label %clean, !prof !1")
    o.do("dirty:")
    _clean(o, base, low)
    o.store("ptr", base, at.FRAME_LOW)
    o.do("br label %clean")
    o.do("clean:")
    o.store("ptr", saved, at.FRAME_RP)
    o.do(f"store i32 0, ptr {first}")
    o.do("ret i32 0")


def _clean_frame(o: Lines) -> None:
    """Behind a word of unknown effect: the frame's stack is empty again."""
    base = o.slot("%first", -1)
    low = o.load("ptr", at.FRAME_LOW)
    o.do(f"br i1 {o.value(f'icmp ult ptr {low}, {base}')}, label %dirty, label %clean, !prof !1")
    o.do("dirty:")
    _clean(o, base, low)
    o.store("ptr", base, at.FRAME_LOW)
    o.do("br label %clean")
    o.do("clean:")
    o.do("store i32 0, ptr %first")
    o.do("ret void")


def _clean(o: Lines, base: str, low: str) -> None:
    """Zeros again below the bottom of a frame's stack, from the lowest slot that was touched."""
    under = o.slot(low, -at.UNDER_LOW)
    end = o.value(f"ptrtoint ptr {o.slot(base, 1)} to i64")
    size = o.value(f"sub i64 {end}, {o.value(f'ptrtoint ptr {under} to i64')}")
    o.do(f"call void @llvm.memset.p0.i64(ptr {under}, i8 0, i64 {size}, i1 false)")


def frame_functions() -> tuple[str, ...]:
    """The functions that every module of generated code contains."""
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
