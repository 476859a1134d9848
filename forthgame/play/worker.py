"""A process that plays games: `python -m forthgame.play.worker LOG`.

It reads pickled messages from its input: an optional `Request` to survey scripts; the plan with the
contents of its scripts; then pairs of numbers of games and a flag for careful play (`Table.play`).
It answers in JSON (`messages.py`, `handover.py`), because the reader must not trust it: with games,
or with the error that prevents playing.
"""

from __future__ import annotations

import pickle
import sys
import time
from typing import BinaryIO

from forthgame.confine import Report, current
from forthgame.errors import ForthgameError
from forthgame.play import messages, snapshot
from forthgame.play.gamelog import IDLE, GameLog
from forthgame.play.handover import handed_over
from forthgame.play.plan import Plan
from forthgame.play.record import GameRecord
from forthgame.play.surveyed import Request
from forthgame.play.surveying import surveyed
from forthgame.play.table import Table

TOGETHER = 0.1  # seconds after which finished games are written
MOST_TOGETHER = 256  # games in a message


def serve(requests: BinaryIO, answers: BinaryIO, log: GameLog) -> None:
    asked = pickle.load(requests)
    if isinstance(asked, Request):
        messages.write_answer(answers, surveyed, asked)
        asked = pickle.load(requests)
    plan: Plan
    plan, contents = asked
    for each in contents:
        snapshot.keep(each)
    table = Table(plan)
    messages.write(answers, {"kind": "ready", "confinement": (current() or Report()).document()})
    while True:
        try:
            numbers: list[int]
            numbers, careful = pickle.load(requests)
        except EOFError:
            table.close()
            return
        _play(table, numbers, careful, answers, log)


def _play(table: Table, numbers: list[int], careful: bool, answers: BinaryIO, log: GameLog) -> None:
    """Play games and write their records, several in a message if they are short."""
    played: list[GameRecord] = []
    written = time.monotonic()
    for number in numbers:
        log.begin(number)
        try:
            record = table.play(number, watch=log.watch, on_move=log.move, careful=careful)
        except ForthgameError as error:
            messages.write(answers, handed_over(played))
            messages.write(answers, messages.error_message(error))
            return
        log.watch(IDLE)
        played.append(record)
        if time.monotonic() - written > TOGETHER or len(played) >= MOST_TOGETHER:
            messages.write(answers, handed_over(played))
            played = []
            written = time.monotonic()
    if played:
        messages.write(answers, handed_over(played))


if __name__ == "__main__":
    serve(*messages.answering(), GameLog(sys.argv[1]))
