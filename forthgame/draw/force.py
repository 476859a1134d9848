"""Places for positions that are only linked and fit no lattice: the same ones every time.

Distances along the links from a few far positions give a first picture (pivot multidimensional
scaling: Brandes and Pich 2006); springs make small ones even (Fruchterman and Reingold 1991). Only
sums, products and roots are used, in one order, so every machine comes to the same numbers.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from math import sqrt

from forthgame.game.declare import Declaration

Point = tuple[float, float]
Links = dict[int, list[int]]

PIVOTS = 8
EVEN = 150  # positions of a part that springs make even
ROUNDS = 120


def spread_out(declared: Declaration, gap: float) -> dict[int, Point]:
    """Places at least `gap` apart for all positions that are linked, parts beside each other."""
    links: Links = {}
    for direction in declared.direction_names.values():
        for a, b in direction.links.items():
            if a != b:
                links.setdefault(a, []).append(b)
                links.setdefault(b, []).append(a)
    links = {k: sorted(set(links[k])) for k in sorted(links)}
    found: dict[int, Point] = {}
    left = 0.0
    for part in _parts(links):
        drawn = _apart(_drawn(part, links, gap), gap)
        start = min(x for x, _ in drawn.values())
        top = min(y for _, y in drawn.values())
        found |= {k: (left + x - start, y - top) for k, (x, y) in drawn.items()}
        left = max(x for x, _ in found.values()) + gap
    return found


def _parts(links: Links) -> Iterable[list[int]]:
    """Positions that hang together, each part from its first position on."""
    seen: set[int] = set()
    for start in links:
        if start not in seen:
            part = list(_distances(start, links))
            seen.update(part)
            yield part


def _distances(start: int, links: Links) -> dict[int, int]:
    """Links from a position to every one that can be reached."""
    found = {start: 0}
    todo = deque([start])
    while todo:
        k = todo.popleft()
        for other in links[k]:
            if other not in found:
                found[other] = found[k] + 1
                todo.append(other)
    return found


def _drawn(part: list[int], links: Links, gap: float) -> dict[int, Point]:
    if len(part) < 3:
        return {k: (gap * number, 0.0) for number, k in enumerate(part)}
    places = _scaled(part, links, gap)
    return _sprung(places, links, gap) if len(part) <= EVEN else places


def _scaled(part: list[int], links: Links, gap: float) -> dict[int, Point]:
    """The two largest components of the distances from pivots, by the power method."""
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
    xs, ys = ([sum(a * c for a, c in zip(axis, row, strict=True)) for row in centred]
              for axis in axes)  # fmt: skip
    far = max(max(rows[0].values()), 1) * gap
    wide = (max(xs) - min(xs)) or 1.0
    # a little is added to each place, or positions of the same distances would never part
    return {k: (far * x / wide + 0.01 * gap * (number * 13 % 29), far * y / wide
                + 0.01 * gap * (number * 17 % 31))
            for number, (k, x, y) in enumerate(zip(part, xs, ys, strict=True))}  # fmt: skip


def _sprung(places: dict[int, Point], links: Links, gap: float) -> dict[int, Point]:
    """Links pull, positions push, less from round to round."""
    order = list(places)
    number = {k: n for n, k in enumerate(order)}
    xs = [places[k][0] for k in order]
    ys = [places[k][1] for k in order]
    pairs = [(number[a], number[b]) for a in order for b in links[a] if a < b]
    count = len(order)
    for turn in range(ROUNDS):
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
        most = 2 * gap * (1 - turn / ROUNDS)
        for i in range(count):
            long = sqrt(dx[i] * dx[i] + dy[i] * dy[i]) or 1.0
            step = min(long, most) / long
            xs[i] += dx[i] * step
            ys[i] += dy[i] * step
    return {k: (xs[n], ys[n]) for n, k in enumerate(order)}


def _apart(places: dict[int, Point], gap: float) -> dict[int, Point]:
    """The same picture enlarged until the closest two are a gap apart; at most threefold.

    What is still too close is moved to the next free place of a lattice.
    """
    closest = min((sqrt(d) for d in _close(places, gap)), default=gap)
    scale = min(3.0, gap / closest) if closest > 0 else 3.0
    places = {k: (x * scale, y * scale) for k, (x, y) in places.items()}
    if not any(d < (0.98 * gap) ** 2 for d in _close(places, gap)):
        return places
    taken: set[tuple[int, int]] = set()
    found: dict[int, Point] = {}
    reach = 0
    for k, (x, y) in places.items():
        spot = round(x / gap), round(y / gap)
        if spot in taken:
            reach = 1
            while not (free := sorted(_around(spot, reach) - taken)):
                reach += 1
            spot = min(free, key=lambda s: ((s[0] - x / gap) ** 2 + (s[1] - y / gap) ** 2, s))
        taken.add(spot)
        found[k] = (spot[0] * gap, spot[1] * gap)
    return found


def _around(spot: tuple[int, int], reach: int) -> set[tuple[int, int]]:
    """The spots of a lattice on the border of a square."""
    x, y = spot
    return {(x + u, y + v) for u in range(-reach, reach + 1) for v in range(-reach, reach + 1)
            if max(abs(u), abs(v)) == reach}  # fmt: skip


def _close(places: dict[int, Point], gap: float) -> Iterable[float]:
    """Squares of the distances of pairs less than some two gaps apart."""
    boxes: dict[tuple[int, int], list[Point]] = {}
    for x, y in places.values():
        box = int(x // gap), int(y // gap)
        for near in [box, *_around(box, 1)]:
            for u, v in boxes.get(near, ()):
                yield (u - x) ** 2 + (v - y) ** 2
        boxes.setdefault(box, []).append((x, y))
