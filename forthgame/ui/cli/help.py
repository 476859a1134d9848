"""`forthgame help`: what a word takes, gives and means."""

from __future__ import annotations

import re

import click

from forthgame.errors import ForthgameError
from forthgame.lang.words import TABLE
from forthgame.source import shipped

DEFINITION = re.compile(r"^: (\S+) (\( .*?\))?.*?\\ (.*)$|^: (\S+) (\( .*?\)) ;\s*\\ (.*)$")


@click.command("help")
@click.argument("word", required=False)
def command(word: str | None) -> None:
    """Explain WORD, or list the words by group."""
    if word is None:
        groups: dict[str, list[str]] = {}
        for row in TABLE.rows:
            if (not row.hidden and not row.name.startswith("(")) or row.name == "(":
                groups.setdefault(row.group, []).append(row.name)
        groups["in the dialect itself"] = sorted(
            name for name in defined() if not name.startswith("(")
        )
        for group, names in groups.items():
            click.echo(f"{group}:\n  {' '.join(names)}\n")
        return
    if word in TABLE.by_name:
        row = TABLE.by_name[word]
        click.echo(f"{row.name} {row.effect}    [{row.group}]\n    {row.meaning}")
        for example in row.example:
            click.echo(f"    {example}")
        return
    known = defined()
    if word not in known:
        from difflib import get_close_matches

        near = get_close_matches(word, [*TABLE.by_name, *known], n=3)
        hint = f"; did you mean {' or '.join(near)}?" if near else ""
        raise ForthgameError(f"there is no word {word!r}{hint}")
    effect, meaning, source = known[word]
    click.echo(f"{word} {effect}    [in the dialect itself]\n    {meaning}\n\n{source}")


def defined() -> dict[str, tuple[str, str, str]]:
    """Words of stdlib.4th: name -> effect, meaning, source."""
    found: dict[str, tuple[str, str, str]] = {}
    text = shipped("stdlib.4th").read_text()
    for source in re.findall(r"^: .*?;[^\n]*$", text, re.M | re.S):
        match = DEFINITION.match(source.splitlines()[0])
        if match:
            name, effect, meaning = match.group(1, 2, 3) if match[1] else match.group(4, 5, 6)
            found[name] = (effect or "", meaning.strip(), source)
    return found
