"""The primitives as bitcode: a package may bring them, and then numba stays where it is."""

from __future__ import annotations

import os
import struct
import subprocess
import sys
from pathlib import Path

import pytest

import forthgame
from forthgame.lang import layout as at
from forthgame.lang.words import transposition
from forthgame.vm import bitcode, cache, native, primitives
from tests.waiting import HANGS_AFTER, eventually

ROOT = Path(__file__).parent.parent
WHOLE = (1 << 64) - 1


@pytest.fixture
def brought(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file as a package brings it, with an empty cache and without numba."""
    llvm = native.llvm_binding()
    present = bitcode.primitives(llvm, native.keys(llvm)[0])
    name = bitcode.shipped_name(llvm)
    file = tmp_path / bitcode.FOLDER / name
    file.parent.mkdir()
    file.write_bytes(cache.sealed(name, present))
    monkeypatch.setenv("FORTHGAME_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(bitcode, "shipped", lambda *parts: tmp_path.joinpath(*parts))
    monkeypatch.setattr(bitcode, "_compiled", lambda llvm, progress, key: b"compiled")
    return file


def test_what_a_package_brings_is_taken(brought: Path) -> None:
    found = bitcode.primitives(native.llvm_binding(), "a-key")
    assert cache.sealed(brought.name, found) == brought.read_bytes()


def test_a_damaged_file_is_passed_over(brought: Path) -> None:
    brought.write_bytes(brought.read_bytes()[:-1])
    assert bitcode.primitives(native.llvm_binding(), "a-key") == b"compiled"
    brought.unlink()
    assert cache.load("primitives-a-key.bc") == b"compiled"


def test_what_cannot_be_kept_is_made_once(
    brought: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    brought.unlink()
    (tmp_path / "cache").write_text("a file where the folder would be")
    made: list[str] = []
    monkeypatch.setattr(bitcode, "_unsaved", {})
    monkeypatch.setattr(
        bitcode, "_compiled", lambda llvm, progress, key: made.append(key) or b"compiled"
    )
    found = [bitcode.primitives(native.llvm_binding(), "a-key") for _ in range(2)]
    assert (found, made) == ([b"compiled"] * 2, ["a-key"])


def test_without_a_folder_a_process_compiles_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """A confined one makes no folders."""

    def refused() -> None:
        raise PermissionError

    some = dict(list(primitives.wanted_functions().items())[:2])
    monkeypatch.setattr(primitives, "wanted_functions", lambda: some)
    monkeypatch.setattr(primitives.tempfile, "TemporaryDirectory", refused)
    made = primitives.compile_all()
    assert all(f"@{name}(" in made for name in some)


def test_primitives_with_checks_are_others(monkeypatch: pytest.MonkeyPatch) -> None:
    llvm = native.llvm_binding()
    plain = bitcode.shipped_name(llvm)
    monkeypatch.setenv(bitcode.CHECKS, "0" if os.environ.get(bitcode.CHECKS) == "1" else "1")
    assert bitcode.shipped_name(llvm) != plain


def mixed(value: int) -> int:
    """`mixed` of words/transposition.py in numbers of 64 bits that wrap."""
    value = (value ^ value >> 30) * transposition.SECOND & WHOLE
    return value ^ value >> 27


def test_hashes_wrap() -> None:
    """Where overflow is undefined, LLVM leaves out what a hash is made of."""
    game = forthgame.load("breakthrough", native=False)
    game.new_game().search("negamax", depth=2)
    made = game._forth.processor.bytes[at.KEYS : at.KEYS + 8 * 64]
    for k, (key,) in enumerate(struct.iter_unpack("<Q", made)):
        assert key == mixed(mixed((k + 1) * transposition.FIRST & WHOLE)) | 1


START = """
import sys
from pathlib import Path
from forthgame.vm import bitcode
bitcode.shipped = lambda *parts: Path(sys.argv[1], *parts)
import forthgame
print(forthgame.load("tictactoe").perft(5), "numba" in sys.modules)
"""


@pytest.mark.slow
def test_a_first_start_without_numba(tmp_path: Path) -> None:
    """From a file for any processor of this system."""
    made = subprocess.run(
        [
            sys.executable, "-c",
            "import sys; from pathlib import Path; from forthgame.vm import bitcode, native;"
            "bitcode.ship(native.llvm_binding(), Path(sys.argv[1], bitcode.FOLDER))", str(tmp_path),
        ],
        check=False, timeout=600, cwd=ROOT,
    )  # fmt: skip
    assert made.returncode == 0
    found = subprocess.run(
        [sys.executable, "-c", START, str(tmp_path)],
        capture_output=True, text=True, check=False, timeout=600, cwd=ROOT,
        env={**os.environ, "FORTHGAME_CACHE": str(tmp_path / "cache")},
    )  # fmt: skip
    assert found.stdout.split() == ["15120", "False"], found.stderr


def of_primitives(code: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Code run in a process of its own, which has the module of the primitives."""
    return subprocess.run(
        [sys.executable, "-P", "-c", f"import os\nfrom forthgame.vm import primitives\n{code}"],
        env={**os.environ, "PYTHONPATH": str(ROOT), **environment},
        capture_output=True, text=True, timeout=HANGS_AFTER, check=False,
    )  # fmt: skip


@pytest.mark.skipif(sys.platform == "win32", reason="no bound for the size of files")
@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_a_helper_that_cannot_write_all_of_it_fails(tmp_path: Path, unbuffered: str) -> None:
    """So that what it has compiled is compiled again."""
    code = f"""
import resource, signal
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (1024, 1024))
os.dup2(os.open({str(tmp_path / "made")!r}, os.O_CREAT | os.O_WRONLY), 1)
primitives.compile_share = lambda *given: "; a line of IR\\n" * 1000
primitives.print_share(1, 2, {str(tmp_path)!r})
"""
    ended = of_primitives(code, PYTHONUNBUFFERED=unbuffered)
    assert ended.returncode == 1
    assert "File too large" in ended.stderr


@pytest.mark.parametrize("same", [True, False])
def test_a_helper_has_the_modules_of_who_has_asked(tmp_path: Path, same: bool) -> None:
    """Another package of the name comes first for it; what is made of others is not taken."""
    other = tmp_path / "other" / "forthgame"
    other.mkdir(parents=True)
    (other / "__init__.py").write_text("raise SystemExit(1)\n")
    claims = tmp_path / "claims"
    claims.mkdir()
    key = "native.keys(native.llvm_binding())[0]" if same else "'another'"
    code = f"""
import sys
from forthgame.vm import native
primitives_wanted = list(primitives.wanted_functions())
for k in range(1, -(-len(primitives_wanted) // primitives.BLOCK)):
    open(os.path.join({str(claims)!r}, str(k)), "w").close()
os.environ["PYTHONPATH"] = {str(other.parent)!r}
with primitives._helper(0, 1, {str(claims)!r}, {key}) as made:
    text = made()
print(text.count("\\ndefine "), sys.modules["forthgame"].__file__)
"""
    ended = of_primitives(code)
    count, file = ended.stdout.split()
    assert (int(count) > 0) is same, ended.stderr
    assert Path(file).is_relative_to(ROOT)


@pytest.mark.skipif(sys.platform == "win32", reason="a process there does not see its parent end")
def test_a_helper_ends_with_who_has_asked(tmp_path: Path) -> None:
    claims = tmp_path / "claims"
    claims.mkdir()
    of_primitives(f"with primitives._helper(1, 2, {str(claims)!r}): os._exit(0)")
    eventually(lambda: not claims.exists())  # the helper removes it at its end
