"""Attributes of pieces, marks of positions, hands of players, zones and the view, as declared.

A board record is the cells of the positions, the script's storage, a cell for each position and
plane of marks, and with hands a counter for each player and type. The view says where positions are
drawn and how pieces look. Large arrays that are mostly empty are the rare part of
a record: see `words/core/sparse_storage.py`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from forthgame.base.name_quoting import numbered_names
from forthgame.base.source import Token
from forthgame.base.text_encoding import signed
from forthgame.machine.memory.processor import Processor
from forthgame.machine.outer.outer_interpreter import Forth
from forthgame.rules.declaration.geometry import Geometry
from forthgame.rules.model import Piece, Player, column_number
from forthgame.words.registers import call_registers, extension_registers, memory_layout as at

BOARDS = slice(at.MEMORY + at.BOARDS, at.MEMORY + at.BOARDS_END)
LARGE = 256  # bytes of a large array
WORTHWHILE = 1024  # bytes of a run of large arrays
FIRST_BIT, LAST_BIT = 16, 32  # of a piece's cell: attributes lie between
PLANE_BITS = 32
WIDEST = 16  # bits of one attribute or mark
Members = dict[int, frozenset[int]]  # player number, 0 for all -> positions
READY = re.compile(  # longer ones cannot exist
    r"(?:rank-(?P<rank>[1-9][0-9]{0,5})|file-(?P<file>[a-z]{1,4})|board-(?P<board>[A-Z]{1,4}))$"
)
MOST_ZONES = 255
ROW_BITS = 32
CODES = "pnftx=c%"
PATTERN = re.compile(rf"(?:[^%]|%[{re.escape(CODES)}])*$")
LONGEST = 255  # characters of a pattern and of a short text


def rare_part(offsets: Sequence[int]) -> tuple[int, int]:
    """Return begin and end of the longest run of large arrays, both 0 if there is none.

    `offsets` are the record offsets of all storage in order, followed by the end.
    """
    start = offsets[0]
    found = (0, WORTHWHILE - 1)
    for offset, end in pairwise(offsets):
        if end - offset < LARGE:
            start = end
        elif end - start > found[1] - found[0]:
            found = (start, end)
    return found if found[0] else (0, 0)


def declare_rare(processor: Processor, part: tuple[int, int]) -> None:
    """Declare the rare part of a game's records; it is unused if all boards are empty.

    Native code compiled before the declaration does not note its stores there.
    """
    start, end = part
    processor.set_registers({at.RARE: start, at.RARE_END: end})
    boards = processor.memory[BOARDS] if end else b""
    empty = boards == bytes(len(boards)) and not (processor.tier and processor.tier.built)
    note_used(processor, start if empty else end)


def note_entered(processor: Processor, board: bytes) -> None:
    """Note how far a record that is copied into the machine uses the rare part."""
    end = processor.register(at.RARE_END)
    used = max(processor.register(call_registers.RARE_USED), processor.register(at.RARE))
    if used < end and board[used:end] != bytes(end - used):
        note_used(processor, len(board[:end].rstrip(b"\0")))


def note_put_back(processor: Processor, before: tuple[int, int]) -> None:
    """Handle restored memory; `before` is the rare part that was declared before.

    If it has changed, records beyond the restored memory may hold anything.
    """
    if rare_of(processor) != before:
        note_used(processor, processor.register(at.RARE_END))


def rare_of(processor: Processor) -> tuple[int, int]:
    return processor.register(at.RARE), processor.register(at.RARE_END)


def note_used(processor: Processor, used: int) -> None:
    if used > processor.register(call_registers.RARE_USED):
        processor.set_register(call_registers.RARE_USED, used)


@dataclass(frozen=True)
class BitField:
    """An attribute or a mark: its lowest bit, its number of bits, and the plane of a mark."""

    name: str
    shift: int
    bits: int
    plane: int = 0

    @property
    def operand(self) -> int:
        """Return the place in the form of `words/moves/piece_attributes.py`."""
        return self.shift | self.bits << 5 | self.plane << 10

    @property
    def greatest(self) -> int:
        return (1 << self.bits) - 1

    def of(self, cell: int) -> int:
        return cell >> self.shift & self.greatest

    def within(self, value: int) -> int:
        return (value & self.greatest) << self.shift


class Zones(Geometry):
    """Attributes, marks and hands, the sections `{zones` and `{view`, and zones of a grid."""

    def __init__(self, forth: Forth) -> None:
        super().__init__(forth)
        self.own: dict[str, list[BitField]] = {"board": [], "pieces": []}  # attributes by section
        self.former: list[BitField] = []  # of sections that were given again
        self.marks: list[BitField] = []
        self.hands = False
        self.players: list[Player] = []
        self.pieces: list[Piece] = []
        self.zone_numbers: dict[str, int] = {}
        self.ready_numbers: dict[str, int] = {}
        self.members: list[Members] = [{}]  # by the zone's number, from 1
        self.places: dict[int, tuple[int, int, int, int]] = {}  # position -> x, y, width, height
        self.glyphs: dict[int, str] = {}  # number of a piece type, from 1 -> text
        self.glyph_text: str | None = None
        self.notation = ""

    def begin_board(self) -> None:
        """Handle `{board`: zones and places of earlier positions are dropped."""
        super().begin_board()
        self._forget_attributes("board")
        self.marks, self.hands = [], False
        self.begin_zones()
        self.places = {}

    def begin_pieces(self) -> None:
        self._forget_attributes("pieces")
        self.pieces = []

    # -- attributes and marks -------------------------------------------------------------------

    @property
    def attributes(self) -> list[BitField]:
        return sorted((a for own in self.own.values() for a in own), key=lambda a: a.shift)

    def attribute(self, name: str, bits: int) -> None:
        """Declare an attribute of pieces: `bits {attribute} name`.

        It must precede the move words that use it, so it is allowed in `{board` too.
        """
        if not self.section or self.section[0] not in self.own:
            raise self._fail(
                f"{self._word()} belongs between {{board and board}} or {{pieces and pieces}}"
            )
        self._note_part()
        self._new_bits(name, bits)
        new = self._place_of(name, bits)
        self.own[self.section[0]].append(new)
        self._words(new, "(ATTRIBUTE", "attribute")

    def _place_of(self, name: str, bits: int) -> BitField:
        """Return free bits: those that compiled words use if the section is repeated."""
        used = sum(known.within(-1) for known in self.attributes)
        places = [BitField(name, shift, bits) for shift in range(FIRST_BIT, LAST_BIT + 1 - bits)]
        free = [place for place in places if not place.within(-1) & used]
        if not free:
            left = LAST_BIT - FIRST_BIT - used.bit_count()
            raise self._fail(f"{name} has {bits} bits, and {left} of 16 are left for attributes")
        return next((place for place in free if place in self.former), free[0])

    def _forget_attributes(self, section: str) -> None:
        self.former += self.own[section]
        self.own[section] = []

    def mark(self, name: str, bits: int) -> None:
        self._inside("board")
        self._new_bits(name, bits)
        last = self.marks[-1] if self.marks else BitField("", 0, 0)
        shift, plane = last.shift + last.bits, last.plane
        if shift + bits > PLANE_BITS:
            shift, plane = 0, plane + 1
        new = BitField(name, shift, bits, plane)
        self.marks.append(new)
        self._words(new, "(MARK", "mark")

    def _new_bits(self, name: str, bits: int) -> None:
        self._refuse_if(
            not 1 <= bits <= WIDEST, f"{name} has {bits} bits; from 1 to {WIDEST} are possible"
        )
        for what, known in (("an attribute", self.attributes), ("a mark", self.marks)):
            self._refuse_if(
                any(name == other.name for other in known), f"{name} is declared already, as {what}"
            )

    def _words(self, new: BitField, operation: str, role: str) -> None:
        """Define the words of an attribute or mark: `name`, `name-at` and those that set it."""
        for ending, row in (("!", "!)"), ("-at!", "-AT!)"), ("-now!", "-NOW!)"), ("-at", "-AT)"),
                            ("", ")")):  # fmt: skip
            word = self.forth.operand_word(new.name + ending, operation + row, new.operand)
            word.role = role

    # -- hands ----------------------------------------------------------------------------------

    def hand(self) -> None:
        self._inside("board")
        self._refuse_if(self.hands, "{hand} stands in this section already")
        self.hands = True

    def unpromoted(self, number: int) -> None:
        """Set the type of the newest piece when it goes to a hand: `type {unpromoted}`."""
        self._inside("pieces")
        self._refuse_if(not self.pieces, "{unpromoted} must follow a {piece}")
        self._refuse_if(
            not 1 <= number <= len(self.pieces), f"{number} is not a piece type declared so far"
        )
        self.pieces[-1].unpromoted = number

    # -- the record -----------------------------------------------------------------------------

    def _write_board(self) -> None:
        self._remove_killed()
        count = len(self.positions)
        start = 4 * count
        for word, offset in self.stored:
            word.operand = start + offset
            self.forth.code.change(word.entry + 1, start + offset)
        scan = count if self.scan_positions is None else self.scan_positions
        self.forth.processor.first_board()
        self._register(at.POSITIONS, count)
        self.write_size()
        self._register(at.NAMES, self._name_table(self.positions))
        self.forth.processor.set_system({
            "$positions": count, "$posCount": count - len(self.cells),
            "$scanPositions": scan, "$rows": self.rows, "$columns": self.columns,
            "$board": at.BOARDS, "$posNames": self.forth.processor.register(at.NAMES),
        })  # fmt: skip
        self._link_anew()
        self._write_directions()
        for name, number in self.ready_numbers.items():
            self.members[number] = {0: self._ready_positions(name) or frozenset()}
        self._write_zones()

    @property
    def planes(self) -> int:
        return self.marks[-1].plane + 1 if self.marks else 0

    @property
    def marks_start(self) -> int:
        """Return the byte where marks begin: after all storage of the script and the engine."""
        return 4 * len(self.positions) + self.storage_size + 4 * sum(self.kept.cells.values())

    @property
    def hands_start(self) -> int:
        return self.marks_start + 4 * self.planes * len(self.positions)

    def record_size(self) -> int:
        counters = len(self.players) * len(self.pieces) if self.hands else 0
        return self.hands_start + 4 * counters

    def write_size(self) -> None:
        """Write the size of a record, and the offsets of its parts, to the machine."""
        size = self.record_size()
        self._refuse_if(
            4 * (size + at.TURN_BLOCK_SIZE) > at.BOARDS_END - at.BOARDS,
            "the board with its storage is too large",
        )
        self._register(at.BOARD_SIZE, size)
        self._system("$boardSize", size)
        start = 4 * len(self.positions)
        offsets = [start + offset for _, offset in self.stored]
        declare_rare(self.forth.processor, rare_part([*offsets, start + self.storage_size]))
        self.kept.write(self.storage_places())
        self.forth.processor.set_registers(
            {
                extension_registers.MARKS: self.marks_start if self.marks else 0,
                extension_registers.MARK_PLANES: self.planes,
                extension_registers.HANDS: self.hands_start if self.hands else 0,
            }
        )

    def counters(self) -> Iterator[tuple[int, str, str]]:
        place = self.hands_start
        pieces = numbered_names([piece.name for piece in self.pieces])
        for player in (
            numbered_names([player.name for player in self.players]) if self.hands else ()
        ):
            for piece in pieces:
                yield place, player, piece
                place += 4

    def mark_cells(self, mark: BitField) -> int:
        return self.marks_start + 4 * mark.plane * len(self.positions)

    # -- zones ----------------------------------------------------------------------------------

    def begin_zones(self) -> None:
        """Handle `{zones`, which replaces an earlier section."""
        for number in self.zone_numbers.values():
            self.members[number] = {}

    def zone(self, player: int, name: Token, places: list[Token]) -> None:
        """Handle `player {zone} name position …`; a second line for a name adds to it."""
        self._inside("zones")
        number = player // at.PLAYER_UNIT
        self._refuse_if(
            player and not 1 <= number <= at.MAX_PLAYERS,
            f"{player} is not a player; 0 stands for all",
        )
        found: set[int] = set()
        for token in places:
            found |= self._positions_of(token)
        if name.text not in self.zone_numbers:
            self.zone_numbers[name.text] = self._new_zone()
            self.forth.literal_word(name.text, self.zone_numbers[name.text]).role = "zone"
        zone = self.zone_numbers[name.text]
        before = self.members[zone]
        self.members[zone] = {**before, number: before.get(number, frozenset()) | found}

    def zone_places(self) -> list[Token]:
        """Read the names after a zone's name: positions and zones, up to another word."""
        found: list[Token] = []
        source = self.forth.sources[-1]
        while True:
            position = source.position
            token = source.token()
            if token is not None and token.text in ("(", "\\"):
                source.until(")") if token.text == "(" else source.rest_of_line()
            elif token is not None and self._is_place(token):
                found.append(token)
            else:
                source.position = position
                return found

    def _is_place(self, token: Token) -> bool:
        word = self.forth.dictionary.find(token.text)
        if word is None:
            return self.ready_zone(token.text) is not None
        if word.role == "no position":
            self.forth.current = token
            raise self._fail(f"{token.text} was taken away with {{kill}}")
        return word.role in ("position", "zone")

    def _positions_of(self, token: Token) -> frozenset[int]:
        word = self.forth.dictionary.find(token.text)
        if word is not None and word.role == "position":
            return frozenset((word.value,))
        number = word.value if word is not None else self.ready_zone(token.text)
        return frozenset().union(*self.members[number or 0].values())

    def _new_zone(self) -> int:
        self._refuse_if(len(self.members) > MOST_ZONES, f"more than {MOST_ZONES} zones")
        self.members.append({})
        return len(self.members) - 1

    def ready_zone(self, name: str) -> int | None:
        """Return the number of a zone like `rank-1`, `file-a` or `board-B`; None for other names.

        The zone is created when it is first mentioned. A word of the same name takes precedence.
        """
        if name in self.ready_numbers:
            return self.ready_numbers[name]
        positions = self._ready_positions(name)
        if positions is None:
            return None
        number = self._new_zone()
        self.ready_numbers[name], self.members[number] = number, {0: positions}
        if not self.section:
            self._write_zones()
        return number

    def _ready_positions(self, name: str) -> frozenset[int] | None:
        found = READY.match(name)
        if found is None:
            return None
        boards, cells = self.boards, self.cells.items()
        known: Iterable[int] = ()
        if rank := int(found["rank"] or 0):
            if any(rank <= board.rows for board in boards):
                known = (k for (b, row, _), k in cells if boards[b].label(row) == rank)
        elif found["file"]:
            wanted = column_number(found["file"])
            if any(wanted < board.columns for board in boards):
                known = (k for (_, _, column), k in cells if column == wanted)
        elif (wanted := column_number(found["board"].lower())) < len(boards):
            known = (k for (b, _, _), k in cells if b == wanted)
        return frozenset(known) or None

    def _write_zones(self) -> None:
        """Write a row of bits for each zone and player; equal rows are shared."""
        rows: dict[frozenset[int], int] = {}
        table: list[int] = []
        for members in self.members:
            everybody = members.get(0, frozenset())
            for player in range(at.MAX_PLAYERS + 1):
                positions = everybody | members.get(player, frozenset())
                if positions not in rows:
                    rows[positions] = self._store_bits(positions)
                table.append(rows[positions])
        zones, count = self.forth.store_cells(table), len(self.members)
        self.forth.processor.set_registers(
            {extension_registers.ZONE_TABLE: zones, extension_registers.ZONE_COUNT: count}
        )

    def _store_bits(self, positions: frozenset[int]) -> int:
        cells = [0] * (len(self.positions) // ROW_BITS + 1)
        for pos in positions:
            cells[pos // ROW_BITS] |= 1 << pos % ROW_BITS
        return int(self.forth.store_cells([signed(cell) for cell in cells]))

    # -- view -----------------------------------------------------------------------------------

    def begin_view(self) -> None:
        """Handle `{view`, which replaces an earlier view."""
        self.places, self.glyphs, self.glyph_text = {}, {}, None

    def view_text(self, token: Token) -> bool:
        """Read a quoted text inside `{view`; return False if the token does not begin one."""
        if not self.section or self.section[0] != "view" or token.text[0] != '"':
            return False
        token.source.position = token.offset + 1
        self.glyph_text = self.forth.parse_text('"')
        return True

    def place_at(self, pos: int, x: int, y: int, width: int, height: int) -> None:
        """Handle `x y width height {at} position`."""
        self._inside("view")
        self._known_position(pos)
        self._refuse_if(
            width < 1 or height < 1, f"a place of {width} by {height}: both are 1 or more"
        )
        self.places[pos] = (x, y, width, height)

    def glyph(self, piece: int) -> None:
        """Handle `"text" {glyph} piece`."""
        self._inside("view")
        if not self.glyph_text:
            raise self._fail('{glyph} must follow a text: "K" {glyph} king')
        self.glyphs[piece], self.glyph_text = self.glyph_text, None

    def use_notation(self, pattern: str) -> None:
        self._refuse_if(
            len(pattern) > LONGEST,
            f"the pattern of {{notation}} has more than {LONGEST} characters",
        )
        if not PATTERN.match(pattern):
            known = " ".join(f"%{code}" for code in CODES)
            raise self._fail(f"the pattern of {{notation}} knows {known}, and no other after %")
        self.notation = pattern

    def _write_view(self) -> None:
        pass
