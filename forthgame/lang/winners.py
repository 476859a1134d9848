"""Registers of random play that count the winners, if each player's result is counted."""

from __future__ import annotations

from typing import Final

from forthgame.lang.register import cell

WON: Final = cell(1536, "Games that each player number has won.", count=32)
TOGETHER: Final = cell(1664, "Games that several have won.")
LOST: Final = cell(1668, "Games that all have lost.")
DRAWN: Final = cell(1672, "Games that nobody has won, but not all have lost.")
WINNERS: Final = cell(1676, "Players who have won the game that is counted.")
EVEN: Final = cell(1680, "Players who are even in it.")
SIZE: Final = 148  # bytes of all
