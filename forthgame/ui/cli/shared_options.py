"""Options of many commands, for which no machine has to be loaded, and what they ask for."""

from __future__ import annotations

import json
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
