"""Run a module confined: `python -P -m forthgame.confine.launch RULES MODULE [ARGUMENT…]`.

RULES is the text of `Rules.text`, or the number of an open file that contains it. The module is run
as `python -m MODULE` would.
"""

from __future__ import annotations

import errno
import gc
import os
import runpy
import signal
import sys
from typing import TYPE_CHECKING, NoReturn

if TYPE_CHECKING:
    from forthgame.confine.rules import Rules

COMMAND = "forthgame"  # module of the command line


def main() -> None:
    """Confine this process, then run the module. Until then Ctrl-C ends it silently."""
    quiet = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    if quiet:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    if sys.platform != "win32":  # deliver signals blocked by `child.start`
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    gc.disable()  # objects loaded now stay alive
    from forthgame.confine.confinement import confine

    rules, module = _rules(sys.argv[1]), sys.argv[2]
    sys.argv[:] = sys.argv[2:]
    confine(rules)
    gc.freeze()
    gc.enable()
    if quiet and module != COMMAND:  # the command installs its own handler after loading
        signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        runpy.run_module(module, run_name="__main__", alter_sys=True)
    except MemoryError:
        _end_without_memory(rules)
    except OSError as error:
        if error.errno != errno.ENOMEM:
            raise
        _end_without_memory(rules)
    except ImportError as error:  # raised by the loader if a library does not fit into memory
        if "map segment" not in str(error):
            raise
        _end_without_memory(rules)


def _rules(named: str) -> Rules:
    from forthgame.confine.rules import Rules

    if not named.isdecimal():
        return Rules.from_text(named)
    with os.fdopen(int(named), "rb") as file:
        return Rules.from_text(file.read().decode())


def _end_without_memory(rules: Rules) -> NoReturn:
    bound = "" if rules.memory is None else f" of {rules.memory >> 20} MB"
    sys.stderr.write(f"the memory{bound} of the confined process is used up\n")
    sys.exit(1)


if __name__ == "__main__":
    main()
