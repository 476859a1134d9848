"""`forthgame perft`: count move sequences."""

from __future__ import annotations

import time

import click

from forthgame.ui.cli.shared_options import (
    interpret_option,
    json_option,
    position_options,
    print_json,
)
from forthgame.ui.cli.starting_positions import first_state, load_game
from forthgame.ui.terminal.escaping import echo

LONG = 0.1  # seconds of compilation that are worth reporting


@click.command("perft")
@click.argument("file")
@click.argument("depth", type=click.IntRange(0, 64))
@click.option("--divide", is_flag=True, help="Show the count after each move of the position.")
@position_options
@click.option("--to-the-end", is_flag=True, help="Ignore OnIsGameOver.")
@interpret_option
@json_option
def command(
    file: str,
    depth: int,
    divide: bool,
    after: str,
    position: str | None,
    level: int | None,
    to_the_end: bool,
    interpret: bool,
    as_json: bool,
) -> None:
    """Count the move sequences of exactly DEPTH plies in FILE."""
    game = load_game(file, native=not interpret)
    state = first_state(game, position, level, 1, after, after_end=to_the_end)
    compiling = game.prepare_perft(depth - divide)
    started = time.perf_counter()
    parts: list[tuple[str, int]] = []
    if divide and depth > 0:
        for move in state.moves(after_end=to_the_end):
            state.play(move, after_end=to_the_end)
            parts.append((str(move), game.perft(depth - 1, state, not to_the_end)))
            state.undo()
        leaves = sum(count for _, count in parts)
    else:
        leaves = game.perft(depth, state, not to_the_end)
    seconds = time.perf_counter() - started
    rate = leaves / seconds if seconds > 0 else 0.0
    if as_json:
        document: dict[str, object] = {
            "game": game.name,
            "depth": depth,
            "leaves": leaves,
            "seconds": seconds,
            "leaves_per_second": rate,
            "compile_seconds": compiling,
        }
        if divide:
            document["divide"] = [{"move": text, "leaves": count} for text, count in parts]
        print_json(document)
        return
    for text, count in parts:
        echo(f"{text}: {count}")
    echo(leaves)
    echo(f"{seconds:.3f} s, {rate / 1e6:.2f} million leaves a second", err=True)
    if compiling >= LONG:
        echo(f"before that {compiling:.3f} s for the machine code, which is kept", err=True)
