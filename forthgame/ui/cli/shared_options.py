"""Options of several commands, without importing a machine."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any

import click

from forthgame.ui.safe import visible_json

json_option = click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")


interpret_option = click.option(
    "--interpret", is_flag=True, help="Keep everything in the interpreter, without machine code."
)


def print_json(document: Any) -> None:
    click.echo(visible_json(json.dumps(document, indent=2, ensure_ascii=False)))


def was_given(name: str) -> bool:
    source = click.get_current_context().get_parameter_source(name)
    return source is click.core.ParameterSource.COMMANDLINE


def by_names(pairs: Iterable[tuple[str, float]]) -> dict[str, float]:
    """Return ratings by name. Raises UsageError for a repeated name."""
    found: dict[str, float] = {}
    for name, elo in pairs:
        if name in found:
            raise click.UsageError(f"{name} is an anchor twice")
        found[name] = elo
    return found


def refuse_over(page: Path | None, *files: Path | None) -> None:
    """Raise UsageError if a report would overwrite a file of the command."""
    for file in files:
        if page is None or file is None:
            continue
        same = os.path.realpath(page) == os.path.realpath(file)
        with suppress(OSError):  # one of them does not exist
            same = same or os.path.samefile(page, file)
        if same:
            raise click.UsageError(f"--report would write over {file}")
