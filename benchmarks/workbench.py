"""Show that the workbench costs nothing, up to noise, in a game that does not use it."""

from __future__ import annotations

import subprocess
import sys

from benchmarks.measuring import FailureError, Peer, Prepare, Row, Run, Sample
from benchmarks.sides import reported

BAR = 1.03
DEPTHS = {"workbench": (4, "256036"), "workbench-native": (5, "6182818")}

LOADED = """
from importlib import import_module
from pkgutil import iter_modules
import forthgame.why
for module in iter_modules(forthgame.why.__path__):
    import_module("forthgame.why." + module.name)
from forthgame.why.debugger.debugger import Debugger
debugger = Debugger(game, lambda pause: "continue")
debugger.delete(debugger.break_at("advance").number)
debugger.delete(debugger.watch("e2").number)
"""
COUNT = """
import sys
import time
import forthgame
game = forthgame.load("breakthrough", native={native})
{more}
best = 1e9
for line in sys.stdin:
    for _ in range({runs}):
        started = time.perf_counter()
        answer = game.perft({depth})
        best = min(best, time.perf_counter() - started)
    print(answer, best * 1e6, flush=True)
"""


def counting(name: str, more: str) -> Prepare:
    """A process that counts the moves of breakthrough on request.

    The processes of both sides stay and are called in turn, and each reports its quickest count so
    far: on a shared machine, medians of single counts do not show a few per cent.
    """
    depth, native = DEPTHS[name][0], name.endswith("native")
    runs = 12 if native else 25
    code = COUNT.format(native=native, more=more, depth=depth, runs=runs)

    def prepare(folder: object) -> Run:
        process = subprocess.Popen(
            [sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

        def run() -> Sample:
            if process.stdin is None or process.stdout is None:
                raise FailureError("the process has no pipes")
            process.stdin.write("count\n")
            process.stdin.flush()
            return reported(process.stdout.readline())

        return run

    return prepare


def rows() -> list[Row]:
    """Generation in both tiers: a debugger had its breakpoints and has lost them, or never was."""
    return [
        Row(name, answer, counting(name, LOADED), (Peer("without", counting(name, ""), BAR),))
        for name, (_, answer) in DEPTHS.items()
    ]
