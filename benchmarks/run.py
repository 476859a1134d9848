"""The project's benchmarks, as ratios against what is installed to compare with.

    python benchmarks/run.py [names...] [--json]        or: forthgame bench [names...] [--json]

README.md beside this file tells what each row measures and how to read it.
"""

from __future__ import annotations

import sys
from pathlib import Path

# the folder that holds this one: a checkout, which is then what is measured, or a wheel's data
sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.command import main

if __name__ == "__main__":
    sys.exit(main())
