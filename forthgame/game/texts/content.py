"""What a known text describes: pieces, board storage and turn, apart from how they are written."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from forthgame.game.position import ATTRIBUTES, hands, storage_places
from forthgame.game.quoting import quoted
from forthgame.game.texts.tables import Piece

if TYPE_CHECKING:
    from forthgame.game.playthrough import Playthrough
    from forthgame.game.script import Script


@dataclass
class Content:
    """A position in names: pieces and their free bits, cells of storage, hands, the turn.

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
        """Who is to move."""
        code = self.game.declaration.turns[self.turn].player
        found = self.game.player_by_code(code)
        return found.name if found else ""

    def line(self) -> str:
        """The position as a line, which `Game.position` reads and checks."""
        turn = self.game.declaration.turns[self.turn]
        codes = [self.game.player_by_code(code) for code in (turn.player, turn.for_player)]
        names = ",".join(quoted(player.name) for player in codes if player)
        parts = [quoted(self.game.name), "|"]
        for position, (player, kind) in self.pieces.items():
            more = self.bits.get(position, 0)
            extra = f"#{more}" if more else ""
            parts.append(f"{quoted(player)}:{quoted(kind)}{extra}@{quoted(position)}")
        parts.append(f"| turn={12 * self.turn},{names},{turn.of_type},{self.number},0 |")
        for (name, index), value in self.storage.items():
            parts.append(f"{quoted(name)}[{index}]={value}")
        for (player, kind), value in self.hands.items():
            parts.append(f"{quoted(player)}:{quoted(kind)}={value}")
        return " ".join(parts)


def content_of(state: Playthrough) -> Content:
    """What a state holds."""
    game = state.game
    found = Content(game, state.board, turn=state.turn_cell(0) // 12, number=state.turn_number)
    cells = memoryview(state.position.board).cast("i")
    for name, cell in zip(game.positions, cells, strict=False):
        if cell:
            found.bits[name] = (cell >> ATTRIBUTES) & 0xFFFF
    for name, offset, count, size in storage_places(game):
        for k in range(count):
            start = offset + k * size
            data = state.position.board[start : start + size]
            found.storage[name, k] = int.from_bytes(data, "little", signed=size == 4)
    for player, held in hands(state).items():
        for kind, value in held.items():
            found.hands[player, kind] = value
    return found


def turn_of(game: Script, player: str) -> int | None:
    """The index of a player's first turn in the cycle of the turn order, None if there is none."""
    declared = game.declaration
    order: list[int] = [
        *range(declared.repeat_turn, len(declared.turns)),
        *range(declared.repeat_turn),
    ]
    for k in order:
        owner = game.player_by_code(declared.turns[k].player)
        if owner is not None and owner.name == player:
            return k
    return None
