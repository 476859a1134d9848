"""Short calls: a word that takes a number and leaves one, run at the cost of a function call.

`Processor.execute` sets the machine up for anything; here the machine is at rest, and one function
of machine code sets it up, runs the word and leaves it at rest (`vm/doors.py`).
"""

from __future__ import annotations

from collections.abc import Callable
from threading import get_ident

from forthgame.lang import calling
from forthgame.lang import layout as at
from forthgame.vm import ticker
from forthgame.vm.cstack import lowest, needed
from forthgame.vm.doors import FAILED, NOT_RUN, RESULTS, STOPPED, UNTIDY
from forthgame.vm.machine import CHUNK, Processor
from forthgame.vm.native import quick
from forthgame.vm.tier import NativeTier
from forthgame.vm.turnclock import AT_REST, BEGUN

STACK_LOW = calling.STACK_LOW >> 3
SYSTEM = slice(at.MEMORY + at.SYSTEM, at.MEMORY + at.SYSTEM + at.CELL * len(at.SYSTEM_CELLS))


class Short:
    """The short calls of a processor. Who calls holds the machine's lock.

    `long(entry, number)` runs a word that has to be run in the long way, `failed(error, cells)`
    puts the machine in order after an error, with the system cells as they were before.
    """

    def __init__(
        self,
        processor: Processor,
        long: Callable[[int, int], int],
        failed: Callable[[BaseException, bytes], None],
        timed: bool,
    ) -> None:
        self._processor = processor
        self._address = processor.address
        self._enter = quick().enter
        self._interpret = quick().run
        self._long = long
        self._failed = failed
        self._timed = timed  # each call has its time: none is short
        self._thread = 0  # that has made the last call,
        self._frame = -1  # with frames of this size

    def run(self, entry: int, number: int) -> int:
        """Run a word ( n -- n ). Raises ScriptError."""
        processor = self._processor
        if (
            processor.nesting
            or self._timed
            or processor.steps_left is not None
            or processor.on_step is not None
            or processor.breaks
        ):
            return self._long(entry, number)
        processor.printed = 0
        processor.turn.since = BEGUN
        cells = processor.memory[SYSTEM]
        tier = processor.tier
        address = None if tier is None else tier.quick.get(entry)
        if tier is None or address is None:
            return self._interpreted(entry, number, cells)
        if get_ident() != self._thread or tier.frame != self._frame:
            self._measure(tier)
        try:
            tier.short = tier.calls = tier.calls + 1
            if not ticker.current.awake:
                ticker.current.watch(tier)
            found = self._enter(self._address, address, number)
            if found == FAILED:
                raise tier.error()
        except BaseException as error:
            self._failed(error, cells)
            raise
        finally:
            tier.short = 0
            processor.turn.since = AT_REST
        if found == NOT_RUN:
            with processor.turn.running():
                return self._long(entry, number)
        return found if found < RESULTS else self._tidied(found)

    def _interpreted(self, entry: int, number: int, cells: bytes) -> int:
        processor = self._processor
        processor.nesting = 1
        try:
            found = self._interpret(self._address, entry, number, CHUNK)
            processor.steps_done += CHUNK - processor.i64[at.STEPS >> 3]
            if found >= STOPPED:
                return self._go_on(found)
            if found >= RESULTS:
                return self._tidied(found)
            return found
        except BaseException as error:
            self._failed(error, cells)
            raise
        finally:
            processor.nesting = 0
            processor.turn.since = AT_REST

    def _measure(self, tier: NativeTier) -> None:
        self._thread, self._frame = get_ident(), tier.frame
        self._processor.i64[STACK_LOW] = needed(lowest(), tier.frame)

    def _tidied(self, found: int) -> int:
        self._processor.tidy()
        return _signed(found - UNTIDY)

    def _go_on(self, found: int) -> int:
        """The interpreter has stopped: do what it asks for, and let it go on."""
        processor = self._processor
        status = _signed(found - STOPPED)
        if status != at.OUT_OF_STEPS:
            processor.serve(status)
        processor.check_time()
        processor.loop()
        result = processor.register(at.TOP)
        processor.reset_stacks()
        return result


def _signed(bits: int) -> int:
    return (bits ^ 0x80000000) - 0x80000000
