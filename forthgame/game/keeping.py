"""Attributes of pieces, marks of positions and hands of players, as a script declares them.

A board record is the cells of the positions, the script's storage, a cell for each position and
plane of marks, and with hands a counter for each player and type.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from forthgame.game.geometry import Geometry
from forthgame.game.model import Piece, Player
from forthgame.game.quoting import told_apart
from forthgame.game.rare import declare_rare, rare_part
from forthgame.lang import beyond
from forthgame.lang import layout as at

FIRST_BIT, LAST_BIT = 16, 32  # of a piece's cell: attributes lie between
PLANE_BITS = 32
WIDEST = 16  # bits of one attribute or mark


@dataclass(frozen=True)
class Bits:
    """An attribute or a mark: its lowest bit, its number of bits, and the plane of a mark."""

    name: str
    shift: int
    bits: int
    plane: int = 0

    @property
    def operand(self) -> int:
        """Return the place in the form of `lang/words/attributes.py`."""
        return self.shift | self.bits << 5 | self.plane << 10

    @property
    def greatest(self) -> int:
        return (1 << self.bits) - 1

    def of(self, cell: int) -> int:
        return cell >> self.shift & self.greatest

    def within(self, value: int) -> int:
        return (value & self.greatest) << self.shift


class Keeping(Geometry):
    """The declarations `{mark}`, `{hand}`, `{attribute}` and `{unpromoted}`."""

    def __init__(self, forth: Any) -> None:
        super().__init__(forth)
        self.own: dict[str, list[Bits]] = {"board": [], "pieces": []}  # attributes by section
        self.former: list[Bits] = []  # of sections that were given again
        self.marks: list[Bits] = []
        self.hands = False
        self.players: list[Player] = []
        self.pieces: list[Piece] = []

    def begin_board(self) -> None:
        super().begin_board()
        self._forget_attributes("board")
        self.marks, self.hands = [], False

    def begin_pieces(self) -> None:
        self._forget_attributes("pieces")
        self.pieces = []

    # -- attributes and marks -------------------------------------------------------------------

    @property
    def attributes(self) -> list[Bits]:
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

    def _place_of(self, name: str, bits: int) -> Bits:
        """Return free bits: those that compiled words use if the section is repeated."""
        used = sum(known.within(-1) for known in self.attributes)
        places = [Bits(name, shift, bits) for shift in range(FIRST_BIT, LAST_BIT + 1 - bits)]
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
        last = self.marks[-1] if self.marks else Bits("", 0, 0)
        shift, plane = last.shift + last.bits, last.plane
        if shift + bits > PLANE_BITS:
            shift, plane = 0, plane + 1
        new = Bits(name, shift, bits, plane)
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

    def _words(self, new: Bits, operation: str, role: str) -> None:
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

    @property
    def planes(self) -> int:
        return self.marks[-1].plane + 1 if self.marks else 0

    @property
    def marks_start(self) -> int:
        """Return the byte where marks begin: after all storage of the script and the engine."""
        return 4 * len(self.positions) + self.storage_size + 4 * sum(self.kept.cells.values())

    @property
    def hands_start(self) -> int:
        """Return the byte where counters of hands begin."""
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
        part = rare_part([*offsets, start + self.storage_size])
        declare_rare(self.forth.processor, part)
        self.kept.write(self.storage_places())
        self.forth.processor.set_registers({
            beyond.MARKS: self.marks_start if self.marks else 0, beyond.MARK_PLANES: self.planes,
            beyond.HANDS: self.hands_start if self.hands else 0,
        })  # fmt: skip

    def counters(self) -> Iterator[tuple[int, str, str]]:
        place = self.hands_start
        pieces = told_apart([piece.name for piece in self.pieces])
        for player in told_apart([player.name for player in self.players]) if self.hands else ():
            for piece in pieces:
                yield place, player, piece
                place += 4

    def mark_cells(self, mark: Bits) -> int:
        return self.marks_start + 4 * mark.plane * len(self.positions)
