"""Read and walk threaded code, and derive facts about it.

The compiler, the checker, the debugger and the games use this package and do not read code cells
themselves. `code_buffer.py` holds the cells and their tokens; `program.py` and `function.py`
decode the function at a cell, once for each machine, until its code is changed. Callers that only
read words use `forth.program`; the compiler has programs of its own, which share the instructions.

`dataflow.py` walks one function to a fixed point: it takes a state, the effect of one instruction
on it, and a join. `interprocedural.py` follows calls too, and visits each function once for each
state. Stack effects, constants, provenance, intervals, variables written before they are read and
the checker's states are clients of these two.

`effect_summary.py` joins the facts of functions: the operations that they may reach, each use of
memory with the way in which its address is computed (a number, storage, a cell of a board, an
element of an array, or unknown), and whether the words are all known. If a word cannot be followed,
the summary is unknown and may do anything.

`program.py` turns tests that a declared game always answers alike, such as `(invariant?)`, into
plain branches, so unused features are never compiled. `work_estimates.py` bounds the work between
two polls, and `time_checks.py` checks the time limit of a script while its words are read.
"""
