"""Tests of confinement: calls that are refused, and features that still work.

Most attempts are made by one child (`attempts`), whose answers the tests look at one by one.
"""

from __future__ import annotations

import ctypes
import errno
import json
import os
import platform
import subprocess
import sys
import textwrap
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest

from forthgame.base import cache
from forthgame.base.errors import ForthgameError
from forthgame.compile.interpreter import c_stack
from forthgame.confine import (
    ConfinementReport,
    Rules,
    child_variables,
    confined_process as child_module,
    ending_signal,
    script_places,
    start,
)
from forthgame.confine.landlock import version
from forthgame.confine.seccomp import (
    ALLOW,
    ALLOWED,
    CHECKED,
    DEADLY,
    ENOSYS,
    EPERM,
    KILL,
    MACHINES,
    OPENING,
    REFUSED,
    WRITING,
    numbers,
    program,
)
from forthgame.play.processes.child_process import launch
from tests.ui.test_cli import environment
from tests.waiting import HANGS_AFTER

LINUX = sys.platform.startswith("linux")
NO_FILTER = (
    "only Linux has seccomp" if not LINUX
    else f"no filter for {platform.machine()}" if platform.machine() not in MACHINES
    else "" if hasattr(ctypes.CDLL(None), "prctl") else "no prctl"
)  # fmt: skip
filtered = pytest.mark.skipif(bool(NO_FILTER), reason=NO_FILTER or "there is a filter")
landlocked = pytest.mark.skipif(not version(), reason="this kernel has no Landlock")

ATTEMPTS = """
import ctypes, json, mmap, os, resource, socket, subprocess, sys, threading
from pathlib import Path
from forthgame.confine import current_report
folder, outside = Path(sys.argv[1]), Path(sys.argv[2])
libc = ctypes.CDLL(None, use_errno=True)
found = {}
def attempt(name, act):
    try:
        found[name] = ["done", str(act())]
    except BaseException as error:
        found[name] = [type(error).__name__, getattr(error, "errno", None)]
def raw(*arguments):
    if libc.syscall(*(ctypes.c_long(a) for a in arguments)) < 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))
arm = os.uname().machine == "aarch64"
attempt("socket", lambda: socket.socket())
attempt("socketpair", lambda: socket.socketpair())
attempt("execute", lambda: os.execv(sys.executable, [sys.executable, "-c", ""]))
attempt("run", lambda: subprocess.run([sys.executable, "-c", ""]))
attempt("fork", os.fork)
attempt("clone", lambda: raw(220 if arm else 56, 17, 0, 0, 0, 0))
attempt("io_uring", lambda: raw(425, 1, 0))
attempt("clone3", lambda: raw(435, 0, 0))
attempt("unshare", lambda: raw(97 if arm else 272, 0x10000000))
attempt("unknown", lambda: raw(999))
attempt("signal", lambda: os.kill(os.getppid(), 0))
attempt("own signal", lambda: os.kill(os.getpid(), 0))
attempt("more memory", lambda: resource.setrlimit(resource.RLIMIT_AS, (-1, -1)))
attempt("limits", lambda: resource.getrlimit(resource.RLIMIT_AS)[0])
attempt("type", lambda: raw(29 if arm else 16, 0, 0x5412, id(b"x")))
attempt("owner", lambda: __import__("fcntl").fcntl(0, 8, os.getppid()))
attempt("memory", lambda: mmap.mmap(-1, 10 << 30))
attempt("code", lambda: mmap.mmap(-1, 4096, prot=7, flags=0x22))
attempt("secret", lambda: (outside / "secret").read_text())
attempt("passwd", lambda: Path("/etc/passwd").read_bytes())
attempt("neighbour", lambda: Path(f"/proc/{os.getppid()}/environ").read_bytes())
attempt("script", lambda: (folder / "script.4th").read_text())
attempt("list", lambda: os.listdir(outside))
attempt("write", lambda: (outside / "new").write_text("x"))
attempt("write script", lambda: (folder / "script.4th").write_text("x"))
attempt("truncate", lambda: os.truncate(folder / "script.4th", 0))
attempt("mode", lambda: os.chmod(folder / "script.4th", 0o777))
scratch = Path(os.environ["TMPDIR"])
attempt("scratch", lambda: (scratch / "own").write_text("x"))
attempt("replace", lambda: os.replace(scratch / "own", scratch / "other"))
attempt("link", lambda: os.symlink("/etc/passwd", scratch / "link"))
attempt("folder", lambda: os.mkdir(scratch / "folder"))
attempt("environment", lambda: os.environ.get("TOKEN_OF_A_SERVICE"))
thread = threading.Thread(target=lambda: attempt("in a thread", lambda: socket.socket()))
thread.start(); thread.join()
import forthgame
attempt("game", lambda: forthgame.load("tictactoe").perft(4))
from forthgame.base.errors import ForthgameError
from forthgame.play.processes.child_process import launch
from forthgame.compile.interpreter import c_stack
attempt("stack", lambda: c_stack.place() - c_stack.lowest())
from forthgame.base import cache
attempt("cache", lambda: os.listdir(cache.shared()[0]))
print(json.dumps({"found": found, "report": current_report().document()}))
"""


def run(code: str, folder: Path, *arguments: str, rules: Rules | None = None) -> tuple[int, str]:
    """Run Python code in a confined process; return its exit code and output."""
    modules = folder / "modules"
    modules.mkdir(exist_ok=True)
    (modules / "attempt_of_a_test.py").write_text(code)
    scratch = folder / "scratch"
    scratch.mkdir(exist_ok=True)
    given = rules or Rules(
        read=(str(modules), *map(str, cache.shared()), str(folder / "scripts")),
        write=(str(scratch),),
    )
    extra = {"PYTHONPATH": os.pathsep.join([str(modules), environment()["PYTHONPATH"]])}
    process = start(
        "attempt_of_a_test", arguments, given, extra=extra,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
    )  # fmt: skip
    said, _ = process.communicate(timeout=HANGS_AFTER)
    return process.returncode, said.decode()


@pytest.fixture(scope="module")
def attempts(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """Return the results of the attempts of one confined process."""
    if not LINUX:
        pytest.skip("attempts are made with calls of Linux")
    folder = tmp_path_factory.mktemp("confined")
    (folder / "scripts").mkdir()
    (folder / "scripts" / "script.4th").write_text("a script")
    outside = tmp_path_factory.mktemp("outside")
    (outside / "secret").write_text("secret")
    os.environ["TOKEN_OF_A_SERVICE"] = "secret"
    try:
        code, said = run(ATTEMPTS, folder, str(folder / "scripts"), str(outside))
    finally:
        del os.environ["TOKEN_OF_A_SERVICE"]
    assert code == 0, said
    document = json.loads(said.splitlines()[-1])
    report = ConfinementReport.from_document(document["report"])
    assert (folder / "scripts" / "script.4th").read_text() == "a script"
    assert sorted(path.name for path in outside.iterdir()) == ["secret"]
    return {"report": report, **document["found"]}


@filtered
@pytest.mark.parametrize(
    "what",
    [
        "socket", "socketpair", "execute", "run", "fork", "clone", "io_uring", "unshare",
        "signal", "type", "owner", "link", "mode", "in a thread",
    ],
)  # fmt: skip
def test_a_call_is_refused(attempts: dict[str, Any], what: str) -> None:
    """Python shows an error, and the process does not end."""
    assert attempts[what] == ["PermissionError", errno.EPERM]


@filtered
def test_calls_that_nobody_knows_do_not_exist(attempts: dict[str, Any]) -> None:
    """The C library then falls back from clone3 to clone, whose arguments can be checked."""
    assert attempts["clone3"] == ["OSError", errno.ENOSYS]
    assert attempts["unknown"] == ["OSError", errno.ENOSYS]


@filtered
def test_bounds_stay(attempts: dict[str, Any]) -> None:
    """Bounds can be read but not raised, not even by root; ten gigabytes cannot be allocated."""
    assert attempts["limits"] == ["done", str(2 << 30)]
    assert attempts["more memory"][0] in ("PermissionError", "ValueError")
    assert attempts["memory"] == ["OSError", errno.ENOMEM]


@landlocked
@pytest.mark.parametrize(
    "what",
    ["secret", "passwd", "neighbour", "list", "write", "write script", "truncate", "folder"],
)
def test_a_file_is_out_of_reach(attempts: dict[str, Any], what: str) -> None:
    """These are secrets, other processes, and the scripts themselves if they are to be changed."""
    assert attempts[what] == ["PermissionError", errno.EACCES]


@filtered
def test_what_is_needed_works(attempts: dict[str, Any]) -> None:
    """These are scripts, games in machine code, threads and temporary files."""
    assert attempts["script"] == ["done", "a script"]
    assert attempts["game"] == ["done", "3024"]
    assert attempts["code"][0] == attempts["own signal"][0] == "done"
    assert attempts["scratch"][0] == attempts["replace"][0] == "done"


@landlocked
def test_the_cache_is_read_wherever_it_is(attempts: dict[str, Any]) -> None:
    """Otherwise the process would compile everything anew."""
    done, names = attempts["cache"]
    assert done == "done"
    assert "interpreter-" in names


@landlocked
def test_machine_code_has_the_stack_of_the_process(attempts: dict[str, Any]) -> None:
    """With a small stack everything would be interpreted, ten times as slow."""
    done, room = attempts["stack"]
    assert done == "done"
    assert 4 << 20 <= int(room) <= c_stack.MOST


@filtered
def test_secrets_in_the_environment_stay_outside(attempts: dict[str, Any]) -> None:
    """Only variables that a script's process needs are passed on."""
    assert attempts["environment"] == ["done", "None"]


@filtered
@pytest.mark.parametrize("number", ["ptrace", "bpf", "x32"])
def test_a_deadly_call_ends_the_process(tmp_path: Path, number: str) -> None:
    """The process ends by SIGSYS, and the message explains that."""
    column = MACHINES[platform.machine()][2]
    if number == "x32" and platform.machine() != "x86_64":
        pytest.skip("only x86-64 has the x32 interface")
    calls = {**numbers(DEADLY, column), "x32": 0x40000000 + 39}
    code = f"import ctypes; ctypes.CDLL(None).syscall(ctypes.c_long({calls[number]}), 0, 0, 0, 0)"
    ended, _ = run(code, tmp_path)
    assert ending_signal(ended) == "SIGSYS: it made a call to the system that is forbidden"


@pytest.mark.skipif(sys.platform == "win32", reason="has no such bound")
def test_processor_time_ends_the_process(tmp_path: Path) -> None:
    """Spinning with a bound of a second."""
    scratch = tmp_path / "scratch"
    rules = Rules(cpu=1, read=(str(tmp_path),), write=(str(scratch),))
    ended, _ = run("while True: pass", tmp_path, rules=rules)
    assert ending_signal(ended) == "SIGXCPU: its processor time is used up"


@filtered
def test_without_landlock_nothing_is_written(tmp_path: Path) -> None:
    """The filter refuses every file that is opened for writing; the report names the missing
    part.
    """
    code = """
    import forthgame.confine.confinement as wall, os, pathlib, sys
    wall.restrict_files = lambda read, write: "folders that cannot be seen: not here"
    report = wall.confine(wall.Rules())
    print(report.missing)
    for flags in (os.O_WRONLY | os.O_CREAT, os.O_RDWR, os.O_RDONLY | os.O_TRUNC):
        try:
            os.open(sys.argv[1], flags)
        except PermissionError:
            print("refused")
    for act in (os.unlink, os.rmdir, lambda p: os.truncate(p, 0), lambda p: os.rename(p, p + "2")):
        try:
            act(sys.argv[1])
        except PermissionError:
            print("refused")
    print(pathlib.Path(sys.argv[1]).read_text())
    """
    (tmp_path / "file").write_text("contents")
    said = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(code), str(tmp_path / "file")],
        capture_output=True, text=True, check=True, env=environment(), timeout=HANGS_AFTER,
    ).stdout.splitlines()  # fmt: skip
    assert said == ["('folders that cannot be seen: not here',)", *["refused"] * 7, "contents"]


# -- the filter for machines that are not here ---------------------------------------------------


def answer(machine: str, number: int, *arguments: int, landlock: bool = True, arch: int = 0) -> int:
    """Return the filter's answer to a call, by interpreting it."""
    words = [number, arch or MACHINES[machine][0], 0, 0]
    for argument in (*arguments, *[0] * (6 - len(arguments))):
        words += [argument & 0xFFFFFFFF, argument >> 32 & 0xFFFFFFFF]
    code, at, value = program(machine, 77, landlock=landlock), 0, 0
    while True:
        operation, yes, no, operand = code[at]
        at += 1
        if operation == 0x20:
            value = words[operand // 4]
        elif operation == 0x15:
            at += yes if value == operand else no
        elif operation == 0x45:
            at += yes if value & operand else no
        else:
            assert operation == 0x06
            return operand


@pytest.mark.parametrize("machine", MACHINES)
def test_the_filter_decides(machine: str) -> None:
    """The result depends on the architecture, the number, and the arguments if they matter."""
    lists = (ALLOWED, CHECKED, REFUSED, DEADLY, OPENING, WRITING)
    column = MACHINES[machine][2]
    call = {n: k for names in lists for n, k in numbers(names, column).items()}
    assert len(set(call.values())) == len(call)
    assert all(answer(machine, k) == ALLOW for k in numbers(ALLOWED, column).values())
    assert all(answer(machine, k) == EPERM for k in numbers(REFUSED, column).values())
    assert all(answer(machine, k) == KILL for k in numbers(DEADLY, column).values())
    assert answer(machine, 5000) == ENOSYS
    assert answer(machine, call["read"], arch=0x40000003) == KILL
    threads = 0x3D0F00
    assert answer(machine, call["clone"], threads) == ALLOW
    assert answer(machine, call["clone"], 17) == EPERM
    assert answer(machine, call["clone"], threads | 0x10000000) == EPERM
    assert answer(machine, call["prlimit64"], 0, 9, 0, 4096) == ALLOW
    assert answer(machine, call["prlimit64"], 0, 9, 1 << 40, 0) == EPERM
    assert answer(machine, call["kill"], 77) == answer(machine, call["tgkill"], 77) == ALLOW
    assert answer(machine, call["kill"], 78) == answer(machine, call["tgkill"], 78) == EPERM
    assert answer(machine, call["ioctl"], 0, 0x5413) == ALLOW
    assert answer(machine, call["ioctl"], 0, 0x5412) == EPERM
    for landlock, expected in ((True, ALLOW), (False, EPERM)):
        assert answer(machine, call["openat"], 0, 0, 0o101, landlock=landlock) == expected
        assert answer(machine, call["unlinkat"], landlock=landlock) == expected
    assert answer(machine, call["openat"], 0, 0, 0o2000000, landlock=False) == ALLOW


def test_the_filter_fits_the_kernel() -> None:
    """At most 4096 instructions, jumps within 255."""
    for machine in MACHINES:
        code = program(machine, 1, landlock=False)
        assert len(code) < 4096
        assert all(0 <= jump < 256 for _, yes, no, _ in code for jump in (yes, no))


# -- rules and reports ---------------------------------------------------------------------------


def test_rules_and_reports_travel_as_text() -> None:
    """Both pass between two processes; a report is untrusted input."""
    rules = Rules(memory=None, cpu=3, read=("a", "b"), write=("c",), before="m:f")
    assert Rules.from_text(rules.text()) == rules
    report = ConfinementReport(("one",), ("two",))
    assert ConfinementReport.from_document(report.document()) == report
    assert ConfinementReport.from_document({"in_force": ["\x1b[2J"], "missing": []}).in_force == (
        "\ufffd[2J",
    )
    for nonsense in (None, [], {"in_force": 1, "missing": []}, {"in_force": ["x"] * 999}):
        with pytest.raises(ValueError, match="a report"):
            ConfinementReport.from_document(nonsense)


def test_rules_may_name_thousands_of_files(tmp_path: Path) -> None:
    """These are more than an argument of a process holds; the file with them is closed
    afterwards.
    """
    code = """
    import os
    from forthgame.confine import current_rules
    print(len(current_rules().read))
    for handle in range(3, 20):
        try: os.fstat(handle)
        except OSError: continue
        print("open", handle)
    """
    modules, scratch = tmp_path / "modules", tmp_path / "scratch"
    many = [f"/no/such/folder/with/a/rather/long/name/{k:05}.4th" for k in range(4000)]
    rules = Rules(read=(str(modules), *many), write=(str(scratch),))
    assert run(textwrap.dedent(code), tmp_path, rules=rules) == (0, "4001\n")


@pytest.mark.parametrize("confined", [True, False])
def test_a_process_that_the_system_does_not_start(
    confined: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(*given: object, **options: object) -> None:
        raise OSError(errno.EAGAIN, "too many processes")

    monkeypatch.setattr(subprocess, "Popen", refused)
    with pytest.raises(ForthgameError, match="a process cannot be started: too many processes"):
        launch(
            "forthgame.play.run.worker", [], [], 1, tmp_path, confined=confined, errors=BytesIO()
        )


def test_home_is_too_much_for_a_script(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A script in a folder of its own opens that; in the home folder only scripts beside it."""
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("USERPROFILE", str(tmp_path))
    (tmp_path / "own").mkdir()
    for name in ("a.4th", "b.4th", "secret.txt", "own/c.4th"):
        (tmp_path / name).write_text("")
    assert script_places(tmp_path / "own" / "c.4th") == (str(tmp_path / "own"),)
    assert script_places(tmp_path / "a.4th") == (str(tmp_path / "a.4th"), str(tmp_path / "b.4th"))


def test_a_system_without_any_of_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """The reports are messages, not errors."""
    from forthgame.confine import confinement, seccomp

    monkeypatch.setattr(sys, "platform", "win32")
    assert confinement.bound_resources(Rules()) == (
        [], ["bounds on memory and time: this platform has none that Python can set"],
    )  # fmt: skip
    held, missing = seccomp.filter_calls(landlock=False)
    assert not held
    assert "only Linux" in missing[0]
    assert child_module.ending_signal(1) is None


@pytest.mark.skipif(sys.platform == "win32", reason="processes have no parents to look at")
@pytest.mark.parametrize("alive", [True, False])
def test_a_process_ends_if_its_parent_was_gone_before_it_looked(alive: bool) -> None:
    text = "from forthgame.confine import leave_with_parent as l; l(); input()"
    gone = subprocess.Popen([sys.executable, "-c", ""])
    gone.wait()
    named = {**child_variables(), **({} if alive else {"FORTHGAME_PARENT": str(gone.pid)})}
    with subprocess.Popen(
        [sys.executable, "-c", text], stdin=subprocess.PIPE, env={**environment(), **named}
    ) as child:
        if not alive:
            assert child.wait(HANGS_AFTER) == 1
        child.communicate(b"\n")
        assert child.returncode == (0 if alive else 1)
