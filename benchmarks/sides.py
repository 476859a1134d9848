"""The sides of a row: functions that run and time something, in this process or another."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

from benchmarks.measuring import FailureError, NotInstalledError, Prepare, Run, Sample

HERE = Path(__file__).resolve().parent
PATIENCE = 300.0  # seconds for one run of another program

# -- ours ---------------------------------------------------------------------------------------


def words(name: str, native: bool) -> Prepare:
    """`bench` of `words/NAME.4th`, in the interpreter or by default settings: machine code."""

    def prepare(folder: Path) -> Run:
        from forthgame import Machine

        machine = Machine(native=native)
        machine.run((HERE / "words" / f"{name}.4th").read_text("utf-8"), name=f"{name}.4th")
        return lambda: timed_twice(lambda: machine.run("bench .").strip())

    return prepare


def command(*arguments: str, read: Callable[[str], str]) -> Prepare:
    """Run a whole `forthgame` process; `read` extracts the answer from its output."""
    return process(sys.executable, "-m", "forthgame", *arguments, read=read)


def timed(call: Callable[[], str]) -> Sample:
    """Run something once."""
    started = time.perf_counter()
    answer = call()
    return Sample(answer, time.perf_counter() - started)


def timed_by_processor(call: Callable[[], str]) -> Sample:
    """Run something once, by the processor time of this process: others may use the machine."""
    started = time.process_time()
    answer = call()
    return Sample(answer, time.process_time() - started)


def timed_twice(call: Callable[[], str]) -> Sample:
    """Run something twice in a row, as the programs of c/measure.h and forth/measure.fs do.

    The first call is to warm up the processor's caches; its answer counts all the same.
    """
    first, second = call(), timed(call)
    return Sample(" and then ".join(dict.fromkeys((first, second.answer))), second.seconds)


# -- peers --------------------------------------------------------------------------------------


def c_program(name: str, *arguments: str) -> Prepare:
    """`c/NAME.c`, compiled by gcc -O2."""

    def prepare(folder: Path) -> Run:
        program = built(folder, name, "-O2")
        return lambda: reported(output_of(program, *arguments))

    return prepare


def built(folder: Path, name: str, *flags: str) -> str:
    """Return the path of the compiled `c/NAME.c`, and compile it if necessary."""
    program = folder / name.replace("/", "-")
    if not program.exists():
        output_of(found("gcc"), *flags, "-o", str(program), str(HERE / "c" / f"{name}.c"))
    return str(program)


def gforth(name: str) -> Prepare:
    """`forth/NAME.fs`, run by gforth-fast."""

    def prepare(folder: Path) -> Run:
        program = found("gforth-fast")
        return lambda: reported(output_of(program, str(HERE / "forth" / f"{name}.fs")))

    return prepare


def process(*arguments: str, read: Callable[[str], str]) -> Prepare:
    """A whole process, its start included."""
    return lambda folder: lambda: timed_process(arguments, read)


def timed_process(arguments: tuple[str, ...], read: Callable[[str], str]) -> Sample:
    """Run a process once; its output is read after the clock has stopped."""
    sample = timed(lambda: output_of(*arguments))
    try:
        return Sample(read(sample.answer), sample.seconds)
    except (ValueError, LookupError) as error:
        raise FailureError(f"printed what cannot be read: {error}") from None


def found(program: str) -> str:
    """Return the path of an installed program. Raises NotInstalledError."""
    path = shutil.which(program)
    if path is None:
        raise NotInstalledError(f"needs {program}, which is not installed: left out")
    return path


def output_of(*arguments: str, variables: dict[str, str] | None = None) -> str:
    """Return the output of a program, run with `variables` in its environment.

    Raises FailureError if it breaks off.
    """
    try:
        done = subprocess.run(
            arguments,
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            env={**environment(), **(variables or {})},
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise FailureError(f"broke off: {error}") from None
    if done.returncode:
        said = (done.stderr.strip() or done.stdout.strip() or "no word").splitlines()
        telling = said[-1] if said[0].startswith("Traceback") else said[0]
        raise FailureError(f"ended with {done.returncode}: {telling}")
    return done.stdout


def environment() -> dict[str, str]:
    """Variables under which a new process imports the forthgame that this one does."""
    import forthgame

    root = str(Path(forthgame.__file__).parent.parent)
    paths = [root, *filter(None, [os.environ.get("PYTHONPATH")])]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(paths)}


def reported(output: str) -> Sample:
    """The last of the lines `answer microseconds` that c/measure.h and forth/measure.fs print.

    The ones before it were to warm up; their answers count all the same.
    """
    lines = [line.split() for line in output.splitlines() if line.strip()]
    if not lines or any(len(line) != 2 for line in lines):
        raise FailureError(f"printed what cannot be read: {output.strip()[:60]!r}")
    answers = dict.fromkeys(line[0] for line in lines)
    return Sample(" and then ".join(answers), float(lines[-1][1]) * 1e-6)
