"""Search positions with engines: alpha-beta, trees, proofs, puzzles, random games.

The algorithms are words of `stdlib.4th`. These modules choose an engine, write its options to
registers, run it within limits, lend it memory and read its report.

- A result for a player other than the mover makes that player the mover. Evaluations take the view
  of the mover for two sides, and of the searcher for more.
- A reused tree is identified by the Python object of the position it was grown from. Positions note
  the number of the move that led to them, so the path to a later one is a few numbers, and
  `(take-subtree)` copies the subtree in order of depth.
- Threads are twins of the machine. With a time limit only, they grow one tree; where random games
  are limited by number, each has a tree, and the roots are added, so a seed gives the same result.
  Alpha-beta's threads share a table without locks: a key is stored combined with the rest of its
  entry, so half an entry of each of two writers fits no position. A thread that has a proof, or has
  failed, sets an event that ends the words of the first machine.
- A search that Ctrl-C ends has a result; callers that continue the game use `uninterrupted`.
- `play_rollouts` (`parallel_search.py`) uses one thread if the remaining work is below 0.6 ms.
"""
