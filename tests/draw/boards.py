"""Boards of all kinds, made for drawing: grids, hexagons, links, scattered positions, pixels."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from random import Random

import forthgame
from forthgame.api.game import Game

REST = """
{{players {players} players}}
{{turn-order {turns} turn-order}}
: stay here add-move ;
{{moves all {{move}} stay moves}}
{{pieces {{piece}} king {{moves}} all {{piece}} knight {{piece}} kk pieces}}
"""


def script(board: str, players: Iterable[str] = ("One", "Two"), setup: str = "") -> str:
    """A game on a board, which may be loaded."""
    names = list(players)
    rest = REST.format(players=" ".join(f"{{player}} {name}" for name in names),
                       turns=" ".join(f"{{turn}} {name}" for name in names))  # fmt: skip
    return f"{board} {rest} {{board-setup {setup} board-setup}}"


def loaded(folder: Path, text: str, board_file: str | None = None, name: str = "drawn") -> Game:
    """The game of a text, with a file of its looks beside it."""
    path = folder / f"{name}.4th"
    path.write_text(text)
    if board_file is not None:
        path.with_suffix(".board.toml").write_text(board_file)
    return forthgame.load(path, native=False)


def positions(names: Iterable[str]) -> str:
    """`{board` with positions of these names."""
    return "{board " + " ".join(f"{{position}} {name}" for name in names) + " board}"


def links(pairs: Iterable[tuple[str, str]], name: str = "to") -> str:
    """`{directions` with links there and back."""
    rows = []
    used: dict[str, int] = {}
    for a, b in pairs:
        for source, target in ((a, b), (b, a)):
            used[source] = used.get(source, -1) + 1
            rows.append(f"{{link}} {name}{used[source]} {source} {target}")
    return " {directions " + " ".join(rows) + " directions}"


def graph(count: int, pairs: Iterable[tuple[int, int]]) -> str:
    """A board of positions p0, p1 … that are only linked."""
    names = [f"p{k}" for k in range(count)]
    return positions(names) + links((names[a], names[b]) for a, b in pairs)


def compass(rows: Iterable[str]) -> str:
    """A board of links `direction from to`."""
    names = dict.fromkeys(part for row in rows for part in row.split()[1:])
    return (
        positions(names)
        + " {directions "
        + " ".join(f"{{link}} {r}" for r in rows)
        + " directions}"
    )


def steps(*found: str) -> str:
    """`{directions` of a grid: `rows columns name`."""
    rows = []
    for step in found:
        numbers, _, name = step.rpartition(" ")
        kind = "{direction3}" if len(numbers.split()) == 3 else "{direction}"
        rows.append(f"{numbers} {kind} {name}")
    return " {directions " + " ".join(rows) + " directions}"


def tree(count: int) -> str:
    """Return a board in which each position is linked to an earlier one."""
    chance = Random(7)
    return graph(count, [(chance.randrange(k), k) for k in range(1, count)])


def mesh(count: int, more: int) -> str:
    """A tree with links across."""
    chance = Random(11)
    pairs = [(chance.randrange(k), k) for k in range(1, count)]
    pairs += [(chance.randrange(count), chance.randrange(count)) for _ in range(more)]
    return graph(count, dict.fromkeys((a, b) for a, b in pairs if a != b))


SQUARE = steps("-1 0 n", "1 0 s", "0 1 e", "0 -1 w")
HEXAGONS = steps("-1 0 n", "1 0 s", "0 1 e", "0 -1 w", "-1 1 ne", "1 -1 sw")
LEANING = steps("-1 0 n", "1 0 s", "0 1 e", "0 -1 w", "-1 -1 nw", "1 1 se")
PETERSEN = [(k, (k + 1) % 5) for k in range(5)] + [(k, k + 5) for k in range(5)]
PETERSEN += [(5 + k, 5 + (k + 2) % 5) for k in range(5)]
CUBE = [(a, b) for a in range(8) for b in range(8) if a < b and (a ^ b) in (1, 2, 4)]

BOARDS = {
    "one position": "{board 1 1 {grid} board}",
    "one row": "{board 1 12 {grid} board}",
    "one column": "{board 12 1 {grid} board}",
    "a square grid": "{board 8 8 {grid} board}" + SQUARE,
    "a wide grid": "{board 3 30 {grid} board}" + SQUARE,
    "a grid of 40 by 40": "{board 40 40 {grid} board}" + SQUARE,
    "hexagons": "{board 5 7 {grid} board}" + HEXAGONS,
    "hexagons leaning left": "{board 6 4 {grid} board}" + LEANING,
    "two grids": "{board 3 3 {grid} 4 5 {grid} board}",
    "nine grids": "{board " + "3 3 {grid} " * 9 + "board}",
    "a cube of planes": "{board 4 3 5 {grid3} board}",
    "a grid and trays": "{board 4 4 {grid} " + " ".join(f"{{position}} tray{k}" for k in range(11))
    + " board}",
    "a grid with holes": "{board 5 5 {grid} {kill} c3 {kill} a1 {kill} e5 board}" + SQUARE,
    "a flipped grid": "$flipGrid ON {board 4 6 {grid} board}",
    "names in rows": positions(f"{c}{r}" for c in "abcde" for r in range(1, 7)),
    "names with gaps": positions(["b3", "a2", "c2", "b1", "a10"]),
    "morris": positions(["a1", "d1", "g1", "a4", "g4", "a7", "d7", "g7"])
    + links([("a1", "d1"), ("d1", "g1"), ("a1", "a4"), ("a4", "a7"), ("g1", "g4"), ("g4", "g7"),
             ("a7", "d7"), ("d7", "g7")]),
    "names without order": positions(["hall", "kitchen", "attic", "cellar", "garden"]),
    "long names": positions([f"the-very-long-name-of-position-{k}" for k in range(9)]),
    "compass": compass(["n b a", "s a b", "e a c", "w c a", "e b d", "w d b", "n d c", "s c d"]),
    "compass of hexagons": compass(["e a b", "w b a", "se a c", "nw c a", "sw b c", "ne c b",
                                    "se b d", "nw d b", "e c d", "w d c"]),
    "compass on its side": compass(["n b a", "s a b", "ne b c", "sw c b", "se a c", "nw c a",
                                    "s c d", "n d c", "se b d", "nw d b"]),
    "up and down": compass(["up low mid", "down mid low", "up mid high", "down high mid"]),
    "directions that contradict": compass(["n b a", "s a b", "e a b", "w b a", "n a c", "e c b"]),
    "a triangle": graph(3, [(0, 1), (1, 2), (2, 0)]),
    "a pair": graph(2, [(0, 1)]),
    "a ring": graph(12, [(k, (k + 1) % 12) for k in range(12)]),
    "a star": graph(9, [(0, k) for k in range(1, 9)]),
    "a chain": graph(20, [(k, k + 1) for k in range(19)]),
    "everything linked": graph(7, [(a, b) for a in range(7) for b in range(a)]),
    "the graph of Petersen": graph(10, PETERSEN),
    "a cube": graph(8, CUBE),
    "a wheel": graph(13, [(0, k) for k in range(1, 13)] + [(k, k % 12 + 1) for k in range(1, 13)]),
    "parts": graph(14, [(0, 1), (1, 2), (2, 0), (3, 4), (5, 6), (6, 7), (7, 8), (8, 5)]),
    "two halves": graph(10, [(a, b) for b in range(5, 10) for a in range(5)]),
    "a tree": tree(40),
    "a large tree": tree(170),
    "a mesh": mesh(60, 40),
    "a dense mesh": mesh(30, 110),
    "links one way": positions("abcdef") + " {directions {link} on a b {link} on b c {link} on c d "
    "{link} on d e {link} on e f {link} on f a {link} over a d directions}",
    "a position linked to itself": positions("ab") + " {directions {link} to a a {link} to a b "
    "directions}",
    "a view": "{board 2 2 {grid} {position} bank board} {view 10 10 40 40 {at} a1 "
    "60 15 80 40 {at} b1 10 70 40 40 {at} a2 60 70 40 90 {at} b2 170 10 30 30 {at} bank view}",
    "a view that overlaps": "{board 2 2 {grid} board} {view 0 0 40 40 {at} a1 20 20 40 40 {at} b1 "
    "0 90 40 40 {at} a2 90 90 40 40 {at} b2 view}",
    "many alone": positions(f"spot-{k}" for k in range(50)),
}  # fmt: skip
