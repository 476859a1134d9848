"""Work that several processes might begin at once: one does it, the others wait for it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from forthgame.base import cache, claims
from forthgame.base.claims import Outcome, claim, is_claimed, once, take
from tests.waiting import HANGS_AFTER, eventually

ROOT = Path(__file__).parents[2]
# one line in `made` for each process that does the work, which takes until there is a file `go`
WORK = """
import os, sys, time
from pathlib import Path
from forthgame.base import cache, claims
claims.STALLED, claims.BEAT = 4.0, 0.1
folder = Path(os.environ["FORTHGAME_CACHE"])
keeps = "--lose" not in sys.argv

def make():
    with open(folder.parent / "made", "a") as file:
        print(os.getpid(), file=file, flush=True)
    while not (folder.parent / "go").exists():
        time.sleep(0.01)
    if keeps:
        cache.save("result", b"what was made")
    return b"what was made"

print(claims.once("work", lambda: cache.load("result"), make).decode())
"""
SEEN = "from forthgame.base.claims import is_claimed; raise SystemExit(is_claimed('work'))"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("FORTHGAME_CACHE", str(tmp_path / "cache"))
    return tmp_path


@pytest.fixture
def processes() -> Iterator[list[subprocess.Popen[str]]]:
    """Yield the processes that a test starts, and end them."""
    started: list[subprocess.Popen[str]] = []
    yield started
    for process in started:
        process.kill()
        process.communicate()


def start(processes: list[subprocess.Popen[str]], *arguments: str) -> subprocess.Popen[str]:
    process = subprocess.Popen(
        [sys.executable, "-c", WORK, *arguments], cwd=ROOT, stdout=subprocess.PIPE, text=True
    )
    processes.append(process)
    return process


def workers(folder: Path) -> list[int]:
    """The processes that have begun the work."""
    made = folder / "made"
    return [int(line) for line in made.read_text().split()] if made.exists() else []


def results(processes: list[subprocess.Popen[str]]) -> set[str]:
    return {process.communicate(timeout=HANGS_AFTER)[0].strip() for process in processes}


def test_of_many_processes_one_works(folder: Path, processes: list[subprocess.Popen[str]]) -> None:
    for _ in range(6):
        start(processes)
    eventually(lambda: workers(folder))
    (folder / "go").touch()
    assert results(processes) == {"what was made"}
    assert len(workers(folder)) == 1
    assert [path.name for path in (folder / "cache").iterdir()] == ["result"]


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
@pytest.mark.parametrize("end", [signal.SIGKILL, signal.SIGSTOP], ids=["killed", "stopped"])
def test_one_takes_the_place_of_a_holder_that_goes_no_further(
    folder: Path, processes: list[subprocess.Popen[str]], end: int
) -> None:
    start(processes)
    eventually(lambda: workers(folder))
    for _ in range(4):
        start(processes)
    os.kill(workers(folder)[0], end)
    eventually(lambda: len(workers(folder)) > 1)
    (folder / "go").touch()
    assert results(processes[1:]) == {"what was made"}
    assert len(workers(folder)) == 2


def test_what_cannot_be_stored_is_not_waited_for_again(
    folder: Path, processes: list[subprocess.Popen[str]]
) -> None:
    for _ in range(3):
        start(processes, "--lose")
    eventually(lambda: workers(folder))
    (folder / "go").touch()
    assert results(processes) == {"what was made"}
    assert len(workers(folder)) == 3


def test_without_a_place_for_a_lock_the_work_is_done(folder: Path) -> None:
    (folder / "cache").write_text("a file where the folder would be")
    with claim("work") as mine:
        assert mine.outcome is Outcome.ALONE
    assert once("work", lambda: None, lambda: "made") == "made"


def test_a_full_disk_does_not_keep_anybody_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(claims, "_write", lambda handle, sign: False)
    assert once("work", lambda: None, lambda: "made") == "made"


def test_a_system_without_locks_does_not_keep_anybody_waiting(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def refused(handle: int) -> None:
        raise OSError("no locks available")

    monkeypatch.setattr(claims, "_lock_file", refused)
    assert once("work", lambda: None, lambda: "made") == "made"


def test_another_thread_waits_too() -> None:
    begun, go = threading.Event(), threading.Event()
    made: list[str] = []

    def make() -> bytes:
        made.append(threading.current_thread().name)
        begun.set()
        assert go.wait(HANGS_AFTER)
        cache.save("result", b"made")
        return b"made"

    def work() -> None:
        once("work", lambda: cache.load("result"), make)

    threads = [threading.Thread(target=work, name=str(k)) for k in range(3)]
    threads[0].start()
    assert begun.wait(HANGS_AFTER)
    for thread in threads[1:]:
        thread.start()
    go.set()
    for thread in threads:
        thread.join(HANGS_AFTER)
    assert made == ["0"]


def test_a_failure_leaves_the_work_to_others(folder: Path) -> None:
    def fail() -> bytes:
        raise ValueError("no")

    with pytest.raises(ValueError, match="no"):
        once("work", lambda: None, fail)
    assert not list((folder / "cache").iterdir())
    assert once("work", lambda: None, lambda: "made") == "made"


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
def test_a_forked_process_does_not_hold_what_its_parent_holds() -> None:
    with claim("work") as mine:
        assert mine.outcome is Outcome.OURS
        child = os.fork()
        if child == 0:
            with claim("work") as other:
                os._exit(0 if other.outcome is Outcome.TAKEN else 1)
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    with claim("work") as mine:
        assert mine.outcome is Outcome.OURS


def test_a_claim_is_seen_until_it_is_released(folder: Path) -> None:
    mine = take("work")
    assert is_claimed("work")
    assert subprocess.run([sys.executable, "-c", SEEN], cwd=ROOT, check=False).returncode == 1
    mine.release()
    mine.release()
    assert not is_claimed("work")
    assert not list((folder / "cache").iterdir())


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
def test_a_claim_ends_with_its_holder(folder: Path) -> None:
    die = "import os; from forthgame.base.claims import take; take('work'); os.kill(os.getpid(), 9)"
    subprocess.run([sys.executable, "-c", die], cwd=ROOT, check=False)
    assert [path.name for path in (folder / "cache").iterdir()] == [".lock-work.0"]
    assert not is_claimed("work")
    with claim("work") as mine:
        assert mine.outcome is Outcome.OURS


def test_a_file_without_a_holder_is_free_whatever_it_says(folder: Path) -> None:
    (folder / "cache").mkdir(mode=0o700)
    for text in (b"", b"\xff" * 9000):
        (folder / "cache" / ".lock-work.0").write_bytes(text)
        with claim("work") as mine:
            assert mine.outcome is Outcome.OURS


def test_who_may_only_read_takes_an_old_claim_for_none(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "cache").mkdir(mode=0o700)
    path = folder / "cache" / ".lock-work.0"
    path.touch()

    def refused(*given: object) -> int:
        raise PermissionError

    monkeypatch.setattr(claims.os, "open", refused)
    assert is_claimed("work")
    os.utime(path, (0, path.stat().st_mtime - 2 * claims.STALLED))
    assert not is_claimed("work")
