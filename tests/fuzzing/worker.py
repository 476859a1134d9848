"""A process that checks, loads and plays mutated scripts: `worker.py FOLDER FIRST COUNT NATIVE`.

It prints a line before and after each, so that the parent can see which one ended it.
"""

from __future__ import annotations

import gc
import random
import sys
import traceback
from pathlib import Path

import forthgame
from forthgame.api.game import Game
from forthgame.check.check import analyse
from forthgame.check.findings import sorted_findings
from forthgame.check.loading.checked_script import read_script
from fuzzing.mutate import folder_of_originals, mutants

LOAD_STEPS, PLAY_STEPS, PLIES = 1_000_000, 1_000_000, 4
MEMORY = 6 << 30
LOADING = tuple(f"FG10{k}" for k in range(1, 9))


def limit_memory() -> None:
    """Limit memory, so that a script that uses it up loses the process and not the machine."""
    try:
        import resource
    except ImportError:
        return
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def checked(path: Path) -> bool:
    """Check a script; return whether loading it was found to fail."""
    script = read_script(path, steps=LOAD_STEPS)
    analyse(script)
    findings = sorted_findings(script.findings)
    assert all(f.place.line >= 1 and f.place.column >= 1 for f in findings)
    return not script.is_game or any(f.code in LOADING for f in findings)


def loaded(path: Path, native: bool) -> Game | None:
    """The game of a script, None if it cannot be loaded."""
    try:
        return Game(path, native=native, steps=LOAD_STEPS)
    except forthgame.ScriptError:
        return None


def play(game: Game, seed: int, native: bool) -> None:
    """Play some random plies, then look ahead."""
    draw = random.Random(seed)
    processor = game.forth.processor
    if native and game.native is not None:
        game.native.prepare(wait=True)
        processor.limit(seconds=2)
    else:
        processor.limit(steps=PLAY_STEPS)
    state = game.new_game(seed=1)
    for _ in range(PLIES):
        moves = state.moves()
        if state.outcome or not moves:
            break
        state.play(draw.choice(moves))
    game.perft(1, state)
    game.playouts(1, state=state, plies=10)
    if state.moves():
        state.search(depth=1)


def one(path: Path, seed: int, text: str, native: bool) -> str:
    """Run everything with one script; return `ok`, or the fault."""
    path.write_text(text)
    try:
        failed = checked(path)
        game = loaded(path, native)
        if failed != (game is None):
            return f"the checker says {'failure' if failed else 'success'}, loading does not"
        if game is not None:
            play(game, seed, native)
    except forthgame.ForthgameError:
        return "ok"
    except BaseException:
        return "raises " + traceback.format_exc().replace("\n", " | ")[-900:]
    return "ok"


def main() -> None:
    """Work through the seeds."""
    folder, first, count, native = Path(sys.argv[1]), *map(int, sys.argv[2:5])
    limit_memory()
    folder_of_originals(folder)
    for seed, text in mutants(first, count):
        print("begin", seed, flush=True)
        print("end", seed, one(folder / "mutant.4th", seed, text, bool(native)), flush=True)
        gc.collect()


if __name__ == "__main__":
    main()
