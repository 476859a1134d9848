"""The cache: never trusted, never in the way."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import forthgame
from forthgame.vm import cache


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache folder of the test's own."""
    monkeypatch.setenv("FORTHGAME_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


def test_what_is_saved_comes_back(own: Path) -> None:
    """Under its name, in the folder that was asked for."""
    assert cache.load("thing") is None
    assert cache.save("thing", b"contents")
    assert cache.load("thing") == b"contents"
    assert [path.name for path in own.iterdir()] == ["thing"]


@pytest.mark.parametrize("damage", [b"", b"short", b"x" * 1000, None])
def test_damage_is_noticed(own: Path, damage: bytes | None) -> None:
    """Empty, truncated, foreign, one bit turned: all as good as nothing."""
    cache.save("thing", b"contents" * 100)
    path = own / "thing"
    data = bytearray(path.read_bytes())
    data[50] ^= 1
    path.write_bytes(data if damage is None else damage)
    assert cache.load("thing") is None


def test_a_folder_that_takes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Saving fails quietly."""
    blocked = tmp_path / "file"
    blocked.write_text("no folder")
    monkeypatch.setenv("FORTHGAME_CACHE", str(blocked / "cache"))
    assert not cache.save("thing", b"contents")
    assert cache.load("thing") is None


def test_many_at_once(own: Path) -> None:
    """Writers of one name never leave a mixture, nor temporary files."""
    contents = [bytes([k]) * 100_000 for k in range(16)]
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda data: cache.save("thing", data), contents))
    assert cache.load("thing") in contents
    assert [path.name for path in own.iterdir()] == ["thing"]


def test_trim_keeps_the_newest(own: Path) -> None:
    """The oldest files go first."""
    for number in range(5):
        cache.save(f"words-{number}", bytes(1000))
        os.utime(own / f"words-{number}", (number, number))
    cache.save("other", bytes(1000))
    cache.trim("words-", limit=2500)
    assert sorted(path.name for path in own.iterdir()) == ["other", "words-3", "words-4"]


def test_a_damaged_interpreter_is_built_again(tmp_path: Path) -> None:
    """Machine code that was tampered with is not run."""
    copy = tmp_path / "cache"
    forthgame.Machine()
    copy.mkdir()
    for path in cache.folder().glob("*"):
        if path.name.startswith(("interpreter-", "primitives-")):
            shutil.copy(path, copy / path.name)
    for path in copy.glob("interpreter-*.o"):
        path.write_bytes(path.read_bytes()[:5000])
    command = "import forthgame; print(forthgame.Machine().run('6 7 * .'))"
    result = subprocess.run(
        [sys.executable, "-c", command],
        capture_output=True, text=True, check=True, timeout=120,
        env={**os.environ, "FORTHGAME_CACHE": str(copy)},
        cwd=Path(forthgame.__file__).parent.parent,
    )  # fmt: skip
    assert result.stdout.strip() == "42"
