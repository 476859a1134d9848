"""Measure tournaments: two processes against one, and the time of the runner itself.

    python benchmarks/tournament.py            # both rows
    python benchmarks/tournament.py --json

`jobs`: the same CPU-bound games by one process and by two, in turn; the bar is 1.8 times the speed,
on a machine with two free cores. `overhead`: at some 10 ms a move, the time of games outside
engines; the bar is 5 %. Answers are checked: any number of processes plays the same games.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from forthgame.play.model.game_record import GameRecord
from forthgame.play.plan.plan import Plan, make_plan
from forthgame.play.run.tournament import local, records
from forthgame.play.store.store import Store

ENTRANTS = ["negamax:depth=4", "negamax:depth=4"]
GAME = "breakthrough"
GAMES, PLIES, RANDOM_PLIES = 8, 40, 4
JOBS_BAR, OVERHEAD_BAR = 1.8, 0.05


def play(plan: Plan, jobs: int) -> tuple[float, list[GameRecord]]:
    """Seconds for a tournament, from the first process to the last game saved; and its games."""
    started = time.perf_counter()
    with Store.open(None, plan, resume=False) as store:
        played = list(records(plan, local(plan, jobs), store))
    return time.perf_counter() - started, played


def lines(played: list[GameRecord]) -> list[str]:
    """The games, to be compared."""
    return [record.line for record in played]


def jobs_row(rounds: int, games: int) -> dict[str, object]:
    """Return how many times as fast two processes are as one."""
    from forthgame.play.model.limits import Limits

    plan = make_plan(ENTRANTS, game=GAME, games=games, seed=1, random_plies=RANDOM_PLIES,
                     limits=Limits(plies=PLIES))  # fmt: skip
    _, expected = play(plan, 2)  # warms the caches
    times: dict[int, list[float]] = {1: [], 2: []}
    right = True
    for _ in range(rounds):
        for jobs, found in times.items():
            seconds, played = play(plan, jobs)
            right = right and lines(played) == lines(expected)
            found.append(seconds)
    one, two = (min(times[jobs]) for jobs in (1, 2))  # whatever else runs only slows down
    return {"row": "jobs", "one": one, "two": two, "ratio": one / two, "bar": JOBS_BAR,
            "met": one / two >= JOBS_BAR, "right": right}  # fmt: skip


def overhead_row(rounds: int, games: int) -> dict[str, object]:
    """Return the share of a tournament's time outside engines, at about 10 ms a move, without the
    start.
    """
    from forthgame.play.model.limits import Limits

    plan = make_plan(["script:time=0.008"] * 2, game=GAME, games=games, seed=1,
                     random_plies=RANDOM_PLIES, limits=Limits(plies=PLIES))  # fmt: skip
    shares, moves = [], []
    right = True
    for _ in range(rounds):
        with Store.open(None, plan, resume=False) as store:
            played = []
            for record in records(plan, local(plan, 1), store):
                played.append((time.perf_counter(), record))
        whole = played[-1][0] - played[0][0]  # from the first game on, so without the start
        used = [u for _, record in played[1:] for u in record.usage.values()]
        engines = sum(u.seconds for u in used)
        right = right and len(played) == games and all(r.end != "void" for _, r in played)
        shares.append(whole / engines - 1)
        moves.append(engines / sum(u.moves for u in used))
    share = statistics.median(shares)
    return {"row": "overhead", "move_ms": 1000 * statistics.median(moves), "share": share,
            "bar": OVERHEAD_BAR, "met": share <= OVERHEAD_BAR, "right": right}  # fmt: skip


def main() -> int:
    """Run the rows; 1 if an answer was wrong."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--games", type=int, default=GAMES)
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    rows = [jobs_row(given.rounds, given.games), overhead_row(given.rounds, given.games)]
    if given.json:
        print(json.dumps(rows, indent=2))
    else:
        jobs, overhead = rows
        print(f"jobs      one {jobs['one']:.2f} s, two {jobs['two']:.2f} s: {jobs['ratio']:.2f}x "
              f"(bar {JOBS_BAR}x)")  # fmt: skip
        print(f"overhead  {100 * float(str(overhead['share'])):.1f} % at "
              f"{overhead['move_ms']:.1f} ms a move (bar {100 * OVERHEAD_BAR:.0f} %)")  # fmt: skip
        for row in rows:
            print(f"{row['row']}: {'met' if row['met'] else 'not met'}"
                  f"{'' if row['right'] else ', WRONG ANSWER'}")  # fmt: skip
    return 0 if all(row["right"] for row in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
