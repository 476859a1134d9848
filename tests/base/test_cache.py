"""The cache: never trusted, never in the way."""

from __future__ import annotations

import os
import random
import shutil
import stat
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import forthgame
from forthgame.base import cache
from forthgame.compile.interpreter import native_interpreter
from forthgame.compile.primitives import bitcode
from tests.waiting import HANGS_AFTER

ROOT = Path(forthgame.__file__).parent.parent
posix = pytest.mark.skipif(sys.platform == "win32", reason="who may write is told otherwise here")


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache folder of the test's own."""
    monkeypatch.setenv("FORTHGAME_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


def run(code: str, folder: Path) -> str:
    """Run Python in a process of its own with a cache folder; return its output."""
    result = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True, text=True, check=False, timeout=HANGS_AFTER,
        env={**os.environ, "FORTHGAME_CACHE": str(folder)}, cwd=ROOT,
    )  # fmt: skip
    assert result.returncode == 0, result.stderr
    return result.stdout


# ---- where it is ----


def test_the_folder_can_be_chosen(own: Path) -> None:
    """FORTHGAME_CACHE is the folder; it is made when it is needed."""
    assert cache.folder() == own
    assert not own.exists()
    assert cache.load("thing") is None
    assert not own.exists()
    assert cache.save("thing", b"contents")
    assert [path.name for path in own.iterdir()] == ["thing"]


@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="has a folder of its own")
def test_the_usual_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The folder is that of XDG, or below the home folder; an empty variable is ignored."""
    monkeypatch.setenv("FORTHGAME_CACHE", "")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
    assert cache.folder() == tmp_path / "xdg" / "forthgame"
    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert cache.folder() == tmp_path / ".cache" / "forthgame"


# ---- what comes back ----


@pytest.mark.parametrize("contents", [b"contents", b"", bytes(range(256)) * 4000])
def test_what_is_saved_comes_back(own: Path, contents: bytes) -> None:
    """Data comes back under its name, in its newest version."""
    assert cache.save("thing", b"older")
    assert cache.save("thing", contents)
    assert cache.load("thing") == contents
    assert cache.load("other") is None
    assert [path.name for path in own.iterdir()] == ["thing"]


def test_keys_tell_parts_apart() -> None:
    """A change of any part, or of its end, gives another name."""
    parts = [("ab", "c"), ("a", "bc"), ("abc",), ("abc", ""), ("", "abc"), ("ab", "d"), ()]
    assert len({cache.key(*each) for each in parts}) == len(parts)
    assert cache.key("ab", "c") == cache.key(b"ab", "c") == cache.key("ab", "c")
    assert cache.key("a/b..").isalnum()


def test_truncation_is_noticed(own: Path) -> None:
    """This covers every length, also the empty file, and additional data at the end."""
    cache.save("thing", b"some contents")
    whole = (own / "thing").read_bytes()
    for size in range(len(whole)):
        (own / "thing").write_bytes(whole[:size])
        assert cache.load("thing") is None, size
    (own / "thing").write_bytes(whole + b"\0")
    assert cache.load("thing") is None
    (own / "thing").write_bytes(whole)
    assert cache.load("thing") == b"some contents"


def test_a_turned_bit_is_noticed(own: Path) -> None:
    """This covers each bit of a small file."""
    cache.save("thing", b"some contents")
    whole = (own / "thing").read_bytes()
    for bit in range(8 * len(whole)):
        damaged = bytearray(whole)
        damaged[bit // 8] ^= 1 << bit % 8
        (own / "thing").write_bytes(damaged)
        assert cache.load("thing") is None, bit


def test_foreign_files_are_nothing(own: Path) -> None:
    """These are text, noise, zeros, and a folder of that name."""
    own.mkdir(mode=0o700)
    noise = random.Random(1).randbytes(5000)
    for data in (b"hello\n", noise, bytes(1000), b"\x7fELF" + noise):
        (own / "thing").write_bytes(data)
        assert cache.load("thing") is None
    (own / "thing").unlink()
    (own / "thing").mkdir()
    assert cache.load("thing") is None
    assert not cache.save("thing", b"contents")
    assert [path.name for path in own.iterdir()] == ["thing"]


def test_files_are_not_exchanged(own: Path) -> None:
    """An intact file in the place of another is refused."""
    cache.save("thing", b"contents")
    cache.save("other", b"of another kind")
    os.replace(own / "other", own / "thing")
    assert cache.load("thing") is None
    assert cache.load("other") is None


# ---- whose it is ----


def mode(path: Path) -> int:
    """Return the permission bits of a file."""
    return path.stat().st_mode & 0o7777


@posix
@pytest.mark.parametrize("umask", [0, 0o002, 0o077])
def test_nobody_else_can_write_what_is_made(own: Path, umask: int) -> None:
    """This holds whatever the process allows others elsewhere."""
    before = os.umask(umask)
    try:
        assert cache.save("thing", b"contents")
    finally:
        os.umask(before)
    assert (mode(own), mode(own / "thing")) == (0o700, 0o600)
    assert cache.load("thing") == b"contents"
    assert cache.distrusted() == ""


@posix
@pytest.mark.parametrize("bits", [0o620, 0o602, 0o666, 0o777])
def test_a_file_that_others_can_write_is_not_read(own: Path, bits: int) -> None:
    """The checksum fits, but other users may have written that too."""
    cache.save("thing", b"contents")
    (own / "thing").chmod(bits)
    assert cache.load("thing") is None
    assert not cache.has("thing")
    assert cache.save("thing", b"contents")
    assert cache.load("thing") == b"contents"


@posix
@pytest.mark.parametrize("bits", [0o770, 0o707, 0o777, 0o730])
def test_a_folder_that_others_can_write_is_not_used(own: Path, bits: int) -> None:
    """The folder is neither read nor written; a message states this."""
    cache.save("thing", b"contents")
    own.chmod(bits)
    assert cache.load("thing") is None
    assert not cache.save("other", b"contents")
    assert [path.name for path in own.iterdir()] == ["thing"]
    assert str(own) in cache.distrusted()
    assert "others may write" in cache.distrusted()
    own.chmod(0o1777)  # a sticky folder, such as /tmp: users cannot replace each other's files
    assert cache.load("thing") == b"contents"
    assert cache.distrusted() == ""


@posix
def test_the_usual_folder_is_closed_to_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The name is ours, but earlier versions gave it the permissions of any other folder."""
    monkeypatch.delenv("FORTHGAME_CACHE", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setenv("HOME", str(tmp_path))
    target = cache.folder()
    assert target is not None
    target.mkdir(parents=True)
    target.chmod(0o775)
    assert cache.save("thing", b"contents")
    assert mode(target) == 0o700
    target.chmod(0o775)
    assert cache.load("thing") == b"contents"


@posix
@pytest.mark.parametrize("whose", ["folder", "file"])
def test_what_belongs_to_somebody_else_is_not_read(
    own: Path, whose: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another user is simulated, since only the superuser could make such a file."""
    cache.save("thing", b"contents")
    assert cache.load("thing") == b"contents"
    original = os.fstat

    def another(handle: int) -> os.stat_result:
        found = list(original(handle))
        if stat.S_ISDIR(found[0]) == (whose == "folder"):
            found[4] += 1  # st_uid
        return os.stat_result(found)

    monkeypatch.setattr(os, "fstat", another)
    assert cache.load("thing") is None
    assert not cache.has("thing")


@posix
@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="for the superuser")
def test_a_folder_of_another_user_is_not_used(own: Path) -> None:
    """This holds even if the folder is readable for all."""
    cache.save("thing", b"contents")
    os.chown(own / "thing", 12345, -1)
    assert cache.load("thing") is None
    os.chown(own / "thing", 0, -1)
    assert cache.load("thing") == b"contents"
    os.chown(own, 12345, -1)
    assert cache.load("thing") is None
    assert not cache.save("thing", b"newer")
    assert "belongs to another user" in cache.distrusted()


@posix
def test_the_command_line_says_so_once(own: Path) -> None:
    """The message is on the error stream, and the command continues without a cache."""
    own.mkdir()
    own.chmod(0o777)
    code = (
        "from forthgame.ui.terminal.error_output import prepare_cache\n"
        "for _ in range(3): prepare_cache()\n"
    )
    result = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT
    )
    assert result.stdout == ""
    assert result.stderr.count("is not used, because others may write in it") == 1
    assert result.stderr.count("\n") == 1


# ---- where nothing can be read or written ----


def test_nobodys_home(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without HOME and an entry in the list of users the cache is off, without an exception."""

    def unknown() -> Path:
        raise RuntimeError("Could not determine home directory.")

    for name in ("FORTHGAME_CACHE", "XDG_CACHE_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(Path, "home", unknown)
    assert cache.folder() is None
    assert cache.load("thing") is None
    assert not cache.save("thing", b"contents")
    assert not cache.has("thing")
    assert cache.distrusted() == ""
    cache.trim("thing")


@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="has a folder of its own")
def test_a_relative_folder_of_xdg_counts_for_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Machine code is not taken from the current folder of the process."""
    monkeypatch.delenv("FORTHGAME_CACHE", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", ".cache")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert cache.folder() == tmp_path / ".cache" / "forthgame"


@posix
@pytest.mark.parametrize("kind", ["loop", "pipe", "name", "nul"])
def test_folders_that_are_none(kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A loop of links, a pipe, a name of 300 letters: no cache, no exception, no waiting."""
    target = tmp_path / ("a" * 300 if kind == "name" else "cache")
    if kind == "loop":
        target.symlink_to(target)
    elif kind == "pipe":
        os.mkfifo(target)
    if kind == "nul":
        monkeypatch.setattr(cache, "folder", lambda: Path("nul\0byte"))
    else:
        monkeypatch.setenv("FORTHGAME_CACHE", str(target))
    assert cache.load("thing") is None
    assert not cache.save("thing", b"contents")
    assert not cache.has("thing")
    cache.distrusted()
    cache.trim("thing")


@posix
def test_a_pipe_in_the_folder_is_not_waited_for(own: Path) -> None:
    """A file larger than any that is saved is not read either."""
    own.mkdir(mode=0o700)
    os.mkfifo(own / "thing")
    assert cache.load("thing") is None
    with (own / "large").open("wb") as file:
        file.truncate(1 << 33)  # of which the disk holds nothing
    assert cache.load("large") is None


def test_a_folder_that_cannot_be_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file is in the way: saving fails quietly."""
    blocked = tmp_path / "file"
    blocked.write_text("no folder")
    for folder in (blocked, blocked / "cache"):
        monkeypatch.setenv("FORTHGAME_CACHE", str(folder))
        assert not cache.save("thing", b"contents")
        assert cache.load("thing") is None
        cache.trim("thing")
    assert blocked.read_text() == "no folder"


def refuse(*given: object, **named: object) -> tuple[int, str]:
    """Raise the error of a read-only file system."""
    raise PermissionError(30, "Read-only file system")


def test_a_read_only_folder(own: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Existing files are used, nothing is added. (Simulated, since the superuser may write
    anywhere.)
    """
    cache.save("thing", b"contents")
    monkeypatch.setattr(tempfile, "mkstemp", refuse)
    assert not cache.save("thing", b"newer")
    assert not cache.save("other", b"contents")
    assert cache.load("thing") == b"contents"
    assert [path.name for path in own.iterdir()] == ["thing"]


def test_a_full_disk(own: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Earlier files stay, and no half of a file remains."""
    cache.save("thing", b"contents")
    monkeypatch.setattr(os, "replace", refuse)
    assert not cache.save("thing", b"newer")
    assert cache.load("thing") == b"contents"
    assert [path.name for path in own.iterdir()] == ["thing"]


# ---- many at once ----


def test_many_threads_at_once(own: Path) -> None:
    """Writers of one name never leave a mixture, nor temporary files."""
    contents = [bytes([k]) * 100_000 for k in range(16)]
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda data: cache.save("thing", data), contents))
    assert cache.load("thing") in contents
    assert [path.name for path in own.iterdir()] == ["thing"]


WRITER = """
import sys
from forthgame.base import cache
contents = sys.argv[1].encode() * 200_000
sys.stdin.readline()
print(sum(cache.save("thing", contents) for _ in range(500)))
"""


def test_two_processes_at_once(own: Path) -> None:
    """A concurrent reader sees the whole data of one of them."""
    cache.save("thing", b"0" * 200_000)
    whole = {letter.encode() * 200_000 for letter in "0AB"}
    writers = [
        subprocess.Popen(
            [sys.executable, "-c", WRITER, letter],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=ROOT,
            env=dict(os.environ),
        )
        for letter in "AB"
    ]  # fmt: skip
    seen = set()
    for writer in writers:
        assert writer.stdin is not None
        writer.stdin.write("go\n")
        writer.stdin.flush()
    while any(writer.poll() is None for writer in writers):
        found = cache.load("thing")
        assert found in whole
        seen.add(found)
    assert [writer.communicate()[0] for writer in writers] == ["500\n", "500\n"]
    assert len(seen) >= 2
    assert [path.name for path in own.iterdir()] == ["thing"]


def test_a_folder_that_cannot_be_written_is_named(own: Path) -> None:
    """A file in its place is named too, also for the superuser."""
    assert cache.unwritable() == ""
    assert list(own.iterdir()) == []
    own.rmdir()
    own.write_text("a file")
    assert cache.unwritable() == (
        f"the cache folder {own} cannot be written: FORTHGAME_CACHE names another"
    )


SPARED = """
import os
from forthgame.base import cache
print(bool(cache.spare()), os.environ[cache.SPARE])
assert cache.spare() and cache.save("thing", b"made") and cache.load("thing") == b"made"
if hasattr(os, "fork") and os.fork() == 0:
    import sys
    sys.exit()  # a copy of the process leaves the folder alone
hasattr(os, "fork") and os.wait()
assert cache.has("thing")
os.environ[cache.SCRATCH] = os.environ[cache.SPARE]
assert cache.spare() == ""  # confined, with a place of its own
"""


def test_a_spare_folder_lasts_as_long_as_the_process(own: Path) -> None:
    """The spare folder is made only if the usual one is not writable."""
    assert cache.spare() == ""
    assert cache.SPARE not in os.environ
    own.rmdir()
    own.write_text("a file")
    code = [sys.executable, "-c", SPARED]
    done = subprocess.run(code, check=True, capture_output=True, text=True)
    assert done.stderr == ""
    made = done.stdout.removeprefix("True ").strip()
    assert Path(made).name.startswith("forthgame-")
    assert not Path(made).exists()


def test_the_usual_folder_is_still_read_beside_a_spare_one(
    own: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An administrator may have filled it."""
    cache.save("kept", b"before")
    (tmp_path / "spare").mkdir()
    monkeypatch.setenv(cache.SPARE, str(tmp_path / "spare"))
    assert cache.save("thing", b"made")
    assert (cache.load("kept"), cache.load("thing")) == (b"before", b"made")
    assert [path.name for path in own.iterdir()] == ["kept"]


def test_trim_keeps_the_newest(own: Path) -> None:
    """The oldest files are deleted first; those with another prefix stay. Each counts as
    whole blocks.
    """
    for number in range(5):
        cache.save(f"words-{number}", bytes(5000 if number == 3 else 10))
        os.utime(own / f"words-{number}", (number, number))
    cache.save("other", bytes(1000))
    cache.trim("words-")
    cache.trim("words-", limit=6 * cache.BLOCK)
    assert len(list(own.iterdir())) == 6
    cache.trim("words-", limit=3 * cache.BLOCK)
    assert sorted(path.name for path in own.iterdir()) == ["other", "words-3", "words-4"]


@pytest.mark.skipif(sys.platform == "win32", reason="links need rights there")
def test_trim_passes_over_what_is_no_file_of_ours(own: Path) -> None:
    """Links to themselves and folders stay; files that a killed writer has left are deleted
    after a while.
    """
    own.mkdir(parents=True)
    (own / "words-link").symlink_to("words-link")
    (own / "words-folder").mkdir()
    for name, age in ((".new-old", 7200), (".new-young", 0), ("words-1", 1)):
        (own / name).write_bytes(b"x")
        os.utime(own / name, (time.time() - age,) * 2)
    cache.trim("words-", limit=0)
    left = sorted(path.name for path in own.iterdir())
    assert left == [".new-young", "words-folder", "words-link"]


def test_a_file_that_is_not_finished_is_not_left(
    own: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*names: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "replace", interrupted)
    with pytest.raises(KeyboardInterrupt):
        cache.save("words-1", b"x")
    assert not list(own.iterdir())


# ---- machine code that was tampered with is not run ----

ANSWER = """
import sys
import forthgame
print(forthgame.Machine().run("6 7 * ."), "numba" in sys.modules)
"""


COMPILED = """
from forthgame.compile.interpreter.native_interpreter import compile_first
compile_first()
"""


@pytest.fixture
def warm(tmp_path: Path) -> Path:
    """Return a folder with the files for a start of the package, from the present cache."""
    bodies, interpreter = native_interpreter.keys(native_interpreter.llvm_binding())
    forthgame.Machine()
    folder, present = tmp_path / "warm", cache.folder()
    assert present is not None
    folder.mkdir(mode=0o700)
    for name in (f"primitives-{bodies}.bc", f"interpreter-{interpreter}.o"):
        shutil.copy(present / name, folder / name)
    return folder


def damage_interpreter(folder: Path, damage: str) -> Path:
    """Write something else into the file of the interpreter."""
    path = next(folder.glob("interpreter-*.o"))
    whole = path.read_bytes()
    foreign = b"\x7fELF" + random.Random(2).randbytes(len(whole))
    path.write_bytes({"truncated": whole[:-1000], "foreign": foreign, "empty": b""}[damage])
    return path


DAMAGES = pytest.mark.parametrize("damage", ["truncated", "foreign", "empty"])


@DAMAGES
def test_a_damaged_interpreter_is_not_read(
    warm: Path, damage: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The interpreter has to be built again."""
    monkeypatch.setenv("FORTHGAME_CACHE", str(warm))
    name = next(warm.glob("interpreter-*.o")).name
    assert cache.load(name)
    damage_interpreter(warm, damage)
    assert cache.load(name) is None


@pytest.mark.slow
@DAMAGES
def test_a_damaged_interpreter_is_built_again(
    warm: Path, damage: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The bodies are there: the slow part, numba, is not even loaded."""
    monkeypatch.setenv(bitcode.ANEW, bitcode.LINK)
    path = damage_interpreter(warm, damage)
    assert run(ANSWER, warm).split() == ["42", "False"]
    monkeypatch.setenv("FORTHGAME_CACHE", str(warm))
    (draft,) = warm.glob("draft-*.o")
    assert cache.load(draft.name)
    assert run(COMPILED, warm) == ""
    assert cache.load(path.name)
    kinds = ("draft-*", "interpreter-*", "primitives-*")
    assert [len(list(warm.glob(kind))) for kind in kinds] == [1, 1, 1]


@pytest.mark.slow
def test_a_process_that_goes_on_optimises_its_draft(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The other process that has compiled a part of the draft optimises it for later starts."""
    monkeypatch.setenv(bitcode.ANEW, bitcode.LINK)
    code = f"""{ANSWER}
from tests.waiting import eventually
from forthgame.compile.interpreter.native_interpreter import is_finished, is_unfinished
assert is_unfinished()
eventually(is_finished)
"""
    assert run(code, tmp_path).split()[0] == "42"
    assert list(tmp_path.glob("interpreter-*.o"))


def test_an_intact_interpreter_needs_nothing_else(warm: Path) -> None:
    """Bodies and a writable folder are not needed."""
    next(warm.glob("primitives-*.bc")).write_bytes(b"damaged")
    code = ANSWER.replace(
        "import forthgame\n",
        "import forthgame, tempfile\ndef refuse(**named): raise OSError\n"
        "tempfile.mkstemp = refuse\n",
    )
    assert run(code, warm).split() == ["42", "False"]
    assert next(warm.glob("primitives-*.bc")).read_bytes() == b"damaged"


def test_damaged_words_are_compiled_again(warm: Path) -> None:
    """This covers the machine code of a game, and of the primitives."""
    code = "import forthgame; print(forthgame.load('tictactoe').perft(5))"
    present = cache.folder()
    assert present is not None
    bodies = f"bodies-{native_interpreter.keys(native_interpreter.llvm_binding())[0]}.o"
    if (present / bodies).exists():  # otherwise the first run makes it
        shutil.copy(present / bodies, warm / bodies)
    assert run(code, warm) == "15120\n"
    made = [*warm.glob("words-*.o"), *warm.glob("bodies-*.o")]
    assert len(made) == 2
    for path in made:
        path.write_bytes(path.read_bytes()[:-100] + bytes(100))
    damaged = {path: path.read_bytes() for path in made}
    assert run(code, warm) == "15120\n"
    for path in made:
        assert path.read_bytes() != damaged[path]


@pytest.mark.slow
def test_everything_is_made_again(warm: Path, tmp_path: Path) -> None:
    """With damaged bodies and interpreter, or an unwritable folder, the results are right,
    without numba.
    """
    for path in warm.iterdir():
        path.write_bytes(path.read_bytes()[:-1])
    for _ in range(2):
        assert run(ANSWER, warm).split() == ["42", "False"]
    (tmp_path / "file").write_text("no folder")
    assert run(ANSWER, tmp_path / "file").split() == ["42", "False"]
