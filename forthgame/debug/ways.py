"""Directions in words: where they lead, for whom they are turned, where that is declared."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING

from forthgame.debug.declared import Declared, Part, brief
from forthgame.debug.moves import position_name
from forthgame.debug.probe import ROWS, Probe
from forthgame.lang import layout as at

if TYPE_CHECKING:
    from forthgame.game.game import Game

SYMMETRIC = next(n for n, row in enumerate(ROWS) if row.name == "(SYMMETRIC)")


class Ways:
    """The directions of a game as the player to move goes them."""

    def __init__(self, game: Game, declared: Declared, probe: Probe) -> None:
        self.game, self.declared, self.probe = game, declared, probe
        self.names = game.declaration.direction_names

    def player(self) -> str:
        """The name of the player to move."""
        found = self.game.player_by_code(self.game.forth.processor.cell(at.A_PLAYER))
        return found.name if found else "nobody"

    def turned(self, name: str, cell: int = -1) -> str:
        """The direction that the player to move goes when a word, compiled at a cell, says one."""
        declared, processor = self.game.declaration, self.game.forth.processor
        word = self.game.forth.dictionary.find(name)
        if word is None or word.operand is None or word.value != SYMMETRIC:
            return name
        if cell >= 0 and self.probe.operation(cell) == "(DIRECTION)":
            return name
        player = processor.cell(at.A_PLAYER) >> 11 & 31
        table = processor.register(at.SYMMETRIES)
        number = processor.cell(table + 4 * (player * at.MAX_DIRECTIONS + word.operand))
        return declared.directions[number].name if number < len(declared.directions) else name

    def leads(self, name: str, start: int, cell: int = -1) -> str:
        """Where a direction leads to from a position: a sentence, nothing if it is no direction."""
        if name not in self.names:
            return ""
        way = self.turned(name, cell)
        target = self.names[way].links.get(start)
        also = f", which is {way} for {self.player()}," if way != name else ""
        here = position_name(self.game, start)
        if target is None:
            return f"{name}{also} leads nowhere from {here}"
        return f"{name}{also} leads from {here} to {position_name(self.game, target)}"

    def reaches(self, name: str, start: int, target: int) -> bool:
        """Whether a direction comes to a position if one goes on in it."""
        if name not in self.names:
            return False
        links = self.names[self.turned(name)].links
        here: int | None = start
        for _ in range(len(self.game.declaration.positions)):
            here = links.get(here) if here is not None else None
            if here is None:
                return False
            if here == target:
                return True
        return False

    def meant(self, name: str, start: int, target: int) -> bool:
        """Whether a direction goes from most positions as far as from the start to the target."""
        if name not in self.names:
            return False
        links = self.names[self.turned(name)].links
        steps = Counter(end - begin for begin, end in links.items())
        return bool(steps) and steps.most_common(1)[0][0] == target - start

    def notes(self, gone: Iterable[tuple[str, int, int]]) -> list[str]:
        """Where the directions that a way has taken or tried are declared.

        Each is a word with the position it was said at and the cell it stands in.
        """
        found = []
        for name, start, cell in gone:
            if name in self.names:
                found.append(self._note(name, start, cell))
        return list(dict.fromkeys(found))

    def _note(self, name: str, start: int, cell: int) -> str:
        way = self.turned(name, cell)
        parts = [f"`{name}` is {self._declared(name)}"]
        turning = self._turning(name)
        if way != name:
            parts.append(f"turned to `{way}` for {self.player()}{turning}")
        elif turning and cell >= 0 and self.probe.operation(cell) == "(DIRECTION)":
            parts.append(f"not turned{turning}, because this word stands before {{symmetries")
        elif self._has_symmetries():
            sections = self.declared.parts("symmetries")
            where = ", ".join(dict.fromkeys(brief(part.place) for part in sections))
            parts.append(f"not turned for {self.player()} by {{symmetries ({where})")
        here = position_name(self.game, start)
        linked = self.declared.place("directions", "{direction}", way) is None
        for keyword in ("{unlink}",) if linked else ("{link}", "{unlink}"):
            for part in self.declared.parts("directions", keyword):
                if part.names[:2] == (way, here):
                    parts.append(f"{keyword} changes it at {here} ({brief(part.place)})")
        return ", ".join(parts)

    def _has_symmetries(self) -> bool:
        """Whether any direction is turned for the player to move."""
        number = self.game.forth.processor.cell(at.A_PLAYER) >> 11 & 31
        return any(player == number for player, *_ in self.game.declaration.symmetric)

    def _declared(self, name: str) -> str:
        place = self.declared.place("directions", "{direction}", name)
        if place is not None:
            return f"declared in {brief(place)}"
        linked = next((p for p in self._links() if p.names[0] == name), None)
        return f"linked from {brief(linked.place)} on" if linked else "declared elsewhere"

    def _links(self) -> list[Part]:
        return self.declared.parts("directions", "{link}")

    def _turning(self, name: str) -> str:
        """Where the symmetries speak of a direction."""
        found = [p for p in self.declared.parts("symmetries") if name in p.names]
        places = ", ".join(dict.fromkeys(brief(part.place) for part in found))
        return f" ({places})" if places else ""
