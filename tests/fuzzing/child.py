"""The process in which cases are tried: reads requests, one a line, and answers each.

A request is JSON: a kind, and a seed or a text. The answer is the verdict, empty if there is no
find. A case that harms this process is detected by the parent.
"""

from __future__ import annotations

import faulthandler
import gc
import json
import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from . import vocabulary
from .kind import Kind, verdict
from .kinds import KINDS

PATIENCE = 8  # times as long by the clock as by the processor: machines may be loaded
LOST = "ends the process with {}"
MEMORY = 6 << 30  # address space
GROWTH = 1 << 30  # resident bytes more than after the first cases
GROWN_AFTER = 40  # cases between two checks of the memory
COLLECTED_AFTER = 8  # cases whose machines may lie about: each has 150 MB of address space


def limit_memory() -> None:
    """Limit memory, so that a case that uses it up loses this process and not the machine."""
    try:
        import resource
    except ImportError:
        return
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def resident() -> int:
    """Return the bytes of memory in use, 0 if the system does not report them."""
    try:
        with open("/proc/self/statm", encoding="ascii") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        return 0


@contextmanager
def limited(seconds: float) -> Iterator[None]:
    """End the process with a traceback when a case has taken that long."""
    faulthandler.dump_traceback_later(seconds * PATIENCE, exit=True)
    timer = getattr(signal, "setitimer", None)
    if timer is not None:
        faulthandler.register(signal.SIGPROF, chain=True)
        timer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        if timer is not None:
            timer(signal.ITIMER_PROF, 0)
        faulthandler.cancel_dump_traceback_later()


def apart(kind: Kind, text: str) -> str:
    """The verdict of a process of its own, which is quickly made; needs `os.fork`."""
    reading, writing = os.pipe()
    process = os.fork()
    if process == 0:
        with limited(kind.seconds), os.fdopen(writing, "w", encoding="utf-8") as pipe:
            pipe.write(verdict(kind, text))
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading, encoding="utf-8") as pipe:
        found = pipe.read()
    code = os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])
    return found if code == 0 else LOST.format(code)


def main() -> None:
    """Answer requests until the input ends."""
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # whatever is printed goes to stderr
    faulthandler.enable()
    limit_memory()
    vocabulary.entries()  # the engine is compiled here if it has to be, not in a case
    gc.collect()
    gc.freeze()  # present objects stay, so collections take little time
    answers.write("ready\n")
    answers.flush()
    first = 0
    for count, line in enumerate(sys.stdin, 1):
        request = json.loads(line)
        kind = KINDS[request["kind"]]
        text = request["text"] if "text" in request else kind.make(request["seed"])
        if request.get("apart") and hasattr(os, "fork"):
            found = apart(kind, text)
        else:
            with limited(kind.seconds):
                found = verdict(kind, text)
        if count % COLLECTED_AFTER == 0:
            gc.collect()
        if count % GROWN_AFTER == 0:
            first = first or resident()
            if resident() > first + GROWTH:
                found = found or f"memory grows\nfrom {first} to {resident()} bytes"
        answers.write(json.dumps(found) + "\n")
        answers.flush()


if __name__ == "__main__":
    main()
