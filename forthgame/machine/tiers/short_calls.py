"""Short calls: run a word ( n -- n ) at the cost of a function call.

`Processor.execute` sets the machine up for any code. A short call expects the machine at rest, and
a single function of machine code sets it up, runs the word and leaves it at rest
(`compile/interpreter/python_functions.py`,
`compile/interpreter/python_functions.py`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from forthgame.base.text_encoding import signed
from forthgame.compile.interpreter.c_stack import lowest, shares
from forthgame.compile.interpreter.native_interpreter import loaded_interpreter
from forthgame.compile.interpreter.python_functions import (
    FAILED,
    NEW_CALLER,
    NOT_RUN,
    RESULTS,
    STACK_STEP,
    STOPPED,
    SYSTEM_SIZE,
    UNTIDY,
)
from forthgame.machine.memory.call_restrictions import AT_REST, BEGUN
from forthgame.machine.memory.processor import CHUNK, NativeCode, Processor
from forthgame.machine.tiers import poll_ticker
from forthgame.words.registers import call_registers, memory_layout as at

STACK_LOW = call_registers.STACK_LOW >> 3
STEP = STACK_STEP >> 3
CALLER, CALLED_BY = call_registers.CALLER >> 3, call_registers.CALLED_BY >> 3
WAITING = -at.OUTPUT_SIZE  # printed at the start: room for text of other calls
SYSTEM = slice(at.KEPT_SYSTEM, at.KEPT_SYSTEM + SYSTEM_SIZE)


class ShortCalls:
    """The short calls of a processor. Callers hold the machine's lock.

    `long(entry, *numbers)` runs a word in the general way, and `failed(error, cells)` resets the
    machine after an error, with the former system cells.
    """

    def __init__(
        self,
        processor: Processor,
        long: Callable[..., int],
        failed: Callable[[BaseException, bytes], None],
        timed: bool,
    ) -> None:
        functions = loaded_interpreter().short
        self._processor = processor
        self.mark = processor.mark
        self._enter = functions.enter(processor.address)
        self.hold = functions.hold(processor.address)
        self.play = functions.play(processor.address)
        self.go_on = functions.go_on(processor.address)
        self.judge = functions.judge(processor.address)
        self._put = functions.put(processor.address)
        self._interpret = functions.run(processor.address)
        self._long = long
        self._failed = failed
        processor.timed = timed  # each call has a time limit: no call is short

    def run(self, entry: int, number: int) -> int:
        """Run a word ( n -- n ). Raises ScriptError."""
        found: int = self.call(self._enter, entry, number)
        return found

    def call(self, function: Callable[[int, int], Any], entry: int, number: int) -> Any:
        """Run a word by `hold`, `play`, `go_on` or `judge`: see `Functions`.

        Clears `standing`, which the caller sets again. Raises ScriptError.
        """
        processor = self._processor
        if processor.nesting or not processor.calm:
            return self._long(entry, number)
        processor.standing = None
        processor.printed = WAITING
        tier = processor.tier
        code = None if tier is None else tier.quick.get(entry)
        if tier is None or code is None:
            return self._interpreted(entry, number)
        poll_ticker.current.watch(tier)
        try:
            found = function(code, number)
            if type(found) is not int or found < RESULTS:
                return found
            found = self._otherwise(found, tier, entry, number)
        except BaseException as error:
            self._failed(error, processor.memory[SYSTEM])
            raise
        return found if found != NOT_RUN else self._without_room(entry, number)

    def put(self, entry: int, *numbers: int) -> None:
        """Run a word that takes three numbers. Raises ScriptError."""
        processor = self._processor
        tier = processor.tier
        code = None if tier is None else tier.quick.get(entry)
        if tier is None or code is None or processor.nesting or not processor.calm:
            self._long(entry, *numbers)
            return
        processor.standing = None
        processor.printed = WAITING
        poll_ticker.current.watch(tier)
        try:
            found = self._put(code, *numbers)
            if found >= RESULTS:
                found = self._otherwise(found, tier, entry, *numbers)
        except BaseException as error:
            self._failed(error, processor.memory[SYSTEM])
            raise
        if found == NOT_RUN:
            self._without_room(entry, *numbers)

    def _otherwise(self, found: int, tier: NativeCode, entry: int, *numbers: int) -> int:
        """Return the result of a call with a special result, or NOT_RUN. Raises ScriptError."""
        if found == NEW_CALLER:  # measure this thread's C stack
            slots = self._processor.i64
            slots[STACK_LOW], slots[STEP] = shares(lowest(), tier.frame)
            slots[CALLER] = slots[CALLED_BY]
            function: Callable[..., int] = self._enter if len(numbers) == 1 else self._put
            found = function(tier.quick[entry], *numbers)
        if found == FAILED:
            raise tier.error()
        return found if found < RESULTS or found == NOT_RUN else self._tidied(found)

    def _without_room(self, entry: int, *numbers: int) -> int:
        """Run a word in the general way, which needs less of the C stack."""
        with self._processor.turn.running():
            return self._long(entry, *numbers)

    def _interpreted(self, entry: int, number: int) -> int:
        processor = self._processor
        processor.nesting = 1
        processor.turn.since = BEGUN
        try:
            found = self._interpret(entry, number, CHUNK)
            processor.steps_done += CHUNK - processor.i64[at.STEPS.index]
            if found >= STOPPED:
                return self._go_on(found)
            return self._tidied(found) if found >= RESULTS else found
        except BaseException as error:
            self._failed(error, processor.memory[SYSTEM])
            raise
        finally:
            processor.nesting = 0
            processor.turn.since = AT_REST

    def _tidied(self, found: int) -> int:
        self._processor.tidy()
        return signed(found - UNTIDY)

    def _go_on(self, found: int) -> int:
        processor = self._processor
        status = signed(found - STOPPED)
        if status != at.OUT_OF_STEPS:
            processor.serve(status)
        processor.check_time()
        processor.loop()
        result = processor.register(at.TOP)
        processor.reset_stacks()
        return result
