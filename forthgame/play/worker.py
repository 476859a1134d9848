"""A process that plays games: `python -m forthgame.play.worker LOG`.

It reads pickled messages from its input: first the plan, then numbers of games. Its answers are
JSON (`messages.py`), because who reads them must not trust it: for each number a GameRecord, or
the error that made it impossible to begin.
"""

from __future__ import annotations

import os
import pickle
import signal
import sys
from typing import BinaryIO

from forthgame.confine import Report, current, leave_with_parent
from forthgame.errors import ForthgameError
from forthgame.play import messages
from forthgame.play.gamelog import IDLE, GameLog
from forthgame.play.plan import Plan, Table


def serve(requests: BinaryIO, answers: BinaryIO, log: GameLog) -> None:
    """Play until the input ends."""
    plan: Plan = pickle.load(requests)
    table = Table(plan)
    held = current() or Report()
    messages.write(answers, {"kind": "ready", "confinement": held.document()})
    while True:
        try:
            number: int = pickle.load(requests)
        except EOFError:
            table.close()
            return
        log.begin(number)
        try:
            record = table.play(number, watch=log.watch, on_move=log.move)
            answer = messages.record_message(record)
        except ForthgameError as error:
            answer = messages.error_message(error)
        log.watch(IDLE)
        messages.write(answers, answer)


def main() -> None:
    """Serve on the standard streams; whatever else is printed goes to the error stream."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    leave_with_parent()
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    serve(sys.stdin.buffer, answers, GameLog(sys.argv[1]))


if __name__ == "__main__":
    main()
