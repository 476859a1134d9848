"""Native code of a processor: its installation, its entry from the host, and its host requests."""

from __future__ import annotations

import ctypes
import threading
from collections.abc import Callable, Iterable

from forthgame.analysis.program import Program
from forthgame.base.errors import ScriptError
from forthgame.compile.interpreter.c_stack import return_limit
from forthgame.compile.interpreter.native_interpreter import loaded_interpreter
from forthgame.compile.interpreter.python_functions import SHORT_LIMIT
from forthgame.compile.writer.code_request import CodeRequest
from forthgame.compile.writer.machine_code import MachineCodeBuild
from forthgame.machine.memory.processor import NativeCode, Processor
from forthgame.machine.outer.definer import Definer
from forthgame.machine.tiers import poll_ticker
from forthgame.machine.tiers.plan_search import BuildPlan, plan
from forthgame.machine.tiers.running_loops import with_recorded_calls
from forthgame.words.registers import call_registers, memory_layout as at

OFTEN = 1000  # runs after which a word is compiled that is called by its token in memory
AWAITED = 4096  # bytes of the C stack for a function whose machine code is being compiled
ENTER = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_void_p, ctypes.c_void_p)


class NativeTier(NativeCode):
    """The machine code of one processor's words.

    `compile` makes it; `run` enters it. Words are bound when they are compiled, so older code stays
    valid after redefinitions.
    """

    def __init__(self, processor: Processor) -> None:
        super().__init__(processor)
        self._pending: BaseException | None = None
        self.forth: Definer | None = None  # set if words may be taken over while they run
        # how often machine code had the word of each token interpreted: a short word takes hundreds
        # of times as long through the host
        self.interpreted: dict[int, int] = {}
        self._reserved = 0  # the bound for the code that is running
        # called regularly while native code runs that waits for more machine code
        self.look: Callable[[], None] | None = None
        self._last_slot = processor.address + at.RETURN_STACK + (at.RETURN_SLOTS - 32) * 8
        self._answer = self._host  # referenced here, as native code has only its address
        processor.i64[call_registers.HOST_OBJECT.index] = id(self._answer)
        processor.i64[at.HOST_CALL.index] = loaded_interpreter().host
        self._return_limit = self._last_slot
        processor.i64[at.RETURN_LIMIT.index] = self._return_limit

    # -- compiling ------------------------------------------------------------------------------

    def compile(
        self,
        forth: Definer,
        entries: Iterable[int],
        tokens: Iterable[int] = (),
        program: Program | None = None,
    ) -> MachineCodeBuild:
        made = plan(forth, CodeRequest(frozenset(entries), frozenset(tokens)), program)
        built = made.build(self.processor.check_time)
        self.install(made)
        return built

    def has_room(self, built: MachineCodeBuild) -> bool:
        return not self._nesting or built.frame <= self._reserved

    def install(self, plan: BuildPlan) -> None:
        self._install(plan.words, plan.build(), {})

    def install_draft(self, plan: BuildPlan) -> None:
        """Install the draft of a plan, for words that have no machine code yet."""
        self._install(plan.words, plan.draft(), self.addresses)

    def install_apart(self, plan: BuildPlan) -> None:
        """Install only the words of a plan that tokens call.

        The plan has copies of the functions that these words call.
        """
        built = plan.build()
        self.built.append(built)
        self.frame = max(self.frame, built.frame)
        words = {index: e for index, e in plan.words.items() if e not in built.refused}
        self.addresses = self.addresses | {e: built.addresses[e] for e in words.values()}
        for index, entry in words.items():
            self.processor.i64[(at.NATIVE_WORDS >> 3) + index] = built.addresses[entry]

    def _install(
        self, words: dict[int, int], built: MachineCodeBuild, kept: dict[int, int]
    ) -> None:
        self.built.append(built)
        self._enter = ENTER(built.entry_address)
        self.addresses = self.addresses | built.addresses | kept  # twins may have the old ones
        self.frame = max(self.frame, built.frame)
        self._measure_again()
        self.refused = self.refused | built.refused
        self.quick = {e: a for e, a in self.addresses.items() if e not in self.refused}
        for index, entry in words.items():
            address = built.addresses.get(entry)
            if address and entry not in built.refused and entry not in kept:
                self.processor.i64[(at.NATIVE_WORDS >> 3) + index] = address

    # -- running ------------------------------------------------------------------------------

    def run(self, entry: int) -> bool:
        address = self.addresses.get(entry)
        if address is None or entry in self.refused:
            return False
        return self._run(address) is not None

    def _run(self, address: int) -> int | None:
        """Run machine code; return DONE, or FRAME_EXIT if `verify` has left the frame.

        Returns None if there is no room on the C stack; nothing has run then.
        """
        frame = self.frame if self.look is None else max(self.frame, AWAITED)
        if not self._nesting:
            self._reserved = frame
        limit = return_limit(self.processor.i64[at.RP.index], self._last_slot, frame)
        if limit is None:
            return None
        before = self._return_limit
        self._return_limit = limit
        self._stop_polling()
        try:
            ended = self._enter_code(address) if self._nesting else self._run_outermost(address)
        finally:
            self._return_limit = before
            self._stop_polling()
        if ended == at.NATIVE_ERROR:
            raise self.error()
        return ended

    def _run_outermost(self, address: int) -> int:
        """Enter native code, polled by the ticker.

        A poll calls Python, which raises KeyboardInterrupt there.
        """
        self.thread = threading.get_ident()
        try:
            poll_ticker.current.begin(self)
            return self._enter_code(address)
        finally:
            poll_ticker.current.end(self)

    def _enter_code(self, address: int) -> int:
        self._nesting += 1
        try:
            return int(self._enter(self.processor.address, address))
        finally:
            self._nesting -= 1

    def leave(self) -> None:
        self._nesting, self.thread = 0, 0
        self.processor.i64[call_registers.CALLS.index] += (
            self.processor.i64[call_registers.CALLS.index] & 1
        )
        self._pending = None
        self._return_limit = self._last_slot
        self._stop_polling()

    def take_over(self) -> None:
        if self.forth is None or self.taken_over:
            return
        self.taken_over = True
        processor, code = self.processor, self.forth.code
        program = Program(code)
        cells: list[tuple[int, int]] = []
        cell = processor.cell_to_run
        slot = (processor.i64[at.RP.index] - processor.address) >> 3
        while cell > 3 and len(cells) < 2000:
            function = program.continuation(code.start(cell), cell)
            if function is None:
                break
            cells.append((cell, function.held))
            slot -= function.held + 1
            if not at.is_return(processor.i64[slot]):
                break
            cell = processor.i64[slot] & 0xFFFFFFFF
        if not cells:
            return
        entries = {c for c, _ in cells} | {code.start(c) for c, _ in cells}
        self.compile(self.forth, entries, (), program)
        for cell, held in cells:
            address = self.addresses.get(cell)
            if address is None or cell in self.refused:
                return
            base = processor.i64[at.RP.index] - 8 * held
            processor.i64[at.RP.index] = base
            ended = self._run(address)
            if ended is None:
                processor.i64[at.RP.index] = base + 8 * held
                return
            left = ended == at.FRAME_EXIT
            processor.i64[at.RP.index] = processor.i64[at.FRAME_RP.index] if left else base
            self._return()
            if left:
                return

    def _return(self) -> None:
        processor = self.processor
        rp = processor.i64[at.RP.index] - 8
        slot = processor.i64[(rp - processor.address) >> 3]
        if not at.is_return(slot):
            raise processor.error(-25)
        processor.i64[at.RP.index] = rp
        processor.cell_to_run = slot & 0xFFFFFFFF

    def _raised_before(self) -> BaseException | None:
        """Return an exception that was raised before `_host` had begun."""
        place = call_registers.HOST_FAILED >> 3
        kind = self.processor.i64[place]
        if not kind:
            return None
        self.processor.i64[place] = 0
        held = ctypes.cast(kind, ctypes.py_object)
        raised: type[BaseException] = held.value
        ctypes.pythonapi.Py_DecRef(held)
        return raised()

    def error(self) -> BaseException:
        pending, self._pending = self._pending, None
        pending = self._raised_before() or pending
        processor = self.processor
        if pending is None:
            return processor.error(processor.register(at.STATUS))
        outer, processor.nesting = processor.nesting, max(processor.nesting, 1)
        try:  # a short call is over by now, but the machine is in the state of the error
            return with_recorded_calls(processor, pending)
        finally:
            processor.nesting = outer

    def _stop_polling(self) -> None:
        slots = self.processor.i64
        limit = slots[SHORT_LIMIT >> 3] if self.short and not self._nesting else self._return_limit
        self.processor.i32[at.POLL.index] = 0
        slots[at.RETURN_LIMIT >> 3] = limit

    # -- requests of native code ----------------------------------------------------------------

    def _host(self) -> int:
        processor = self.processor
        outer, processor.nesting = processor.nesting, max(processor.nesting, 1)
        try:
            return self._serve(
                processor.register(call_registers.HOST_REQUESTED),
                processor.register(call_registers.HOST_ARGUMENT),
            )
        except BaseException as error:
            if isinstance(error, ScriptError):
                error.chain = []  # the calls are added when native code has recorded them all
            self._pending = error
            return at.NATIVE_ERROR
        finally:
            processor.nesting = outer

    def _serve(self, request: int, argument: int) -> int:
        processor = self.processor
        if request == at.CONTINUE_REQUEST:
            asked = processor.i64[at.RETURN_LIMIT.index] == 0  # it may be set before the flag is
            if asked or processor.i32[at.POLL.index]:
                self._stop_polling()
                processor.check_time()
                if self.look is not None:
                    self.look()
                return at.RESUME
            start = processor.i64[at.CONTINUE_RP.index]
            below = processor.i64[(start - 8 - processor.address) >> 3]
            framed = below >> 32 == at.RUN_TAG  # of a frame's word, its caller unknown
            return self._interpret(argument, start, at.RUN_TAG if framed else at.RETURN_TAG)
        if request == at.RUN_REQUEST:
            index = processor.i32[(at.TOKENS + argument - at.DATA) >> 2]
            entry = processor.i32[((at.WORDS + index * at.WORD_SIZE) >> 2) + 1]
            forth = None if entry in self.refused else self.forth
            if forth is not None and self._is_often_interpreted(argument):
                self.compile(forth, (), (argument,))
            free = processor.i64[at.RP.index]
            processor.i64[(free - processor.address) >> 3] = 0  # clear what an earlier word left
            start = processor.i64[at.RP.index] = free + 8
            return self._interpret(entry, start, at.RUN_TAG)
        match request:
            case at.HOST_REQUEST:
                processor.ask_host(argument)
                processor.check_time()
            case at.FLUSH_REQUEST:
                processor.flush()
            case at.COMPILE_REQUEST:
                processor.on_compile()
        return at.DONE

    def _is_often_interpreted(self, token: int) -> bool:
        """Count a run; return whether the word should be compiled now."""
        count = self.interpreted.pop(token, 0) + 1
        if count < OFTEN:  # else dropped: the token may be reused for another word
            self.interpreted[token] = count
        return count >= OFTEN

    def _interpret(self, cell: int, start: int, tag: int = at.RETURN_TAG) -> int:
        """Interpret from a cell until the word returns whose return stack starts there.

        `tag` is the tag of its return address: `at.RUN_TAG` if the word is run by its token.
        """
        processor = self.processor
        slot = (start - 8 - processor.address) >> 3
        kept, own = processor.i64[slot], tag << 32
        processor.i64[slot] = own
        processor.cell_to_run = cell
        processor.set_register(at.FRAME_LEFT, 0)
        try:
            processor.loop()
        finally:  # an error names the caller too, unless the word has popped its return address
            if processor.i64[slot] == own:
                processor.i64[slot] = kept
        back = processor.i64[at.RP.index]
        left = processor.register(at.FRAME_LEFT) and back == processor.i64[at.FRAME_RP.index] - 8
        processor.set_register(at.FRAME_LEFT, 0)
        if not left:
            return at.DONE
        top = processor.i64[at.SP.index] + 4
        processor.i32[(top - processor.address) >> 2] = processor.register(at.TOP)
        processor.i64[at.NATIVE_SP.index] = top
        return at.FRAME_EXIT
