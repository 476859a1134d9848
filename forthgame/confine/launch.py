"""`python -P -m forthgame.confine.launch RULES MODULE [ARGUMENT…]`: a module, confined.

RULES are those of `Rules.text`, or `@` and the number of an open file that holds them. The module
is run as `python -m MODULE` would.
"""

from __future__ import annotations

import errno
import os
import runpy
import sys
from typing import NoReturn

from forthgame.confine.rules import HELD, Rules
from forthgame.confine.wall import confine


def main() -> None:
    """Confine this process, then run the module."""
    rules, module = Rules.from_text(_text_of(sys.argv[1])), sys.argv[2]
    sys.argv[:] = sys.argv[2:]
    confine(rules)
    try:
        runpy.run_module(module, run_name="__main__", alter_sys=True)
    except MemoryError:
        _end_without_memory(rules)
    except OSError as error:
        if error.errno != errno.ENOMEM:
            raise
        _end_without_memory(rules)
    except ImportError as error:  # the loader says so of a library that found no room
        if "map segment" not in str(error):
            raise
        _end_without_memory(rules)


def _text_of(given: str) -> str:
    """The text of the rules, from the file that holds it if it was too long to be given."""
    if not given.startswith(HELD):
        return given
    with os.fdopen(int(given.removeprefix(HELD)), "rb") as file:
        return file.read().decode()


def _end_without_memory(rules: Rules) -> NoReturn:
    bound = "" if rules.memory is None else f" of {rules.memory >> 20} MB"
    sys.stderr.write(f"the memory{bound} of the confined process is used up\n")
    sys.exit(1)


if __name__ == "__main__":
    main()
