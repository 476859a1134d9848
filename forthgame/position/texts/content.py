"""A position as texts read and write it: its board record, its turn, and limits on its pieces."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, NamedTuple

from forthgame.position.position_text import PositionError, storage_places
from forthgame.position.texts.texts_file import Piece, TextsTable
from forthgame.rules.fact_cache import fact
from forthgame.words.registers import memory_layout as at

if TYPE_CHECKING:
    from forthgame.rules.script import Script

RANGE = re.compile(r"(?P<least>[0-9]{1,5})(?:-(?P<most>[0-9]{1,5}))?")
CODE = at.PLAYER_MASK | at.PIECE_MASK  # the bits of a cell for player and type
LARGEST = (1 << 31) - 1
HIGHEST_BYTE = 255


class Misread(PositionError):
    """Part of a text that cannot be read: the reason, and its offset in characters."""

    def __init__(self, message: str, offset: int = 0) -> None:
        super().__init__(message)
        self.message, self.offset = message, offset


@contextmanager
def offset_errors(start: int) -> Iterator[None]:
    """Add an offset to errors that are raised in the body."""
    try:
        yield
    except Misread as error:
        raise Misread(error.message, error.offset + start) from None


class Cell(NamedTuple):
    """A cell of storage: its bytes from the start of a board record, 4 or 1."""

    offset: int
    size: int


class Content:
    """A board record with its turn.

    `record` is the bytes of the record, `cells` its cells: first those of the positions. `turn` is
    the index in the turn order, `number` the turn's number, 0 until it is known.
    """

    __slots__ = ("cells", "game", "number", "record", "turn")

    def __init__(
        self, game: Script, record: bytes | bytearray, turn: int = 0, number: int = 0
    ) -> None:
        self.game, self.record = game, record
        self.cells = memoryview(record).cast("i")
        self.turn, self.number = turn, number

    @property
    def player(self) -> str:
        found = self.game.player_by_code(self.game.declaration.turns[self.turn].player)
        return found.name if found else ""

    def value(self, cell: Cell) -> int:
        offset, size = cell
        return self.cells[offset >> 2] if size == at.CELL else self.record[offset]

    def store(self, cell: Cell, value: int) -> None:
        """Store a value. Raises PositionError if the cell cannot hold it."""
        offset, size = cell
        if size == at.CELL:
            self.cells[offset >> 2] = value if value <= LARGEST else value - (1 << 32)
        elif 0 <= value <= HIGHEST_BYTE:
            memoryview(self.record)[offset] = value
        else:
            raise PositionError(f"'{value}' is not a number from 0 to {HIGHEST_BYTE}")


def storage_cell(table: TextsTable, text: str) -> Cell:
    """Return the cell of board storage that a file names: `rights` or `held[2]`."""
    name, index = table.storage(text)
    offset, _, size = _storage(table.game)[name]
    return Cell(offset + index * size, size)


@fact
def _storage(game: Script) -> dict[str, tuple[int, int, int]]:
    return {name: (offset, n, size) for name, offset, n, size in storage_places(game)}


def piece_code(game: Script, piece: Piece) -> int:
    """Return the bits of a cell with a player's piece."""
    player, kind = piece
    return game.player_named(player).code | game.pieces.index(kind) + 1


@fact
def hand_cells(game: Script) -> dict[int, int]:
    """Return the cell of a board record that counts each piece in hand, by the piece's code."""
    counted = game.declaration.counters()
    return {piece_code(game, (who, what)): place // at.CELL for place, who, what in counted}


@fact
def first_turns(game: Script) -> dict[str, int]:
    """Return for each player the index of the first turn in the cycle of the turn order."""
    turns, repeat = game.declaration.turns, game.declaration.repeat_turn
    found: dict[str, int] = {}
    for k in (*range(repeat, len(turns)), *range(repeat)):
        owner = game.player_by_code(turns[k].player)
        if owner is not None:
            found.setdefault(owner.name, k)
    return found


class PieceLimit(NamedTuple):
    """Limits on some players' pieces of some types, including hands: `least` to `most`.

    `codes` are the bits of their cells.
    """

    name: str
    codes: frozenset[int]
    least: int
    most: int

    def trouble(self, counts: Mapping[int, int]) -> str:
        """Return an error message if there are too few or too many, else an empty text."""
        codes = self.codes
        count = sum([number for code, number in counts.items() if code in codes])
        if self.least <= count <= self.most:
            return ""
        meant = f"{self.least}" if self.least == self.most else f"{self.least} to {self.most}"
        return f"there are {count} pieces {self.name!r}, and {meant} are meant"


def numbers_of_pieces(game: Script, cells: memoryview) -> dict[int, int]:
    """Return how many pieces there are on the board and in hand, by their codes."""
    counts = dict(Counter([cell & CODE for cell in cells[: len(game.positions)].tolist() if cell]))
    for code, cell in hand_cells(game).items():
        if held := cells[cell]:
            counts[code] = counts.get(code, 0) + held
    return counts


def piece_trouble(game: Script, cells: memoryview, limits: list[PieceLimit]) -> str:
    """Return an error message for too few or too many pieces in a record, else an empty text."""
    if not limits:
        return ""
    counts = numbers_of_pieces(game, cells)
    return next(filter(None, (limit.trouble(counts) for limit in limits)), "")


def piece_limits_of(table: TextsTable) -> list[PieceLimit]:
    """Read the table `[fen.numbers]`: `"White king" = "1"`, `"pawn tokin" = "0-18"`.

    A key has names of players and of piece types; without either it means all.
    """
    game, found = table.game, []
    for name, value in table.items():
        words = name.split()
        players = [word for word in words if word in game.players]
        kinds = [table.kind(word) for word in words if word not in game.players]
        bounds = RANGE.fullmatch(value)
        if bounds is None:
            raise table.fail(f'{name} is a number or a range, "0-18"')
        least, most = int(bounds["least"]), int(bounds["most"] or bounds["least"])
        codes = frozenset(
            piece_code(game, (player, kind))
            for player in players or game.players
            for kind in kinds or game.pieces
        )
        found.append(PieceLimit(name, codes, least, most))
    return found
