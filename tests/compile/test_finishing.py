"""Machine code that a command has begun is finished by another process, one per script."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import forthgame
from forthgame import Game
from forthgame.base import cache
from forthgame.base.claims import STALLED, Outcome, take
from forthgame.base.environment import FINISH
from forthgame.base.source import find_script
from forthgame.compile.interpreter.native_interpreter import keys, llvm_binding
from forthgame.compile.primitives.bitcode import ANEW, LINK
from forthgame.confine import ConfinementReport
from forthgame.machine.tiers.plan_search import BuildPlan
from forthgame.play.processes import code_finishing
from forthgame.play.processes.code_finishing import SECONDS, finish_later
from forthgame.rules.native import unfinished_code
from tests.machine.test_threads import ENVIRONMENT, POSIX, ROOT
from tests.waiting import HANGS_AFTER, eventually, let_work

SCRIPT = find_script("tictactoe")
NEGAMAX = ("autoplay", "negamax", "random", "2", "--game", "breakthrough")
# begins machine code and ends as a command does; nothing is made in this process itself
BEGIN = """
import os, sys
from pathlib import Path
import forthgame
from forthgame.play.processes.code_finishing import finish_later
from forthgame.compile.interpreter.native_interpreter import keys, llvm_binding
from forthgame.machine.tiers.plan_search import BuildPlan
game = forthgame.load(sys.argv[1])
game.new_game(seed=1)
BuildPlan.start = lambda plan: None
game.native.prepare_calls(wait=False, engines=True, tree=False)
print(finish_later({game.native.unfinished: game.path}), flush=True)
os.kill(os.getpid(), 9)
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Create a cache with the files of a first start, where processes may finish work."""
    usual = cache.folder()
    assert usual is not None
    forthgame.load("tictactoe").perft(1)  # without optimisation the bodies are compiled once
    own = tmp_path / "cache"
    own.mkdir(mode=0o700)
    for kind in ("interpreter-*", "primitives-*", "bodies-*", "digests-*", "language-*"):
        for path in sorted(usual.glob(kind), key=lambda path: path.stat().st_mtime)[-12:]:
            shutil.copy2(path, own)
    monkeypatch.setenv("FORTHGAME_CACHE", str(own))
    monkeypatch.setenv(FINISH, "1")
    yield own
    monkeypatch.setenv(FINISH, "0")
    for process in filter(None, code_finishing._started):
        process.kill()
        process.wait()
    code_finishing._started.clear()


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Any, ...]]:
    """Record how processes would be started."""
    calls: list[tuple[Any, ...]] = []

    def start(*given: Any, **named: Any) -> Any:
        calls.append(given)
        return None

    monkeypatch.setattr(code_finishing, "start", start)
    monkeypatch.setattr(code_finishing, "_started", [])
    return calls


def begin(path: Path = SCRIPT) -> Game:
    """A game whose machine code is begun, in a process that ends before anything is made."""
    game = forthgame.load(path)
    game.new_game(seed=1)
    assert game.native is not None
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(BuildPlan, "start", lambda plan: None)
        game.native.prepare_calls(wait=False, engines=True, tree=False)
    return game


def work(game: Game) -> dict[str, Path]:
    assert game.native is not None
    assert game.native.unfinished
    return {game.native.unfinished: game.path}


def notes(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.glob(f"{unfinished_code.PREFIX}*"))


def claims(folder: Path) -> list[Path]:
    return list(folder.glob(".lock-*"))


def code(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.glob("words-*"))


def done(folder: Path) -> None:
    eventually(lambda: not notes(folder) and not claims(folder), "the work is finished")


def test_what_was_begun_is_made_and_stored(folder: Path) -> None:
    """The next game finds its machine code, and the notes are gone."""
    game = begin()
    assert len(notes(folder)) == 2
    assert code(folder) == []
    assert finish_later(work(game))
    done(folder)
    made = code(folder)
    assert len(made) == 4  # engines and functions that Python calls, with contents
    again = forthgame.load(SCRIPT)
    again.new_game(seed=1)
    assert again.native is not None
    again.native.prepare_calls(wait=False, engines=True, tree=False)
    assert again.native.ready
    assert again.native.unfinished == ""
    assert (code(folder), notes(folder)) == (made, [])


def test_a_process_that_was_killed_has_its_work_finished(folder: Path) -> None:
    """The process that finishes it does not depend on the one that has started it."""
    done_by = subprocess.run(
        [sys.executable, "-c", BEGIN, str(SCRIPT)], capture_output=True, text=True, check=False,
        env={**ENVIRONMENT, "FORTHGAME_CACHE": str(folder), FINISH: "1"}, timeout=HANGS_AFTER,
    )  # fmt: skip
    assert done_by.stdout == "True\n", done_by.stderr
    done(folder)
    assert len(code(folder)) == 4


@pytest.mark.slow
@POSIX
def test_one_that_is_killed_is_replaced(folder: Path) -> None:
    game = begin()
    finish_later(work(game))
    eventually(lambda: claims(folder), "it has claimed the work")
    (process,) = code_finishing._started
    process.kill()
    process.wait()
    assert len(notes(folder)) == 2
    assert finish_later(work(game))
    done(folder)
    assert len(code(folder)) == 4


@pytest.mark.slow
@POSIX
def test_one_that_has_stalled_is_replaced(folder: Path) -> None:
    game = begin()
    finish_later(work(game))
    eventually(lambda: claims(folder), "it has claimed the work")
    (process,) = code_finishing._started
    process.send_signal(signal.SIGSTOP)
    (claim,) = claims(folder)
    os.utime(claim, (0, claim.stat().st_mtime - 2 * STALLED))
    try:
        assert finish_later(work(game))
        eventually(lambda: not notes(folder))
        eventually(lambda: claims(folder) == [claim])
    finally:
        process.kill()
        process.wait()


def test_there_is_one_for_each_script(folder: Path, started: list[tuple[Any, ...]]) -> None:
    game = begin()
    (key,) = work(game)
    claim = take(key)
    assert claim.outcome is Outcome.OURS
    assert take(key).outcome is Outcome.TAKEN
    assert finish_later(work(game))  # handled
    assert started == []
    claim.release()
    assert finish_later(work(game))
    assert len(started) == 1


def test_nothing_is_left_to_do(folder: Path, started: list[tuple[Any, ...]]) -> None:
    game = forthgame.load(SCRIPT)
    assert game.native is not None
    game.native.prepare_calls(wait=True, engines=True)
    assert game.native.unfinished == ""
    assert not finish_later({unfinished_code.key_of(game.digest): game.path})
    assert started == []


@pytest.mark.sampled(2)
@pytest.mark.parametrize("name", [FINISH, cache.SCRATCH, cache.SPARE])
def test_it_is_switched_off(
    name: str, folder: Path, started: list[tuple[Any, ...]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The user can switch it off; it is off in a confined process, and with a temporary cache."""
    works = work(begin())
    monkeypatch.setenv(name, "0" if name == FINISH else str(folder))
    assert not finish_later(works)
    assert started == []


def test_a_confined_process_starts_none(
    folder: Path, started: list[tuple[Any, ...]], monkeypatch: pytest.MonkeyPatch
) -> None:
    works = work(begin())
    monkeypatch.setattr(code_finishing, "current_report", ConfinementReport)
    assert not finish_later(works)
    assert started == []


def test_it_may_read_the_script_and_write_the_cache(
    folder: Path, started: list[tuple[Any, ...]]
) -> None:
    finish_later(work(begin()))
    ((_, _, rules),) = started
    assert (rules.write, rules.cpu) == ((str(folder),), SECONDS)
    assert set(rules.read) == {str(folder), str(SCRIPT.parent)}
    assert rules.memory is not None


def test_work_that_cannot_be_done_is_tried_a_few_times(
    folder: Path, started: list[tuple[Any, ...]]
) -> None:
    """A game that takes more than two minutes to compile is not compiled after each session."""
    game = begin()
    (key,) = work(game)
    for _ in range(unfinished_code.TRIES):
        assert finish_later(work(game))
        unfinished_code.count_try(key)
    assert not finish_later(work(game))
    assert len(started) == unfinished_code.TRIES


def test_a_script_that_has_changed_is_not_compiled(folder: Path, tmp_path: Path) -> None:
    script = tmp_path / "mine.4th"
    script.write_text(SCRIPT.read_text())
    works = work(begin(script))
    script.write_text(SCRIPT.read_text() + "\n\\ changed\n")
    assert finish_later(works)
    (process,) = code_finishing._started
    assert process.wait(HANGS_AFTER) == 0
    assert code(folder) == []
    assert claims(folder) == []


def test_what_others_finish_is_left_to_them_for_a_while(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A process at the lowest priority may get no time: then the code is made here too."""
    begun_here: list[object] = []
    game = forthgame.load(SCRIPT)
    monkeypatch.setattr(BuildPlan, "start", lambda plan: begun_here.append(plan))
    assert game.native is not None
    claim = take(unfinished_code.key_of(game.digest))
    assert claim.outcome is Outcome.OURS
    game.native.prepare_calls(wait=False, engines=True, tree=False)
    game.native.go_on()
    assert (begun_here, notes(folder)) == ([], [])
    monkeypatch.setattr(unfinished_code, "LEAVING", 0.0)
    game.native.prepare_calls(wait=False, engines=True, tree=False)
    assert len(begun_here) == 2
    claim.release()


def current_interpreter() -> str:
    return f"interpreter-{keys(llvm_binding())[1]}.o"


# -- commands -------------------------------------------------------------------------------------


def command(folder: Path, *arguments: str, lines: str = "", finish: str = "1") -> str:
    done = subprocess.run(
        [sys.executable, "-m", "forthgame", *arguments], input=lines, capture_output=True,
        text=True, cwd=ROOT, timeout=HANGS_AFTER, check=False,
        env={**ENVIRONMENT, "FORTHGAME_CACHE": str(folder), FINISH: finish},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize(
    ("arguments", "lines"),
    [
        (("play", "breakthrough", "--depth", "1"), "1\nquit\n"),
        pytest.param(("engine", "breakthrough"), "go depth 1\n", marks=pytest.mark.slow),
        pytest.param((*NEGAMAX, "--nodes", "3000"), "", marks=pytest.mark.slow),
        pytest.param(
            ("repl", "breakthrough"), "go negamax:depth=1\nquit\n", marks=pytest.mark.slow
        ),
    ],
    ids=lambda given: given[0] if isinstance(given, tuple) else None,
)
def test_the_second_run_of_a_command_compiles_nothing(
    arguments: tuple[str, ...], lines: str, folder: Path
) -> None:
    """The first run has left all code that it began."""
    command(folder, *arguments, lines=lines)
    done(folder)
    before = {path.name: path.stat().st_mtime_ns for path in folder.iterdir()}
    assert code(folder)
    command(folder, *arguments, lines=lines)
    done(folder)
    kept = {path.name: path.stat().st_mtime_ns for path in folder.iterdir()}
    assert kept == before


@pytest.mark.slow
def test_a_first_start_that_a_program_does_not_wait_for_is_finished(folder: Path) -> None:
    """The program reads the engine's name and leaves: the next one finds the interpreter."""
    (interpreter,) = {path.name for path in folder.glob("interpreter-*")} & {current_interpreter()}
    (folder / interpreter).unlink()
    with subprocess.Popen(
        [sys.executable, "-m", "forthgame", "engine", "chess"], stdin=subprocess.PIPE,
        stdout=subprocess.PIPE, cwd=ROOT,
        env={**ENVIRONMENT, "FORTHGAME_CACHE": str(folder), FINISH: "1", ANEW: LINK},
    ) as process:  # fmt: skip
        assert process.stdin is not None
        process.stdin.write(b"isready\n")
        process.stdin.flush()
        let_work(process, 1.0)
        process.communicate(b"quit\n", timeout=HANGS_AFTER)
    assert process.returncode == 0
    assert not (folder / interpreter).exists()
    eventually(lambda: (folder / interpreter).exists() and not claims(folder))


def test_a_first_start_is_finished_by_one(folder: Path, started: list[tuple[Any, ...]]) -> None:
    claim = take(code_finishing.FIRST_START)
    assert claim.outcome is Outcome.OURS
    assert code_finishing.finish_first_start(SCRIPT)
    assert started == []
    claim.release()
    assert code_finishing.finish_first_start(SCRIPT)
    assert len(started) == 1


@pytest.mark.parametrize("how", ["option", pytest.param("variable", marks=pytest.mark.slow)])
def test_a_command_leaves_nothing_behind_if_requested(how: str, folder: Path) -> None:
    given = ["--no-finish"] if how == "option" else []
    finish = "1" if how == "option" else "0"
    command(folder, "play", "chess", "--depth", "1", *given, lines="1\nquit\n", finish=finish)
    assert notes(folder)
    assert claims(folder) == []


def test_strangers_scripts_are_compiled_by_nobody_else(folder: Path, tmp_path: Path) -> None:
    """Work that confined processes begin stays in their scratch folder, and is not finished."""
    own = tmp_path / "own"
    own.mkdir()
    script = own / "mine.4th"
    script.write_text(find_script("breakthrough").read_text())
    command(folder, "autoplay", str(script), "random", "2", "--depth", "1")
    command(folder, "play", "--confined", str(script), "--depth", "1", lines="1\nquit\n")
    assert (notes(folder), claims(folder), code(folder)) == ([], [], [])
