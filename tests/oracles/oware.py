"""Oware, by OpenSpiel."""

import re

from .spiel import Spiel

HOUSES = (  # as each player sows
    ["a1", "b1", "c1", "d1", "e1", "f1"],
    ["f2", "e2", "d2", "c2", "b2", "a2"],
)


class Oware(Spiel):
    """An action is the number of a house of the player to move, in the order of sowing."""

    GAME = "oware"
    PLAYERS = ("South", "North")

    def _seeds(self) -> list[int]:
        lower, upper = (
            [int(number) for number in line.split()]
            for line in reversed(str(self.state).splitlines())
            if re.fullmatch(r"[\d ]+", line)
        )
        return [lower, upper[::-1]][self.turn]

    def options(self) -> dict[str, list[int]]:
        seeds = self._seeds()
        return {
            f"s{seeds[house]} {HOUSES[self.turn][house]} - hand": [house]
            for house in self.state.legal_actions()
        }


GAMES = {"oware": Oware}
