"""Symmetries of a board: images of positions, pieces, players and moves."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from forthgame.position.position_record import Action
from forthgame.rules.declaration.declaration import Declaration
from forthgame.words.registers import memory_layout as at

Spot = tuple[int, int]
# kinds of actions and their operands that are positions or pieces; other operands are ignored
POSITIONS = {
    at.ACT_MOVE: ("position", "position", "piece"),
    at.ACT_MOVE_TAKE: ("position", "position", "piece"),
    at.ACT_CAPTURE: ("position",),
    at.ACT_ADD: ("position", "piece"),
    at.ACT_TYPE: ("position", "type"),
    at.ACT_OWNER: ("position", "player"),
}
LINKS_KEPT = 0.75  # of a direction, in the image of another one
ActionKey = tuple[int, ...]
MoveKey = tuple[int, tuple[ActionKey, ...]]  # type, sorted actions


@dataclass(frozen=True)
class BoardMap:
    """A symmetry: the image of each position, and the code of the player who replaces each player.

    `name` describes it; `sideways` is true if it exchanges only left and right. Positions `outside`
    of the grids stay where they are.
    """

    name: str
    positions: tuple[int, ...]
    players: dict[int, int]
    sideways: bool = False
    outside: frozenset[int] = frozenset()

    @property
    def exchanges(self) -> bool:
        """Return whether the players change sides."""
        return any(code != other for code, other in self.players.items())

    def cell(self, cell: int) -> int:
        """Return a piece as it is on the image of its position."""
        owner = cell & at.PLAYER_MASK
        return cell & ~at.PLAYER_MASK | self.players.get(owner, owner)

    def board(self, cells: list[int]) -> list[int]:
        """Return the image of the cells of a board."""
        found = list(cells)
        for position, cell in enumerate(cells):
            found[self.positions[position]] = self.cell(cell)
        return found

    def is_left(self, actions: tuple[ActionKey, ...]) -> bool:
        """Return whether a move acts outside of the grids, so that it has no image."""
        return any(
            value in self.outside
            for kind, *operands in actions
            for what, value in zip(POSITIONS.get(kind, ()), operands, strict=False)
            if what == "position"
        )

    def move(self, kind: int, actions: tuple[Action, ...]) -> MoveKey:
        """Return a key of a move's image; the order of actions does not count."""
        return kind, tuple(sorted(self._action(action) for action in actions))

    def _action(self, action: Action) -> ActionKey:
        found = [min(action.kind, at.ACT_MOVE) if action.kind == at.ACT_MOVE_TAKE else action.kind]
        operands = (action.a, action.b, action.c)
        for what, value in zip(POSITIONS.get(action.kind, ()), operands, strict=False):
            if what == "position" and 0 <= value < len(self.positions):
                found.append(self.positions[value])
            elif what in ("piece", "player"):
                found.append(self.cell(value))
            else:
                found.append(value)
        return tuple(found)


def identity(declared: Declaration) -> BoardMap:
    """Return the map that leaves everything as it is."""
    return BoardMap("", tuple(range(len(declared.positions))), {})


def symmetries(declared: Declaration) -> Iterator[BoardMap]:
    """Yield the symmetries of the grids: first those that exchange two players, then others.

    Positions outside of the grids stay where they are.
    """
    players = [p.code for p in declared.players if not p.neutral and not p.chance]
    exchanged = dict(zip(players, players[::-1], strict=True)) if len(players) == 2 else {}
    images: list[BoardMap] = []
    outside = frozenset(range(len(declared.positions))).difference(declared.cells.values())
    for name, sideways, image in _turns(declared.rows, declared.columns):
        positions = list(range(len(declared.positions)))
        for (board, row, column), position in declared.cells.items():
            spot = (board, *image(row, column))
            if spot not in declared.cells:
                break
            positions[position] = declared.cells[spot]
        else:
            if _fits(declared, positions):
                images.append(BoardMap(name, tuple(positions), {}, sideways, outside))
    if exchanged:
        yield from (replace(image, players=exchanged, sideways=False) for image in images)
    yield from sorted((image for image in images if image.name), key=lambda i: not i.sideways)


def _fits(declared: Declaration, positions: list[int]) -> bool:
    """Return whether the images of most directions are directions, except for a few links."""
    every = [{*d.links.items()} for d in declared.directions if d.links]
    misfits = 0
    for links in every:
        image = {(positions[source], positions[target]) for source, target in links}
        near = max(len(image & other) / max(len(image), len(other)) for other in every)
        misfits += near < LINKS_KEPT
    return misfits <= len(every) // 4


def _turns(rows: int, columns: int) -> Iterator[tuple[str, bool, Callable[[int, int], Spot]]]:
    yield "turned upside down", False, lambda r, c: (rows - 1 - r, c)
    yield "turned half around", False, lambda r, c: (rows - 1 - r, columns - 1 - c)
    yield "mirrored", True, lambda r, c: (r, columns - 1 - c)
    yield "", False, lambda r, c: (r, c)
    if rows == columns:
        yield "mirrored along a diagonal", False, lambda r, c: (c, r)
        yield "mirrored along a diagonal", False, lambda r, c: (columns - 1 - c, rows - 1 - r)
        yield "turned a quarter around", False, lambda r, c: (c, rows - 1 - r)
