"""Run a command with `--confined` in a confined process and wait for it."""

from __future__ import annotations

import os
import shutil
import signal
import stat
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from forthgame.base import cache, interrupts
from forthgame.base.errors import ForthgameError, ScriptError
from forthgame.base.files import refuse_missing_folder, replacing
from forthgame.base.limits import ScriptLimits
from forthgame.base.source import find_script
from forthgame.confine import Rules, ending_signal, leave_with_parent, script_places, start
from forthgame.ui.terminal.ctrl_c import NUMBERS, EndingSignal, signals_as_interrupts
from forthgame.ui.terminal.error_output import prepare_cache

SCRIPTS = ("file", "files", "script")  # parameters that name scripts; their folders may be read
FILES = ("record", "position", "to")  # parameters that name other files to read
OUTPUTS = ("save", "picture")  # parameters that name files to write
PATIENCE = 3.0  # seconds for saving files after a signal
SCRATCH = "forthgame-"  # the beginning of the name of a temporary folder
ENDING = 32  # characters of a suffix in the scratch folder


def run_again(arguments: Sequence[str], given: dict[str, Any], limits: ScriptLimits) -> int:
    """Run a command in a confined process and return its exit code.

    Raises ForthgameError if a signal ended it, KeyboardInterrupt if Ctrl-C came before the command
    handled it.
    """
    for _, _, path in _outputs(given):
        refuse_missing_folder(path)  # fail before the game is played
    prepare_cache()
    with signals_as_interrupts() as ended, _scratch_folder() as folder:
        scratch = folder.resolve() / "scratch"
        scratch.mkdir()
        rules = Rules(
            memory=limits.memory,
            cpu=limits.cpu,
            read=(*map(str, cache.shared()), *places(given)),
            write=(str(scratch),),
            before="forthgame.ui.terminal.error_output:warm",
        )
        process = start("forthgame", arguments, rules, extra={cache.SCRATCH: str(scratch)})
        try:
            code = _wait(process, ended)
        finally:
            process.kill()
            process.wait()
        for _, name, path in _outputs(given):
            _copy_output(scratch / name, path)
    if code == -signal.SIGINT:
        raise KeyboardInterrupt
    how = ending_signal(code)
    if how is not None:
        raise ForthgameError(f"the confined process was ended by {how}")
    return code


@contextmanager
def _scratch_folder() -> Iterator[Path]:
    """Make a folder that is removed after the body, also if a signal comes while it is made."""
    if sys.platform == "win32":
        folder = tempfile.TemporaryDirectory(prefix=SCRATCH)
    else:
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, *NUMBERS})
        try:
            folder = tempfile.TemporaryDirectory(prefix=SCRATCH)
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
    with folder as name:
        yield Path(name)


def places(given: dict[str, Any]) -> Iterator[str]:
    """Yield the paths that a command reads: folders of scripts, and other files."""
    for name in SCRIPTS:
        for text in _as_texts(given.get(name)):
            with suppress(ScriptError, OSError):
                yield from script_places(find_script(text))
    for name in FILES:
        for text in _as_texts(given.get(name)):
            with suppress(OSError, ValueError):
                yield str(Path(text).resolve(strict=True))


def _as_texts(value: Any) -> list[str]:
    if value is None:
        return []
    return [str(item) for item in value] if isinstance(value, tuple | list) else [str(value)]


def _wait(process: subprocess.Popen[bytes], ended: EndingSignal) -> int:
    """Wait for the process; pass Ctrl-C on unless the terminal does.

    It must not raise after the process has ended, or the exit code would be lost.
    """

    def hand_on() -> None:
        if not _terminal_sends_interrupts():
            process.send_signal(signal.SIGINT)

    with interrupts.acting(hand_on):
        try:
            return process.wait()
        except KeyboardInterrupt:  # a signal noted in `ended`, or a handler of the program
            return _end_gracefully(process, ended.number or signal.SIGINT)


def _end_gracefully(process: subprocess.Popen[bytes], number: int) -> int:
    """Pass a signal on and give the process a short time to save its files."""
    process.send_signal(number)
    with suppress(subprocess.TimeoutExpired):
        process.wait(PATIENCE)
    process.kill()
    return process.wait()


def _terminal_sends_interrupts() -> bool:
    """Return whether the terminal sends Ctrl-C to the confined process too."""
    if sys.platform == "win32":
        return True
    for stream in (0, 1, 2):
        with suppress(OSError):
            if os.isatty(stream):
                return os.tcgetpgrp(stream) == os.getpgrp()
    return False


def _outputs(given: dict[str, Any]) -> Iterator[tuple[str, str, Path]]:
    """Yield the files that a command writes: parameter, name in the scratch folder, target path."""
    for name in OUTPUTS:
        if given.get(name) and str(given[name]) != "-":  # standard output is inherited
            path = Path(given[name])
            yield name, f"{name}{path.suffix[:ENDING]}", path


def _copy_output(made: Path, wanted: Path) -> None:
    flags = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
    try:
        handle = os.open(made, flags)
    except OSError:
        return
    with os.fdopen(handle, "rb") as file:
        if not stat.S_ISREG(os.fstat(handle).st_mode):
            return
        try:
            with replacing(wanted) as target:
                shutil.copyfileobj(file, target)
        except OSError as error:
            raise ForthgameError(f"{wanted} cannot be written: {error.strerror}") from None


def run_inside(run: Any, given: dict[str, Any], rules: Rules) -> Any:
    """Run the command in this process, with its files in the scratch folder."""
    leave_with_parent()
    for parameter, name, _ in list(_outputs(given)):
        given[parameter] = type(given[parameter])(Path(rules.write[0]) / name)
    return run(**given)
