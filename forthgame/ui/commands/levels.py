"""`forthgame levels`: measure the levels of play of a game."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path

import click

from forthgame.play.levels.ladder import ladder_path, write_ladder
from forthgame.play.levels.ladder_measuring import measured_ladder
from forthgame.ui.cli.shared_options import Seconds, json_option, print_json
from forthgame.ui.cli.starting_positions import load_game
from forthgame.ui.terminal.escaping import echo


@click.command("levels")
@click.argument("file")
@click.option(
    "--cpu",
    "seconds",
    type=Seconds(0, above=True),
    default=120.0,
    show_default=True,
    help="Seconds of processor time.",
)
@click.option("--seed", type=int, default=1, show_default=True, help="Seed of the games.")
@click.option(
    "--output",
    type=click.Path(path_type=Path, dir_okay=False),
    help="File to write; by default NAME.levels.toml beside the script.",
)
@json_option
def command(file: str, seconds: float, seed: int, output: Path | None, as_json: bool) -> None:
    """Measure levels 1 to 10 of FILE, and write them beside it.

    Each level is an engine with a number of positions or random games and a share of random moves,
    and scores about three quarters against the level below. Levels that the time does not suffice
    for continue with the last step, and level 10 has no limit but the time of a move.
    """
    game = load_game(file)
    ladder, games = measured_ladder(game, seconds, seed, lambda text: echo(text, err=True))
    heading = (
        f"Levels of {game.name}, measured by {games} games in {seconds:g} s of processor time.\n"
        "score: points against the level below, the first against random moves."
    )
    path = output or ladder_path(game.path)
    write_ladder(path, ladder, heading)
    if as_json:
        print_json({"file": str(path), "games": games, "levels": [asdict(r) for r in ladder]})
        return
    for level, rung in enumerate(ladder, 1):
        score = "" if rung.score is None else f"  {rung.score:.2f} in {rung.games} games"
        share = f"  random {rung.random:.0%}" if rung.random else ""
        echo(f"{level:2}  {rung.engine}{share}{score}")
    echo(f"{path}: {games} games", err=True)
