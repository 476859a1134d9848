"""Playing, searching and taking back leave no memory behind."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import forthgame

PAGES = Path("/proc/self/statm")
PROGRAM = """
import sys, forthgame
game = forthgame.load("breakthrough"); game.native.prepare(wait=True, engines=False)
def pages(): return int(open("/proc/self/statm").read().split()[1])
def play(times):
    for k in range(times // 1000): game.playouts(1000, seed=k)
def walk(times):
    state = game.new_game(seed=1)
    for k in range(times):
        for _ in range(20): state.play(state.moves()[k % len(state.moves())])
        state.copy()
        while state.history: state.undo()
few, many = int(sys.argv[1]), int(sys.argv[2])
play(few); walk(few // 20); before = pages()
play(many); walk(many // 20); print(pages() - before)
"""
ALLOWED = 400  # pages of 4 KB: what Python's allocator may keep


@pytest.mark.skipif(not PAGES.exists(), reason="reads /proc")
@pytest.mark.parametrize(
    ("few", "many"), [(1000, 2000), pytest.param(1000, 10_000, marks=pytest.mark.slow)]
)
def test_memory_stays_where_it_was(few: int, many: int) -> None:
    """Resident pages after some games, and after many more, in a process of its own."""
    found = subprocess.run(
        [sys.executable, "-c", PROGRAM, str(few), str(many)],
        capture_output=True, text=True, check=True,
        env={**os.environ, "PYTHONPATH": str(Path(forthgame.__file__).parent.parent)},
    )  # fmt: skip
    assert int(found.stdout) < ALLOWED
