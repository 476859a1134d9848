"""Compile the primitives of the table of words to LLVM bitcode, through numba.

The IR names no processor and no system. It is shipped with the sources, one compressed file for
each module of the table (`forthgame/data/primitives`, written by `.ci/primitives`), so a start
imports neither numba nor numpy. `fingerprints.py` computes a key for each module: the syntax of its
functions and of those that they call, and the values of the constants that they name. A module
whose file has another key is compiled again (0.1 s a function), shared out among helper processes,
and cached. `FORTHGAME_PRIMITIVES=compile` ignores the files.

`module_functions.py` has functions that each module of machine code defines differently, such as
`settled`: it loads a register, or returns a constant in the code of a game. With
`FORTHGAME_CHECKS=1` every access is checked against the part of the block that is meant.
"""
