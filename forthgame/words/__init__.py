"""Define every primitive of the language once, and derive sets of words from the definitions.

`primitives.py` imports the modules with rows and so fills the table. The number of an operation is
its place in the table. `word_sets.py` computes sets from the rows, such as words that store a cell
or record an action; `effect_sets.py` needs the call graph of bodies and guards, so a start does
without it. Facts that a body does not show are fields of its row (`ends`, `leaves`, `runs`,
`closes`, `keeps` …).

Bodies are compiled by numba, so they are written in a small part of Python and use memory only by
the functions of `table/memory_access.py`. Loads and stores carry alias tags for LLVM: registers,
stacks, and in the memory of scripts system cells, boards, tables and moves. This lets LLVM keep
`here` or the end of a list in a processor register while a move is recorded.

Words in Python use the interpreter and the declaration by the protocols in `table/`, because both
classes are in higher folders. Everything that can be written in the dialect is in `stdlib.4th`.
"""
