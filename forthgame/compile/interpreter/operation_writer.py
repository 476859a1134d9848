"""The interpreter: each operation of threaded code is a function that tail-calls the next.

Instruction pointer, stack pointers, top of stack and step counter stay in registers (direct
threading by tail calls; see Ertl, "Stack caching for interpreters", 1995, for the cached top). A
module of LLVM IR is written from the table of words, linked with the bodies that numba has
compiled, and inlined by LLVM.

An operation either completes and goes on, or leaves everything unchanged and stops with a status.
Conventions: `%sp` points at the slot of the second item, the top is in `%t`; with an empty stack
`%sp` is the frame's base and `%t` is the cell below the bottom, 0.
"""

from __future__ import annotations

import platform
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

from forthgame.compile.ir.ir_lines import LIKELY, IrText
from forthgame.words.registers import memory_layout as at
from forthgame.words.table.row import Row

W = TypeVar("W")

# operations never return, so a convention without callee-saved registers suits them
WITHOUT_SAVED = ("x86_64", "amd64", "arm64", "aarch64")
CONVENTION = "preserve_nonecc" if platform.machine().lower() in WITHOUT_SAVED else "tailcc"
SIGNATURE = "ptr %ip, ptr %sp, ptr %rp, i32 %t, ptr %vm, i64 %steps"
ALIGNMENT = 64  # of an operation: few then span two cache lines, which is a fifth faster


class Operation(IrText):
    """Writes the function of one operation: values are names of the IR."""

    inlining = ""  # attribute of calls of bodies
    slot_tag = ""  # of accesses to slots of stacks, for alias analysis

    def __init__(self, number: int, row: Row, name: str) -> None:
        super().__init__()
        self.number, self.row, self.name = number, row, name
        self.ip, self.sp, self.rp, self.t = "%ip", "%sp", "%rp", "%t"

    def label(self, name: str) -> None:
        self.lines.append(f"{name}:")

    def new_label(self, stem: str) -> str:
        self.count += 1
        return f"{stem}{self.count}"

    def slot(self, pointer: str, index: int, kind: str = "i32") -> str:
        return pointer if index == 0 else super().slot(pointer, index, kind)

    def load(self, kind: str, pointer: str) -> str:
        align = 1 if kind == "i32" else 8
        return self.value(f"load {kind}, ptr {pointer}, align {align}{self.slot_tag}")

    def store(self, kind: str, value: str, pointer: str) -> None:
        align = 1 if kind == "i32" else 8
        self.do(f"store {kind} {value}, ptr {pointer}, align {align}{self.slot_tag}")

    def load_register(self, kind: str, offset: int) -> str:
        return self.load(kind, self.register(offset))

    def store_register(self, kind: str, value: str, offset: int) -> None:
        self.store(kind, value, self.register(offset))

    def scratch(self, kind: str) -> str:
        """Return room for a value that a body returns."""
        return self.value(f"alloca {kind}")

    def stop(self, status: str) -> None:
        """Stop with everything as it was when the operation began."""
        # in memory, as a seventh argument would not fit the registers
        self.store_register("i32", status, at.STATUS)
        self.do(f"musttail call {CONVENTION} void @stop({SIGNATURE})", "ret void")

    @contextmanager
    def unless(self, condition: str, good: str, bad: str, weights: str = "") -> Iterator[str]:
        """Write the block of the body for a false condition; yield the label that follows it."""
        labels = self.split(condition, good, bad, weights)
        self.label(labels[1])
        yield labels[0]
        self.label(labels[0])

    def require(self, condition: str, status: str) -> None:
        with self.unless(condition, "ok", "bad", LIKELY):
            self.stop(status)

    def count_step(self) -> None:
        left = self.value("sub i64 %steps, 1")
        self.require(self.value(f"icmp sge i64 {left}, 0"), str(at.OUT_OF_STEPS))
        self.steps = left

    def pay(self) -> None:
        """Count the steps that the body has charged."""
        place = self.register(at.CHARGED)
        cost = self.load("i64", place)
        self.store("i64", "0", place)
        self.steps = self.value(f"sub i64 {self.steps}, {cost}")

    def next(self) -> None:
        """Go to the operation at the instruction pointer."""
        target = self.load("ptr", self.element("ptr", "@table", self.load("i32", self.ip)))
        following = self.slot(self.ip, 1)
        self.do(
            f"musttail call {CONVENTION} void {target}(ptr {following}, ptr {self.sp}, "
            f"ptr {self.rp}, i32 {self.t}, ptr %vm, i64 {self.steps})",
            "ret void",
        )

    def operand(self) -> str:
        value = self.load("i32", self.ip)
        self.ip = self.slot(self.ip, 1)
        return value

    # -- data stack -----------------------------------------------------------------------------

    def check_low(self, pointer: str) -> None:
        """Record an underflow of the frame; stop at the end of the zone of zeros, or if strict."""
        fine, low, note = (self.new_label(stem) for stem in ("fine", "low", "note"))
        base = self.load_register("ptr", at.FRAME_BASE)
        under = self.value(f"icmp ult ptr {pointer}, {base}")
        self.do(f"br i1 {under}, label %{low}, label %{fine}, !prof !1", f"{low}:")
        strict = self.load_register("i32", at.STRICT)
        lowest = self.slot(base, -(at.STACK_ZONE - 64))
        zone = self.value(f"icmp uge ptr {pointer}, {lowest}")
        lenient = self.value(f"icmp eq i32 {strict}, 0")
        self.require(self.value(f"and i1 {zone}, {lenient}"), "-4")
        before = self.load_register("ptr", at.FRAME_LOW)
        lower = self.value(f"icmp ult ptr {pointer}, {before}")
        self.do(f"br i1 {lower}, label %{note}, label %{fine}", f"{note}:")
        self.store_register("ptr", pointer, at.FRAME_LOW)
        self.do(f"br label %{fine}", f"{fine}:")

    def check_high(self, pointer: str) -> None:
        limit = self.load_register("ptr", at.FRAME_LIMIT)
        self.require(self.value(f"icmp ule ptr {pointer}, {limit}"), "-3")

    def inputs(self, n: int) -> list[str]:
        """Return the top n items, the top last, without removing them."""
        below = [self.load("i32", self.slot(self.sp, -(n - 2 - k))) for k in range(n - 1)]
        return [*below, self.t] if n else []

    def replace(self, n: int, outputs: list[str], given: list[str] | None = None) -> None:
        """Replace the top n items by outputs, with the necessary checks.

        `given` are the items if the caller has them: outputs that stay in place are not stored.
        """
        m = len(outputs)
        given = given or []
        stay = [k < len(given) and given[k] == outputs[k] and k < n - 1 for k in range(m)]
        moved = [k for k in range(m - 1) if not stay[k]]
        lowest = min([m - n, *((k + 2 - n - 1) for k in moved if k <= n - 2)])
        if m > n:
            self.check_high(self.slot(self.sp, m - n))
        if lowest < 0:
            self.check_low(self.slot(self.sp, lowest))
        top = self.t
        new_sp = self.slot(self.sp, m - n)
        if n == 0 and m > 0:
            self.store("i32", top, self.slot(self.sp, 1))
        for k in moved:
            self.store("i32", outputs[k], self.slot(self.sp, k - (n - 2)))
        if m:
            self.t = outputs[-1]
        elif n:
            self.t = self.load("i32", self.slot(self.sp, -(n - 1)))
        self.sp = new_sp

    def push(self, value: str) -> None:
        self.replace(0, [value])

    def pop(self) -> str:
        value = self.t
        self.replace(1, [])
        return value

    def push_address(self, pointer: str) -> None:
        distance = self.distance(self.register(at.DATA_STACK), pointer)
        self.push(self.value(f"trunc i64 {distance} to i32"))

    def push_depth(self, pointer: str) -> None:
        base = self.load_register("ptr", at.FRAME_BASE)
        items = self.value(f"ashr i64 {self.distance(base, pointer)}, 2")
        self.push(self.value(f"trunc i64 {items} to i32"))

    def item_below(self, n: str) -> str:
        """Return the item n slots below the second one; 0 below the zone of zeros."""
        down = self.value(f"sub i64 0, {self.value(f'sext i32 {n} to i64')}")
        place = self.value(f"getelementptr i32, ptr {self.sp}, i64 {down}")
        bottom = self.slot(self.load_register("ptr", at.FRAME_BASE), 64 - at.STACK_ZONE)
        inside = self.value(f"icmp uge ptr {place}, {bottom}")
        good = self.value(f"and i1 {inside}, {self.value(f'icmp sge i32 {n}, 0')}")
        safe = self.value(f"select i1 {good}, ptr {place}, ptr {self.sp}")
        return self.value(f"select i1 {good}, i32 {self.load('i32', safe)}, i32 0")

    def goes_on(self, index: str, limit: str, step: str) -> str:
        """Return the condition of Fig-Forth's loop: the index has not reached the limit."""
        up = self.value(f"icmp slt i32 {index}, {limit}")
        down = self.value(f"icmp sge i32 {index}, {limit}")
        falling = self.value(f"icmp slt i32 {step}, 0")
        return self.value(f"select i1 {falling}, i1 {down}, i1 {up}")

    # -- return stack ---------------------------------------------------------------------------

    def rpush(self, *slots: str) -> None:
        top = self.slot(self.rp, len(slots), "i64")
        limit = self.value(
            f"getelementptr i8, ptr %vm, i64 {at.RETURN_STACK + (at.RETURN_SLOTS - 32) * 8}"
        )
        self.require(self.value(f"icmp ule ptr {top}, {limit}"), "-5")
        for k, value in enumerate(slots):
            self.store("i64", value, self.slot(self.rp, k, "i64"))
        self.rp = top

    def rslot(self, index: int) -> str:
        """Return a slot, counted from the first free one: -1 is the top."""
        return self.load("i64", self.slot(self.rp, index, "i64"))

    def ritem(self, index: int) -> str:
        return self.value(f"trunc i64 {self.rslot(index)} to i32")

    def ritem_or_zero(self, index: int) -> str:
        """Return the cell in a slot, or 0 if a return address lies in it or above."""
        slots = [self.rslot(k) for k in range(index, 0)]
        both = slots[0]
        for slot in slots[1:]:
            both = self.value(f"or i64 {both}, {slot}")
        own = self.value(f"icmp ult i64 {both}, 4294967296")
        item = self.value(f"trunc i64 {slots[0]} to i32")
        return self.value(f"select i1 {own}, i32 {item}, i32 0")

    def rdrop(self, n: int) -> None:
        """Drop n slots; stop at slots of the engine below the frame's return address."""
        self.require_returns(n)
        self.rp = self.slot(self.rp, -n, "i64")

    def require_taken(self) -> None:
        """Stop if the top slot is the return address of a word run by its token.

        Machine code that runs a word by its token cannot be left in this way.
        """
        tag = self.value(f"lshr i64 {self.rslot(-1)}, 32")
        self.require(self.value(f"icmp ne i64 {tag}, {at.RUN_TAG}"), "-25")

    def require_returns(self, n: int) -> None:
        """Stop unless the top n slots belong to the frame: raw pointers of the engine lie below."""
        bottom = self.slot(self.load_register("ptr", at.FRAME_RP), -1, "i64")
        low = self.slot(self.rp, -n, "i64")
        self.require(self.value(f"icmp uge ptr {low}, {bottom}"), "-6")

    def wide(self, value: str) -> str:
        return self.value(f"zext i32 {value} to i64")

    # -- threaded code --------------------------------------------------------------------------

    def code(self, index: str) -> str:
        return self.element("i32", self.register(at.CODE), index)

    def call(self, target: str, tag: int = at.RETURN_TAG) -> None:
        """Push the return address and go to a code pointer."""
        index = self.value(f"lshr i64 {self.distance(self.register(at.CODE), self.ip)}, 2")
        self.rpush(self.value(f"or i64 {index}, {tag << 32}"))
        self.ip = target

    def exit(self) -> None:
        """Pop a return address and go there; stop if the top is not one."""
        slot = self.rslot(-1)
        tag = self.value(f"or i64 {self.value(f'lshr i64 {slot}, 32')}, 1")
        self.require(self.value(f"icmp eq i64 {tag}, {at.RETURN_TAG}"), "-25")
        self.rp = self.slot(self.rp, -1, "i64")
        self.ip = self.code(self.value(f"trunc i64 {slot} to i32"))

    def address_of_cell(self, address: str, status: str) -> str:
        """Return the pointer for a Forth address; stop with a status if it is out of bounds."""
        shifted = self.value(f"sub i32 {address}, {at.MEMORY_LOW}")
        limit = at.READ_END - 4 - at.MEMORY_LOW
        self.require(self.value(f"icmp ule i32 {shifted}, {limit}"), status)
        wide = self.value(f"zext i32 {address} to i64")
        base = self.register(at.MEMORY)
        return self.value(f"getelementptr i8, ptr {base}, i64 {wide}")

    def branch(self, condition: str, yes: Callable[[], None], no: Callable[[], None]) -> None:
        labels = self.split(condition, "yes", "no")
        state = (self.ip, self.sp, self.rp, self.t)
        for name, way in zip(labels, (yes, no), strict=True):
            self.ip, self.sp, self.rp, self.t = state
            self.label(name)
            way()

    def finish(self) -> str:
        body = "\n".join(self.lines)
        head = f"define {CONVENTION} void @{self.name}({SIGNATURE}) #0 align {ALIGNMENT}"
        return f"{head} {{\nentry:\n{body}\n}}\n"


class FrequentOperation(Operation):
    """An operation that is written for the usual case, its body inlined.

    It checks the stacks before it changes anything, and passes unexpected cases to `unusual`, the
    complete function of the operation. That leaves a third of the code, which suits the instruction
    cache and which LLVM compiles in half the time.
    """

    inlining = " #1"

    def __init__(self, number: int, row: Row, name: str, unusual: str) -> None:
        super().__init__(number, row, name)
        self.unusual = unusual
        self._places = {"%sp": 0}  # slots of the data stack relative to `%sp`, by names of values
        self._lowest = self._highest = 0  # lowest and highest used slot
        self._changed = False  # whether it has stored, and cannot restart

    def do(self, *texts: str) -> None:
        for text in texts:
            if text.startswith("store") or (text.startswith("call") and "@guard." not in text):
                self._changed = True
        super().do(*texts)

    def slot(self, pointer: str, index: int, kind: str = "i32") -> str:
        place = super().slot(pointer, index, kind)
        if kind == "i32" and pointer in self._places:
            self._places[place] = self._places[pointer] + index
        return place

    def stop(self, status: str) -> None:
        """Stop; restart in the complete function if nothing has been stored."""
        if self._changed:
            super().stop(status)
        else:
            self.do("br label %unusual")

    def check_low(self, pointer: str) -> None:
        """Extend the check at the start that the frame's stack reaches down to a slot."""
        if pointer in self._places:
            self._lowest = min(self._lowest, self._places[pointer])
        else:
            super().check_low(pointer)

    def check_high(self, pointer: str) -> None:
        """Extend the check at the start that the stack has room up to a slot."""
        if pointer in self._places:
            self._highest = max(self._highest, self._places[pointer])
        else:
            super().check_high(pointer)

    def finish(self) -> str:
        rest, self.lines = self.lines, []
        if self._lowest < 0:
            base = self.load_register("ptr", at.FRAME_BASE)
            lowest = super().slot("%sp", self._lowest)
            self._expect(self.value(f"icmp uge ptr {lowest}, {base}"))
        if self._highest > 0:
            limit = self.load_register("ptr", at.FRAME_LIMIT)
            highest = super().slot("%sp", self._highest)
            self._expect(self.value(f"icmp ule ptr {highest}, {limit}"))
        self.lines += rest
        if any("label %unusual" in line for line in self.lines):
            self.label("unusual")
            self.do(f"musttail call {CONVENTION} void @{self.unusual}({SIGNATURE})", "ret void")
        return super().finish()

    def _expect(self, condition: str) -> None:
        usual = self.new_label("usual")
        self.do(f"br i1 {condition}, label %{usual}, label %unusual{LIKELY}", f"{usual}:")


def registering(table: dict[str, W]) -> Callable[..., Callable[[W], W]]:
    """Return a decorator that enters the writer of operations, by their names, into a table."""

    def named(*names: str) -> Callable[[W], W]:
        def enter(write: W) -> W:
            table.update(dict.fromkeys(names, write))
            return write

        return enter

    return named
