"""How many pieces of which kind a position of a known text may have."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from forthgame.game.texts.content import Content
from forthgame.game.texts.misread import Misread
from forthgame.game.texts.tables import Piece, Table

RANGE = re.compile(r"(?P<least>[0-9]{1,5})(?:-(?P<most>[0-9]{1,5}))?")


@dataclass(frozen=True)
class Number:
    """Of some players' pieces of some types there are `least` to `most`, hands included."""

    name: str
    players: frozenset[str]
    kinds: frozenset[str]
    least: int
    most: int

    def check(self, content: Content) -> None:
        """Raises Misread if there are too few or too many."""
        held: dict[str, dict[str, int]] = {}
        for (player, kind), number in content.hands.items():
            held.setdefault(player, {})[kind] = number
        if trouble := self.trouble(content.pieces.values(), held):
            raise Misread(trouble)

    def trouble(self, pieces: Iterable[Piece], hands: Mapping[str, Mapping[str, int]]) -> str:
        """Return a sentence if the pieces are too few or too many, else an empty text."""
        count = sum(self._counts(*piece) for piece in pieces)
        for player, held in hands.items():
            count += sum(number for kind, number in held.items() if self._counts(player, kind))
        if self.least <= count <= self.most:
            return ""
        meant = f"{self.least}" if self.least == self.most else f"{self.least} to {self.most}"
        return f"there are {count} pieces {self.name!r}, and {meant} are meant"

    def _counts(self, player: str, kind: str) -> bool:
        return player in self.players and kind in self.kinds


def numbers_of(table: Table) -> list[Number]:
    """The table `[fen.numbers]`: `"White king" = "1"`, `"pawn tokin" = "0-18"`, `White = "0-20"`.

    A key has names of players and of piece types; without the one or the other it means all.
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
