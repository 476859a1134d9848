"""Registers of random play that say who has won, where each player's result is counted."""

from __future__ import annotations

from typing import Final

WON: Final = 1536  # games that each player number has won,
TOGETHER: Final = 1664  # games that several have won,
LOST: Final = 1668  # that all have lost,
DRAWN: Final = 1672  # and that nobody has won, but not all have lost
WINNERS: Final = 1676  # players who have won the game that is counted,
EVEN: Final = 1680  # and who are even
SIZE: Final = 148  # bytes of all
