"""`forthgame replay`: replay a saved game and verify it."""

from __future__ import annotations

from pathlib import Path

import click

from forthgame.base.errors import shortened
from forthgame.base.source import is_irregular
from forthgame.play.model.game_file import GameFile, GameFileError, read_game
from forthgame.ui.cli.shared_options import Whole, json_option, print_json
from forthgame.ui.cli.starting_positions import load_game
from forthgame.ui.commands.show import describe
from forthgame.ui.terminal.escaping import echo


@click.command("replay")
@click.argument("record", type=click.Path(path_type=Path))
@click.option(
    "--game",
    "script",
    metavar="FILE",
    help="Script of the game; by default the one named in RECORD.",
)
@click.option("--ply", type=Whole(0), help="Show the position after this number of plies.")
@click.option("--other-version", is_flag=True, help="Continue if the script has changed since.")
@json_option
def command(
    record: Path, script: str | None, ply: int | None, other_version: bool, as_json: bool
) -> None:
    """Replay the saved game RECORD and verify every move and the result."""
    found = read_game(record)
    game = load_game(script or _script_of(found))
    plies = len(found.moves)
    state = found.replay(game, strict=not other_version, ply=ply)
    if ply is not None and ply > plies:
        raise click.UsageError(f"--ply {ply}: the game has {plies} plies")
    if as_json:
        print_json(
            {**found.document(), "verified": True, "plies": plies, "position": state.to_text()}
        )
        return
    for number, (player, move) in enumerate(found.moves[:ply], 1):
        echo(f"{number}. {player}: {move}")
    describe(state)
    echo(f"{plies} plies, all legal; result {found.result}", err=True)


def _script_of(record: GameFile) -> str:
    """Return the script that a record names. Raises GameFileError for a pipe or device.

    Opening a pipe that a stranger named could block.
    """
    if is_irregular(Path(record.game)):
        problem = f"{record.name}: the game {shortened(record.game)!r} is not a script file"
        raise GameFileError(f"{problem}; --game names another")
    return record.game
