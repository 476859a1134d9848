"""Runtime functions of generated code: errors, host calls, and running words by token.

They are LLVM IR over the memory block; see `words/registers/memory_layout.py` for the registers. A
stack pointer here is the slot of the top item; the interpreter's is one slot lower.
"""

from __future__ import annotations

from forthgame.compile.interpreter.control_operations import FRAME_POINTERS
from forthgame.compile.ir.ir_lines import (
    IN_REGISTER,
    IrLines,
    Write,
    define,
    find_word,
    top_in_memory,
)
from forthgame.compile.writer.stack_writer import ON_STACK, SELDOM, result_type
from forthgame.words.registers import memory_layout as at


def _fail(o: IrLines) -> None:
    o.hand_over("%top", "%back", "%cell")
    o.store("i32", "%status", at.STATUS)
    o.do("ret void")


def _host(o: IrLines) -> None:
    o.hand_over("%top", "%back", "%cell")
    o.store("i32", "1", at.SCAN_STIRRED)
    target = o.load("ptr", at.HOST_CALL)
    o.do(f"%ended = call i32 {target}(ptr %vm, i32 %request, i32 %argument)", "ret i32 %ended")


def _continue(o: IrLines) -> None:
    o.store("ptr", "%rp", at.CONTINUE_RP)
    o.do(
        f"%ended = call {SELDOM} i32 @host(ptr %vm, ptr %top, ptr %back, i32 %cell, "
        f"i32 {at.CONTINUE_REQUEST}, i32 %cell)",
        "ret i32 %ended",
    )


def _note_low(o: IrLines) -> None:
    """Record an underflow and fail at the end of the zone of zeros, as the interpreter does."""
    below = o.slot("%lower", -1)
    base = o.load("ptr", at.FRAME_BASE)
    lowest = o.slot(base, -(at.STACK_ZONE - 64))
    inside = o.value(f"icmp uge ptr {below}, {lowest}")
    lenient = o.value(f"icmp eq i32 {o.load('i32', at.STRICT)}, 0")
    good = o.value(f"and i1 {inside}, {lenient}")
    o.do(
        f"br i1 {good}, label %good, label %bad",
        "bad:",
        "ret i32 -4",
        "good:",
    )
    low = o.load("ptr", at.FRAME_LOW)
    lower = o.value(f"icmp ult ptr {below}, {low}")
    least = o.value(f"select i1 {lower}, ptr {below}, ptr {low}")
    o.store("ptr", least, at.FRAME_LOW)
    o.do("ret i32 0")


def _execute(apply_entry: int) -> Write:
    def write(o: IrLines) -> None:
        known, code = find_word(o)
        o.do(f"br i1 {known}, label %word, label %other, !prof !0", "word:")
        there = o.value(f"icmp ne ptr {code}, null")
        o.do(
            f"br i1 {there}, label %native, label %interpreted, !prof !0",
            "native:",
            f"%sp2 = call ptr {code}(ptr %vm, ptr %sp, ptr %back)",
            "ret ptr %sp2",
            "interpreted:",
            f"%ended = call {SELDOM} i32 @host(ptr %vm, ptr %sp, ptr %place, i32 %cell, "
            f"i32 {at.RUN_REQUEST}, i32 %token)",
            "%done = icmp eq i32 %ended, 0",
            "br i1 %done, label %returned, label %lost, !prof !0",
            "lost:",
        )
        o.store("i32", "%ended", at.NATIVE_STATUS)
        o.do("ret ptr null", "returned:")
        o.do(
            f"ret ptr {top_in_memory(o)}",
            "other:",
            f"%move = sub i32 %token, {at.MOVE_MARK_CELL * 4}",
        )
        low = o.value(f"icmp uge i32 %move, {at.ARENA}")
        high = o.value(f"icmp ult i32 %move, {at.ARENA_END}")
        unit = o.value(f"and i32 %move, {at.MOVE_UNIT - 1}")
        inside = o.value(f"and i1 {low}, {high}")
        inside = o.value(f"and i1 {inside}, {o.value(f'icmp eq i32 {unit}, 0')}")
        o.do(f"br i1 {inside}, label %arena, label %wrong", "arena:")
        place = o.value("zext i32 %token to i64")
        pointer = o.value(f"getelementptr i8, ptr {o.register(at.MEMORY)}, i64 {place}")
        mark = o.value(f"load i32, ptr {pointer}, align 1")
        marked = o.value(f"icmp eq i32 {mark}, {at.MOVE_MARK}")
        o.do(f"br i1 {marked}, label %apply, label %wrong", "apply:")
        o.do(
            f"store i32 %move, ptr {o.register(at.MEMORY + at.A_MOVE_ADDRESS)}",
            f"%sp3 = call ptr @x{apply_entry}(ptr %vm, ptr %sp, ptr %back)",
            "ret ptr %sp3",
            "wrong:",
            f"call {SELDOM} void @fail(ptr %vm, ptr %before, ptr %place, i32 %cell, i32 -256)",
        )
        o.store("i32", str(at.NATIVE_ERROR), at.NATIVE_STATUS)
        o.do("ret ptr null")

    return write


def _enter(o: IrLines) -> None:
    """Run machine code for the host, on the stack described by the registers."""
    sp = top_in_memory(o)
    back = o.load("ptr", at.RP)
    o.do(
        f"%sp2 = call ptr %code(ptr %vm, ptr {sp}, ptr {back})",
        "%returned = icmp ne ptr %sp2, null",
        "br i1 %returned, label %finish, label %left",
        "left:",
    )
    status = o.load("i32", at.NATIVE_STATUS)
    o.do(
        f"br i1 {o.value(f'icmp eq i32 {status}, {at.FRAME_EXIT}')}, label %exited, label %error",
        "exited:",
    )
    exited = o.load("ptr", at.NATIVE_SP)
    o.do(
        "br label %finish",
        "error:",
        f"ret i32 {at.NATIVE_ERROR}",
        "finish:",
        f"%top = phi ptr [ %sp2, %0 ], [ {exited}, %exited ]",
        f"%ended = phi i32 [ 0, %0 ], [ {at.FRAME_EXIT}, %exited ]",
    )
    o.store("ptr", o.slot("%top", -1), at.SP)
    o.store("i32", o.value("load i32, ptr %top"), at.TOP)
    o.do("ret i32 %ended")


def door_text(entry: int, index: int, effect: tuple[int, int] | None) -> str:
    """Return a function of another module, which finds its code by the index of its word.

    While there is none, the host runs it in the interpreter.
    """
    text = f"""define internal ptr @x{entry}(ptr %vm, ptr %sp, ptr %rp) #0 {{
entry:
  %place = getelementptr i8, ptr %vm, i64 {at.NATIVE_WORDS + 8 * index}
  br label %look
look:
  %code = load ptr, ptr %place, {IN_REGISTER}
  %there = icmp ne ptr %code, null
  br i1 %there, label %native, label %interpreted, !prof !0
native:
  %left = tail call ptr %code(ptr %vm, ptr %sp, ptr %rp)
  ret ptr %left
interpreted:
  %ended = call {SELDOM} i32 @continue(ptr %vm, ptr %sp, ptr %rp, ptr %rp, i32 {entry})
  switch i32 %ended, label %lost [ i32 {at.DONE}, label %returned i32 {at.RESUME}, label %look ]
lost:
  %status = getelementptr i8, ptr %vm, i64 {at.NATIVE_STATUS}
  store i32 %ended, ptr %status, {IN_REGISTER}
  ret ptr null
returned:
  %sp.place = getelementptr i8, ptr %vm, i64 {at.SP}
  %below = load ptr, ptr %sp.place, {IN_REGISTER}
  %item = getelementptr i32, ptr %below, i64 1
  %top.place = getelementptr i8, ptr %vm, i64 {at.TOP}
  %top = load i32, ptr %top.place, {IN_REGISTER}
  store i32 %top, ptr %item, align 1, {ON_STACK}
  ret ptr %item
}}
"""
    return text if effect is None else text + _with_values(entry, *effect)


def _with_values(entry: int, taken: int, left: int) -> str:
    kind = result_type(left)
    given = "".join(
        f"  %place{k} = getelementptr i32, ptr %sp, i64 {k + 1}\n"
        f"  store i32 %a{k}, ptr %place{k}, align 1, {ON_STACK}\n"
        for k in range(taken)
    )
    found = "".join(
        f"  %result{k} = getelementptr i32, ptr %end, i64 {k + 1 - left}\n"
        f"  %item{k} = load i32, ptr %result{k}, align 1, {ON_STACK}\n"
        f"  %made{k + 1} = insertvalue {kind} {f'%made{k}' if k else 'zeroinitializer'}, "
        f"i32 %item{k}, {k + 1}\n"
        for k in range(left)
    )
    failed = f"  %failed = insertvalue {kind} undef, i32 %status, 0\n" if left else ""
    arguments = "".join(f", i32 %a{k}" for k in range(taken))
    return f"""define internal fastcc {kind} @w{entry}(ptr %vm, ptr %sp, ptr %rp{arguments}) #0 {{
entry:
{given}  %top = getelementptr i32, ptr %sp, i64 {taken}
  %end = call ptr @x{entry}(ptr %vm, ptr %top, ptr %rp)
  %there = icmp ne ptr %end, null
  br i1 %there, label %good, label %bad, !prof !0
bad:
  %status.place = getelementptr i8, ptr %vm, i64 {at.NATIVE_STATUS}
  %status = load i32, ptr %status.place, {IN_REGISTER}
{failed}  ret {kind} {"%failed" if left else "%status"}
good:
{found}  ret {kind} {f"%made{left}" if left else "0"}
}}
"""


# -- frames ----------------------------------------------------------------------------------------

FRAMED = "{ i32, i32 }"  # status and result
FAILED = f"{FRAMED} {{ i32 1, i32 0 }}"
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


def _write_error(o: IrLines, slots: int, ended: str) -> None:
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
    compile/interpreter/control_operations.py.

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
    _write_error(o, 7, FAILED)
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
    compile/interpreter/control_operations.py.
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
    _write_error(o, 2, "i32 1")
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


def runtime_text(apply_entry: int) -> str:
    place, given = "ptr %vm, ptr %top, ptr %back", "ptr %vm, ptr %before, ptr %back"
    rare = f"define internal {SELDOM}"
    functions: tuple[tuple[str, Write], ...] = (
        (f"{rare} void @fail({place}, i32 %cell, i32 %status) #3", _fail),
        (f"{rare} i32 @host({place}, i32 %cell, i32 %request, i32 %argument) #3", _host),
        (f"{rare} i32 @continue({place}, ptr %rp, i32 %cell) #3", _continue),
        (f"{rare} i32 @note_low(ptr %vm, ptr %lower) #3", _note_low),
        (
            "define internal ptr @execute(ptr %vm, ptr %sp, ptr %back, ptr %place, i32 %token, "
            "ptr %before, i32 %cell) #0",
            _execute(apply_entry),
        ),
        (f"define internal {FRAMED} @frame({given}, i32 %token, i32 %cell) #0", _frame),
        (
            f"define internal {FRAMED} @framed({given}, i32 %token, i32 %cell, ptr %code) #0",
            _framed,
        ),
        (f"define internal i32 @candidate({given}, i32 %token, i32 %cell) #0", _candidate),
        ("define internal void @clean_frame(ptr %vm, ptr %first) #0", _clean_frame),
        ("define i32 @enter(ptr %vm, ptr %code) #0", _enter),
    )
    return "".join((
        "declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)\n",
        *(define(head, write) for head, write in functions),
        "attributes #0 = { nounwind }\n",
        "attributes #2 = { cold }\n",
        "attributes #3 = { nounwind noinline cold }\n",
        "attributes #4 = { alwaysinline nounwind }\n",
        '!0 = !{!"branch_weights", i32 2000, i32 1}\n',
        '!1 = !{!"branch_weights", i32 1, i32 2000}\n',
    ))  # fmt: skip
