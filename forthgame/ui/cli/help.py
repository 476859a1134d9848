"""`forthgame help`: what a word takes, gives and means."""

from __future__ import annotations

from difflib import get_close_matches
from pathlib import Path

import click

from forthgame.errors import ForthgameError, Place
from forthgame.lang.dictionary import Word
from forthgame.machine import Machine
from forthgame.source import find_script, read_source
from forthgame.ui import reference
from forthgame.ui.screen import compile_progress

LOADING_SECONDS = 60.0
QUOTED = ('."', 'S"', 'ABORT"', '^"')
KINDS = {"defer": "deferred word", "does": "word made by DOES>", "colon": "word"}


@click.command("help")
@click.argument("word", required=False)
@click.option("--in", "file", metavar="FILE", help="Look in this script first.")
@click.option("--markdown", is_flag=True, help="Print the reference of all words.")
def command(word: str | None, file: str | None, markdown: bool) -> None:
    """Explain WORD, or list the words by group."""
    if markdown:
        click.echo(reference.markdown(), nl=False)
    elif word is None:
        for group, entries in reference.groups().items():
            click.echo(f"{group}:\n  {' '.join(entry.name for entry in entries)}\n")
    elif file is None:
        _explain(word)
    else:
        _explain_in(word, file)


def _explain(name: str) -> None:
    entry = reference.entries().get(name)
    if entry is None:
        near = get_close_matches(name, reference.entries(), n=3)
        raise ForthgameError(_unknown(name, near))
    click.echo(f"{entry.name} {entry.effect}    [{entry.group}]\n    {entry.meaning}")
    for example in entry.examples:
        click.echo(f"    {example}")
    click.echo(f"    native: {entry.native}")
    if entry.source:
        click.echo(f"\n{entry.source}")


def _unknown(name: str, near: list[str]) -> str:
    hint = f"; did you mean {' or '.join(near)}?" if near else ""
    return f"there is no word {name!r}{hint}"


def _explain_in(name: str, file: str) -> None:
    path = find_script(file)
    with compile_progress() as progress:
        machine = Machine(native=False, seconds=LOADING_SECONDS, progress=progress)
    machine.forth.root = path.resolve().parent
    machine.run_source(read_source(path))
    word = machine.forth.dictionary.find(name)
    if word is None:
        raise ForthgameError(_unknown(name, machine.forth.dictionary.nearest(name)))
    if word.index < machine.forth.fence or word.place is None:
        _explain(name)
        return
    kind = word.role or KINDS.get(word.kind, "word")
    click.echo(f"{name} {word.comment}".rstrip() + f"    [{kind}]")
    click.echo(f"    {word.place}\n    native: {_native(machine, word)}\n\n{_source(word.place)}")
    if (hidden := reference.entries().get(name)) is not None:
        click.echo(f"\nIt hides the language's own: {name} {hidden.effect}\n    {hidden.meaning}")


def _native(machine: Machine, word: Word) -> str:
    """`yes`, or why the word stays in the interpreter."""
    from forthgame.vm.tier import NativeTier

    tier = NativeTier(machine.forth.processor)
    tier.compile(machine.forth, [word.entry])
    reason = tier.refused.get(word.entry)
    return f"interpreted: {reason}" if reason else "yes"


def _source(place: Place) -> str:
    """The text of a definition from its first line on; another word's line."""
    source = read_source(Path(place.file))
    lines = source.text.split("\n")
    start = sum(len(line) + 1 for line in lines[: place.line - 1])
    before = lines[place.line - 1][: place.column - 1].split()
    if before[-1:] != [":"]:
        return lines[place.line - 1].rstrip()
    source.position = start + place.column - 1
    while (token := source.token()) is not None and token.text != ";":
        if token.text == "(":
            source.until(")")
        elif token.text == "\\":
            source.rest_of_line()
        elif token.text in QUOTED:
            source.until('"')
    return source.text[start : source.position].rstrip()
