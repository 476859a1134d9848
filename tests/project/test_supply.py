"""Published files are built, installed without a compiler, and tested from the file.

Slow; needs pip and an index. Interpreters in PATH are tested, and others in `FORTHGAME_PYTHONS`,
separated as in PATH.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from pathlib import Path

import pytest

import forthgame
from tests.waiting import HANGS_AFTER

ROOT = Path(forthgame.__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
VERSIONS = ("3.11", "3.12", "3.13", "3.14")
BUILD = """
import sys
import hatchling.build as backend
print(getattr(backend, f"build_{sys.argv[1]}")(sys.argv[2]))
"""

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform == "win32", reason="paths of environments are others here"),
    pytest.mark.skipif(not (ROOT / "pyproject.toml").is_file(), reason="this is no source tree"),
]


def interpreters() -> dict[str, str]:
    """The interpreters that can be tried, by their versions."""
    given = os.environ.get("FORTHGAME_PYTHONS", "").split(os.pathsep)
    names = [sys.executable, *filter(None, given), *(f"python{version}" for version in VERSIONS)]
    found: dict[str, str] = {}
    for name in names:
        path = shutil.which(name)
        if path is None:
            continue
        shown = subprocess.run(
            [path, "-c", "import sys; print('%d.%d' % sys.version_info[:2])"],
            capture_output=True, text=True, check=False, timeout=HANGS_AFTER,
        )  # fmt: skip
        if shown.returncode == 0 and shown.stdout.strip() in VERSIONS:
            found.setdefault(shown.stdout.strip(), path)
    return found


def lowest(requirement: str) -> str:
    """`name>=1.2` as `name==1.2`."""
    return requirement.replace(">=", "==")


SOURCES = ("--no-binary", "chess")  # Python alone, and published without a wheel


def environment(folder: Path, python: str, *wanted: str) -> Path:
    """A fresh environment with packages, wheels but for SOURCES; its interpreter.

    Skips without an index.
    """
    subprocess.run([python, "-m", "venv", str(folder)], check=True, timeout=HANGS_AFTER)
    inside = folder / "bin" / "python"
    result = subprocess.run(
        [inside, "-m", "pip", "install", "-q", "--only-binary", ":all:", *SOURCES, *wanted],
        capture_output=True, text=True, check=False, timeout=1200,
        env={**os.environ, "CC": "/no/compiler", "CXX": "/no/compiler"},
    )  # fmt: skip
    if re.search(r"Failed to establish|Temporary failure|Connection|Network", result.stderr):
        pytest.skip("no index of packages can be reached")
    assert result.returncode == 0, result.stderr[-3000:]
    return inside


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path, Path]:
    """The sdist, the folder it unpacks to, and the wheel that is built from that folder, with the
    oldest build system that pyproject.toml names."""
    folder = tmp_path_factory.mktemp("supply")
    python = environment(
        folder / "venv", sys.executable, *map(lowest, PROJECT["build-system"]["requires"])
    )

    def build(kind: str, where: Path) -> Path:
        result = subprocess.run(
            [python, "-c", BUILD, kind, str(folder)],
            capture_output=True, text=True, check=True, cwd=where, timeout=HANGS_AFTER,
        )  # fmt: skip
        return folder / result.stdout.split()[-1]

    sdist = build("sdist", ROOT)
    with tarfile.open(sdist) as archive:
        archive.extractall(folder, filter="data")
    unpacked = folder / sdist.name.removesuffix(".tar.gz")
    return sdist, unpacked, build("wheel", unpacked)


def tried(python: Path, folder: Path, *arguments: str) -> str:
    """Return the output of a command, with only its environment in PATH, and no compiler."""
    result = subprocess.run(
        [python, *arguments], capture_output=True, text=True, check=False, cwd=folder, timeout=600,
        env={"PATH": str(python.parent), "HOME": str(folder), "CC": "/no/compiler",
             "FORTHGAME_CACHE": str(folder / "cache")},
    )  # fmt: skip
    assert result.returncode == 0, (result.stdout + result.stderr)[-3000:]
    return result.stdout


def test_the_wheel_holds_what_it_runs_with(built: tuple[Path, Path, Path]) -> None:
    """These are language, games and types; no tests; name, licence and versions in its
    description.
    """
    with zipfile.ZipFile(built[2]) as wheel:
        names = set(wheel.namelist())
        about = next(name for name in names if name.endswith("/METADATA"))
        metadata = wheel.read(about).decode()
    for name in ("py.typed", "data/stdlib.4th", "data/games/splut/splut.4th",
                 "machine/memory/processor.py", "data/benchmarks/run.py"):  # fmt: skip
        assert f"forthgame/{name}" in names
    assert not [name for name in names if name.startswith("tests") or ".pyc" in name]
    assert f"Version: {forthgame.__version__}" in metadata
    assert "License-Expression: MIT" in metadata
    for requirement in PROJECT["project"]["dependencies"]:
        assert f"Requires-Dist: {requirement}" in metadata


def test_the_sdist_holds_what_the_tests_need(built: tuple[Path, Path, Path]) -> None:
    """These are all files of the tests, the documents and the games, unchanged."""
    _, unpacked, _ = built
    for folder in ("forthgame", "tests", "games", "docs", "benchmarks"):
        here = {
            path.relative_to(ROOT)
            for path in (ROOT / folder).rglob("*")
            if path.is_file() and "__pycache__" not in path.parts and path.suffix != ".pyc"
        }
        there = {path.relative_to(unpacked) for path in (unpacked / folder).rglob("*")}
        assert here <= there, sorted(here - there)
    for name in ("README.md", "CHANGELOG.md", "LICENSE", "pyproject.toml", "stdlib.4th"):
        assert (unpacked / name).read_bytes() == (ROOT / name).read_bytes()


@pytest.mark.parametrize("version", VERSIONS)
def test_the_wheel_runs(version: str, built: tuple[Path, Path, Path], tmp_path: Path) -> None:
    """The wheel is installed with wheels only and run without a compiler, in a folder of its
    own.
    """
    found = interpreters().get(version)
    if found is None:
        pytest.skip(f"there is no Python {version} here")
    python = environment(tmp_path / "venv", found, str(built[2]))
    command = python.parent / "forthgame"
    assert tried(python, tmp_path, str(command), "--version").split()[-1] == forthgame.__version__
    assert tried(python, tmp_path, str(command), "run", "-e", "6 7 * . CR") == "42 \n"
    assert tried(python, tmp_path, str(command), "perft", "tictactoe", "4").split() == ["3024"]
    code = "import forthgame; print(len(forthgame.load('splut').new_game(seed=1).moves()))"
    assert tried(python, tmp_path, "-c", code) == f"{len(moves_of('splut'))}\n"
    games = ["autoplay", "random:", "first:", "--game", "tictactoe", "2", "--seed", "1"]
    assert "2 game(s) played" in tried(python, tmp_path, str(command), *games)


def moves_of(name: str) -> list[str]:
    """The moves of a game's opening."""
    return [str(move) for move in forthgame.load(name).new_game(seed=1).moves()]


def test_the_lowest_versions_are_true(built: tuple[Path, Path, Path], tmp_path: Path) -> None:
    """Tests of each package's use pass with the lowest versions that pyproject.toml names."""
    project = PROJECT["project"]
    wanted = [*project["dependencies"], *project["optional-dependencies"]["test"]]
    used = [lowest(each) for each in wanted if not each.startswith(("ruff", "mypy"))]
    python = environment(tmp_path / "venv", sys.executable, *used)
    tests = [
        "words/test_machine.py",
        "ui/test_cli.py",
        "ui/test_repl_terminal.py",
        "play/test_statistics.py",
        "play/test_schedule.py",
        "base/test_terminal_safety.py",
    ]
    tried(python, built[1], "-m", "forthgame", "run", "-e", "")  # compiles, and prints a message
    tried(python, built[1], "-m", "pytest", "-q", *(f"tests/{name}" for name in tests))
