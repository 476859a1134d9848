"""The content of a position's text, independent of its format, and limits on the pieces."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from forthgame.game.position import ATTRIBUTES, PositionError, stored
from forthgame.game.quoting import quoted
from forthgame.game.texts.tables import Piece, Table

if TYPE_CHECKING:
    from forthgame.game.playthrough import Playthrough
    from forthgame.game.script import Script

RANGE = re.compile(r"(?P<least>[0-9]{1,5})(?:-(?P<most>[0-9]{1,5}))?")


class Misread(PositionError):
    """Part of a text that cannot be read: the reason, and its offset in characters."""

    def __init__(self, message: str, offset: int = 0) -> None:
        super().__init__(message)
        self.message, self.offset = message, offset


@contextmanager
def behind(start: int) -> Iterator[None]:
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
        code = self.game.declaration.turns[self.turn].player
        found = self.game.player_by_code(code)
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
        held = self.hands.items()
        parts += [f"{quoted(player)}:{quoted(kind)}={value}" for (player, kind), value in held]
        return " ".join(parts)


def content_of(state: Playthrough) -> Content:
    cells = zip(state.game.positions, memoryview(state.position.board).cast("i"), strict=False)
    return Content(
        state.game,
        pieces=state.board,
        bits={name: (cell >> ATTRIBUTES) & 0xFFFF for name, cell in cells if cell},
        storage={(name, k): n for name, values in stored(state) for k, n in enumerate(values)},
        hands=held_pieces(state),
        turn=state.turn_cell(0) // 12,
        number=state.turn_number,
    )


def held_pieces(state: Playthrough) -> dict[Piece, int]:
    """Return how many pieces of each player and type are in hand."""
    return {(who, kind): n for who, held in state.hands.items() for kind, n in held.items()}


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
class Number:
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


def numbers_of(table: Table) -> list[Number]:
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
        found.append(Number(name, *meant, least, most))
    return found
