"""A large script, made up by rule: thousands of lines that the engine has to read and compile.

    python benchmarks/large_script.py > large.4th

The text is always the same. The board is a net of named positions; every kind of piece walks along
some of its links, and words that call one another decide which of its moves are possible.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator

COLUMNS, ROWS = 25, 24  # 600 positions
POSITIONS = COLUMNS * ROWS
DIRECTIONS = {"forth": (0, -1), "aft": (0, 1), "port": (-1, 0), "board": (1, 0)}
TESTS = 260  # words on numbers, each of which calls earlier ones
MOVES = 240  # words that make moves
PIECES = 24


def large_script() -> str:
    """The whole script, some 4 000 lines."""
    return "\n".join(_lines()) + "\n"


def _lines() -> Iterator[str]:
    yield "\\ large.4th -- a game of 600 positions, written by a program."
    yield from _board()
    yield from _directions()
    yield from _players()
    yield from _tests()
    yield from _moves()
    yield from _pieces()
    yield from _set_up()
    yield from _ending()


def _name(place: int) -> str:
    return f"p{place % COLUMNS}-{place // COLUMNS}"


def _board() -> Iterator[str]:
    yield "\n{board"
    yield from _packed((f"{{position}} {_name(place)}" for place in range(POSITIONS)), 3)
    yield "\t{variable} visits\nboard}"


def _directions() -> Iterator[str]:
    yield "\n{directions"
    yield from _packed(_links(), 2)
    yield "directions}"


def _links() -> Iterator[str]:
    """Links to neighbours, fewer of them sideways, and shortcuts."""
    for name, (right, down) in DIRECTIONS.items():
        for place in range(POSITIONS):
            column, row = place % COLUMNS + right, place // COLUMNS + down
            kept = down or place % 2 == 0
            if kept and 0 <= column < COLUMNS and 0 <= row < ROWS and place % 7:
                yield f"{{link}} {name} {_name(place)} {_name(row * COLUMNS + column)}"
    for place in range(0, POSITIONS, 8):
        yield f"{{link}} leap {_name(place)} {_name(place * 17 % POSITIONS)}"


def _packed(items: Iterable[str], count: int) -> Iterator[str]:
    """Several items to a line."""
    held = list(items)
    for start in range(0, len(held), count):
        yield "\t" + "  ".join(held[start : start + count])


def _players() -> Iterator[str]:
    yield "\n{players\n\t{player} Red\n\t{player} Blue\nplayers}"
    yield "\n{turn-order\n\t{turn} Red\n\t{turn} Blue\nturn-order}\n"


def _tests() -> Iterator[str]:
    """Words on numbers; each calls two earlier ones at most, so none runs for long."""
    yield ": test0 ( n -- ? )   \\ Whether a number is even.\n\t1 AND 0=\n;"
    for k in range(1, TESTS):
        yield f": test{k} ( n -- ? )   \\ Property {k} of a number."
        yield f"\t{k} + DUP {k % 13 + 2} MOD"
        yield f"\tDUP 0= IF 2DROP {'TRUE' if k % 3 else 'FALSE'} EXIT ENDIF"
        if k % 10 == 1:
            yield f"\t0 SWAP 0 DO I {k % 5 + 1} * + LOOP + {k % 4 + 2} MOD 0="
        else:
            yield f"\tDUP {k % 6 + 1} > IF + test{max(k - 1 - k % 10, 0)} ELSE * 7 AND 3 > ENDIF"
        yield ";"


def _moves() -> Iterator[str]:
    """Return words that walk along links and make a move at the end."""
    names = [*DIRECTIONS, "leap"]
    for k in range(MOVES):
        first, second = names[k % 5], names[k // 5 % 5]
        yield f": go{k} ( -- )   \\ {first}, and perhaps {second}."
        yield f"\t{first} verify"
        if k % 3 == 0:
            yield f"\tempty? IF here test{k} IF {second} verify ENDIF ENDIF"
        yield "\tfriend? NOT verify"
        yield f"\tfrom here + test{TESTS - 1 - k} verify"
        if k % 4 == 0:
            yield f"\tfrom here move {k % PIECES + 1} change-type add-move"
        else:
            yield "\tfrom here move add-move"
        yield ";"


def _pieces() -> Iterator[str]:
    for k in range(PIECES):
        yield f"{{moves list{k}"
        for step in range(10):
            yield f"\t{{move}} go{(k * 10 + step) % MOVES}"
        yield "moves}\n"
    yield "{pieces"
    for k in range(PIECES):
        yield f"\t{{piece}} kind{k} {{moves}} list{k} {k % 9 + 1} {{value}}"
    yield "pieces}\n"


def _set_up() -> Iterator[str]:
    yield "{board-setup"
    for k in range(50):
        yield f"\t{{setup}} Red kind{k % PIECES} {_name(POSITIONS - 1 - 2 * k)}"
        yield f"\t{{setup}} Blue kind{k % PIECES} {_name(2 * k)}"
    yield "board-setup}\n"


def _ending() -> Iterator[str]:
    yield ": men ( -- n )   \\ How many pieces the player to move has."
    yield f"\t0 {POSITIONS} 0 DO I friend-at? IF 1+ ENDIF LOOP\n;\n"
    yield ": OnIsGameOver ( -- result )   \\ Who cannot move, or has few pieces left, loses."
    yield "\tmen 10 < stalemate? OR IF #LossScore ELSE #UnknownScore ENDIF\n;\n"
    yield ": OnNextTurn ( -- )   \\ Count the turns in the position."
    yield "\tvisits ++ OnNextTurn\n;"


if __name__ == "__main__":
    sys.stdout.write(large_script())
