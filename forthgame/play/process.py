"""Processes that read scripts of strangers, confined unless they are asked not to be."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from collections.abc import Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import IO

from forthgame.confine import Rules, from_here, reason, script_places, start, starting
from forthgame.lang import layout as at
from forthgame.limits import DEFAULT_LIMITS
from forthgame.source import UnreadableFile, resolved, shipped
from forthgame.vm import cache

# seconds to start and to load scripts: where the cache cannot be written, each process compiles all
STARTING = 600.0
LAST_WORDS = 16_384  # bytes at the end of an error stream that are looked at


def bundled(scripts: Iterable[str]) -> bool:
    """Whether there are scripts, and all are those that come with the package."""
    games = shipped("games").resolve()
    try:
        inside = [resolved(Path(script)).is_relative_to(games) for script in scripts]
    except UnreadableFile:
        return False
    return bool(inside) and all(inside)


def rules_for(scripts: Sequence[str], machines: int, scratch: Path) -> tuple[Rules, dict[str, str]]:
    """Rules for a process that loads scripts on machines, and what is added to its environment.

    Machine code of strangers' scripts is kept in the scratch folder, because a process that they
    have taken over could write any into the one that all share; bundled scripts use that.
    """
    shared = tuple(map(str, cache.shared()))
    memory = DEFAULT_LIMITS.memory
    own = bundled(scripts)
    rules = Rules(
        memory=None if memory is None else memory + machines * at.BLOCK_SIZE,
        cpu=DEFAULT_LIMITS.cpu,
        read=(*shared, *(place for script in scripts for place in script_places(Path(script)))),
        write=(str(scratch), *shared) if own else (str(scratch),),
        before="forthgame.play.contestant:warm",
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

    Raises ForthgameError if the system starts no process.
    """
    if confined:
        rules, extra = rules_for(scripts, machines, scratch)
        return start(
            module, arguments, rules, extra=extra, pass_fds=pass_fds,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors,
        )  # fmt: skip
    with starting():
        return subprocess.Popen(
            [sys.executable, "-m", module, *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=errors,
            env={**os.environ, **from_here()},
            pass_fds=tuple(pass_fds),
        )


def tell(process: subprocess.Popen[bytes], request: object) -> None:
    """Give it a request; its death is heard of where its answers are read."""
    if process.stdin is not None:
        with suppress(OSError):
            pickle.dump(request, process.stdin)
            process.stdin.flush()


def end(process: subprocess.Popen[bytes]) -> None:
    """End it, and close its streams."""
    process.kill()
    process.wait()
    for stream in (process.stdin, process.stdout):
        if stream is not None:
            with suppress(OSError):
                stream.close()


def death(code: int | None) -> str:
    """How a process ended, for a sentence that begins with what it did."""
    if code is None or code >= 0:
        return f"its process ended with code {code}"
    why = reason(code)
    return f"its process was ended by signal {-code}" + (f" ({why})" if why else "")


def last_words(errors: Path) -> str:
    """The last lines of an error stream that was kept in a file."""
    with suppress(OSError), errors.open("rb") as file:
        file.seek(max(0, file.seek(0, os.SEEK_END) - LAST_WORDS))
        return "\n".join(file.read().decode(errors="replace").splitlines()[-5:])
    return ""
