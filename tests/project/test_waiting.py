"""No test depends on the load of the machine: their sources have none of the usual causes."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.waiting import COUNTED, ended_after, ended_within, eventually, let_work, processor_time

TESTS = Path(__file__).parents[1]
ROOT = TESTS.parent
# the helper, and programs that run cases for hours: they measure processor time themselves
EXEMPT = {"waiting.py", "fuzzing"}
SOURCES = [
    path for path in sorted(TESTS.rglob("*.py")) if path.relative_to(TESTS).parts[0] not in EXEMPT
]
PLANTED = Path(__file__).name
LEAST = 60  # seconds of a wait that only ends a hanging test
CLOCKS = {"monotonic", "monotonic_ns", "perf_counter", "perf_counter_ns"}
WALL = {"time", "time_ns"}
WAITS = {"wait": 0, "join": 0, "wait_for": 1, "communicate": 1}
OURS = {"Limits"}  # their `timeout` is processor time, of an engine
NAMED = re.compile(
    r"monotonic|perf_counter|\.time(?:_ns)?\(|timeout=\s*[\d.]|ITIMER_REAL|\balarm\("
    r"|\b(?:wait|join)\(\s*[\d.]|\b(?:wait_for|communicate)\("
)  # a source without any of these has no fault, and need not be parsed
PROGRAM = re.compile(r"\b(?:monotonic|perf_counter|time\.time)\(\)\s*-|\balarm\((\d+)\)")


def name_of(function: ast.expr) -> str:
    """Return the last part of the name of a called function."""
    return function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")


def is_short(value: ast.expr) -> bool:
    """Return whether a limit is written as a number of seconds that a busy machine may need."""
    known = isinstance(value, ast.Constant) and isinstance(value.value, int | float)
    return known and not isinstance(value.value, bool) and value.value < LEAST


def found_in_call(call: ast.Call) -> Iterator[str]:
    """Yield the faults of a call."""
    name = name_of(call.func)
    if name in CLOCKS:
        yield f"{name}() of the clock: count steps, or processor time, or use `eventually`"
    place = WAITS.get(name)
    limits = [] if place is None else call.args[place : place + 1]
    if name not in OURS:
        limits += [each.value for each in call.keywords if each.arg == "timeout"]
    if any(map(is_short, limits)):
        yield f"{name} with a limit below {LEAST} s: use HANGS_AFTER"


def found_in(text: str) -> list[str]:
    """Return the parts of a test's source that depend on the load of the machine, with lines."""
    found = list[str]()
    if not NAMED.search(text):
        return found
    for node in ast.walk(ast.parse(text)):
        said: list[str] = []
        if isinstance(node, ast.Call):
            said += found_in_call(node)
        elif isinstance(node, ast.Compare):
            calls = [part.func for part in ast.walk(node) if isinstance(part, ast.Call)]
            if any(isinstance(each, ast.Attribute) and each.attr in WALL for each in calls):
                said.append("the time of the clock is compared")
        elif isinstance(node, ast.Attribute) and node.attr == "ITIMER_REAL":
            said.append("a timer of the clock: use `pressed`")
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            for each in PROGRAM.finditer(node.value):
                if each[1] is None or int(each[1]) < LEAST:
                    said.append(f"a program with {each[0]}")
        found += [f"{getattr(node, 'lineno', 0)}: {each}" for each in said]
    return found


def test_no_test_depends_on_the_clock() -> None:
    found = {
        path.relative_to(TESTS).as_posix(): wrong
        for path in SOURCES
        if path.name != PLANTED and (wrong := found_in(path.read_text(encoding="utf-8")))
    }
    assert found == {}


@pytest.mark.parametrize(
    "text",
    [
        "assert time.monotonic() - began < 2",
        "began = perf_counter()",
        "assert time.time() < end",
        "process.wait(20)",
        "thread.join(timeout=0.5)",
        "subprocess.run(command, timeout=30)",
        "process.communicate(b'', 5)",
        "signal.setitimer(signal.ITIMER_REAL, 0.1)",
        'run("print(time.monotonic() - began < 2)")',
        'run("signal.alarm(20)")',
    ],
)
def test_what_depends_on_the_clock_is_found(text: str) -> None:
    assert found_in(text)


@pytest.mark.parametrize(
    "text",
    [
        "assert time.process_time() - began < 2",
        "process.wait(HANGS_AFTER)",
        "lock.acquire(timeout=60)",
        "Limits(timeout=0.5)",
        "', '.join(names)",
        "os.utime(path, (time.time() - 100, 0))",
    ],
)
def test_what_holds_on_a_busy_machine_is_not(text: str) -> None:
    assert found_in(text) == []


def test_the_folder_of_the_cache_is_requested() -> None:
    """A single module computes its place; others would overlook the environment."""
    places = [*SOURCES, *(ROOT / "forthgame").rglob("*.py")]
    found = {
        path.relative_to(ROOT).as_posix()
        for path in places
        if ".cache" in (text := path.read_text(encoding="utf-8"))
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Constant) and node.value == ".cache"
    }
    assert found - {"tests/project/test_waiting.py"} == {
        "forthgame/base/cache.py",
        "tests/base/test_cache.py",
    }


# -- the helper ---------------------------------------------------------------------------------

BUSY = [sys.executable, "-c", "while True: pass"]


def test_a_condition_that_never_holds_is_given_up() -> None:
    with pytest.raises(AssertionError, match="the end does not hold after"):
        eventually(lambda: False, "the end", 0.0)


@pytest.mark.skipif(not COUNTED, reason="processor time of others cannot be read")
def test_processor_time_is_waited_for() -> None:
    with subprocess.Popen(BUSY) as process:
        let_work(process, 0.1)
        used = processor_time(process.pid)
        assert not ended_within(process, 0.0)
        process.kill()
        assert ended_after(process) >= 0
    assert used >= 0.1
    assert process.returncode == -9


@pytest.mark.skipif(not COUNTED, reason="processor time of others cannot be read")
def test_processes_of_a_process_are_counted_with_it() -> None:
    started = "import subprocess, sys; subprocess.run([sys.executable, '-c', sys.argv[1]])"
    work = "import time\nwhile time.process_time() < 0.5: pass"
    with subprocess.Popen([sys.executable, "-c", started, work]) as process:
        let_work(process, 0.4)
        assert process.poll() is None
