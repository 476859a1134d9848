"""First starts by processor time: after an installation, and after a change."""

from __future__ import annotations

import re
import shutil
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path

from benchmarks.burdens import budget
from benchmarks.measuring import FailureError, NotInstalledError, Peer, Prepare, Row, Run, Sample
from benchmarks.processes import environment_with, games, require_times, run_together

ROOT = Path(__file__).resolve().parent.parent
TOURNAMENT = ("-m", "forthgame", "autoplay", "splut/duel", "splut/random", "10", "--seed", "1")
COUNT = ("-m", "forthgame", "perft", "tictactoe", "3", "--interpret")
TESTS = ("-m", "pytest", "-n", "0", "tests/words/test_words.py")
AT_ONCE = 10
BODY = ("forthgame/words/core/arithmetic.py", "    return a + b\n", "    return b + a\n")


def rows() -> list[Row]:
    """The README's first command, a first start, ten at once, and one changed primitive."""
    one = Peer("one", together(COUNT, 1, counted), 2.0)
    return [
        Row("start-tournament", "10", together(TOURNAMENT, 1, games), (budget(8.0),)),
        Row("start-interpreter", "504", together(COUNT, 1, counted), (budget(5.0),)),
        Row("start-ten", "504", together(COUNT, AT_ONCE, counted), (one,)),
        Row("start-changed", "passed", changed_primitive, (budget(15.0),)),
    ]


def counted(said: str) -> str:
    """The number of positions that a count has found."""
    return next((word for word in said.split() if word == "504"), "")


def passed(said: str) -> str:
    """Whether tests have passed and none has failed."""
    return "passed" if re.search(r"\b\d+ passed\b", said) and "failed" not in said else ""


def together(arguments: Sequence[str], count: int, read: Callable[[str], str]) -> Prepare:
    """Start so many processes at once on an empty cache; measure them, and other processes."""

    def prepare(folder: Path) -> Run:
        return lambda: started(folder, ROOT, arguments, count, read)

    return prepare


def changed_primitive(folder: Path) -> Run:
    """A test file, with the cache of the sources as they are, after the body of `+` was changed."""
    if not (ROOT / "tests").is_dir():
        raise NotInstalledError("needs the tests of the sources: left out")
    tree = folder / "tree"
    parts = ("forthgame", "games", "tests", "stdlib.4th", "pyproject.toml")
    for part in parts:
        if (ROOT / part).is_dir():
            shutil.copytree(ROOT / part, tree / part)
        else:
            shutil.copy(ROOT / part, tree / part)
    kept = folder / "kept"
    started(folder, tree, TESTS, 1, passed, kept)
    file, before, after = BODY
    text = (tree / file).read_text()
    if before not in text:
        raise FailureError(f"{file} has another text")
    (tree / file).write_text(text.replace(before, after, 1))

    def run() -> Sample:
        cache = Path(tempfile.mkdtemp(dir=folder))
        shutil.copytree(kept, cache, dirs_exist_ok=True)
        return started(folder, tree, TESTS, 1, passed, cache)

    return run


def started(
    folder: Path, tree: Path, arguments: Sequence[str], count: int, read: Callable[[str], str],
    cache: Path | None = None,
) -> Sample:  # fmt: skip
    """Run processes of a tree at once, with a new cache if none is given."""
    require_times()
    environment = environment_with(cache or Path(tempfile.mkdtemp(dir=folder)), folder)
    environment["PYTHONPATH"] = str(tree)
    return run_together(arguments, environment, read, count=count, tree=tree)
