"""`forthgame run`: run a plain Forth script."""

from __future__ import annotations

from pathlib import Path

import click

from forthgame.api.machine import Machine
from forthgame.base.errors import ScriptError, shortened
from forthgame.base.source import Source, is_file, read_source, resolved
from forthgame.ui.cli.confined_option import chosen_limits
from forthgame.ui.cli.shared_options import MOST, Seconds, Whole, interpret_option
from forthgame.ui.terminal.ctrl_c import report_interrupts_in
from forthgame.ui.terminal.error_output import prepare_cache
from forthgame.ui.terminal.escaping import echo_data


@click.command("run")
@click.argument("file", required=False, type=click.Path(dir_okay=False))
@click.option("-e", "--execute", "text", help="Run this text instead of a file.")
@click.option("--steps", type=Whole(1, MOST), help="Stop after this number of steps.")
@click.option("--seconds", type=Seconds(0), help="Stop after this number of seconds.")
@interpret_option
def command(
    file: str | None,
    text: str | None,
    steps: int | None,
    seconds: float | None,
    interpret: bool,
) -> None:
    """Run a plain Forth script: FILE, or a text with -e."""
    if (file is None) == (text is None):
        raise click.UsageError("give a FILE or -e 'SOURCE', one of them")
    if file is not None:
        path = Path(file)
        if not is_file(path):
            raise ScriptError(f"there is no file {shortened(file)!r}", number=-38)
        source = read_source(path, file)
    else:
        source = Source("-e", text or "")
    prepare_cache()
    machine = Machine(steps=steps, seconds=seconds, native=not interpret, limits=chosen_limits())
    if source.path is not None:
        machine.forth.root = resolved(source.path).parent
    machine.forth.output = echo_data
    report_interrupts_in(machine.forth)
    machine._run_source(source)
