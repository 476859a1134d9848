"""Implement trees of random games: UCT and its extensions.

A node is proven for each player separately, with two bits: the result that the player can secure
against all others. So no rule is needed for the choice of another player among several winning
moves, and proofs are sound for three and more players.

Random games with MAST make whole lists, because every move is weighed. Where moves are tallied and
pieces are only dropped, a few counted moves are compared instead, so no list is made.

Threads that share a tree use no locks. A node shows its children by one 64-bit store after all
others (`publish64`), and statistics are added without locks, so now and then one is lost.
"""

from forthgame.words import primitives as primitives  # whose order numbers the operations
