"""One game between entrants: each has its own machine, and moves travel as text."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from forthgame.errors import ForthgameError
from forthgame.game.game import Game
from forthgame.game.state import State

PLY_LIMIT = 5000


@dataclass
class Entrant:
    """A script that takes part: a name and a game of its own."""

    name: str
    game: Game


@dataclass
class Limits:
    """What an engine may use for a move, and how long a game may last (in plies)."""

    time: float | None = None
    depth: int | None = None
    plies: int = PLY_LIMIT


@dataclass
class GameRecord:
    """A game that has been played.

    `seats` names the entrant of each seat, `points` gives each entrant 1, 0 or a share of 1.
    """

    number: int
    seed: int
    seats: dict[str, int]
    moves: list[tuple[str, str]] = field(default_factory=list)
    outcome: dict[str, str] = field(default_factory=dict)
    winner: int | None = None
    reason: str = ""
    seconds: float = 0.0

    def as_dict(self) -> dict[str, Any]:
        """For JSON."""
        return asdict(self)


def seats(game: Game) -> list[str]:
    """The players that entrants play: in the turn order, neither neutral nor a `?` player."""
    declared = game.declaration
    on_turn = {turn.player for turn in declared.turns}
    return [
        player.name
        for player in declared.players
        if player.code in on_turn and not player.neutral and not player.name.startswith("?")
    ]


def derive_seed(*parts: int) -> int:
    """A seed of its own for each game and seat: the parts hashed to 31 bits."""
    text = ",".join(map(str, parts)).encode()
    return int.from_bytes(hashlib.sha256(text).digest()[:4], "little") & 0x7FFFFFFF


def play_game(
    referee: Game,
    entrants: Sequence[Entrant],
    assignment: dict[str, int],
    number: int,
    seed: int,
    limits: Limits,
    on_move: Callable[[str, str], None] | None = None,
) -> GameRecord:
    """Play a game; `assignment` gives each seat the number of its entrant.

    A move that the referee does not know, or an error in an entrant's engine, loses the game for
    that entrant. Players that no entrant plays (dice, housekeeping) are moved by the referee.
    """
    record = GameRecord(number, seed, dict(assignment))
    started = time.monotonic()
    judge = referee.new_game(seed=derive_seed(seed, number, 0))
    states = {
        seat: entrants[index].game.new_game(seed=derive_seed(seed, number, k + 1))
        for k, (seat, index) in enumerate(assignment.items())
    }
    while True:
        outcome = judge.outcome
        if outcome is not None:
            record.outcome = final_outcomes(judge, list(assignment), outcome)
            record.reason = "result"
            break
        if len(record.moves) >= limits.plies:
            record.outcome = dict.fromkeys(assignment, "draw")
            record.reason = "ply limit"
            break
        mover = judge.player
        try:
            text = _choose(states.get(mover, judge), limits)
            judge.play(text)
        except ForthgameError as error:
            if mover not in states:
                raise
            record.outcome = dict.fromkeys(assignment, "win")
            record.outcome[mover] = "loss"
            record.reason = f"{mover} failed: {str(error).splitlines()[0]}"
            break
        for state in states.values():
            state.play(text)
        record.moves.append((mover, text))
        if on_move:
            on_move(mover, text)
    winners = [seat for seat, result in record.outcome.items() if result == "win"]
    if len(winners) == 1:
        record.winner = assignment[winners[0]]
    record.seconds = time.monotonic() - started
    return record


def _choose(state: State, limits: Limits) -> str:
    """The move of the engine that the script names for the player to move."""
    if not state.moves():
        raise ForthgameError(f"{state.player} has no move, and the script says the game goes on")
    depth = limits.depth
    if depth is None and limits.time is None:
        depth = 3
    return state.search(engine="script", time=limits.time, depth=depth).move.text


def final_outcomes(state: State, seats: list[str], outcome: str) -> dict[str, str]:
    """Each seat's result at the end of a game, from OnIsGameOver's word on the player to move.

    With two seats the other one has the opposite; with more each is asked about.
    """
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
