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
"""
