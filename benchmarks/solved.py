"""Measure how often an engine keeps the value of solved Connect Four positions.

    python benchmarks/solved.py [--engine auto] [--time 0.2] [--positions 200] [--details]

`connectfour_positions.txt` has positions after random openings of 8 to 20 plies, each with a move
that keeps its value and one that does not: the columns played, the value for the player to move,
the columns that keep it. `c/connectfour_solver.c` writes them. The engine searches as many
positions as take `--time` seconds of processor time, by the rate of earlier searches, so the load
of the machine has no influence. Prints rows for `solved.md`.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import forthgame
from forthgame.api.game import Game, State
from forthgame.play.statistics.interval import wilson

POSITIONS = Path(__file__).with_name("connectfour_positions.txt")
FIRST = 20_000  # positions of the first search
COLUMNS = "abcdefg"


@dataclass(frozen=True)
class Solved:
    """A position: columns played from 1 on, its value, the columns that keep it."""

    played: str
    value: int
    keeping: str


def solved() -> Iterator[Solved]:
    """The positions of the file."""
    for line in POSITIONS.read_text(encoding="ascii").splitlines():
        played, value, keeping = line.split()
        yield Solved(played, int(value), keeping)


def column(text: str) -> str:
    """The column of a move of ours, from 1 on."""
    return str(COLUMNS.index(text.split()[-1][0]) + 1)


def reached(game: Game, played: str) -> State:
    """Return the state after the columns."""
    state = game.new_game(seed=1)
    for wanted in played:
        state.play(next(move for move in state.moves() if column(str(move)) == wanted))
    return state


def main() -> None:
    """Search all positions and print a row."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--engine", default="auto")
    parser.add_argument("--time", type=float, default=0.2)
    parser.add_argument("--positions", type=int, default=200)
    parser.add_argument("--details", action="store_true", help="print the positions given away")
    options = parser.parse_args()
    game = forthgame.load("connectfour")
    if game.native:
        game.native.prepare(wait=True)
    rate, kept, count, spent = 0.0, 0, 0, 0.0
    reached(game, "44").search(options.engine, time=None, nodes=FIRST)  # machine code is made
    for entry in list(solved())[: options.positions]:
        state = reached(game, entry.played)
        allowed = int(rate * options.time) if rate else FIRST
        started = time.process_time()
        found = state.search(options.engine, time=None, nodes=allowed, seed=1)
        seconds = time.process_time() - started
        spent += seconds
        if found.nodes > 0.5 * allowed:  # else it ended early, and its rate is not representative
            now = found.nodes / max(seconds, 1e-4)
            rate = 0.7 * rate + 0.3 * now if rate else now
        count += 1
        good = column(str(found.move)) in entry.keeping
        kept += good
        if options.details and not good:
            print(entry, column(str(found.move)), found.score, found.depth, found.nodes, flush=True)
    interval = wilson(kept, count)
    print(
        f"| connectfour: {options.engine} at {options.time:g} s | {count} | "
        f"{100 * kept / count:.1f} % | {100 * interval.low:.1f} … {100 * interval.high:.1f} % | "
        f"{1000 * spent / count:.0f} ms |"
    )


if __name__ == "__main__":
    main()
