"""Provide errors, files, source text, limits and argument checks to all other folders.

`source.py` reads every file that a script or a user names, up to the size in `limits.py`. A file
that a script LOADs must be a regular file below the script's folder after all links are followed.
It is then opened from that folder without following links, in case one was added in the meantime. A
file that a user names may be a pipe. `files.py` replaces files atomically.

`cache.py` stores machine code and other results. If its folder is missing or another user can write
it, a command uses a temporary folder for itself and its processes, and prints the reason.

`interrupts.py` has the handlers of Ctrl-C that can replace each other. `lazy.py` has cached
properties that hold no lock, because `functools.cached_property` of Python 3.11 has one lock for
all objects.

`c_stack.py` limits the depth of machine code. Words may call each other 8 160 deep, but frames of
machine code have no fixed size, and threads may have a small stack. So the largest frame is read
from the instructions of an object file, and the bounds of the stack from the system. Together they
give the limit of the return stack with which machine code is entered; deeper words are interpreted,
which needs no C stack. In a confined process, which cannot read the file with the bounds of the
first thread, they are computed from the address that the C library has for the start of the stack.
"""
