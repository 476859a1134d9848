"""How many pieces of which kind a position of a known text may have."""

from __future__ import annotations

import re
from dataclasses import dataclass

from forthgame.game.texts.content import Content
from forthgame.game.texts.misread import Misread
from forthgame.game.texts.tables import Table

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
        count = sum(self._counts(*piece) for piece in content.pieces.values())
        count += sum(number for piece, number in content.hands.items() if self._counts(*piece))
        if not self.least <= count <= self.most:
            meant = f"{self.least}" if self.least == self.most else f"{self.least} to {self.most}"
            raise Misread(f"there are {count} pieces {self.name!r}, and {meant} are meant")

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
