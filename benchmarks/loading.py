"""Loads a script in a process of its own and prints the number of first moves and microseconds.

    python benchmarks/loading.py script.4th native|interpreted

Another game is loaded before the clock starts, so starting the engine is not in the time.
"""

from __future__ import annotations

import sys
import time

import forthgame


def main(script: str, tier: str) -> None:
    """Load, with all machine code ready if asked for, and list the moves of the first player."""
    forthgame.load("tictactoe", native=False)
    started = time.perf_counter()
    game = forthgame.load(script, native=tier == "native")
    if game.native:
        game.native.prepare(wait=True, engines=False)
    moves = len(game.new_game(seed=1).moves())
    print(moves, f"{(time.perf_counter() - started) * 1e6:.1f}")


if __name__ == "__main__":
    main(*sys.argv[1:3])
