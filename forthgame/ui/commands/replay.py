"""`forthgame replay`: replay saved games, and records of other programs, and verify them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import Any, cast

import click

from forthgame.api.game import Game, State
from forthgame.base.errors import shortened
from forthgame.base.source import is_irregular
from forthgame.play.model.game_file import GameFile, GameFileError, read_game
from forthgame.position.records.formats import format_of, move_texts, read_trees, with_game
from forthgame.position.records.game_choice import script_of
from forthgame.position.records.game_tree import GameTree, RecordError
from forthgame.position.records.recorded_game import RecordedGame
from forthgame.ui.cli.shared_options import Whole, json_option, print_json
from forthgame.ui.cli.starting_positions import load_game
from forthgame.ui.commands.show import describe
from forthgame.ui.terminal.escaping import echo, say


@click.command("replay")
@click.argument("record", type=click.Path(path_type=Path))
@click.option(
    "--game",
    "script",
    metavar="FILE",
    help="Script of the game; by default the one named in RECORD.",
)
@click.option("--ply", type=Whole(0), help="Show the position after this number of plies.")
@click.option("--number", type=Whole(1), help="Replay only this game of a file of several.")
@click.option("--other-version", is_flag=True, help="Continue if the script has changed since.")
@json_option
def command(
    record: Path,
    script: str | None,
    ply: int | None,
    number: int | None,
    other_version: bool,
    as_json: bool,
) -> None:
    """Replay the saved game RECORD and verify every move and the result.

    RECORD may also be a file of games in PGN, SGF, PDN, KIF, CSA or ZSG, by the ending of its name.
    All its games are verified, each mistake is printed with line and ply, and the last position of
    a single game is shown.
    """
    form = format_of(str(record))
    if form is not None:
        _replay_records(record, form, script, ply, number, as_json)
        return
    if number is not None:
        raise click.UsageError("--number is for files of several games, such as .pgn")
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
    for count, (player, move) in enumerate(found.moves[:ply], 1):
        echo(f"{count}. {player}: {move}")
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


# -- records of other programs --------------------------------------------------------------------


def _replay_records(
    path: Path, form: str, script: str | None, ply: int | None, number: int | None, as_json: bool
) -> None:
    if is_irregular(path):
        raise RecordError("a record is a file", str(path))
    chosen = _Replayed(form, script)
    trees = read_trees(path, form)
    if number is not None:
        trees = (tree for tree in trees if tree.number == number)
    elif ply is not None:
        trees = (tree for tree in trees if tree.number == 1)
    first, second = next(trees, None), next(trees, None)
    if first is None:
        there = "there is no game" if number is None else f"there is no game {number}"
        raise RecordError(there, str(path))
    if second is None:
        wrong = _show_one(chosen.record(first), ply, as_json)
    else:
        wrong = _show_all(chosen, chain((first, second), trees), as_json)
    if wrong:
        raise SystemExit(1)


class _Replayed:
    """The games of a file with their scripts, each loaded once."""

    def __init__(self, form: str, script: str | None) -> None:
        self._form, self._script = form, script
        self._games: dict[str, Game] = {}

    def record(self, tree: GameTree) -> RecordedGame:
        """Return a game with its script. Raises RecordError if the script is not known."""
        script = self._script or script_of(tree, self._form)
        if script not in self._games:
            self._games[script] = load_game(script)
        return with_game(tree, move_texts(self._games[script], self._form))


def _show_one(record: RecordedGame, ply: int | None, as_json: bool) -> bool:
    """Show a game with its mistakes; return whether there are any."""
    plies = len(record.moves)
    if ply is not None and ply > plies:
        raise click.UsageError(f"--ply {ply}: the game has {plies} plies")
    state, count = None, 0
    try:
        count = min(record.legal_plies, plies if ply is None else ply)
        state = record.state(count)
    except RecordError:  # the first position is wrong: one of the errors
        pass
    if as_json:
        position = {} if state is None else {"position": state.to_text()}
        print_json({**_document(record), **position})
    else:
        for number, move in enumerate(record.moves[:count], 1):
            echo(f"{number}. {move.text}")
        if state is not None:
            describe(cast("State", state))
        _report(record)
    return bool(record.errors)


def _report(record: RecordedGame) -> None:
    for error in record.errors:
        say(str(error))
    if not record.errors:
        echo(f"{len(record.moves)} plies, all legal; result {record.result}", err=True)


def _show_all(chosen: _Replayed, trees: Iterator[GameTree], as_json: bool) -> bool:
    """Show a line for each game; return whether any has a mistake."""
    games, wrong = 0, 0
    documents = []
    for tree in trees:
        games += 1
        try:
            record = chosen.record(tree)
        except RecordError as error:
            wrong += 1
            say(str(error))
            continue
        wrong += bool(record.errors)
        if as_json:
            documents.append(_document(record))
            continue
        players = " - ".join(record.tags.get(name, "?") for name in ("White", "Black"))
        echo(f"{record.number}: {players}, {len(record.moves)} plies, {record.result}")
        for mistake in record.errors:
            say(str(mistake))
    if as_json:
        print_json({"games": documents, "verified": not wrong})
    else:
        echo(f"{games} games, {wrong or 'none'} with mistakes", err=True)
    return bool(wrong)


def _document(record: RecordedGame) -> dict[str, Any]:
    return {
        "number": record.number,
        "tags": record.tags,
        "result": record.result,
        "plies": len(record.moves),
        "moves": [move.text for move in record.moves],
        "verified": not record.errors,
        "errors": [str(error) for error in record.errors],
    }
