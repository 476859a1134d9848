"""Ctrl-C on the command line: the first ends what is being done, the second ends the process.

Python sees Ctrl-C only when the main thread is not in machine code. So a thread listens beside it:
when a second Ctrl-C comes and the first has still not been seen, it ends the process itself.
"""

from __future__ import annotations

import os
import select
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from functools import partial
from typing import NoReturn

from forthgame.ui.cli import ending
from forthgame.ui.stopped import stop
from forthgame.vm import interrupts

INTERRUPTED = 130
TOGETHER = 0.05  # seconds in which two are one: a program in between may have passed it on
AGAIN = b"\0"  # no number of a signal
MOMENT = 0.005  # seconds, in which Python leaves what it has called on its own
INSISTING = 0.1  # seconds between two tries to have it seen
TRIES = 20
SLACK = 0.3  # seconds that the listening thread may be late
PATIENCE = 1.0  # seconds for streams and files that are being written when the process ends

_saving = threading.RLock()
_listening: _Listener | None = None


class _Channel:
    """Numbers of signals: how to read some, to write one, and the file that Python writes to."""

    def __init__(self) -> None:
        if sys.platform == "win32":  # which tells signals to sockets only
            import socket

            reader, writer = socket.socketpair()
            writer.setblocking(False)
            self.read, self.write = partial(reader.recv, 64), writer.send
            self._reader, self.writer = reader.fileno(), writer.fileno()
        else:
            self._reader, self.writer = os.pipe()  # a confined process may not have sockets
            os.set_blocking(self.writer, False)
            self.read, self.write = (
                partial(os.read, self._reader, 64),
                partial(os.write, self.writer),
            )

    def ready(self, seconds: float) -> bool:
        """Whether there is something to read, now or within a time."""
        return bool(select.select([self._reader], [], [], seconds)[0])


def _interrupt() -> None:
    """Ctrl-C for the main thread, from another one."""
    main = threading.main_thread().ident
    if sys.platform == "win32" or main is None:
        signal.raise_signal(signal.SIGINT)
    else:
        signal.pthread_kill(main, signal.SIGINT)


class _Listener:
    """Notes each Ctrl-C when it comes, and when it was seen."""

    def __init__(self) -> None:
        self._channel = _Channel()
        self._sent = 0  # how many the thread has sent itself, and not read yet
        self._tries = 0  # to have one seen
        self._waiting: float | None = None  # since when a Ctrl-C has not been seen
        self._seen = float("-inf")  # when the last one was
        self._stopped = float("-inf")  # when one was raised
        self.acted = False  # whether any was seen
        self.said = False  # that the command is interrupted
        self.arm()
        threading.Thread(target=self._listen, daemon=True, name="forthgame-ctrl-c").start()

    def arm(self) -> None:
        """Deliver signals to this thread."""
        signal.set_wakeup_fd(self._channel.writer, warn_on_full_buffer=False)

    def seen(self) -> None:
        """A handler has been called: the program acts on it."""
        self._seen = time.monotonic()
        self.acted = True

    def again(self) -> None:
        """Send it once more, a moment later: Python would drop what is raised here."""
        self._channel.write(AGAIN)

    def stop(self) -> None:
        """Raise Ctrl-C where the program is, once if it comes twice."""
        before, self._stopped = self._stopped, time.monotonic()
        if self._stopped - before > TOGETHER:
            stop()

    def is_over(self) -> None:
        """What Ctrl-C has ended has said so: the next one is another, however soon."""
        self._stopped = float("-inf")

    def _listen(self) -> None:
        while numbers := self._channel.read():
            for number in numbers:
                if number == AGAIN[0]:
                    time.sleep(MOMENT)
                    self._send()
                elif number == signal.SIGINT and self._sent:
                    self._sent -= 1
                elif number == signal.SIGINT:
                    self._came(time.monotonic())
            self._insist()

    def _insist(self) -> None:
        """Send it again while nobody sees it: C that reads a line sleeps on if it came just before.

        Handlers that are not this package's do not say what they have seen.
        """
        while self._waiting is not None and self._tries < TRIES:
            if self._channel.ready(INSISTING):
                return
            ours = isinstance(signal.getsignal(signal.SIGINT), interrupts.Handler)
            if not ours or self._seen > self._waiting - SLACK:
                return
            self._tries += 1
            self._send()

    def _send(self) -> None:
        self._sent += 1
        _interrupt()

    def _came(self, now: float) -> None:
        first = self._waiting
        if first is None or self._seen > first - SLACK:
            self._waiting, self._tries = now, 0
        elif now - first > TOGETHER:
            end_process(INTERRUPTED, say_interrupted)


@contextmanager
def watched() -> Iterator[None]:
    """Listen for Ctrl-C, if it is not somebody else's."""
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
    """Listen again, after something that listened to signals itself."""
    if _listening is not None:
        _listening.arm()


def is_over() -> None:
    """What Ctrl-C has ended has said so, and the program goes on: the next one counts."""
    if _listening is not None:
        _listening.is_over()


@contextmanager
def saving() -> Iterator[None]:
    """A file is being written: Ctrl-C, and what else ends the command, has its effect behind it."""
    held = {signal.SIGINT: interrupts.replaceable()} | {n: _own(n) for n in ending.NUMBERS}
    noted: list[signal.Signals] = []
    with _saving:
        try:
            for number, outer in held.items():
                if outer is not None:
                    signal.signal(number, interrupts.Handler(partial(noted.append, number)))
            yield
        finally:
            for number, outer in held.items():
                if outer is not None:
                    signal.signal(number, outer)
    for number in noted:
        held[number](number, None)


def _own(number: signal.Signals) -> interrupts.Handler | None:
    """The handler of a signal, if it is one of ours and may be replaced: in the main thread."""
    handler = signal.getsignal(number)
    main = threading.current_thread() is threading.main_thread()
    return handler if main and isinstance(handler, interrupts.Handler) else None


def leaving() -> AbstractContextManager[None]:
    """Nothing is saved and others hold the main thread: Ctrl-C ends the process at once."""
    return interrupts.acting(_leave_interrupted)


def _leave_interrupted() -> NoReturn:
    say_interrupted()
    leave(INTERRUPTED)


def say_interrupted() -> None:
    """Say that Ctrl-C ends the command, once, and whole: one that comes twice cuts off nothing.

    The listening thread still ends the process if that takes too long for whoever presses it.
    """
    if _listening is not None:
        if interrupts.replaceable() is not None:
            signal.signal(signal.SIGINT, lambda number, frame: None)  # no Handler: it is not seen
        if _listening.said:
            return
        _listening.said = True
    sys.stderr.write("interrupted\n")


def came() -> bool:
    """Whether Ctrl-C was pressed, and the program has acted on it, maybe by ending a search."""
    return _listening is not None and _listening.acted


def done() -> None:
    """The command is done, and nothing is left that Ctrl-C would have to end in good order."""
    if _listening is not None:
        end_with_next()


def end_with_next() -> None:
    """The command is done, and Python may wait for LLVM: Ctrl-C ends the process at once."""
    if interrupts.replaceable() is not None:
        signal.signal(signal.SIGINT, interrupts.Handler(lambda: end_process(INTERRUPTED)))


def leave(code: int) -> NoReturn:
    """End after Ctrl-C, at once: without waiting for LLVM, or freeing what the command has made."""
    if _listening is not None:
        end_process(code)
    sys.exit(code)


def end_process(code: int, say: Callable[[], None] = lambda: None) -> NoReturn:
    """End the process now: what is being saved is saved, what was printed is shown."""
    _saving.acquire(timeout=PATIENCE)
    flushing = threading.Thread(target=_flush, args=(say,), daemon=True)
    with suppress(RuntimeError):  # no thread can be started: the program is already ending
        flushing.start()
        flushing.join(PATIENCE)
    os._exit(code)


def _flush(say: Callable[[], None]) -> None:
    with suppress(OSError, ValueError, AttributeError):
        say()
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError, AttributeError):
            stream.flush()
