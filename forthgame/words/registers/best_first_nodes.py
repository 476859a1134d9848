"""Registers and node fields of best-first search.

Registers are byte offsets after those of `alpha_beta_settings.py`; the nodes use the memory of the
UCT tree.
"""

from __future__ import annotations

from typing import Final

from forthgame.words.registers.register import cell

# -- registers ------------------------------------------------------------------------------------
COUNT: Final = cell(1860, "Number of nodes.")
MOST: Final = cell(1864, "Positions after which the search ends, 0 for USUAL.")
DEPTH_LIMIT: Final = cell(1868, "Greatest depth in plies, 0 for DEEPEST.")
NODE: Final = cell(1872, "The current node of the descent.")
DEPTH: Final = cell(1876, "Its distance from the root.")
NUMBER: Final = cell(1880, "Moves of its list that have been made.")
WEIGHT: Final = cell(1884, "Weight of the last of these moves.")
FULL: Final = cell(1888, "Whether there was no room for the children of a node.")
REACHED: Final = cell(1892, "Greatest depth of a node.")
# -- fields of a node, in bytes -------------------------------------------------------------------
SIZE: Final = 32  # bytes of a node
VALUE: Final = 0  # from the searcher's point of view
VISITS: Final = 4  # descents through the node
FIRST: Final = 8  # its first child
CHILDREN: Final = 12
FLAGS: Final = 16
MOVE: Final = 20  # index in the list of the move into the node
SHARE: Final = 24  # weight of that move at a chance node
# -- flags ----------------------------------------------------------------------------------------
CLOSED: Final = 1  # the subtree is fully searched
PARTLY: Final = 2  # a position in the subtree was evaluated before the end of the game
OWN: Final = 4  # a player on the searcher's side moves
CHANCE: Final = 8  # a chance player moves
SPREAD: Final = 16  # the children are in the tree

USUAL: Final = 1000
DEEPEST: Final = 250
