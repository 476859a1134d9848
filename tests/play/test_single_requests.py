"""Errors of processes with a single request, if they end or give no answer."""

from __future__ import annotations

import subprocess
import sys

import pytest

from forthgame.base.errors import ForthgameError
from forthgame.play.processes.child_process import ask_once


def started(text: str) -> subprocess.Popen[bytes]:
    pipe = subprocess.PIPE
    return subprocess.Popen([sys.executable, "-c", text], stdin=pipe, stdout=pipe)


def test_one_that_ends_gives_none() -> None:
    process = started("raise SystemExit(3)")
    assert ask_once(process, "a request", 60) is None
    assert process.returncode == 3


def test_one_that_gives_no_answer_is_ended() -> None:
    process = started("import time; time.sleep(600)")
    with pytest.raises(ForthgameError, match=r"gave no answer for 0\.1 s"):
        ask_once(process, "a request", 0.1)
    assert process.returncode is not None
