"""Hand unfinished machine code over to another process, for the cache.

A command that ends abandons the machine code being compiled in the background. It starts a
*finisher*: a process in a session of its own at the lowest priority, which loads the script again,
compiles the code that notes in the cache list as begun (`rules/native/unfinished_code.py`) and
ends. There is at most one for each script. It may use two minutes of processor time, and it is
confined: it may read the script's folder and write only to the cache. It is this module with one
argument of JSON: `works` maps keys of work to scripts, `limits` are those of scripts.

Processes that play strangers' scripts write machine code to a scratch folder, because other
processes must not run code written by a script that has taken over its process. Their work is not
finished here either: only that of bundled scripts or of scripts that ran unconfined.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import threading
from collections.abc import Mapping, Sequence
from contextlib import ExitStack, suppress
from itertools import islice
from pathlib import Path

from forthgame.base import cache
from forthgame.base.claims import Claim, Outcome, is_claimed, take
from forthgame.base.environment import FINISH
from forthgame.base.errors import ForthgameError
from forthgame.base.limits import DEFAULT_LIMITS, ScriptLimits
from forthgame.confine import Rules, current_report, script_places, start
from forthgame.rules.native.unfinished_code import count_try, key_of, unfinished
from forthgame.words.registers import memory_layout as at

MODULE = "forthgame.play.processes.code_finishing"
FIRST_START = "first-start"  # the key of code shared by all scripts
MOST = 64  # scripts for one process
SECONDS = 120  # of processor time
LIMIT_NAMES = ("dictionary", "moves", "actions", "nesting", "loads", "script", "board", "turn")
LOWEST = 19  # priority
LONGEST = 30 * SECONDS  # seconds by the clock, on a busy machine
_claims: dict[str, Claim] = {}  # of the finisher
_started: list[subprocess.Popen[bytes]] = []  # referenced, to avoid ResourceWarning


def is_wanted() -> bool:
    """Return whether work may be handed over: not from confined processes, or if disabled."""
    own = cache.SCRATCH not in os.environ and cache.SPARE not in os.environ
    return os.environ.get(FINISH) != "0" and own and current_report() is None


def finish_later(works: Mapping[str, Path], limits: ScriptLimits = DEFAULT_LIMITS) -> bool:
    """Start a process that finishes the machine code of scripts, given by the keys of their work.

    Return whether such a process is running. Scripts without unfinished work, or whose work another
    process has claimed, are skipped. Errors are ignored.
    """
    if not is_wanted():
        return False
    left = {key: path for key, path in works.items() if unfinished(key)}
    return _started_for(left, limits)


def finish_first_start(script: Path) -> bool:
    """Start a process that completes the code shared by all scripts.

    Return whether such a process is running.
    """
    return is_wanted() and _started_for({FIRST_START: script}, DEFAULT_LIMITS)


def _started_for(works: Mapping[str, Path], limits: ScriptLimits) -> bool:
    free = ((key, str(path.resolve())) for key, path in works.items() if not is_claimed(key))
    wanted = dict(islice(free, MOST))
    if not wanted:
        return bool(works)
    own = {name: getattr(limits, name) for name in LIMIT_NAMES}
    request = json.dumps({"works": wanted, "limits": own})
    places = {name: tempfile.gettempdir() for name in ("TMPDIR", "TEMP", "TMP")}
    with suppress(ForthgameError, OSError, ValueError):
        process = start(
            MODULE, [request], _rules(list(wanted.values())), extra=places,
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            detached=True,
        )  # fmt: skip
        _started.append(process)
        return True
    return False


def _rules(scripts: Sequence[str]) -> Rules:
    shared = tuple(map(str, cache.shared()))
    memory = DEFAULT_LIMITS.memory
    return Rules(
        memory=None if memory is None else memory + len(scripts) * at.BLOCK_SIZE,
        cpu=SECONDS,
        read=(*shared, *(place for script in scripts for place in script_places(Path(script)))),
        write=shared,
        before=f"{MODULE}:begin",
    )


# -- the finisher --------------------------------------------------------------------------------


def begin() -> None:
    """Claim the work and load the interpreter, before the process is confined."""
    from forthgame.compile.interpreter import native_interpreter

    if hasattr(os, "nice"):
        with suppress(OSError):
            os.nice(LOWEST)
    for key in json.loads(sys.argv[1])["works"]:
        if key == FIRST_START or unfinished(key):
            claim = take(key)
            if claim.outcome is Outcome.OURS:
                _claims[key] = claim
    if not _claims:
        os._exit(0)
    for key in _claims:
        count_try(key)
    with ExitStack() as stack:  # ends the threads, which would not be confined
        for claim in _claims.values():
            stack.enter_context(claim.beating())
        native_interpreter.compile_in_child()


def main() -> None:
    from forthgame.api.game import load

    late = threading.Timer(LONGEST, os._exit, (1,))
    late.daemon = True
    late.start()
    request = json.loads(sys.argv[1])
    limits = ScriptLimits(**request["limits"])
    with ExitStack() as stack:
        for claim in _claims.values():
            stack.enter_context(claim.beating())
        for key, path in request["works"].items():
            if key not in _claims or key == FIRST_START:
                continue
            with suppress(ForthgameError, OSError):
                game = load(Path(path), limits=limits)
                if key_of(game.digest) == key and game.native is not None:
                    game.new_game(seed=1)
                    game.native.finish()
    for claim in _claims.values():
        claim.release()


if __name__ == "__main__":
    # `confine` called `begin` in the imported module, not in `__main__`
    from forthgame.play.processes import code_finishing

    code_finishing.main()
    os._exit(0)
