"""Shape: imports point one way, files stay small, starting is quick."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import forthgame

ROOT = Path(forthgame.__file__).parent
ORDER = ["errors", "source", "lang", "vm", "game", "play", "ui"]
PLACES = {"machine": "game", "__main__": "ui", "__init__": "ui"}


def layer(module: str) -> int:
    """Where a module stands, from the left."""
    first = module.split(".")[1] if "." in module else "__init__"
    return ORDER.index(PLACES.get(first, first))


def imports(path: Path) -> list[str]:
    """Modules of ours that a file imports at its top level, those for typing left out."""
    found = []
    for node in ast.parse(path.read_text()).body:
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("forthgame"):
            found.append(node.module or "")
        elif isinstance(node, ast.Import):
            found += [name.name for name in node.names if name.name.startswith("forthgame")]
    return found


def test_imports_point_left() -> None:
    """errors, source <- lang <- vm <- game <- play <- ui."""
    for path in ROOT.rglob("*.py"):
        module = ".".join(["forthgame", *path.relative_to(ROOT).with_suffix("").parts])
        for other in imports(path):
            assert layer(other) <= layer(module), f"{module} imports {other}"


def test_files_are_small() -> None:
    """At most 400 lines each."""
    for path in ROOT.rglob("*.py"):
        assert len(path.read_text().splitlines()) <= 400, path


def test_only_the_interface_prints() -> None:
    """No print outside ui."""
    for path in ROOT.rglob("*.py"):
        calls = [n for n in ast.walk(ast.parse(path.read_text())) if isinstance(n, ast.Call)]
        printing = [c for c in calls if isinstance(c.func, ast.Name) and c.func.id == "print"]
        assert not printing, path


def loaded_by(code: str) -> set[str]:
    """Top-level modules that some code has loaded, in a process of its own."""
    script = f"{code}\nimport sys; print(*sorted(n for n in sys.modules if '.' not in n))"
    result = subprocess.run(
        [sys.executable, "-c", script],
        capture_output=True, text=True, check=True, cwd=ROOT.parent, timeout=120,
    )  # fmt: skip
    return set(result.stdout.split())


def test_a_start_is_quick() -> None:
    """No compiler for the import, no numba or numpy for a game once the cache is warm."""
    assert not {"numba", "numpy", "llvmlite", "rich"} & loaded_by("import forthgame")
    play = "import forthgame; forthgame.load('splut').new_game(seed=1).moves()"
    loaded_by(play)
    assert not {"numba", "numpy", "rich"} & loaded_by(play)
