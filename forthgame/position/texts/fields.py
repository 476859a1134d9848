"""The fields of a position's text: the player to move, flags, numbers, pieces in hand."""

from __future__ import annotations

import re
from typing import NamedTuple

from forthgame.base import arguments
from forthgame.base.errors import shortened
from forthgame.position.position_text import ATTRIBUTES, FREE
from forthgame.position.texts.content import (
    CODE,
    LARGEST,
    Cell,
    Content,
    Misread,
    first_turns,
    hand_cells,
    piece_code,
    storage_cell,
)
from forthgame.position.texts.piece_placement import Letters
from forthgame.position.texts.texts_file import TextsTable
from forthgame.words.registers import memory_layout as at

NUMBER = re.compile(r"-?[0-9]{1,10}")
MOST_HELD = 9999  # pieces of a kind in hand
MOST_KNOWN = 1 << 10  # texts of flags that are cached


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
        players = {letter: letters.player(name) for letter, name in letters.items()}
        turns = first_turns(table.game)
        self.turns = {letter: turns.get(player) for letter, player in players.items()}
        self.letters = {player: letter for letter, player in reversed(players.items())}

    def write(self, content: Content) -> str:
        player = content.player
        if player not in self.letters:
            raise self.table.fail(f"there is no letter for {player}")
        return self.letters[player]

    def read(self, content: Content, text: str) -> None:
        turn = self.turns.get(text)
        if turn is None:
            raise Misread(f"{shortened(text)!r} is not a player to move")
        content.turn = turn


class Flag(NamedTuple):
    """A flag: bits of cells, and their values if it is set and if it is not.

    cells   the cells; with `stands`, cells of positions where pieces must be
    """

    cells: list[Cell]
    stands: bool
    mask: int
    value: int
    absent: int


class FlagsField(Field):
    """Letters for flags such as castling rights, stored in variables or in free bits of pieces.

    A flag is `{ variable = "rights", bit = 0 }`, `{ variable = "moved[3]", value = 0, absent = 1 }`
    or, for bits of the pieces on positions, `{ bits = "e1 h1", bit = 0, value = 0, absent = 1 }`.
    `others.H = { flag = "K", standing = ["White king e1"] }` is another letter for a flag, which is
    read if the pieces stand there.
    """

    def __init__(self, table: TextsTable) -> None:
        super().__init__(table)
        flags, others = table.table("flags"), table.table("others")
        self.flags = {letter: self._flag(flags.table(letter)) for letter in flags.entries}
        self.others = {letter: self._other(others.table(letter)) for letter in others.entries}
        self._known: dict[str, list[tuple[Cell, bool, int, int]]] = {}

    def _flag(self, flag: TextsTable) -> Flag:
        if flag.has("variable"):
            cells = [storage_cell(flag, flag.text("variable"))]
        else:
            numbers = flag.game.positions
            names = [flag.position(name) for name in flag.texts("bits")]
            cells = [Cell(at.CELL * numbers.index(name), at.CELL) for name in names]
        stands = not flag.has("variable")
        low, high = (ATTRIBUTES, 16) if stands else (0, 31)
        shift, mask = low, FREE if stands else -1
        if flag.has("bit"):
            bit = flag.number("bit", 0)
            if not 0 <= bit < high:
                raise flag.fail(f"bit is 0 to {high - 1}")
            shift, mask = low + bit, 1 << low + bit
        set_to, absent = flag.number("value", 1) << shift, flag.number("absent", 0) << shift
        return Flag(cells, stands, mask, set_to & mask, absent & mask)

    def _other(self, table: TextsTable) -> tuple[str, list[tuple[str, int, int]]]:
        """Return the flag of another letter, and the pieces that must stand: name, place, code."""
        letter, standing = table.text("flag"), []
        if letter not in self.flags:
            raise table.fail(f"there is no flag {shortened(letter)!r}")
        for text in table.texts("standing") if table.has("standing") else ():
            piece, _, place = text.rpartition(" ")
            number = table.game.positions.index(table.position(place))
            code = piece_code(table.game, table.piece(piece))
            standing.append((f"{piece} on {place}", number, code))
        return letter, standing

    def write(self, content: Content) -> str:
        found = ""
        for letter, flag in self.flags.items():
            for cell in flag.cells:
                value = content.value(cell)
                if value & flag.mask != flag.value or (flag.stands and not value & CODE):
                    break
            else:
                found += letter
        return found or self.none

    def read(self, content: Content, text: str) -> None:
        known = self._known.get(text)
        if known is None:
            self._known[text] = known = self._changes(text)
            if len(self._known) > MOST_KNOWN:
                self._known.clear()
        if not self.others.keys().isdisjoint(text):
            self._require(content, text)
        for cell, stands, mask, value in known:
            before = content.value(cell)
            if before & CODE or not stands:
                content.store(cell, before & ~mask | value)

    def _changes(self, text: str) -> list[tuple[Cell, bool, int, int]]:
        """Return the cells that a text sets, whether a piece must be there, mask and value.

        Raises Misread.
        """
        given = list(text) if text != self.none else []
        for offset, letter in enumerate(given):
            if letter in self.others:
                given[offset] = letter = self.others[letter][0]
            if letter not in self.flags:
                raise Misread(f"{self.table.name}: there is no {text[offset]!r}", offset)
            if letter in given[:offset]:
                raise Misread(f"{self.table.name}: {letter!r} is given twice", offset)
        changes = []
        for holds in (False, True):  # set flags last, so that they win in shared cells
            for letter, flag in self.flags.items():
                if (letter in given) is holds:
                    value = flag.value if holds else flag.absent
                    changes += [(cell, flag.stands, flag.mask, value) for cell in flag.cells]
        return changes

    def _require(self, content: Content, text: str) -> None:
        """Raise Misread if a piece does not stand where another letter means it to be."""
        for offset, letter in enumerate(text):
            for name, place, code in self.others[letter][1] if letter in self.others else ():
                if content.cells[place] & CODE != code:
                    message = f"{self.table.name}: {letter!r} means {name}, which is not there"
                    raise Misread(message, offset)


class PositionField(Field):
    """A position in a variable: `variable = "en-passant"`, with `add` and `absent`."""

    def __init__(self, table: TextsTable) -> None:
        super().__init__(table)
        self.cell = storage_cell(table, table.text("variable"))
        self.added, self.absent = table.number("add", 0), table.number("absent", -1)
        self.names = table.game.positions
        self.values = {name: k + self.added for k, name in enumerate(self.names)}
        self.values[self.none] = self.absent

    def write(self, content: Content) -> str:
        value = content.value(self.cell)
        place = value - self.added
        if value == self.absent or not 0 <= place < len(self.names):
            return self.none
        return self.names[place]

    def read(self, content: Content, text: str) -> None:
        if text not in self.values:
            raise Misread(f"{self.table.name}: there is no position {shortened(text)!r}")
        content.store(self.cell, self.values[text])


class NumberField(Field):
    """A number in a variable, or a constant if the game does not count; at least `least`."""

    def __init__(self, table: TextsTable) -> None:
        super().__init__(table)
        self.constant = table.number("value", 0)
        self.least = table.number("least", min(self.constant, 0))
        variable = table.text("variable", "")
        self.cell = storage_cell(table, variable) if variable else None

    def write(self, content: Content) -> str:
        value = self.constant if self.cell is None else content.value(self.cell)
        return self.written(value, self.least)

    def read(self, content: Content, text: str) -> None:
        value = self.number(text, self.least)
        if self.cell is not None:
            content.store(self.cell, value)


class RoundField(Field):
    """The number of the round, or with `count = "turns"` of the turn."""

    def __init__(self, table: TextsTable) -> None:
        super().__init__(table)
        declared = table.game.declaration
        rounds = table.text("count", "rounds") == "rounds"
        self.cycle = len(declared.turns) - declared.repeat_turn if rounds else 1

    def write(self, content: Content) -> str:
        return self.written((content.number - 1) // self.cycle + 1)

    def read(self, content: Content, text: str) -> None:
        cycle = self.cycle
        passed = content.turn - content.game.declaration.repeat_turn if cycle > 1 else 0
        content.number = (max(self.number(text), 1) - 1) * cycle + max(passed, 0) + 1
        if content.number > LARGEST:
            raise Misread(f"{self.table.name}: {text} is too large")


class ConstantField(Field):
    """A constant text for a field of other programs that the game does not need.

    Texts that contain only the letters of `ignored` are read too.
    """

    def write(self, content: Content) -> str:
        return self.table.text("value", "-")

    def read(self, content: Content, text: str) -> None:
        if text != self.write(content) and set(text) - set(self.table.text("ignored", "")):
            raise Misread(f"{self.table.name}: {shortened(text)!r} is not {self.write(content)!r}")


class HandsField(Field):
    """Pieces in hand: letters preceded by counts, in any order.

    `pieces` lists letters of pieces that the game's `{hand}` counts; otherwise `cells` names a
    counting variable for each letter.
    """

    def __init__(self, table: TextsTable, letters: Letters) -> None:
        super().__init__(table)
        self.cells: dict[str, Cell] = {}
        if table.has("pieces"):
            counters = hand_cells(table.game)
            for letter in table.texts("pieces"):
                code = piece_code(table.game, letters.known(table, letter))
                if code not in counters:
                    raise table.fail("pieces is for games with {hand}")
                self.cells[letter] = Cell(at.CELL * counters[code], at.CELL)
        else:
            cells = table.table("cells")
            for letter, name in cells.items():
                letters.known(cells, letter)
                self.cells[letter] = storage_cell(cells, name)
        longest = sorted(self.cells, key=len, reverse=True)
        letter = "|".join(map(re.escape, longest)) or "(?!)"
        self.token = re.compile(f"(?P<count>(?:[1-9][0-9]{{0,3}})?)(?P<letter>{letter})")
        self.repeated = table.text("count", "in front") == "repeated"

    def write(self, content: Content) -> str:
        found = ""
        for letter, cell in self.cells.items():
            count = content.value(cell)
            if not 0 <= count <= MOST_HELD:
                raise self.table.fail(f"{count} of {letter!r} in hand cannot be written")
            if self.repeated:
                found += letter * count
            elif count:
                found += f"{count if count > 1 else ''}{letter}"
        return found or self.none

    def read(self, content: Content, text: str) -> None:
        start = 0
        while start < len(text) and text not in (self.none, "-"):
            found = self.token.match(text, start)
            if found is None:
                raise Misread(f"{shortened(text[start:])!r} is nothing in hand", start)
            letter, cell = found["letter"], self.cells[found["letter"]]
            total = content.value(cell) + int(found["count"] or 1)
            if total > MOST_HELD:
                raise Misread(f"more than {MOST_HELD} of {letter!r} are in hand", start)
            content.store(cell, total)
            start = found.end()


class PieceLocations:
    """Cells of storage that hold the position of a piece: `K = "kings[0]"`.

    They have no text; they are derived from the board.
    """

    def __init__(self, table: TextsTable, letters: Letters) -> None:
        game = table.game
        self.cells = [
            (piece_code(game, letters.known(table, k)), storage_cell(table, name))
            for k, name in table.items()
        ]

    def follow(self, content: Content) -> None:
        """Set each cell to the number of its piece's first position, -1 for none."""
        if not self.cells:
            return
        standing = [cell & CODE for cell in content.cells[: len(content.game.positions)]]
        for code, cell in self.cells:
            content.store(cell, standing.index(code) if code in standing else -1)


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
        raise found.fail(f"there is no kind {arguments.shown(kind)} of field; there are {known}")
    return KINDS[kind](found)
