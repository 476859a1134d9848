"""The tree of best-first search: its registers, and the fields of its nodes.

Registers are byte offsets behind those of `pruning.py`; nodes lie where `uct` has its tree.
"""

from __future__ import annotations

from typing import Final

from forthgame.lang.register import cell

# -- registers ------------------------------------------------------------------------------------
COUNT: Final = cell(1860, "Nodes that there are.")
MOST: Final = cell(1864, "Positions at which the search ends by itself, 0 for USUAL.")
DEPTH_LIMIT: Final = cell(1868, "Plies that it looks ahead at most, 0 for DEEPEST.")
NODE: Final = cell(1872, "The node where the way is.")
DEPTH: Final = cell(1876, "Its distance from the root.")
NUMBER: Final = cell(1880, "Moves of its list that have been made.")
WEIGHT: Final = cell(1884, "Weight of the last of them.")
FULL: Final = cell(1888, "Whether a node had no room for what is behind it.")
REACHED: Final = cell(1892, "The greatest distance of a node.")
# -- fields of a node, in bytes -------------------------------------------------------------------
SIZE: Final = 32  # bytes of a node
VALUE: Final = 0  # in the view of the searcher
VISITS: Final = 4  # ways that have gone through it
FIRST: Final = 8  # its first child
CHILDREN: Final = 12
FLAGS: Final = 16
MOVE: Final = 20  # place of the move into it in the list
SHARE: Final = 24  # weight of that move, where dice choose
# -- flags ----------------------------------------------------------------------------------------
CLOSED: Final = 1  # there is nothing more to find behind it
PARTLY: Final = 2  # something behind it was judged before the end of the game
OWN: Final = 4  # the searcher's side moves
CHANCE: Final = 8  # dice move
SPREAD: Final = 16  # the positions behind it are in the tree

USUAL: Final = 1000
DEEPEST: Final = 250
