"""`forthgame autoplay`: tournaments between scripts and engines."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import click

from forthgame.base import cache
from forthgame.base.arguments import digits
from forthgame.base.environment import processors
from forthgame.base.errors import ForthgameError
from forthgame.confine import ConfinementReport, has_named_parent, leave_with_parent
from forthgame.play.model.limits import AT_LIMIT, Adjudication, Clock, Limits, read_rule
from forthgame.play.model.schedule import KINDS
from forthgame.play.plan.plan import (
    MOST_GAMES,
    UNVARYING,
    Plan,
    check_programs,
    make_plan,
    read_anchors,
    survey_scripts,
)
from forthgame.play.plan.script_snapshot import change_notice, changed_on_disk
from forthgame.play.plan.survey import SurveyRequest
from forthgame.play.results.analysis import Analyser
from forthgame.play.results.export import to_document, to_games
from forthgame.play.results.stopping_rule import until_decided
from forthgame.play.results.text_report import closing_of, cumulative, statistics, transcript
from forthgame.play.run.pool import Standby
from forthgame.play.run.tournament import local, records
from forthgame.play.statistics.sprt import Sprt
from forthgame.play.store.database import is_new
from forthgame.play.store.store import Store
from forthgame.ui.cli.compile_handover import finish_scripts
from forthgame.ui.cli.shared_options import (
    ANCHOR,
    MOST,
    ParsedText,
    Seconds,
    Seed,
    Whole,
    by_names,
    interpret_option,
    json_option,
    print_json,
    refuse_over,
    was_given,
)
from forthgame.ui.terminal.ctrl_c import ended_cleanly
from forthgame.ui.terminal.error_output import command_bar, prepare_cache
from forthgame.ui.terminal.escaping import echo, say
from forthgame.ui.terminal.tournament_display import screen

LOADING = "loading and compiling the scripts"
OPTIONS = [
    click.option(
        "--games",
        type=Whole(1),
        help="Number of games; by default 10 or a full round, 20000 with --sprt.",
    ),
    click.option(
        "--rounds",
        type=Whole(1),
        help="Number of rounds instead: all pairings with all rotations of seats.",
    ),
    click.option(
        "--schedule",
        "--tournament",
        type=click.Choice(KINDS),
        help="Pairings; a match if there is a seat for every entrant, else round-robin.",
    ),
    click.option("--game", metavar="FILE", help="The game that built-in engines play."),
    click.option(
        "--jobs",
        "--concurrency",
        type=Whole(1),
        default=1,
        show_default=True,
        help="Games at a time, each in its own process.",
    ),
    click.option("--seed", type=Seed(), help="Same seed, same games; from the clock by default."),
    click.option("--time", "seconds", type=Seconds(0), help="Seconds per move."),
    click.option("--depth", type=Whole(1), help="Search depth of built-in engines in plies."),
    click.option("--nodes", type=Whole(1, MOST), help="Positions per move, for counting engines."),
    click.option(
        "--plies",
        type=Whole(1),
        default=5000,
        show_default=True,
        help="Plies after which a game is a draw.",
    ),
    click.option(
        "--timeout",
        type=Seconds(0, above=True),
        help="Seconds after which an engine loses; by default --time + 10, or 600.",
    ),
    click.option(
        "--openings",
        metavar="FILE[:plies=N]",
        help="Openings: lines of moves separated by `;`, games (.pgn …), positions (.epd, .fen).",
    ),
    click.option(
        "--random-plies",
        type=Whole(0),
        metavar="N",
        help="Openings of N random plies; 2 by default for deterministic engines.",
    ),
    click.option(
        "--sprt",
        type=ParsedText("TEST", Sprt.parse),
        help="Stop when decided: 'elo0=0 elo1=5 alpha=0.05 beta=0.05'.",
    ),
    click.option(
        "--store",
        type=click.Path(dir_okay=False, path_type=Path),
        help="SQLite file for all games; temporary by default.",
    ),
    click.option("--resume", is_flag=True, help="Play the games missing in the store."),
    click.option(
        "--report",
        "--page",
        "report",
        type=click.Path(dir_okay=False, path_type=Path),
        help="Write a page with plots (HTML).",
    ),
    click.option(
        "--pgn",
        type=click.Path(dir_okay=False, path_type=Path),
        help="Write all games to a file at the end, as `results --pgn` prints them.",
    ),
    click.option("--cluster", metavar="ADDRESS", help="Play on a dask.distributed scheduler."),
    click.option("--unconfined", is_flag=True, help="Run scripts in unconfined processes."),
    click.option(
        "--seats",
        type=click.Choice(("rotated", "fixed")),
        default="rotated",
        show_default=True,
        help="Rotate seats, or keep them as Axiom's AutoPlay does.",
    ),
    click.option(
        "--order",
        type=click.Choice(("file", "random")),
        default="file",
        show_default=True,
        help="Order of --openings.",
    ),
    click.option(
        "--other-version", is_flag=True, help="Resume a tournament of another forthgame version."
    ),
    click.option("--quiet", is_flag=True, help="Print no line for each game."),
    click.option("--full", is_flag=True, help="Print all tables, not only the result."),
    click.option("--transcript", "show_games", is_flag=True, help="Print every game."),
    click.option(
        "--tc",
        "clock",
        type=ParsedText("CLOCK", Clock.parse),
        help="Clock of each seat: [MOVES/][MINUTES:]SECONDS[+INCREMENT], as in 60+0.6, in "
        "processor time of the engine.",
    ),
    click.option(
        "--margin",
        type=Seconds(0),
        default=0.0,
        show_default=True,
        help="Seconds by which a clock may be exceeded.",
    ),
    click.option(
        "--draw",
        "draw_rule",
        type=ParsedText("RULE", lambda text: read_rule(text, ("score", "moves", "after"))),
        help="'score=20 moves=8 after=40': a draw after 8 moves in a row with all scores "
        "within ±20, from ply 40 on.",
    ),
    click.option(
        "--resign",
        "resign_rule",
        type=ParsedText("RULE", lambda text: read_rule(text, ("score", "moves"))),
        help="'score=500 moves=3': a loss after 3 moves if both engines agree.",
    ),
    click.option(
        "--at-limit",
        type=click.Choice(AT_LIMIT),
        default="draw",
        show_default=True,
        help="Result after --plies: a draw, or decided by both engines' scores or the "
        "referee's OnEvaluate.",
    ),
    click.option(
        "--base",
        metavar="NAME",
        help="Entrant that all others play against and are compared with by --sprt.",
    ),
    click.option(
        "--anchor",
        "anchors",
        multiple=True,
        type=ANCHOR,
        help="Entrant with a known rating; can be repeated.",
    ),
    click.option(
        "--retries",
        type=Whole(0),
        default=1,
        show_default=True,
        help="Number of retries for a game whose process died.",
    ),
    click.option(
        "--faults",
        "most_faults",
        type=Whole(1),
        help="End the tournament after this number of games lost by a fault.",
    ),
]


def with_options(command: Callable[..., None]) -> Callable[..., None]:
    for option in reversed(OPTIONS):
        command = option(command)
    return command


@click.command("autoplay")
@click.argument("arguments", nargs=-1, metavar="ONE TWO [MORE…] [N]")
@with_options
@interpret_option
@json_option
@ended_cleanly
def command(
    arguments: tuple[str, ...],
    jobs: int,
    store: Path | None,
    resume: bool,
    report: Path | None,
    pgn: Path | None,
    cluster: str | None,
    other_version: bool,
    quiet: bool,
    full: bool,
    show_games: bool,
    as_json: bool,
    **options: Any,
) -> None:
    """Play a tournament between scripts and built-in engines, and print its statistics.

    `forthgame autoplay splut/duel splut/random 100` plays 100 games with alternating seats.
    An entrant is a script, or ENGINE:OPTION=VALUE,… such as negamax:depth=4 (with --game FILE or
    together with a script), engine:PROGRAM or python:MODULE.FUNCTION. `--resume --store FILE`
    continues the tournament in the file.
    """
    if resume and store is None:
        raise click.UsageError("--resume needs the --store to go on with")
    refuse_over(report, store)
    refuse_over(pgn, store, report, option="--pgn")
    if has_named_parent():  # a server, which may be killed
        leave_with_parent(lambda: os.kill(os.getpid(), signal.SIGTERM))
    standing_by = Standby(len(arguments) + 1, lambda: command_bar().during(LOADING))
    click.get_current_context().call_on_close(standing_by.close)
    plan = _plan(list(arguments), store if resume else None, options, standing_by)
    click.get_current_context().call_on_close(partial(finish_scripts, plan))
    _print_remarks(plan, jobs if cluster is None else 1)
    with Store.open(store, plan, resume=resume, other_version=other_version) as saved:
        if damage := saved.damage():
            say(damage)
        if saved.upgraded:
            say(f"{store} was made by an earlier version: its tables are those of this one now")
        reports = list[ConfinementReport]()
        if cluster is None:
            source = local(plan, min(jobs, plan.games), reports.append, store, standing_by)
        else:
            from forthgame.play.run.cluster import distributed

            standing_by.close()
            source = distributed(plan, cluster)
        analyser = Analyser(plan)
        set_up = _set_up(plan) if show_games else []
        try:
            with screen(plan, until_decided(plan, saved.records()), quiet or as_json) as show:
                for record in records(plan, source, saved, show):
                    analyser.add(record)
                    if show_games and not as_json:
                        echo(transcript(record, set_up, plan.games))
                        echo(cumulative(plan, analyser.standing) + "\n")
        except KeyboardInterrupt:
            if store is not None:
                say(f"all finished games are in {store}: --resume continues")
            elif analyser.games and not as_json:
                echo(closing_of(plan, analyser.standing))
                echo("\n" + statistics(plan, analyser.analysis(), full=full))
            raise
        for each in reports if plan.confined else ():  # restrictions on the processes
            say(f"scripts were confined: {each.line}")
        if changed := change_notice(changed_on_disk(plan.files)):
            say(changed)
        analysis = analyser.analysis()
        if as_json:
            print_json(to_document(plan, list(until_decided(plan, saved.records()))))
        else:
            echo(closing_of(plan, analyser.standing))
            echo("\n" + statistics(plan, analysis, full=full))
        if report:
            from forthgame.play.results.html_page import write_page

            write_page(report, plan, list(until_decided(plan, saved.records())), analysis)
        if pgn:
            from forthgame.play.results.record_export import save_games

            save_games(pgn, to_games(plan, until_decided(plan, saved.records())))
    if analysis.games and analysis.ends["void"] == analysis.games:
        raise ForthgameError("all games are void: no entrants have been compared")


def _print_remarks(plan: Plan, jobs: int) -> None:
    for remark in plan.remarks:
        say(remark)
    if plan.uneven:
        say(f"{plan.games} games do not fill a round: seats or meetings are uneven")
    if jobs > processors():
        say(
            f"{jobs} games at a time on {processors()} processors: each gets a part of the time, "
            "and searches by --time see less"
        )
    alike = all(entrant.engine in UNVARYING for entrant in plan.entrants)
    if plan.random_plies and not plan.openings and alike:
        say(f"openings of {plan.random_plies} random plies, as these engines do not vary")


def _plan(
    arguments: list[str], store: Path | None, options: dict[str, Any], standing_by: Standby
) -> Plan:
    """Return the plan of the command line; missing options come from the store to be resumed."""
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
    fixed, shuffled = options.pop("seats") == "fixed", options.pop("order") == "random"
    stored = None
    if store is not None and not is_new(store):
        with Store.read(store) as saved:
            stored = saved.plan()
    limits = _limits(options)
    anchors = by_names(options.pop("anchors"))
    if not arguments:
        if stored is None:
            raise click.UsageError("name the scripts or engines that play")
        _refuse_changes(stored, limits, options, fixed, shuffled)
        _compile_visibly()
        confined = check_programs(stored.entrants, stored.scripts, confined)
        stored = replace(
            stored,
            confined=confined,
            retries=options["retries"] if was_given("retries") else stored.retries,
            most_faults=options["most_faults"] if was_given("most_faults") else stored.most_faults,
        )
        if anchors:
            stored = replace(stored, anchors=read_anchors(stored.entrants, anchors))
        return _with_more_games(stored, games, options)
    seed = options.pop("seed")
    if stored is not None:
        seed = stored.seed if seed is None else seed
        if games is None and options["rounds"] is None:
            games = stored.games
        if options["random_plies"] is None and options["openings"] is None:
            options["random_plies"] = stored.random_plies
        options["sprt"] = options["sprt"] or stored.sprt
    _compile_visibly()
    native = not options.pop("interpret")
    return make_plan(
        arguments,
        games=games,
        seed=seed,
        limits=limits,
        native=native,
        confined=confined,
        fixed_seats=fixed,
        shuffled=shuffled,
        anchors=anchors,
        looking=standing_by.look,
        **options,
    )


def _limits(options: dict[str, Any]) -> Limits:
    clock, margin = options.pop("clock"), options.pop("margin")
    if clock is None and margin:
        raise click.UsageError("--margin is that of a clock: give one with --tc")
    ended = [options.pop(name) for name in ("draw_rule", "resign_rule", "at_limit")]
    seconds, depth, nodes, plies, timeout = (
        options.pop(name) for name in ("seconds", "depth", "nodes", "plies", "timeout")
    )
    if clock is not None:
        if seconds is not None:
            raise click.UsageError("give engines a time for each move, or a clock for the game")
        clock = replace(clock, margin=margin)
    return Limits(seconds, depth, nodes, plies, timeout, clock, adjudication_of(*ended))


def adjudication_of(
    draw: dict[str, int] | None, resign: dict[str, int] | None, at_limit: Any
) -> Adjudication | None:
    """Return the adjudication rules of the options. Raises click.UsageError."""
    if draw is None and resign is None and at_limit == "draw":
        return None
    given: dict[str, Any] = {"at_limit": at_limit}
    given |= {f"draw_{name}": value for name, value in (draw or {}).items()}
    given |= {f"resign_{name}": value for name, value in (resign or {}).items()}
    try:
        return Adjudication(**given)
    except ValueError as error:
        raise click.UsageError(str(error)) from None


def _refuse_changes(
    stored: Plan, limits: Limits, options: dict[str, Any], fixed: bool, shuffled: bool
) -> None:
    given = {
        "--time": ("seconds", limits.time, stored.limits.time),
        "--depth": ("depth", limits.depth, stored.limits.depth),
        "--nodes": ("nodes", limits.nodes, stored.limits.nodes),
        "--plies": ("plies", limits.plies, stored.limits.plies),
        "--timeout": ("timeout", limits.timeout, stored.limits.timeout),
        "--tc": ("clock", limits.clock, stored.limits.clock),
        "--margin": ("margin", limits.clock, stored.limits.clock),
        "--draw": ("draw_rule", limits.adjudication, stored.limits.adjudication),
        "--resign": ("resign_rule", limits.adjudication, stored.limits.adjudication),
        "--at-limit": ("at_limit", limits.adjudication, stored.limits.adjudication),
        "--seed": ("seed", options["seed"], stored.seed),
        "--schedule": ("schedule", options["schedule"], stored.schedule),
        "--random-plies": ("random_plies", options["random_plies"], stored.random_plies),
        "--seats": ("seats", fixed, stored.fixed_seats),
        "--order": ("order", shuffled, stored.shuffled),
        "--interpret": ("interpret", False, stored.native),
    }
    for option, (name, wanted, present) in given.items():
        if was_given(name) and wanted != present:
            raise click.UsageError(
                f"{option} cannot be changed: the games in the store were played with "
                f"{'none' if present is None else present}"
            )
    for name in ("game", "openings", "base"):
        if was_given(name):
            raise click.UsageError(
                f"--{name} is that of the store; name the entrants too to have it compared"
            )


def _with_more_games(stored: Plan, games: int | None, options: dict[str, Any]) -> Plan:
    if options["rounds"] is not None:
        games = options["rounds"] * stored.round_length
    if games is not None and games > MOST_GAMES:
        raise click.UsageError(f"a tournament has 1 to {MOST_GAMES} games")
    if options["sprt"] is not None:
        stored = replace(stored, sprt=options["sprt"])
        stored.check_endings()
    return stored if games is None else replace(stored, games=games)


def _set_up(plan: Plan) -> list[str]:
    """Return the set-up of the referee's game in AutoPlay's format."""
    found = survey_scripts(SurveyRequest((plan.referee,), plan.native), plan.confined)
    return list(found.facts[plan.referee].set_up)


def _compile_visibly() -> None:
    """Compile on a first start, visibly, before scripts are loaded.

    Otherwise this process needs no machine (`play/run/pool.py`).
    """
    prepare_cache()
    if not cache.has_any("interpreter-"):
        from forthgame.compile.interpreter.native_interpreter import interpreter

        interpreter()
