"""Interface of a game's declaration for the words of sections.

`rules/declaration/declaration.py` has the class.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from forthgame.base.errors import Place
from forthgame.base.source import Token
from forthgame.words.table.dictionary import Word

Direction = Any  # opaque to words, which only pass it back


class Player(Protocol):
    """A player of the declaration."""

    engine: str
    word: str


class Endings(Protocol):
    """The section `{endings`."""

    @property
    def left_over(self) -> int:
        """Items left on the stack."""


class Declaration(Protocol):
    """A game under declaration."""

    symmetric: list[tuple[int, Direction, Direction, bool]]

    @property
    def directions(self) -> Sequence[Direction]:
        """The directions, by their numbers."""

    @property
    def players(self) -> Sequence[Player]:
        """The players, in their order."""

    @property
    def endings(self) -> Endings:
        """The section `{endings`."""

    def attribute(self, name: str, bits: int) -> None:
        """`bits {attribute} name`, for pieces; must stand in `{board`, before its first use."""

    def bare_direction(self, name: str) -> None:
        """Define a direction without links, also outside the section."""

    def begin_levels(self) -> None:
        """`{levels`, which discards earlier levels."""

    def begin_view(self) -> None:
        """`{view`, which replaces an earlier view."""

    def begin_zones(self) -> None:
        """`{zones`, which replaces an earlier section."""

    def close_section(self, name: str) -> None:
        """Close a section."""

    def direction(self, name: str, rows: int, columns: int, boards: int = 0) -> None:
        """`rows columns {direction} name`, with `boards` in front for `{direction3}`."""

    def dummy_pieces(self) -> None:
        """`{dummy-pieces}`."""

    def dummy_positions(self) -> None:
        """`{dummy-positions}`."""

    def ending(self, token: int, name: str) -> None:
        """`word {ending} name`."""

    def ending_priority(self, priority: int) -> None:
        """`n {priority}`."""

    def engine(self, kind: str, word: str) -> None:
        """Set `{random}`, `{first}` or `{search-engine} word` for the newest player."""

    def engine_named(self, name: str) -> bool:
        """Set a built-in engine by `{search-engine} name`; return False if there is none."""

    def follow_symmetries(self, name: str, number: int) -> None:
        """Redefine a direction to follow the symmetries of the player to move."""

    def glyph(self, piece: int) -> None:
        """`"text" {glyph} piece`."""

    def grid(self, rows: int, columns: int) -> None:
        """Name and number the positions of `rows columns {grid}`."""

    def hand(self) -> None:
        """`{hand}`."""

    def in_text(self) -> Token:
        """Return the token being read. Raises ScriptError in a word that a game runs."""

    def inside_endings(self) -> None:
        """Raise ScriptError outside `{endings`."""

    def kill(self, pos: int) -> None:
        """`{kill} position`: at `board}`, remove it and renumber the positions after it."""

    def label(self, name: str) -> None:
        """`{label} name` of the turn that follows."""

    def level(self, place: Place, text: str) -> None:
        """`{level} position`."""

    def level_carries(self, name: str) -> None:
        """`{carry} name`."""

    def level_drawn(self, word: Word) -> None:
        """`{drawn} word`."""

    def level_file(self, token: Token) -> None:
        """`{level-file} name`."""

    def link(self, name: str, source: int, target: int) -> None:
        """`{link} name from to`."""

    def link_grid(self, direction: Direction, rows: int, columns: int, boards: int = 0) -> None:
        """Link each position of a grid with the one at a distance in rows, columns and boards."""

    def mark(self, name: str, bits: int) -> None:
        """`bits {mark} name`."""

    def move(self, word: Word) -> None:
        """`{move} word`."""

    def move_type(self, token: Token) -> int:
        """Return the number of a move type, creating it at its first mention."""

    def newest_direction(self) -> Direction:
        """Return the newest direction. Raises ScriptError if there is none."""

    def open_section(self, name: str) -> None:
        """Open a section."""

    def piece(self, name: str) -> None:
        """`{piece} name`."""

    def piece_list(self, kind: str, word: Word) -> None:
        """`{moves} list` or `{drops} list`."""

    def piece_value(self, value: int) -> None:
        """`n {value}`."""

    def place_at(self, pos: int, x: int, y: int, width: int, height: int) -> None:
        """`x y width height {at} position`."""

    def player(self, name: str, neutral: bool) -> None:
        """`{player} name` or `{neutral} name`."""

    def position(self, name: str) -> None:
        """`{position} name`."""

    def priority(self, number: int) -> None:
        """`{move-priority} type`."""

    def repeat(self) -> None:
        """`{repeat}`."""

    def set_link(self, direction: Direction, source: int, target: int) -> None:
        """Link two positions, also outside the section."""

    def setup(self, player: Token, piece: Token, position: Token) -> None:
        """`{setup} player piece position`."""

    def solid(self, planes: int, rows: int, columns: int) -> None:
        """`planes rows columns {grid3}`: boards above each other, named `Aa1` and so on."""

    def storage(self, name: str, operation: str, size: int) -> None:
        """`{variable}`, `{array}`, `{carray}`: bytes of the board record."""

    def symmetry(self, player: int, first: str, second: str, both: bool) -> None:
        """`player {symmetry} a b`, or `{asymmetry}`."""

    def together(self, player: int) -> None:
        """`{together} player`, who chooses on the same position as the player of the `{turn}`."""

    def turn(self, player: int) -> None:
        """`{turn} player`."""

    def turn_for(self, player: int) -> None:
        """`{for-player} player`."""

    def turn_type(self, number: int) -> None:
        """`{of-type} type`."""

    def type_of_move(self, number: int) -> None:
        """`{move-type} type`."""

    def uncompared(self) -> None:
        """`{uncompared}`: the newest declaration does not distinguish positions."""

    def unlink(self, name: str, source: int) -> None:
        """`{unlink} name position`."""

    def unpromoted(self, number: int) -> None:
        """`type {unpromoted}`."""

    def use_notation(self, pattern: str) -> None:
        """`{notation} "pattern"`."""

    def use_weights(self) -> None:
        """Record that a move word sets weights, by which `{random}` players draw."""

    def write_symmetry_table(self) -> None:
        """"""

    def zone(self, player: int, name: Token, places: list[Token]) -> None:
        """`player {zone} name position …`; further lines with the same name add to it."""

    def zone_places(self) -> list[Token]:
        """Read the positions and zones after the name of a zone, up to another word."""
