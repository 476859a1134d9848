"""A machine: a block of memory, the loop that runs threaded code in it, and its machine code."""

from __future__ import annotations

import ctypes
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from forthgame.base.errors import (
    CALLS_KEPT,
    STEP_LIMIT,
    TIME_LIMIT,
    Call,
    ForthgameError,
    Place,
    ScriptError,
    advice,
    sentence,
)
from forthgame.base.limits import DEFAULT_LIMITS, ScriptLimits
from forthgame.base.memory_mapping import block
from forthgame.base.text_encoding import decoded
from forthgame.compile.interpreter.native_interpreter import Progress, interpreter
from forthgame.compile.writer.machine_code import MachineCodeBuild
from forthgame.machine.memory.call_restrictions import Busy, CallRestrictions, TurnClock
from forthgame.words.core.opcodes import OP, call_before
from forthgame.words.registers import call_registers, extension_registers, memory_layout as at

CHUNK = 1 << 21  # steps between two checks of the clock and of signals: a few milliseconds
PATIENCE = 4  # chunks for which a word is interpreted before it is compiled
NO_LEVEL = bytes(at.LEVEL_CELLS * at.CELL)
LEVELS = [slice(k, k + len(NO_LEVEL)) for k in range(at.LEVEL_ONE, at.FLOAT_STACK, len(NO_LEVEL))]
BREAK = OP["(BREAK)"]
GROWING_COUNTERS = (
    at.NODES,
    at.LEAVES,
    at.PLIES,
    extension_registers.SOLVE_COUNT,
    extension_registers.SOLVE_READ,
)
BOARD, BOARD_DEPTH, A_BOARD = at.BOARD >> 2, at.BOARD_DEPTH >> 2, (at.MEMORY + at.A_BOARD) >> 2
CALLS = call_registers.CALLS >> 3


class NativeCode(ABC):
    """Machine code of the words of a processor.

    addresses   machine code by entry
    refused     reasons why words are interpreted, by entry
    quick       machine code of words that have not been refused, by entry
    frame       upper bound of bytes of the C stack that a function needs
    taken_over  whether words have been replaced while they ran
    thread      the thread that runs native code
    watched_by  the ticker that watches its short calls
    """

    def __init__(self, processor: Processor) -> None:
        self.processor = processor
        self.built: list[MachineCodeBuild] = []
        self.addresses: dict[int, int] = {}
        self.refused: dict[int, str] = {}
        self.quick: dict[int, int] = {}
        self.frame = self.thread = self._nesting = 0
        self.taken_over = False
        self.watched_by: object = None
        self._enter: Any = None

    def share(self, other: NativeCode) -> None:
        self.built, self._enter, self.frame = list(other.built), other._enter, other.frame
        self.addresses, self.refused = other.addresses, other.refused
        self.quick = other.quick
        self._measure_again()

    def drop_from(self, top: int) -> None:
        """Remove the machine code of words whose threaded code begins at or after a cell."""
        self.addresses = {e: a for e, a in self.addresses.items() if e < top}
        self.refused = {e: why for e, why in self.refused.items() if e < top}
        self.quick = {e: a for e, a in self.quick.items() if e < top}

    def _measure_again(self) -> None:
        """Have C stacks measured again, as frames may be larger now."""
        self.processor.i64[call_registers.CALLER.index] = 0

    @property
    def short(self) -> int:
        return self.processor.short

    @property
    def running(self) -> bool:
        return bool(self._nesting or self.short)

    def ask_to_poll(self) -> None:
        """Make native code call the host soon. For use from another thread."""
        self.processor.i32[at.POLL.index] = 1
        self.processor.i64[at.RETURN_LIMIT.index] = 0

    @abstractmethod
    def has_room(self, built: MachineCodeBuild) -> bool:
        """Return whether running code leaves enough of the C stack for a build's functions."""

    @abstractmethod
    def run(self, entry: int) -> bool:
        """Run a compiled function; return False if there is none. Raises ScriptError.

        The registers describe the stacks, as for the interpreter. Also returns False without
        running anything if too little of the C stack is left.
        """

    @abstractmethod
    def take_over(self) -> None:
        """Replace running interpreted words by machine code, the innermost first.

        The registers describe an interpreter that was stopped between two steps; afterwards they
        describe it at the return point of the replaced words.
        """

    @abstractmethod
    def leave(self) -> None:
        """Reset in a forked process, which lacks the thread that ran native code."""

    @abstractmethod
    def error(self) -> BaseException:
        """Return the error that has stopped native code."""


class Processor(CallRestrictions):
    """A block of memory with stacks and registers, and methods that run code in it.

    The owner sets `on_host(number)`, `on_compile()`, `on_output(text)`, `locate(cell)` and
    `suspect(number, word)`. Attributes for a debugger are in `machine/memory/call_restrictions.py`.
    """

    def __init__(self, progress: Progress | None = None) -> None:
        super().__init__()
        self._run = interpreter(progress)
        self.memory = block(at.BLOCK_SIZE)
        self.address = ctypes.addressof(ctypes.c_char.from_buffer(self.memory))
        self.bytes = memoryview(self.memory)
        whole = self.bytes[: at.BLOCK_SIZE // 8 * 8]
        self.i32, self.i64, self.f32 = whole.cast("i"), whole.cast("q"), whole.cast("f")
        self.deadline: float | None = None
        self.turn = TurnClock()
        self.steps_done = self.printed = self.tokens = 0  # tokens of texts that were read
        self.on_host: Callable[[int], None] = lambda number: None
        self.on_compile: Callable[[], None] = lambda: None
        self.on_output: Callable[[str], None] = lambda text: None
        self.on_break: Callable[[], None] = lambda: None
        self._covered: list[tuple[int, int]] = []  # cells that hold (BREAK), and their own contents
        self.locate: Callable[[int], tuple[str, Place | None]] = lambda cell: ("", None)
        self.suspect: Callable[[int, str], tuple[str, Place | None, str]] = lambda number, word: (
            word, None, "",
        )  # fmt: skip
        self.loops: Callable[[bool], str] = lambda whole: ""  # see tiers/running_loops.py
        self.tier: NativeCode | None = None
        self.nesting = self.runs = 0  # runs: calls from the host, without nested ones
        self.standing: object = None  # the position that short calls have left in the machine
        self.asking: int | None = None  # the cell of the word that the host is running
        self.code = self.i32[at.CODE // 4 : (at.CODE + at.CODE_LIMIT * 4) // 4]
        self.set_limits(DEFAULT_LIMITS)
        self.reset_stacks()

    # -- registers and stacks -------------------------------------------------------------------

    def register(self, offset: int) -> int:
        return self.i32[offset >> 2]

    def set_register(self, offset: int, value: int) -> None:
        self.i32[offset >> 2] = value

    def set_registers(self, values: Mapping[int, int]) -> None:
        for offset, value in values.items():
            self.i32[offset >> 2] = value

    def set_system(self, values: Mapping[str, int]) -> None:
        for name, value in values.items():
            self.i32[(at.MEMORY + at.SYSTEM_CELLS[name]) >> 2] = value

    def set_arena_top(self, top: int) -> None:
        """Set the end of the used move arena, where the next move is recorded."""
        self.set_registers({
            at.ARENA_TOP: top, at.RECORD: top, at.RECORD_END: top + at.MOVE_CELLS * at.CELL,
            at.RECORD_LIMIT: at.ARENA_END - 2 * at.ACTION_CELLS * at.CELL,
        })  # fmt: skip

    def set_limits(self, limits: ScriptLimits) -> None:
        self.output_limit, self.turn.limit = limits.output, limits.turn
        self.terse = limits.output < at.OUTPUT_SIZE
        actions = min(limits.actions, at.ARENA_END // (at.ACTION_CELLS * at.CELL))
        self.set_registers({
            at.DATA_LIMIT: min(at.DATA + limits.dictionary, at.DATA_END),
            at.MOVE_LIMIT: min(limits.moves, at.ARENA_END),
            at.ACTION_LIMIT: (at.MOVE_CELLS + actions * at.ACTION_CELLS) * at.CELL,
        })  # fmt: skip

    def cell(self, address: int) -> int:
        return self.i32[(at.MEMORY + address) >> 2]

    def set_cell(self, address: int, value: int) -> None:
        self.i32[(at.MEMORY + address) >> 2] = value

    def reset_stacks(self) -> None:
        self.standing = None
        zone = at.DATA_STACK
        base = zone + at.STACK_ZONE * at.CELL
        self.bytes[zone : base + 2 * at.CELL] = bytes(base + 2 * at.CELL - zone)
        for level in LEVELS:
            if bytes(self.bytes[level]) != NO_LEVEL:  # untouched pages take no memory
                self.bytes[level] = NO_LEVEL
        start = self.address + base
        for offset, value in (
            (at.FRAME_BASE, start),
            (at.FRAME_LOW, start),
            (at.FRAME_LIMIT, start + (at.STACK_CELLS - 64) * at.CELL),
            (at.SP, start),
            (at.RP, self.address + at.RETURN_STACK),
            (at.FRAME_RP, self.address + at.RETURN_STACK),
            (at.IP, self.address + at.CODE),
        ):
            self.i64[offset >> 3] = value
        emptied = (at.TOP, at.FRAME_LEVEL, at.FSP, at.SEARCH_LEVEL, at.SEARCH_OPEN)
        self.set_registers(dict.fromkeys(emptied, 0))

    def first_board(self) -> None:
        """Make the first board record current, which is not a copy."""
        cells = self.i32
        cells[BOARD] = cells[A_BOARD] = at.BOARDS
        cells[BOARD_DEPTH] = 0

    def drop_lists(self) -> None:
        dropped = (at.LIST, at.GENERATING, at.SCAN_ACTIVE, at.LIST_READY, *at.RESET)
        self.set_registers(dict.fromkeys(dropped, 0))
        self.set_cell(at.A_MOVES_LIST, 0)
        self.set_arena_top(at.ARENA)

    def drop_native(self) -> None:
        """Remove all machine code of words from the tables before it is freed."""
        self.tier = None
        size = at.WORD_LIMIT * 8
        self.bytes[at.NATIVE_WORDS : at.NATIVE_WORDS + size] = bytes(size)

    # -- data stack and float stack --------------------------------------------------------------

    @property
    def short(self) -> int:
        """Return the number of the running short call of machine code, or 0."""
        calls = self.i64[CALLS]
        return calls if calls & 1 else 0

    @property
    def cell_to_run(self) -> int:
        """The cell of threaded code at the instruction pointer."""
        return (self.i64[at.IP.index] - self.address - at.CODE) >> 2

    @cell_to_run.setter
    def cell_to_run(self, cell: int) -> None:
        self.i64[at.IP.index] = self.address + at.CODE + at.CELL * cell

    @property
    def depth(self) -> int:
        """Return the number of items of the current frame; negative after an underflow."""
        return (self.i64[at.SP.index] - self.i64[at.FRAME_BASE.index]) >> 2

    def items(self) -> list[int]:
        """Return the data stack of the current frame, the top last."""
        depth = self.depth
        if depth <= 0:
            return []
        first = (self.i64[at.FRAME_BASE.index] - self.address + 8) >> 2
        return [*self.i32[first : first + depth - 1], self.register(at.TOP)]

    def push(self, value: int) -> None:
        sp = self.i64[at.SP.index] + 4
        if sp > self.i64[at.FRAME_LIMIT.index]:
            raise self.error(-3)
        self.i32[(sp - self.address) >> 2] = self.register(at.TOP)
        self.i64[at.SP.index] = sp
        self.set_register(at.TOP, (value + 0x80000000 & 0xFFFFFFFF) - 0x80000000)

    def pop(self) -> int:
        if self.depth <= 0:
            raise self.error(-4)
        value = self.register(at.TOP)
        sp = self.i64[at.SP.index]
        self.set_register(at.TOP, self.i32[(sp - self.address) >> 2])
        self.i64[at.SP.index] = sp - 4
        return value

    def push_float(self, value: float) -> None:
        depth = self.register(at.FSP)
        if depth >= at.FLOAT_LIMIT:
            raise self.error(-44)
        self.f32[(at.FLOAT_STACK >> 2) + depth] = value
        self.set_register(at.FSP, depth + 1)

    def pop_float(self) -> float:
        depth = self.register(at.FSP)
        if depth <= 0:
            raise self.error(-45)
        self.set_register(at.FSP, depth - 1)
        return self.f32[(at.FLOAT_STACK >> 2) + depth - 1]

    def tidy(self) -> None:
        """Clear the cells below the bottom of the stack, between words of the script's text."""
        base = self.i64[at.FRAME_BASE.index]
        if self.i64[at.FRAME_LOW.index] < base:
            start = base - self.address - at.STACK_ZONE * at.CELL
            self.bytes[start : base - self.address + 4] = bytes(at.STACK_ZONE * at.CELL + 4)
            self.i64[at.FRAME_LOW.index] = base
        if self.i64[at.SP.index] <= base:
            self.i64[at.SP.index] = base
            self.set_register(at.TOP, 0)

    # -- running --------------------------------------------------------------------------------

    def limit(self, *, steps: int | None = None, seconds: float | None = None) -> None:
        """Limit steps and seconds from now on; None is unlimited."""
        self.steps_left = steps
        self.deadline = None if seconds is None else time.monotonic() + seconds

    def execute(self, entry: int) -> None:
        """Run threaded code from a cell until it returns. Raises ScriptError.

        May be called while code is running, by a word in Python.
        """
        self.standing = None
        registers = (at.IP, at.RP, at.FRAME_RP, at.FRAME_BASE, at.FRAME_LIMIT, at.FRAME_LOW)
        saved = [self.i64[offset >> 3] for offset in registers]
        level = self.register(at.FRAME_LEVEL)
        slot = (saved[1] - self.address) >> 3
        if slot >= (at.RETURN_STACK >> 3) + at.RETURN_SLOTS - 64:
            raise self.error(-5)
        self.i64[slot] = at.RUN_TAG << 32
        self.i64[at.RP.index] = saved[1] + 8
        self.i64[at.FRAME_RP.index] = saved[1] + 8
        self.cell_to_run = entry
        if not self.nesting:
            self.runs += 1
            if self.tier is not None:
                self.tier.taken_over = False
        self.nesting += 1
        outer, self.asking = self.asking, None
        try:
            tier = None if self.steps_left is not None or self.attended else self.tier
            if tier is None or not tier.run(entry):
                self.loop()
        except BaseException:
            for offset, value in zip(registers, saved, strict=True):
                self.i64[offset >> 3] = value
            self.set_register(at.FRAME_LEVEL, level)
            raise
        finally:
            self.nesting -= 1
            self.asking = outer
        self.i64[at.IP.index] = saved[0]
        self.i64[at.RP.index] = saved[1]
        self.i64[at.FRAME_RP.index] = saved[2]

    def advance(self, steps: int, breaks: Iterable[int] = ()) -> tuple[int, int]:
        """Interpret up to `steps` steps; return the status and the number of steps done.

        `(BREAK)` is in the cells of `breaks` during this call only.
        """
        self._covered = [(cell, self.code[cell]) for cell in breaks]
        try:
            for cell, _ in self._covered:
                self.code[cell] = BREAK
            self.i64[at.STEPS.index] = steps
            self.i64[at.CHARGED.index] = 0
            self._run(self.address)
        finally:  # Ctrl-C is raised here, after the interpreter has returned
            self._uncover()
        done = steps - self.i64[at.STEPS.index]
        self.steps_done += done
        return self.i32[at.STATUS.index], done

    def _uncover(self) -> None:
        for cell, operation in self._covered:
            self.code[cell] = operation
        self._covered = []

    def leave(self) -> None:
        """Reset the machine in a forked process, which lacks the thread that used it."""
        self._uncover()
        self.breaks, self.on_step, self.on_break = set(), None, lambda: None
        self.noting, self.nesting, self.mark.taken = False, 0, False
        if self.tier is not None:
            self.tier.leave()

    def serve(self, status: int) -> None:
        """Handle a request of a stopped machine. Raises ScriptError if it is an error."""
        match status:
            case at.HOST_REQUEST:
                self.ask_host(self.code[self.cell_to_run + 1])
            case at.FLUSH_REQUEST:
                self.flush()
            case at.COMPILE_REQUEST:
                self.on_compile()
            case _:
                raise self.error(status)

    def ask_host(self, number: int) -> None:
        """Have the host run the word at the instruction pointer, after advancing past it."""
        outer, self.asking = self.asking, self.cell_to_run
        self.cell_to_run = self.asking + 2
        try:
            self.on_host(number)
        finally:
            self.asking = outer

    def loop(self) -> None:
        """Interpret from the instruction pointer until a (HALT). Raises ScriptError."""
        waited, patience = 0, CHUNK  # chunks done; steps until the next check of the clock
        seen = False  # whether the debugger has handled the next step
        while True:
            chunk = patience if self.steps_left is None else min(patience, self.steps_left)
            if self.on_step is not None and not seen:
                self.on_step()
                seen = True
            stop = self.advance(min(chunk, 1)) if seen else self.advance(chunk, self.breaks)
            status, done = stop
            seen = seen and status == at.FLUSH_REQUEST
            patience -= done
            if self.steps_left is not None:
                self.steps_left -= done
            if status == at.HALTED:
                return
            if status == at.OUT_OF_STEPS:
                if self.steps_left is not None and self.steps_left <= 0:
                    raise self.error(STEP_LIMIT)
                self.check_time()
                patience = CHUNK
                if self.attended:
                    continue
                waited += 1
                if waited == PATIENCE and self.tier is not None and self.steps_left is None:
                    self.tier.take_over()
            elif status == at.BREAKPOINT:
                self.on_break()
                seen = True
            else:
                self.serve(status)
                self.check_time()

    @property
    def at_rest(self) -> bool:
        """Return whether no word runs, none is called, and no printed text waits."""
        return (
            self.calm
            and not self.nesting
            and not self.short
            and not self.mark.taken
            and not self.register(at.OUT_COUNT)
        )

    def refuse_inside(self) -> None:
        """Raise Busy during a call. Raises ForthgameError if the machine is `gone`.

        Callers that change the machine's contents use it, possibly from a signal handler. Isolated
        code of a debugger passes: it restores the machine.
        """
        if self.gone:
            raise ForthgameError(self.gone)
        self.refuse_running()
        if self.mark.taken:
            raise Busy

    def refuse_running(self) -> None:
        """Raise Busy while words run, except for words that were running before isolated code."""
        if (self.nesting or self.short) and self.nesting != self.aside:
            raise Busy

    def check_time(self) -> None:
        late = self.deadline is not None and time.monotonic() > self.deadline
        if late or self.asked_to_stop:
            raise self.error(TIME_LIMIT)
        reached = (
            sum(self.i64[counter >> 3] for counter in GROWING_COUNTERS) if self.turn.many else 0
        )
        if self.turn.late(self.short, self.register(call_registers.BATCH_AT), reached):
            raise self.error(TIME_LIMIT, self.turn.late_message, self.loops(False))

    def charge(self, steps: int) -> None:
        """Count work of the host as steps; at least one remains."""
        if self.steps_left is not None:
            self.steps_left = max(1, self.steps_left - steps)

    def count_token(self) -> None:
        """Count a token of a text, and regularly check the time limit. Raises ScriptError."""
        self.tokens += 1
        if not self.tokens & 31:  # a token may take a millisecond if there are many names
            self.check_time()

    @property
    def resting(self) -> bool:
        """Return whether the machine appears unused, without taking its lock."""
        used = self.mark.taken or self.nesting or self.short or self.searching
        return not used and self.aside is None

    def hand_out(self) -> int:
        """Pass printed text to the owner; return its size in bytes."""
        count = self.register(at.OUT_COUNT)
        if count:
            data = bytes(self.bytes[at.OUTPUT : at.OUTPUT + count])
            self.set_register(at.OUT_COUNT, 0)
            self.on_output(decoded(data))
        return count

    def flush(self) -> None:
        """Pass printed text to the owner. Raises ScriptError if a call has printed too much."""
        count = self.hand_out()
        self.printed += count
        if count and self.printed > self.output_limit:
            raise self.error(-267)

    def write(self, text: str) -> None:
        """Print from the host, after the texts of words.

        In a running word short texts are added to the buffer, as many small ones would cost the
        owner much memory.
        """
        count = self.register(at.OUT_COUNT)
        room = at.OUTPUT_SIZE - at.OUTPUT_MARGIN - count
        if self.asking is not None and text.isascii() and len(text) <= room:
            place = at.OUTPUT + count
            self.bytes[place : place + len(text)] = text.encode("ascii")
            self.set_register(at.OUT_COUNT, count + len(text))
            return
        self.flush()
        self.printed += len(text)
        self.on_output(text)
        if self.printed > self.output_limit:
            raise self.error(-267)

    # -- errors ---------------------------------------------------------------------------------

    def error(self, number: int, message: str = "", hint: str = "") -> ScriptError:
        cell = self.cell_to_run if self.asking is None else self.asking
        word, place = self.locate(cell)
        told, hint = message or sentence(number), hint or advice(number, word)
        error = ScriptError(told, place, word, self.items(), [], number, hint)
        if place is None:  # the language's own code: report the place of its caller
            error._borrowed = True
            if (text := self.locate(0))[1] is not None:
                error.word, error.place = text
        error._called(self.calls())
        if error.place is None:
            error.word, error.place, found = self.suspect(number, error.word)
            error.hint = error.hint or found
        return error

    def calls(self) -> list[Call]:
        """Return the running words of the script, the innermost first."""
        found: list[Call] = []
        bottom = at.RETURN_STACK >> 3
        top = (self.i64[at.RP.index] - self.address) >> 3
        for k in range(min(top, bottom + at.RETURN_SLOTS) - 1, bottom - 1, -1):
            slot = self.i64[k]
            if at.is_return(slot) and slot & 0xFFFFFFFF > 3:
                word, place = self.locate(call_before(self.code, slot & 0xFFFFFFFF))
                if place is not None:
                    found.append(Call(word, place))
            if len(found) >= CALLS_KEPT:
                break
        return found
