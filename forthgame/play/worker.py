"""A process that plays games: `python -m forthgame.play.worker LOG`.

It reads pickled messages from its input and writes pickled answers to its output: first the plan,
then numbers of games; for each a GameRecord, or the error that made it impossible to begin.
"""

from __future__ import annotations

import os
import pickle
import signal
import sys
import threading
import time
from pathlib import Path
from typing import BinaryIO

from forthgame.errors import ForthgameError
from forthgame.play.gamelog import IDLE, GameLog
from forthgame.play.plan import Plan, Table

PARENT_LOOK = 0.5  # seconds between two looks whether who started it is still there


def serve(requests: BinaryIO, answers: BinaryIO, log: GameLog) -> None:
    """Play until the input ends."""

    def answer(message: object) -> None:
        pickle.dump(message, answers)
        answers.flush()

    plan: Plan = pickle.load(requests)
    table = Table(plan)
    answer("ready")
    while True:
        try:
            number: int = pickle.load(requests)
        except EOFError:
            return
        log.begin(number)
        try:
            record: object = table.play(number, watch=log.watch, on_move=log.move)
        except ForthgameError as error:
            record = error
        log.watch(IDLE)
        answer(record)


def _leave_with_parent() -> None:
    """End when who started this process is gone, even in the middle of a move."""
    parent = os.getppid()
    while os.getppid() == parent:
        time.sleep(PARENT_LOOK)
    os._exit(1)


def main() -> None:
    """Serve on the standard streams; whatever else is printed goes to the error stream."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if sys.platform != "win32":
        threading.Thread(target=_leave_with_parent, daemon=True).start()
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    serve(sys.stdin.buffer, answers, GameLog(Path(sys.argv[1])))


if __name__ == "__main__":
    main()
