"""Play one game: each entrant has its own machine, and a referee checks the moves."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from random import Random
from typing import TypeVar

from forthgame.api.game import State
from forthgame.base.errors import ForthgameError, IllegalMove
from forthgame.play.match.answer_timeout import Disturbed, NoAnswer
from forthgame.play.match.contestant import (
    FAILURES,
    Contestant,
    NoMove,
    OutOfTime,
    written_position,
)
from forthgame.play.model.game_record import GameRecord, Thought, Usage, derive_seed
from forthgame.play.model.limits import Adjudication, Bank, Limits
from forthgame.play.model.schedule import POSITION, Opening
from forthgame.play.processes.progress_log import REFEREE
from forthgame.position.move_texts import own_text
from forthgame.position.moves import Move

DRAWN = "a draw by agreement of the scores"
WON = "won by agreement of the scores"
OPENING_TRIES = 100
ILLEGAL = "played an illegal move"
UNKNOWN = "does not know the move"
T = TypeVar("T")
Watch = Callable[[int], None]
OnMove = Callable[[str, str], None]


class Judge:
    """The scores of a game, each seat's in its own view."""

    def __init__(self, rules: Adjudication, seats: Sequence[str]) -> None:
        self._rules = rules
        self._quiet = dict.fromkeys(seats, 0)  # moves in a row with a score within the bound
        self._won = dict.fromkeys(seats, 0)
        self._lost = dict.fromkeys(seats, 0)
        self._last: dict[str, int | None] = dict.fromkeys(seats, None)

    def add(
        self, mover: str, thought: Thought | None, plies: int
    ) -> tuple[str, dict[str, str]] | None:
        """Count a move after which `plies` have been played.

        `thought` is None, or has no score, if the engine reports none.

        Return the reason and each seat's result if the game ends, else None.
        """
        if mover not in self._last:
            return None
        rules, score = self._rules, thought.score if thought else None
        self._last[mover] = score
        if rules.draw_score is not None:
            still = score is not None and abs(score) <= rules.draw_score
            self._quiet[mover] = self._quiet[mover] + 1 if still else 0
            if min(self._quiet.values()) >= rules.draw_moves and plies >= rules.draw_after:
                return DRAWN, dict.fromkeys(self._quiet, "draw")
        if rules.resign_score is not None:
            winning = score is not None and score >= rules.resign_score
            losing = score is not None and score <= -rules.resign_score
            self._won[mover] = self._won[mover] + 1 if winning else 0
            self._lost[mover] = self._lost[mover] + 1 if losing else 0
            for winner, loser in self._sides():
                if min(self._won[winner], self._lost[loser]) >= rules.resign_moves:
                    return WON, {winner: "win", loser: "loss"}
        return None

    def at_limit(self) -> dict[str, str] | None:
        """Return results by the last scores, None unless both engines see the same side ahead."""
        for winner, loser in self._sides():
            up, down = self._last[winner], self._last[loser]
            if up is not None and down is not None and up > 0 > down:
                return {winner: "win", loser: "loss"}
        return None

    def _sides(self) -> list[tuple[str, str]]:
        seats = list(self._last)
        return [(seats[0], seats[1]), (seats[1], seats[0])] if len(seats) == 2 else []


class Fault(Exception):
    """A seat has lost by an error of its own."""

    def __init__(self, seat: str, kind: str, error: BaseException) -> None:
        detail = (str(error).splitlines() or [type(error).__name__])[0]
        super().__init__(f"{seat} {kind}: {detail}")
        self.seat = seat


class Dispute(Fault):
    """A move of `mover` that is illegal by another script's rules.

    `objector` is the seat of that script, None for the referee.
    """

    def __init__(self, fault: Fault, mover: str, text: str, objector: str | None) -> None:
        Exception.__init__(self, str(fault))
        self.seat = fault.seat
        self.mover, self.text, self.objector = mover, text, objector


Settle = Callable[[GameRecord, Dispute | None, str], None]


def play_game(
    referee: Contestant,
    table: Mapping[str, Contestant],
    record: GameRecord,
    limits: Limits,
    opening: Opening | None = None,
    watch: Watch = lambda entrant: None,
    on_move: OnMove = lambda player, text: None,
    settle: Settle | None = None,
) -> GameRecord:
    """Play the game that `record` announces (number, seed, entrants of the seats), and fill it in.

    An illegal move, an error or a missing answer loses the game for that seat. Players without an
    entrant (dice, housekeeping) are moved by the referee; if it fails the game is void. `watch` is
    called with the entrant whose words run next, or REFEREE; `on_move` with every move. `settle`
    ends the record instead if the rules of scripts differ (a dispute) or the referee's script fails
    (None). Raises Disturbed if the process got too little processor time: the game can be played
    again.
    """
    started = time.perf_counter()
    record.usage = {seat: Usage() for seat in table}
    game = _Game(referee, table, record, limits, watch, on_move)
    try:
        game.play(opening or Opening())
    except Fault as fault:
        if settle and isinstance(fault, Dispute):
            settle(record, fault, str(fault))
        else:
            record.lose(fault.seat, str(fault))
    except Disturbed:
        raise
    except FAILURES as error:
        reason = f"the referee failed: {(str(error).splitlines() or [repr(error)])[0]}"
        if settle:
            settle(record, None, reason)
        else:
            record.void(reason)
    record.seconds = time.perf_counter() - started
    return record


class _Game:
    def __init__(
        self,
        referee: Contestant,
        table: Mapping[str, Contestant],
        record: GameRecord,
        limits: Limits,
        watch: Watch,
        on_move: OnMove,
    ) -> None:
        self.referee, self.table, self.record = referee, table, record
        self.limits, self.watch, self.on_move = limits, watch, on_move
        rules = limits.adjudication
        self.judge = Judge(rules, list(table)) if rules else None
        self.agreed: tuple[str, dict[str, str]] | None = None
        self.banks: dict[str, Bank] = {}

    def play(self, opening: Opening) -> None:
        seed, number = self.record.seed, self.record.number
        self.watch(REFEREE)
        first = derive_seed(seed, number, 0)
        open_game(self.referee, opening, first, self.limits, self.record, self.on_move)
        for k, (seat, contestant) in enumerate(self.table.items()):
            self._run_for_seat(
                seat,
                partial(self._seat, contestant, derive_seed(seed, number, k + 1), opening.position),
            )
        judge = self.referee.state
        if self.limits.clock is not None:
            self.banks = {seat: Bank(self.limits.clock) for seat in self.table}
        while True:
            self.watch(REFEREE)
            with self.referee.patience(self.limits):
                outcome = judge.outcome
                if outcome is not None:
                    found = final_outcomes(judge, list(self.table), outcome)
                    self.record.finish("result", judge.ending or "result", found)
                    return
            if self.agreed is not None:
                self.record.finish("adjudicated", *self.agreed)
                return
            if len(self.record.moves) >= self.limits.plies:
                self._end_at_limit()
                return
            self._move(judge)

    def _end_at_limit(self) -> None:
        drawn = dict.fromkeys(self.table, "draw")
        how = self.limits.adjudication.at_limit if self.limits.adjudication else "draw"
        if how == "draw":
            self.record.finish("ply limit", "ply limit", drawn)
            return
        if how == "score" and self.judge is not None:
            found = self.judge.at_limit()
            by = "the engines' scores"
        else:
            with self.referee.patience(self.limits):
                found = evaluated(self.referee, list(self.table))
            by = "OnEvaluate"
        self.record.finish("ply limit", f"ply limit, by {by}", found or drawn)

    def _move(self, judge: State) -> None:
        mover = judge.player
        contestant = self.table.get(mover)
        if contestant is None:
            text = self.referee.choose(self.limits, Usage())
        else:
            used, bank = self.record.usage[mover], self.banks.get(mover)
            try:
                text = self._run_for_seat(
                    mover, partial(contestant.choose, self.limits, used, bank), ILLEGAL
                )
            except Fault as fault:
                if not isinstance(fault.__cause__, NoMove):
                    raise
                raise Dispute(fault, mover, "", None) from None
        self.watch(REFEREE)
        try:
            self.referee.hear(text, self.limits)
        except IllegalMove as error:
            if contestant is None:
                raise
            raise Dispute(Fault(mover, ILLEGAL, error), mover, text, None) from None
        for seat, other in self.table.items():
            try:
                self._run_for_seat(seat, partial(other.hear, text, self.limits))
            except Fault as fault:
                if not isinstance(fault.__cause__, IllegalMove):
                    raise
                raise Dispute(fault, mover, text, seat) from None
        record = self.record
        thought = contestant.thought if contestant else None
        if thought is not None:
            record.thoughts[len(record.moves)] = thought
        record.moves.append((mover, text))
        self.on_move(mover, text)
        if self.judge is not None:
            self.agreed = self.judge.add(mover, thought, len(record.moves))

    def _run_for_seat(self, seat: str, act: Callable[[], T], illegal: str = UNKNOWN) -> T:
        """Run a seat's script; any error is that seat's fault."""
        self.watch(self.record.seats[seat])
        try:
            return act()
        except Disturbed:
            raise
        except OutOfTime as error:
            raise Fault(seat, "lost on time", error) from None
        except NoAnswer as error:
            raise Fault(seat, "gave", error) from None
        except IllegalMove as error:
            raise Fault(seat, illegal, error) from error
        except Exception as error:
            raise Fault(seat, "failed", error) from error

    def _seat(self, contestant: Contestant, seed: int, position: str) -> None:
        contestant.first_position = position
        contestant.begin(seed, self.limits)
        for _, text in self.record.moves:
            contestant.hear(text, self.limits)


def open_game(
    referee: Contestant,
    opening: Opening,
    seed: int,
    limits: Limits,
    record: GameRecord,
    on_move: OnMove,
) -> None:
    """Begin the referee's game and play the opening into a record.

    If random plies end the game they are drawn again, and after many attempts fewer of them.
    """
    plies = opening.plies
    referee.first_position = opening.position
    while True:
        longest = 0
        drawn = replace(opening, plies=plies)
        for attempt in range(1 if opening.moves or not plies else OPENING_TRIES):
            referee.begin(seed, limits)
            moves, ended = _opening_moves(referee, drawn, attempt, limits)
            if not ended:
                record.moves = moves
                record.opening = len(moves)
                for player, text in moves:
                    on_move(player, text)
                return
            longest = max(longest, len(moves))
        if opening.moves or not plies:
            raise ForthgameError("the game is over before anybody has moved")
        plies = max(min(plies, longest) - 1, 0)


def _opening_moves(
    referee: Contestant, opening: Opening, attempt: int, limits: Limits
) -> tuple[list[tuple[str, str]], bool]:
    """Play an opening in the referee's game; return its moves and whether they end the game."""
    random = Random(derive_seed(opening.seed, attempt))
    state = referee.state
    played: list[tuple[str, str]] = []
    for ply in range(len(opening.moves) or opening.plies):
        with referee.patience(limits):
            choices = state.moves()
            if state.outcome is not None or not choices:
                return played, True
        text = opening.moves[ply] if opening.moves else own_text(random.choice(choices))
        played.append((state.player, text))
        referee.hear(text, limits)
    with referee.patience(limits):
        return played, state.outcome is not None


def check_opening(referee: Contestant, line: Sequence[str], limits: Limits) -> tuple[str, ...]:
    """Return the line of an opening with the referee's texts of its position and moves.

    Raises ForthgameError unless all moves are legal and the game goes on after them.
    """
    opening = Opening.of_line(line)
    own = list[str]()
    referee.first_position = opening.position
    try:
        referee.begin(1, limits)
        if opening.position:
            own.append(f"{POSITION}{written_position(referee.state, opening.position)}")
        for text in opening.moves:
            with referee.patience(limits):
                state = referee.state
                if state.outcome is not None:
                    break
                own.append(own_text(_move_of(state, text)))
            referee.hear(own[-1], limits)
        with referee.patience(limits):
            if len(own) < len(line) or referee.state.outcome is not None:
                raise ForthgameError("the game ends within the opening")
    finally:
        referee.first_position = ""
    return tuple(own)


def _move_of(state: State, text: str) -> Move:
    """Return the move of a text in an opening, which may be as in PGN. Raises IllegalMove."""
    try:
        return state.find(text, exact=True)
    except IllegalMove:
        from forthgame.position.records.formats import move_texts
        from forthgame.position.records.game_tree import RecordedMove

        return move_texts(state.game, "pgn").find(state, RecordedMove(text))


def evaluated(referee: Contestant, seats: list[str]) -> dict[str, str] | None:
    """Return results by the script's OnEvaluate for the player to move.

    Return None if neither of two seats is ahead.
    """
    mover = referee.state.player
    score = referee.evaluation() if len(seats) == 2 and mover in seats else 0
    if not score:
        return None
    other = seats[1 - seats.index(mover)]
    return {mover: "win", other: "loss"} if score > 0 else {mover: "loss", other: "win"}


def final_outcomes(state: State, seats: list[str], outcome: str) -> dict[str, str]:
    """Return each seat's result at the end of a game, from OnIsGameOver for the player to move.

    With two seats the other one has the opposite; with more, OnIsGameOver runs for each.
    """
    if state.ending is not None:
        return {seat: state.outcome_for(seat) or "draw" for seat in seats}
    mover = state.player
    opposite = {"win": "loss", "loss": "win", "draw": "draw"}
    if outcome == "draw":
        return dict.fromkeys(seats, "draw")
    if len(seats) == 2 and mover in seats:
        return {seat: outcome if seat == mover else opposite[outcome] for seat in seats}
    found = {
        seat: outcome if seat == mover else (state.outcome_for(seat) or opposite[outcome])
        for seat in seats
    }
    if list(found.values()).count("win") > 1 and outcome == "win":
        return {seat: "win" if seat == mover else "loss" for seat in seats}
    return found
