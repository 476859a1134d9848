"""Moves as lists of steps, as backgammon has them: `13/8 6/5`, `bar/20`; throws are `3-1`."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from forthgame.position.position_record import STEPS, Action
from forthgame.position.texts.move_style import Notation, Reading
from forthgame.position.texts.texts_file import TextsTable
from forthgame.words.registers import memory_layout as at

if TYPE_CHECKING:
    from forthgame.position.moves import Move, Moves
    from forthgame.rules.script import Script

Step = tuple[str, str]  # names of start and end
REPEATED = re.compile(r"(.+)\(([1-9])\)")
LIFTED = (at.ACT_TYPE, at.ACT_CAPTURE)  # of a piece that is then put elsewhere, or is gone


class StepLists(Notation):
    """Steps with a sign between their ends; a piece that goes on may be written as one step.

    way       positions numbered from 1; `reversed` players number them from the other end
    names     names of other positions; empty for one that is not written
    off       what is written for a piece that leaves the board
    faces     piece types of dice, from 1 upwards: a throw is written as numbers
    """

    def __init__(self, game: Script, table: TextsTable) -> None:
        super().__init__(game, table)
        self.join = table.text("join", "/")
        self.off = table.text("off", "off")
        way = [table.position(name) for name in table.texts("way")] if table.has("way") else []
        others = table.table("names")
        named = {others.position(name): text for name, text in others.items()}
        own = {name: name for name in game.positions} | named
        self._plain = own | {name: str(k) for k, name in enumerate(way, 1)}
        self._turned = own | {name: str(len(way) + 1 - k) for k, name in enumerate(way, 1)}
        players = table.texts("reversed") if table.has("reversed") else []
        self._reversed = {table.player(name) for name in players}
        faces = [table.kind(name) for name in table.texts("faces")] if table.has("faces") else []
        self._faces = {game.pieces.index(name) + 1: str(k) for k, name in enumerate(faces, 1)}

    def declared(self) -> dict[str, object]:
        """Return the declaration as data, with what is written for each position."""
        places = self.game.positions
        return {
            "names": [self._plain[name] for name in places],
            "turned": [self._turned[name] for name in places],
            "reversed": sorted(self._reversed),
            "faces": self._faces,
            "join": self.join,
            "off": self.off,
        }

    def text(self, moves: Moves, number: int) -> str:
        move = moves[number]
        if throw := self._throw(move):
            return throw
        steps = self.steps(move)
        return " ".join(map(self._written, steps)) if steps else self.passing

    def _written(self, step: Step) -> str:
        return self.join.join(name for name in step if name)

    def _throw(self, move: Move) -> str:
        kinds = [action.b for action in move.actions if action.kind == at.ACT_TYPE]
        if len(kinds) != len(move.actions) or not all(kind in self._faces for kind in kinds):
            return ""
        return "-".join(self._faces[kind] for kind in kinds)

    def steps(self, move: Move) -> list[Step]:
        """Return the steps of a move in their order."""
        names = self._turned if move.player in self._reversed else self._plain
        places, found = self.game.positions, list[Step]()
        acting = [a for a in move.actions if a.kind in (*STEPS, *LIFTED, at.ACT_ADD)]
        for k, action in enumerate(acting):
            if action.kind in STEPS:
                found.append((names[places[action.a]], names[places[action.b]]))
            elif action.kind in LIFTED:
                put = _put_after(acting, k)
                end = self.off if put is None else names[places[put.a]]
                found.append((names[places[action.a]], end))
        return found

    def read_move(self, moves: Moves, text: str) -> Reading | None:
        wanted = self._parsed(text)
        if wanted is None:
            return None
        own = [(k, self.steps(move)) for k, move in enumerate(moves)]
        if isinstance(wanted, str):
            return Reading([k for k, move in enumerate(moves) if self._throw(move) == wanted])
        found = [k for k, steps in own if [self._written(step) for step in steps] == wanted]
        if not found:  # in another order, or with a piece's steps as one
            whole = _joined([tuple(step.split(self.join)) for step in wanted])
            found = [k for k, steps in own if steps and _joined(steps) == whole][:1]
        return Reading(found)

    def _parsed(self, text: str) -> list[str] | str | None:
        """Return the steps of a text, a throw as it is written, or None for another form."""
        if self._faces and re.fullmatch(r"[1-9](-[1-9])*", text):
            return text
        known = {*self._plain.values(), *self._turned.values(), self.off}
        wanted = list[str]()
        for part in text.replace("*", "").split():
            repeated = REPEATED.fullmatch(part)
            ends = (repeated[1] if repeated else part).split(self.join)
            if not all(end in known for end in ends) or (len(ends) < 2 and "" not in known):
                return None
            steps = [self.join.join(pair) for pair in pairwise(ends)] or ends
            wanted += steps * int(repeated[2] if repeated else 1)
        return wanted


def _put_after(actions: list[Action], k: int) -> Action | None:
    after = actions[k + 1] if k + 1 < len(actions) else None
    return after if after is not None and after.kind == at.ACT_ADD else None


def _joined(steps: Sequence[tuple[str, ...]]) -> Counter[tuple[str, ...]]:
    """Return the steps without their order; those of a piece that goes on are one."""
    left = list(steps)
    joined = True
    while joined:
        joined = False
        for one in left:
            other = next((s for s in left if s is not one and s[0] == one[-1]), None)
            if other is not None and len(one) == len(other) == 2:
                left.remove(one)
                left.remove(other)
                left.append((one[0], other[1]))
                joined = True
                break
    return Counter(left)
