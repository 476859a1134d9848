"""Ctrl-C on the command line acts once, with a word and a code, wherever Python is."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import textwrap
import weakref
from pathlib import Path

import pytest

from forthgame.compile.primitives.bitcode import ANEW, LINK
from forthgame.ui.cli import confined_run
from forthgame.ui.terminal import ctrl_c
from forthgame.ui.terminal.ctrl_c import EndingSignal
from tests.ui.test_cli import environment
from tests.waiting import HANGS_AFTER, eventually, let_work

POSIX = sys.platform != "win32"
pytestmark = pytest.mark.skipif(not POSIX, reason="signals differ")


class Ends:
    """A process, for `_wait`, that ends with a code right after Ctrl-C."""

    def __init__(self) -> None:
        self.told: list[int] = []
        self.waited = False

    def wait(self, timeout: float | None = None) -> int:
        if self.waited:
            return 0  # the code that `subprocess` reports for a lost one
        self.waited = True
        signal.raise_signal(signal.SIGINT)
        return 7

    def send_signal(self, number: int) -> None:
        self.told.append(number)


def test_the_code_of_a_confined_command_is_not_lost() -> None:
    """Ctrl-C may come between the end of the process and the recording of its code."""
    process = Ends()
    assert confined_run._wait(process, EndingSignal()) == 7  # type: ignore[arg-type]
    assert process.told == [signal.SIGINT]
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


class Bell:
    """Send Ctrl-C when it is destroyed."""

    def __del__(self) -> None:
        signal.raise_signal(signal.SIGINT)


def ran(program: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """A program in Python that has run in a process of its own."""
    return subprocess.run(
        [sys.executable, "-c", textwrap.dedent(program), *arguments],
        capture_output=True, text=True, timeout=HANGS_AFTER, env=environment(), check=False,
    )  # fmt: skip


def wait_for_it() -> None:
    eventually(lambda: False, "Ctrl-C")


def test_ctrl_c_that_python_would_drop_comes_again() -> None:
    """Python shows and drops exceptions of destructors and of `weakref` callbacks."""

    def ring() -> None:
        bell = Bell()
        del bell
        wait_for_it()

    with ctrl_c.watched(), pytest.raises(KeyboardInterrupt):
        ring()


def test_ctrl_c_in_a_callback_of_weakref_comes_again() -> None:
    kept: weakref.WeakValueDictionary[int, Ends] = weakref.WeakValueDictionary()
    remove = kept._remove  # type: ignore[attr-defined]
    own, forget = remove.__defaults__

    def forget_and_ring(*given: object) -> None:
        forget(*given)
        signal.raise_signal(signal.SIGINT)

    remove.__defaults__ = (own, forget_and_ring)

    def ring() -> None:
        kept[1] = Ends()  # freed at once
        wait_for_it()

    with ctrl_c.watched(), pytest.raises(KeyboardInterrupt):
        ring()


def test_ctrl_c_that_comes_twice_is_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """Programs in between may have passed it on."""
    monkeypatch.setattr(ctrl_c, "SAME_PRESS", HANGS_AFTER)
    came = 0
    with ctrl_c.watched():
        for _ in range(2):
            try:
                signal.raise_signal(signal.SIGINT)
            except KeyboardInterrupt:
                came += 1
    assert came == 1


def test_ctrl_c_that_nobody_sees_is_sent_again() -> None:
    """C code that reads a line may keep waiting if the signal came just before."""

    def lose() -> None:
        assert ctrl_c._listening is not None
        ctrl_c._listening._channel.write(bytes([signal.SIGINT]))
        wait_for_it()

    with ctrl_c.watched(), pytest.raises(KeyboardInterrupt):
        lose()


def test_ctrl_c_while_the_word_is_said_cuts_nothing_off() -> None:
    """This includes a second one, before the place is there."""
    program = """
        import os, signal, sys, time
        from forthgame.ui.cli import main

        def place_of(error):
            time.sleep(.1)
            signal.raise_signal(signal.SIGINT)
            return "the place"

        main.place_of = place_of
        main._run = lambda given: signal.raise_signal(signal.SIGINT)
        main.main([])
        """
    done = ran(program)
    assert (done.returncode, done.stderr) == (130, "interrupted\nthe place\n")


def test_ctrl_c_while_a_command_is_read() -> None:
    """Modules that are imported call C code, which turns it into other errors."""
    program = """
        import signal
        from forthgame.ui.cli import main

        def import_module(name):
            try:
                signal.raise_signal(signal.SIGINT)
            except KeyboardInterrupt:
                raise RuntimeError("Error calling __set_name__") from None

        main.import_module = import_module
        main.main(["check"])
        """
    done = ran(program)
    assert (done.returncode, done.stderr) == (130, "interrupted\n")


def test_ctrl_c_while_python_makes_a_class() -> None:
    """Python turns it into a RuntimeError; other such errors are mistakes, and shown."""
    program = """
        import signal, sys
        from forthgame.ui.cli import main

        def run(given):
            try:
                signal.raise_signal(signal.SIGINT) if sys.argv[1] == "made" else 1 / 0
            except BaseException as error:
                raise RuntimeError("Error calling __set_name__") from error

        main._run = run
        main.main([])
        """
    for what, code, said in (("made", 130, "interrupted\n"), ("other", 1, "RuntimeError")):
        done = ran(program, what)
        assert done.returncode == code
        assert said in done.stderr
        assert ("Traceback" in done.stderr) == (what == "other")


@pytest.mark.sampled(2)
@pytest.mark.parametrize("seconds", [0.7, 1.5])
def test_ctrl_c_during_the_first_start_of_a_confined_command(
    seconds: float, tmp_path: Path
) -> None:
    """Nothing has been compiled yet, and another process is compiling for a while."""
    with subprocess.Popen(
        [sys.executable, "-m", "forthgame", "run", "-e", "1 .", "--confined"],
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL,
        env={**environment(), "FORTHGAME_CACHE": str(tmp_path), ANEW: LINK},
        start_new_session=True,
    ) as process:  # fmt: skip
        try:
            let_work(process, seconds)
            os.killpg(process.pid, signal.SIGINT)
            said, _ = process.communicate(timeout=HANGS_AFTER)
        finally:
            process.kill()
    told = said.decode()
    assert process.returncode == 130
    assert told.split("\n")[-2] == "interrupted"
    assert "Traceback" not in told
    assert "KeyboardInterrupt" not in told
