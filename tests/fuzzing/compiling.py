"""Make the machine code that the steps of a case need; keep it nowhere.

Most of the time of a case goes into machine code. So only the code that its steps need is made, and
in most cases words are hardly inlined into their callers: a line of the case selects this. The
other cases test the rest.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from types import SimpleNamespace

import forthgame
from forthgame.base import cache
from forthgame.compile.generation import Optimisation, without
from forthgame.compile.writer import ir_module, machine_code
from forthgame.machine.tiers import plan_search
from forthgame.rules.native.code_parts import ENGINE_ROOTS

SECONDS, MORE_SECONDS = 3.0, 20.0  # of machine code, and if that was too little
# errors that come at another moment: limits, interruption; and of output, which takes long to fill
CUT = (-265, -266, -267, -28)
MOST_STEPS = 100_000
SEARCH_STEPS = 5_000_000  # a search that ends because of them reports no error
APART = "\\ apart"  # a line of cases in which few words are written into their callers
OFTEN_APART = 0.8
TOGETHER = "\\ together"  # a line of cases in which words have one copy for all directions
OFTEN_TOGETHER = 0.4
FEW_INLINED = 200  # instructions of all that are, in such a case
NOTHING_KEPT = SimpleNamespace(
    key=cache.key, has=lambda _: False, load=lambda _: None, save=lambda *_: False,
    trim=lambda _: None,
)  # fmt: skip
ENGINES = {
    "negamax": ("$NegamaxMove", "(search-to)"), "paranoid": ("$ParanoidMove", "(search-to)"),
    "brs": ("$BestReplyMove", "(search-to)"), "maxn": ("$MaxNMove", "(max-n-to)"),
    "uct": ("$UCTMove",), "mcts": ("$MctsMove",),
}  # fmt: skip
SEARCHING = ("search", "value")  # steps whose first argument begins with the name of an engine
RUNNING = {
    "perft",
    "count",
    "count-on",
    "playouts",
    "random",
}  # steps that play many moves at a time


def apart(draw: random.Random, lines: Iterable[str]) -> list[str]:
    """The lines, mostly with one before them that makes their machine code quickly."""
    heads = ((APART, OFTEN_APART), (TOGETHER, OFTEN_TOGETHER))
    return [*(head for head, often in heads if draw.random() < often), *lines]


@contextmanager
def compiling(text: str) -> Iterator[None]:
    """Inline and copy as the case requests; keep nothing, since no case comes again."""
    before = ir_module.INLINE_ALL
    heads = text.split("\n", 2)[:2]
    if APART in heads:
        ir_module.INLINE_ALL = FEW_INLINED
    kept = machine_code.cache
    machine_code.cache = plan_search.cache = NOTHING_KEPT  # type: ignore[assignment]
    try:
        with without(*([Optimisation.EACH] if TOGETHER in heads else [])):
            yield
    finally:
        ir_module.INLINE_ALL, machine_code.cache, plan_search.cache = before, kept, kept


def compile_needed(game: forthgame.Game, rows: Iterable[str]) -> None:
    """Make the machine code that the steps need."""
    native = game.native
    assert native is not None
    orders = [row.split() for row in rows]
    searches = {order[1].partition(":")[0] for order in orders if order[0] in SEARCHING}
    roots = {root for engine in searches for root in ENGINES.get(engine, ())}
    if "script" in searches:  # whatever the script or the game makes of it
        roots = set(ENGINE_ROOTS)
    native._engines.roots = tuple(root for root in ENGINE_ROOTS if root in roots)
    if RUNNING.intersection(order[0] for order in orders):
        native.prepare(wait=True, engines=bool(roots))
    else:
        native.prepare_calls(wait=True, engines=bool(roots))
