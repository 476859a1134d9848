"""Tournaments: games played in processes, and saved as they end, until all are played."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from forthgame import arguments
from forthgame.confine import Report
from forthgame.game.html import table
from forthgame.play.analysis import Analysis, analyse
from forthgame.play.plan import Plan, make_plan
from forthgame.play.pool import Pool
from forthgame.play.record import GameRecord
from forthgame.play.report import ranked, results_table, statistics
from forthgame.play.sequential import SequentialTest
from forthgame.play.store import Store

Source = Callable[[Sequence[int]], Generator[GameRecord, None, None]]


def local(plan: Plan, jobs: int, on_ready: Callable[[Report], None] | None = None) -> Source:
    """Games played by processes on this machine; `on_ready` receives what holds them."""

    def play(numbers: Sequence[int]) -> Generator[GameRecord, None, None]:
        with Pool(plan, jobs, on_ready) as pool:
            yield from pool.play(numbers)

    return play


def records(
    plan: Plan, source: Source, store: Store, on_saved: Callable[[GameRecord], None] | None = None
) -> Iterator[GameRecord]:
    """The games of a plan in order of their numbers, the same wherever and however many at a time
    they are played; those that the store has are not played again.

    Each is saved as it ends, before anything else is done with it. A sequential test ends the
    tournament at the first game that decides it.
    """
    kept = {record.number: record for record in store.records() if record.number < plan.games}
    test = SequentialTest(plan.sprt, plan.seats)
    missing = [number for number in range(plan.games) if number not in kept]
    following = 0

    def ready() -> Iterator[GameRecord]:
        nonlocal following
        while following in kept and not test.accepted:
            record = kept.pop(following)
            following += 1
            test.add(record)
            yield record

    yield from ready()
    if test.accepted or not missing:
        return
    with closing(source(missing)) as played:
        for record in played:
            store.save(record)
            if on_saved:
                on_saved(record)
            kept[record.number] = record
            yield from ready()
            if test.accepted:
                return


@dataclass(frozen=True, repr=False)
class Tournament:
    """A tournament that has been played: its plan, its games in order, and their analysis."""

    plan: Plan
    records: list[GameRecord]
    analysis: Analysis

    def __str__(self) -> str:
        return statistics(self.plan, self.analysis)

    def __repr__(self) -> str:
        points = ", ".join(f"{e.name} {e.total.points:g}" for e in ranked(self.analysis))
        return f"<Tournament of {len(self.records)} games: {points}>"

    def _repr_html_(self) -> str:
        head, rows = results_table(self.analysis)
        return table(f"{len(self.records)} games", rows, head)


def tournament(
    entrants: Sequence[str],
    *,
    jobs: int = 1,
    store: str | Path | None = None,
    resume: bool = False,
    cluster: str | None = None,
    on_game: Callable[[GameRecord], None] | None = None,
    **options: Any,
) -> Tournament:
    """Play a tournament and analyse it.

    `entrants` are scripts and engines as on the command line; the options are those of `make_plan`:
    game, schedule, games or rounds, seed, limits, openings, random_plies, sprt, confined. Every
    game is saved to `store` at once (a temporary one by default); with `resume` only those are
    played that it lacks. `cluster` is the address of a dask.distributed scheduler. Raises
    ForthgameError.
    """
    jobs = arguments.whole(jobs, "the number of processes", 1)
    if store is not None:
        arguments.path(store, "the store")
    plan = make_plan(entrants, **options)
    with Store.open(store, plan, resume=resume) as saved:
        source = local(plan, jobs)
        if cluster is not None:
            from forthgame.play.cluster import distributed

            source = distributed(plan, cluster)
        played = []
        for record in records(plan, source, saved):
            played.append(record)
            if on_game:
                on_game(record)
    return Tournament(plan, played, analyse(plan, played))
