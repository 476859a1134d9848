"""`forthgame results`: show, filter and export the games of a store."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path

import click

from forthgame.base.arguments import digits
from forthgame.base.errors import ForthgameError
from forthgame.play.model.game_record import ENDS, GameRecord
from forthgame.play.plan.plan import Plan, entrant_number, read_anchors
from forthgame.play.results.analysis import Analyser, Repeats, analyse
from forthgame.play.results.export import (
    GameFilter,
    to_csv,
    to_document,
    to_games,
    to_json_lines,
    to_lines,
)
from forthgame.play.results.record_export import to_records
from forthgame.play.results.stopping_rule import until_decided
from forthgame.play.results.text_report import closing_of, statistics
from forthgame.play.store.store import Store
from forthgame.play.store.stored_values import says_confined
from forthgame.ui.cli.shared_options import ANCHOR, by_names, json_option, print_json, refuse_over
from forthgame.ui.terminal.ctrl_c import ended_cleanly
from forthgame.ui.terminal.escaping import echo, echo_data, say, visible

CHUNK = 1 << 16  # characters written at a time


@click.command("results")
@click.argument("store", metavar="FILE", type=click.Path(path_type=Path))
@click.option("--entrant", help="Only games of this entrant (name or number).")
@click.option("--seat", help="Only games in which the entrant, or any entrant, had this seat.")
@click.option("--winner", help="Only games that this entrant won.")
@click.option("--end", type=click.Choice(ENDS), help="Only games with this ending.")
@click.option("--games", metavar="FROM-TO", help="Only games with these numbers.")
@click.option("--list", "listed", is_flag=True, help="Print a line for each game.")
@click.option("--csv", "as_csv", is_flag=True, help="Print CSV, a line for each seat of a game.")
@click.option("--records", "as_lines", is_flag=True, help="Print the moves, a line for each game.")
@click.option("--full", is_flag=True, help="Print all tables, not only the result.")
@click.option(
    "--pgn", "form", flag_value="pgn", help="Print games as PGN, with scores, depths and times."
)
@click.option("--sgf", "form", flag_value="sgf", help="Print games as SGF (go, hex and others).")
@click.option("--pdn", "form", flag_value="pdn", help="Print games as PDN: draughts.")
@click.option("--csa", "form", flag_value="csa", help="Print games as CSA: shogi.")
@click.option("--kif", "form", flag_value="kif", help="Print games as KIF: shogi.")
@click.option("--zsg", "form", flag_value="zsg", help="Print games as ZSG: Zillions' rule files.")
@click.option(
    "--anchor",
    "anchors",
    multiple=True,
    type=ANCHOR,
    help="Entrant with a known rating; can be repeated.",
)
@click.option("--jsonl", "as_json_lines", is_flag=True, help="Print a line of JSON for each game.")
@click.option(
    "--report",
    "--page",
    "report",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write a page with plots (HTML).",
)
@json_option
@ended_cleanly
def command(
    store: Path,
    entrant: str | None,
    seat: str | None,
    winner: str | None,
    end: str | None,
    games: str | None,
    listed: bool,
    as_csv: bool,
    as_lines: bool,
    full: bool,
    form: str | None,
    anchors: tuple[tuple[str, float], ...],
    as_json_lines: bool,
    report: Path | None,
    as_json: bool,
) -> None:
    """Show the result of a tournament from its store, or export its games."""
    if sum((listed, as_csv, as_lines, form is not None, as_json_lines, as_json)) > 1:
        raise click.UsageError("one of --list, --csv, --records, --pgn, --jsonl and --json")
    refuse_over(report, store)
    with Store.read(store) as saved:
        plan = saved.plan()
        if anchors:
            plan = replace(plan, anchors=read_anchors(plan.entrants, by_names(anchors)))
        wanted = GameFilter(
            _entrant(plan, entrant), _seat(plan, seat), _entrant(plan, winner), end, _range(games)
        )
        if other := saved.other_version():
            say(other)
        source = _Games(saved, plan, wanted)
        chosen = list(source) if report or as_json else source
        if report and isinstance(chosen, list):
            from forthgame.play.results.html_page import write_page

            write_page(report, plan, chosen, analyse(plan, chosen))
        exports: dict[Callable[[Plan, Iterable[GameRecord]], Iterator[str]], bool] = {
            to_csv: as_csv,
            to_lines: as_lines,
            to_json_lines: as_json_lines,
            to_games: form == "pgn",
            partial(to_records, form=form or ""): form not in (None, "pgn"),
            _list: listed,
        }
        export = next((each for each, requested in exports.items() if requested), None)
        if export is not None:
            for text in _chunks(export(plan, chosen)):
                echo_data(text)
        elif as_json and isinstance(chosen, list):
            played = replace(plan, confined=says_confined(saved.plan_read))
            print_json(to_document(played, chosen))
        else:
            _print_tables(plan, chosen, source, full, store)
        damage = saved.damage()
    if damage:
        say(damage)
        raise SystemExit(1)


class _Games:
    """Selected games of a store, read one by one; `whole` is the number of games read."""

    def __init__(self, store: Store, plan: Plan, wanted: GameFilter) -> None:
        self._store, self._plan, self._wanted = store, plan, wanted
        self.whole = 0

    def __iter__(self) -> Iterator[GameRecord]:
        self.whole = 0
        every = self._all_records()
        yield from filter(self._wanted.admits, until_decided(self._plan, every))
        for _ in every:  # reads the rest, which may be damaged
            pass

    def _all_records(self) -> Iterator[GameRecord]:
        for record in self._store.records():
            self.whole += 1
            yield record


def _chunks(texts: Iterable[str]) -> Iterator[str]:
    """Join texts into chunks, as every chunk is written separately."""
    chunk: list[str] = []
    size = 0
    for text in texts:
        chunk.append(text)
        size += len(text)
        if size >= CHUNK:
            yield "".join(chunk)
            chunk, size = [], 0
    yield "".join(chunk)


def _print_tables(
    plan: Plan, chosen: Iterable[GameRecord], source: _Games, full: bool, store: Path
) -> None:
    analyser = Analyser(plan)
    for record in chosen:
        analyser.add(record)
    analysis = analyser.analysis()
    echo(closing_of(plan, analyser.standing) + "\n\n" + statistics(plan, analysis, full=full))
    if source.whole < plan.games and not analysis.decided:
        echo(
            f"\n{source.whole} of {plan.games} games are played: autoplay --resume "
            f"--store {store} plays the others",
            err=True,
        )


def _entrant(plan: Plan, name: str | None) -> int | None:
    return None if name is None else entrant_number(plan.entrants, name)


def _seat(plan: Plan, name: str | None) -> str | None:
    if name is not None and name not in plan.seats:
        raise ForthgameError(f"there is no seat {name!r}; there are {', '.join(plan.seats)}")
    return name


def _range(text: str | None) -> tuple[int, int] | None:
    if text is None:
        return None
    first, dash, last = text.partition("-")
    if digits(first) is None or (dash and last and digits(last) is None):
        raise click.UsageError(f"--games takes numbers FROM-TO, not {text!r}")
    chosen = int(first), int(last) if last else (1 << 62 if dash else int(first))
    if not 1 <= chosen[0] <= chosen[1]:
        raise click.UsageError(f"--games {text} are none: the first is 1, and FROM comes before TO")
    return chosen


def _list(plan: Plan, records: Iterable[GameRecord]) -> Iterator[str]:
    """Yield a line for each game, naming earlier games with the same moves."""
    repeats = Repeats()
    for record in records:
        repeats.add(record)
        same = repeats.found.get(record.number)
        again = "" if same is None else f", game {same + 1} again"
        yield visible(f"{_line(plan, record)}{again}") + "\n"


def _line(plan: Plan, record: GameRecord) -> str:
    seats = ", ".join(f"{seat}: {plan.names[k]}" for seat, k in record.seats.items())
    result = "no winner" if record.winner is None else f"{plan.names[record.winner]} wins"
    reason = "" if record.reason == "result" else f" ({record.reason})"
    return f"{record.number + 1}: {seats}; {result}{reason}, {len(record.moves)} plies"
