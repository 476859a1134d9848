"""Starting confined processes, and how they end."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from forthgame.confine.rules import Rules
from forthgame.errors import ForthgameError

PARENT_LOOK = 0.5  # seconds between two looks whether who started a process is still there
PARENT = "FORTHGAME_PARENT"  # number of who started it, which may be gone before the first look

# what a child's environment may hold: the rest may be secrets, and no script needs it
KEPT = frozenset(
    [
        "PATH", "HOME", "LANG", "LANGUAGE", "TERM", "COLORTERM", "COLUMNS", "LINES", "NO_COLOR",
        "FORCE_COLOR", "TZ", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "VIRTUAL_ENV",
        "CONDA_PREFIX", "XDG_CACHE_HOME", "LOCALAPPDATA", "SYSTEMROOT", "SYSTEMDRIVE", "WINDIR",
        "PATHEXT", "COMSPEC", "USERPROFILE", "HOMEDRIVE", "HOMEPATH",
    ]
)  # fmt: skip
KEPT_PREFIXES = ("LC_", "PYTHON", "FORTHGAME_", "NUMBA_", "OMP_", "OPENBLAS_", "MKL_")
SIGNALS = {
    "SIGSYS": "it made a call to the system that is forbidden",
    "SIGXCPU": "its processor time is used up",
    "SIGSEGV": "it touched memory that is not its own",
    "SIGBUS": "it touched memory that is not its own",
    "SIGABRT": "it gave up, perhaps for lack of memory",
}


def environment(rules: Rules, extra: Mapping[str, str] | None = None) -> dict[str, str]:
    """The environment of a confined process: what it needs of this one's, and what is added."""
    kept = {
        name: value
        for name, value in os.environ.items()
        if name.upper() in KEPT or name.upper().startswith(KEPT_PREFIXES)
    }
    if rules.write:
        kept.update(dict.fromkeys(("TMPDIR", "TEMP", "TMP"), rules.write[0]))
    return {**kept, **from_here(), **(extra or {})}


def start(
    module: str,
    arguments: Sequence[str],
    rules: Rules,
    *,
    extra: Mapping[str, str] | None = None,
    pass_fds: Sequence[int] = (),
    stdin: int | IO[bytes] | None = None,
    stdout: int | IO[bytes] | None = None,
    stderr: int | IO[bytes] | None = None,
    detached: bool = False,
) -> subprocess.Popen[bytes]:
    """Run a module in a new process that is confined before it reads anything of a stranger's.

    `extra` is added to its environment. Its streams are this process's unless others are given. A
    `detached` one has a session of its own: it stays when the terminal is closed.
    What it writes is a stranger's word: never unpickle or run it. Raises ForthgameError if the
    system starts no process.
    """
    with starting(), handed_over(rules) as (named, handed), _interrupted_later():
        return subprocess.Popen(
            [sys.executable, "-P", "-m", "forthgame.confine.launch", named, module, *arguments],
            stdin=stdin,
            stdout=stdout,
            stderr=stderr,
            env=environment(rules, extra),
            pass_fds=(*pass_fds, *handed),
            start_new_session=detached,
        )


@contextmanager
def _interrupted_later() -> Iterator[None]:
    """Ctrl-C waits in a process that is started here until `launch` lets it come.

    Python has nothing for it while it starts, except lines of its own, or no code of an error.
    """
    if sys.platform == "win32":
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextmanager
def starting() -> Iterator[None]:
    """Raise ForthgameError where a process cannot be started."""
    try:
        yield
    except OSError as error:
        raise ForthgameError(f"a process cannot be started: {error.strerror or error}") from None


@contextmanager
def handed_over(rules: Rules) -> Iterator[tuple[str, tuple[int, ...]]]:
    """What names the rules to `launch`, and descriptors that it gets.

    Rules may name thousands of files, more than an argument holds, so they are in a file that has
    no name; Windows, where no descriptors can be given, has them as the argument.
    """
    if sys.platform == "win32":
        yield rules.text(), ()
        return
    with tempfile.TemporaryFile() as file:
        file.write(rules.text().encode())
        file.seek(0)
        yield str(file.fileno()), (file.fileno(),)


def _name(code: int) -> str:
    try:
        return signal.Signals(-code).name
    except ValueError:
        return f"signal {-code}"


def reason(code: int) -> str:
    """What the signal means that has ended a process, as far as that is known."""
    return SIGNALS.get(_name(code), "") if code < 0 else ""


def ending(code: int) -> str | None:
    """How a process ended that a signal has ended, as a sentence; None if it ended by itself."""
    if code >= 0:
        return None
    why = reason(code)
    return f"{_name(code)}: {why}" if why else _name(code)


def from_here() -> dict[str, str]:
    """What the environment of a process that is started says: who has started it, and this package.

    Another version of the package may be installed, from which the process would import.
    """
    root = str(Path(__file__).resolve().parent.parent.parent)
    path = os.pathsep.join(filter(None, [root, os.environ.get("PYTHONPATH", "")]))
    return {PARENT: str(os.getpid()), "PYTHONPATH": path}


def has_named_parent() -> bool:
    """Whether who started this process wants it to end with itself."""
    return PARENT in os.environ


def leave_with_parent(end: Callable[[], object] = lambda: os._exit(1)) -> None:
    """Have this process end when who started it is gone, even in the middle of a word."""
    if sys.platform == "win32":
        return
    named = os.environ.pop(PARENT, "")
    parent = int(named) if named.isdecimal() else os.getppid()

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(PARENT_LOOK)
        end()

    threading.Thread(target=watch, daemon=True).start()
