"""Games whose words only look at the position, so that lists may be made in advance.

Failures occur in some positions only: in a list, in a result, or in a move that is made.
"""

from __future__ import annotations

import random

MARK = "\\! "
WAYS = ("n", "s", "e", "w")
WHEN = (
    "{at} empty-at?", "{at} empty-at? NOT", "{at} enemy-at?", "{at} friend-at?",
    "turn-number {n} >", "turn-number {n} MOD 0=", "current-player A =", "{at} player-at B =",
    "{at} piece-at {n} =",
)  # fmt: skip
FAILING = (
    "1 0 / DROP", "2DROP 2DROP", "99999 deep DROP", "7000 deep DROP",
    "0 BEGIN 1+ DUP 500 > UNTIL DROP", "9999 piece-at DROP", "1 2 3", "FALSE verify", "$Exit",
    "{at} {at} move", "-1 @ DROP",
)  # fmt: skip
RESULTS = ("#WinScore", "#LossScore", "#DrawScore", "7", "", "#UnknownScore")
CORES = (
    "{way} verify empty? verify from here move add-move",
    "{way} verify friend? NOT verify from here move add-move",
    "{way} verify enemy? verify from here move add-move",
    "BEGIN {way} empty? AND WHILE from here move add-move REPEAT",
    "{way} verify enemy? verify here capture-at {way} verify empty? verify from here move add-move",
    "{way} verify empty? verify from here move here {kind} change-type-at add-move",
    "{way} IF from here move partial add-move ENDIF",
)
# tests first, stores after them, some moves preferred or compared: skipped, and counted as leaves
CHOOSING = (
    "0 v1 ! {way} IF enemy? IF here v2 ! {way} empty? AND IF v1 ++ from here move here capture-at "
    "v1 @ prefer add-move ENDIF ENDIF ENDIF",
    "{n} v1 ! {way} enemy? AND IF from here move 1 prefer unique add-move ENDIF",
    "{way} empty? AND IF from here move {n} prefer {n} prefer unique add-move ENDIF back "
    "{way} empty? AND IF from here move unique add-move ENDIF",
    "0 v1 ! {way} friend? NOT AND verify from here move v1 @ prefer add-move v1 ++",
    "3 v2 ! {way} DROP empty? NOT IF 4 v2 ! ENDIF back 5 v1 ! {way} verify empty? verify "
    "from here move add-move",
    "{n} v2 ! {way} IF empty? IF from here move {n} prefer add-move ENDIF ENDIF back "
    "{way} IF friend? IF from here move add-move ENDIF ENDIF",
    "{n} v2 ! v2 @ 3 > {way} AND IF empty? enemy? OR verify from here move add-move ENDIF",
)
OFTEN_CHOOSING = 0.4
ORDERS = ("perft", "play", "play", "play", "moves", "outcome", "undo", "copy", "fork", "swap",
          "swap", "text", "new", "board")  # fmt: skip


def _filled(draw: random.Random, template: str) -> str:
    place = f"{draw.choice('abc')}{draw.randint(1, 3)}"
    return template.format(
        at=place, n=draw.randint(1, 8), way=draw.choice(WAYS), kind=draw.choice((1, 2))
    )


def _perhaps(draw: random.Random, share: float) -> str:
    """Something that fails in some positions, or nothing."""
    if draw.random() >= share:
        return ""
    return f"{_filled(draw, draw.choice(WHEN))} IF {_filled(draw, draw.choice(FAILING))} ENDIF"


def script(draw: random.Random) -> str:
    """A script of three by three positions."""
    players = draw.choice((("A", "B"), ("A", "B"), ("A",), ("A", "B", "C")))
    turns = [*players, *draw.choices(players, k=draw.choice((0, 0, 1)))]
    lines = [
        f"{{board {draw.choice(('3 3', '3 3', '3 3', '9 9'))} {{grid}} {{variable}} count board}}",
        "{directions -1 0 {direction} n 1 0 {direction} s 0 1 {direction} e 0 -1 {direction} w "
        "directions}",
        "{players " + " ".join(f"{{player}} {name}" for name in players) + " players}",
        "{turn-order " + " ".join(f"{{turn}} {name}" for name in turns) + " turn-order}",
        ": deep DUP IF 1- RECURSE 1+ ENDIF ;",
        "VARIABLE v1 VARIABLE v2",
    ]
    if len(players) == 2 and draw.random() < 0.5:
        lines.append("{symmetries B {symmetry} n s B {symmetry} e w symmetries}")
    cores = CHOOSING if draw.random() < OFTEN_CHOOSING else CORES
    for k in (1, 2):
        core = _filled(draw, draw.choice(cores))
        lines.append(f": go{k} {_perhaps(draw, 0.1)} {core} {_perhaps(draw, 0.05)} ;")
    lines += [
        f": put {_perhaps(draw, 0.1)} empty? verify drop add-move ;",
        "{moves m1 {move} go1 {move} go2 moves}",
        "{moves m2 {move} put moves}",
        f"{{pieces {{piece}} p {{moves}} m1 {draw.choice(('{drops} m2', ''))} "
        "{piece} q {moves} m1 pieces}",
        "{board-setup {setup} A p a1 " + f"{{setup}} {players[-1]} q c3 board-setup}}",
    ]
    if draw.random() < 0.8:
        ended = f"{_filled(draw, draw.choice(WHEN))} {_filled(draw, draw.choice(WHEN))} AND"
        result = draw.choice(RESULTS)
        lines.append(
            f": OnIsGameOver {_perhaps(draw, 0.5)} {ended} IF {result} ELSE #UnknownScore ENDIF ;"
        )
    else:
        lines.append(
            f": end {_perhaps(draw, 0.3)} {_filled(draw, draw.choice(WHEN))} IF A wins ENDIF ;"
        )
        lines.append("{endings end {ending} kind endings}")
    if draw.random() < 0.2:
        lines.append(f": OnGenerateMoves {_perhaps(draw, 1.0)} ;")
    if draw.random() < 0.3:
        lines.append(f": OnMakeAMove {_perhaps(draw, 1.0)} {draw.choice(('', 'count ++'))} ;")
    return "\n".join(lines)


def steps(draw: random.Random) -> list[str]:
    """Many plies of several states, one a line."""
    rows = []
    for _ in range(draw.randint(20, 60)):
        order = draw.choice(ORDERS)
        number = {"play": draw.randrange(50), "perft": draw.choice((1, 2))}.get(order)
        rows.append(MARK + (order if number is None else f"{order} {number}"))
    return rows
