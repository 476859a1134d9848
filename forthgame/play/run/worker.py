"""A process that plays games: `python -m forthgame.play.run.worker LOG`.

It reads pickled messages from its input: an optional `Request` to survey scripts; the plan with the
contents of its scripts; then pairs of numbers of games and a flag for careful play (`Table.play`).
It answers in JSON (`messages.py`, `record_messages.py`), because the reader must not trust it: with
games, or with the error that prevents playing.
"""

from __future__ import annotations

import pickle
import sys
import time
from typing import BinaryIO

from forthgame.base.errors import ForthgameError
from forthgame.confine import ConfinementReport, current_report
from forthgame.play.model.game_record import GameRecord
from forthgame.play.plan import script_snapshot
from forthgame.play.plan.plan import Plan
from forthgame.play.plan.survey_facts import SurveyRequest
from forthgame.play.plan.survey_process import survey_message
from forthgame.play.processes import messages
from forthgame.play.processes.progress_log import IDLE, GameLog
from forthgame.play.run.game_runner import GameRunner
from forthgame.play.run.record_messages import records_message

TOGETHER = 0.1  # seconds after which finished games are written
MOST_TOGETHER = 256  # games in a message


def serve(requests: BinaryIO, answers: BinaryIO, log: GameLog) -> None:
    asked = pickle.load(requests)
    if isinstance(asked, SurveyRequest):
        messages.write_answer(answers, survey_message, asked)
        asked = pickle.load(requests)
    plan: Plan
    plan, contents = asked
    for each in contents:
        script_snapshot.register(each)
    table = GameRunner(plan)
    messages.write(
        answers,
        {"kind": "ready", "confinement": (current_report() or ConfinementReport()).document()},
    )
    while True:
        try:
            numbers: list[int]
            numbers, careful = pickle.load(requests)
        except EOFError:
            table.close()
            return
        _play(table, numbers, careful, answers, log)


def _play(
    table: GameRunner, numbers: list[int], careful: bool, answers: BinaryIO, log: GameLog
) -> None:
    """Play games and write their records, several in a message if they are short."""
    played: list[GameRecord] = []
    written = time.monotonic()
    for number in numbers:
        log.begin(number)
        try:
            record = table.play(number, watch=log.watch, on_move=log.move, careful=careful)
        except ForthgameError as error:
            messages.write(answers, records_message(played))
            messages.write(answers, messages.error_message(error))
            return
        log.watch(IDLE)
        played.append(record)
        if time.monotonic() - written > TOGETHER or len(played) >= MOST_TOGETHER:
            messages.write(answers, records_message(played))
            played = []
            written = time.monotonic()
    if played:
        messages.write(answers, records_message(played))


if __name__ == "__main__":
    serve(*messages.answering(), GameLog(sys.argv[1]))
