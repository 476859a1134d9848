"""Play tournaments: games run in processes and are saved as they end."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from itertools import takewhile
from pathlib import Path
from typing import Any

from forthgame.base import arguments
from forthgame.base.errors import ForthgameError
from forthgame.base.html_tables import table
from forthgame.confine import ConfinementReport
from forthgame.play.model.game_record import GameRecord
from forthgame.play.model.python_functions import Chooser, is_only_here, label_of, named
from forthgame.play.plan.plan import Plan, make_plan
from forthgame.play.results.analysis import TournamentAnalysis, analyse
from forthgame.play.results.stopping_rule import Course
from forthgame.play.results.text_report import ranked, results_table, statistics
from forthgame.play.run.live_games import LiveWriter
from forthgame.play.run.pool import ProcessPool, Standby
from forthgame.play.store.store import Store

AT_HAND = 10_000  # games after a missing one that are held in memory
Played = GameRecord | list[GameRecord]  # a game, or several to be saved together
Source = Callable[[Sequence[int]], Generator[Played, None, None]]


def local(
    plan: Plan,
    jobs: int,
    on_ready: Callable[[ConfinementReport], None] | None = None,
    store: Path | None = None,
    standby: Standby | None = None,
) -> Source:
    """Return a source of games played by processes on this machine.

    `on_ready` is called with the confinement of the first process. If `store` is given, its
    watchers can see games in progress. The first process is taken from `standby` if it fits.
    """

    def play(numbers: Sequence[int]) -> Generator[Played, None, None]:
        shown = None if store is None else LiveWriter(store)
        with ProcessPool(plan, jobs, on_ready, shown, standby) as pool:
            yield from pool.play_together(numbers)

    return play


def local_here(plan: Plan) -> Source:
    """Return a source of games that this process plays, because other ones lack a function."""

    def play(numbers: Sequence[int]) -> Generator[Played, None, None]:
        from forthgame.play.run.worker import GameRunner  # other commands need no machine

        runner = GameRunner(plan)
        try:
            for number in numbers:
                yield runner.play(number)
        finally:
            runner.close()

    return play


def records(
    plan: Plan, source: Source, store: Store, on_saved: Callable[[GameRecord], None] | None = None
) -> Iterator[GameRecord]:
    """Yield a plan's games in the order of their numbers; stored ones are not played again.

    The result does not depend on the source or its parallelism. Each game is saved as soon as it
    ends. A sequential test ends the tournament, or the games of its challenger, at the first
    decisive game.
    """
    stored = bytearray(plan.games)  # 1 for games in the store
    for number in store.numbers():
        if 0 <= number < plan.games:
            stored[number] = 1
    course = Course(plan)
    at_hand: dict[int, GameRecord] = {}

    def ready() -> Iterator[GameRecord]:
        while (number := course.following) < plan.games and not course.over:
            if not course.wants(number):
                at_hand.pop(number, None)
                course.following += 1
                continue
            if not stored[number]:
                return
            record = at_hand.pop(number, None) or store.record(number)
            if record is None:
                return
            course.following += 1
            course.add(record)
            yield record

    with closing(store.records()) as before:
        yield from course.take(takewhile(lambda record: record.number < plan.games, before))
    missing = Missing(stored, course.wants)
    if course.over or not missing:
        return
    with closing(source(missing)) as played:
        for part in played:
            together = part if isinstance(part, list) else [part]
            store.save(*together)
            for record in together:
                stored[record.number] = 1
                if record.number < course.following + AT_HAND:
                    at_hand[record.number] = record
                if on_saved:
                    on_saved(record)
            yield from ready()
            if course.over:
                return


class Missing(Sequence[int]):
    """Numbers of games that are not in the store, computed while iterating.

    Numbers that are no longer wanted are skipped.
    """

    def __init__(self, stored: bytearray, wants: Callable[[int], bool]) -> None:
        self._stored = bytes(stored) if any(stored) else b""
        self._count = len(stored) - sum(self._stored)
        self._wants = wants

    def __len__(self) -> int:
        return self._count

    def __iter__(self) -> Iterator[int]:
        missing = (
            (number for number, there in enumerate(self._stored) if not there)
            if self._stored
            else iter(range(self._count))
        )
        return filter(self._wants, missing)

    def __getitem__(self, index: Any) -> Any:
        return list(self)[index]


@dataclass(frozen=True, repr=False)
class Tournament:
    """A tournament that has been played.

    plan      the plan it followed
    records   its games, in order of their numbers
    analysis  standing, ratings and faults
    """

    plan: Plan
    records: list[GameRecord]
    analysis: TournamentAnalysis

    def __str__(self) -> str:
        return statistics(self.plan, self.analysis)

    def __repr__(self) -> str:
        points = ", ".join(f"{e.name} {e.total.points:g}" for e in ranked(self.analysis))
        return f"<Tournament of {len(self.records)} games: {points}>"

    def _repr_html_(self) -> str:
        head, rows = results_table(self.analysis)
        return table(f"{len(self.records)} games", rows, head)


def tournament(
    entrants: Sequence[str | Chooser],
    *,
    jobs: int = 1,
    store: str | Path | None = None,
    resume: bool = False,
    cluster: str | None = None,
    other_version: bool = False,
    on_game: Callable[[GameRecord], None] | None = None,
    **options: Any,
) -> Tournament:
    """Play a tournament and analyse it.

    `entrants` are scripts and engines as on the command line, or functions that are called with a
    State and return a Move or its text. Functions that cannot be imported by name, such as lambdas
    and those of a notebook, need `jobs=1`, and the games are played in this process. `options` are
    those of `make_plan`: game, schedule, games or rounds, seed, limits (with clock and
    adjudication), openings, random_plies, sprt, base, anchors, retries, most_faults, confined.
    Every game is saved to `store` when it ends (by default a temporary one). With `resume`, only
    missing and void games are played; with `other_version` also if another version of forthgame
    played the others. `jobs` is the number of processes, `cluster` the address of a
    dask.distributed scheduler. `on_game` is called with the record of each finished game. Raises
    ForthgameError for entrants or options that do not fit together, and for a store of another
    plan.
    """
    jobs = arguments.whole(jobs, "the number of processes", 1)
    if store is not None:
        arguments.path(store, "the store")
    if isinstance(entrants, str | bytes) or not isinstance(entrants, Sequence):
        raise TypeError("entrants must be a list: scripts, engines and functions")
    with named(entrants) as texts:
        plan = make_plan(texts, **options)
        here = [entrant.engine for entrant in plan.entrants if is_only_here(entrant.engine)]
        if here and (jobs > 1 or cluster is not None):
            raise ForthgameError(
                f"other processes cannot import {label_of(here[0])}: define it in a module, or "
                "play with jobs=1 in this process"
            )
        with Store.open(store, plan, resume=resume, other_version=other_version) as saved:
            shown = None if store is None else Path(store)
            source = local_here(plan) if here else local(plan, jobs, store=shown)
            if cluster is not None:
                from forthgame.play.run.cluster import distributed

                source = distributed(plan, cluster)
            played = []
            for record in records(plan, source, saved):
                played.append(record)
                if on_game:
                    on_game(record)
    return Tournament(plan, played, analyse(plan, played))
