"""Spots of positions in a drawing, from grids, hexagons, names or links."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from math import sqrt

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
Point = tuple[float, float]
Links = dict[int, list[int]]

PIVOTS = 8
MOST_SPRUNG = 400  # largest component, in positions, that springs smooth
ROUNDS = 120  # largest number of rounds
WORK = 1_500_000  # largest number of pairs over all rounds
PUSHES = 80  # largest number of rounds of pushing
PUSHED = 80_000  # largest number of positions over all rounds of pushing
CROWDED = 12  # close pairs per position up to which pushing can separate them
ROW = 10  # positions in a row of a path
LINK = 1.3  # gaps between linked positions, before pushing


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


# -- layout by forces -----------------------------------------------------------------------------

# Link distances from a few distant positions give a first drawing (pivot multidimensional scaling:
# Brandes and Pich 2006); springs smooth small ones (Fruchterman and Reingold 1991). It uses only
# sums, products and roots in a fixed order, so every machine computes the same numbers.


def spread_out(declared: Declaration, gap: float) -> dict[int, Point]:
    """Return points at least `gap` apart for all linked positions, components side by side."""
    links: Links = {}
    for direction in declared.direction_names.values():
        for a, b in direction.links.items():
            if a != b:
                links.setdefault(a, []).append(b)
                links.setdefault(b, []).append(a)
    links = {k: sorted(set(links[k])) for k in sorted(links)}
    found: dict[int, Point] = {}
    left = 0.0
    for part in _components(links):
        drawn = _separated(_component_layout(part, links, gap), links, gap)
        start = min(x for x, _ in drawn.values())
        top = min(y for _, y in drawn.values())
        found |= {k: (left + x - start, y - top) for k, (x, y) in drawn.items()}
        left = max(x for x, _ in found.values()) + gap
    return found


def _components(links: Links) -> Iterable[list[int]]:
    """Yield connected components, each beginning with its first position."""
    seen: set[int] = set()
    for start in links:
        if start not in seen:
            part = list(_distances(start, links))
            seen.update(part)
            yield part


def _distances(start: int, links: Links) -> dict[int, int]:
    found = {start: 0}
    todo = deque([start])
    while todo:
        k = todo.popleft()
        for other in links[k]:
            if other not in found:
                found[other] = found[k] + 1
                todo.append(other)
    return found


def _component_layout(part: list[int], links: Links, gap: float) -> dict[int, Point]:
    if len(part) < 3:
        return {k: (gap * number, 0.0) for number, k in enumerate(part)}
    if path := _path(part, links):
        return _serpentine(path, gap)
    places = _pivot_scaling(part, links, gap)
    return _spring_layout(places, links, gap) if len(part) <= MOST_SPRUNG else places


def _path(part: list[int], links: Links) -> list[int]:
    ends = [k for k in part if len(links[k]) == 1]
    if len(ends) != 2 or any(len(links[k]) > 2 for k in part):
        return []
    return list(_distances(ends[0], links))


def _serpentine(path: list[int], gap: float) -> dict[int, Point]:
    """Lay out a path as rows that alternate in direction."""
    rows = -(-len(path) // ROW)
    across = -(-len(path) // rows)
    found = {}
    for number, k in enumerate(path):
        row, column = divmod(number, across)
        column = across - 1 - column if row % 2 else column
        found[k] = LINK * gap * column, LINK * gap * row
    return found


def _pivot_scaling(part: list[int], links: Links, gap: float) -> dict[int, Point]:
    """Return the two largest components of the distances from pivots, by the power method."""
    rows: list[dict[int, int]] = []
    nearest = dict.fromkeys(part, len(part))
    pivot = part[0]
    for _ in range(min(PIVOTS, len(part))):
        rows.append(_distances(pivot, links))
        nearest = {k: min(nearest[k], rows[-1][k]) for k in part}
        pivot = max(part, key=lambda k: (nearest[k], -k))
    size = len(rows)
    squares = [[float(row[k] ** 2) for k in part] for row in rows]
    means = [sum(row) / len(part) for row in squares]
    mean = sum(means) / size
    centred = []
    for column in range(len(part)):
        own = sum(row[column] for row in squares) / size
        centred.append([-0.5 * (squares[j][column] - means[j] - own + mean) for j in range(size)])
    product = [[sum(c[i] * c[j] for c in centred) for j in range(size)] for i in range(size)]
    axes: list[list[float]] = []
    for number in range(2):
        axis = [1.0 + ((7 * j + 3 * number) % size) / size for j in range(size)]
        for _ in range(100):
            for other in axes:
                along = sum(a * b for a, b in zip(axis, other, strict=True))
                axis = [a - along * b for a, b in zip(axis, other, strict=True)]
            axis = [sum(a * b for a, b in zip(row, axis, strict=True)) for row in product]
            long = sqrt(sum(a * a for a in axis)) or 1.0
            axis = [a / long for a in axis]
        axes.append(axis)
    xs, ys = (
        [sum(a * c for a, c in zip(axis, row, strict=True)) for row in centred] for axis in axes
    )
    far = max(max(rows[0].values()), 1) * gap
    wide = (max(xs) - min(xs)) or 1.0
    # separates positions with equal distances
    return {
        k: (
            far * x / wide + 0.01 * gap * (number * 13 % 29),
            far * y / wide + 0.01 * gap * (number * 17 % 31),
        )
        for number, (k, x, y) in enumerate(zip(part, xs, ys, strict=True))
    }


def _spring_layout(places: dict[int, Point], links: Links, gap: float) -> dict[int, Point]:
    order = list(places)
    number = {k: n for n, k in enumerate(order)}
    xs = [places[k][0] for k in order]
    ys = [places[k][1] for k in order]
    pairs = [(number[a], number[b]) for a in order for b in links[a] if a < b]
    count = len(order)
    rounds = max(10, min(ROUNDS, 2 * WORK // (count * len(links))))
    for turn in range(rounds):
        dx, dy = [0.0] * count, [0.0] * count
        for i in range(count):
            x, y = xs[i], ys[i]
            for j in range(i):
                u, v = x - xs[j], y - ys[j]
                push = gap * gap / (u * u + v * v + 1e-9)
                dx[i] += u * push
                dy[i] += v * push
                dx[j] -= u * push
                dy[j] -= v * push
        for i, j in pairs:
            u, v = xs[i] - xs[j], ys[i] - ys[j]
            pull = sqrt(u * u + v * v) / gap
            dx[i] -= u * pull
            dy[i] -= v * pull
            dx[j] += u * pull
            dy[j] += v * pull
        most = 2 * gap * (1 - turn / rounds)
        for i in range(count):
            long = sqrt(dx[i] * dx[i] + dy[i] * dy[i]) or 1.0
            step = min(long, most) / long
            xs[i] += dx[i] * step
            ys[i] += dy[i] * step
    return {k: (xs[n], ys[n]) for n, k in enumerate(order)}


def _separated(places: dict[int, Point], links: Links, gap: float) -> dict[int, Point]:
    """Separate all positions by a gap.

    Close positions push each other away; if some remain too close, all move to free lattice points.
    """
    lengths = sorted(_squared(places[k], places[other]) for k in places for other in links[k])
    middle = sqrt(lengths[len(lengths) // 2]) or gap
    scale = min(LINK * gap / middle, 4.0)
    places = {k: (x * scale, y * scale) for k, (x, y) in places.items()}
    for _ in range(max(5, min(PUSHES, PUSHED // len(places)))):
        moved = dict(places)
        pairs = list(islice(_close_pairs(places, gap), CROWDED * len(places)))
        if len(pairs) == CROWDED * len(places):
            break  # too many to separate
        for a, b in pairs:
            x, y = places[a][0] - places[b][0], places[a][1] - places[b][1]
            long = sqrt(x * x + y * y)
            if long < 1e-6:
                x, y, long = 1.0, 0.0, 1.0
            step = 0.51 * (gap - min(long, gap)) / long
            moved[a] = moved[a][0] + x * step, moved[a][1] + y * step
            moved[b] = moved[b][0] - x * step, moved[b][1] - y * step
        if moved == places:
            return places
        places = moved
    least = (0.9 * gap) ** 2
    if all(_squared(places[a], places[b]) >= least for a, b in _close_pairs(places, gap)):
        return places
    taken: set[tuple[int, int]] = set()
    full: dict[tuple[int, int], int] = {}  # radius of the occupied square around a spot
    found: dict[int, Point] = {}
    for k, (x, y) in places.items():
        spot = round(x / gap), round(y / gap)
        if spot in taken:
            reach = full.get(spot, 1)
            while not (free := sorted(_ring(spot, reach) - taken)):
                reach += 1
            full[spot] = reach
            spot = min(free, key=lambda s: ((s[0] - x / gap) ** 2 + (s[1] - y / gap) ** 2, s))
        taken.add(spot)
        found[k] = (spot[0] * gap, spot[1] * gap)
    return found


def _ring(spot: tuple[int, int], reach: int) -> set[tuple[int, int]]:
    """Return the lattice spots on the border of a square."""
    x, y = spot
    return {
        (x + u, y + v)
        for u in range(-reach, reach + 1)
        for v in range(-reach, reach + 1)
        if max(abs(u), abs(v)) == reach
    }


def _close_pairs(places: dict[int, Point], gap: float) -> Iterator[tuple[int, int]]:
    boxes: dict[tuple[int, int], list[int]] = {}
    for k, (x, y) in places.items():
        box = int(x // gap), int(y // gap)
        for near in [box, *sorted(_ring(box, 1))]:
            for other in boxes.get(near, ()):
                if _squared(places[other], (x, y)) < gap * gap:
                    yield other, k
        boxes.setdefault(box, []).append(k)


def _squared(one: Point, other: Point) -> float:
    return (one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2
