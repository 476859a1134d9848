"""The kind `rules`: a game of a family, additions to it, and steps with it."""

from __future__ import annotations

import random

from .. import games
from ..compiling import apart
from ..kind import Kind
from . import choosing, looking, moving
from .ways import attempt

FAMILIES = (  # the first ones have most to choose from
    *(moving.numbers, moving.gates, moving.filters, moving.making, looking.loops) * 2,
    looking.tokens,
    choosing.leaves, choosing.unfinished, choosing.hands, choosing.legal, choosing.leftover,
)  # fmt: skip
OFTEN_MORE = 0.3  # games that get one of these lines at their end
MORE = (
    "$passTurnForced ON",
    ": OnNextTurn OnNextTurn current-player TRUE 0 $GenerateMoves move-count kept2 ! "
    "$DeallocateMoves ;",
    ": OnGenerateMoves X TRUE 0 $GenerateMoves move-count kept ! $DeallocateMoves ;",
    ": OnMakeAMove current-player FALSE 0 $GenerateMoves $FirstMove DUP IF $MoveString THEN DROP "
    "move-count kept2 ! $DeallocateMoves ;",
    ": OnFriends? 2DUP = ROT ROT + 2048 / 5 = OR ;",
    ": OnNextTurn OnNextTurn turn-number 2 MOD $passTurnForced ! ;",
    ": OnNextTurn OnNextTurn v1 ++ ;",
    ": OnIsGameOver current-player TRUE 0 $GenerateMoves move-count turn-number 5 > AND "
    "$DeallocateMoves IF #LossScore ELSE #UnknownScore ENDIF ;",
    ": OnIsGameOver turn-number 4 > IF 1 board[] @ 3 / 1 = IF 1 0 / ENDIF #DrawScore "
    "ELSE #UnknownScore ENDIF ;",
    ": OnIsGameOver 1 capture-at turn-number 6 > IF #DrawScore ELSE #UnknownScore ENDIF ;",
    ": OnIsGameOver kept ++ hash 31 MOD 0= IF #DrawScore ELSE #UnknownScore ENDIF ;",
    ": OnIsGameOver turn-number 2 > last 3 MOD 0= AND IF #DrawScore ELSE #UnknownScore ENDIF ;",
    ": e1 turn-number 6 > kept @ 2 MOD AND IF X wins ENDIF ; "
    ": e2 kept @ 5 = IF draw ENDIF ; "
    "{endings e1 {ending} one e2 {ending} two 3 {priority} endings}",
    ": OnNextTurn OnNextTurn turn-number 3 = IF 3 $scanPositions ! ENDIF "
    "turn-number 5 = IF -2 $scanPositions ! ENDIF ;",
    ": OnNextTurn OnNextTurn $CloneBoard kept ++ $DeallocateBoard ;",
    ": OnMoves move-count 3 > IF $FirstMove strike ENDIF ;",
    ": OnNextTurn OnNextTurn 0 3 RAND-WITHIN kept2 ! ;",
)
PLIES = ("moves", "moves", "play", "play", "play", "play", "outcome", "undo", "copy")
TWO = ("fork", "play", "swap", "moves", "play", "swap", "moves")  # positions side by side


def steps(draw: random.Random) -> list[str]:
    """Return steps, one a line: plies, and everything that counts or plays moves by itself."""
    rows = [_filled(draw, draw.choice(PLIES)) for _ in range(draw.randint(4, 9))]
    if draw.random() < 0.4:
        rows += [_filled(draw, order) for order in TWO]
    rows += [
        "perft 1",
        "perft 2",
        "playouts 5 8",
        "count 1",
        "count 2",
        "lists 2",
        "new",
        "lists 2",
    ]
    rows += [
        f"random 12 {draw.choice((4, 10))} {draw.randrange(9)}",
        f"count-on {draw.choice('12')}",
    ]
    if draw.random() < 0.4:
        rows.append(f"line {draw.randint(2, 6)} {draw.randrange(9)}")
    return [games.MARK + row for row in rows]


def _filled(draw: random.Random, order: str) -> str:
    return f"play {draw.randrange(50)}" if order == "play" else order


def make(seed: int) -> str:
    """A game of a seed."""
    draw = random.Random(f"rules {seed}")
    lines = [draw.choice(FAMILIES).script(draw)]
    if draw.random() < OFTEN_MORE:
        lines.append(draw.choice(MORE))
    return "\n".join(apart(draw, [*lines, *steps(draw)]))


KIND = Kind(
    "rules", "coherent games of a kind of move word each, in several ways", make, attempt, 120.0
)
