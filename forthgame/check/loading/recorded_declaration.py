"""The declaration of a game with the places of its parts, for the checker."""

from __future__ import annotations

from dataclasses import dataclass

from forthgame.base.source import Token
from forthgame.check.loading.reader import Reader
from forthgame.rules.declaration.declaration import Declaration
from forthgame.rules.model import SetUp
from forthgame.words.table.dictionary import Word

# section -> kinds of records that a second section replaces
REPLACED = {
    "board": ("positions", "directions", "marks"),
    "zones": ("zones",),
    "players": ("players",),
    "turn-order": ("turns", "turn types"),
    "move-priorities": ("priorities",),
    "pieces": ("pieces", "lists used", "unpromoted"),
}


@dataclass
class DeclaredName:
    """A declared name with its token, and the word that it defined, if any."""

    name: str
    token: Token
    word: Word | None = None


class RecordedDeclaration(Declaration):
    """A declaration that records places. A repeated section replaces its records."""

    def __init__(self, reader: Reader) -> None:
        super().__init__(reader)
        self.reader = reader
        self.records: dict[str, list[DeclaredName]] = {}
        self.explicit: dict[tuple[str, int], tuple[int, Token]] = {}
        self.symmetry_tokens: dict[tuple[int, str, str], Token] = {}
        self.list_types: set[int] = set()
        self.list_token: Token | None = None
        self.list_moves: list[
            list[tuple[DeclaredName, int]]
        ] = []  # moves of each list with their types
        self.again: Token | None = None  # the token of a second `{board`
        self.dropped: list[SetUp] = []  # set-ups of the first board
        self.unranked = False  # true if the first board had priorities

    def all(self, kind: str) -> list[DeclaredName]:
        return self.records.get(kind, [])

    def _record(self, kind: str, name: str, word: Word | None = None) -> None:
        """Record a part at the token with its name, or else at the last token that was read."""
        parsed, current = self.reader.parsed, self.reader.current
        token = next((t for t in reversed(parsed) if t.text == name), None)
        token = token or (parsed[-1] if parsed else current)
        if token is not None:
            self.records.setdefault(kind, []).append(DeclaredName(name, token, word))

    @property
    def _newest(self) -> Word:
        return self.reader.dictionary.words[-1]

    # -- sections -------------------------------------------------------------------------------

    def open_section(self, name: str) -> None:
        """`{name`: discard the records of an earlier section."""
        setups, priorities = self.setups, self.priorities
        super().open_section(name)
        if name == "board":
            self.again = self.section[1] if self.section and self.positions_before else None
            self.dropped = setups or self.dropped
            self.unranked = self.unranked or bool(priorities)
        for kind in REPLACED.get(name, ()):
            self.records.pop(kind, None)
        if name == "directions":
            self.explicit = {}
        elif name == "moves":
            self.list_token = self.reader.parsed[-1]
            self.list_moves.append([])

    # -- board and directions -------------------------------------------------------------------

    def position(self, name: str) -> None:
        super().position(name)
        self._record("positions", name, self._newest)

    def attribute(self, name: str, bits: int) -> None:
        super().attribute(name, bits)
        self._record("attributes", name, self._newest)

    def mark(self, name: str, bits: int) -> None:
        super().mark(name, bits)
        self._record("marks", name, self._newest)

    def unpromoted(self, number: int) -> None:
        super().unpromoted(number)
        self._record("unpromoted", self.pieces[-1].name)

    def direction(self, name: str, rows: int, columns: int, boards: int = 0) -> None:
        super().direction(name, rows, columns, boards)
        self._record("directions", name, self._newest)

    def link(self, name: str, source: int, target: int) -> None:
        """`{link} name from to`; report repeated links of a section."""
        new = name not in self.direction_names
        super().link(name, source, target)
        if new:
            self._record("directions", name, self._newest)
        token = self.reader.parsed[0]
        where = f"from {self.positions[source]}"
        before = self.explicit.get((name, source))
        if before is not None:
            line = before[1].place.line
            if before[0] == target:
                self.reader.report(
                    "FG510",
                    f"the link `{name}` {where} is already in line {line}; remove one of them",
                    token.place,
                    name,
                )
            else:
                self.reader.report(
                    "FG509",
                    f"the link `{name}` {where} replaces the one of line {line}, which goes to "
                    f"{self.positions[before[0]]}; remove the one that is not meant",
                    token.place,
                    name,
                )
        self.explicit[name, source] = (target, token)

    def unlink(self, name: str, source: int) -> None:
        """`{unlink} name position`; report a missing link."""
        direction = self.direction_names.get(name)
        if direction is not None and source not in direction.links:
            where = self.positions[source] if 0 <= source < len(self.positions) else str(source)
            self.reader.report(
                "FG511",
                f"there is no link `{name}` from {where} to remove; remove this {{unlink}}",
                self.reader.parsed[0].place,
                name,
            )
        super().unlink(name, source)
        self.explicit.pop((name, source), None)

    def symmetry(self, player: int, first: str, second: str, both: bool) -> None:
        """`player {symmetry} a b`; both directions are used."""
        super().symmetry(player, first, second, both)
        self.symmetry_tokens[player >> 11, first, second] = self.reader.parsed[-1]
        self.reader.note_uses(self.reader.parsed)

    def zone(self, player: int, name: Token, places: list[Token]) -> None:
        """`player {zone} name position …`; the named positions are used."""
        new = name.text not in self.zone_numbers
        super().zone(player, name, places)
        if new:
            self._record("zones", name.text, self._newest)
        self.reader.note_uses(places)

    # -- players and turns ----------------------------------------------------------------------

    def player(self, name: str, neutral: bool) -> None:
        super().player(name, neutral)
        self._record("players", name, self._newest)

    def turn(self, player: int) -> None:
        super().turn(player)
        self._record("turns", self.reader.parsed[0].text)

    def together(self, player: int) -> None:
        super().together(player)
        self._record("turns", self.reader.parsed[0].text)

    def turn_type(self, number: int) -> None:
        super().turn_type(number)
        self._record("turn types", str(number))

    # -- moves, priorities, pieces --------------------------------------------------------------

    def move_type(self, token: Token) -> int:
        """Return the number of a move type, recording its first mention as its declaration."""
        known = self.reader.dictionary.find(token.text)
        number = super().move_type(token)
        if known is None:
            self._record("move types", token.text, self._newest)
        elif known.role != "move type":
            self.reader.note_use(known, token)
        return number

    def type_of_move(self, number: int) -> None:
        super().type_of_move(number)
        self.list_types.add(number)
        record, _ = self.list_moves[-1][-1]
        self.list_moves[-1][-1] = (record, number)

    def priority(self, number: int) -> None:
        super().priority(number)
        self._record("priorities", str(number))

    def move(self, word: Word) -> None:
        super().move(word)
        self._record("moves", word.name, word)
        self.list_moves[-1].append((self.all("moves")[-1], 0))

    def _write_moves(self) -> None:
        super()._write_moves()
        word = self._newest
        if self.list_token is not None:
            self.records.setdefault("lists", []).append(
                DeclaredName(word.name, self.list_token, word)
            )

    def piece(self, name: str) -> None:
        super().piece(name)
        self._record("pieces", name, self._newest)

    def piece_list(self, kind: str, word: Word) -> None:
        super().piece_list(kind, word)
        self._record("lists used", word.name, word)

    # -- set-up ---------------------------------------------------------------------------------

    def setup(self, player: Token, piece: Token, position: Token) -> None:
        """`{setup} player piece position`; all three names are used."""
        super().setup(player, piece, position)
        self.reader.note_uses((player, piece, position))
