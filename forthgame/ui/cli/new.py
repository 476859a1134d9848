"""`forthgame new`: a game of one's own, begun from a bundled one."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import click

from forthgame.errors import ForthgameError
from forthgame.source import find_script, is_file
from forthgame.ui.safe import echo

NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,63}")
LOADED = re.compile(r"^\s*LOAD\s+(\S+)", re.MULTILINE)


@click.command("new")
@click.argument("name")
@click.option("--like", "model", default="breakthrough", show_default=True, metavar="GAME",
              help="The game to begin from.")  # fmt: skip
def command(name: str, model: str) -> None:
    """Make a folder NAME with a script to change, a copy of GAME's."""
    if not NAME.fullmatch(name):
        raise click.UsageError("NAME has letters, digits, - and _, and begins with no - or _")
    script = find_script(model)
    folder = Path(name)
    if folder.exists():
        raise ForthgameError(f"{name} is there already; nothing was changed")
    folder.mkdir()
    own = folder / f"{name}.4th"
    text = script.read_text(encoding="utf-8").replace(f"{script.name} --", f"{own.name} --", 1)
    own.write_text(text, encoding="utf-8")
    for other in _loaded(script, text):
        shutil.copyfile(script.parent / other, folder / other)
    read_me = (
        f"# {name}\n\nBegun from {model}.\n\n    forthgame play {own}\n    forthgame check {own}\n"
    )
    (folder / "README.md").write_text(read_me, encoding="utf-8")
    echo(f"{own} is a copy of {model}: change it, then")
    for then in ("check", "moves", "play"):
        echo(f"  forthgame {then} {own}")


def _loaded(script: Path, text: str) -> list[str]:
    """Names of the files beside a script that it loads, and that these load."""
    found: list[str] = []
    todo = LOADED.findall(text)
    while todo:
        name = todo.pop()
        path = script.parent / name
        if name not in found and "/" not in name and is_file(path):
            found.append(name)
            todo += LOADED.findall(path.read_text(encoding="utf-8"))
    return found
