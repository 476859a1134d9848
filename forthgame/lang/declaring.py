"""What words of sections may ask of a game's declaration, whose class is in `game/declare.py`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from forthgame.errors import Place
from forthgame.lang.dictionary import Word
from forthgame.source import Token

Direction = Any  # the declaration's own: words only hand it back


class Player(Protocol):
    """A player of the declaration."""

    engine: str
    word: str


class Endings(Protocol):
    """The section `{endings`."""

    @property
    def left_over(self) -> int:
        """Items that have been left on the stack."""


class Declaration(Protocol):
    """A game that is being declared."""

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
        """`bits {attribute} name`, of pieces; before the move words that use it, so in `{board`."""

    def bare_direction(self, name: str) -> None:
        """A direction without links, also outside the section."""

    def begin_levels(self) -> None:
        """`{levels`: those before are gone."""

    def begin_view(self) -> None:
        """`{view`: it replaces the view before."""

    def begin_zones(self) -> None:
        """`{zones`: it replaces what the section declared before."""

    def close_section(self, name: str) -> None:
        """`name}`."""

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
        """`{random}`, `{first}` or `{search-engine} word` of the player just declared."""

    def engine_named(self, name: str) -> bool:
        """`{search-engine} name` with the name of a built-in engine; False if there is none."""

    def follow_symmetries(self, name: str, number: int) -> None:
        """Define a direction anew: it goes where the player to move has it go."""

    def glyph(self, piece: int) -> None:
        """`"text" {glyph} piece`."""

    def grid(self, rows: int, columns: int) -> None:
        """`rows columns {grid}`: names and numbers of the positions."""

    def hand(self) -> None:
        """`{hand}`."""

    def in_text(self) -> Token:
        """The token of the text that is read. Raises ScriptError in a word that a game runs."""

    def inside_endings(self) -> None:
        """Raise ScriptError outside `{endings`."""

    def kill(self, pos: int) -> None:
        """`{kill} position`: at `board}` it is gone, and those behind it move up."""

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
        """Link every position of a grid with the one so many rows, columns and boards away."""

    def mark(self, name: str, bits: int) -> None:
        """`bits {mark} name`."""

    def move(self, word: Word) -> None:
        """`{move} word`."""

    def move_type(self, token: Token) -> int:
        """The number of a move type; its first mention makes it."""

    def newest_direction(self) -> Direction:
        """The direction made last. Raises ScriptError if there is none."""

    def open_section(self, name: str) -> None:
        """`{name`."""

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
        """`{together} player`, who chooses on the same position as those of the `{turn}`."""

    def turn(self, player: int) -> None:
        """`{turn} player`."""

    def turn_for(self, player: int) -> None:
        """`{for-player} player`."""

    def turn_type(self, number: int) -> None:
        """`{of-type} type`."""

    def type_of_move(self, number: int) -> None:
        """`{move-type} type`."""

    def uncompared(self) -> None:
        """`{uncompared}`: what was declared last does not tell positions apart."""

    def unlink(self, name: str, source: int) -> None:
        """`{unlink} name position`."""

    def unpromoted(self, number: int) -> None:
        """`type {unpromoted}`."""

    def use_notation(self, pattern: str) -> None:
        """`{notation} "pattern"`."""

    def use_weights(self) -> None:
        """A move word gives weights: `{random}` players draw by them."""

    def write_symmetry_table(self) -> None:
        """"""

    def zone(self, player: int, name: Token, places: list[Token]) -> None:
        """`player {zone} name position …`; another line of the same name adds to it."""

    def zone_places(self) -> list[Token]:
        """Read the names behind the name of a zone: positions and zones, up to another word."""
