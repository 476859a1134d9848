"""Compile primitives, the interpreter and threaded code to machine code with LLVM.

Threaded code becomes basic blocks, values in SSA form, LLVM IR, and machine code. IR contains no
addresses, only offsets from the block, so machines of a process with the same words share their
code, and a cached module can be used by every process.

The folders in order of use: `primitives/` makes the bitcode of bodies and guards, `interpreter/`
the first tier; `writer/` and `ir/` write words as IR, with `llvm/` for jobs and keys;
`generation/`, `reading/`, `tallying/` and `emitting/` make generating, counting and random play
fast. The last four can be switched off (`generation/switches.py`), and everything works without
them.
"""
