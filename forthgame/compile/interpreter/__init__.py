"""Write the interpreter as LLVM IR: operations, entry points, loading.

Every operation is a function that ends in a `musttail` call of the next. An operation that only
computes a flag looks whether a `0BRANCH` follows, and performs it too, as two steps, unless a limit
is near. Status numbers are passed in memory: a `musttail` call whose arguments do not fit the
registers was miscompiled (LLVM 22, x86-64).

Frequent operations are optimised for the usual case. They check the stacks first, and leave unusual
cases to a second function before anything is stored. These second functions and rare operations are
compiled with little effort in a second process at the same time. The result comes with the sources
for common platforms (`shipped_interpreter.py`). Elsewhere, a first start compiles a draft of the
frequent operations too, in about a second of processor time; the second process then optimises them
for later starts, which takes three seconds.

Python calls short calls as built-in functions whose code is machine code (`python_functions.py`),
which takes 0.1 µs, a third of a call through ctypes. They release Python's lock while words run,
except for words that finish at once. They refuse a thread whose C stack was not measured.

`c_stack.py` limits the depth of machine code. Words may call each other 8 160 deep, but frames of
machine code have no fixed size, and threads may have a small stack. So the largest frame is read
from the instructions of an object file, and the bounds of the stack from the system. Together they
give the limit of the return stack with which machine code is entered; deeper words are interpreted,
which needs no C stack. In a confined process, which cannot read the file with the bounds of the
first thread, they are computed from the address that the C library has for the start of the stack.
"""
