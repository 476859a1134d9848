"""Options of many commands, for which no machine has to be loaded, and what they ask for."""

from __future__ import annotations

import json
import os
from contextlib import suppress
from pathlib import Path
from typing import Any

import click

from forthgame.ui.safe import visible_json

json_option = click.option("--json", "as_json", is_flag=True, help="One JSON document on stdout.")


interpret_option = click.option(
    "--interpret", is_flag=True, help="Keep everything in the interpreter, without machine code."
)


def print_json(document: Any) -> None:
    """One JSON document."""
    click.echo(visible_json(json.dumps(document, indent=2, ensure_ascii=False)))


def was_given(name: str) -> bool:
    """Whether an option stands on the command line."""
    source = click.get_current_context().get_parameter_source(name)
    return source is click.core.ParameterSource.COMMANDLINE


def refuse_over(store: Path | None, report: Path | None) -> None:
    """Raise UsageError if a page would be written over the store whose games it shows."""
    if store is None or report is None:
        return
    same = os.path.realpath(store) == os.path.realpath(report)
    with suppress(OSError):  # one of them is not there
        same = same or os.path.samefile(store, report)
    if same:
        raise click.UsageError(f"--report would write over the store {store}")
