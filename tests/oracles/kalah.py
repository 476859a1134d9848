"""Kalah, by OpenSpiel, under the name of mancala."""

import re

from .spiel import Spiel

# OpenSpiel numbers the houses as they are sown, with the stores of North and South at 0 and 7
HOUSES = dict(zip(range(1, 7), ["a1", "b1", "c1", "d1", "e1", "f1"], strict=True)) | dict(
    zip(range(8, 14), ["f2", "e2", "d2", "c2", "b2", "a2"], strict=True)
)
OWN = (range(1, 7), range(8, 14))


class Kalah(Spiel):
    """An action is the number of a house."""

    GAME = "mancala"
    PLAYERS = ("South", "North")

    def _seeds(self) -> list[int]:
        upper, stores, lower = (
            [int(number) for number in re.findall(r"\d+", line)]
            for line in str(self.state).splitlines()[:3]
        )
        return [stores[0], *lower, stores[1], *reversed(upper)]

    def options(self) -> dict[str, list[int]]:
        seeds = self._seeds()
        options = {}
        for house in self.state.legal_actions():
            way = (7 if self.turn == 0 else 14) - house
            again = "partial 0 " if seeds[house] % 13 == way else ""
            options[f"{again}s{seeds[house]} {HOUSES[house]} - hand"] = [house]
        return options

    def play(self, text: str) -> None:
        mover = self.turn
        super().play(text)
        if self.state.is_terminal() and text.startswith("partial"):
            seeds = self._seeds()  # the turn passes on only if there is nothing to go on with
            self.turn = mover if any(seeds[house] for house in OWN[mover]) else 1 - mover


GAMES = {"kalah": Kalah}
