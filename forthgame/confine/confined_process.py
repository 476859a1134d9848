"""Start confined processes and describe how they ended."""

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

from forthgame.base.errors import ForthgameError
from forthgame.confine.rules import Rules

PARENT_INTERVAL = 0.5  # seconds between checks for the parent process
PARENT = "FORTHGAME_PARENT"  # process id of the parent, which may have ended before the first check

# environment variables passed on; others may be secrets
PASSED_ON = frozenset(
    [
        "PATH", "HOME", "LANG", "LANGUAGE", "TERM", "COLORTERM", "COLUMNS", "LINES", "NO_COLOR",
        "FORCE_COLOR", "TZ", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "VIRTUAL_ENV",
        "CONDA_PREFIX", "XDG_CACHE_HOME", "LOCALAPPDATA", "SYSTEMROOT", "SYSTEMDRIVE", "WINDIR",
        "PATHEXT", "COMSPEC", "USERPROFILE", "HOMEDRIVE", "HOMEPATH",
    ]
)  # fmt: skip
PASSED_ON_PREFIXES = ("LC_", "PYTHON", "FORTHGAME_", "NUMBA_", "OMP_", "OPENBLAS_", "MKL_")
SIGNALS = {
    "SIGSYS": "it made a call to the system that is forbidden",
    "SIGXCPU": "its processor time is used up",
    "SIGSEGV": "it touched memory that is not its own",
    "SIGBUS": "it touched memory that is not its own",
    "SIGABRT": "it gave up, perhaps for lack of memory",
}


def environment(rules: Rules, extra: Mapping[str, str] | None = None) -> dict[str, str]:
    """Return the environment of a confined process: permitted variables and `extra`."""
    variables = {
        name: value
        for name, value in os.environ.items()
        if name.upper() in PASSED_ON or name.upper().startswith(PASSED_ON_PREFIXES)
    }
    if rules.write:
        variables.update(dict.fromkeys(("TMPDIR", "TEMP", "TMP"), rules.write[0]))
    return {**variables, **child_variables(), **(extra or {})}


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
    """Run a module in a new process that is confined before it reads a stranger's data.

    `extra` is added to its environment. Its streams are those of this process unless others are
    given. A `detached` process has its own session and survives the terminal. Its output is
    untrusted: never unpickle or execute it. Raises ForthgameError if the process cannot be started.
    """
    with start_errors(), passed_rules(rules) as (named, handed), _interrupts_blocked():
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
def _interrupts_blocked() -> Iterator[None]:
    """Block Ctrl-C in a process started here until `launch` unblocks it.

    During start-up Python would print a traceback or lose the exit code.
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
def start_errors() -> Iterator[None]:
    """Raise ForthgameError if a process cannot be started."""
    try:
        yield
    except OSError as error:
        raise ForthgameError(f"a process cannot be started: {error.strerror or error}") from None


@contextmanager
def passed_rules(rules: Rules) -> Iterator[tuple[str, tuple[int, ...]]]:
    """Yield the argument that names the rules for `launch`, and descriptors to pass on.

    Rules may name thousands of files, too many for an argument, so they go into an unnamed file. On
    Windows, which passes no descriptors, they are the argument.
    """
    if sys.platform == "win32":
        yield rules.text(), ()
        return
    with tempfile.TemporaryFile() as file:
        file.write(rules.text().encode())
        file.seek(0)
        yield str(file.fileno()), (file.fileno(),)


def _signal_name(code: int) -> str:
    try:
        return signal.Signals(-code).name
    except ValueError:
        return f"signal {-code}"


def signal_meaning(code: int) -> str:
    """Return the meaning of the signal that ended a process, or an empty text."""
    return SIGNALS.get(_signal_name(code), "") if code < 0 else ""


def ending_signal(code: int) -> str | None:
    """Describe the signal that ended a process; None if the process exited by itself."""
    if code >= 0:
        return None
    why = signal_meaning(code)
    return f"{_signal_name(code)}: {why}" if why else _signal_name(code)


def child_variables() -> dict[str, str]:
    """Return environment variables with this process's id and the path of this package.

    Without the path, the new process might import another installed version.
    """
    root = str(Path(__file__).resolve().parent.parent.parent)
    path = os.pathsep.join(filter(None, [root, os.environ.get("PYTHONPATH", "")]))
    return {PARENT: str(os.getpid()), "PYTHONPATH": path}


def has_named_parent() -> bool:
    """Return whether the parent asked this process to end with it."""
    return PARENT in os.environ


def leave_with_parent(end: Callable[[], object] = lambda: os._exit(1)) -> None:
    """End this process when its parent is gone, even while a word runs."""
    if sys.platform == "win32":
        return
    named = os.environ.pop(PARENT, "")
    parent = int(named) if named.isdecimal() else os.getppid()

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(PARENT_INTERVAL)
        end()

    threading.Thread(target=watch, daemon=True).start()
