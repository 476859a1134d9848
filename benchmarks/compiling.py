"""Measure loading a script in a fresh process: compiled, from the cache, and only interpreted."""

from __future__ import annotations

import shutil
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from benchmarks.large_script import large_script
from benchmarks.measuring import Peer, Prepare, Row, Run
from benchmarks.sides import HERE, output_of, reported

Script = Callable[[Path], Path]  # writes the script into a folder and returns its path
MOVES = {"splut": "3", "large": "74"}  # the first player can choose from


def rows() -> list[Row]:
    """Return rows for each script: a cold start, and one from the cache, over the interpreter's."""
    found: list[Row] = []
    scripts: dict[str, Script] = {"splut": splut, "large": large}
    for name, script in scripts.items():
        cold, cached, interpreted = (
            loading(script, kind) for kind in ("cold", "cached", "interpreted")
        )
        plain = Peer("interpreted", interpreted)
        found += [
            Row(f"compile-{name}", MOVES[name], cold, (Peer("from the cache", cached), plain)),
            Row(f"cached-{name}", MOVES[name], cached, (plain,)),
        ]
    return found


def splut(folder: Path) -> Path:
    """The bundled game."""
    from forthgame.base.source import package_path

    return package_path("games", "splut") / "splut.4th"


def large(folder: Path) -> Path:
    """The script that is made by rule."""
    path = folder / "large.4th"
    path.write_text(large_script(), "utf-8")
    return path


def loading(script: Script, kind: str, clock: str = "wall", what: str = "native") -> Prepare:
    """A process that loads a script; its clock starts when Python and the engine have started.

    kind   cold, cached, interpreted
    clock  wall or processor
    what   the machine code that is made: see loading.py
    """

    def prepare(folder: Path) -> Run:
        path = script(folder)
        own = Path(tempfile.mkdtemp(dir=folder))
        fill(own / "cache")
        bytecode: dict[str, str] = {}
        if clock == "processor":  # Python's own compiling is not to count: the warm-up keeps it
            bytecode["PYTHONDONTWRITEBYTECODE"] = ""
            bytecode["PYTHONPYCACHEPREFIX"] = str(folder / "bytecode")

        def run() -> str:
            cache = own / "cache"
            if kind == "cold":  # another one for every run
                cache = Path(tempfile.mkdtemp(dir=own))
                shutil.copytree(own / "cache", cache, dirs_exist_ok=True)
            tier = "interpreted" if kind == "interpreted" else what
            return output_of(
                sys.executable, str(HERE / "loading.py"), str(path), tier, clock,
                variables={"FORTHGAME_CACHE": str(cache), **bytecode},
            )  # fmt: skip

        return lambda: reported(run())

    return prepare


def fill(cache: Path) -> None:
    """Copy the files that all scripts share, the primitives and the interpreter, from the real
    cache.
    """
    from forthgame import Machine
    from forthgame.base import cache as real
    from forthgame.compile.interpreter.native_interpreter import keys, llvm_binding
    from forthgame.compile.primitives.bitcode import primitives

    Machine()  # makes them if they are missing
    llvm = llvm_binding()
    bodies, interpreter = keys(llvm)
    primitives(llvm, bodies)
    cache.mkdir()
    kept = real.folder()
    if kept is None:
        return
    for pattern in (f"primitives-{bodies}.*", f"interpreter-{interpreter}.*"):
        for file in kept.glob(pattern):
            shutil.copy(file, cache)
