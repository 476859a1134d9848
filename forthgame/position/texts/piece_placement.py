"""The pieces of a position as text: rows of letters, or lists of numbered squares."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from forthgame.base.errors import shortened
from forthgame.base.name_quoting import quoted
from forthgame.position.position_text import ATTRIBUTES, PositionError, storage_contents
from forthgame.position.texts.texts_file import Piece, TextsTable

if TYPE_CHECKING:
    from forthgame.position.playthrough import Playthrough
    from forthgame.rules.script import Script

RANGE = re.compile(r"(?P<least>[0-9]{1,5})(?:-(?P<most>[0-9]{1,5}))?")
SQUARES = re.compile(r"(?P<first>[0-9]{1,5})(?:-(?P<last>[0-9]{1,5}))?")


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


@dataclass
class Content:
    """A position by names: pieces and their free bits, storage cells, hands, the turn.

    `turn` is the index in the turn order, `number` the turn's number, 0 until it is known.
    """

    game: Script
    pieces: dict[str, Piece] = field(default_factory=dict)
    bits: dict[str, int] = field(default_factory=dict)
    storage: dict[tuple[str, int], int] = field(default_factory=dict)
    hands: dict[Piece, int] = field(default_factory=dict)
    turn: int = 0
    number: int = 0

    @property
    def player(self) -> str:
        found = self.game.player_by_code(self.game.declaration.turns[self.turn].player)
        return found.name if found else ""

    def line(self) -> str:
        """Return the position as a line, which `Game.position` reads and validates."""
        turn = self.game.declaration.turns[self.turn]
        codes = [self.game.player_by_code(code) for code in (turn.player, turn.for_player)]
        names = ",".join(quoted(player.name) for player in codes if player)
        parts = [quoted(self.game.name), "|"]
        for position, (player, kind) in self.pieces.items():
            more = self.bits.get(position, 0)
            extra = f"#{more}" if more else ""
            parts.append(f"{quoted(player)}:{quoted(kind)}{extra}@{quoted(position)}")
        parts.append(f"| turn={12 * self.turn},{names},{turn.of_type},{self.number},0 |")
        parts += [f"{quoted(name)}[{k}]={value}" for (name, k), value in self.storage.items()]
        in_hand = self.hands.items()
        parts += [f"{quoted(player)}:{quoted(kind)}={value}" for (player, kind), value in in_hand]
        return " ".join(parts)


def content_of(state: Playthrough) -> Content:
    cells = zip(state.game.positions, memoryview(state.position.board).cast("i"), strict=False)
    return Content(
        state.game,
        pieces=state.board,
        bits={name: (cell >> ATTRIBUTES) & 0xFFFF for name, cell in cells if cell},
        storage={
            (name, k): n for name, values in storage_contents(state) for k, n in enumerate(values)
        },
        hands=held_pieces(state),
        turn=state.turn_cell(0) // 12,
        number=state.turn_number,
    )


def held_pieces(state: Playthrough) -> dict[Piece, int]:
    """Return how many pieces of each player and type are in hand."""
    return {(who, kind): n for who, pieces in state.hands.items() for kind, n in pieces.items()}


def turn_of(game: Script, player: str) -> int | None:
    """Return the index of a player's first turn in the cycle of the turn order, or None."""
    turns, repeat = game.declaration.turns, game.declaration.repeat_turn
    order: list[int] = [*range(repeat, len(turns)), *range(repeat)]
    for k in order:
        owner = game.player_by_code(turns[k].player)
        if owner is not None and owner.name == player:
            return k
    return None


@dataclass(frozen=True)
class PieceLimit:
    """Limits on some players' pieces of some types, including hands: `least` to `most`."""

    name: str
    players: frozenset[str]
    kinds: frozenset[str]
    least: int
    most: int

    def check(self, content: Content) -> None:
        """Raise Misread if there are too few or too many."""
        if trouble := self.trouble(content.pieces.values(), content.hands):
            raise Misread(trouble)

    def trouble(self, pieces: Iterable[Piece], hands: Mapping[Piece, int]) -> str:
        """Return an error message if the pieces are too few or too many, else an empty text."""
        count = sum(self._counts(*piece) for piece in pieces)
        count += sum(number for piece, number in hands.items() if self._counts(*piece))
        if self.least <= count <= self.most:
            return ""
        meant = f"{self.least}" if self.least == self.most else f"{self.least} to {self.most}"
        return f"there are {count} pieces {self.name!r}, and {meant} are meant"

    def _counts(self, player: str, kind: str) -> bool:
        return player in self.players and kind in self.kinds


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
        meant = frozenset(players or game.players), frozenset(kinds or game.pieces)
        found.append(PieceLimit(name, *meant, least, most))
    return found


# -- letters, rows and lists ----------------------------------------------------------------------


def grid_rows(table: TextsTable) -> list[list[str | None]]:
    """Return the positions of the first grid row by row from the top; None for removed ones."""
    declared = table.game.declaration
    if not declared.boards:
        raise table.fail("rows is missing: the board is not a grid")
    board = declared.boards[0]
    names: list[list[str | None]] = [[None] * board.columns for _ in range(board.rows)]
    for (row, column), name in declared.first_grid().items():
        names[row][column] = name
    return names


class Letters:
    """Letters of pieces, shared by all texts of a game: `P = "White pawn"`."""

    def __init__(self, table: TextsTable) -> None:
        self.pieces: dict[str, Piece] = {}
        for letter, piece in table.items():
            if not letter or any(c.isdigit() or c.isspace() for c in letter):
                raise table.fail(f"{letter!r} is not the letter of a piece")
            self.pieces[letter] = table.piece(piece)
        backwards = reversed(self.pieces.items())  # to write the first of several letters
        self.written = {piece: letter for letter, piece in backwards}
        longest = sorted(self.pieces, key=len, reverse=True)
        self.pattern = "|".join(map(re.escape, longest)) or "(?!)"

    def known(self, table: TextsTable, letter: str) -> Piece:
        """Return the piece of a letter. Raises TextsError if there is none."""
        if letter not in self.pieces:
            raise table.fail(f"there is no piece {shortened(letter)!r}")
        return self.pieces[letter]

    def letter(self, table: TextsTable, piece: Piece) -> str:
        if piece not in self.written:
            raise table.fail(f"there is no letter for {' '.join(piece)}")
        return self.written[piece]


class Rows:
    """Rows of letters between slashes with counts of empty squares: the board of FEN and SFEN."""

    none = ""  # as in Field

    def __init__(self, table: TextsTable, letters: Letters) -> None:
        self.table, self.letters = table, letters
        self.rows: list[list[str | None]]
        if table.has("rows"):
            self.rows = [[table.position(name) for name in row.split()]
                         for row in table.texts("rows")]  # fmt: skip
        else:
            self.rows = grid_rows(table)
        self.separator = table.text("separator", "/")
        self.empty = table.text("empty", "")  # empty for counts
        if not self.separator and not self.empty:  # counts of two rows would run together
            raise table.fail('without a separator there must be a sign for empty, empty = "."')
        sign = re.escape(self.empty) if self.empty else "[0-9]+"
        self.token = re.compile(f"(?P<empty>{sign})|(?P<piece>{letters.pattern})")

    def write(self, content: Content) -> str:
        return self.separator.join("".join(self._row(content, row)) for row in self.rows)

    def _row(self, content: Content, row: list[str | None]) -> Iterator[str]:
        gap = 0
        for name in row:
            piece = content.pieces.get(name) if name is not None else None
            if piece is None and not self.empty:
                gap += 1
                continue
            if gap:
                yield str(gap)
            gap = 0
            yield self.letters.letter(self.table, piece) if piece is not None else self.empty
        if gap:
            yield str(gap)

    def read(self, content: Content, text: str) -> None:
        """Place the pieces on the board. Raises Misread."""
        parts = text.split(self.separator) if self.separator else self._cut(text)
        if len(parts) != len(self.rows):
            raise Misread(f"the board has {len(parts)} rows, and {len(self.rows)} are meant")
        start = 0
        for number, (part, row) in enumerate(zip(parts, self.rows, strict=True), 1):
            with offset_errors(start):
                self._read_row(content, part, row, number)
            start += len(part) + len(self.separator)

    def _cut(self, text: str) -> list[str]:
        """Split a text without separators into rows, by the number of squares."""
        parts, start = list[str](), 0
        for row in self.rows:
            end = start
            for _ in row:
                found = self.token.match(text, end)
                end = found.end() if found else end + 1  # errors are detected by `_read_row`
            parts.append(text[start:end])
            start = end
        if start < len(text):
            raise Misread(f"{shortened(text[start:])!r} stands behind the last square", start)
        return parts

    def _read_row(
        self, content: Content, part: str, row: list[str | None], number: int
    ) -> None:  # fmt: skip
        column = start = 0
        while start < len(part):
            found = self.token.match(part, start)
            if found is None:
                raise Misread(f"row {number}: {shortened(part[start:])!r} is not a piece", start)
            if found["piece"]:
                if column >= len(row) or row[column] is None:
                    message = f"row {number}: there is no square for {found['piece']!r}"
                    raise Misread(message, start)
                content.pieces[row[column] or ""] = self.letters.pieces[found["piece"]]
                column += 1
            else:
                column += 1 if self.empty else min(int(found["empty"][:6]), len(row) + 1)
            start = found.end()
        if column != len(row):
            message = f"row {number} has {column} squares, and {len(row)} are meant"
            raise Misread(message, max(len(part) - 1, 0))


class Squares:
    """Numbers of squares: `all` in the order of the positions, the `dark` ones, or an `order`."""

    def __init__(self, table: TextsTable) -> None:
        names = table.game.positions
        if table.has("order"):
            names = [table.position(name) for name in table.texts("order")]
        elif table.text("squares", "all") == "dark":
            rows = grid_rows(table)
            names = [name for r, row in enumerate(rows) for c, name in enumerate(row)
                     if (r + c) % 2 and name is not None]  # fmt: skip
        self.names = names
        self.numbers = {name: k for k, name in enumerate(names, 1)}


class Lists:
    """Lists of squares for each colour: the FEN of draughts, `W:W21,22,K23:B1,2`."""

    def __init__(self, table: TextsTable, squares: Squares) -> None:
        self.table, self.squares = table, squares
        self.players = {key: table.player(name) for key, name in table.table("players").items()}
        self.kinds = {key: table.kind(name) for key, name in table.table("kinds").items()}
        self.kinds.setdefault("", table.kind(table.text("plain", table.game.pieces[0])))
        self.marks = {kind: key for key, kind in self.kinds.items()}
        self.colours = {player: key for key, player in self.players.items()}

    def write(self, content: Content) -> str:
        parts = [self.colours.get(content.player, "?")]
        for player, colour in self.colours.items():
            own = sorted(
                (self.squares.numbers[name], self.marks.get(kind, "?"))
                for name, (owner, kind) in content.pieces.items()
                if owner == player and name in self.squares.numbers
            )
            parts.append(colour + ",".join(f"{mark}{number}" for number, mark in own))
        return ":".join(parts)

    def read(self, content: Content, text: str) -> str:
        """Place the pieces on the board; return the player to move. Raises Misread."""
        text = text.removesuffix(".")
        first, *parts = text.split(":")
        start = len(first) + 1
        given: set[str] = set()
        for part in parts:
            colour = next((c for c in self.players if c and part.startswith(c)), None)
            if colour is None:
                raise Misread(f"{shortened(part)!r} begins with no colour", start)
            if colour in given:
                raise Misread(f"the pieces of {colour} are given twice", start)
            given.add(colour)
            start += len(colour)
            listed = part.removeprefix(colour)
            for item in listed.split(",") if listed else ():
                with offset_errors(start):
                    self._put(content, self.players[colour], item)
                start += len(item) + 1
            start += not listed
        if first not in self.players:
            raise Misread(f"{shortened(first)!r} is no colour")
        return self.players[first]

    def _put(self, content: Content, player: str, item: str) -> None:
        kind, names = self._squares(item)
        for name in names:
            if name in content.pieces:
                raise Misread(f"square {self.squares.numbers[name]} is filled twice")
            content.pieces[name] = (player, kind)

    def _squares(self, item: str) -> tuple[str, list[str]]:
        """Return piece type and squares of an item: `21`, `K30`, `1-12`, or with a name, `Kc3`."""
        for mark in sorted(self.kinds, key=len, reverse=True):
            if item.startswith(mark):
                rest = item.removeprefix(mark)
                if found := SQUARES.fullmatch(rest):
                    first, last = int(found["first"]), int(found["last"] or found["first"])
                    if 1 <= first <= last <= len(self.squares.names):
                        return self.kinds[mark], self.squares.names[first - 1 : last]
                    raise Misread(f"there is no square {shortened(item)!r}")
                if rest in self.squares.numbers:
                    return self.kinds[mark], [rest]
        raise Misread(f"{shortened(item)!r} is no square")
