"""Write text of LLVM IR, its values, and the runtime functions of generated code.

Functions return status 1 after an error (each call on the way out records its return address, so
the chain of words is the interpreter's) and 2 if `verify` has left the frame. A module may record
the cells that it reaches, a byte for each, for coverage (`ir_lines.py`).

A word that runs in a frame needs no lookup if its token is known. The token of an event is compared
with the one that it had when the code was made. Frames are written out in the loops that play and
count moves only; elsewhere that would cost a quarter of the compile time for no gain.
"""
