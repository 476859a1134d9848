"""Tournaments: games played in processes, and saved as they end, until all are played."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from itertools import takewhile
from pathlib import Path
from typing import Any

from forthgame import arguments
from forthgame.confine import Report
from forthgame.game.html import table
from forthgame.play.analysis import Analysis, analyse
from forthgame.play.live import Shown
from forthgame.play.plan import Plan, make_plan
from forthgame.play.pool import Pool
from forthgame.play.record import GameRecord
from forthgame.play.report import ranked, results_table, statistics
from forthgame.play.sequential import Course
from forthgame.play.standby import Standby
from forthgame.play.store import Store

AT_HAND = 10_000  # games behind one that is missing that are not read from the store again
Played = GameRecord | list[GameRecord]  # a game, or several that are saved together
Source = Callable[[Sequence[int]], Generator[Played, None, None]]


def local(
    plan: Plan,
    jobs: int,
    on_ready: Callable[[Report], None] | None = None,
    store: Path | None = None,
    standby: Standby | None = None,
) -> Source:
    """Games played by processes on this machine; `on_ready` receives what holds them.

    Whoever watches the file `store` sees the games as they are played. A process that stands by is
    the first one.
    """

    def play(numbers: Sequence[int]) -> Generator[Played, None, None]:
        shown = None if store is None else Shown(store)
        with Pool(plan, jobs, on_ready, shown, standby) as pool:
            yield from pool.play_together(numbers)

    return play


def records(
    plan: Plan, source: Source, store: Store, on_saved: Callable[[GameRecord], None] | None = None
) -> Iterator[GameRecord]:
    """The games of a plan in order of their numbers, the same wherever and however many at a time
    they are played; those that the store has are not played again.

    Each is saved as it ends, before anything else is done with it. A sequential test ends the
    tournament, or the games of its challenger, at the first game that decides it.
    """
    stored = bytearray(plan.games)  # 1 for games that are in the store
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
    """Numbers of games that are not in the store, without a list of them; those that are not
    wanted any more when they are come to are passed over."""

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

    plan      what was to be played
    records   its games, in order of their numbers
    analysis  standing, ratings and faults
    """

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
    other_version: bool = False,
    on_game: Callable[[GameRecord], None] | None = None,
    **options: Any,
) -> Tournament:
    """Play a tournament and analyse it.

    `entrants` are scripts and engines as on the command line; the options are those of `make_plan`:
    game, schedule, games or rounds, seed, limits (with clock and adjudication), openings,
    random_plies, sprt, base, anchors, retries, most_faults, confined. Every game is saved to
    `store` at once (a temporary one by default); with `resume` only those are played that it lacks,
    or that are void, with `other_version` also where another version of forthgame has played the
    others. `jobs` is the number of processes, `cluster` the address of a dask.distributed
    scheduler.
    `on_game` is called with the record of each game that has ended. Raises ForthgameError for
    entrants or options that do not go together, and for a store of another plan.
    """
    jobs = arguments.whole(jobs, "the number of processes", 1)
    if store is not None:
        arguments.path(store, "the store")
    plan = make_plan(entrants, **options)
    with Store.open(store, plan, resume=resume, other_version=other_version) as saved:
        source = local(plan, jobs, store=None if store is None else Path(store))
        if cluster is not None:
            from forthgame.play.cluster import distributed

            source = distributed(plan, cluster)
        played = []
        for record in records(plan, source, saved):
            played.append(record)
            if on_game:
                on_game(record)
    return Tournament(plan, played, analyse(plan, played))
