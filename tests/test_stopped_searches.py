"""Searches that are stopped anywhere leave no trace in what a script can read."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from random import Random, SystemRandom

import pytest
from library import bare_name, game_scripts

from tests.stopped.stress import SCRIPTS, Stress

pytestmark = [
    pytest.mark.skipif(sys.platform == "win32", reason="signals differ"),
    # a signal may come while Python forgets something, and is then lost
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]

SEED = 20261128
COMPILED = ["opening-150", "retracting", "jumping", "counters"]  # compiling all takes too long
QUICK_GAMES = ["tictactoe", "breakthrough", "morris", "ur", "minishogi", "splut/duel"]


def folder_of_tests() -> Path:
    """The folder of the scripts."""
    return SCRIPTS[0].parent


@pytest.mark.parametrize("part", range(6))
def test_stopped_searches_of_small_scripts_leave_no_trace(part: int) -> None:
    for path in SCRIPTS[part::6]:
        Stress(path, False, Random(f"{SEED} {path.stem}")).play(6, 2)


@pytest.mark.parametrize("stem", COMPILED)
def test_stopped_searches_in_machine_code_leave_no_trace(stem: str) -> None:
    path = folder_of_tests() / f"{stem}.4th"
    Stress(path, True, Random(f"{SEED} {stem}")).play(6, 2)


@pytest.mark.parametrize("name", QUICK_GAMES)
def test_stopped_searches_of_bundled_games_leave_no_trace(name: str) -> None:
    Stress(name, False, Random(f"{SEED} {name}")).play(4, 2)


@pytest.mark.slow
def test_stopped_searches_of_all_scripts_leave_no_trace() -> None:
    """For two minutes, in both tiers; the seed is printed."""
    seed = SystemRandom().randrange(1 << 30)
    print(f"seed {seed}")
    random = Random(seed)
    games = [*SCRIPTS, *map(bare_name, game_scripts())]
    until = time.monotonic() + 120
    while time.monotonic() < until:
        Stress(random.choice(games), random.random() < 0.5, random).play(10, 2)
