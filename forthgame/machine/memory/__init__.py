"""Hold the memory block of a machine: stacks, limits, clocks and locks.

The time of a turn is processor time of the calling thread (`call_restrictions.py`), so a script is
not slow on a busy machine. The clock starts again at each position of a batch, and at each that
`perft`, random games, `solve` and engines without a time limit reach. Engines with a time of their
own have no such clock. A set-up and the letters of a level share one turn.

`call_restrictions.py` notes a debugger and limits on steps, which prevent short calls.
"""
