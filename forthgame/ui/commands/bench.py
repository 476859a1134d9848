"""`forthgame bench`: run the project's benchmarks."""

from __future__ import annotations

import runpy
import sys

import click

from forthgame.base.errors import ForthgameError
from forthgame.base.source import package_path


@click.command("bench", context_settings={"ignore_unknown_options": True})
@click.argument("arguments", nargs=-1, type=click.UNPROCESSED)
def command(arguments: tuple[str, ...]) -> None:
    """Run the benchmarks and compare with installed programs.

    ARGUMENTS are names of rows, with * as a wildcard; all by default. --json prints one JSON
    document, --rounds N measures more than five times. benchmarks/README.md describes each row.

    \b
    perft4 perft5-* tictactoe9* duel load-splut   counting, whole commands
    fib* sieve* sort* loops* matrix* scan*        small programs beside gforth and C
    playouts-* perft-*                            random games and perft beside C
    directions-*                                  scripts beside ones with directions written out
    random-* search-* duel-move negamax-nodes     rules and searches
    compile-* cached-* cold-* unused-words        loading and compiling
    untouched-array workbench*                    cost of unused features
    """
    script = package_path("benchmarks", "run.py")
    if not script.is_file():
        raise ForthgameError("the benchmarks are not part of this installation")
    main = runpy.run_path(str(script), run_name="forthgame_benchmarks")["main"]
    sys.exit(main(list(arguments)))
