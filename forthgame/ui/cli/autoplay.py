"""`forthgame autoplay`: scripts and engines play each other."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from forthgame.arguments import digits
from forthgame.confine import Report
from forthgame.play.analysis import analyse
from forthgame.play.contestant import Limits
from forthgame.play.export import to_document
from forthgame.play.plan import MOST_GAMES, Plan, checked_anew, make_plan
from forthgame.play.record import GameRecord, Standing
from forthgame.play.report import closing, cumulative, statistics, transcript
from forthgame.play.schedule import KINDS
from forthgame.play.statistics import Sprt
from forthgame.play.store import Store
from forthgame.play.survey import look
from forthgame.play.tournament import local, records
from forthgame.source import is_file
from forthgame.ui.cli.common import interpret_option, json_option, print_json
from forthgame.ui.live import screen
from forthgame.ui.safe import echo


class SprtText(click.ParamType[Sprt]):
    """`elo0=0 elo1=5 alpha=0.05 beta=0.05`."""

    name = "TEST"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Sprt:
        """The test that a text describes."""
        if isinstance(value, Sprt):
            return value
        try:
            return Sprt.parse(value)
        except ValueError as error:
            self.fail(str(error), param, ctx)


OPTIONS = [
    click.option("--games", type=click.IntRange(1),
                 help="How many; by default 10 or what fills a round, 20000 with --sprt."),
    click.option("--rounds", type=click.IntRange(1),
                 help="Instead: every meeting so often with every rotation of seats."),
    click.option("--schedule", "--tournament", type=click.Choice(KINDS),
                 help="Who meets whom; a match if everybody has a seat, else round-robin."),
    click.option("--game", metavar="FILE", help="The game that built-in engines play."),
    click.option("--jobs", "--concurrency", type=click.IntRange(1), default=1, show_default=True,
                 help="Games at a time, each in a process."),
    click.option("--seed", type=int, help="Same seed, same games; by default from the clock."),
    click.option("--time", "seconds", type=click.FloatRange(0), help="Seconds a move."),
    click.option("--depth", type=click.IntRange(1), help="Plies, for built-in engines."),
    click.option("--nodes", type=click.IntRange(1), help="Positions, for engines that count."),
    click.option("--plies", type=click.IntRange(1), default=5000, show_default=True,
                 help="A game that lasts longer is a draw."),
    click.option("--timeout", type=click.FloatRange(0, min_open=True),
                 help="Seconds without an answer that lose; 10 more than --time, or 600."),
    click.option("--openings", type=click.Path(dir_okay=False, path_type=Path),
                 help="A file of openings: one a line, moves separated by `;`."),
    click.option("--random-plies", type=click.IntRange(0), default=0, metavar="N",
                 help="Openings of N random plies."),
    click.option("--sprt", type=SprtText(),
                 help="Stop when decided: 'elo0=0 elo1=5 alpha=0.05 beta=0.05'."),
    click.option("--store", type=click.Path(dir_okay=False, path_type=Path),
                 help="An SQLite file that keeps every game; a temporary one by default."),
    click.option("--resume", is_flag=True, help="Play the games that the store lacks."),
    click.option("--report", "--page", "report", type=click.Path(dir_okay=False, path_type=Path),
                 help="Write a page with plots (HTML)."),
    click.option("--cluster", metavar="ADDRESS", help="Play on a dask.distributed scheduler."),
    click.option("--unconfined", is_flag=True,
                 help="Let scripts run in processes that may do all that you may."),
    click.option("--transcript", "show_games", is_flag=True, help="Print every game."),
]  # fmt: skip


def with_options(command: Callable[..., None]) -> Callable[..., None]:
    """Add the options, in their order."""
    for option in reversed(OPTIONS):
        command = option(command)
    return command


@click.command("autoplay")
@click.argument("arguments", nargs=-1, metavar="ONE TWO [MORE…] [N]")
@with_options
@interpret_option
@json_option
def command(
    arguments: tuple[str, ...],
    jobs: int,
    store: Path | None,
    resume: bool,
    report: Path | None,
    cluster: str | None,
    show_games: bool,
    as_json: bool,
    **options: Any,
) -> None:
    """Play a tournament between scripts and built-in engines, and print its statistics.

    `forthgame autoplay splut/duel splut/random 100` plays 100 games, seats exchanged in turn.
    An entrant is a script, or ENGINE:OPTION=VALUE,… such as negamax:depth=4 (with --game FILE or
    beside a script). `--resume --store FILE` alone goes on with what the file holds.
    """
    if resume and store is None:
        raise click.UsageError("--resume needs the --store to go on with")
    plan = _plan(list(arguments), store if resume else None, options)
    if plan.uneven:
        echo(f"{plan.games} games do not fill a round: seats or meetings are uneven", err=True)
    with Store.open(store, plan, resume=resume) as saved:
        before = [record for record in saved.records() if record.number < plan.games]
        if cluster is None:
            source = local(plan, min(jobs, plan.games), _say_confinement if plan.confined else None)
        else:
            from forthgame.play.cluster import distributed

            source = distributed(plan, cluster)
        played: list[GameRecord] = []
        standing = Standing([0] * len(plan.entrants))
        set_up = _set_up(plan) if show_games else []
        try:
            with screen(plan, before) as shown:
                for record in records(plan, source, saved, shown.saved):
                    played.append(record)
                    standing.add(record)
                    if show_games and not as_json:
                        echo(transcript(record, set_up, plan.games))
                        echo(cumulative(plan, standing) + "\n")
        except KeyboardInterrupt:
            if store is not None:
                echo(f"every game that has ended is in {store}: --resume goes on", err=True)
            raise
    analysis = analyse(plan, played)
    if report:
        from forthgame.play.page import write_page

        write_page(report, plan, played, analysis)
    if as_json:
        print_json(to_document(plan, played))
        return
    echo(closing(plan, played))
    echo("\n" + statistics(plan, analysis))


def _plan(arguments: list[str], store: Path | None, options: dict[str, Any]) -> Plan:
    """The plan of the command line; what it leaves open comes from a store to be resumed."""
    games = options.pop("games")
    if arguments and (given := digits(arguments[-1])) is not None:
        arguments.pop()
        if games is not None and games != given:
            raise click.UsageError("the number of games is given twice")
        games = given
    if games is not None and not 1 <= games <= MOST_GAMES:
        raise click.UsageError(f"a tournament has 1 to {MOST_GAMES} games")
    if games is not None and options["rounds"] is not None:
        raise click.UsageError("give the number of games or that of rounds")
    confined = not options.pop("unconfined")
    kept = None
    if store is not None and is_file(store):
        with Store.read(store) as saved:
            kept = saved.plan()
    if not arguments:
        if kept is None:
            raise click.UsageError("name the scripts or engines that play")
        _show_compiling()
        kept = replace(kept, confined=confined)
        return checked_anew(kept if games is None else replace(kept, games=games))
    seed = options.pop("seed")
    limits = Limits(
        options.pop("seconds"), options.pop("depth"), options.pop("nodes"),
        options.pop("plies"), options.pop("timeout"),
    )  # fmt: skip
    if kept is not None:
        seed = kept.seed if seed is None else seed
        if games is None and options["rounds"] is None:
            games = kept.games
    _show_compiling()
    native = not options.pop("interpret")
    return make_plan(
        arguments, games=games, seed=seed, limits=limits, native=native, confined=confined,
        **options,
    )  # fmt: skip


def _set_up(plan: Plan) -> list[str]:
    """The set-up of the referee's game, as AutoPlay prints it."""
    found = look([plan.referee], native=plan.native, confined=plan.confined)
    return list(found.facts[plan.referee].set_up)


def _say_confinement(held: Report) -> None:
    """A line on stderr: what holds the processes that run the scripts."""
    click.echo(f"scripts are confined: {held.line}", err=True)


def _show_compiling() -> None:
    """The first start after an installation compiles: let that be seen, before scripts load."""
    from forthgame.ui.screen import compile_progress
    from forthgame.vm.native import interpreter

    with compile_progress() as progress:
        interpreter(progress)
