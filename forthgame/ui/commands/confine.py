"""`forthgame confine`: report the restrictions of a confined process on this machine."""

from __future__ import annotations

import json
import subprocess
import tempfile
from pathlib import Path

import click

from forthgame.base.errors import ForthgameError
from forthgame.confine import ConfinementReport, Rules, ending_signal, start
from forthgame.ui.cli.shared_options import json_option, print_json


@click.command("confine")
@json_option
def command(as_json: bool) -> None:
    """Start a confined process that tries forbidden actions, and report the results."""
    with tempfile.TemporaryDirectory(prefix="forthgame-") as folder:
        secret, scratch = Path(folder, "secret"), Path(folder, "scratch")
        secret.write_text("secret")
        scratch.mkdir()
        process = start(
            "forthgame.confine.probe",
            [str(secret), folder],
            Rules(write=(str(scratch),)),
            stdout=subprocess.PIPE,
        )
        output, _ = process.communicate()
    if process.returncode:
        how = ending_signal(process.returncode) or f"code {process.returncode}"
        raise ForthgameError(f"the confined process has failed: {how}")
    found = json.loads(output)
    if as_json:
        print_json(found)
        return
    report = ConfinementReport.from_document(found)
    for sentence in report.in_force:
        click.echo(f"in force  {sentence}")
    for sentence in report.missing:
        click.echo(f"missing   {sentence}")
    for what, refused in found["refused"].items():
        click.echo(f"{'refused   ' if refused else 'POSSIBLE  '}{what}")
