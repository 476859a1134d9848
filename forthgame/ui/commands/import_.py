"""`forthgame import`: write the script of a Zillions rule file for keeps."""

from __future__ import annotations

from pathlib import Path

import click

from forthgame.ui.cli.shared_options import Whole
from forthgame.ui.terminal.escaping import echo


@click.command("import")
@click.argument("file", metavar="GAME.zrf")
@click.option("--variant", metavar="V", help="Name or number of a variant; `--list` shows them.")
@click.option(
    "--output",
    type=click.Path(path_type=Path, file_okay=False),
    help="Folder for the files; by default one named after the game.",
)
@click.option("--skin", type=Whole(1), default=1, help="Which of several sets of images to take.")
@click.option("--list", "listed", is_flag=True, help="List the games and variants of the file.")
def command(file: str, variant: str | None, output: Path | None, skin: int, listed: bool) -> None:
    """Translate GAME.zrf into a script, a board file, images and a README to go on with."""
    from forthgame.zrf.export import export, titles

    path, mark, named = file.partition(".zrf#")
    if mark:
        file, variant = f"{path}.zrf", variant or named
    if listed:
        for number, title in enumerate(titles(Path(file)), 1):
            echo(f"{number:3}  {title}")
        return
    written = export(Path(file), variant, output, skin)
    for each in written:
        echo(str(each))
