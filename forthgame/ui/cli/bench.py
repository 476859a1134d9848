"""`forthgame bench`: the project's benchmarks."""

from __future__ import annotations

import runpy
import sys

import click

from forthgame.errors import ForthgameError
from forthgame.source import shipped


@click.command("bench", context_settings={"ignore_unknown_options": True})
@click.argument("arguments", nargs=-1, type=click.UNPROCESSED)
def command(arguments: tuple[str, ...]) -> None:
    """Run the benchmarks, as ratios against what is installed to compare with."""
    script = shipped("benchmarks", "run.py")
    if not script.is_file():
        raise ForthgameError("the benchmarks are not part of this installation")
    main = runpy.run_path(str(script), run_name="forthgame_benchmarks")["main"]
    sys.exit(main(list(arguments)))
