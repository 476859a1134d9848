"""Tournaments and commands in confined processes: their output is untrusted."""

from __future__ import annotations

import io
import json
import os
import pickle
import re
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from matches import ENGINES, script

from forthgame import tournament
from forthgame.base import cache
from forthgame.base.errors import Call, ForthgameError, IllegalMove, Place, ScriptError
from forthgame.compile.interpreter import native_interpreter
from forthgame.confine.landlock import version
from forthgame.play.model.limits import Limits
from forthgame.play.plan.plan import Plan, make_plan, plan_from_json
from forthgame.play.processes import messages
from forthgame.play.processes.child_process import bundled, rules_for
from forthgame.play.processes.progress_log import HEAD, LOADING, GameLog
from forthgame.play.run.pool import ProcessPool
from tests.ui.test_cli import environment, process as forthgame
from tests.waiting import HANGS_AFTER

LINUX = sys.platform.startswith("linux")


def framed(data: bytes) -> io.BytesIO:
    """A message of some bytes."""
    return io.BytesIO(messages.HEAD.pack(len(data)) + data)


# -- messages ------------------------------------------------------------------------------------


class Harm:
    """Something whose pickle would run code."""

    def __reduce__(self) -> tuple[Any, ...]:
        return (os.system, ("exit 1",))


@pytest.mark.parametrize(
    "data",
    [
        pickle.dumps(Harm()), b"\xff\xfe", b"[1]", b'"ready"', b'{"a": NaN}', b"[" * 100_000,
        b'{"a": ' + b"9" * 5000 + b"}", b'{"a": [1e999]}',
    ],
)  # fmt: skip
def test_nonsense_is_no_message(data: bytes) -> None:
    """Nonsense is neither run nor raises an exception of Python's."""
    with pytest.raises(messages.BadMessage):
        messages.read(framed(data))


def test_a_message_is_bounded() -> None:
    """A message that is too long is not even read; a truncated one is the end."""
    with pytest.raises(messages.BadMessage, match="at most"):
        messages.read(io.BytesIO(messages.HEAD.pack(messages.LONGEST + 1)))
    assert messages.read(io.BytesIO(b"\x04\0")) is None
    assert messages.read(io.BytesIO(messages.HEAD.pack(10) + b"{}")) is None


@pytest.fixture(scope="module")
def plan() -> Plan:
    """A plan of two games."""
    return make_plan(["tictactoe", "random:"], games=2, seed=3)


@pytest.mark.parametrize(
    "error",
    [
        ScriptError("wrong", Place("f", 1, 2, "text", 3), "w", [1, -2],
                    [Call("v", Place("f", 3, 4)), Call("u")], -10, "hint", "output"),
        ScriptError("wrong"), IllegalMove("a", "White", ["b", "c"]), ForthgameError("sentence"),
    ],
)  # fmt: skip
def test_an_error_arrives_as_it_was(error: ForthgameError) -> None:
    """The error has its place and its chain of words."""
    stream = io.BytesIO()
    messages.write(stream, messages.error_message(error))
    stream.seek(0)
    arrived = messages.error_of(messages.read(stream) or {})
    assert type(arrived) is type(error)
    assert str(arrived) == str(error)


WORKER = """
import pickle, sys, time
from forthgame.play.processes import messages
out = sys.stdout.buffer
pickle.load(sys.stdin.buffer)
ready = {"kind": "ready", "confinement": {"in_force": [], "missing": []}}
messages.write(out, ready)
pickle.load(sys.stdin.buffer)
ACT
time.sleep(60)
"""


@pytest.mark.parametrize(
    "act",
    [
        "out.write(pickle.dumps([1])); out.flush()",
        "messages.write(out, {'kind': 'record'})",
        "messages.write(out, {'kind': 'other'})",
        "messages.write(out, ready)",
        "[messages.write(out, {'kind': 'record'}) for _ in range(9)]",
    ],
)
@pytest.mark.sampled(2)
def test_a_process_that_writes_nonsense_is_ended(
    plan: Plan, monkeypatch: pytest.MonkeyPatch, act: str
) -> None:
    """The game is void, as no words of an entrant were running, and the next process continues."""
    code = WORKER.replace("ACT", act)

    def launch(*given: Any, errors: Any, **options: Any) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            [sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=errors, env=environment(),
        )  # fmt: skip

    monkeypatch.setattr("forthgame.play.run.pool.launch", launch)
    with ProcessPool(plan, 1) as pool:
        records = list(pool.play(range(2)))
    assert [record.end for record in records] == ["void", "void"]
    assert "its process wrote nonsense" in records[0].reason


# -- the log -------------------------------------------------------------------------------------


def test_what_a_log_says_is_not_trusted(tmp_path: Path) -> None:
    """Any length and any bytes give some text; the memory limit holds."""
    log = GameLog.create(tmp_path)
    if log.descriptors:
        with pytest.raises(PermissionError):
            os.ftruncate(log.descriptors[0], 0)
    log.begin(3)
    log.move("X", "a1")
    assert log.read()[1:] == (3, LOADING)
    log.watch(0)
    assert log.moves() == [("X", "a1")]
    for length in (-1, -(1 << 63), (1 << 63) - 1):
        HEAD.pack_into(log._map, 0, 1, 2, 3, length)
        assert isinstance(log.moves(), list)
    log.handed_over()
    log.close()


# -- the cache -----------------------------------------------------------------------------------


def test_a_confined_process_writes_a_cache_of_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The process reads the shared one first, and never writes there."""
    shared, scratch = tmp_path / "shared", tmp_path / "scratch"
    monkeypatch.setenv("FORTHGAME_CACHE", str(shared))
    assert cache.save("both", b"shared")
    monkeypatch.setenv(cache.SCRATCH, str(scratch))
    assert cache.save("both", b"scratch")
    assert cache.save("own", b"scratch")
    assert (cache.load("both"), cache.load("own")) == (b"shared", b"scratch")
    assert [path.name for path in shared.iterdir()] == ["both"]
    monkeypatch.delenv(cache.SCRATCH)
    assert cache.load("own") is None


def test_a_playing_process_reads_the_cache_that_the_environment_names(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("FORTHGAME_CACHE", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    if sys.platform not in ("win32", "darwin"):
        assert str(tmp_path / "forthgame") in rules_for(["tictactoe"], 1, tmp_path)[0].read
    monkeypatch.setenv("FORTHGAME_CACHE", str(tmp_path / "named"))
    assert str(tmp_path / "named") in rules_for(["tictactoe"], 1, tmp_path)[0].read


def test_what_everybody_needs_is_compiled_into_the_shared_cache(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another process compiles it before this one is confined, whatever its scratch folder is."""
    called: list[dict[str, str]] = []
    monkeypatch.setattr(native_interpreter, "is_finished", lambda: False)
    monkeypatch.setattr(native_interpreter, "interpreter", lambda: None)
    monkeypatch.setattr(subprocess, "run", lambda command, env, **options: called.append(env))
    monkeypatch.setenv("FORTHGAME_CACHE", str(tmp_path))
    monkeypatch.setenv(cache.SCRATCH, str(tmp_path / "scratch"))
    native_interpreter.compile_in_child()
    assert len(called) == 1
    assert cache.SCRATCH not in called[0]
    assert called[0]["FORTHGAME_CACHE"] == str(tmp_path)


# -- tournaments ---------------------------------------------------------------------------------


def test_only_bundled_scripts_share_their_machine_code(tmp_path: Path) -> None:
    """A stranger's script beside them keeps a process out of the shared cache."""
    own = script(tmp_path, "own")
    ours = make_plan(["tictactoe", "random:"], games=1).referee
    assert bundled([ours])
    assert not bundled([ours, own])
    assert not bundled([])
    rules, extra = rules_for([ours, own], 3, tmp_path / "scratch")
    assert rules.write == (str(tmp_path / "scratch"),)
    assert extra == {cache.SCRATCH: str(tmp_path / "scratch")}
    assert rules.memory is not None
    assert rules.memory > 3 * (100 << 20)


def test_a_plan_does_not_load_strangers_scripts(tmp_path: Path) -> None:
    """The planning process does not load them; their errors are reported as before."""
    good = script(tmp_path, "good")
    code = """
import sys
from forthgame.play.plan.plan import make_plan
plan = make_plan([sys.argv[1], sys.argv[1]], games=1, seed=1)
print(plan.seats, len(plan.digests), "llvmlite" in sys.modules)
"""
    said = subprocess.run(
        [sys.executable, "-c", code, good],
        capture_output=True, text=True, check=True, env=environment(), timeout=HANGS_AFTER,
    ).stdout  # fmt: skip
    assert said == "('X', 'O') 3 False\n"
    bad = script(tmp_path, "bad", extra="nonsense")
    with pytest.raises(ScriptError, match="unknown word 'nonsense'") as found:
        make_plan([bad, bad], games=1)
    assert found.value.place is not None
    assert found.value.place.file == bad
    openings = tmp_path / "openings"
    openings.write_text("X man a1\nman z9\n")
    with pytest.raises(ForthgameError, match=r"opening 2 of .*cannot play 'man z9'"):
        make_plan([good, good], games=1, openings=openings)


def test_a_store_cannot_set_scripts_free(plan: Plan) -> None:
    """A plan that is read from a file is played confined."""
    from dataclasses import asdict

    freed = replace(plan, confined=False)
    assert plan_from_json(json.loads(json.dumps(asdict(freed)))).confined
    assert freed.identity == plan.identity


@pytest.mark.parametrize("confined", [True, False])
def test_strangers_play_confined_or_not(tmp_path: Path, confined: bool) -> None:
    """The games are the same; a fault still belongs to one entrant."""
    bad, good = script(tmp_path, "crash", ENGINES["crash"]), script(tmp_path, "good")
    found = tournament(
        [bad, good], games=2, seed=1, limits=Limits(timeout=5), native=False, confined=confined
    )
    assert [record.fault for record in found.records] == ["X", "O"]
    assert found.plan.confined == confined


@pytest.mark.skipif(not version(), reason="this kernel has no Landlock")
def test_a_tournament_says_what_holds_its_scripts(tmp_path: Path) -> None:
    """The line on stderr follows the games; `--unconfined` has none."""
    good = script(tmp_path, "good")
    arguments = ("autoplay", good, good, "2", "--seed", "1", "--interpret")
    *games, told = forthgame(*arguments).stderr.splitlines()
    assert [line[:6] for line in games] == ["Game 1", "Game 2"]
    assert re.match(r"scripts were confined: bounds: .* MB of memory; .*Landlock.*seccomp", told)
    assert "confined" not in forthgame(*arguments, "--unconfined").stderr


# -- commands ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "arguments",
    [
        ("run", "-e", "6 7 * . CR"),
        ("run", "-e", "6 0 / ."),
        ("moves", "tictactoe", "--json"),
        ("check", "tictactoe", "no/such.4th"),
    ],
)
@pytest.mark.sampled(4)
def test_a_command_says_the_same_when_confined(arguments: tuple[str, ...]) -> None:
    """Output, errors with their places, and exit code are the same."""
    free, held = forthgame(*arguments), forthgame(*arguments, "--confined")
    assert (held.returncode, held.stdout) == (free.returncode, free.stdout)
    assert held.stderr == free.stderr


def test_a_confined_game_is_saved(tmp_path: Path) -> None:
    """The game is saved to the named file, though its process may not write there."""
    saved = tmp_path / "game.json"
    seats = ("--seat", "X=first", "--seat", "O=first")
    result = forthgame("play", "tictactoe", *seats, "--save", str(saved), "--confined")
    assert result.returncode == 0, result.stderr
    assert json.loads(saved.read_text())["moves"]
    assert [path.name for path in tmp_path.iterdir()] == ["game.json"]


@pytest.mark.slow
def test_a_confined_picture_is_saved(tmp_path: Path) -> None:
    """The picture is saved there too, or to the output."""
    saved = tmp_path / "board.svg"
    arguments = ("show", "tictactoe", "--confined", "--svg")
    result = forthgame(*arguments, str(saved))
    assert (result.returncode, result.stdout, result.stderr) == (0, "", "")
    assert saved.read_text().startswith("<svg")
    assert forthgame(*arguments, "-").stdout == saved.read_text()
    long = tmp_path / f"a.{'b' * 250}"
    assert forthgame(*arguments, str(long)).returncode == 0
    assert long.read_text() == saved.read_text()


def test_limits_are_for_confined_commands() -> None:
    """A limit without a confined process to bound is wrong usage; an unknown one is named."""
    result = forthgame("run", "-e", "1", "--limit", "memory=1")
    assert result.returncode == 2
    result = forthgame("run", "-e", "1", "--limit", "soup=1", "--confined")
    assert result.returncode == 1
    assert "'soup=1' is not a limit" in result.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="has no such bound")
def test_a_confined_command_that_is_ended_says_why() -> None:
    """The reason is its processor time, or its memory."""
    endless = ("run", "-e", ": t BEGIN FALSE UNTIL ; t", "--confined", "--limit", "cpu=1")
    result = forthgame(*endless)
    assert result.returncode == 1
    assert "was ended by SIGXCPU: its processor time is used up" in result.stderr
    if LINUX:
        result = forthgame("run", "-e", "1 .", "--confined", "--limit", "memory=410000000")
        assert result.returncode == 1
        assert "memory of 391 MB of the confined process is used up" in result.stderr
        result = forthgame("run", "-e", "1 .", "--confined", "--limit", "memory=200000000")
        assert "needs at least 402653184 bytes of memory" in result.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="signals differ")
def test_ctrl_c_reaches_a_confined_command() -> None:
    """The command ends as without confinement: 130 and a word."""
    text = '." on" : t BEGIN FALSE UNTIL ; t'
    with subprocess.Popen(
        [sys.executable, "-m", "forthgame", "run", "-e", text, "--confined"],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL,
        env=environment(), start_new_session=True,
    ) as process:  # fmt: skip
        try:
            assert process.stdout is not None
            assert process.stdout.read(2) == b"on"
            time.sleep(0.2)
            process.send_signal(signal.SIGINT)
            _, said = process.communicate(timeout=HANGS_AFTER)
        finally:
            process.kill()
    assert process.returncode == 130
    assert b"interrupted" in said


@pytest.mark.skipif(not LINUX, reason="its processes are found in /proc")
@pytest.mark.parametrize("moment", [0.0, 0.015, 0.03, 0.06])
@pytest.mark.sampled(2)
def test_ctrl_c_ends_a_confined_command_that_starts(moment: float) -> None:
    """This holds wherever Python is: the terminal sends Ctrl-C to both processes."""
    with subprocess.Popen(
        [sys.executable, "-m", "forthgame", "run", "-e", ": t BEGIN FALSE UNTIL ; t", "--confined"],
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL,
        env=environment(), start_new_session=True,
    ) as process:  # fmt: skip
        try:
            children = Path(f"/proc/{process.pid}/task/{process.pid}/children")
            while not children.read_text():
                time.sleep(0.001)
            time.sleep(moment)
            os.killpg(process.pid, signal.SIGINT)
            said, _ = process.communicate(timeout=HANGS_AFTER)
        finally:
            process.kill()
    assert (process.returncode, said.strip()) == (130, b"interrupted")


@pytest.mark.skipif(not version(), reason="this kernel has no Landlock")
def test_the_command_confine_tries_it_all() -> None:
    """None of its attempts succeeds."""
    document = json.loads(forthgame("confine", "--json").stdout)
    assert document["missing"] == []
    assert len(document["refused"]) == 7
    assert all(document["refused"].values())
    assert "POSSIBLE" not in forthgame("confine").stdout
