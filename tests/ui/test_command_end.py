"""Tests of the end of the command: exit callbacks run, and its exit code is its own."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.ui.test_cli import environment
from tests.waiting import HANGS_AFTER


def ended(*arguments: str, code: str = "", path: str = "") -> subprocess.CompletedProcess[str]:
    """The command, started by some code."""
    start = "import sys; from forthgame.ui.cli.entry_point import main; "
    given = environment()
    if path:
        given["PYTHONPATH"] = os.pathsep.join([path, given["PYTHONPATH"]])
    return subprocess.run(
        [sys.executable, "-c", f"{start}sys.argv[1:] = {list(arguments)!r}; {code}main()"],
        capture_output=True, text=True, timeout=HANGS_AFTER, env=given, check=False,
    )  # fmt: skip


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("text", "code"), [("1 .", 0), ("1 0 /", 1), (": a", 1)], ids=["done", "wrong", "open"]
)
def test_the_code_and_the_output_are_whole(text: str, code: int) -> None:
    found = ended("run", "-e", text)
    assert found.returncode == code
    assert (found.stdout == "1 ") == (code == 0)
    assert bool(found.stderr) == (code == 1)


def test_python_takes_nothing_apart_at_the_end() -> None:
    """Remaining objects are not freed one by one; threads and callbacks have ended before."""
    code = (
        "import atexit, threading, time; "
        "left = type('Left', (), {'__del__': lambda self: print('freed')})(); "
        "from forthgame.ui.cli import main as module; run = module.run; "
        "done = threading.Event(); "
        "late = threading.Thread(target=lambda: (done.wait(), time.sleep(.2), print('thread'))); "
        "module.run = lambda given: ("
        "atexit.register(print, 'called'), late.start(), run(given), done.set())[2]; "
    )
    assert ended("run", "-e", "1 .", code=code).stdout == "1 thread\ncalled\n"


def test_who_was_there_before_is_called_at_the_end(tmp_path: Path) -> None:
    """Coverage tools register such callbacks before the command starts."""
    (tmp_path / "sitecustomize.py").write_text("import atexit\natexit.register(print, 'saved')\n")
    assert ended("run", "-e", "1 .", path=str(tmp_path)).stdout == "1 saved\n"
