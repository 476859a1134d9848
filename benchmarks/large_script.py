"""A script as long as the longest that were published: always the same text."""

from __future__ import annotations

from random import Random

POSITIONS = 600
LINKS = 1500
WORDS = 500
PIECES = 24
DIRECTIONS = 12
LINES = 4000


def large_script(seed: int = 1) -> str:
    """About 4 000 lines: positions by name, links, words that call each other, pieces, set-up."""
    random = Random(seed)
    lines = ["\\ A board of named positions and links, and many words.", "{board"]
    lines += [f"\t{{position}} p{k}" for k in range(POSITIONS)]
    lines += ["\t{variable} marks", "board}", "{directions"]
    taken: set[tuple[int, int]] = set()
    while len(taken) < LINKS:
        direction, start = random.randrange(DIRECTIONS), random.randrange(POSITIONS)
        if (direction, start) not in taken:
            taken.add((direction, start))
            lines.append(f"\t{{link}} d{direction} p{start} p{random.randrange(POSITIONS)}")
    lines += ["directions}", "{players {player} One {player} Two players}"]
    lines += ["{turn-order {turn} One {turn} Two turn-order}", "VARIABLE seen"]
    for k in range(WORDS):
        lines += [f": word{k} ( n -- n )   \\ A sum with what came before.",
                  f"\t{random.randrange(1000)} + DUP 7 MOD 0= IF"]  # fmt: skip
        if k:
            lines.append(f"\t\tDUP 3 > IF word{random.randrange(k)} ENDIF")
        lines += ["\tELSE 2/ ENDIF", ";"]
    for k in range(DIRECTIONS):
        lines += [f": step{k} ( -- )   \\ Along a direction, onto an empty position.",
                  f"\td{k} verify empty? verify",
                  f"\there word{random.randrange(WORDS)} seen !",
                  "\tfrom here move add-move", ";"]  # fmt: skip
    for k in range(PIECES):
        own = random.sample(range(DIRECTIONS), 4)
        lines += [f"{{moves list{k}", *(f"\t{{move}} step{d}" for d in own), "moves}"]
    lines.append("{pieces")
    lines += [f"\t{{piece}} piece{k} {{moves}} list{k} {k + 1} {{value}}" for k in range(PIECES)]
    lines += ["pieces}", "{board-setup"]
    for place in random.sample(range(POSITIONS), 120):
        player = random.choice(("One", "Two"))
        lines.append(f"\t{{setup}} {player} piece{random.randrange(PIECES)} p{place}")
    lines.append("board-setup}")
    while len(lines) < LINES:
        lines.append(f"\\ line {len(lines) + 1}")
    return "\n".join(lines) + "\n"
