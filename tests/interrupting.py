"""Exceptions of signal handlers, at each place of the package where Python runs handlers."""

from __future__ import annotations

import dis
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from itertools import count, pairwise
from types import CodeType, FrameType
from typing import Any

from forthgame.base.interrupts import is_guarded

CALLS = {"CALL", "CALL_KW", "CALL_FUNCTION_EX", "RESUME"}
AGAIN = 0.01  # seconds of processor time until Ctrl-C comes again


class Stopped(BaseException):
    """The exception that a handler raises."""


@cache
def _places(code: CodeType) -> frozenset[int]:
    """Offsets of the instructions before which Python may run a handler.

    Those that an exception table guards in another way than the call before them are left out.
    """
    table = dis._parse_exception_table(code)  # type: ignore[attr-defined]
    found = set()

    def guard(offset: int) -> tuple[int, ...]:
        return next((tuple(e[2:]) for e in table if e.start <= offset < e.end), ())

    for before, after in pairwise(dis.get_instructions(code)):
        if before.opname in CALLS:
            target = after.offset
        elif "BACKWARD" in before.opname:
            target = before.argval
        else:
            continue
        if guard(before.offset) == guard(target):
            found.add(target)
    return frozenset(found)


def _stop() -> None:
    raise Stopped


class _Raising:
    """A trace function that raises at the place with a number, or does something else there."""

    def __init__(self, number: int, act: Callable[[], object] = _stop) -> None:
        self._left = number
        self._act = act
        self.place = ""

    def __call__(self, frame: FrameType, event: str, argument: Any) -> Any:
        if "/forthgame/" not in frame.f_code.co_filename:
            return None
        frame.f_trace_opcodes = True
        frame.f_trace_lines = False
        return self._within

    def _within(self, frame: FrameType, event: str, argument: Any) -> Any:
        if event == "opcode" and frame.f_lasti in _places(frame.f_code):
            if not self._left:
                self.place = f"{frame.f_code.co_qualname}, line {frame.f_lineno}"
                sys.settrace(None)
                self._act()
                return None
            self._left -= 1
        return self._within


def interruptions(
    prepare: Callable[[], Callable[[], object]],
    handle: Callable[[], object] = _stop,
    every: int = 1,
) -> Iterator[str]:
    """Do something again and again, and interrupt it one place later each time, or `every` places.

    The result of `prepare` is called; `handle` replaces a signal handler, which raises Stopped by
    default. Yields each place after the interruption there.
    """
    for number in count(0, every):
        act = prepare()
        raising = _Raising(number, handle)
        before = sys.gettrace()
        sys.settrace(raising)
        try:
            act()
        except Stopped:
            pass
        finally:
            sys.settrace(before)
        if not raising.place:
            return
        yield raising.place


@contextmanager
def pressed(seconds: float | None, handler: Any = signal.default_int_handler) -> Iterator[None]:
    """Have Ctrl-C come when this process has worked for some seconds of processor time.

    It comes once; with None, after a call of `press_after`. If it comes in a guarded function or in
    a callback of Python's collector, it comes again.
    """

    def handle(number: int, frame: FrameType | None) -> None:
        if is_guarded(frame):
            press_after(AGAIN)
        else:
            handler(number, frame)

    before, reporting = signal.signal(signal.SIGPROF, handle), sys.unraisablehook

    def dropped(error: sys.UnraisableHookArgs) -> None:
        if issubclass(error.exc_type, KeyboardInterrupt):
            press_after(AGAIN)
        else:
            reporting(error)

    sys.unraisablehook = dropped
    try:
        if seconds is not None:
            press_after(seconds)
        yield
    finally:
        press_after(0)
        signal.signal(signal.SIGPROF, before)
        sys.unraisablehook = reporting


def press_after(seconds: float) -> None:
    """Have Ctrl-C come once more within `pressed`; not at all with 0."""
    signal.setitimer(signal.ITIMER_PROF, seconds)
