"""`forthgame check`: report mistakes and doubtful code in scripts, with `--play` by playing too."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path

import click

from forthgame.base.errors import ForthgameError, excerpt_lines
from forthgame.base.source import find_script
from forthgame.check.check import CheckReport, check
from forthgame.check.findings import SEVERITIES, Finding
from forthgame.rules.facts.counting_advice import advice_for
from forthgame.ui.cli.confined_option import chosen_limits
from forthgame.ui.cli.shared_options import json_option, print_json
from forthgame.ui.cli.starting_positions import load_game
from forthgame.ui.terminal.error_output import prepare_cache
from forthgame.ui.terminal.escaping import echo, visible

COLOURS = {"error": "\x1b[1;31m", "warning": "\x1b[1;33m", "note": "\x1b[36m"}
PLAIN = "\x1b[0m"
NAMED = 3  # games named for a part


@click.command("check")
@click.argument("files", nargs=-1, required=True)
@json_option
@click.option("--strict", is_flag=True, help="Treat warnings and strict notes as errors.")
@click.option(
    "--native",
    is_flag=True,
    help="List interpreted words and the ways of counting moves, with reasons.",
)
@click.option(
    "--play",
    is_flag=True,
    help="Also play random games, and compare positions with their mirror images.",
)
def command(files: tuple[str, ...], as_json: bool, strict: bool, native: bool, play: bool) -> None:
    """Check FILES without playing; exit with 1 if one has a mistake.

    With --play, games without errors are also played for about a second. Findings go to stderr, a
    line for each file to stdout. A file that only games load is checked as a part of the first of
    them. docs/checker.md lists the codes.
    """
    prepare_cache()
    checked = [_checked(file, play) for file in files]
    reports = [report for report, _ in checked]
    if as_json:
        print_json([finding.document() for report in reports for finding in report.findings])
    else:
        for report, games in checked:
            for finding in report.findings:
                show_finding(finding)
            echo(summary(report, games))
            if native and not games and not report.failed():
                _show_native(report)
    if any(report.failed(strict) for report in reports):
        sys.exit(1)


def _checked(file: str, play: bool) -> tuple[CheckReport, list[Path]]:
    """Check a script, or a part within a game that loads it; return those games for a part."""
    report = _report(file, play)
    games = [] if _is_whole_game(report) else _loaders(file)
    if not games:
        return report, []
    report = _report(str(games[0]), play)
    own = os.path.realpath(find_script(file))
    found = [f for f in report.findings if os.path.realpath(f.place.file) == own]
    return CheckReport(file, found), games


def _report(file: str, play: bool) -> CheckReport:
    if not play:
        return check(file, limits=chosen_limits())
    from forthgame.why.comparison.played_findings import check_and_play

    return check_and_play(file, chosen_limits())


def _is_whole_game(report: CheckReport) -> bool:
    """Return whether a script declares what a part leaves to the games that load it."""
    if report.script is None:
        return False
    declared = report.script.declared
    return bool(declared.positions and declared.players and declared.pieces)


def _loaders(file: str) -> list[Path]:
    """Return the games that load a file, unless it is a game itself that cannot be loaded."""
    from forthgame.ui.script_folders import loaders_of
    from forthgame.ui.script_outline import described

    try:
        path = find_script(file)
        return [] if described(file, path).playable else loaders_of(path)
    except ForthgameError:
        return []


def _show_native(report: CheckReport) -> None:
    try:
        game = load_game(report.name)
    except ForthgameError as error:
        echo(f"  no machine code: {error}".splitlines()[0])
        return
    if game.native is None:
        return
    game.native.prepare(wait=True, engines=False)
    for name, reason in sorted(game.native.refused.items()):
        echo(f"  {name}: {reason}")
    shown = set[str]()  # the same advice is not repeated for each word
    for entry in advice_for(game.native.paths()):
        echo(f"  {entry.text}")
        if entry.better and entry.better not in shown:
            echo(f"    {entry.better}")
            shown.add(entry.better)
    echo(f"  {game.native.compiled} words compiled, {len(game.native.refused)} interpreted")


def show_finding(finding: Finding) -> None:
    lines = [visible(str(finding))]
    place = finding.place
    if place.text:
        lines += map(visible, excerpt_lines(place))
    if sys.stderr.isatty():
        lines[0] = COLOURS[finding.severity] + lines[0] + PLAIN
    sys.stderr.write("\n".join(lines) + "\n")


def summary(report: CheckReport, games: Sequence[Path] = ()) -> str:
    """Return a line for a script: number of findings, and declarations.

    A part names the `games` that load it.
    """
    counts = [(report.count(severity), severity) for severity in SEVERITIES]
    found = ", ".join(_counted(n, s) for n, s in counts if n)
    if report.count("error"):
        verdict, found = found, ""
    else:
        verdict, found = "no mistakes found", f" ({found})" if found else ""
    script = report.script
    if script is not None and script.is_game:
        declared = script.declared
        parts = (
            _counted(len(declared.players), "player"),
            _counted(len(declared.positions), "position"),
            _counted(len(declared.pieces), "piece type"),
            _counted(len(declared.turns), "turn"),
        )
        verdict += f"; {', '.join(parts)}"
    if script is not None and script.stopped is not None:
        found += (
            f"; loading stopped at {script.stopped.place}, so correct the errors and check again"
        )
    if script is not None and script.set_up:
        found += f"; the set-up is that of {script.set_up}"
    if games:
        more = f" and {len(games) - NAMED} more" if len(games) > NAMED else ""
        names = ", ".join(path.name for path in games[:NAMED])
        verdict = f"part of {names}{more}, checked within {games[0].name}: {verdict}"
    return f"{report.name}: {verdict}{found}"


def _counted(number: int, thing: str) -> str:
    return f"{number} {thing}{'' if number == 1 else 's'}"
