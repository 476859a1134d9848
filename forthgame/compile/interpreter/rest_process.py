"""A process that compiles the rest of the interpreter: `python -m
forthgame.compile.interpreter.rest_process KEY [optimise]`.

It prints the object file. KEY is the interpreter key of the parent process. It fails if this
process has other modules, for example of a version installed in the meantime. With `optimise` it
then makes the optimised interpreter for the cache, at a low priority.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress

from forthgame.compile.interpreter.native_interpreter import (
    COMPLETE,
    OPTIMISE,
    keys,
    llvm_binding,
    optimise,
    plain_target_machine,
)
from forthgame.compile.interpreter.object_code import rest_object
from forthgame.compile.llvm.jobs import llvm_lock
from forthgame.compile.primitives.bitcode import primitives
from forthgame.confine import leave_with_parent

LOWEST = 19  # priority


def main() -> None:
    """Compile and print the object file; exit with 1 if the keys differ."""
    leave_with_parent(lambda: os._exit(1))
    llvm = llvm_binding()
    known = keys(llvm)
    if known[1] != sys.argv[1]:
        sys.exit(1)
    with llvm_lock:
        made = rest_object(llvm, plain_target_machine(llvm), primitives(llvm, known[0]))
        with os.fdopen(1, "wb") as file:  # sys.stdout may drop part of it silently
            file.write(made + COMPLETE)
        if OPTIMISE in sys.argv[2:]:
            if hasattr(os, "nice"):
                with suppress(OSError):
                    os.nice(LOWEST)
            optimise(llvm, known, made)


if __name__ == "__main__":
    main()
    os._exit(0)  # its output is closed
