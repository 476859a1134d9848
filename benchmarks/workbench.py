"""What the workbench costs a game that does not use it: nothing, up to noise."""

from __future__ import annotations

import sys

from benchmarks.measuring import Peer, Prepare, Row, Run
from benchmarks.sides import output_of, reported

BAR = 1.03
DEPTHS = {"workbench": (4, "256036"), "workbench-native": (5, "6182818")}
SECONDS = 1.5  # in one process; the quickest run counts: others may use the processor for moments

LOADED = """
from importlib import import_module
from pkgutil import iter_modules
import forthgame.debug
for module in iter_modules(forthgame.debug.__path__):
    import_module("forthgame.debug." + module.name)
from forthgame.debug.debugger import Debugger
debugger = Debugger(game, lambda pause: "continue")
debugger.delete(debugger.break_at("advance").number)
debugger.delete(debugger.watch("e2").number)
"""
COUNT = """
import time
import forthgame
game = forthgame.load("breakthrough", native={native})
{more}
game.perft({depth})
best = 1e9
end = time.perf_counter() + {seconds}
while (started := time.perf_counter()) < end:
    answer = game.perft({depth})
    best = min(best, time.perf_counter() - started)
print(answer, best * 1e6)
"""


def counting(name: str, more: str) -> Prepare:
    """A process that counts the moves of breakthrough, with something done before."""
    depth = DEPTHS[name][0]
    code = COUNT.format(native=name.endswith("native"), more=more, depth=depth, seconds=SECONDS)

    def prepare(folder: object) -> Run:
        return lambda: reported(output_of(sys.executable, "-c", code))

    return prepare


def rows() -> list[Row]:
    """Generation in both tiers: a debugger had its breakpoints and has lost them, or never was."""
    return [
        Row(name, answer, counting(name, LOADED), (Peer("without", counting(name, ""), BAR),))
        for name, (_, answer) in DEPTHS.items()
    ]
