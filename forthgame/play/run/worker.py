"""A process that plays games: `python -m forthgame.play.run.worker LOG`.

It reads pickled messages from its input: an optional `SurveyRequest`; the plan with the contents of
its scripts; then pairs of numbers of games and a flag for careful play. It answers in JSON
(`messages.py`, `record_messages.py`), because the reader must not trust it: with games, or with the
error that prevents playing.
"""

from __future__ import annotations

import gc
import pickle
import sys
import time
from typing import BinaryIO

from forthgame.base.errors import ForthgameError
from forthgame.base.lazy import lazy
from forthgame.base.source import reading_from
from forthgame.confine import ConfinementReport, current_report
from forthgame.play.match.answer_timeout import Disturbed, gaps
from forthgame.play.match.contestant import Contestant
from forthgame.play.match.match import ILLEGAL, UNKNOWN, Dispute, OnMove, Watch, play_game
from forthgame.play.match.rule_comparison import accepts_move, can_continue
from forthgame.play.match.single_machine import SharedMachine, can_share_machine
from forthgame.play.model.game_record import GameRecord, Usage
from forthgame.play.model.schedule import Entrant
from forthgame.play.plan import script_snapshot
from forthgame.play.plan.plan import Plan
from forthgame.play.plan.script_snapshot import contents_of
from forthgame.play.plan.survey import SurveyRequest
from forthgame.play.plan.survey_process import survey_message
from forthgame.play.processes import messages
from forthgame.play.processes.progress_log import IDLE, LOADING, GameLog
from forthgame.play.run.record_messages import records_message

TRIES = 3  # attempts at a game in which the process was stopped
TOGETHER = 0.1  # seconds after which finished games are written
MOST_TOGETHER = 256  # games in a message


class GameRunner:
    """The scripts of a plan, each loaded at its first use, and the games between them."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self._files = contents_of(plan.files)
        self._contestants: dict[int, Contestant] = {}
        self._referees: dict[str, Contestant] = {}
        self._shared_machines: dict[str, SharedMachine] = {}
        self._own = ""  # digest of the current referee's script

    def _load(self, entrant: Entrant, digest: str) -> Contestant:
        """Load a script on a new machine. Raises ForthgameError if it is not the plan's."""
        contestant = _seated(entrant, self.plan.native)
        if contestant.game.digest != digest:
            raise ForthgameError(f"{entrant.script} has changed since the tournament was planned")
        if contestant.game.native:
            contestant.game.native.go_on()
        return contestant

    def close(self) -> None:
        """End the programs that entrants have started."""
        for contestant in self._contestants.values():
            contestant.close()

    def _contestant(self, number: int) -> Contestant:
        if number not in self._contestants:
            contestant = self._load(self.plan.entrants[number], self.plan.digests[number])
            contestant.prepare(self.plan.limits)
            self._contestants[number] = contestant
        return self._contestants[number]

    def _referee_of(self, record: GameRecord) -> Contestant:
        """Return a game's referee: the given script, or that of the first entrant in it."""
        number = len(self.plan.entrants) if self.plan.rules_given else min(record.seats.values())
        self._own = digest = self.plan.digests[number]
        if digest not in self._referees:
            scripts = [*(entrant.script for entrant in self.plan.entrants), self.plan.referee]
            entrant = Entrant("referee", scripts[number])
            self._referees[digest] = self._load(entrant, digest)
        return self._referees[digest]

    def play(
        self,
        number: int,
        *,
        watch: Watch = lambda entrant: None,
        on_move: OnMove = lambda player, text: None,
        careful: bool = False,
    ) -> GameRecord:
        """Play game `number`, from 0; see `play_game` for the hooks.

        `careful` uses a machine for each entrant, so that a crash can be attributed. A game in
        which the process was stopped or got no processor time is played again.
        """
        with reading_from(self._files):
            if (
                not careful
                and (record := self._play_on_one_machine(number, watch, on_move)) is not None
            ):
                return record
            for left in reversed(range(TRIES)):
                before = gaps()
                try:
                    record = self._play(number, watch, on_move)
                except Disturbed:
                    continue
                if gaps() == before or not self._timed or not left:
                    return record
        record = self.plan.announce(number)
        record.usage = {seat: Usage() for seat in record.seats}
        record.void("the process has been stopped again and again")
        return record

    @lazy
    def _timed(self) -> bool:
        """Return whether a pause can change an engine's choice."""
        limits = self.plan.limits
        if limits.clock is not None:
            return True
        return limits.time is not None or any(e.time is not None for e in self.plan.entrants)

    @lazy
    def _shareable(self) -> frozenset[int]:
        """Entrants that may play on the referee's machine (`single_machine.py`)."""
        limits = self.plan.limits
        if self._timed or (limits.adjudication and limits.adjudication.at_limit != "draw"):
            return frozenset()
        return frozenset(k for k, each in enumerate(self.plan.entrants) if can_share_machine(each))

    def _play_on_one_machine(self, number: int, watch: Watch, on_move: OnMove) -> GameRecord | None:
        """Play a game on the referee's machine if possible, else return None."""
        if not self._shareable:
            return None
        pairing = self.plan.pairing(number)
        if not self._shareable.issuperset(pairing.entrants):
            return None
        record = self.plan.announce(number)
        watch(LOADING)
        referee = self._referee_of(record)
        if any(self.plan.digests[k] != self._own for k in pairing.entrants):
            return None
        machine = self._shared_machines.get(self._own)
        if machine is None:
            machine = self._shared_machines[self._own] = SharedMachine(
                referee, b"".join(self._files.values())
            )
        if not machine.works or not machine.unshared.isdisjoint(pairing.entrants):
            return None
        entrants = {seat: self.plan.entrants[k] for seat, k in record.seats.items()}
        opening = self.plan.opening(pairing.round)
        try:
            done = machine.play(record, entrants, self.plan.limits, opening, watch, on_move)
        except Disturbed:
            return None
        return record if done else None

    def _play(self, number: int, watch: Watch, on_move: OnMove) -> GameRecord:
        record = self.plan.announce(number)
        watch(LOADING)
        referee = self._referee_of(record)
        known = len(self._contestants)
        seated = {seat: self._contestant(entrant) for seat, entrant in record.seats.items()}
        opening = self.plan.opening(self.plan.pairing(number).round)
        differ = not self.plan.rules_given and len(set(self.plan.digests)) > 1
        settle = self._settle if differ else None
        limits = self.plan.limits
        played = play_game(referee, seated, record, limits, opening, watch, on_move, settle)
        if len(self._contestants) > known:
            gc.collect()  # the compiler leaves megabytes in reference cycles
        return played

    # -- differing rules ------------------------------------------------------------------------

    def _settle(self, record: GameRecord, dispute: Dispute | None, reason: str) -> None:
        """End a game in which rules differ (a dispute) or the referee's script failed."""
        if dispute is None:
            self._blame_for_the_referee(record, reason)
        else:
            self._judge(record, dispute)

    def _judge(self, record: GameRecord, dispute: Dispute) -> None:
        """Let uninvolved scripts decide if the disputed move is legal."""
        digests = self.plan.digests
        mover = digests[record.seats[dispute.mover]]
        seat = dispute.objector
        objector = self._own if seat is None else digests[record.seats[seat]]
        if mover == objector:
            record.lose(dispute.seat, str(dispute))
            return
        if not dispute.text:
            record.void(f"the rules differ: {dispute}")
            return
        judges = {
            digest: number
            for number, digest in enumerate(digests[:-1])
            if digest not in (mover, objector)
        }
        limits = self.plan.limits
        found = {
            accepts_move(self._contestant(number), record.seed, record.moves, dispute.text, limits)
            for number in judges.values()
        }
        against = [s for s, number in record.seats.items() if digests[number] == objector]
        if found == {False}:
            said = f"{dispute.mover} {ILLEGAL}: {dispute.text!r}, which no other script allows"
            record.lose(dispute.mover, said)
        elif found == {True} and len(against) == 1:
            said = f"{against[0]} {UNKNOWN} {dispute.text!r}, which all other scripts allow"
            record.lose(against[0], said)
        else:
            record.void(
                f"the rules differ, and the other scripts do not decide who is right: {dispute}"
            )

    def _blame_for_the_referee(self, record: GameRecord, reason: str) -> None:
        """Blame the seat with the referee's script if all other scripts can go on."""
        digests, own = self.plan.digests, self._own
        others = {d: n for n, d in enumerate(digests[:-1]) if d != own}
        seats = [seat for seat, number in record.seats.items() if digests[number] == own]
        able = all(
            can_continue(self._contestant(number), record.seed, record.moves, self.plan.limits)
            for number in others.values()
        )
        if others and able and len(seats) == 1:
            how = reason.removeprefix("the referee failed: ")
            record.lose(seats[0], f"{seats[0]} failed: {how}")
        else:
            record.void(reason)


def _seated(entrant: Entrant, native: bool) -> Contestant:
    if entrant.is_program:
        from forthgame.play.ugi.external_engine import ProgramContestant

        return ProgramContestant(entrant, native=native)
    if entrant.is_python:
        from forthgame.play.match.python_contestant import PythonContestant

        return PythonContestant(entrant, native=native)
    return Contestant(entrant, native=native)


def serve(requests: BinaryIO, answers: BinaryIO, log: GameLog) -> None:
    request = pickle.load(requests)
    if isinstance(request, SurveyRequest):
        messages.write_answer(answers, survey_message, request)
        request = pickle.load(requests)
    plan, contents = request
    for each in contents:
        script_snapshot.register(each)
    table = GameRunner(plan)
    messages.write(
        answers,
        {"kind": "ready", "confinement": (current_report() or ConfinementReport()).document()},
    )
    while True:
        try:
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
