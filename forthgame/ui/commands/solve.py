"""`forthgame solve`: find a shortest solution of a puzzle."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import click
from rich.console import Console
from rich.live import Live
from rich.text import Text

from forthgame.api.game import State
from forthgame.draw.text_board import board_text
from forthgame.search.puzzles.solution import METHODS, Progress, ProgressReport, Solution
from forthgame.ui.cli.shared_options import (
    MOST,
    Seconds,
    Whole,
    interpret_option,
    json_option,
    position_options,
    print_json,
)
from forthgame.ui.cli.starting_positions import first_state, given_position, load_game
from forthgame.ui.terminal.escaping import echo

MEGABYTE = 1 << 20


@click.command("solve")
@click.argument("file")
@position_options
@click.option(
    "--method",
    type=click.Choice(METHODS),
    default="auto",
    show_default=True,
    help="breadth: all positions by distance; both-ends: also backwards from --to; "
    "ida: iterative deepening with the script's OnDistance.",
)
@click.option("--to", metavar="TEXT|FILE", help="Solved position, for --method both-ends.")
@click.option("--depth", type=Whole(0), help="Longest solution, in turns.")
@click.option("--nodes", type=Whole(1, MOST), help="Positions to search.")
@click.option("--time", "seconds", type=Seconds(0, above=True), help="Seconds to search.")
@click.option(
    "--memory",
    type=click.IntRange(4, 1 << 24),
    default=1024,
    show_default=True,
    help="Megabytes of memory; more positions go to a temporary file.",
)
@click.option(
    "--turn-numbers", is_flag=True, help="Treat positions with different turn numbers as different."
)
@click.option("--pictures", is_flag=True, help="Draw the board after each turn.")
@interpret_option
@json_option
def command(
    file: str,
    level: int | None,
    after: str,
    position: str | None,
    method: str,
    to: str | None,
    depth: int | None,
    nodes: int | None,
    seconds: float | None,
    memory: int,
    turn_numbers: bool,
    pictures: bool,
    interpret: bool,
    as_json: bool,
) -> None:
    """Find a shortest solution of the puzzle FILE.

    The length counts turns; a move of several parts is one turn. The exit code is 1 if a limit
    ended the search, and 0 if there is a solution or a proof that there is none.
    """
    game = load_game(file, native=not interpret)
    state = first_state(game, position, level, 1, after)
    goal = None if to is None else given_position(game, to)
    with progress(enabled=not as_json) as report:
        found = state.solve(
            method,
            to=goal,
            depth=depth,
            nodes=nodes,
            time=seconds,
            memory=memory * MEGABYTE,
            turns=turn_numbers,
            report=report,
        )
    if as_json:
        print_json({"game": game.name, "level": state.level, **found.document()})
    else:
        tell(state, found, pictures)
    if not found.solved and not found.exhausted:
        click.get_current_context().exit(1)


@contextmanager
def progress(enabled: bool) -> Iterator[ProgressReport | None]:
    """Yield a function that shows the state of the search on a terminal, or None."""
    screen = Console(stderr=True)
    if not enabled or not screen.is_terminal:
        yield None
        return
    with Live(console=screen, transient=True, auto_refresh=False) as live:

        def report(now: Progress) -> None:
            rate = now.positions / now.seconds if now.seconds else 0.0
            live.update(
                Text(
                    f"{now.method}: {now.depth} turns ruled out, {now.positions:,} positions, "
                    f"{rate:,.0f} a second, {now.seconds:.0f} s"
                ),
                refresh=True,
            )

        yield report


def tell(state: State, found: Solution, pictures: bool) -> None:
    state = state.copy()
    if pictures:
        echo(board_text(state) + "\n")
    turn = 1
    for text in found.moves:
        state.play(state.find(text, exact=True, after_end=True), after_end=True)
        ended = not state.in_turn
        echo(f"{turn:3}  {text}" + ("" if ended else "  …"))
        if pictures and ended:
            echo(board_text(state) + "\n")
        turn += ended
    echo(found.reason)
    for warning in found.warnings:
        echo(f"warning: {warning}", err=True)
    rate = f"{found.positions_per_second:,.0f} a second"
    seen = f"{found.positions:,} positions, {found.seconds:.3f} s, {rate}"
    echo(f"{found.method}: {seen}", err=True)
