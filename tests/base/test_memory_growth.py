"""Repeated operations leave the resident size unchanged."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import forthgame
from tests.waiting import HANGS_AFTER

ROOT = Path(forthgame.__file__).parent.parent
ALLOWED = 128 << 10  # bytes: slack of Python's own allocator; a true figure is 0
PROGRAM = """
import gc, sys
import forthgame

def resident():
    gc.collect()
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1])

name, native = sys.argv[1], sys.argv[2] == "native"
game = forthgame.load(name, native=native)
if native:
    game.native.prepare(wait=True)
base = game.new_game(seed=1)
base.moves()

def playouts(turns):
    for seed in range(0, turns, 100):
        assert game.playouts(min(100, turns - seed), seed=seed).games > 0

def undo(turns):
    for turn in range(turns):
        for step in range(10):
            moves = base.moves()
            base.play(moves[(turn + step) % len(moves)])
        for step in range(10):
            base.undo()
    assert not base.history

def copy(turns):
    for turn in range(turns):
        other = base.copy()
        moves = other.moves()
        other.play(moves[turn % len(moves)])
        assert len(other.moves()) == 22 and not base.history

def new(turns):
    for turn in range(turns):
        assert len(game.new_game(seed=turn).moves()) == 22

def search(engine, **limits):
    def run(turns):
        for turn in range(turns):
            assert base.search(engine, time=None, seed=turn % 5, **limits).move
    return run

activities = {"playouts": playouts, "undo": undo, "copy": copy, "new": new,
              "negamax": search("negamax", depth=3), "uct": search("uct", playouts=200),
              "script": search("script")}
for activity in sys.argv[3:]:
    name, few, many = activity.split(",")
    run = activities[name]
    run(int(few))
    before = resident()
    run(int(many))
    print(name, (resident() - before) * __import__("os").sysconf("SC_PAGE_SIZE"))
"""

# how often to begin with, and how often then: in the suite, and when there is time
SIZES = {
    "breakthrough": {
        "playouts": ((200, 600), (1000, 10000)),
        "undo": ((20, 60), (300, 3000)),
        "copy": ((100, 300), (1000, 20000)),
        "new": ((50, 150), (1000, 10000)),
        "negamax": ((6, 20), (50, 1000)),
        "uct": ((6, 20), (50, 1000)),
    },
    "splut/duel": {"script": ((3, 8), (50, 500))},
}

pytestmark = pytest.mark.skipif(
    not Path("/proc/self/statm").exists(), reason="the resident size is read from /proc"
)


def growth(game: str, tier: str, sizes: dict[str, tuple[int, int]]) -> dict[str, int]:
    """Bytes by which a process grows from the first repetitions to the further ones of each."""
    activities = [f"{name},{few},{many}" for name, (few, many) in sizes.items()]
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, game, tier, *activities],
        capture_output=True, text=True, check=False, timeout=HANGS_AFTER, cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return {name: int(grown) for name, grown in map(str.split, done.stdout.splitlines())}


@pytest.mark.sampled(2)
@pytest.mark.parametrize("game", SIZES)
def test_a_process_does_not_grow(game: str) -> None:
    grown = growth(game, "native", {name: quick for name, (quick, _) in SIZES[game].items()})
    assert grown.keys() == SIZES[game].keys()
    assert {name: size for name, size in grown.items() if size > ALLOWED} == {}


@pytest.mark.slow
@pytest.mark.parametrize("tier", ["native", "interpreted"])
@pytest.mark.parametrize(
    ("game", "activity"), [(game, activity) for game in SIZES for activity in SIZES[game]]
)
def test_a_process_does_not_grow_for_long(game: str, activity: str, tier: str) -> None:
    assert growth(game, tier, {activity: SIZES[game][activity][1]})[activity] <= ALLOWED


ENTRANTS = """
import sys
from pathlib import Path
from forthgame.play.model.limits import Limits
from forthgame.play.plan.plan import make_plan
from forthgame.play.run.worker import GameRunner

def private():
    lines = Path("/proc/self/smaps_rollup").read_text().splitlines()
    return sum(int(line.split()[1]) for line in lines if line.startswith("Private_Dirty")) << 10

if __name__ == "__main__":
    folder, rules = Path(sys.argv[1]), Path(sys.argv[2]).read_text(encoding="utf-8")
    scripts = [folder / f"entrant{number}.4th" for number in range(8)]
    for number, script in enumerate(scripts):
        script.write_text(f"\\\\ number {number}\\n{rules}", encoding="utf-8")
    plan = make_plan([str(script) for script in scripts], games=56, seed=1, limits=Limits(depth=2))
    table = GameRunner(plan)
    table.play(0)
    before = private()
    for number in range(2, 14, 2):
        assert table.play(number).end == "result"
    print((private() - before) // 6)
"""


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/smaps_rollup").exists(), reason="only Linux has it")
def test_further_entrants_share_what_they_can(tmp_path: Path) -> None:
    """Scripts with the same words: each takes its memory, and no machine code of its own.

    The second run counts, since the first may compile, which uses memory.
    """
    program = tmp_path / "program.py"
    program.write_text(ENTRANTS, encoding="utf-8")
    rules = ROOT / "games" / "connectfour" / "connectfour.4th"
    for _ in range(2):
        done = subprocess.run(
            [sys.executable, str(program), str(tmp_path), str(rules)],
            capture_output=True, text=True, check=False, timeout=600, cwd=ROOT,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
    assert int(done.stdout) < 4 << 20
