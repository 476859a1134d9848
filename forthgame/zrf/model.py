"""The model of a game or variant of a rule file: its declarations, with their forms."""

from __future__ import annotations

from dataclasses import dataclass, field
from string import ascii_lowercase

from forthgame.zrf.forms import Form


@dataclass
class Grid:
    """A grid: the labels of each dimension, and offsets in pixels of a step along it."""

    labels: list[list[str]]
    steps: list[tuple[int, int]]
    rectangle: tuple[int, int, int, int]
    directions: list[tuple[Form, list[int]]]
    form: Form

    def names(self) -> list[tuple[list[int], str]]:
        """Return the coordinates and the name of each position."""
        found: list[tuple[list[int], str]] = [([], "")]
        for labels in self.labels:
            found = [
                ([*at, k], name + label) for at, name in found for k, label in enumerate(labels)
            ]
        return found


@dataclass
class Zone:
    name: str
    players: list[str]
    positions: list[str]
    form: Form


@dataclass
class Board:
    """Positions in declared order, links, symmetries, zones.

    positions  rectangle in pixels of each position; None for a dummy position
    links      direction, from, to
    """

    positions: dict[str, tuple[int, int, int, int] | None] = field(default_factory=dict)
    dummies: set[str] = field(default_factory=set)
    directions: dict[str, Form] = field(default_factory=dict)
    links: dict[tuple[str, str], str] = field(default_factory=dict)
    link_forms: dict[tuple[str, str], Form] = field(default_factory=dict)
    symmetries: list[tuple[str, Form, Form]] = field(default_factory=list)
    zones: list[Zone] = field(default_factory=list)
    grids: list[Grid] = field(default_factory=list)
    killed: set[str] = field(default_factory=set)
    images: list[str] = field(default_factory=list)

    def usual_grid(self) -> Grid | None:
        """Return the grid that the board begins with if its positions are named a1, b1 …"""
        if len(self.grids) != 1 or len(self.grids[0].labels) != 2:
            return None
        columns, rows = self.grids[0].labels
        names = [name for _, name in self.grids[0].names() if name not in self.killed]
        if len(columns) > len(ascii_lowercase) or columns != list(ascii_lowercase[: len(columns)]):
            return None
        up = [str(n) for n in range(1, len(rows) + 1)]
        if rows not in (up, up[::-1]):
            return None
        own = set(names)
        inside = [name for name in self.positions if name in own]
        first = inside == list(self.positions)[: len(inside)]
        return self.grids[0] if first and len(columns) > 1 and len(rows) > 1 else None


@dataclass
class MoveBlock:
    """One block of `(moves` or `(drops`, with its move type and the places of a drop."""

    form: Form
    move_type: str
    places: list[Form] | None = None


@dataclass
class Piece:
    name: str
    form: Form
    moves: list[MoveBlock] = field(default_factory=list)
    drops: list[MoveBlock] = field(default_factory=list)
    attributes: dict[str, bool] = field(default_factory=dict)
    images: dict[str, list[str]] = field(default_factory=dict)
    description: str = ""
    help: str = ""
    notation: str = ""


@dataclass(frozen=True)
class Turn:
    player: str
    moved: str = ""  # whose pieces move, if others than the player's
    move_type: str = ""


@dataclass
class Setup:
    player: str
    piece: str
    position: str  # empty for pieces off the board
    count: int
    form: Form


@dataclass
class Goal:
    """A condition that ends the game: `win`, `loss`, `draw` or `count`."""

    kind: str
    players: list[str]
    condition: Form
    form: Form


@dataclass
class Game:
    """A game or a variant, with all that it inherits."""

    title: str
    number: int  # from 1, as variants are counted
    form: Form
    is_variant: bool
    default: bool = False
    board: Board = field(default_factory=Board)
    players: list[str] = field(default_factory=list)
    turns: list[Turn] = field(default_factory=list)
    repeat: int = 0
    pieces: dict[str, Piece] = field(default_factory=dict)
    setups: list[Setup] = field(default_factory=list)
    goals: list[Goal] = field(default_factory=list)
    priorities: list[str] = field(default_factory=list)
    options: dict[str, tuple[str, Form]] = field(default_factory=dict)
    texts: dict[str, str] = field(default_factory=dict)
    move_types: list[str] = field(default_factory=list)
    forms: dict[str, Form] = field(default_factory=dict)  # of players, turns and priorities

    def option(self, name: str) -> str:
        """Return the value of an option in lower case, or an empty text."""
        return self.options[name][0] if name in self.options else ""
