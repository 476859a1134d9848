"""Registers of random play that count the winners, if each player's result is counted."""

from __future__ import annotations

from typing import Final

from forthgame.words.registers.register import cell

WON: Final = cell(1536, "Games that each player number has won.", count=32)
TOGETHER: Final = cell(1664, "Games won by several players.")
LOST: Final = cell(1668, "Games lost by all players.")
DRAWN: Final = cell(1672, "Games without a winner that not all players have lost.")
WINNERS: Final = cell(1676, "Winners of the game being counted.")
EVEN: Final = cell(1680, "Players who are even in it.")
SIZE: Final = 148  # bytes of all
