"""Read `(board …)`: grids, positions, links, zones and symmetries."""

from __future__ import annotations

from collections.abc import Iterable

from forthgame.base.errors import shortened
from forthgame.zrf.forms import Form
from forthgame.zrf.macros import Macros
from forthgame.zrf.model import Board, Grid, Zone

MOST_POSITIONS = 10_000
MOST_DIMENSIONS = 5
MOST_LINKS = 200_000
PARTS = ["image", "grid", "positions", "dummy", "links", "unlink", "kill-positions", "zone",
         "symmetry"]  # fmt: skip
ZONE_PARTS = ["name", "players", "positions"]
GRID_PARTS = ["start-rectangle", "dimensions", "directions"]


def whole_number(form: Form) -> int:
    """Return the number that a form stands for."""
    try:
        return int(form.text)
    except ValueError:
        raise form.error(f"{shortened(form.shown())} is not a whole number") from None


class BoardReader:
    """Reads the parts of one board in the order of the file."""

    def __init__(self, macros: Macros) -> None:
        self.macros = macros
        self.board = Board()

    def expand(self, forms: Iterable[Form]) -> list[Form]:
        return list(self.macros.expand(list(forms)))

    def read(self, form: Form) -> Board:
        for part in self.expand(form.rest):
            head = part.head.lower()
            if head == "image":
                self.board.images += [one.text for one in self.expand(part.rest)]
            elif head == "grid":
                self.grid(part)
            elif head == "positions":
                for one in self.expand(part.rest):
                    self.position(one)
            elif head == "dummy":
                for one in self.expand(part.rest):
                    self.add(one.text, None, one)
                    self.board.dummies.add(one.text)
            elif head == "links":
                self.links(part)
            elif head == "unlink":
                self.unlink(part)
            elif head in ("kill-positions", "kill-position"):
                for one in self.expand(part.rest):
                    self.kill(one)
            elif head == "zone":
                self.zone(part)
            elif head == "symmetry":
                self.symmetry(part)
            elif part.items:
                raise part.items[0].unknown("unknown keyword in board:", PARTS)
            elif part.items is None:
                raise part.unknown("unknown keyword in board:", PARTS)
        for _, *pair in self.board.symmetries:
            for one in pair:
                if one.text not in self.board.directions:
                    raise one.unknown("unknown direction", list(self.board.directions))
        return self.board

    def add(self, name: str, box: tuple[int, int, int, int] | None, form: Form) -> None:
        if len(self.board.positions) >= MOST_POSITIONS:
            raise form.error(f"a board has at most {MOST_POSITIONS} positions")
        self.board.positions.setdefault(name, box)

    def position(self, form: Form) -> None:
        items = self.expand(form.items or [])
        if form.items is None:
            self.add(form.text, None, form)
        elif len(items) == 5:
            left, top, right, bottom = (whole_number(one) for one in items[1:])
            self.add(items[0].text, (left, top, right, bottom), form)
        elif len(items) == 1:
            self.add(items[0].text, None, form)
        else:
            raise form.error("a position is (name left top right bottom)")

    def grid(self, form: Form) -> None:
        grid = Grid([], [], (0, 0, 1, 1), [], form)
        for part in self.expand(form.rest):
            head = part.head
            if head == "start-rectangle":
                numbers = [whole_number(one) for one in self.expand(part.rest)]
                if len(numbers) != 4:
                    raise part.error("start-rectangle takes left, top, right and bottom")
                grid.rectangle = (numbers[0], numbers[1], numbers[2], numbers[3])
            elif head == "dimensions":
                for one in self.expand(part.rest):
                    self.dimension(grid, one)
            elif head == "directions":
                for one in self.expand(part.rest):
                    items = self.expand(one.items or [])
                    if len(items) < 2:
                        raise one.error("a direction is (name step step …)")
                    grid.directions.append((items[0], [whole_number(n) for n in items[1:]]))
            elif part.items:
                raise part.items[0].unknown("unknown keyword in grid:", GRID_PARTS)
            else:
                raise part.unknown("unknown keyword in grid:", GRID_PARTS)
        total = 1
        for labels in grid.labels:
            total *= len(labels)
        if total > MOST_POSITIONS:
            raise form.error(f"a board has at most {MOST_POSITIONS} positions, this grid {total}")
        if not grid.labels:
            raise form.error("this grid has no (dimensions …)")
        self.place(grid)
        self.board.grids.append(grid)

    def dimension(self, grid: Grid, form: Form) -> None:
        items = self.expand(form.items or [])
        if not items or items[0].items is not None:
            raise form.error('a dimension is ("a/b/c" (x y))')
        if len(grid.labels) == MOST_DIMENSIONS:
            raise form.error(f"a grid has at most {MOST_DIMENSIONS} dimensions")
        step = [whole_number(one) for one in self.expand(items[1].items or [])] if items[1:] else []
        grid.labels.append(items[0].text.split("/"))
        grid.steps.append((step[0], step[1]) if len(step) == 2 else (0, 0))

    def place(self, grid: Grid) -> None:
        """Add the positions of a grid and the links of its directions."""
        left, top, right, bottom = grid.rectangle
        named: dict[tuple[int, ...], str] = {}
        # the last dimension counts as rows: positions go row by row, as they are read
        for at, name in sorted(grid.names(), key=lambda pair: pair[0][::-1]):
            x = sum(k * step[0] for k, step in zip(at, grid.steps, strict=True))
            y = sum(k * step[1] for k, step in zip(at, grid.steps, strict=True))
            self.add(name, (left + x, top + y, right + x, bottom + y), grid.form)
            named[tuple(at)] = name
        for form, steps in grid.directions:
            if len(steps) != len(grid.labels):
                raise form.error(
                    f"the direction {form.text} has {len(steps)} steps, the grid "
                    f"{len(grid.labels)} dimensions"
                )
            self.board.directions.setdefault(form.text, form)
            for at_key, name in named.items():
                goal = named.get(tuple(k + step for k, step in zip(at_key, steps, strict=True)))
                if goal is not None:
                    self.link(form, name, goal)

    def link(self, direction: Form, begin: str, end: str) -> None:
        if len(self.board.links) >= MOST_LINKS:
            raise direction.error(f"a board has at most {MOST_LINKS} links")
        self.board.links[direction.text, begin] = end
        self.board.link_forms[direction.text, begin] = direction

    def known(self, form: Form) -> str:
        if form.text not in self.board.positions:
            raise form.unknown("unknown position", list(self.board.positions))
        return form.text

    def links(self, form: Form) -> None:
        parts = self.expand(form.rest)
        if not parts or parts[0].items is not None:
            raise form.error("links takes a direction and pairs of positions")
        direction = parts[0]
        self.board.directions.setdefault(direction.text, direction)
        for pair in parts[1:]:
            ends = self.expand(pair.items or [])
            if len(ends) != 2:
                raise pair.error("a link is a pair of positions: (a1 b1)")
            begin, end = (one.text for one in ends)
            if begin in self.board.killed or end in self.board.killed:
                continue
            self.link(direction, self.known(ends[0]), self.known(ends[1]))

    def unlink(self, form: Form) -> None:
        """Remove links: of a position, between two positions, or of a position in a direction."""
        for part in self.expand(form.rest):
            names = [one.text for one in self.expand(part.items or [])]
            if part.items is None:
                self.cut(touching=part.text)
            elif len(names) != 2:
                raise part.error("unlink takes positions and pairs of them")
            elif names[1] in self.board.positions:
                self.cut(between=(names[0], names[1]))
            else:
                self.board.links.pop((names[0], names[1]), None)
                self.board.links.pop((names[1], names[0]), None)

    def cut(self, touching: str = "", between: tuple[str, str] | None = None) -> None:
        """Remove all links of a position, or those from one position to another."""
        links = self.board.links
        for key, end in list(links.items()):
            if touching in (key[1], end) or (key[1], end) == between:
                del links[key]

    def kill(self, form: Form) -> None:
        name = form.text
        if name in self.board.killed:
            return
        self.known(form)
        del self.board.positions[name]
        self.board.killed.add(name)
        self.cut(touching=name)

    def zone(self, form: Form) -> None:
        name, players, positions = "", list[str](), list[str]()
        for part in self.expand(form.rest):
            values = self.expand(part.rest)
            if part.head == "name" and values:
                name = values[0].text
            elif part.head == "players":
                players = [one.text for one in values]
            elif part.head == "positions":
                for one in values:
                    if one.text not in self.board.killed:
                        positions.append(self.known(one))
            elif part.items:
                raise part.items[0].unknown("unknown keyword in zone:", ZONE_PARTS)
        if not name:
            raise form.error("this zone has no name")
        self.board.zones.append(Zone(name, players, positions, form))

    def symmetry(self, form: Form) -> None:
        parts = self.expand(form.rest)
        if not parts:
            raise form.error("symmetry takes a player and pairs of directions")
        for pair in parts[1:]:
            names = self.expand(pair.items or [])
            if len(names) != 2:
                raise pair.error("a symmetry is a pair of directions: (n s)")
            self.board.symmetries.append((parts[0].text, names[0], names[1]))
