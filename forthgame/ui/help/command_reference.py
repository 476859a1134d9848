"""Generate the reference of commands from their options.

`forthgame help --commands` prints it; `docs/reference/commands.md` contains the output.
"""

from __future__ import annotations

from collections.abc import Iterator
from inspect import cleandoc

import click

from forthgame.ui.cli.main import COMMANDS, forthgame

HEAD = """# Commands

Every command with its options. This page is made by `forthgame help --commands`; for one command,
`forthgame NAME --help` prints the same.
"""


def commands() -> Iterator[tuple[str, click.Command]]:
    """Yield the name and the command of each line of `forthgame --help`."""
    context = click.Context(forthgame)
    for name in COMMANDS:
        command = forthgame.get_command(context, name)
        assert command is not None
        yield name, command


def options(command: click.Command) -> list[click.Option]:
    """Return the options of a command that its help shows."""
    return [p for p in command.params if isinstance(p, click.Option) and not p.hidden]


def page() -> str:
    """Return the whole page."""
    return "\n".join([HEAD, *(_section(name, command) for name, command in commands())])


def _section(name: str, command: click.Command) -> str:
    context = click.Context(command, info_name=name)
    usage = " ".join(("forthgame", name, *command.collect_usage_pieces(context)))
    text = cleandoc(command.help or "").split("\f")[0].replace("\b\n", "").rstrip()
    rows = [record for option in options(command) if (record := option.get_help_record(context))]
    table = [f"| {_cell(f'`{names}`')} | {_cell(meaning)} |" for names, meaning in rows]
    parts = [f"## {name}", f"```text\n{usage}\n```", text]
    if table:
        parts.append("\n".join(("| option | |", "|---|---|", *table)))
    return "\n\n".join(parts) + "\n"


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")
