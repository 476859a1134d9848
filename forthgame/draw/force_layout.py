"""Deterministic graph layout for linked positions that fit no lattice.

Link distances from a few distant positions give a first drawing (pivot multidimensional scaling:
Brandes and Pich 2006); springs smooth small ones (Fruchterman and Reingold 1991). It uses only
sums, products and roots in a fixed order, so every machine computes the same numbers.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from itertools import islice
from math import sqrt

from forthgame.rules.declaration.declaration import Declaration

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
