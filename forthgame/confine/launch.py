"""`python -P -m forthgame.confine.launch RULES MODULE [ARGUMENT…]`: a module, confined.

RULES are those of `Rules.text`. The module is run as `python -m MODULE` would.
"""

from __future__ import annotations

import runpy
import sys

from forthgame.confine.rules import Rules
from forthgame.confine.wall import confine


def main() -> None:
    """Confine this process, then run the module."""
    rules, module = Rules.from_text(sys.argv[1]), sys.argv[2]
    sys.argv[:] = sys.argv[2:]
    confine(rules)
    runpy.run_module(module, run_name="__main__", alter_sys=True)


if __name__ == "__main__":
    main()
