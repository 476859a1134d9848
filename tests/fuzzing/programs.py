"""Programs of all words with arguments of all kinds: definitions, loops, stacks, small games."""

from __future__ import annotations

import random

import forthgame

from . import beyond, vocabulary
from .kind import Kind, tolerant
from .values import address, argument, number
from .vocabulary import Entry

STEPS = 4000  # of a line
PRELUDE = """VARIABLE v1
VARIABLE v2
CREATE b1 64 ALLOT
DEFER d1
: w1 DUP + ;
: w2 1 2 ;
: w3 DROP ;"""
BOARD = """{board 3 3 {grid} {variable} var1 4 {array} cells 8 {carray} bytes board}
{directions -1 0 {direction} n 0 1 {direction} e directions}
{players {player} A {player} B {neutral} C players}
{turn-order {turn} A {turn} B turn-order}
: step n verify empty? verify from here move add-move ;
: side e verify empty? verify from here move 1 change-type add-move ;
: put empty? verify drop add-move ;
{moves ml {move} step {move} side moves}
{moves dl {move} put moves}
{pieces {piece} p {moves} ml {piece} q {moves} ml {drops} dl {piece} r pieces}
{board-setup {setup} A p a1 {setup} B q b3 board-setup}
A p a1 OnEditAdd A q b1 OnEditAdd B q b3 OnEditAdd C r c2 OnEditAdd
: gen current-player 0 0 $GenerateMoves $FirstMove v1 ! ;
: old v1 @ v2 ! ;"""
FLOATS = ("0.", "1.5", "-2.", "1.e30", "-0.", "3.e-30")
SHAPES = (
    "IF {0} ENDIF",
    "IF {0} ELSE {1} ENDIF",
    "{k} 0 DO {0} LOOP",
    "{k} 0 DO I {0} LOOP",
    "{k} 0 DO {0} {s} +LOOP",
    "0 {k} DO {0} -1 +LOOP",
    "BEGIN {0} UNTIL",
    "BEGIN {0} WHILE {1} REPEAT",
    "BEGIN {0} AGAIN",
    "2 0 DO 3 0 DO J {0} LOOP {1} LOOP",
    ">R {0} R>",
    "R> {0} >R",
    "R@ {0}",
    "{k} >R BEGIN {0} R> 1- DUP >R 0= UNTIL R> DROP",
    "5 0 DO {0} I 3 = IF LEAVE ENDIF LOOP",
    "DUP IF {0} RECURSE ENDIF",
    "{0} verify {1}",
    "{0} EXIT {1}",
)
LISTS = ("gen", "old", "gen gen", "$DeallocateMoves", "$FirstMove v2 !", "gen $DeallocateMoves",
         "$FirstMove .moveCFA EXECUTE", "v2 @ .moveCFA EXECUTE", "$CloneBoard", "$DeallocateBoard",
         "$FirstMove $MoveString TYPE", "$FirstMove $NextMove DUP v2 ! .moveCFA EXECUTE",
         "v1 @ $NextMove v1 !", "{x} $movesList !", "{x} v1 @ !", "OnNextTurn")  # fmt: skip


def call(draw: random.Random, entry: Entry, inside: bool) -> str:
    """A word with its arguments; now and then too few."""
    parts = [argument(draw, name, inside) for name in entry.inputs]
    parts += [draw.choice(FLOATS) for _ in range(entry.floats)]
    if parts and draw.random() < 0.12:
        parts.pop(0)
    parts.append(entry.name)
    for what in entry.reads:
        if what == "text":
            parts.append('some text"')
        elif draw.random() < 0.5:
            parts.append(draw.choice(("w1", "w2", "d1", "v1", "DUP", "w3", "a1")))
        elif inside:
            parts.append("w5")
        else:
            parts.append(f"n{draw.randrange(6)}")
    return " ".join(parts)


def word(draw: random.Random, inside: bool, choice: tuple[Entry, ...]) -> str:
    """Return code for one action."""
    kind = draw.random()
    if kind < 0.72:
        return call(draw, draw.choice(choice), inside)
    if kind < 0.80:
        return draw.choice(("w1", "w2", "w3", "w4", "w5", "d1", "DUP", "SWAP", "DROP", "OVER"))
    if kind < 0.90:
        return draw.choice(LISTS).replace("{x}", address(draw))
    if kind < 0.94 and choice is not vocabulary.steady():
        return call(draw, draw.choice(vocabulary.hidden()), inside)
    return number(draw) if kind < 0.98 else address(draw)


def body(draw: random.Random, depth: int, choice: tuple[Entry, ...]) -> str:
    """The body of a definition."""
    parts = []
    for _ in range(draw.randint(1, 4)):
        if depth and draw.random() < 0.4:
            inner = [body(draw, depth - 1, choice) for _ in range(2)]
            shape = draw.choice(SHAPES)
            counts = {"k": draw.choice((1, 2, 5, 40)), "s": draw.choice((1, 2, -1, 3))}
            parts.append(shape.format(*inner, **counts))
        else:
            parts.append(word(draw, True, choice))
    return " ".join(parts)


def line(draw: random.Random) -> str:
    """A line of a session."""
    kind = draw.random()
    if kind < 0.3:
        return f": w{draw.randint(1, 5)} {body(draw, 2, vocabulary.plain())} ;"
    if kind < 0.34:
        return f"' {draw.choice(('w1', 'w2', 'w3', 'w4', 'DUP', 'd1'))} IS d1"
    if kind < 0.37:
        return f": w{draw.randint(1, 5)} {call(draw, draw.choice(vocabulary.immediate()), True)} ;"
    if kind < 0.39:
        return call(draw, draw.choice(vocabulary.immediate()), False)
    return " ".join(word(draw, False, vocabulary.plain()) for _ in range(draw.randint(1, 4)))


def board(draw: random.Random, often: float) -> list[str]:
    """Return, in some cases, a game: one of the old dialect, or with words beyond it."""
    if draw.random() >= often:
        return []
    return [draw.choice((BOARD, beyond.BOARD))]


def make(seed: int) -> str:
    """The session of a seed: each line is run by itself, errors of one do not end it."""
    draw = random.Random(f"programs {seed}")
    lines = [PRELUDE, *board(draw, 0.7)]
    lines += [line(draw) for _ in range(draw.randint(6, 16))]
    return "\n".join(lines)


def attempt(text: str) -> None:
    """Run the lines on a machine of their own, in the interpreter."""
    machine = forthgame.Machine(native=False, steps=STEPS)
    for row in text.splitlines():
        tolerant(lambda row=row: machine.run(row))  # type: ignore[misc]
        _ = machine.stack


KIND = Kind("programs", "sessions at a bare machine, interpreted", make, attempt)
