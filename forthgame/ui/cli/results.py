"""`forthgame results`: show, filter and export the games of a store."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import click

from forthgame.arguments import digits
from forthgame.errors import ForthgameError
from forthgame.play.analysis import analyse
from forthgame.play.export import Filter, to_csv, to_document, to_games, to_json_lines, to_lines
from forthgame.play.plan import Plan
from forthgame.play.record import ENDS, GameRecord
from forthgame.play.report import closing, statistics
from forthgame.play.requested import named, read_anchors
from forthgame.play.sequential import until_decided
from forthgame.play.store import Store
from forthgame.ui.cli.common import json_option, print_json
from forthgame.ui.cli.match_options import AnchorText
from forthgame.ui.live import say
from forthgame.ui.safe import echo, echo_data


@click.command("results")
@click.argument("store", metavar="FILE", type=click.Path(path_type=Path))
@click.option("--entrant", help="Only games of this entrant (name or number).")
@click.option("--seat", help="Only games in which they (or anybody) sat there.")
@click.option("--winner", help="Only games that this entrant won.")
@click.option("--end", type=click.Choice(ENDS), help="Only games that ended so.")
@click.option("--games", metavar="FROM-TO", help="Only games with these numbers.")
@click.option("--list", "listed", is_flag=True, help="A line for each game.")
@click.option("--csv", "as_csv", is_flag=True, help="CSV, a line for each seat of a game.")
@click.option("--records", "as_lines", is_flag=True, help="The moves, a line for each game.")
@click.option("--full", is_flag=True, help="All tables; without it who has won.")
@click.option(
    "--pgn",
    "as_games",
    is_flag=True,
    help="Each game with tags, moves, scores, depths and times, in the manner of PGN.",
)
@click.option(
    "--anchor",
    "anchors",
    multiple=True,
    type=AnchorText(),
    help="An entrant whose rating is known; may be given for several.",
)
@click.option("--jsonl", "as_json_lines", is_flag=True, help="A line of JSON for each game.")
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
    full: bool,
    as_games: bool,
    anchors: tuple[tuple[str, float], ...],
    as_json_lines: bool,
    report: Path | None,
    as_json: bool,
) -> None:
    """Show the result of a tournament from its store, or export its games."""
    if sum((listed, as_csv, as_lines, as_games, as_json_lines, as_json)) > 1:
        raise click.UsageError("one of --list, --csv, --records, --pgn, --jsonl and --json")
    with Store.read(store) as saved:
        plan = saved.plan()
        played = list(saved.records())
        damage, other = saved.damage(), saved.other_version()
    if anchors:
        plan = replace(plan, anchors=read_anchors(plan.entrants, dict(anchors)))
    for said in (other, damage):
        if said:
            say(said)
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
    elif as_json_lines:
        for line in to_json_lines(plan, chosen):
            echo_data(line)
    elif as_games:
        for text in to_games(plan, chosen):
            echo_data(text)
    elif as_json:
        print_json(to_document(plan, chosen))
    elif listed:
        again = analysis.repeats
        for record in chosen:
            same = again.get(record.number)
            echo(_line(plan, record) + ("" if same is None else f", game {same + 1} again"))
    else:
        echo(closing(plan, chosen) + "\n\n" + statistics(plan, analysis, full=full))
        if len(played) < plan.games and not analysis.decided:
            echo(f"\n{len(played)} of {plan.games} games are played: autoplay --resume "
                       f"--store {store} plays the others", err=True)  # fmt: skip
    if damage:
        raise SystemExit(1)


def _entrant(plan: Plan, name: str | None) -> int | None:
    return None if name is None else named(plan.entrants, name)


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
