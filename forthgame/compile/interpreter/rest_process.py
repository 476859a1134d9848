"""A process that compiles the rest of the interpreter: `python -m
forthgame.compile.interpreter.rest_process KEY`.

It prints the object file. KEY is the interpreter key of the parent process. It fails if this
process has other modules, for example of a version installed in the meantime.
"""

from __future__ import annotations

import os
import sys

from forthgame.compile.interpreter.native_interpreter import (
    keys,
    llvm_binding,
    plain_target_machine,
    rest_object,
)
from forthgame.compile.llvm.jobs import llvm_lock
from forthgame.compile.primitives.bitcode import primitives
from forthgame.confine import leave_with_parent


def main() -> None:
    """Compile and print the object file; exit with 1 if the keys differ."""
    leave_with_parent(lambda: os._exit(1))
    llvm = llvm_binding()
    bodies_key, key = keys(llvm)
    if key != sys.argv[1]:
        sys.exit(1)
    with llvm_lock:
        made = rest_object(llvm, plain_target_machine(llvm), primitives(llvm, bodies_key))
    with os.fdopen(os.dup(1), "wb") as file:  # sys.stdout may drop part of it silently
        file.write(made)


if __name__ == "__main__":
    main()
