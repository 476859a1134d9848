"""`forthgame check`: load scripts without playing and report mistakes and doubtful code."""

from __future__ import annotations

import sys

import click

from forthgame.check.check import Report, check
from forthgame.errors import ForthgameError
from forthgame.game.counting_advice import advice
from forthgame.ui.cli.common import load_game
from forthgame.ui.cli.confined import chosen_limits
from forthgame.ui.cli.shared_options import json_option, print_json
from forthgame.ui.findings import show_finding, summary
from forthgame.ui.safe import echo
from forthgame.ui.screen import prepare_cache


@click.command("check")
@click.argument("files", nargs=-1, required=True)
@json_option
@click.option("--strict", is_flag=True, help="Treat warnings and strict notes as errors.")
@click.option(
    "--native",
    is_flag=True,
    help="List interpreted words and the ways of counting moves, with reasons.",
)
def command(files: tuple[str, ...], as_json: bool, strict: bool, native: bool) -> None:
    """Check FILES without playing; exit with 1 if one has a mistake.

    Findings go to stderr, a line for each file to stdout. docs/checker.md lists the codes.
    """
    reports = []
    prepare_cache()
    reports = [check(file, limits=chosen_limits()) for file in files]
    if as_json:
        print_json([finding.document() for report in reports for finding in report.findings])
    else:
        for report in reports:
            for finding in report.findings:
                show_finding(finding)
            echo(summary(report))
            if native and not report.failed():
                _show_native(report)
    if any(report.failed(strict) for report in reports):
        sys.exit(1)


def _show_native(report: Report) -> None:
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
    for moves, word, path, place in game.native.paths():
        why = f": {path.why}" + (f" ({place})" if place else "") if path.why else ""
        echo(f"  {moves} {word}: {path.kind}{why}")
        if (better := advice(path.kind, path.why)) and better not in shown:
            echo(f"    {better}")
            shown.add(better)
    echo(f"  {game.native.compiled} words compiled, {len(game.native.refused)} interpreted")
