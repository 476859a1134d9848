"""`forthgame playouts`: play random games in machine code."""

from __future__ import annotations

from dataclasses import asdict

import click

from forthgame.base.environment import entropy
from forthgame.ui.cli.shared_options import Whole, interpret_option, json_option, print_json
from forthgame.ui.cli.starting_positions import load_game
from forthgame.ui.terminal.escaping import echo


@click.command("playouts")
@click.argument("file")
@click.argument("games", type=Whole(1), default=1000)
@click.option("--seed", type=int, help="Same seed, same games; from the clock by default.")
@click.option(
    "--plies",
    type=Whole(1),
    default=5000,
    show_default=True,
    help="Plies after which a game is cut off.",
)
@interpret_option
@json_option
def command(
    file: str, games: int, seed: int | None, plies: int, interpret: bool, as_json: bool
) -> None:
    """Play GAMES random games of FILE, and count how they end."""
    game = load_game(file, native=not interpret)
    seed = entropy() if seed is None else seed
    played = game.playouts(games, seed=seed, plies=plies)
    rate = games / played.seconds if played.seconds > 0 else 0.0
    if as_json:
        print_json(
            {
                "game": game.name,
                "seed": seed,
                "games_per_second": rate,
                **asdict(played),
                "players": played.players,
            }
        )
        return
    for player, counts in played.results.items():
        echo(
            f"{player} to move at the end: "
            + ", ".join(f"{kind} {count}" for kind, count in counts.items())
        )
    echo(str(played))
    echo(f"{games} games, {played.plies} plies, {played.unfinished} unfinished; seed {seed}")
    echo(f"{played.seconds:.3f} s, {rate:.0f} games a second", err=True)
