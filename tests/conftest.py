"""What all tests need: a compiled interpreter, and Ctrl-C, also in the background of a shell."""

from __future__ import annotations

import os
import signal
import tempfile

import pytest

from forthgame.vm.compiler.build import EFFORT
from forthgame.vm.native import compile_first

# a shell may start what runs behind `&` with Ctrl-C ignored, which processes would inherit
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_configure(config: pytest.Config) -> None:
    """Compile what a first start compiles once, before processes run tests side by side.

    The quick run compares what machine code does, and does not wait for LLVM to make it fast.
    """
    if config.option.markexpr == "not slow":
        os.environ.setdefault(EFFORT, "0")
    if not hasattr(config, "workerinput"):
        _keep_bytecode(config)
        compile_first()


def _keep_bytecode(config: pytest.Config) -> None:
    """Where Python may not write bytecode beside modules, processes of tests share a folder.

    Each of them would compile two hundred modules again, which takes longer than most tests.
    """
    if os.environ.pop("PYTHONDONTWRITEBYTECODE", None):
        folder = tempfile.TemporaryDirectory(prefix="forthgame-bytecode-")
        config.add_cleanup(folder.cleanup)
        os.environ.setdefault("PYTHONPYCACHEPREFIX", folder.name)
