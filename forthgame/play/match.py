"""One game: each entrant has its own machine, moves travel as text, a referee checks them."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import TypeVar

from forthgame.errors import ForthgameError, IllegalMove
from forthgame.game.state import State
from forthgame.play.contestant import Contestant, Limits, NoAnswer
from forthgame.play.gamelog import REFEREE
from forthgame.play.record import GameRecord, Usage, derive_seed

OPENING_TRIES = 100
ILLEGAL = "played an illegal move"
UNKNOWN = "does not know the move"
T = TypeVar("T")
Watch = Callable[[int], None]


@dataclass(frozen=True)
class Opening:
    """Moves at the start that nobody chooses: given ones, or some at random from a seed."""

    moves: tuple[str, ...] = ()
    plies: int = 0
    seed: int = 0


class Fault(Exception):
    """A seat has lost by its own doing."""

    def __init__(self, seat: str, kind: str, error: BaseException) -> None:
        detail = (str(error).splitlines() or [type(error).__name__])[0]
        super().__init__(f"{seat} {kind}: {detail}")
        self.seat = seat


def play_game(
    referee: Contestant,
    table: Mapping[str, Contestant],
    record: GameRecord,
    limits: Limits,
    opening: Opening | None = None,
    watch: Watch = lambda entrant: None,
    on_move: Callable[[str, str], None] = lambda player, text: None,
) -> GameRecord:
    """Play the game that `record` announces (number, seed, entrants of the seats), and fill it in.

    An illegal move, an error or no answer in time loses the game for that seat. Players that no
    entrant plays (dice, housekeeping) are moved by the referee; if it fails the game is void.
    `watch` receives whose words are about to run, by the entrant's number or REFEREE; `on_move` of
    every move.
    """
    started = time.perf_counter()
    record.usage = {seat: Usage() for seat in table}
    game = _Game(referee, table, record, limits, watch, on_move)
    try:
        game.play(opening or Opening())
    except Fault as fault:
        record.lose(fault.seat, str(fault))
    except (ForthgameError, ArithmeticError, LookupError, ValueError, MemoryError) as error:
        record.void(f"the referee failed: {(str(error).splitlines() or [repr(error)])[0]}")
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
        on_move: Callable[[str, str], None],
    ) -> None:
        self.referee, self.table, self.record = referee, table, record
        self.limits, self.watch, self.on_move = limits, watch, on_move

    def play(self, opening: Opening) -> None:
        """Play to the end."""
        seed, number = self.record.seed, self.record.number
        self._open(opening, derive_seed(seed, number, 0))
        for k, (seat, contestant) in enumerate(self.table.items()):
            self._let(seat, partial(self._seat, contestant, derive_seed(seed, number, k + 1)))
        judge = self.referee.state
        while True:
            self.watch(REFEREE)
            with self.referee.patience(self.limits):
                outcome = judge.outcome
                if outcome is not None:
                    found = final_outcomes(judge, list(self.table), outcome)
                    self.record.finish("result", judge.ending or "result", found)
                    return
            if len(self.record.moves) >= self.limits.plies:
                drawn = dict.fromkeys(self.table, "draw")
                self.record.finish("ply limit", "ply limit", drawn)
                return
            self._move(judge)

    def _move(self, judge: State) -> None:
        mover = judge.player
        contestant = self.table.get(mover)
        if contestant is None:
            text = self.referee.choose(self.limits, Usage())
        else:
            used = self.record.usage[mover]
            text = self._let(mover, partial(contestant.choose, self.limits, used), ILLEGAL)
        self.watch(REFEREE)
        try:
            self.referee.hear(text, self.limits)
        except IllegalMove as error:
            if contestant is None:
                raise
            raise Fault(mover, ILLEGAL, error) from None
        for seat, other in self.table.items():
            self._let(seat, partial(other.hear, text, self.limits))
        self.record.moves.append((mover, text))
        self.on_move(mover, text)

    def _let(self, seat: str, act: Callable[[], T], illegal: str = UNKNOWN) -> T:
        """Let a seat's script run; whatever goes wrong is that seat's fault."""
        self.watch(self.record.seats[seat])
        try:
            return act()
        except NoAnswer as error:
            raise Fault(seat, "gave", error) from None
        except IllegalMove as error:
            raise Fault(seat, illegal, error) from None
        except Exception as error:
            raise Fault(seat, "failed", error) from None

    def _seat(self, contestant: Contestant, seed: int) -> None:
        contestant.begin(seed, self.limits)
        for _, text in self.record.moves:
            contestant.hear(text, self.limits)

    def _open(self, opening: Opening, seed: int) -> None:
        """Begin the referee's game and play the opening; one that ends the game is drawn anew."""
        self.watch(REFEREE)
        for attempt in range(OPENING_TRIES):
            self.referee.begin(seed, self.limits)
            moves = _opening_moves(self.referee, opening, attempt, self.limits)
            if moves is not None:
                self.record.moves = moves
                self.record.opening = len(moves)
                for player, text in moves:
                    self.on_move(player, text)
                return
        raise ForthgameError(f"{opening.plies} random plies end the game every time")


def _opening_moves(
    referee: Contestant, opening: Opening, attempt: int, limits: Limits
) -> list[tuple[str, str]] | None:
    """Play an opening in the referee's game; None if random moves have ended it."""
    random = Random(derive_seed(opening.seed, attempt))
    state = referee.state
    played = []
    for ply in range(len(opening.moves) or opening.plies):
        with referee.patience(limits):
            choices = state.moves()
            if state.outcome is not None or not choices:
                return None
        text = opening.moves[ply] if opening.moves else random.choice(choices).text
        played.append((state.player, text))
        referee.hear(text, limits)
    with referee.patience(limits):
        return None if state.outcome is not None else played


def check_opening(referee: Contestant, moves: Sequence[str], limits: Limits) -> None:
    """Raise ForthgameError unless an opening can be played and the game goes on after it."""
    referee.begin(1, limits)
    if _opening_moves(referee, Opening(tuple(moves)), 0, limits) is None:
        raise ForthgameError("the game ends within the opening")


def final_outcomes(state: State, seats: list[str], outcome: str) -> dict[str, str]:
    """Each seat's result at the end of a game, from OnIsGameOver for the player to move.

    With two seats the other one has the opposite; with more each is asked about.
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
