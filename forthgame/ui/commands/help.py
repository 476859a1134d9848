"""`forthgame help`: explain words and topics."""

from __future__ import annotations

import click

from forthgame.api.machine import Machine
from forthgame.base.source import find_script, read_source, resolved
from forthgame.ui.commands.docs import show
from forthgame.ui.help import help_pages, topics, word_reference
from forthgame.ui.terminal.error_output import prepare_cache
from forthgame.ui.terminal.escaping import echo

LOADING_SECONDS = 60.0


@click.command("help")
@click.argument("word", required=False)
@click.option("--in", "file", metavar="FILE", help="Look in this script first.")
@click.option("--topic", metavar="TOPIC", help="Show the documentation of TOPIC.")
@click.option("--markdown", is_flag=True, help="Print the word reference.")
@click.option("--api", is_flag=True, help="Print the Python reference.")
@click.option("--commands", is_flag=True, help="Print the reference of commands.")
def command(
    word: str | None,
    file: str | None,
    topic: str | None,
    markdown: bool,
    api: bool,
    commands: bool,
) -> None:
    """Explain WORD, or list the words by group."""
    if topic is not None:
        show_topic(topic)
    elif markdown:
        echo(word_reference.markdown(), nl=False)
    elif api:
        echo(_python_page(), nl=False)
    elif commands:
        from forthgame.ui.help import command_reference

        echo(command_reference.page(), nl=False)
    elif word is None:
        for group, entries in word_reference.groups().items():
            echo(f"{group}:\n  {' '.join(entry.name for entry in entries)}\n")
    elif file is None:
        echo(help_pages.library_page(word))
    else:
        echo(_explain_in(word, file))


def _python_page() -> str:
    from forthgame.ui.help import python_reference as api

    try:
        return api.page()
    except ImportError as error:
        raise click.UsageError(str(error)) from None


def show_topic(topic: str) -> None:
    found = topics.find(topic)
    show(found[0].text)
    more = [f"{section.page} ({section.heading})" for section in found[1:5]]
    if more:
        echo(f"see also: {', '.join(more)}", err=True)


def _explain_in(name: str, file: str) -> str:
    path = find_script(file)
    prepare_cache()
    machine = Machine(native=False, seconds=LOADING_SECONDS)
    machine.forth.root = resolved(path).parent
    machine._run_source(read_source(path))
    return help_pages.word_page(machine.forth, name)
