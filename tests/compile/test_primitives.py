"""The compiled primitives: from files that are part of the sources, or through numba."""

from __future__ import annotations

import gc
import os
import shutil
import struct
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from threading import Thread

import pytest

import forthgame
from forthgame.base import cache
from forthgame.base.source import package_path
from forthgame.compile.interpreter import native_interpreter
from forthgame.compile.interpreter.shipped_interpreter import PLATFORMS
from forthgame.compile.llvm.source_dependencies import CHECKS
from forthgame.compile.primitives import bitcode
from forthgame.compile.primitives.fingerprints import compute_fingerprints, fingerprints
from forthgame.compile.primitives.signatures import signatures, signatures_by_module
from forthgame.words.registers import memory_layout as at
from forthgame.words.search import transposition_table
from tests.waiting import HANGS_AFTER, eventually

ROOT = Path(__file__).parents[2]
WHOLE = (1 << 64) - 1
SMALL = "ring_buffers"  # a module with few functions


def test_each_function_of_the_table_lies_in_one_module() -> None:
    parts = signatures_by_module().values()
    assert sum(map(len, parts)) == len(signatures())
    assert set().union(*parts) == set(signatures())


def test_finalizers_at_the_recursion_limit_leave_llvm_unlocked() -> None:
    """numba's callbacks raised there, and no other thread could compile from then on."""
    from llvmlite.binding import ffi, parse_assembly

    class Circle:
        def __init__(self) -> None:
            self.itself, self.module = self, parse_assembly("define void @f() { ret void }")

    def collect_at(depth: int) -> None:
        if depth:
            collect_at(depth - 1)
        else:
            gc.collect(0)

    def lock_and_unlock() -> None:
        if lock.acquire(timeout=HANGS_AFTER):
            lock.release()
            unlocked.append(True)

    assert bitcode._bitcode(SMALL, lambda: None)
    unlocked: list[bool] = []
    lock = ffi.lib._lock._lock
    hook, sys.unraisablehook = sys.unraisablehook, lambda failed: None
    gc.disable()
    try:
        for depth in range(sys.getrecursionlimit() - 100, sys.getrecursionlimit()):
            Circle()
            with suppress(RecursionError):
                collect_at(depth)
        gc.collect()
        thread = Thread(target=lock_and_unlock)
        thread.start()
        thread.join()
    finally:
        gc.enable()
        sys.unraisablehook = hook
    assert unlocked


# -- files ----------------------------------------------------------------------------------------


@pytest.fixture
def written(tmp_path: Path) -> Path:
    bitcode.write_file(tmp_path, SMALL, b"bitcode", {"key": "a-key", "llvm": 22, "numba": "1"})
    return tmp_path


def test_a_file_is_read_by_its_llvm_and_by_later_ones(written: Path) -> None:
    found = [bitcode.read_file(written, SMALL, "a-key", release) for release in (21, 22, 23)]
    assert found == [None, b"bitcode", b"bitcode"]


def test_a_file_that_does_not_fit_is_passed_over(written: Path) -> None:
    assert bitcode.read_file(written, SMALL, "another-key", 22) is None
    shutil.copy(written / f"{SMALL}.bc.xz", written / "board.bc.xz")
    assert bitcode.read_file(written, "board", "a-key", 22) is None


@pytest.mark.parametrize("contents", [b"", b"no xz", None])
def test_a_damaged_file_is_passed_over(written: Path, contents: bytes | None) -> None:
    path = written / f"{SMALL}.bc.xz"
    path.write_bytes(path.read_bytes()[:-9] if contents is None else contents)
    assert bitcode.read_file(written, SMALL, "a-key", 22) in (None, b"bitcode")
    for k in range(0, path.stat().st_size, 7):
        data = bytearray(path.read_bytes())
        data[k] ^= 0xFF
        path.write_bytes(data)
        assert bitcode.read_file(written, SMALL, "a-key", 22) in (None, b"bitcode")


def test_the_files_that_come_with_the_sources_are_of_the_modules_of_the_table() -> None:
    paths = package_path(bitcode.FOLDER).glob(f"*{bitcode.SUFFIX}")
    found = {path.name.removesuffix(bitcode.SUFFIX) for path in paths}
    assert found == set(signatures_by_module())


def test_the_files_that_come_with_the_sources_fit_the_table() -> None:
    """If this fails, primitives were changed: run `.ci/primitives` when the work is done."""
    llvm = native_interpreter.llvm_binding()
    release = llvm.llvm_version_info[0]
    folder = package_path(bitcode.FOLDER)
    outdated = [
        module
        for module, key in compute_fingerprints().items()
        if bitcode.read_file(folder, module, key, release) is None
    ]
    assert os.environ.get(CHECKS) == "1" or outdated == []


# -- compiling ------------------------------------------------------------------------------------


@pytest.fixture
def llvm(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> object:
    """LLVM, with an empty cache and no primitives but those that are made up."""
    monkeypatch.setenv("FORTHGAME_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(bitcode, "fingerprints", lambda: {"board": "1", SMALL: "2", "turn": "3"})
    monkeypatch.setattr(bitcode, "package_path", lambda *parts: tmp_path.joinpath(*parts))
    monkeypatch.setattr(bitcode, "_unsaved", {})
    monkeypatch.delenv(bitcode.ANEW, raising=False)
    return native_interpreter.llvm_binding()


def module(llvm: object, name: str) -> bytes:
    text = f"define i32 @body.{name}.f() {{ ret i32 1 }}\n"
    return bytes(llvm.parse_assembly(text).as_bitcode())  # type: ignore[attr-defined]


def test_only_modules_without_a_file_are_compiled(
    llvm: object, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / bitcode.FOLDER
    folder.mkdir()
    for name, key in (("board", "1"), (SMALL, "outdated")):
        bitcode.write_file(folder, name, module(llvm, name), {"key": key, "llvm": 1})
    asked: list[dict[str, str]] = []
    told: list[str] = []

    def compiled(keys: dict[str, str], progress: bitcode.Progress) -> dict[str, bytes]:
        asked.append(dict(keys))
        progress(1, 2)
        return {name: module(llvm, name) for name in keys}

    monkeypatch.setattr(bitcode, "compiled", compiled)
    made = bitcode.primitives(llvm, "a-key", lambda what, done, total: told.append(what))
    assert asked == [{SMALL: "2", "turn": "3"}]
    assert told == [f"compiling primitives that have changed: {SMALL}, turn"]
    names = {f.name for f in llvm.parse_bitcode(made).functions}  # type: ignore[attr-defined]
    assert names == {"body.board.f", f"body.{SMALL}.f", "body.turn.f"}
    assert bitcode.primitives(llvm, "a-key") == made
    assert len(asked) == 1


def test_what_cannot_be_stored_is_made_once(
    llvm: object, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "cache").write_text("a file where the folder would be")
    made: list[str] = []

    def compiled(keys: dict[str, str], progress: bitcode.Progress) -> dict[str, bytes]:
        made.extend(keys)
        return {name: module(llvm, name) for name in keys}

    monkeypatch.setattr(bitcode, "compiled", compiled)
    found = [bitcode.primitives(llvm, "a-key") for _ in range(2)]
    assert found[0] == found[1]
    assert made == ["board", SMALL, "turn"]


def test_a_module_is_compiled_once_for_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """numba compiles it if no file fits."""
    monkeypatch.setenv("FORTHGAME_CACHE", str(tmp_path))
    keys = {SMALL: fingerprints()[SMALL]}
    counts: list[tuple[int, int]] = []
    made = bitcode.compiled(keys, lambda *count: counts.append(count))
    total = len(signatures_by_module()[SMALL])
    assert counts == [(k, total) for k in range(1, total + 1)]
    monkeypatch.setattr(bitcode, "_bitcode", lambda module, after_each: b"once more")
    assert bitcode.compiled(keys) == made
    functions = native_interpreter.llvm_binding().parse_bitcode(made[SMALL]).functions
    assert set(signatures_by_module()[SMALL]) <= {function.name for function in functions}


def test_a_process_that_starts_no_others_compiles_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*given: object, **options: object) -> None:
        raise PermissionError

    monkeypatch.setattr(subprocess, "Popen", refused)
    monkeypatch.setattr(bitcode, "_bitcode", lambda module, after_each: module.encode())
    monkeypatch.setattr(cache, "place_to_save", lambda: None)
    made = bitcode.compiled({"board": "no-key", "recording": "no-key"})
    assert made == {"board": b"board", "recording": b"recording"}


def helped(module: str, key: str, folder: Path, **environment: str) -> None:
    subprocess.run(
        [
            sys.executable,
            "-P",
            "-m",
            "forthgame.compile.primitives.build_helper",
            f"{module}={key}",
        ],
        env={**os.environ, "PYTHONPATH": str(ROOT), "FORTHGAME_CACHE": str(folder), **environment},
        timeout=HANGS_AFTER,
        check=True,
    )


def test_a_helper_compiles_what_is_as_it_is_for_its_parent(tmp_path: Path) -> None:
    helped(SMALL, "the-key-of-another-version", tmp_path)
    assert not list(tmp_path.glob("primitives-*"))
    key = fingerprints()[SMALL]
    helped(SMALL, key, tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == [bitcode.file_name(SMALL, key)]


@pytest.mark.skipif(sys.platform == "win32", reason="a process there does not see its parent end")
def test_a_helper_ends_with_its_parent(tmp_path: Path) -> None:
    keys = fingerprints()
    wanted = {name: keys[name] for name in ("board", "recording")}
    code = (
        "import os; from forthgame.compile.primitives import bitcode as b\n"
        f"with b.helping({wanted!r}) as helper:\n"
        "    print(helper.pid, flush=True); os._exit(0)"
    )
    started = subprocess.run(
        [sys.executable, "-P", "-c", code], capture_output=True, text=True, check=True,
        env={**os.environ, "PYTHONPATH": str(ROOT), "FORTHGAME_CACHE": str(tmp_path)},
        timeout=HANGS_AFTER,
    )  # fmt: skip
    pid = int(started.stdout)

    def gone() -> bool:
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return True
        return False

    eventually(gone)


# -- what they are --------------------------------------------------------------------------------


def test_primitives_with_checks_are_others(monkeypatch: pytest.MonkeyPatch) -> None:
    plain = fingerprints()
    monkeypatch.setenv(CHECKS, "0" if os.environ.get(CHECKS) == "1" else "1")
    fingerprints.cache_clear()
    try:
        assert not set(plain.values()) & set(fingerprints().values())
    finally:
        fingerprints.cache_clear()


def mixed(value: int) -> int:
    """`mixed` of words/search/transposition_table.py in numbers of 64 bits that wrap."""
    value = (value ^ value >> 30) * transposition_table.SECOND & WHOLE
    return value ^ value >> 27


def test_hashes_wrap() -> None:
    """If overflow were undefined, LLVM would leave out the steps of a hash."""
    game = forthgame.load("breakthrough", native=False)
    game.new_game().search("negamax", depth=2)
    made = game.forth.processor.bytes[at.KEYS : at.KEYS + 8 * 64]
    for k, (key,) in enumerate(struct.iter_unpack("<Q", made)):
        assert key == mixed(mixed((k + 1) * transposition_table.FIRST & WHOLE)) | 1


START = """
import sys
import forthgame
print(forthgame.load("tictactoe").perft(5), *{"numba", "numpy"} & set(sys.modules))
"""


@pytest.mark.slow
@pytest.mark.parametrize("anew", ["", "compile"])
def test_a_first_start(tmp_path: Path, anew: str) -> None:
    """With the files that are part of the sources neither numba nor numpy is imported, and no
    interpreter is compiled.
    """
    found = subprocess.run(
        [sys.executable, "-c", START],
        capture_output=True, text=True, check=False, timeout=600, cwd=ROOT,
        env={**os.environ, "FORTHGAME_CACHE": str(tmp_path / "cache"), bitcode.ANEW: anew},
    )  # fmt: skip
    count, *imported = found.stdout.split()
    assert count == "15120", found.stderr
    assert bool(imported) is (anew == "compile")
    shipped = native_interpreter.llvm_binding().get_default_triple() in PLATFORMS
    assert bool(list((tmp_path / "cache").glob("draft-*"))) is not (shipped and not anew)


@pytest.mark.slow
@pytest.mark.parametrize("system", [
    "x86_64-pc-windows-msvc", "x86_64-apple-darwin", "arm64-apple-darwin",
    "aarch64-unknown-linux-gnu", "x86_64-unknown-linux-gnu",
])  # fmt: skip
def test_the_files_serve_every_system(system: str) -> None:
    """LLVM makes machine code of them for other systems, without running it."""
    llvm = native_interpreter.llvm_binding()
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    machine = llvm.Target.from_triple(system).create_target_machine(opt=0)
    kept = bitcode.primitives(llvm, native_interpreter.keys(llvm)[0])
    linked = llvm.parse_bitcode(kept)
    linked.triple, linked.data_layout = system, str(machine.target_data)
    made = machine.emit_object(linked)
    for name in signatures():
        assert name.encode() in made
