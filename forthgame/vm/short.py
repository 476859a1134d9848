"""Short calls: a word that takes a number and leaves one, run at the cost of a function call.

`Processor.execute` sets the machine up for anything; here the machine is at rest, and one function
of machine code sets it up, runs the word and leaves it at rest (`vm/doors.py`).
"""

from __future__ import annotations

from threading import get_ident

from forthgame.lang import calling
from forthgame.lang import layout as at
from forthgame.vm import ticker
from forthgame.vm.cstack import lowest, needed
from forthgame.vm.doors import FAILED, NOT_RUN, RESULTS, STOPPED, UNTIDY
from forthgame.vm.machine import CHUNK, Processor
from forthgame.vm.native import quick
from forthgame.vm.tier import NativeTier

STACK_LOW = calling.STACK_LOW >> 3


class Short:
    """The short calls of a processor. Who calls holds the machine's lock."""

    def __init__(self, processor: Processor) -> None:
        self._processor = processor
        self._address = processor.address
        self._enter = quick().enter
        self._interpret = quick().run
        self._thread = 0  # that has made the last call,
        self._frame = -1  # with frames of this size,
        self._needed = 0  # for which its stack has to be above this

    def run(self, entry: int, number: int) -> int | None:
        """Run a word ( n -- n ). Raises ScriptError; None if it has to be run in the long way."""
        processor = self._processor
        if (
            processor.nesting
            or processor.steps_left is not None
            or processor.on_step is not None
            or processor.breaks
        ):
            return None
        tier = processor.tier
        address = None if tier is None else tier.quick.get(entry)
        processor.printed = 0
        processor.runs += 1
        processor.nesting = 1
        if tier is None or address is None:
            try:
                found = self._interpret(self._address, entry, number, CHUNK)
                if found >= STOPPED:
                    return self._go_on(found)
            finally:
                processor.nesting = 0
        else:
            if get_ident() != self._thread or tier.frame != self._frame:
                self._measure(tier)
            processor.i64[STACK_LOW] = self._needed
            tier.thread = self._thread
            tier.calls = tier.short = tier.calls + 1
            try:
                if not ticker.current.awake:
                    ticker.current.watch(tier)
                found = self._enter(self._address, address, number)
                if found == FAILED:
                    raise tier.error()
            finally:
                tier.short = processor.nesting = 0
        return found if found < RESULTS else self._unusual(found)

    def _measure(self, tier: NativeTier) -> None:
        self._thread, self._frame = get_ident(), tier.frame
        self._needed = needed(lowest(), tier.frame)

    def _unusual(self, found: int) -> int | None:
        if found == NOT_RUN:
            return None
        self._processor.tidy()
        return ((found - UNTIDY) ^ 0x80000000) - 0x80000000

    def _go_on(self, found: int) -> int:
        """The interpreter has stopped: do what it asks for, and let it go on."""
        processor = self._processor
        processor.steps_done += CHUNK - processor.i64[at.STEPS >> 3]
        status = found - STOPPED
        if status != at.OUT_OF_STEPS:
            processor.serve(status)
        processor.check_time()
        processor.loop()
        result = processor.register(at.TOP)
        processor.reset_stacks()
        return result
