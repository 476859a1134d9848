"""What generated code calls: leaving with an error, asking the host, running words by token.

All of it is LLVM IR over the one memory block; see `lang/layout.py` for the registers. A stack
pointer here is the slot of the top item; the interpreter's is one slot lower.
"""

from __future__ import annotations

from forthgame.lang import layout as at
from forthgame.vm.compiler.stack import IN_REGISTER
from forthgame.vm.control import FRAME_POINTERS


class _Lines:
    """A few helpers to write straight-line IR."""

    def __init__(self) -> None:
        self.text: list[str] = []
        self.count = 0

    def value(self, text: str) -> str:
        self.count += 1
        self.text.append(f"  %v{self.count} = {text}")
        return f"%v{self.count}"

    def do(self, text: str) -> None:
        self.text.append(text if text.endswith(":") else "  " + text)

    def register(self, offset: int) -> str:
        return self.value(f"getelementptr i8, ptr %vm, i64 {offset}")

    def load(self, kind: str, offset: int) -> str:
        return self.value(f"load {kind}, ptr {self.register(offset)}, {IN_REGISTER}")

    def store(self, kind: str, value: str, offset: int) -> None:
        self.do(f"store {kind} {value}, ptr {self.register(offset)}, {IN_REGISTER}")

    def slot(self, pointer: str, index: int, kind: str = "i32") -> str:
        return self.value(f"getelementptr {kind}, ptr {pointer}, i64 {index}")

    def hand_over(self, top: str, back: str, cell: str) -> None:
        """Store stack pointers and instruction pointer where the host finds them."""
        self.store("ptr", self.slot(top, -1), at.SP)
        self.store("i32", self.value(f"load i32, ptr {top}"), at.TOP)
        self.store("ptr", back, at.RP)
        code = self.register(at.CODE)
        wide = self.value(f"zext i32 {cell} to i64")
        self.store("ptr", self.value(f"getelementptr i32, ptr {code}, i64 {wide}"), at.IP)

    def __str__(self) -> str:
        return "\n".join(self.text)


def _define(head: str, write: object) -> str:
    lines = _Lines()
    write(lines)  # type: ignore[operator]
    return f"{head} {{\n{lines}\n}}\n"


def _fail(o: _Lines) -> None:
    o.hand_over("%top", "%back", "%cell")
    o.store("i32", "%status", at.STATUS)
    o.do("ret void")


def _host(o: _Lines) -> None:
    o.hand_over("%top", "%back", "%cell")
    target = o.load("ptr", at.HOST_CALL)
    o.do(f"%ended = call i32 {target}(i32 %request, i32 %argument)")
    o.do("ret i32 %ended")


def _continue(o: _Lines) -> None:
    o.store("ptr", "%rp", at.CONTINUE_RP)
    o.do(
        "%ended = call i32 @host(ptr %vm, ptr %top, ptr %back, i32 %cell, "
        f"i32 {at.CONTINUE_REQUEST}, i32 %cell)"
    )
    o.do("ret i32 %ended")


def _note_low(o: _Lines) -> None:
    """As the interpreter does it: note the slot, fail at the end of the zone of zeros."""
    below = o.slot("%lower", -1)
    base = o.load("ptr", at.FRAME_BASE)
    lowest = o.slot(base, -(at.STACK_ZONE - 64))
    inside = o.value(f"icmp uge ptr {below}, {lowest}")
    lenient = o.value(f"icmp eq i32 {o.load('i32', at.STRICT)}, 0")
    good = o.value(f"and i1 {inside}, {lenient}")
    o.do(f"br i1 {good}, label %good, label %bad")
    o.do("bad:")
    o.do("ret i32 -4")
    o.do("good:")
    low = o.load("ptr", at.FRAME_LOW)
    lower = o.value(f"icmp ult ptr {below}, {low}")
    least = o.value(f"select i1 {lower}, ptr {below}, ptr {low}")
    o.store("ptr", least, at.FRAME_LOW)
    o.do("ret i32 0")


def _find(o: _Lines) -> tuple[str, str]:
    """Whether %token is a word, and its machine code or null."""
    shifted = o.value(f"sub i32 %token, {at.MEMORY_LOW}")
    limit = at.READ_END - 4 - at.MEMORY_LOW
    good = o.value(f"icmp ule i32 {shifted}, {limit}")
    safe = o.value(f"select i1 {good}, i32 %token, i32 {at.MEMORY_LOW}")
    place = o.value(f"zext i32 {safe} to i64")
    memory = o.register(at.MEMORY)
    pointer = o.value(f"getelementptr i8, ptr {memory}, i64 {place}")
    index = o.value(f"load i32, ptr {pointer}, align 1")
    inside = o.value(f"icmp ult i32 {index}, {at.WORD_LIMIT}")
    chosen = o.value(f"select i1 {inside}, i32 {index}, i32 0")
    wide = o.value(f"zext i32 {chosen} to i64")
    row = o.value(f"getelementptr i64, ptr {o.register(at.WORDS)}, i64 {wide}")
    same = o.value(f"icmp eq i32 {o.value(f'load i32, ptr {row}')}, %token")
    code = o.value(f"getelementptr ptr, ptr {o.register(at.NATIVE_WORDS)}, i64 {wide}")
    known = o.value(f"and i1 {o.value(f'and i1 {good}, {inside}')}, {same}")
    return known, o.value(f"load ptr, ptr {code}")


def _finish_run(o: _Lines) -> None:
    """Behind a word that the host has run: its stack is in the registers."""
    below = o.load("ptr", at.SP)
    top = o.slot(below, 1)
    o.do(f"store i32 {o.load('i32', at.TOP)}, ptr {top}")
    o.do(f"ret ptr {top}")


def _execute(apply_entry: int) -> object:
    def write(o: _Lines) -> None:
        known, code = _find(o)
        o.do(f"br i1 {known}, label %word, label %other, !prof !0")
        o.do("word:")
        there = o.value(f"icmp ne ptr {code}, null")
        o.do(f"br i1 {there}, label %native, label %interpreted, !prof !0")
        o.do("native:")
        o.do(f"%sp2 = call ptr {code}(ptr %vm, ptr %sp, ptr %back)")
        o.do("ret ptr %sp2")
        o.do("interpreted:")
        o.do(
            "%ended = call i32 @host(ptr %vm, ptr %sp, ptr %back, i32 %cell, "
            f"i32 {at.RUN_REQUEST}, i32 %token)"
        )
        o.do("%done = icmp eq i32 %ended, 0")
        o.do("br i1 %done, label %returned, label %lost, !prof !0")
        o.do("lost:")
        o.store("i32", "%ended", at.NATIVE_STATUS)
        o.do("ret ptr null")
        o.do("returned:")
        _finish_run(o)
        o.do("other:")
        o.do(f"%move = sub i32 %token, {at.MOVE_MARK_CELL * 4}")
        low = o.value(f"icmp uge i32 %move, {at.ARENA}")
        high = o.value(f"icmp ule i32 %token, {at.READ_END - 4}")
        inside = o.value(f"and i1 {low}, {high}")
        o.do(f"br i1 {inside}, label %arena, label %wrong")
        o.do("arena:")
        place = o.value("zext i32 %token to i64")
        pointer = o.value(f"getelementptr i8, ptr {o.register(at.MEMORY)}, i64 {place}")
        mark = o.value(f"load i32, ptr {pointer}, align 1")
        marked = o.value(f"icmp eq i32 {mark}, {at.MOVE_MARK}")
        o.do(f"br i1 {marked}, label %apply, label %wrong")
        o.do("apply:")
        o.do(f"store i32 %move, ptr {o.register(at.MEMORY + at.A_MOVE_ADDRESS)}")
        o.do(f"%sp3 = call ptr @x{apply_entry}(ptr %vm, ptr %sp, ptr %back)")
        o.do("ret ptr %sp3")
        o.do("wrong:")
        o.do("call void @fail(ptr %vm, ptr %before, ptr %place, i32 %cell, i32 -256)")
        o.store("i32", str(at.NATIVE_ERROR), at.NATIVE_STATUS)
        o.do("ret ptr null")

    return write


RETURN_FRAME = at.RETURN_TAG << 32 | 1  # cell 1 holds a (HALT) that says: the frame was left


def _frame(o: _Lines) -> None:
    """Run the word of a token in a frame of its own."""
    known, code = _find(o)
    o.do(f"br i1 {known}, label %valid, label %invalid, !prof !0")
    o.do("invalid:")
    o.do("call void @fail(ptr %vm, ptr %before, ptr %back, i32 %cell, i32 -256)")
    o.do("ret { i32, i32 } { i32 1, i32 0 }")
    o.do("valid:")
    given = f"ptr %vm, ptr %before, ptr %back, i32 %token, i32 %cell, ptr {code}"
    o.do(f"ret {{ i32, i32 }} {o.value(f'call {{ i32, i32 }} @framed({given})')}")


def _framed(o: _Lines) -> None:
    """The same for a word whose code is at %code: see `_frame` and `_return` in vm/control.py."""
    level = o.load("i32", at.FRAME_LEVEL)
    shallow = o.value(f"icmp slt i32 {level}, {at.LEVELS}")
    o.do(f"br i1 {shallow}, label %shallow, label %deep, !prof !0")
    o.do("deep:")
    o.do("call void @fail(ptr %vm, ptr %before, ptr %back, i32 %cell, i32 -264)")
    o.do("ret { i32, i32 } { i32 1, i32 0 }")
    o.do("shallow:")
    rp = o.slot("%back", 8, "i64")
    last = o.register(at.RETURN_STACK + (at.RETURN_SLOTS - 32) * 8)
    o.do(f"br i1 {o.value(f'icmp ule ptr {rp}, {last}')}, label %room, label %full, !prof !0")
    o.do("full:")
    o.do("call void @fail(ptr %vm, ptr %before, ptr %back, i32 %cell, i32 -5)")
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
        f"%ended = call i32 @host(ptr %vm, ptr {first}, ptr {rp}, i32 %cell, "
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


def _candidate(o: _Lines) -> None:
    """Run a move word on the empty stack of the frame: see `_candidate` in vm/control.py."""
    known, code = _find(o)
    o.do(f"br i1 {known}, label %valid, label %invalid, !prof !0")
    o.do("invalid:")
    o.do("call void @fail(ptr %vm, ptr %before, ptr %back, i32 %cell, i32 -256)")
    o.do("ret i32 1")
    o.do("valid:")
    rp = o.slot("%back", 3, "i64")
    last = o.register(at.RETURN_STACK + (at.RETURN_SLOTS - 32) * 8)
    o.do(f"br i1 {o.value(f'icmp ule ptr {rp}, {last}')}, label %room, label %full, !prof !0")
    o.do("full:")
    o.do("call void @fail(ptr %vm, ptr %before, ptr %back, i32 %cell, i32 -5)")
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
        f"%ended = call i32 @host(ptr %vm, ptr {first}, ptr {rp}, i32 %cell, "
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


def _clean_frame(o: _Lines) -> None:
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


def _clean(o: _Lines, base: str, low: str) -> None:
    """Zeros again below the bottom of a frame's stack, from the lowest slot that was touched."""
    under = o.slot(low, -at.UNDER_LOW)
    end = o.value(f"ptrtoint ptr {o.slot(base, 1)} to i64")
    size = o.value(f"sub i64 {end}, {o.value(f'ptrtoint ptr {under} to i64')}")
    o.do(f"call void @llvm.memset.p0.i64(ptr {under}, i8 0, i64 {size}, i1 false)")


def _enter(o: _Lines) -> None:
    """From the host: run machine code on the stack that the registers describe."""
    below = o.load("ptr", at.SP)
    sp = o.slot(below, 1)
    o.do(f"store i32 {o.load('i32', at.TOP)}, ptr {sp}")
    back = o.load("ptr", at.RP)
    o.do(f"%sp2 = call ptr %code(ptr %vm, ptr {sp}, ptr {back})")
    o.do("%returned = icmp ne ptr %sp2, null")
    o.do("br i1 %returned, label %finish, label %left")
    o.do("left:")
    status = o.load("i32", at.NATIVE_STATUS)
    o.do(f"br i1 {o.value(f'icmp eq i32 {status}, {at.FRAME_EXIT}')}, label %exited, label %error")
    o.do("exited:")
    exited = o.load("ptr", at.NATIVE_SP)
    o.do("br label %finish")
    o.do("error:")
    o.do(f"ret i32 {at.NATIVE_ERROR}")
    o.do("finish:")
    o.do(f"%top = phi ptr [ %sp2, %0 ], [ {exited}, %exited ]")
    o.do(f"%ended = phi i32 [ 0, %0 ], [ {at.FRAME_EXIT}, %exited ]")
    o.store("ptr", o.slot("%top", -1), at.SP)
    o.store("i32", o.value("load i32, ptr %top"), at.TOP)
    o.do("ret i32 %ended")


def runtime_text(apply_entry: int) -> str:
    """The functions that every module of generated code contains."""
    place = "ptr %vm, ptr %top, ptr %back"
    return "".join(
        (
            "declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)\n",
            _define(f"define internal void @fail({place}, i32 %cell, i32 %status) #3", _fail),
            _define(
                f"define internal i32 @host({place}, i32 %cell, i32 %request, i32 %argument) #3",
                _host,
            ),
            _define(f"define internal i32 @continue({place}, ptr %rp, i32 %cell) #3", _continue),
            _define("define internal i32 @note_low(ptr %vm, ptr %lower) #3", _note_low),
            _define(
                "define internal ptr @execute(ptr %vm, ptr %sp, ptr %back, ptr %place, "
                "i32 %token, ptr %before, i32 %cell) #0",
                _execute(apply_entry),
            ),
            _define(
                "define internal { i32, i32 } @frame(ptr %vm, ptr %before, ptr %back, "
                "i32 %token, i32 %cell) #0",
                _frame,
            ),
            _define(
                "define internal { i32, i32 } @framed(ptr %vm, ptr %before, ptr %back, "
                "i32 %token, i32 %cell, ptr %code) #4",
                _framed,
            ),
            _define(
                "define internal i32 @candidate(ptr %vm, ptr %before, ptr %back, i32 %token, "
                "i32 %cell) #0",
                _candidate,
            ),
            _define(
                "define internal void @clean_frame(ptr %vm, ptr %first) #0",
                _clean_frame,
            ),
            _define("define i32 @enter(ptr %vm, ptr %code) #0", _enter),
            "attributes #0 = { nounwind }\n",
            "attributes #2 = { cold }\n",
            "attributes #3 = { nounwind noinline cold }\n",
            "attributes #4 = { alwaysinline nounwind }\n",
            '!0 = !{!"branch_weights", i32 2000, i32 1}\n',
            '!1 = !{!"branch_weights", i32 1, i32 2000}\n',
        )
    )
