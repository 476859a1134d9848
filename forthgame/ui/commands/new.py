"""`forthgame new`: copy a bundled game as a start for your own."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import click

from forthgame.base.errors import ForthgameError
from forthgame.base.source import find_script, is_file, read_source
from forthgame.position.texts.texts_file import BOARD_ENDING
from forthgame.ui.script_outline import read_script
from forthgame.ui.terminal.escaping import echo

NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,63}")
NEXT = (
    ("check", "", "look for mistakes without playing"),
    ("perft", " 3", "count the moves"),
    ("play", "", "play it in the terminal"),
)


@click.command("new")
@click.argument("name")
@click.option(
    "--like",
    "model",
    default="breakthrough",
    show_default=True,
    metavar="GAME",
    help="Game to copy.",
)
def command(name: str, model: str) -> None:
    """Create a folder NAME with a copy of GAME's script to change."""
    if not NAME.fullmatch(name):
        raise click.UsageError("NAME has letters, digits, - and _, and begins with no - or _")
    script = find_script(model)
    text = read_source(script).text
    script, *loaded = read_script(script).files or [script]
    if any(path.name.lower() == f"{name.lower()}.4th" for path in loaded):
        raise ForthgameError(
            f"{model} loads a file {name}.4th: take another name; nothing was made"
        )
    folder = Path(name)
    try:
        folder.mkdir()
    except FileExistsError:
        raise ForthgameError(f"{name} is there already; nothing was changed") from None
    own = folder / f"{name}.4th"
    try:
        _write_scripts(
            own, text.replace(f"\\ {script.name} --", f"\\ {own.name} --", 1), script, loaded
        )
        (folder / "README.md").write_text(
            _read_me(name, model, own, loaded), encoding="utf-8", errors="backslashreplace"
        )
    except BaseException:
        shutil.rmtree(folder, ignore_errors=True)  # removes an incomplete folder
        raise
    echo(f"{own} is a copy of {model}: change it, then")
    for line in _commands(own):
        echo(f"  {line}")


def _write_scripts(own: Path, text: str, script: Path, loaded: list[Path]) -> None:
    own.write_text(text, encoding="utf-8")
    looks = script.with_suffix(BOARD_ENDING)
    if is_file(looks):
        shutil.copyfile(looks, own.with_suffix(BOARD_ENDING))
    others = [path.with_suffix(BOARD_ENDING) for path in loaded]
    for path in [*loaded, *(path for path in others if is_file(path))]:
        copy = own.parent / path.relative_to(script.parent)
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, copy)


def _commands(own: Path) -> list[str]:
    commands = [(f"forthgame {command} {own}{depth}", why) for command, depth, why in NEXT]
    width = max(len(command) for command, _ in commands)
    return [f"{command:{width}}   {why}" for command, why in commands]


def _read_me(name: str, model: str, own: Path, loaded: list[Path]) -> str:
    others = ", ".join(f"`{path.name}`" for path in loaded)
    loads = f" It loads {others}, which lie beside it." if loaded else ""
    commands = "\n".join(f"    {line}" for line in _commands(own))
    return f"# {name}\n\nThe script is `{own.name}`, begun from {model}.{loads}\n\n{commands}\n"
