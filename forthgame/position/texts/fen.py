"""Known texts of positions: FEN, SFEN, EPD and the FEN of draughts."""

from __future__ import annotations

import re
import struct
from collections import deque
from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple, cast

from forthgame.machine.random_streams import RANDOM_SIZE, entropy_of
from forthgame.position.machine_binding import TURN_CELLS, begins_without_trace
from forthgame.position.position_record import Position
from forthgame.position.position_text import PositionError
from forthgame.position.simultaneous_turns import contradiction
from forthgame.position.texts.content import (
    Content,
    Misread,
    PieceLimit,
    first_turns,
    offset_errors,
    piece_limits_of,
    piece_trouble,
)
from forthgame.position.texts.fields import (
    ConstantField,
    Field,
    NumberField,
    PieceLocations,
    RoundField,
    field_of,
)
from forthgame.position.texts.piece_placement import Letters, Lists, Rows, Squares
from forthgame.position.texts.texts_file import (
    ENDING,
    TextsError,
    TextsTable,
    find_tables,
    tables_path,
)
from forthgame.rules.fact_cache import fact
from forthgame.words.registers import memory_layout as at

if TYPE_CHECKING:
    from forthgame.position.playthrough import Playthrough
    from forthgame.rules.script import Script

BOARD = "board"
WORD = re.compile(r"[^ \t\r\n]+")
PREFIXES = ("position", "fen", "sfen", "epd")  # words of protocols before a position
START = "startpos"
OPERATION = re.compile(
    r"""(?P<name>[A-Za-z]\w{0,14})(?P<values>(?:[ ]+(?:"[^"]*"|[^ ;"]+))*)[ ]*(?:;[ ]*|\Z)"""
)
BEGINNING = re.compile(r"; *(?=.)")  # of operations in files of counts, `;D1 20 ;D2 400`
CLOCKS = ("hmvc", "fmvn")  # operations of EPD that a FEN has as its last two fields
FIRST_SEED = 1  # of a position that is read

Given = tuple[str, int]  # the text of a field, and its offset


class Layout(NamedTuple):
    """The fields of a text in their order.

    parts  the name of each field, and of one in brackets after it
    plain  number of fields that EPD has too; only counts with a default follow
    """

    parts: list[tuple[str, str]]
    plain: int


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
        self.fields: dict[str, Field | Rows] = {}
        if self.style == "lists":
            self.lists = Lists(table, Squares(table))
        elif self.style == "rows":
            self.board = Rows(table.table(BOARD), self.letters)
            self.whereabouts = PieceLocations(table.table("whereabouts"), self.letters)
            self.layout = self._layout("fields")
            self.bracketed = self._layout("bracketed") if table.has("bracketed") else self.layout
        else:
            raise table.fail(f"there is no style {self.style!r}: rows or lists")

    def _layout(self, key: str) -> Layout:
        """Return the fields that an entry lists, after creating them."""
        parts = []
        for name in self.table.texts(key):
            outer, _, inner = name.partition("[")
            parts.append((outer, inner.rstrip("]")))
            for part in filter(None, parts[-1]):
                if part not in self.fields:
                    own = field_of(self.table, part, self.letters) if part != BOARD else self.board
                    self.fields[part] = own
        plain = len(parts)
        while plain and self._counts(parts[plain - 1][0]):
            plain -= 1
        return Layout(parts, plain)

    def _counts(self, name: str) -> bool:
        return isinstance(self.fields[name], NumberField | RoundField) and self.defaults.has(name)

    # -- writing --------------------------------------------------------------------------------

    def write(self, state: Playthrough) -> str:
        turn, number = state.turn_cell(0) // 12, state.turn_number
        content = Content(state.game, state.position.board, turn, number)
        if self.style == "lists":
            return self.lists.write(content)
        texts = []
        for outer, inner in self.layout.parts:
            text = self.fields[outer].write(content)
            texts.append(f"{text}[{self.fields[inner].write(content)}]" if inner else text)
        return " ".join(texts)

    # -- reading --------------------------------------------------------------------------------

    def read(self, game: Script, text: str) -> Playthrough:
        """Return the position of a text. Raises PositionError."""
        if not isinstance(text, str):
            raise TypeError(f"a position must be a text, not {type(text).__name__}")
        if len(text) > game.forth.limits.position:
            raise PositionError(f"it is longer than {game.forth.limits.position} characters")
        record = bytearray(game.forth.processor.register(at.BOARD_SIZE))
        content = Content(game, record)
        try:
            words = [(found[0], found.start()) for found in WORD.finditer(text)]
            while words and words[0][0] in PREFIXES:
                del words[0]
            if [word for word, _ in words] == [START]:
                return cast("Playthrough", game.states._begin(game, FIRST_SEED))
            if len(words) == 1 and " " not in text.strip() and "_" not in self.letters.pieces:
                words = _apart(*words[0])
            self._read(content, words, text)
        except Misread as error:
            place = f"column {error.offset + 1} of the position"
            raise PositionError(f"{place}: {error.message}") from None
        return self._state(content)

    def _state(self, content: Content) -> Playthrough:
        game, record = content.game, bytes(content.record)
        turn = game.declaration.turns[content.turn]
        if wrong := contradiction(game, bytearray(record), 12 * content.turn, turn.player):
            raise PositionError(wrong)
        number = content.number or 1 + max(content.turn - game.declaration.repeat_turn, 0)
        block = TURN_CELLS.pack(
            12 * content.turn, turn.player, turn.for_player, turn.of_type, number, 0
        )
        if begins_without_trace(game):
            random, entropy = _first_streams(game)
        else:
            begun = game.states._begin(game, FIRST_SEED)
            begun.let_go()
            random, entropy = begun.random, begun.entropy
        state: Playthrough = game.states(game, Position(block, record), random, entropy)
        return state

    def _read(self, content: Content, words: list[Given], text: str) -> None:
        if self.style == "lists":
            self._read_lists(content, words, text)
        else:
            self._read_fields(content, words, len(text))
            self.whereabouts.follow(content)
        if trouble := piece_trouble(content.game, content.cells, self.numbers):
            raise Misread(trouble)

    def _read_lists(self, content: Content, words: list[Given], text: str) -> None:
        start = words[0][1] if words else 0
        end = words[-1][1] + len(words[-1][0]) if words else 0
        with offset_errors(start):
            player = self.lists.read(content, text[start:end])
        turn = first_turns(content.game).get(player)
        if turn is None:
            raise Misread("that player has no turn")
        content.turn = turn

    def _read_fields(self, content: Content, words: list[Given], end: int) -> None:
        layout = self.bracketed if words and "[" in words[0][0] else self.layout
        given, parts = self._without_operations(self._complete(words, layout), layout), layout.parts
        if len(given) > len(parts):
            message = f"there are {len(given)} fields, and {len(parts)} are meant"
            raise Misread(message, given[len(parts)][1])
        texts: dict[str, Given] = {}
        for k, (outer, inner) in enumerate(parts):
            if k < len(given):
                text, start = given[k]
            elif self.defaults.has(outer):
                text, start = self.defaults.text(outer), end
            else:
                raise Misread(f"the field {outer} is missing", end)
            if inner:
                text, held = self._bracketed(outer, text, start)
                texts[inner] = held if held[0] else (self.fields[inner].none, held[1])
            texts[outer] = text, start
        board = texts.pop(BOARD, None)
        order = [(BOARD, board)] if board is not None else []  # flags depend on the pieces
        for name, (text, start) in [*order, *texts.items()]:
            try:
                self.fields[name].read(content, text)
            except Misread as error:
                raise Misread(error.message, error.offset + start) from None

    def _bracketed(self, outer: str, text: str, start: int) -> tuple[str, Given]:
        """Return a field without the one in brackets after it, and that with its offset.

        After a board, the pieces in hand may also stand as another row, as lichess writes them.
        """
        head, bracket, rest = text.partition("[")
        if bracket and not rest.endswith("]"):
            raise Misread("a ] is missing", start + len(head) + 1 + len(rest))
        if not bracket and outer == BOARD and self.board.separator:
            rows = self.board.split(text)
            if len(rows) == len(self.board.rows) + 1:
                head = self.board.separator.join(rows[:-1])
                return head, (rows[-1], start + len(head) + 1)
        return head, (rest[:-1], start + len(head) + 1)

    def _complete(self, words: list[Given], layout: Layout) -> list[Given]:
        """Return the words with the constant fields that are missing before a count."""
        found, left = list[Given](), deque(words)
        for outer, _ in layout.parts:
            constant = isinstance(self.fields[outer], ConstantField) and self.defaults.has(outer)
            if left and constant and left[0][0].isdecimal():
                found.append((self.defaults.text(outer), left[0][1]))
            elif left:
                found.append(left.popleft())
        return [*found, *left]

    def _without_operations(self, words: list[Given], layout: Layout) -> list[Given]:
        """Return the fields, with those that operations of EPD give; others are ignored."""
        count = layout.plain
        while count < min(len(words), len(layout.parts)):
            word, start = words[count]
            number = word.rstrip(";")
            if not number.isdecimal():
                break
            count += 1
            if number != word:
                words.insert(count, (word[len(number) :], start + len(number)))
                words[count - 1] = number, start
        operations = words[count:]
        if count < layout.plain or not any(";" in word for word, _ in operations):
            return words
        offset, rest = operations[0][1], ""
        for word, start in operations:
            rest = rest.ljust(start - offset) + word
        clocks = dict.fromkeys(CLOCKS[: len(layout.parts) - layout.plain], "")
        begun = BEGINNING.match(rest)
        place = begun.end() if begun else 0
        while place < len(rest):
            found = OPERATION.match(rest, place)
            if found is None:
                raise Misread("this is not an operation of EPD", offset + place)
            if found["name"] in clocks:
                clocks[found["name"]] = found["values"].strip()
            place = found.end()
        given = count - layout.plain
        numbers = [
            (value or self.defaults.text(outer), offset)
            for value, (outer, _) in zip(
                [*clocks.values()][given:], layout.parts[count:], strict=True
            )
        ]
        return [*words[:count], *numbers]


def _apart(text: str, start: int) -> list[Given]:
    """Return the fields of a text with `_` between them, as addresses of web pages have it."""
    return [(found[0], start + found.start()) for found in re.finditer("[^_]+", text)]


@fact
def _first_streams(game: Script) -> tuple[bytes, bytes]:
    """Return the random streams, and that of RANDOMIZE, of a new game with the first seed."""
    random = bytearray(RANDOM_SIZE)
    for start, seed in ((0, FIRST_SEED), (at.RANDOM2 - at.RANDOM, FIRST_SEED + 1)):
        struct.pack_into("<i", random, start, seed)
    return bytes(random), entropy_of(FIRST_SEED).to_bytes(8, "little")


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
