"""Loads a script in a process of its own and prints the number of first moves and microseconds.

    python benchmarks/loading.py script.4th native|final|playouts|interpreted [processor]

`native` makes all machine code except that of engines, `final` the code that random games need,
`playouts` the draft of it that they begin with. Another game is loaded before the clock starts, so
starting the engine is not in the time. With `processor` the time is that of all cores, and of
processes that the engine has started and awaited.
"""

from __future__ import annotations

import sys
import time

import forthgame

try:
    import resource
except ImportError:  # not on this system: the processes started do not count there
    resource = None  # type: ignore[assignment]


def processor_time() -> float:
    """Seconds that this process has worked, and those it has awaited."""
    if resource is None:
        return time.process_time()
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime


def main(script: str, tier: str, of: str = "wall") -> None:
    """Load, with all machine code ready if requested, and list the moves of the first player."""
    forthgame.load("tictactoe", native=False)
    clock = processor_time if of == "processor" else time.perf_counter
    started = clock()
    game = forthgame.load(script, native=tier != "interpreted")
    if game.native and tier == "final":
        game.native.prepare_playouts()
    elif game.native and tier == "playouts":
        game.native.prepare_playouts(draft=True)
    elif game.native:
        game.native.prepare(wait=True, engines=False)
    moves = len(game.new_game(seed=1).moves())
    print(moves, f"{(clock() - started) * 1e6:.1f}")


if __name__ == "__main__":
    main(*sys.argv[1:4])
