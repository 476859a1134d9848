"""Many games: seats rotated, a seed for each game, one after the other or in parallel."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from multiprocessing import get_context

from forthgame.errors import ForthgameError
from forthgame.game.game import Game, load
from forthgame.play.match import Entrant, GameRecord, Limits, play_game, seats
from forthgame.source import find_script


@dataclass(frozen=True)
class Plan:
    """A tournament to be played: scripts, games, seed, limits."""

    scripts: tuple[str, ...]
    games: int
    seed: int
    limits: Limits = field(default_factory=Limits)
    native: bool = True


@dataclass
class Standing:
    """What the entrants have so far: wins of each, draws, games."""

    names: list[str]
    wins: list[int]
    draws: int = 0
    games: int = 0

    def add(self, record: GameRecord) -> None:
        """Count a game."""
        self.games += 1
        if record.winner is None:
            self.draws += 1
        else:
            self.wins[record.winner] += 1


class Table:
    """The scripts of a plan, loaded: a referee and an entrant for each script."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.referee: Game = load(plan.scripts[0], native=plan.native)
        self.seats = seats(self.referee)
        self.entrants = [
            Entrant(entrant_name(script), load(script, native=plan.native))
            for script in plan.scripts
        ]
        if len(self.seats) != len(self.entrants):
            raise ForthgameError(
                f"{self.referee.name} is a game for {len(self.seats)} players "
                f"({', '.join(self.seats)}), but {len(self.entrants)} scripts were given"
            )
        for entrant in self.entrants:
            if seats(entrant.game) != self.seats:
                raise ForthgameError(
                    f"{entrant.name} is another game than {self.entrants[0].name}: its players are "
                    f"{', '.join(seats(entrant.game))}"
                )

    def play(self, number: int, on_move: Callable[[str, str], None] | None = None) -> GameRecord:
        """Play game `number`, from 0; who sits where rotates from game to game."""
        count = len(self.seats)
        assignment = {seat: (k + number) % count for k, seat in enumerate(self.seats)}
        plan = self.plan
        return play_game(
            self.referee, self.entrants, assignment, number, plan.seed, plan.limits, on_move
        )


def entrant_name(script: str) -> str:
    """The name of a script's file without its ending."""
    return find_script(script).stem


_table: Table | None = None


def _prepare(plan: Plan) -> None:
    global _table
    _table = Table(plan)


def _play(number: int) -> GameRecord:
    if _table is None:
        raise RuntimeError("the worker has not been prepared")
    return _table.play(number)


def records(plan: Plan, jobs: int = 1) -> Iterator[GameRecord]:
    """The games of a plan in order of their numbers; the same for any number of jobs."""
    if jobs <= 1:
        table = Table(plan)
        for number in range(plan.games):
            yield table.play(number)
        return
    context = get_context("spawn")
    with ProcessPoolExecutor(jobs, context, initializer=_prepare, initargs=(plan,)) as pool:
        try:
            yield from pool.map(_play, range(plan.games))
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def wilson(wins: float, games: int, z: float = 1.959963984540054) -> tuple[float, float]:
    """The 95 % interval of a share (Wilson, 1927)."""
    if games == 0:
        return 0.0, 1.0
    share = wins / games
    centre = (share + z * z / (2 * games)) / (1 + z * z / games)
    half = z / (1 + z * z / games)
    half *= (share * (1 - share) / games + z * z / (4 * games * games)) ** 0.5
    return max(0.0, centre - half), min(1.0, centre + half)
