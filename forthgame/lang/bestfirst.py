"""The tree of best-first search: its registers, and the fields of its nodes.

Registers are byte offsets behind those of `pruning.py`; nodes lie where `uct` has its tree.
"""

from __future__ import annotations

from typing import Final

# -- registers ------------------------------------------------------------------------------------
COUNT: Final = 1860  # nodes that there are
MOST: Final = 1864  # positions at which the search ends by itself, 0 for USUAL
DEPTH_LIMIT: Final = 1868  # plies that it looks ahead at most, 0 for DEEPEST
NODE: Final = 1872  # the node where the way is
DEPTH: Final = 1876  # its distance from the root
NUMBER: Final = 1880  # moves of its list that have been made
WEIGHT: Final = 1884  # of the last of them
FULL: Final = 1888  # whether a node had no room for what is behind it
REACHED: Final = 1892  # the greatest distance of a node
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
