"""Stacks in generated code: values, items in memory, and exits of a function.

`sp` points at the slot of the top item in memory; items above it are values in SSA form. Before
every call all items but the arguments are stored, so that errors, the host and the interpreter find
the stack as the interpreter would have left it.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from forthgame.analysis.effect_inference import UnknownEffect
from forthgame.analysis.function import Function
from forthgame.analysis.instruction import Instruction
from forthgame.compile.interpreter.operation_writer import Operation
from forthgame.compile.ir.ir_lines import IN_REGISTER, LIKELY, UNLIKELY
from forthgame.words.effect_sets import PRINTING
from forthgame.words.registers import memory_layout as at
from forthgame.words.word_sets import REQUESTS


class Computed(str):
    __slots__ = ()


class Constant(str):
    """A number that is known when the code is written."""

    __slots__ = ()

    def __new__(cls, number: int) -> Constant:
        return super().__new__(cls, number)

    @property
    def number(self) -> int:
        return int(self)


@dataclass(frozen=True)
class Back:
    """The return address of an inlined function: the cell where its caller continues."""

    cell: int


Item = str | Back  # an item of the return stack


@dataclass
class BlockShape:
    values: int
    returns: int
    height: int
    scope: InlineScope
    cell: int
    key: str  # common to a loop's body and its head
    head: bool = False  # a loop's head, which counts out turns until the next poll
    edges: list[tuple[str, str, list[str], list[Item]]] = field(default_factory=list)
    merged: list[tuple[str, str, int, int]] = field(default_factory=list)  # values from edges
    begun: bool = False  # its code is being written
    unpolled: int = 0  # work that may have been done since the last poll
    closed: bool = False  # no further edge may arrive


@dataclass
class InlineScope:
    """A function that is being written: the outer one, or an inlined one."""

    function: Function
    prefix: str = ""
    parent: InlineScope | None = None

    def contains(self, entry: int) -> bool:
        if self.function.entry == entry:
            return True
        return self.parent is not None and self.parent.contains(entry)

    @property
    def depth(self) -> int:
        return 0 if self.parent is None else self.parent.depth + 1


TAG = at.RETURN_TAG << 32
# items held as values: each exit of a function stores them all
MOST_VALUES = 64
KEPT_VALUES = 16  # left of these after a flush
MOST_RETURNS = 128
# a calling convention for rare calls, which preserves most registers of the caller
SELDOM = "preserve_mostcc"
# alias tags of accesses; the tree is in compile/primitives/intrinsics.py
ON_STACK = "!tbaa !14"
IN_SYSTEM = "!tbaa !17"
ON_BOARD = "!tbaa !19"
TAGS = """!10 = !{!"forthgame"}
!11 = !{!"register", !10, i64 0}
!12 = !{!11, !11, i64 0}
!13 = !{!"stack", !10, i64 0}
!14 = !{!13, !13, i64 0}
!15 = !{!"memory", !10, i64 0}
!16 = !{!"system", !15, i64 0}
!17 = !{!16, !16, i64 0}
!18 = !{!"board", !15, i64 0}
!19 = !{!18, !18, i64 0}
"""


State = tuple[str, tuple[str, ...], tuple[Item, ...], int]  # sp, values, own returns, height


class StackWriter(Operation):
    """A writer of a function that tracks its values and the stack in memory.

    height         of `sp` above its place at entry, while that is known
    slack          items that may lie above `height`, from late edges
    growth         slots of the data stack that the function needs
    return_growth  slots of the return stack that the function needs
    unpolled       work that may have been done since the last poll
    """

    slot_tag = f", {ON_STACK}"

    def __init__(self, function: Function) -> None:
        super().__init__(0, next(iter(function.instructions.values())).row, "")
        self.function = function  # the one being written now, possibly inlined
        self.outer = function
        self.scope = InlineScope(function)
        self.values: list[str] = []
        self.returns: list[Item] = []
        self.block = "entry"
        self.shapes: dict[str, BlockShape] = {}
        self.height = self.slack = self.growth = self.return_growth = self.unpolled = 0
        self.instruction: Instruction = next(iter(function.instructions.values()))
        self.scratches: dict[str, str] = {}
        self.known = function.effect is not None
        # the state before the instruction: while it holds, the interpreter can run it instead
        self.begun: State | None = None
        self.reaches = True  # whether loading items may reach the end of the zone of zeros
        self.retry = ""  # label of an instruction that is repeated after a host call
        self.ways_out: dict[str, str] = {}  # blocks that return a status, by label

    # -- small things --------------------------------------------------------------------------

    def value(self, text: str) -> Computed:
        return Computed(super().value(text))

    def pay(self) -> None:
        """Do nothing: machine code polls instead of counting steps."""

    def load_register(self, kind: str, offset: int) -> str:
        return self.value(f"load {kind}, ptr {self.register(offset)}, {IN_REGISTER}")

    def store_register(self, kind: str, value: str, offset: int) -> None:
        self.do(f"store {kind} {value}, ptr {self.register(offset)}, {IN_REGISTER}")

    def state(self) -> State:
        return self.sp, tuple(self.values), tuple(self.returns), self.height

    def begin_instruction(self) -> None:
        """Save the state before an instruction, after storing the lower of many items."""
        if len(self.returns) > MOST_RETURNS:
            raise UnknownEffect(f"it holds more than {MOST_RETURNS} items of the return stack")
        if len(self.values) > MOST_VALUES:
            self.flush(KEPT_VALUES)
            # separates stores for LLVM, whose time grows with the square of their number
            self.do('call void asm sideeffect "", "~{memory}"()')
        self.begun = self.state()

    def restore(self, state: State) -> None:
        self.sp, self.height = state[0], state[3]
        self.values, self.returns = list(state[1]), list(state[2])

    def label(self, name: str) -> None:
        super().label(name)
        self.block = name

    @contextmanager
    def when(self, condition: str, taken: str, other: str) -> Iterator[None]:
        """Write the block of the body for a true condition; go on in the same state without it."""
        labels, state = self.split(condition, taken, other), self.state()
        self.label(labels[0])
        yield
        self.restore(state)
        self.label(labels[1])

    def begin_block(self, stem: str) -> str:
        """Continue in a new block, to which code may branch back; return its label."""
        name = self.new_label(stem)
        self.do(f"br label %{name}")
        self.label(name)
        return name

    def scratch(self, kind: str) -> str:
        """Return the place for a kind of value in the entry block, which LLVM promotes."""
        return self.scratches.setdefault(kind, f"%scratch.{kind}")

    def operand(self) -> str:
        return Constant(self.instruction.operand)

    def check_low(self, pointer: str) -> None:
        """Do nothing: underflow is checked when items are loaded from memory."""

    def check_high(self, pointer: str) -> None:
        """Do nothing: room is checked for the whole function at its entry."""

    # -- the data stack ------------------------------------------------------------------------

    def check(self, condition: str, cell: int, once: bool = False) -> None:
        """Continue in the interpreter at a cell unless a condition holds."""
        raise UnknownEffect(f"nobody to ask at cell {cell} about {condition}")

    def need(self, count: int, cell: int | None = None) -> None:
        """Load items until `count` of them are values.

        At the end of the zone of zeros the interpreter continues, since only it can report the
        underflow: at `cell` if it is given, else before the instruction.
        """
        missing = count - len(self.values)
        if missing <= 0:
            return
        lower = self.slot(self.sp, -missing)
        own = self.known and missing <= self.height  # the word has stored them itself
        if self.reaches and not own:
            self._note_low(lower, cell)
        loaded = [self.load("i32", self.slot(lower, k + 1)) for k in range(missing)]
        self.values = loaded + self.values
        self.sp = lower
        self.height -= missing

    def _note_low(self, lower: str, cell: int | None) -> None:
        """Record that items are taken from below the bottom, if they are."""
        if cell is None and self.begun == self.state():
            cell = self.instruction.place
        base = self.load_register("ptr", at.FRAME_BASE)
        under = self.value(f"icmp ule ptr {lower}, {base}")
        low, fine = self.split(under, "low", "fine", UNLIKELY)
        self.label(low)
        noted = self.value(f"call {SELDOM} i32 @note_low(ptr %vm, ptr {lower})")
        inside = self.value(f"icmp eq i32 {noted}, 0")
        if cell is None:
            self.require(inside, "-4")
        else:
            held = self.values, self.returns
            self.check(inside, cell)
            self.values, self.returns = held  # callers change the same lists in place
        self.do(f"br label %{fine}")
        self.label(fine)

    def flush(self, keep: int = 0) -> None:
        count = len(self.values) - keep
        if count <= 0:
            return
        self._note_growth()
        for k in range(count):
            self.store("i32", self.values[k], self.slot(self.sp, k + 1))
        self.sp = self.slot(self.sp, count)
        self.values = self.values[count:]
        self.height += count

    def _note_growth(self) -> None:
        self.growth = max(self.growth, self.height + len(self.values))

    def inputs(self, n: int) -> list[str]:
        self.need(n)
        return self.values[len(self.values) - n :]

    def replace(self, n: int, outputs: list[str], given: list[str] | None = None) -> None:
        self.need(n)
        if n:
            del self.values[len(self.values) - n :]
        self.values += outputs
        self._note_growth()

    def pop(self) -> str:
        self.need(1)
        return self.values.pop()

    def push(self, value: str) -> None:
        self.values.append(value)
        self._note_growth()

    def go(self, cell: int) -> None:
        raise UnknownEffect(f"there are no blocks here, but cell {cell} is wanted")

    def own_returns(self, count: int) -> list[str]:
        """Return the top items of the return stack, which the word must have pushed itself."""
        own = [item for item in self.returns[-count:] if not isinstance(item, Back)]
        if len(own) < count:
            raise UnknownEffect(f"return stack: {self.row.name} takes what the caller left")
        return own

    # -- leaving -------------------------------------------------------------------------------

    def spill(self) -> str:
        """Store all values but keep them; return the slot of the top item."""
        for k, value in enumerate(self.values):
            self.store("i32", value, self.slot(self.sp, k + 1))
        return self.slot(self.sp, len(self.values))

    def spill_returns(self) -> str:
        """Store the word's own return stack items; return the first free slot."""
        for k, item in enumerate(self.returns):
            wide = str(TAG | item.cell) if isinstance(item, Back) else self.wide(item)
            self.store("i64", wide, self.slot("%rp", k, "i64"))
        return self.slot("%rp", len(self.returns), "i64")

    def fail(self, status: str) -> None:
        """Stop with an error at this instruction, in the state that the interpreter would leave."""
        top, back = self.spill(), self.spill_returns()
        cell = self.instruction.place
        self.do(
            f"call {SELDOM} void @fail(ptr %vm, ptr {top}, ptr {back}, i32 {cell}, i32 {status}) #2"
        )
        self.leave(str(at.NATIVE_ERROR))

    def leave(self, status: str) -> None:
        self._leave_at(f"end.{status}", status)

    def _leave_at(self, label: str, status: str) -> None:
        """Return a status, in a separate block if the function also has a result."""
        if self.known:
            self.do(f"br label %{label}")
            self.ways_out[label] = status
        else:
            self.store_register("i32", status, at.NATIVE_STATUS)
            self.do("ret ptr null")

    def require(self, condition: str, status: str) -> None:
        """Fail unless a condition holds; a guard may also request the host."""
        with self.unless(condition, "ok", "bad", LIKELY):
            state = (self.sp, list(self.values), self.height)
            dynamic = isinstance(status, Computed)
            if dynamic and self.row.name in PRINTING:
                self.propagate(self.call_host(status, "0"), called=False)
                self.do(f"br label %{self.retry}")
            elif dynamic and self.row.name in REQUESTS:
                self._host_compiles(status)
            else:
                self.fail(status)
            self.sp, self.values, self.height = state

    def call_host(self, request: str, argument: str) -> str:
        top, back = self.spill(), self.spill_returns()
        return self.value(
            f"call {SELDOM} i32 @host(ptr %vm, ptr {top}, ptr {back}, "
            f"i32 {self.instruction.place}, i32 {request}, i32 {argument}) #2"
        )

    def _host_compiles(self, status: str) -> None:
        """Have the host do the instruction if a definition is open; else fail."""
        compiles = self.value(f"icmp eq i32 {status}, {at.COMPILE_REQUEST}")
        with self.unless(compiles, "asked", "wrong"):
            self.fail(status)
        self.propagate(self.call_host(status, "0"), called=False)
        self.reload()
        self.height += len(self.values) - len(self.row.effect.inputs)
        self.values = []
        self.go(self.instruction.next)

    def reload(self) -> None:
        """Load the stack registers set by the host, with all items in memory."""
        self.sp = self.slot(self.load_register("ptr", at.SP), 1)
        self.store("i32", self.load_register("i32", at.TOP), self.sp)

    def propagate(self, ended: str, called: bool = True) -> None:
        """Return the status of a call of a word or of the host unless it is DONE."""
        with self.unless(self.value(f"icmp eq i32 {ended}, 0"), "done", "not", LIKELY):
            self.leave_after_call(ended, called)

    def call_known(
        self, name: str, arguments: list[str], left: int, back: str, called: bool
    ) -> None:
        """Call a function of known effect, and push its results if it has returned."""
        given = "".join(f", i32 {argument}" for argument in arguments)
        kind = result_type(left)
        result = self.value(
            f"call fastcc {kind} @{name}(ptr %vm, ptr {self.sp}, ptr {back}{given})"
        )
        status = result if left == 0 else self.value(f"extractvalue {kind} {result}, 0")
        self.propagate(status, called)
        for k in range(left):
            self.push(self.value(f"extractvalue {kind} {result}, {k + 1}"))

    def leave_after_call(self, ended: str, called: bool = True) -> None:
        """Return after a call that has not returned, storing the return address of a word."""
        if called:
            self.store("i64", str(TAG | self.instruction.next), self.spill_returns())
        self._leave_at(self.new_label("behind"), ended)


def result_type(count: int) -> str:
    """Return the type that a function of known effect returns: status and results."""
    return "{ " + ", ".join(["i32"] * (count + 1)) + " }" if count else "i32"
