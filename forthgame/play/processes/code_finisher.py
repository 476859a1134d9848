"""The process that finishes machine code: `python -m forthgame.play.processes.code_finisher
REQUEST`.

REQUEST is JSON: `works` maps keys of work to scripts, `limits` are those of scripts.
"""

from __future__ import annotations

import json
import os
import sys
import threading
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

from forthgame.base.claims import Claim, Outcome, take
from forthgame.base.errors import ForthgameError
from forthgame.base.limits import ScriptLimits
from forthgame.play.processes.code_finishing import FIRST_START, SECONDS
from forthgame.rules.native.unfinished_code import count_try, key_of, unfinished

LOWEST = 19  # priority
LONGEST = 30 * SECONDS  # seconds by the clock, on a busy machine
_claims: dict[str, Claim] = {}


def _request() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(sys.argv[1])
    return found


def begin() -> None:
    """Claim the work and load the interpreter, before the process is confined."""
    from forthgame.compile.interpreter import native_interpreter

    if hasattr(os, "nice"):
        with suppress(OSError):
            os.nice(LOWEST)
    for key in _request()["works"]:
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
    request = _request()
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
    from forthgame.play.processes import code_finisher

    code_finisher.main()
    os._exit(0)
