"""Shared fixtures: a compiled interpreter, and Ctrl-C that works in the background of a shell."""

from __future__ import annotations

import gc
import json
import os
import shutil
import signal
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from machines import Load, loads
from waiting import HANGS_AFTER, HangWatch

from forthgame.base.environment import FINISH
from forthgame.compile.interpreter.native_interpreter import compile_first
from forthgame.compile.llvm.quick_build import EFFORT
from forthgame.search import engine_choice, score_expectation

# a shell may start commands before `&` with Ctrl-C ignored, which processes would inherit
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

# on a busy machine any example may take seconds
settings.register_profile("busy", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("busy")

# Python's own collects in each of ten thousand tests, through all modules: a tenth of the run
COLLECTED_AFTER = (40_000, 15, 30)  # objects, collections of the youngest, of the middle ones
ROOT = Path(__file__).parent.parent


def pytest_configure(config: pytest.Config) -> None:
    """Compile the shared parts once, before processes run tests side by side.

    The quick run tests the results of machine code, and skips LLVM's optimisation.
    """
    gc.set_threshold(*COLLECTED_AFTER)
    if config.option.markexpr == "not slow":
        os.environ.setdefault(EFFORT, "0")
    os.environ.setdefault(FINISH, "0")  # processes of a test end with it
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # its threads wait in a loop
    if hasattr(config, "workerinput") or not config.getoption("numprocesses", None):
        config.pluginmanager.register(HangWatch())
    if not hasattr(config, "workerinput"):
        _keep_bytecode(config)
        compile_first()


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark as slow all but every n-th case of a test that is `sampled(n)`."""
    cases: Counter[str] = Counter()
    for item in items:
        sampled = item.get_closest_marker("sampled")
        if sampled is not None and item.get_closest_marker("slow") is None:
            test = item.nodeid.partition("[")[0]
            if cases[test] % sampled.args[0]:
                item.add_marker(pytest.mark.slow)
            cases[test] += 1


def pytest_collection_finish() -> None:
    """Leave the tests themselves out of Python's collections: they stay to the end."""
    gc.collect()
    gc.freeze()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print the processor time of the run, with all processes that it has started."""
    used = sum(os.times()[:4])
    terminalreporter.write_line(f"processor time: {used:.0f} s, with all processes")


@pytest.fixture(autouse=True, scope="session")
def patient() -> None:
    """Lift the wall-clock limits that exist beside those of processor time.

    The moves of engines and the points of curves must not depend on other programs.
    """
    for module in (engine_choice, score_expectation):
        module.PATIENCE = HANGS_AFTER


@pytest.fixture(params=[False, True], ids=["interpreted", "native"])
def load(request: pytest.FixtureRequest, tmp_path: Path) -> Load:
    """Load the text of a script, in each tier."""
    return loads(tmp_path, request.param)


@pytest.fixture
def load_interpreted(tmp_path: Path) -> Load:
    """Load the text of a script, in the interpreter only."""
    return loads(tmp_path, native=False)


@pytest.fixture
def load_native(tmp_path: Path) -> Load:
    """Load the text of a script, with machine code."""
    return loads(tmp_path, native=True)


@pytest.fixture
def surveyed_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have scripts of tournaments read in the process of the test, as bundled ones are."""
    from forthgame.play.plan import plan, survey_process

    def answer(module: str, scripts: object, request: Any) -> Any:
        return json.loads(json.dumps(survey_process.survey_message(request)))

    monkeypatch.setattr(plan, "answer_of_process", answer)
    monkeypatch.setattr(
        "forthgame.play.run.pool.Standby.look",
        lambda standby, request, confined=True: plan.survey_scripts(request, confined),
    )


@pytest.fixture
def own_process() -> None:
    """Let a test start processes, although other tests of its module need none."""


@pytest.fixture
def played_here(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch, surveyed_here: None
) -> None:
    """Have tournaments played in the process of the test, except with `own_process`."""
    from matches import in_this_process

    if "own_process" in request.fixturenames:
        return
    for module in ("forthgame.play.run.tournament", "forthgame.ui.commands.autoplay"):
        monkeypatch.setattr(f"{module}.local", in_this_process)


def _keep_bytecode(config: pytest.Config) -> None:
    """Allow this run to write bytecode beside modules, even if Python is set not to.

    Each process of a test would compile two hundred modules again, which takes longer than most
    tests. Folders that did not exist before are removed at the end.
    """
    if os.environ.pop("PYTHONDONTWRITEBYTECODE", None):
        sys.dont_write_bytecode = False
        before = _bytecode()
        config.add_cleanup(
            lambda: [shutil.rmtree(folder, ignore_errors=True) for folder in _bytecode() - before]
        )


def _bytecode() -> set[Path]:
    """The folders with bytecode of the modules in this tree."""
    parts = ("benchmarks", "docs", "forthgame", "tests")
    return {folder for part in parts for folder in (ROOT / part).rglob("__pycache__")}
