"""Scripts that fill nine squares, engines that misbehave, and short tournaments."""

from __future__ import annotations

import sqlite3
from collections.abc import Generator, Iterable, Sequence
from contextlib import closing
from pathlib import Path

from forthgame import tournament
from forthgame.play.model.game_record import AutoplayStanding, GameRecord
from forthgame.play.plan.plan import Plan, make_plan
from forthgame.play.results.stopping_rule import Pairs
from forthgame.play.results.text_report import closing_of
from forthgame.play.run.tournament import Source, records
from forthgame.play.run.worker import GameRunner
from forthgame.play.statistics.sprt import Sprt
from forthgame.play.store.store import Store

FAIR = """
{board 3 3 {grid} board}
{players {player} X PLAYER {player} O PLAYER players}
{turn-order {turn} X {turn} O turn-order}
: mark ( -- )   \\ Put a man on an empty square.
	empty? verify drop add-move
;
{moves marks {move} mark moves}
{pieces {piece} man {drops} marks pieces}
: OnIsGameOver ( -- result ) #UnknownScore move-count 0= IF DROP #DrawScore ENDIF ;
EXTRA
"""
ENGINES = {
    "crash": ": think 1 0 / DROP ;",
    "hang": ": think BEGIN FALSE UNTIL ;",
    "illegal": ': think S" man z9" BestMove! ;',
    "silent": ": think ;",
    "eater": ": think BEGIN $CloneBoard FALSE UNTIL ;",
    "allot": ": think BEGIN 1000000 ALLOT FALSE UNTIL ;",
    "garbage": ': think BEGIN ." nonsense " FALSE UNTIL ;',
    "deep": ": think RECURSE ;",
}


def script(folder: Path, name: str, engine: str = "", extra: str = "") -> str:
    """Return a script for the game of filling nine squares, with the given engine words."""
    text = FAIR.replace("PLAYER", "{search-engine} think" if engine else "{random}")
    declared = text.replace("EXTRA", extra)
    path = folder / f"{name}.4th"
    path.write_text(engine + "\n" + declared)
    return str(path)


def results(record: GameRecord) -> dict[int, str]:
    """Return the results of each entrant."""
    return {record.seats[seat]: result for seat, result in record.outcome.items()}


def same(records: list[GameRecord]) -> list[dict[str, object]]:
    """Games without their times."""
    return [{k: v for k, v in r.as_dict().items() if k != "seconds"} for r in records]


def decided_one_by_one(path: Path) -> list[GameRecord]:
    """A store of a tournament in which one test is over before the other: the games that count.

    Of those that do not, the store has the last and not the first.
    """
    plan = make_plan(
        ["first:", "random:", "tictactoe"], game="tictactoe", seed=1, random_plies=1, base="random",
        sprt=Sprt(0, 200, 0.1, 0.1),
    )  # fmt: skip
    table = GameRunner(plan)
    with Store.open(path, plan, resume=False) as store:
        counted = list(records(plan, lambda numbers: (table.play(n) for n in numbers), store))
        first, *_, last = sorted(set(range(counted[-1].number)) - {r.number for r in counted})
        assert first < last
        store.save(table.play(last))
    return counted


def play_into(path: Path | None, games: int, resume: bool = False) -> list[GameRecord]:
    """A short tournament with a store."""
    return tournament(
        ["tictactoe", "random:"], games=games, seed=1, store=path, resume=resume, jobs=1
    ).records


def saved_games(path: Path) -> int:
    """Return how many games are in a store; 0 as long as it has no tables."""
    if not path.is_file():
        return 0
    with closing(sqlite3.connect(path)) as database:
        try:
            return int(database.execute("SELECT count(*) FROM game").fetchone()[0])
        except sqlite3.OperationalError:
            return 0


def in_this_process(plan: Plan, *others: object, **more: object) -> Source:
    """Play games without starting a process, where processes are not the subject."""
    table = GameRunner(plan)

    def play(numbers: Sequence[int]) -> Generator[GameRecord, None, None]:
        yield from map(table.play, numbers)

    return play


def closing_block(plan: Plan, played: Iterable[GameRecord]) -> str:
    """The block that AutoPlay ends with."""
    standing = AutoplayStanding([0] * len(plan.entrants))
    for record in played:
        standing.add(record)
    return closing_of(plan, standing)


def pairs(played: Iterable[GameRecord]) -> tuple[tuple[int, ...], int]:
    """Five counts of pairs of games with seats exchanged, and how many have no partner."""
    counted = Pairs()
    for record in played:
        counted.add(record)
    return counted.counts, counted.single
