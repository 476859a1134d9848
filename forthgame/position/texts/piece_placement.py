"""The pieces of a position as text: rows of letters, or lists of numbered squares."""

from __future__ import annotations

import re

from forthgame.base.errors import shortened
from forthgame.position.texts.content import CODE, Content, Misread, offset_errors, piece_code
from forthgame.position.texts.texts_file import Piece, TextsTable

SQUARES = re.compile(r"(?P<first>[0-9]{1,5})(?:-(?P<last>[0-9]{1,5}))?")
KNOWN = 1 << 12  # texts of rows that are cached
NO_SQUARE = -1  # in rows: a removed square
ENGINE_PART = re.compile(r"[A-Z][0-9]{1,5}\Z")  # a clock or count of another program: `H0`, `F12`


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

    def codes(self, table: TextsTable) -> dict[str, int]:
        """Return the bits of a cell with the piece of each letter."""
        return {letter: piece_code(table.game, piece) for letter, piece in self.pieces.items()}


class Rows:
    """Rows of letters between slashes with counts of empty squares: the board of FEN and SFEN."""

    none = ""  # as in Field

    def __init__(self, table: TextsTable, letters: Letters) -> None:
        self.table, self.letters = table, letters
        named: list[list[str | None]]
        if table.has("rows"):
            named = [[table.position(name) for name in row.split()] for row in table.texts("rows")]
        else:
            named = grid_rows(table)
        numbers = {name: k for k, name in enumerate(table.game.positions)}
        self.rows = [
            [NO_SQUARE if name is None else numbers[name] for name in row] for row in named
        ]
        self.separator = table.text("separator", "/")
        self.empty = table.text("empty", "")  # empty for counts
        if not self.separator and not self.empty:  # counts of two rows would run together
            raise table.fail('without a separator there must be a sign for empty, empty = "."')
        sign = re.escape(self.empty) if self.empty else "[1-9][0-9]*"
        self.token = re.compile(f"(?P<empty>{sign})|(?P<piece>{letters.pattern})")
        self.codes = letters.codes(table)
        backwards = reversed(self.codes.items())  # to write the first of several letters
        self.written = {code: letter for letter, code in backwards}
        self._known: list[dict[str, list[tuple[int, int]]]] = [{} for _ in self.rows]

    def write(self, content: Content) -> str:
        cells, written = content.cells, self.written
        parts = []
        for row in self.rows:
            part, gap = "", 0
            for place in row:
                cell = cells[place] if place >= 0 else 0
                if not cell:
                    gap += 1
                    continue
                if gap:
                    part += self._gap(gap)
                    gap = 0
                part += written.get(cell & CODE) or self._unknown(content, cell)
            parts.append(part + self._gap(gap) if gap else part)
        return self.separator.join(parts)

    def _gap(self, count: int) -> str:
        return self.empty * count if self.empty else str(count)

    def _unknown(self, content: Content, cell: int) -> str:
        """Raise TextsError for a piece without a letter."""
        owner, number = content.game.player_by_code(cell), cell & CODE & 1023
        pieces = content.game.pieces
        name = pieces[number - 1] if 1 <= number <= len(pieces) else str(number)
        return self.letters.letter(self.table, (owner.name if owner else "", name))

    def split(self, text: str) -> list[str]:
        """Return the texts of the rows."""
        return text.split(self.separator) if self.separator else self._cut(text)

    def read(self, content: Content, text: str) -> None:
        """Place the pieces on the board. Raises Misread."""
        parts, cells = self.split(text), content.cells
        if len(parts) != len(self.rows):
            raise Misread(f"the board has {len(parts)} rows, and {len(self.rows)} are meant")
        for number, (part, known) in enumerate(zip(parts, self._known, strict=True)):
            found = known.get(part)
            if found is None:
                start = sum(map(len, parts[:number])) + number * len(self.separator)
                with offset_errors(start):
                    found = self._row(part, number)
                if len(known) >= KNOWN:
                    known.clear()
                known[part] = found
            for place, code in found:
                cells[place] = code

    def _cut(self, text: str) -> list[str]:
        """Split a text without separators into rows, by the number of squares."""
        parts, start = list[str](), 0
        for row in self.rows:
            end = start
            for _ in row:
                found = self.token.match(text, end)
                end = found.end() if found else end + 1  # errors are detected by `_row`
            parts.append(text[start:end])
            start = end
        if start < len(text):
            raise Misread(f"{shortened(text[start:])!r} stands behind the last square", start)
        return parts

    def _row(self, part: str, number: int) -> list[tuple[int, int]]:
        """Return the pieces of a row: position and bits of the cell. Raises Misread."""
        row, named, pieces = self.rows[number], f"row {number + 1}", list[tuple[int, int]]()
        column = start = 0
        while start < len(part):
            found = self.token.match(part, start)
            if found is None:
                raise Misread(f"{named}: {shortened(part[start:])!r} is not a piece", start)
            if found["piece"]:
                if column >= len(row) or row[column] == NO_SQUARE:
                    message = f"{named}: there is no square for {found['piece']!r}"
                    raise Misread(message, start)
                pieces.append((row[column], self.codes[found["piece"]]))
                column += 1
            else:
                column += 1 if self.empty else min(int(found["empty"][:6]), len(row) + 1)
            start = found.end()
        if column != len(row):
            message = f"{named} has {column} squares, and {len(row)} are meant"
            raise Misread(message, max(len(part) - 1, 0))
        return pieces


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
        self.longest_first = sorted(self.kinds, key=len, reverse=True)
        game = table.game
        self.codes = {
            (colour, mark): piece_code(game, (player, kind))
            for colour, player in self.players.items()
            for mark, kind in self.kinds.items()
        }
        self.written = {code: key for key, code in self.codes.items()}
        places = {name: k for k, name in enumerate(game.positions)}
        self.places = [places[name] for name in squares.names]

    def write(self, content: Content) -> str:
        colours = {player: key for key, player in self.players.items()}
        listed: dict[str, list[str]] = {colour: [] for colour in colours.values()}
        for number, place in enumerate(self.places, 1):
            if cell := content.cells[place]:
                colour, mark = self.written.get(cell & CODE, ("", "?"))
                if colour in listed:
                    listed[colour].append(f"{mark}{number}")
        parts = [f"{colour}{','.join(items)}" for colour, items in listed.items()]
        return ":".join([colours.get(content.player, "?"), *parts])

    def read(self, content: Content, text: str) -> str:
        """Place the pieces on the board; return the player to move. Raises Misread."""
        first, *parts = text.rstrip(" .").split(":")
        if not parts:
            raise Misread("the pieces are missing", len(first))
        start = len(first) + 1
        given: set[str] = set()
        for part in parts:
            own = part.strip()
            colour = next((c for c in self.players if c and own.startswith(c)), None)
            if colour is None and not (given and ENGINE_PART.match(own)):
                raise Misread(f"{shortened(own)!r} begins with no colour", start)
            if colour in given:
                raise Misread(f"the pieces of {colour} are given twice", start)
            if colour is not None:
                given.add(colour)
                before = part.index(colour) + len(colour)
                self._read_colour(content, colour, part[before:], start + before)
            start += len(part) + 1
        if first.strip() not in self.players:
            raise Misread(f"{shortened(first)!r} is no colour")
        return self.players[first.strip()]

    def _read_colour(self, content: Content, colour: str, text: str, start: int) -> None:
        for item in text.split(",") if text.strip() else ():
            own = item.strip()
            before = start + len(item) - len(item.lstrip())
            if " " in own:
                raise Misread("there is a second word", before + own.rindex(" ") + 1)
            with offset_errors(before):
                self._put(content, colour, own)
            start += len(item) + 1

    def _put(self, content: Content, colour: str, item: str) -> None:
        mark, numbers = self._squares(item)
        for number in numbers:
            place = self.places[number - 1]
            if content.cells[place]:
                raise Misread(f"square {number} is filled twice")
            content.cells[place] = self.codes[colour, mark]

    def _squares(self, item: str) -> tuple[str, range]:
        """Return mark and squares of an item: `21`, `K30`, `1-12`, or with a name, `Kc3`."""
        for mark in self.longest_first:
            if item.startswith(mark):
                rest = item.removeprefix(mark)
                if found := SQUARES.fullmatch(rest):
                    first, last = int(found["first"]), int(found["last"] or found["first"])
                    if 1 <= first <= last <= len(self.squares.names):
                        return mark, range(first, last + 1)
                    raise Misread(f"there is no square {shortened(item)!r}")
                if rest in self.squares.numbers:
                    number = self.squares.numbers[rest]
                    return mark, range(number, number + 1)
        raise Misread(f"{shortened(item)!r} is no square")
