"""Run the project's benchmarks, as ratios to installed programs.

    python benchmarks/run.py [names...] [--json]        or: forthgame bench [names...] [--json]

README.md beside this file describes the rows and how to read them.
"""

from __future__ import annotations

import sys
from pathlib import Path

# the parent folder: a checkout, which is then measured, or a wheel's data
sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.command import main

if __name__ == "__main__":
    sys.exit(main())
