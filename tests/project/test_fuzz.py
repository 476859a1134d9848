"""Scripts with something wrong never harm the process, and the checker agrees with the loader."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from fuzzing.mutate import mutant, originals

from tests.waiting import HANGS_AFTER

ROOT = Path(__file__).parents[2]
WORKER = ROOT / "tests" / "fuzzing" / "worker.py"
CHUNK = 50


def attempt(first: int, count: int, native: bool) -> tuple[list[str], int]:
    """Run a worker; return the complaints, and the first seed that it has not reached."""
    with tempfile.TemporaryDirectory() as folder:
        arguments = [str(n) for n in (folder, first, count, int(native))]
        process = subprocess.Popen(
            [sys.executable, str(WORKER), *arguments],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
            env={**os.environ, "PYTHONPATH": os.pathsep.join((str(ROOT), str(ROOT / "tests")))},
        )  # fmt: skip
        try:
            out, err = process.communicate(timeout=HANGS_AFTER)
            lost = f"the process ended with {process.returncode} {err[-600:]}"
        except subprocess.TimeoutExpired:
            process.kill()
            out, err = process.communicate()
            lost = "it hangs"
    complaints, begun, ended = [], first - 1, first - 1
    for line in out.splitlines():
        what, number, *rest = line.split(" ", 2)
        if what == "begin":
            begun = int(number)
        else:
            ended = int(number)
            if rest != ["ok"]:
                complaints.append(f"{number}: {rest[0]}")
    if ended < first + count - 1:
        complaints.append(f"{begun}: {lost}")
    return complaints, max(begun, ended) + 1


def sweep(first: int, count: int, native: bool = False) -> list[str]:
    """Return the complaints about so many mutants; continue after one that ends its process."""

    def chunk(start: int) -> list[str]:
        found, following, end = [], start, min(start + CHUNK, first + count)
        while following < end:
            complaints, reached = attempt(following, end - following, native)
            found += complaints
            if reached <= following:  # it did not even begin
                break
            following = reached
        return found

    with ThreadPoolExecutor(max_workers=2) as pool:
        return [c for found in pool.map(chunk, range(first, first + count, CHUNK)) for c in found]


def test_mutants_are_made_as_promised() -> None:
    """Mutants are the same for the same seed, different from the originals and from each other."""
    texts = {mutant(seed) for seed in range(200)}
    assert texts == {mutant(seed) for seed in range(200)}
    assert len(texts) > 190
    assert len(texts - {"".join(tokens) for tokens in originals().values()}) > 180


def test_a_few_mutants() -> None:
    """Checking, loading, generating and playing raise only errors of the package."""
    assert sweep(0, 12) == []


@pytest.mark.slow
def test_many_mutants() -> None:
    """These are 20 000 others."""
    assert sweep(25, 20_000) == []


@pytest.mark.slow
def test_mutants_in_native_code() -> None:
    """All words are compiled."""
    assert sweep(100_000, 150, native=True) == []
