"""Start, feed and end processes that run strangers' scripts, confined by default."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
import tempfile
import threading
from collections.abc import Generator, Iterable, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any

from forthgame.base import cache
from forthgame.base.errors import ForthgameError
from forthgame.base.limits import DEFAULT_LIMITS
from forthgame.base.source import UnreadableFile, package_path, resolved
from forthgame.confine import (
    ConfinementReport,
    Rules,
    child_variables,
    script_places,
    signal_meaning,
    start,
    start_errors,
)
from forthgame.play.processes import messages
from forthgame.words.registers import memory_layout as at

# seconds to start and load scripts; without a writable cache, each process compiles everything
STARTING = 600.0
LAST_WORDS = 16_384  # bytes read at the end of an error stream
SCRATCH = "scratch"  # folder for files of the processes, inside the starter's
ERRORS = "errors"  # file for a process's error stream, in the same folder


def bundled(scripts: Iterable[str]) -> bool:
    """Return whether there are scripts and all of them come with the package."""
    games = package_path("games").resolve()
    try:
        inside = [resolved(Path(script)).is_relative_to(games) for script in scripts]
    except UnreadableFile:
        return False
    return bool(inside) and all(inside)


def rules_for(scripts: Sequence[str], machines: int, scratch: Path) -> tuple[Rules, dict[str, str]]:
    """Return confinement rules and extra environment variables for a process with so many machines.

    Machine code of strangers' scripts is written to the scratch folder, because a process under
    their control could write any code into the shared cache; only bundled scripts use that.
    """
    shared = tuple(map(str, cache.shared()))
    memory = DEFAULT_LIMITS.memory
    own = bundled(scripts)
    rules = Rules(
        memory=None if memory is None else memory + machines * at.BLOCK_SIZE,
        cpu=DEFAULT_LIMITS.cpu,
        read=(*shared, *(place for script in scripts for place in script_places(Path(script)))),
        write=(str(scratch), *shared) if own else (str(scratch),),
        before="forthgame.play.match.contestant:warm",
    )
    return rules, {} if own else {cache.SCRATCH: str(scratch)}


def launch(
    module: str,
    arguments: Sequence[str],
    scripts: Sequence[str],
    machines: int,
    scratch: Path,
    *,
    confined: bool,
    errors: IO[bytes],
    pass_fds: Sequence[int] = (),
) -> subprocess.Popen[bytes]:
    """Start a module that reads pickles from its input and writes messages to its output.

    Raises ForthgameError if the process cannot be started.
    """
    if confined:
        rules, extra = rules_for(scripts, machines, scratch)
        return start(
            module, arguments, rules, extra=extra, pass_fds=pass_fds,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors,
        )  # fmt: skip
    with start_errors():
        return subprocess.Popen(
            [sys.executable, "-m", module, *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=errors,
            env={**os.environ, **child_variables(), **_import_path()},
            pass_fds=tuple(pass_fds),
        )


def _import_path() -> dict[str, str]:
    """Return the variable by which a process finds the modules that this one can import."""
    path = child_variables()["PYTHONPATH"].split(os.pathsep)
    path += [str(Path(place).absolute()) for place in sys.path if isinstance(place, str)]
    return {"PYTHONPATH": os.pathsep.join(dict.fromkeys(path))}


def launch_in(
    folder: Path,
    module: str,
    arguments: Sequence[str],
    scripts: Sequence[str],
    machines: int,
    *,
    confined: bool = True,
) -> subprocess.Popen[bytes]:
    """Start a process as `launch` does, with a new folder for its scratch files and errors."""
    scratch = folder / SCRATCH
    scratch.mkdir(parents=True)
    with (folder / ERRORS).open("wb") as errors:
        return launch(
            module, arguments, scripts, machines, scratch, confined=confined, errors=errors
        )


def send_request(process: subprocess.Popen[bytes], request: object) -> None:
    """Send a request. If the process has died, reading its answers shows it."""
    if process.stdin is not None:
        with suppress(OSError):
            pickle.dump(request, process.stdin)
            process.stdin.flush()


def end(process: subprocess.Popen[bytes]) -> None:
    process.kill()
    process.wait()
    for stream in (process.stdin, process.stdout):
        if stream is not None:
            with suppress(OSError):
                stream.close()


def exit_description(code: int | None) -> str:
    """Describe the end of a process, for use in a sentence."""
    if code is None or code >= 0:
        return f"its process ended with code {code}"
    why = signal_meaning(code)
    return f"its process was ended by signal {-code}" + (f" ({why})" if why else "")


def last_words(errors: Path) -> str:
    with suppress(OSError), errors.open("rb") as file:
        file.seek(max(0, file.seek(0, os.SEEK_END) - LAST_WORDS))
        return "\n".join(file.read().decode(errors="replace").splitlines()[-5:])
    return ""


def loading_failed(code: int | None, errors: Path) -> ForthgameError:
    how = f"{exit_description(code)}\n{last_words(errors)}"
    return ForthgameError(f"the process that loads the scripts failed: {how}")


def read_confinement(document: Any) -> ConfinementReport:
    """Read a process's report of its confinement. Raises BadMessage."""
    try:
        return ConfinementReport.from_document(document)
    except ValueError as error:
        raise messages.BadMessage(str(error)) from None


# -- processes that answer requests ---------------------------------------------------------------


@contextmanager
def killed_after(
    process: subprocess.Popen[bytes], seconds: float
) -> Generator[threading.Event, None, None]:
    """Kill a process if the body takes longer; yield an event that is set then."""
    expired = threading.Event()

    def expire() -> None:
        expired.set()
        process.kill()

    late = threading.Timer(seconds, expire)
    late.daemon = True
    late.start()
    try:
        yield expired
    finally:
        late.cancel()


def ask(process: subprocess.Popen[bytes], request: object, seconds: float) -> dict[str, Any] | None:
    """Send a request and return the answer, or None if the process ends without one.

    After `seconds` the process is killed and ForthgameError raised. Raises BadMessage for a
    malformed answer.
    """
    if process.stdin is None or process.stdout is None:
        raise RuntimeError("the process has no streams")
    with killed_after(process, seconds) as expired:
        send_request(process, request)
        answer = messages.read(process.stdout)
    if answer is None and expired.is_set():
        raise ForthgameError(f"the process that loads the scripts gave no answer for {seconds:g} s")
    return answer


def ask_once(
    process: subprocess.Popen[bytes], request: object, seconds: float
) -> dict[str, Any] | None:
    """Send the only request of a process, as `ask` does, and end the process."""
    if process.stdin is None or process.stdout is None:
        raise RuntimeError("the process has no streams")
    answer = None
    try:
        with suppress(BrokenPipeError), process.stdin, process.stdout:  # it may have ended
            answer = ask(process, request, seconds)
        if answer is None:
            process.wait()
        return answer
    finally:
        process.kill()
        process.wait()


def answer_of_process(module: str, scripts: Sequence[str], request: object) -> dict[str, Any]:
    """Return the answer of a new confined process, which loads scripts, to its only request.

    Raises ForthgameError if there is none, BadMessage if it is malformed.
    """
    with tempfile.TemporaryDirectory(prefix="forthgame-") as folder:
        process = launch_in(Path(folder), module, [], scripts, len(scripts))
        answer = ask_once(process, request, STARTING)
        if answer is None:
            raise loading_failed(process.returncode, Path(folder, ERRORS))
        return answer
