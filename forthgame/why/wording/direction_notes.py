"""Describes directions: their targets, their symmetries, their declarations."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from forthgame.analysis.instruction import ROWS
from forthgame.base.errors import Place
from forthgame.rules.model import DeclaredPart
from forthgame.rules.script import Script
from forthgame.why.inspection.probe import Probe
from forthgame.why.inspection.short_texts import (
    bracketed,
    brief,
    joined,
    player_name,
    position_name,
)
from forthgame.words.registers import memory_layout as at

MOST = 12  # lines with links that are shown
LINKS = 6  # of these, around a position
BESIDE = "its neighbours have such links"
SYMMETRIES = ("{symmetry}", "{asymmetry}")
SYMMETRIC = next(n for n, row in enumerate(ROWS) if row.name == "(SYMMETRIC)")


class Ways:
    """The directions of a game as seen by the player to move."""

    def __init__(self, game: Script, probe: Probe) -> None:
        self.game, self.declared, self.probe = game, game.declaration.declared, probe
        self.names = game.declaration.direction_names

    def player(self) -> str:
        return player_name(self.game, self.game.forth.processor.cell(at.A_PLAYER))

    def turned(self, name: str, cell: int = -1) -> str:
        """Return the direction that a word at a cell means for the player to move."""
        declared, processor = self.game.declaration, self.game.forth.processor
        found = self.probe.by_token.get((cell, name))  # possibly an older word of that name
        word = self.game.forth.dictionary.find(name) if found is None else found
        if word is None or word.operand is None or word.value != SYMMETRIC:
            return name
        if cell >= 0 and self.probe.operation(cell) == "(DIRECTION)":
            return name
        player = self._mover()
        table = processor.register(at.SYMMETRIES)
        number = processor.cell(table + 4 * (player * at.MAX_DIRECTIONS + word.operand))
        return declared.directions[number].name if number < len(declared.directions) else name

    def leads(self, name: str, start: int, cell: int = -1) -> str:
        """Return a sentence about a direction's target, empty if the name is not a direction."""
        if name not in self.names:
            return ""
        way = self.turned(name, cell)
        target = self.names[way].links.get(start)
        also = f", which is {way} for {self.player()}," if way != name else ""
        here = position_name(self.game, start)
        if target is None:
            near = self._links_to(way, here) + self._beside(way, start)
            return f"{name}{also} leads nowhere from {here}{near}"
        return f"{name}{also} leads from {here} to {position_name(self.game, target)}"

    def _beside(self, way: str, start: int) -> str:
        """Name the links of a direction from the positions beside one that has none."""
        beside = {position_name(self.game, start + step) for step in (-1, 1) if start + step >= 0}
        found = [p.place for p in self._links() if p.names[0] == way and p.names[1] in beside]
        return f"; {BESIDE}{bracketed(*found)}" if found else ""

    def linked_at(self, name: str, start: int, cell: int = -1) -> str:
        """Return the place that declares or links a direction at a position."""
        way, links = self.turned(name, cell), self.links_at(name, start, cell)
        return bracketed(*links, self.declared.place("directions", "{direction}", way))

    def links_at(self, name: str, start: int, cell: int = -1) -> list[Place]:
        """Return the places that link a direction at a position."""
        way, here = self.turned(name, cell), position_name(self.game, start)
        return [part.place for part in self._links() if part.names[:2] == (way, here)]

    def _links_to(self, way: str, position: str) -> str:
        """Return the places of the links of a linked direction that lead to a position."""
        if self.declared.place("directions", "{direction}", way) is not None:
            return ""
        links = [p.place for p in self._links() if p.names[:1] + p.names[2:3] == (way, position)]
        return f", and to it by links{bracketed(*links[:LINKS])}" if links else ""

    def reaches(self, name: str, start: int, target: int) -> bool:
        """Return whether following a direction from the start leads to the target."""
        if name not in self.names:
            return False
        links = self.names[self.turned(name)].links
        here = start
        for _ in range(len(self.game.declaration.positions)):
            here = links.get(here, -1)
            if here == target:
                return True
        return False

    def meant(self, name: str, start: int, target: int) -> bool:
        """Return whether a direction's most common step leads from the start to the target."""
        if name not in self.names:
            return False
        links = self.names[self.turned(name)].links.items()
        steps = Counter(end - begin for begin, end in links)
        return bool(steps) and steps.most_common(1)[0][0] == target - start

    def notes(self, gone: Iterable[tuple[str, int, int]]) -> list[str]:
        """Describe the declarations of directions that a path has followed or tried.

        Each item is a word, the position and the cell it was run at. Directions that need no
        further notes share a sentence.
        """
        plain: dict[str, Place] = {}
        found: list[str] = []
        linked: dict[str, list[int]] = {}
        for name, start, cell in gone:
            if name not in self.names:
                continue
            place = self.declared.place("directions", "{direction}", name)
            note = self._note(name, start, cell)
            if place is not None and note == f"`{name}` is declared in {brief(place)}":
                plain[name] = place
            elif self.declared.place("directions", "{direction}", self.turned(name, cell)) is None:
                linked.setdefault(self.turned(name, cell), []).append(start)
            else:
                found.append(note)
        if plain:
            names = ", ".join(f"`{name}`" for name in plain)
            verb = "are" if len(plain) > 1 else "is"
            found.append(f"{names} {verb} declared in {joined(plain.values())}")
        found += [self._linked(way, starts) for way, starts in linked.items()]
        return list(dict.fromkeys(found))

    def _linked(self, way: str, starts: list[int]) -> str:
        """Describe the links that a direction took, or those near a position without one."""
        taken, missed = [], []
        for start in dict.fromkeys(starts):
            name = position_name(self.game, start)
            parts = [p for p in self._links() if p.names[:2] == (way, name)]
            taken += parts
            if start not in self.names[way].links:
                missed.append(name)
                parts += [p for p in self._links() if name in p.names[1:3]][:LINKS]
            taken += parts
        linked = f"linked in {joined(p.place for p in taken[:MOST])}"
        sentence = f"`{way}` is {linked if taken else self._declared(way)}"
        for part in self.declared.parts("directions", "{unlink}"):
            if part.names[0] == way and part.names[1:2] and part.names[1] in missed:
                sentence += f", {{unlink}} changes it at {part.names[1]} ({brief(part.place)})"
        return sentence + (f"; it leads nowhere from {', '.join(missed)}" if missed else "")

    def _note(self, name: str, start: int, cell: int) -> str:
        way = self.turned(name, cell)
        parts = [f"`{name}` is {self._declared(name)}"]
        turning = self._turning(name)
        if way != name:
            parts.append(f"turned to `{way}` for {self.player()}{turning}")
        elif turning and (cell, name) in self.probe.by_token:
            parts.append(f"not turned{turning}, because its token was taken before {{symmetries")
        elif turning and cell >= 0 and self.probe.operation(cell) == "(DIRECTION)":
            parts.append(f"not turned{turning}, because this word stands before {{symmetries")
        elif self.turns():
            where = bracketed(*(part.place for part in self.declared.parts("symmetries")))
            parts.append(f"not turned for {self.player()} by {{symmetries{where}")
        here = position_name(self.game, start)
        linked = self.declared.place("directions", "{direction}", way) is None
        parts += [
            f"{keyword} changes it at {here} ({brief(part.place)})"
            for keyword in (("{unlink}",) if linked else ("{link}", "{unlink}"))
            for part in self.declared.parts("directions", keyword)
            if part.names[:2] == (way, here)
        ]
        return ", ".join(parts)

    def turns(self) -> bool:
        """Return whether the symmetries turn directions for the player to move."""
        return any(player == self._mover() for player, *_ in self.game.declaration.symmetric)

    def _mover(self) -> int:
        return self.game.forth.processor.cell(at.A_PLAYER) >> 11 & 31

    def _declared(self, name: str) -> str:
        place = self.declared.place("directions", "{direction}", name)
        place = place or self.declared.place("directions", "{direction3}", name)
        if place is not None:
            return f"declared in {brief(place)}"
        linked = next((p for p in self._links() if p.names[0] == name), None)
        return f"linked from {brief(linked.place)} on" if linked else "declared elsewhere"

    def _links(self) -> list[DeclaredPart]:
        return self.declared.parts("directions", "{link}")

    def _turning(self, name: str) -> str:
        """Return the places of the symmetries that turn a direction for the player to move."""
        parts = [p for p in self.declared.parts("symmetries") if p.keyword in SYMMETRIES]
        pairs = self.game.declaration.symmetric
        return bracketed(
            *(
                part.place
                for part, (player, a, b, both) in zip(parts, pairs, strict=False)
                if player == self._mover() and name in ((a.name, b.name) if both else (a.name,))
            )
        )
