"""Ctrl-C and terminating signals on the command line.

The first Ctrl-C ends the current work, the second ends the process.

Python handles Ctrl-C only when the main thread is outside machine code. A thread therefore listens
too, and ends the process on a second Ctrl-C if the first has not been handled.
"""

from __future__ import annotations

import os
import select
import signal
import sys
import threading
import time
import weakref
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from functools import partial, wraps
from typing import TYPE_CHECKING, Any, NoReturn

from forthgame.base import interrupts
from forthgame.base.errors import ScriptError

if TYPE_CHECKING:
    from forthgame.machine.outer.outer_interpreter import Forth

INTERRUPTED = 130
SAME_PRESS = 0.05  # seconds; a program in between may have repeated the signal
REPEAT = b"\0"  # not a signal number
MOMENT = 0.005  # seconds for Python to leave a C call
RETRY_AFTER = 0.1  # seconds between repetitions of an unhandled signal
TRIES = 20
SLACK = 0.3  # seconds of delay tolerated in the listening thread
PATIENCE = 1.0  # seconds for streams and files that are being written at the end
NUMBERS = tuple(getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name))

_saving = threading.RLock()
_listening: _Listener | None = None
_watched_forth: weakref.ref[Forth] | None = None
_place: ScriptError | None = None


class _Channel:
    """Pipe of signal numbers: functions to read and write, and the descriptor for Python."""

    def __init__(self) -> None:
        if sys.platform == "win32":  # wake-up descriptors must be sockets on Windows
            import socket

            reader, writer = socket.socketpair()
            writer.setblocking(False)
            self.read, self.write = partial(reader.recv, 64), writer.send
            self._reader, self.writer = reader.fileno(), writer.fileno()
        else:
            self._reader, self.writer = os.pipe()  # a confined process may not create sockets
            os.set_blocking(self.writer, False)
            self.read, self.write = (
                partial(os.read, self._reader, 64),
                partial(os.write, self.writer),
            )

    def ready(self, seconds: float) -> bool:
        return bool(select.select([self._reader], [], [], seconds)[0])


class _Listener:
    """Records when each Ctrl-C arrives and when it is handled."""

    def __init__(self) -> None:
        self._channel = _Channel()
        self._sent = 0  # signals sent by the thread and not read yet
        self._tries = 0  # repetitions of the current signal
        self._waiting: float | None = None  # arrival of the unhandled signal
        self._seen = float("-inf")  # time of the last handled signal
        self._stopped = float("-inf")  # time of the last raised interrupt
        self.acted = False  # a signal was handled
        self.reported = False  # the message was printed
        self.arm()
        threading.Thread(target=self._listen, daemon=True, name="forthgame-ctrl-c").start()

    def arm(self) -> None:
        """Deliver signals to this thread."""
        signal.set_wakeup_fd(self._channel.writer, warn_on_full_buffer=False)

    def seen(self) -> None:
        self._seen = time.monotonic()
        self.acted = True

    def again(self) -> None:
        """Repeat the signal a moment later, as no exception may be raised now."""
        self._channel.write(REPEAT)

    def stop(self) -> None:
        """Interrupt the program, once for two signals in quick succession."""
        before, self._stopped = self._stopped, time.monotonic()
        if self._stopped - before > SAME_PRESS:
            stop()

    def is_over(self) -> None:
        """Count the next Ctrl-C as new, however soon."""
        self._stopped = float("-inf")

    def _listen(self) -> None:
        while numbers := self._channel.read():
            for number in numbers:
                if number == REPEAT[0]:
                    time.sleep(MOMENT)
                    self._send()
                elif number == signal.SIGINT and self._sent:
                    self._sent -= 1
                elif number == signal.SIGINT:
                    self._arrived(time.monotonic())
            self._retry()

    def _retry(self) -> None:
        """Repeat a signal until it is handled, as C code reading a line may have missed it.

        Stops for foreign handlers, which do not record that they were called.
        """
        while self._waiting is not None and self._tries < TRIES:
            if self._channel.ready(RETRY_AFTER):
                return
            ours = isinstance(signal.getsignal(signal.SIGINT), interrupts.Handler)
            if not ours or self._seen > self._waiting - SLACK:
                return
            self._tries += 1
            self._send()

    def _send(self) -> None:
        self._sent += 1
        main = threading.main_thread().ident
        if sys.platform == "win32" or main is None:
            signal.raise_signal(signal.SIGINT)
        else:
            signal.pthread_kill(main, signal.SIGINT)

    def _arrived(self, now: float) -> None:
        first = self._waiting
        if first is None or self._seen > first - SLACK:
            self._waiting, self._tries = now, 0
        elif now - first > SAME_PRESS:
            end_process(INTERRUPTED, say_interrupted)


@contextmanager
def watched() -> Iterator[None]:
    """Handle Ctrl-C in the body, unless the program has its own handler."""
    global _listening
    outer = interrupts.replaceable()
    if outer is None or _listening is not None:
        yield
        return
    try:
        _listening = _Listener()
        interrupts.listen(_listening)
        signal.signal(signal.SIGINT, interrupts.Handler(_listening.stop))
        yield
    finally:
        signal.set_wakeup_fd(-1)
        interrupts.listen(None)
        signal.signal(signal.SIGINT, outer)
        _listening = None


def arm() -> None:
    """Restore signal delivery after code that replaced it."""
    if _listening is not None:
        _listening.arm()


def is_over() -> None:
    """Count the next Ctrl-C as new after an interruption has been reported."""
    if _listening is not None:
        _listening.is_over()


@contextmanager
def saving() -> Iterator[None]:
    """Defer Ctrl-C and terminating signals while a file is written."""
    handlers = {signal.SIGINT: interrupts.replaceable()} | {n: _own(n) for n in NUMBERS}
    noted: list[signal.Signals] = []
    with _saving:
        try:
            for number, outer in handlers.items():
                if outer is not None:
                    signal.signal(number, interrupts.Handler(partial(noted.append, number)))
            yield
        finally:
            for number, outer in handlers.items():
                if outer is not None:
                    signal.signal(number, outer)
    for number in noted:
        handlers[number](number, None)


def _own(number: signal.Signals) -> interrupts.Handler | None:
    """Return a signal's handler if it is forthgame's and may be replaced in this thread."""
    handler = signal.getsignal(number)
    main = threading.current_thread() is threading.main_thread()
    return handler if main and isinstance(handler, interrupts.Handler) else None


def leaving() -> AbstractContextManager[None]:
    """Let Ctrl-C end the process at once, as nothing is saved."""
    return interrupts.acting(_leave_interrupted)


def _leave_interrupted() -> NoReturn:
    say_interrupted()
    leave(INTERRUPTED)


def say_interrupted() -> None:
    """Print that Ctrl-C ended the command, once and without being cut off.

    The listening thread still ends the process on a second Ctrl-C.
    """
    if _listening is not None:
        if interrupts.replaceable() is not None:
            signal.signal(signal.SIGINT, lambda number, frame: None)  # no Handler: unhandled
        if _listening.reported:
            return
        _listening.reported = True
    sys.stderr.write("interrupted\n")


def came() -> bool:
    """Return whether Ctrl-C was pressed and handled, for example by ending a search."""
    return _listening is not None and _listening.acted


def done() -> None:
    """Mark the command as done, with nothing left to clean up."""
    if _listening is not None:
        end_with_next()


def end_with_next() -> None:
    """Let Ctrl-C end the process at once while Python may wait for LLVM."""
    if interrupts.replaceable() is not None:
        signal.signal(signal.SIGINT, interrupts.Handler(lambda: end_process(INTERRUPTED)))


def leave(code: int) -> NoReturn:
    """Exit after Ctrl-C without waiting for LLVM or freeing memory."""
    if _listening is not None:
        end_process(code)
    sys.exit(code)


def end_process(code: int, say: Callable[[], None] = lambda: None) -> NoReturn:
    """End the process after files are saved and streams are flushed."""
    _saving.acquire(timeout=PATIENCE)
    flushing = threading.Thread(target=_flush, args=(say,), daemon=True)
    with suppress(RuntimeError):  # threads cannot be started at interpreter exit
        flushing.start()
        flushing.join(PATIENCE)
    os._exit(code)


def _flush(say: Callable[[], None]) -> None:
    with suppress(OSError, ValueError, AttributeError):
        say()
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError, AttributeError):
            stream.flush()


# -- the interrupted place ------------------------------------------------------------------------


class LocatedInterrupt(interrupts.Interrupted):
    """Raised by Ctrl-C, with the place in the running script, or None."""

    def __init__(self) -> None:
        super().__init__()
        self.place = _place  # machine code may pass on only the class

    def left(self) -> None:
        """Complete the call chain after machine code has returned."""
        found, before = _current_place(whole=True), self.place
        if found is not None and before is not None and found.place == before.place:
            self.place = found


def report_interrupts_in(forth: Forth) -> None:
    """Report the place in this Forth on the next Ctrl-C."""
    global _watched_forth
    _watched_forth = weakref.ref(forth)


def stop() -> None:
    """Raise LocatedInterrupt; call it while the interrupted code is still on the stack."""
    global _place
    _place = None
    _place = _current_place()
    raise LocatedInterrupt


def _current_place(whole: bool = False) -> ScriptError | None:
    """Return the place of the running word, or None."""
    forth = None if _watched_forth is None else _watched_forth()
    if forth is not None:
        # the interpreter or this import may be in an inconsistent state
        with suppress(LookupError, ValueError, ScriptError, ImportError):
            from forthgame.why.inspection.current_place import current_place

            return current_place(forth, whole)
    return None


def place_of(error: BaseException | None) -> ScriptError | None:
    """Return the place recorded by Ctrl-C, following causes and contexts of an error."""
    while error is not None:
        if isinstance(error, LocatedInterrupt):
            return error.place
        error = error.__cause__ or error.__context__
    return None


# -- SIGTERM and SIGHUP ---------------------------------------------------------------------------


class EndingSignal:
    """The signal that ended the work; 0 if none did."""

    def __init__(self) -> None:
        self.number = 0

    def end(self, number: int) -> None:
        """Raise KeyboardInterrupt once, so that cleaning up is not interrupted."""
        if not self.number:
            self.number = number
            raise KeyboardInterrupt


@contextmanager
def signals_as_interrupts() -> Iterator[EndingSignal]:
    """Raise KeyboardInterrupt on SIGTERM and SIGHUP in the body, for cleaning up.

    Afterwards the command exits with the signal's code, even if the body handled the interrupt.
    """
    ended = EndingSignal()
    before: dict[signal.Signals, Any] = {}
    if threading.current_thread() is threading.main_thread():
        for number in NUMBERS:
            if signal.getsignal(number) is signal.SIG_DFL:  # ignored signals (nohup) stay ignored
                before[number] = signal.signal(
                    number, interrupts.Handler(partial(ended.end, number))
                )
    try:
        yield ended
    except KeyboardInterrupt:
        if not ended.number:
            raise
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
    if ended.number:
        from forthgame.ui.terminal.escaping import say

        say(f"ended by {signal.Signals(ended.number).name}")
        raise SystemExit(128 + ended.number)


def ended_cleanly(work: Callable[..., None]) -> Callable[..., None]:
    """Decorate a command so that its temporary folders and processes end with it on any signal."""

    @wraps(work)
    def command(**options: Any) -> None:
        with signals_as_interrupts():
            work(**options)

    return command
