"""The kind `events`: a whole game, and steps with it through the API."""

from __future__ import annotations

import random

from .. import games
from ..compiling import apart
from ..kind import Kind
from .engines import with_own
from .script import has_known_values
from .ways import attempt
from .whole import Whole

OFTEN_OWN = 0.12  # games with engines of their own
OFTEN_SEARCHED, OFTEN_VALUED = 0.15, 0.7  # of the others, and of those whose scores are known
SEARCHES = {
    "negamax": (
        "negamax:depth=2", "negamax:nodes=150,seed=3",
        "negamax:selective=yes,null=2,forced=yes,depth=3", "negamax:prove=0.5,nodes=120,seed=1",
    ),
    "paranoid": ("paranoid:depth=3", "paranoid:depth=3,repetition=yes"),
    "maxn": ("maxn:depth=2",),
    "brs": ("brs:depth=3",),
    "uct": ("uct:playouts=30,seed=1", "uct:mast=yes,cut=3,grave=10,playouts=30,seed=5",
            "uct:look=1,join=yes,minimax=0.3,bias=1,playouts=30,seed=6", "uct:nodes=100,seed=3"),
    "mcts": ("mcts:playouts=30,seed=1", "mcts:ngram=2,history=0.5,playouts=20,seed=7"),
}  # fmt: skip
VALUED = ("negamax", "negamax", "paranoid")  # with known scores, if there are two players


def _steps(draw: random.Random, game: Whole) -> list[str]:
    choice = draw.randrange(20)
    rows = [f"line {draw.randint(3, 8)} {choice}", "count 1", "count 2", "lists 2"]
    rows += draw.sample(["count 3", f"random 15 12 {choice}", "count-on 2"], k=2)
    if not game.together and draw.random() < 0.25:
        rows.append(f"batch 4 5 {choice}")
    if game.kind == "one" and draw.random() < 0.3:
        rows.append(f"solve {draw.choice(('breadth', 'ida'))}")
    return [*rows, *(f"play {draw.randrange(50)}" for _ in range(draw.randint(0, 3))), "lists 2"]


def _searches(draw: random.Random, own: bool, known: bool) -> list[str]:
    """Few searches: their machine code takes most of the time."""
    if own:
        return [f"search script:depth={draw.randint(1, 3)},seed={draw.randrange(9)}"]
    if draw.random() > (OFTEN_VALUED if known else OFTEN_SEARCHED):
        return []
    engine = draw.choice(VALUED if known else tuple(SEARCHES))
    rows = [f"search {draw.choice(SEARCHES[engine])}"]
    if known:
        rows += [f"value {engine} {depth}" for depth in draw.sample((1, 2, 3), k=2)]
    return rows


def make(seed: int) -> str:
    """A game of a seed."""
    draw = random.Random(f"events {seed}")
    game = Whole(draw)
    lines, steps = game.script(), _steps(draw, game)
    own = not game.together and draw.random() < OFTEN_OWN
    if own:
        lines = with_own(draw, lines)
    steps += _searches(draw, own, has_known_values("\n".join(lines)))
    return "\n".join(apart(draw, [*lines, *(games.MARK + step for step in steps)]))


KIND = Kind("events", "whole games with events of all kinds, in several ways", make, attempt, 120.0)
