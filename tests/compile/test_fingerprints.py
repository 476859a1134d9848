"""Compiled primitives depend on the functions and constants that they are made of."""

from __future__ import annotations

import ast
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import forthgame
from forthgame.compile.primitives import fingerprints as subject
from tests.waiting import HANGS_AFTER

PACKAGE = Path(forthgame.__file__).parent
PRINT = """
from forthgame.compile.primitives.fingerprints import compute_fingerprints, fingerprints
assert fingerprints() == compute_fingerprints()
for item in fingerprints().items():
    print(*item)
"""


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the package's modules, which a test may change."""
    folder = tmp_path_factory.mktemp("copy") / "forthgame"
    for name in ("analysis", "base", "compile", "confine", "words"):
        shutil.copytree(PACKAGE / name, folder / name, ignore=shutil.ignore_patterns("*.pyc"))
    for path in PACKAGE.glob("*.py"):
        shutil.copy(path, folder)
    return folder


def keys(package: Path) -> dict[str, str]:
    found = subprocess.run(
        [sys.executable, "-c", PRINT], capture_output=True, text=True, check=True,
        cwd=package.parent, timeout=HANGS_AFTER,
    )  # fmt: skip
    return dict(line.split() for line in found.stdout.splitlines())


CHANGES = [
    ("words/core/arithmetic.py", "lambda a, b: a + b", "lambda a, b: b + a", {"arithmetic"}),
    ("words/core/arithmetic.py", " a + b,", " a + b,  # a comment", set()),
    ("words/core/arithmetic.py", '"Add."', '"Add both."', set()),
    (
        "words/core/arithmetic.py", '"""Guard: the divisor is not 0."""', '"""Another."""',
        set(),
    ),
    ("words/board/board.py", "def ", "def unused() -> int:\n    return 1\n\n\ndef ", set()),
]  # fmt: skip


@pytest.mark.sampled(8)
@pytest.mark.parametrize(("file", "before", "after", "changed"), CHANGES)
def test_only_what_a_function_means_changes_the_key_of_its_module(
    package: Path, file: str, before: str, after: str, changed: set[str]
) -> None:
    path = package / file
    text = path.read_text()
    assert before in text
    first = subject.fingerprints()
    path.write_text(text.replace(before, after, 1))
    try:
        second = keys(package)
    finally:
        path.write_text(text)
    assert {module for module in first if first[module] != second[module]} == changed


@pytest.mark.sampled(4)
@pytest.mark.parametrize(("file", "before", "after"), [
    (
        "words/table/memory_access.py",
        "load8(vm, MEMORY + address)",
        "load8(vm, MEMORY + address + 1)",
    ),
    ("words/registers/memory_layout.py", "ACT_PASS: Final = 9", "ACT_PASS: Final = 99"),
    ("compile/primitives/intrinsics.py", "value.align = 1", "value.align = 2"),
    ("compile/primitives/numba_lowering.py", 'error_model="numpy"', 'error_model="python"'),
])  # fmt: skip
def test_what_many_functions_use_changes_the_keys_of_their_modules(
    package: Path, file: str, before: str, after: str
) -> None:
    path = package / file
    text = path.read_text()
    assert before in text
    path.write_text(text.replace(before, after, 1))
    try:
        second = keys(package)
    finally:
        path.write_text(text)
    first = subject.fingerprints()
    changed = {module for module in first if first[module] != second[module]}
    assert changed == set(first) if file.startswith("compile") else set() < changed < set(first)


def test_every_constant_of_the_makers_is_in_the_key() -> None:
    """Their modules are not imported to compute the keys, so only those of `cells` can be read."""
    for name in subject.MAKERS:
        tree = ast.parse((subject.HERE / f"{name}.py").read_text())
        imported = {
            alias.asname or alias.name
            for node in ast.walk(tree)
            if isinstance(node, ast.ImportFrom) and str(node.module).startswith("forthgame.words")
            for alias in node.names
        }
        assert imported <= {"memory_access", "HELPERS", "INLINED_HELPERS"}


def test_a_thing_whose_changes_are_not_seen_is_refused() -> None:
    tree = ast.parse("table[k]")
    with pytest.raises(TypeError, match="table is neither"):
        list(subject._constants(tree, {"table": {}}))
