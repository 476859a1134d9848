"""Known texts of positions: FEN, SFEN, and the FEN of draughts."""

from __future__ import annotations

import re
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from forthgame.base.errors import shortened
from forthgame.position.position_text import PositionError, read_position
from forthgame.position.texts.piece_placement import (
    Content,
    Letters,
    Lists,
    Misread,
    PieceLimit,
    Rows,
    Squares,
    content_of,
    offset_errors,
    piece_limits_of,
    turn_of,
)
from forthgame.position.texts.texts_file import (
    ENDING,
    Piece,
    TextsError,
    TextsTable,
    find_tables,
    tables_path,
)
from forthgame.rules.fact_cache import fact

if TYPE_CHECKING:
    from forthgame.position.playthrough import Playthrough
    from forthgame.rules.script import Script

LARGEST = (1 << 31) - 1
NUMBER = re.compile(r"-?[0-9]{1,10}")
MOST_HELD = 9999  # pieces of a kind in hand
BOARD = "board"
WORD = re.compile(r"[^ \t\r\n]+")


class Field:
    def __init__(self, table: TextsTable) -> None:
        self.table = table
        self.none = table.text("none", "-")

    def write(self, content: Content) -> str:
        raise NotImplementedError

    def read(self, content: Content, text: str) -> None:
        """Store the field's value in the content. Raises Misread."""
        raise NotImplementedError

    def number(self, text: str, least: int = 0) -> int:
        """Parse a number of 32 bits, not less than `least`."""
        value = int(text) if NUMBER.fullmatch(text) else None
        if value is None or not least <= value <= LARGEST:
            message = f"{shortened(text)!r} is not a number from {least} to {LARGEST}"
            raise Misread(f"{self.table.name}: {message}")
        return value

    def written(self, value: int, least: int = 0) -> str:
        """Format a number that `number` can read. Raises TextsError."""
        if value < least:
            raise self.table.fail(f"{value} cannot be written: least is {least}")
        return str(value)


class TurnField(Field):
    """The player to move: `letters = { w = "White", b = "Black" }`."""

    def __init__(self, table: TextsTable) -> None:
        super().__init__(table)
        letters = table.table("letters")
        self.players = {letter: letters.player(name) for letter, name in letters.items()}

    def write(self, content: Content) -> str:
        for letter, player in self.players.items():
            if player == content.player:
                return letter
        raise self.table.fail(f"there is no letter for {content.player}")

    def read(self, content: Content, text: str) -> None:
        turn = turn_of(content.game, self.players[text]) if text in self.players else None
        if turn is None:
            raise Misread(f"{shortened(text)!r} is not a player to move")
        content.turn = turn


class FlagsField(Field):
    """Letters for flags such as castling rights, stored in variables or in free bits of pieces.

    A flag is `{ variable = "rights", bit = 0 }`, `{ variable = "moved[3]", value = 0, absent = 1 }`
    or, for bits of the pieces on positions, `{ bits = "e1 h1", bit = 0, value = 0, absent = 1 }`.
    """

    def __init__(self, table: TextsTable) -> None:
        super().__init__(table)
        flags = table.table("flags")
        self.flags = {letter: flags.table(letter) for letter in flags.entries}

    def _values(self, flag: TextsTable) -> tuple[int, int, int]:
        """Return the mask of a flag, its value if set, and its value if not set."""
        if not flag.has("bit"):
            return -1, flag.number("value", 1), flag.number("absent", 0)
        shift = flag.number("bit", 0)
        if not 0 <= shift < 31:
            raise flag.fail("bit is 0 to 30")
        return 1 << shift, flag.number("value", 1) << shift, flag.number("absent", 0) << shift

    def _cells(self, content: Content, flag: TextsTable) -> list[tuple[dict[Any, int], Any]]:
        """Return the places of a flag: cells of storage, or free bits of pieces."""
        if flag.has("variable"):
            return [(content.storage, flag.storage(flag.text("variable")))]
        return [(content.bits, flag.position(name)) for name in flag.texts("bits")]

    def write(self, content: Content) -> str:
        found = ""
        for letter, flag in self.flags.items():
            mask, value, _ = self._values(flag)
            cells = self._cells(content, flag)
            standing = flag.has("variable") or all(k in content.pieces for _, k in cells)
            if standing and all(where.get(k, 0) & mask == value for where, k in cells):
                found += letter
        return found or self.none

    def read(self, content: Content, text: str) -> None:
        given = set(text) if text != self.none else set()
        for offset, letter in enumerate(text if given else ""):
            if letter not in self.flags:
                raise Misread(f"{self.table.name}: there is no {letter!r}", offset)
            if letter in text[:offset]:
                raise Misread(f"{self.table.name}: {letter!r} is given twice", offset)
        for holds in (False, True):  # set flags last, so that they win in shared cells
            for letter, flag in self.flags.items():
                if (letter in given) is holds:
                    mask, value, absent = self._values(flag)
                    for where, k in self._cells(content, flag):
                        where[k] = where.get(k, 0) & ~mask | (value if holds else absent) & mask


class PositionField(Field):
    """A position in a variable: `variable = "en-passant"`, with `add` and `absent`."""

    def write(self, content: Content) -> str:
        value = content.storage.get(self.table.storage(self.table.text("variable")), 0)
        place = value - self.table.number("add", 0)
        names = content.game.positions
        if value == self.table.number("absent", -1) or not 0 <= place < len(names):
            return self.none
        return names[place]

    def read(self, content: Content, text: str) -> None:
        value = self.table.number("absent", -1)
        if text != self.none:
            if text not in content.game.positions:
                raise Misread(f"{self.table.name}: there is no position {shortened(text)!r}")
            value = content.game.positions.index(text) + self.table.number("add", 0)
        content.storage[self.table.storage(self.table.text("variable"))] = value


class NumberField(Field):
    """A number in a variable, or a constant if the game does not count; at least `least`."""

    def __init__(self, table: TextsTable) -> None:
        super().__init__(table)
        self.constant = table.number("value", 0)
        self.least = table.number("least", min(self.constant, 0))

    def write(self, content: Content) -> str:
        if not self.table.has("variable"):
            return self.written(self.constant, self.least)
        cell = self.table.storage(self.table.text("variable"))
        return self.written(content.storage.get(cell, 0), self.least)

    def read(self, content: Content, text: str) -> None:
        value = self.number(text, self.least)
        if self.table.has("variable"):
            content.storage[self.table.storage(self.table.text("variable"))] = value


class RoundField(Field):
    """The number of the round, or with `count = "turns"` of the turn."""

    def _cycle(self, content: Content) -> int:
        declared = content.game.declaration
        rounds = self.table.text("count", "rounds") == "rounds"
        return len(declared.turns) - declared.repeat_turn if rounds else 1

    def write(self, content: Content) -> str:
        return self.written((content.number - 1) // self._cycle(content) + 1)

    def read(self, content: Content, text: str) -> None:
        cycle = self._cycle(content)
        passed = content.turn - content.game.declaration.repeat_turn if cycle > 1 else 0
        content.number = (max(self.number(text), 1) - 1) * cycle + max(passed, 0) + 1
        if content.number > LARGEST:
            raise Misread(f"{self.table.name}: {text} is too large")


class ConstantField(Field):
    """A constant text for a field of other programs that the game does not need."""

    def write(self, content: Content) -> str:
        return self.table.text("value", "-")

    def read(self, content: Content, text: str) -> None:
        if text != self.write(content):
            raise Misread(f"{self.table.name}: {shortened(text)!r} is not {self.write(content)!r}")


class HandsField(Field):
    """Pieces in hand: letters preceded by counts.

    `pieces` lists letters of pieces that the game's `{hand}` counts; otherwise `cells` names a
    counting variable for each letter.
    """

    def __init__(self, table: TextsTable, letters: Letters) -> None:
        super().__init__(table)
        self.counters: dict[str, Piece] = {}
        self.cells: dict[str, tuple[str, int]] = {}
        if table.has("pieces"):
            listed = table.texts("pieces")
            self.counters = {letter: letters.known(table, letter) for letter in listed}
            if not any(True for _ in table.game.declaration.counters()):
                raise table.fail("pieces is for games with {hand}")
        else:
            cells = table.table("cells")
            for letter, name in cells.items():
                letters.known(cells, letter)
                self.cells[letter] = cells.storage(name)
        longest = sorted([*self.counters, *self.cells], key=len, reverse=True)
        letter = "|".join(map(re.escape, longest)) or "(?!)"
        self.token = re.compile(f"(?P<count>(?:[1-9][0-9]{{0,3}})?)(?P<letter>{letter})")
        self.repeated = table.text("count", "in front") == "repeated"

    def write(self, content: Content) -> str:
        found = ""
        counts = [(k, content.hands.get(piece, 0)) for k, piece in self.counters.items()]
        counts += [(k, content.storage.get(cell, 0)) for k, cell in self.cells.items()]
        for letter, count in counts:
            if not 0 <= count <= MOST_HELD:
                raise self.table.fail(f"{count} of {letter!r} in hand cannot be written")
            if self.repeated:
                found += letter * count
            elif count:
                found += f"{count if count > 1 else ''}{letter}"
        return found or self.none

    def read(self, content: Content, text: str) -> None:
        for cell in self.cells.values():
            content.storage[cell] = 0
        start = 0
        while start < len(text) and text not in (self.none, "-"):
            found = self.token.match(text, start)
            if found is None:
                raise Misread(f"{shortened(text[start:])!r} is nothing in hand", start)
            letter, count = found["letter"], int(found["count"] or 1)
            if letter in self.cells:
                content.storage[self.cells[letter]] += count
                total = content.storage[self.cells[letter]]
            else:
                piece = self.counters[letter]
                total = content.hands[piece] = content.hands.get(piece, 0) + count
            if total > MOST_HELD:
                raise Misread(f"more than {MOST_HELD} of {letter!r} are in hand", start)
            start = found.end()


class PieceLocations:
    """Cells of storage that hold the position of a piece: `K = "kings[0]"`.

    They have no text; they are derived from the board.
    """

    def __init__(self, table: TextsTable, letters: Letters) -> None:
        self.cells = [(letters.known(table, k), table.storage(name)) for k, name in table.items()]

    def follow(self, content: Content) -> None:
        """Set each cell to the number of its piece's first position, -1 for none."""
        for piece, cell in self.cells:
            names = content.game.positions
            standing = [k for k, name in enumerate(names) if content.pieces.get(name) == piece]
            content.storage[cell] = standing[0] if standing else -1


KINDS = {
    "turn": TurnField,
    "flags": FlagsField,
    "position": PositionField,
    "number": NumberField,
    "round": RoundField,
    "constant": ConstantField,
}


def field_of(table: TextsTable, name: str, letters: Letters) -> Field:
    """Create the field of a table, by its `kind`."""
    found = table.table(name)
    kind = found.text("kind", name)
    if kind == "hands":
        return HandsField(found, letters)
    if kind not in KINDS:
        known = ", ".join([*KINDS, "hands"])
        raise found.fail(f"there is no kind {shortened(kind)!r} of field; there are {known}")
    return KINDS[kind](found)


# -- the whole text -------------------------------------------------------------------------------


class Fen:
    """The format of a game's positions, from the table `[fen]` of its file."""

    def __init__(self, tables: TextsTable) -> None:
        self.table = table = tables.table("fen")
        if not table.entries:
            raise tables.fail("the table [fen] is missing")
        self.style = table.text("style", "rows")
        self.letters = Letters(table.table("pieces"))
        self.defaults = table.table("defaults")
        self.numbers = piece_limits_of(table.table("numbers"))
        self.parts: list[tuple[str, str]] = []  # a field, and a bracketed one after it
        self.fields: dict[str, Field | Rows] = {}
        if self.style == "lists":
            self.lists = Lists(table, Squares(table))
        elif self.style == "rows":
            board = Rows(table.table(BOARD), self.letters)
            self.whereabouts = PieceLocations(table.table("whereabouts"), self.letters)
            for name in table.texts("fields"):
                outer, _, inner = name.partition("[")
                self.parts.append((outer, inner.rstrip("]")))
                for part in filter(None, self.parts[-1]):
                    own = board if part == BOARD else field_of(table, part, self.letters)
                    self.fields[part] = own
        else:
            raise table.fail(f"there is no style {self.style!r}: rows or lists")

    def write(self, state: Playthrough) -> str:
        content = content_of(state)
        if self.style == "lists":
            return self.lists.write(content)
        texts = []
        for outer, inner in self.parts:
            brackets = f"[{self.fields[inner].write(content)}]" if inner else ""
            texts.append(self.fields[outer].write(content) + brackets)
        return " ".join(texts)

    def read(self, game: Script, text: str) -> Playthrough:
        """Return the position of a text. Raises PositionError."""
        if not isinstance(text, str):
            raise TypeError(f"a position must be a text, not {type(text).__name__}")
        if len(text) > game.forth.limits.position:
            raise PositionError(f"it is longer than {game.forth.limits.position} characters")
        try:
            content = self._content(game, text)
        except Misread as error:
            place = f"column {error.offset + 1} of the position"
            raise PositionError(f"{place}: {error.message}") from None
        try:
            return read_position(game, content.line())
        except PositionError as error:  # its column refers to the line
            raise PositionError(str(error).partition(": ")[2]) from None

    def _content(self, game: Script, text: str) -> Content:
        content = Content(game)
        words = list(WORD.finditer(text))
        if self.style == "lists":
            if len(words) > 1:
                raise Misread("there is a second word", words[1].start())
            with offset_errors(words[0].start() if words else 0):
                turn = turn_of(game, self.lists.read(content, words[0][0] if words else ""))
            if turn is None:
                raise Misread("that player has no turn")
            content.turn = turn
        else:
            self._read_fields(content, words, len(text))
            self.whereabouts.follow(content)
        for number in self.numbers:
            number.check(content)
        if not content.number:  # not set by a field
            content.number = 1 + max(content.turn - game.declaration.repeat_turn, 0)
        return content

    def _read_fields(self, content: Content, given: list[re.Match[str]], end: int) -> None:
        if len(given) > len(self.parts):
            message = f"there are {len(given)} fields, and {len(self.parts)} are meant"
            raise Misread(message, given[len(self.parts)].start())
        for k, (outer, inner) in enumerate(self.parts):
            if k < len(given):
                text, start = given[k][0], given[k].start()
            elif self.defaults.has(outer):
                text, start = self.defaults.text(outer), end
            else:
                raise Misread(f"the field {outer} is missing", end)
            if inner:
                text, bracket, rest = text.partition("[")
                if bracket and not rest.endswith("]"):
                    raise Misread("a ] is missing", start + len(text) + 1 + len(rest))
                with offset_errors(start + len(text) + 1):
                    self.fields[inner].read(content, rest[:-1] or self.fields[inner].none)
            with offset_errors(start):
                self.fields[outer].read(content, text)


@fact
def known_fen(game: Script) -> Fen:
    """Return the format of a game's positions, cached. Raises TextsError."""
    return Fen(find_tables(game))


@fact
def piece_limits(game: Script) -> list[PieceLimit]:
    """Return the limits on pieces in the game's own file of texts.

    Files of scripts that this one LOADs are ignored, as their rules may differ. A file with a
    mistake does not limit anything; the mistake is reported when its texts are used.
    """
    if tables_path(game) == game.path.with_name(game.path.stem + ENDING):
        with suppress(TextsError):
            return known_fen(game).numbers
    return []
