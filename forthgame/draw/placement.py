"""Spots of positions in a drawing, from grids, hexagons, names or links."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from forthgame.rules.declaration.declaration import Declaration
from forthgame.rules.model import Direction

Spot = tuple[int, int]  # half columns to the right, rows down
NAME = re.compile(r"([A-Za-z]+)(\d{1,9})$")
COMPASS = {"n": (0, -1), "s": (0, 1), "e": (1, 0), "w": (-1, 0),
           "u": (0, -1), "d": (0, 1), "r": (1, 0), "l": (-1, 0)}  # fmt: skip
LONG_NAMES = {"north": "n", "south": "s", "east": "e", "west": "w",
              "up": "u", "down": "d", "right": "r", "left": "l"}  # fmt: skip
SQUARE = ((2, 0), (0, 1))
HEXAGON = ((2, 0), (1, -1), (-1, -1))


@dataclass(frozen=True)
class Placement:
    """Spots of positions by index, and positions without a spot."""

    spots: dict[int, Spot]
    beside: list[int]
    regular: bool = False  # rows and columns have names
    leaning: bool = False  # hexagons: each row is shifted by half a cell

    def turned(self) -> Placement:
        right = max((x for x, _ in self.spots.values()), default=0)
        low = max((y for _, y in self.spots.values()), default=0)
        spots = {k: (right - x, low - y) for k, (x, y) in self.spots.items()}
        return Placement(spots, self.beside, self.regular, self.leaning)


def place_positions(declared: Declaration, across: int = 1, view: bool = True) -> Placement:
    """Return spots for a board, from its grid, else from names such as `c4`, else from links.

    `across` grids are placed side by side. Pass `view=False` to ignore the section `{view`.
    """
    count = len(declared.positions)
    if view and (viewed := _by_view(declared)):
        return Placement(viewed, [k for k in range(count) if k not in viewed])
    cells: dict[int, Spot] = {}
    if declared.boards:
        cells = _by_grids(declared, across)
    elif named := _by_names(declared.positions):
        cells = named
    if cells:
        beside = [k for k in range(count) if k not in cells]
        lean = _lean(declared, cells)
        spots = _from_zero({k: (2 * x + lean * y, y) for k, (x, y) in cells.items()})
        return Placement(spots, beside, regular=not lean, leaning=bool(lean))
    spots = _from_zero(_by_links(declared))
    return Placement(spots, [k for k in range(count) if k not in spots])


def _by_view(declared: Declaration) -> dict[int, Spot]:
    """Return the places of `{view` in units of the smallest; nothing if two coincide."""
    places = declared.places
    if not places:
        return {}
    width = min(w for _, _, w, _ in places.values())
    height = min(h for _, _, _, h in places.values())
    spots = {k: (round(2 * x / width), round(y / height)) for k, (x, y, _, _) in places.items()}
    return _from_zero(spots) if len(set(spots.values())) == len(spots) else {}


def _by_grids(declared: Declaration, across: int) -> dict[int, Spot]:
    corners: list[Spot] = []
    left = top = high = 0
    for number, board in enumerate(declared.boards):
        if number % across == 0:
            left, top, high = 0, top + high, 0
        corners.append((left, top))
        left += board.columns + 1
        high = max(high, board.rows + 1)
    return {
        k: (corners[board][0] + column, corners[board][1] + row)
        for (board, row, column), k in declared.cells.items()
    }


def _by_names(names: list[str]) -> dict[int, Spot]:
    """Return columns and rows from names such as `c4`, if at least half of all are such names.

    Empty if two coincide. Others, and those with long column names (`hand1`), get no spot.
    """
    parts = {k: match for k, name in enumerate(names) if (match := NAME.match(name))}
    short = {k: match for k, match in parts.items() if len(match[1]) <= 2}
    parts = short if 2 * len(short) >= len(names) else parts
    found = {k: (match[1].lower(), int(match[2])) for k, match in parts.items()}
    if 2 * len(found) < len(names) or len(set(found.values())) < len(found) or len(found) < 2:
        return {}
    columns = sorted({c for c, _ in found.values()}, key=lambda c: (len(c), c))
    rows = sorted({r for _, r in found.values()}, reverse=True)
    if len(columns) == 1:
        return {}
    across = {c: x for x, c in enumerate(columns)}
    down = {r: y for y, r in enumerate(rows)}
    return {k: (across[c], down[r]) for k, (c, r) in found.items()}


def _from_zero(spots: dict[int, Spot]) -> dict[int, Spot]:
    left = min((x for x, _ in spots.values()), default=0)
    top = min((y for _, y in spots.values()), default=0)
    return {k: (x - left, y - top) for k, (x, y) in spots.items()}


def _linked(declared: Declaration) -> list[Direction]:
    return [d for d in declared.direction_names.values() if d.links]


def _lean(declared: Declaration, cells: dict[int, Spot]) -> int:
    """Return the shift of a row against the one above in half columns; not 0 for hexagons.

    A hexagonal board links six neighbours: four straight ones and one diagonal pair.
    """
    deltas: set[Spot] = set()
    for direction in _linked(declared):
        for source, target in direction.links.items():
            if source in cells and target in cells:
                (x, y), (v, w) = cells[source], cells[target]
                deltas.add((v - x, w - y))
    straight = {(1, 0), (-1, 0), (0, 1), (0, -1)}
    for lean, slanting in ((1, {(1, -1), (-1, 1)}), (-1, {(1, 1), (-1, -1)})):
        if deltas == straight | slanting:
            return lean
    return 0


# -- positions that are only linked ---------------------------------------------------------------


def _by_links(declared: Declaration) -> dict[int, Spot]:
    """Return spots by walking along the links; nothing if they do not fit a plane."""
    directions = [d for d in _linked(declared) if len(set(d.links.values())) == len(d.links)]
    for steps in (_by_compass(directions), _by_structure(directions)):
        if steps and (spots := _walk(len(declared.positions), directions, steps)):
            return spots
    return {}


def _by_compass(directions: Iterable[Direction]) -> dict[str, Spot]:
    """Return steps by direction names (`ne`, `northeast`, `up`); none if one is another name."""
    steps: dict[str, Spot] = {}
    for direction in directions:
        name = direction.name.lower().replace("-", "")
        for long, short in LONG_NAMES.items():
            name = name.replace(long, short)
        if not 1 <= len(name) <= 2 or not set(name) <= COMPASS.keys():
            return {}
        parts = [COMPASS[letter] for letter in name]
        steps[direction.name] = (2 * sum(x for x, _ in parts), sum(y for _, y in parts))
    flat = {s for s in steps.values() if s[1] == 0}
    upright = {s for s in steps.values() if s[0] == 0}
    slanting = {s for s in steps.values() if s[0] and s[1]}
    if slanting and flat and not upright:  # rows of hexagons are half a column apart
        steps = {name: (x // 2 if y else x, y) for name, (x, y) in steps.items()}
    elif slanting and upright and not flat:
        steps = {name: (x, y if x else 2 * y) for name, (x, y) in steps.items()}
    return steps


def _by_structure(directions: list[Direction]) -> dict[str, Spot]:
    """Return steps from pairs of inverse directions: two pairs are squares, three hexagons."""
    pairs: list[tuple[Direction, Direction]] = []
    rest = list(directions)
    while rest:
        first = rest.pop(0)
        back = {target: source for source, target in first.links.items()}
        other = next((d for d in rest if d.links == back), None)
        if other is None:
            return {}
        rest.remove(other)
        pairs.append((first, other))
    if len(pairs) == 2:
        vectors: tuple[Spot, ...] = SQUARE
    elif len(pairs) == 3:
        vectors = HEXAGON
        third = next(
            (p for p in pairs[2:] for q in (p, p[::-1]) if _is_sum(q[0], pairs[1][0], pairs[0][1])),
            None,
        )
        if third is None:  # the second pair is reversed
            pairs[1] = (pairs[1][1], pairs[1][0])
        if not _is_sum(pairs[2][0], pairs[1][0], pairs[0][1]):
            pairs[2] = (pairs[2][1], pairs[2][0])
    else:
        return {}
    steps: dict[str, Spot] = {}
    for (there, back_again), (x, y) in zip(pairs, vectors, strict=True):
        steps[there.name], steps[back_again.name] = (x, y), (-x, -y)
    return steps


def _is_sum(whole: Direction, first: Direction, second: Direction) -> bool:
    """Return whether a step is one of `first` then one of `second`, if both are linked."""
    seen = False
    for source, middle in first.links.items():
        end = second.links.get(middle)
        if end is not None and source in whole.links:
            seen = True
            if whole.links[source] != end:
                return False
    return seen


def _walk(count: int, directions: list[Direction], steps: dict[str, Spot]) -> dict[int, Spot]:
    """Return spots of all positions along the links, components below each other."""
    spots: dict[int, Spot] = {}
    neighbours: dict[int, list[tuple[int, Spot]]] = {}
    for direction in directions:
        x, y = steps[direction.name]
        for source, target in direction.links.items():
            neighbours.setdefault(source, []).append((target, (x, y)))
            neighbours.setdefault(target, []).append((source, (-x, -y)))
    for start in range(count):
        if start in spots or start not in neighbours:
            continue
        part = dict(_reach(start, neighbours))
        if len(set(part.values())) < len(part):
            return {}
        for k, (x, y) in part.items():
            if any((x + v, y + w) != part[other] for other, (v, w) in neighbours[k]):
                return {}
        below = 1 + max((y for _, y in spots.values()), default=-2) + (1 if spots else 0)
        spots |= {k: (x, y + below) for k, (x, y) in _from_zero(part).items()}
    return spots


def _reach(start: int, neighbours: dict[int, list[tuple[int, Spot]]]) -> Iterator[tuple[int, Spot]]:
    seen = {start}
    todo = [(start, (0, 0))]
    while todo:
        k, (x, y) = todo.pop()
        yield k, (x, y)
        for other, (v, w) in neighbours[k]:
            if other not in seen:
                seen.add(other)
                todo.append((other, (x + v, y + w)))
