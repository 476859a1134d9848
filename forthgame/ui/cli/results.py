"""`forthgame results`: show, filter and export the games of a store."""

from __future__ import annotations

from pathlib import Path

import click

from forthgame.arguments import digits
from forthgame.errors import ForthgameError
from forthgame.play.analysis import analyse, until_decided
from forthgame.play.export import Filter, to_csv, to_document, to_lines
from forthgame.play.plan import Plan
from forthgame.play.record import ENDS, GameRecord
from forthgame.play.report import closing, statistics
from forthgame.play.store import Store
from forthgame.ui.cli.common import json_option, print_json
from forthgame.ui.safe import echo, echo_data


@click.command("results")
@click.argument("store", metavar="FILE", type=click.Path(path_type=Path))
@click.option("--entrant", help="Only games of this entrant (name or number).")
@click.option("--seat", help="Only games in which he (or anybody) sat there.")
@click.option("--winner", help="Only games that this entrant won.")
@click.option("--end", type=click.Choice(ENDS), help="Only games that ended so.")
@click.option("--games", metavar="FROM-TO", help="Only games with these numbers.")
@click.option("--list", "listed", is_flag=True, help="A line for each game.")
@click.option("--csv", "as_csv", is_flag=True, help="CSV, a line for each seat of a game.")
@click.option("--records", "as_lines", is_flag=True, help="The moves, a line for each game.")
@click.option("--report", "--page", "report", type=click.Path(dir_okay=False, path_type=Path),
              help="Write a page with plots (HTML).")  # fmt: skip
@json_option
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
    report: Path | None,
    as_json: bool,
) -> None:
    """Show the result of a tournament from its store, or export its games."""
    if sum((listed, as_csv, as_lines, as_json)) > 1:
        raise click.UsageError("one of --list, --csv, --records and --json")
    with Store.read(store) as saved:
        plan = saved.plan()
        played = list(saved.records())
    wanted = Filter(_entrant(plan, entrant), _seat(plan, seat), _entrant(plan, winner), end,
                    _range(games))  # fmt: skip
    chosen = [record for record in until_decided(plan, played) if wanted.admits(record)]
    analysis = analyse(plan, chosen)
    if report:
        from forthgame.play.page import write_page

        write_page(report, plan, chosen, analysis)
    if as_csv:
        echo_data(to_csv(plan, chosen))
    elif as_lines:
        echo_data(to_lines(plan, chosen))
    elif as_json:
        print_json(to_document(plan, chosen))
    elif listed:
        again = analysis.repeats
        for record in chosen:
            same = again.get(record.number)
            echo(_line(plan, record) + ("" if same is None else f", game {same + 1} again"))
    else:
        echo(closing(plan, chosen) + "\n\n" + statistics(plan, analysis))
        if len(played) < plan.games and not (analysis.sprt and analysis.sprt.accepted):
            echo(f"\n{len(played)} of {plan.games} games are played: autoplay --resume "
                       f"--store {store} plays the others", err=True)  # fmt: skip


def _entrant(plan: Plan, name: str | None) -> int | None:
    if name is None:
        return None
    if name in plan.names:
        return plan.names.index(name)
    if 1 <= (digits(name) or 0) <= len(plan.entrants):
        return int(name) - 1
    raise ForthgameError(f"no entrant is called {name!r}; there are {', '.join(plan.names)}")


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
    return int(first), int(last) if last else (1 << 62 if dash else int(first))


def _line(plan: Plan, record: GameRecord) -> str:
    seats = ", ".join(f"{seat}: {plan.names[k]}" for seat, k in record.seats.items())
    result = "no winner" if record.winner is None else f"{plan.names[record.winner]} wins"
    reason = "" if record.reason == "result" else f" ({record.reason})"
    return f"{record.number + 1}: {seats}; {result}{reason}, {len(record.moves)} plies"
