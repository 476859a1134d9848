"""A process that helps to compile: `python -m forthgame.compile.primitives.build_helper
MODULE=KEY …`.

KEY is the key of a module in the parent process. If this process has another version of the module,
for example installed in the meantime, it does not compile it.
"""

from __future__ import annotations

import os
import sys

from forthgame.compile.primitives.bitcode import compile_unclaimed
from forthgame.compile.primitives.fingerprints import fingerprints
from forthgame.confine import leave_with_parent


def main() -> None:
    leave_with_parent(lambda: os._exit(1))
    asked = dict(argument.split("=", 1) for argument in sys.argv[1:])
    compile_unclaimed(dict(asked.items() & fingerprints().items()))


if __name__ == "__main__":
    main()
