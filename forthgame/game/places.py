"""Declaration of zones and of the view: where positions are drawn and how pieces look."""

from __future__ import annotations

import re
from collections.abc import Iterable

from forthgame.game.keeping import Keeping
from forthgame.game.model import column_number
from forthgame.lang import beyond
from forthgame.lang import layout as at
from forthgame.lang.encoding import signed
from forthgame.source import Token
from forthgame.vm.forth import Forth

Members = dict[int, frozenset[int]]  # player number, 0 for all -> positions
READY = re.compile(  # longer ones cannot exist
    r"(?:rank-(?P<rank>[1-9][0-9]{0,5})|file-(?P<file>[a-z]{1,4})|board-(?P<board>[A-Z]{1,4}))$"
)
MOST_ZONES = 255
ROW_BITS = 32
CODES = "pnftx=c%"
PATTERN = re.compile(rf"(?:[^%]|%[{re.escape(CODES)}])*$")
LONGEST = 255  # characters of a pattern and of a short text


class Places(Keeping):
    """The sections `{zones` and `{view`, and the predefined zones of a grid."""

    def __init__(self, forth: Forth) -> None:
        super().__init__(forth)
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
        self.begin_zones()
        self.places = {}

    def _write_board(self) -> None:
        super()._write_board()
        for name, number in self.ready_numbers.items():
            self.members[number] = {0: self._ready_positions(name) or frozenset()}
        self._write_zones()

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
        self.forth.processor.set_registers({beyond.ZONE_TABLE: zones, beyond.ZONE_COUNT: count})

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
        source = token.source
        source.position = token.offset + 1
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
        """Handle `{notation} "pattern"`."""
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
