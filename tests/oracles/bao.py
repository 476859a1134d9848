"""Bao of Zanzibar from its rules, pit by pit on lists of seeds."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from itertools import product

from .base import Oracle, Outcome

LAPS = 100
HOUSE = 4
QUIET = 100
WAYS = {"clockwise": 1, "anticlockwise": -1}


@dataclass(frozen=True)
class Side:
    """A player's pits, clockwise from the left of the front row, and the further state."""

    pits: tuple[int, ...]
    stock: int
    house: bool  # never emptied

    @property
    def front(self) -> tuple[int, ...]:
        return self.pits[:8]

    @property
    def housed(self) -> bool:
        """Whether the house has its privileges."""
        return self.house and self.pits[HOUSE] >= 6 and self.stock > 0


START = Side((0, 0, 0, 0, 6, 2, 2, 0) + (0,) * 8, 22, True)


class Turn:
    """A turn while it is made."""

    def __init__(self, mover: Side, other: Side, way: int, safari: bool) -> None:
        self.pits, self.enemy = list(mover.pits), list(other.pits)
        self.mover, self.way, self.safari = mover, way, safari
        self.house, self.slept, self.laps, self.last = mover.house, False, 0, 0

    def housed(self) -> bool:
        return replace(self.mover, pits=tuple(self.pits), house=self.house).housed

    def pick(self, pit: int) -> int:
        seeds, self.pits[pit] = self.pits[pit], 0
        self.house = self.house and pit != HOUSE
        return seeds

    def sow(self, first: int, seeds: int) -> None:
        self.laps += 1
        for k in range(seeds):
            self.last = (first + k * self.way) % 16
            self.pits[self.last] += 1

    def relay(self) -> None:
        self.sow(self.last + self.way, self.pick(self.last))

    def take(self) -> bool:
        """Capture opposite the last seed, if there is something."""
        if self.last > 7 or self.pits[self.last] < 2 or not self.enemy[7 - self.last]:
            return False
        seeds, self.enemy[7 - self.last] = self.enemy[7 - self.last], 0
        self.way = {0: 1, 1: 1, 6: -1, 7: -1}.get(self.last, self.way)
        self.sow(0 if self.way == 1 else 7, seeds)
        return True

    def finish(self, capturing: bool) -> None:
        """Go on until the turn is over."""
        while True:
            if capturing and self.take():
                if not any(self.enemy[:8]):
                    return
            elif self.pits[self.last] < 2:
                return
            elif self.last == HOUSE and self.housed() and not (capturing and self.safari):
                self.slept = capturing
                return
            else:
                self.relay()
            if self.laps >= LAPS:
                return


class Bao(Oracle):
    """A game of bao."""

    def __init__(self) -> None:
        self.sides = {"South": START, "North": START}
        self._player = "South"
        self._quiet = 0
        self._seen = Counter([self._key()])

    def _key(self) -> tuple[object, ...]:
        return (self._player, *self.sides.values())

    @property
    def player(self) -> str:
        return self._player

    @property
    def _other(self) -> str:
        return "North" if self._player == "South" else "South"

    @property
    def outcome(self) -> Outcome | None:
        if not any(self.sides[self._player].front):
            return "loss"
        if not any(self.sides[self._other].front):
            return "win"
        if not self.moves():
            return "loss"
        return "draw" if self._seen[self._key()] > 2 or self._quiet >= QUIET else None

    # -- turns ----------------------------------------------------------------------------------

    def _captures(self, pit: int, way: int) -> bool:
        mover, other = self.sides[self._player], self.sides[self._other]
        if mover.stock:
            if (pit in (0, 1) and way < 0) or (pit in (6, 7) and way > 0):
                return False
            end = pit
            occupied = pit < 8 and mover.pits[pit] > 0
        else:
            end = (pit + way * mover.pits[pit]) % 16
            occupied = 2 <= mover.pits[pit] <= 15 and end < 8 and mover.pits[end] > 0
        return occupied and other.pits[7 - end] > 0

    def _wanders(self, pit: int, way: int) -> bool:
        """Whether a turn without captures may begin so."""
        mover = self.sides[self._player]
        used = [k for k in range(8) if mover.pits[k]]
        heavy = [k for k in range(8) if mover.pits[k] > 1]
        if not mover.pits[pit] or (used == [pit] and (pit, way) in ((0, -1), (7, 1))):
            return False
        if not mover.stock:
            return mover.pits[pit] > 1 and (pit < 8 or not heavy)
        if pit > 7:
            return False
        if mover.housed:
            return pit != HOUSE or used == [HOUSE]
        return pit in heavy or not heavy

    def _turn(self, pit: int, way: int, safari: bool, capturing: bool) -> Turn:
        mover = self.sides[self._player]
        turn = Turn(mover, self.sides[self._other], way, safari)
        turn.last = pit
        if mover.stock:
            turn.pits[pit] += 1
            if not capturing and pit == HOUSE and mover.housed:
                turn.pits[HOUSE] -= 2
                turn.sow(HOUSE + way, 2)
            elif not capturing:
                turn.relay()
        else:
            turn.relay()
        turn.finish(capturing)
        return turn

    def _turns(self) -> dict[str, Turn]:
        """Return the turns by their texts; a choice is shown if a pit has several."""
        found: list[tuple[str, str, Turn]] = []
        starts = list(product(range(16), WAYS.items()))
        for pit, (name, way) in starts:
            if self._captures(pit, way):
                turn = self._turn(pit, way, safari=False, capturing=True)
                found.append((self._text(pit), name, turn))
                if turn.slept:
                    on = self._turn(pit, way, safari=True, capturing=True)
                    found.append((self._text(pit), f"{name}-safari", on))
        if not found:
            for pit, (name, way) in starts:
                if self._wanders(pit, way):
                    turn = self._turn(pit, way, safari=False, capturing=False)
                    found.append((self._text(pit), name, turn))
        often = Counter(text for text, _, _ in found)
        return {
            f"{text} {choice}" if often[text] > 1 else text: turn for text, choice, turn in found
        }

    def _text(self, pit: int) -> str:
        column, row = (pit, 2) if pit < 8 else (15 - pit, 1)
        if self._player == "North":
            column, row = 7 - column, 5 - row
        seeds = self.sides[self._player].pits[pit]
        return f"s{seeds} {'abcdefgh'[column]}{row} - hand"

    def moves(self) -> list[str]:
        return list(self._turns())

    def play(self, text: str) -> None:
        turn = self._turns().get(text)
        if turn is None:
            raise ValueError(text)
        mover, other = self.sides[self._player], self.sides[self._other]
        taken = sum(other.pits) - sum(turn.enemy)
        self._quiet = 0 if taken or mover.stock else self._quiet + 1
        left = max(mover.stock - 1, 0)
        self.sides[self._player] = Side(tuple(turn.pits), left, turn.house)
        house = other.house and turn.enemy[HOUSE] > 0
        self.sides[self._other] = Side(tuple(turn.enemy), other.stock, house)
        self._player = self._other
        self._seen[self._key()] += 1

    def copy(self) -> Bao:
        twin = Bao()
        twin.sides, twin._player, twin._quiet = dict(self.sides), self._player, self._quiet
        twin._seen = self._seen.copy()
        return twin


GAMES = {"bao": Bao}
