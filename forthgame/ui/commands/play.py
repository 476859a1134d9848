"""`forthgame play`: play in the terminal against humans or engines."""

from __future__ import annotations

import re
from pathlib import Path

import click

from forthgame.api.game import Game, State
from forthgame.base.environment import entropy
from forthgame.base.errors import ForthgameError, ScriptError
from forthgame.base.files import refuse_missing_folder
from forthgame.play.model.python_functions import function_of, is_python
from forthgame.play.model.schedule import seats_of
from forthgame.rules.engines import ENGINES, parse_engine
from forthgame.search.search_result import uninterrupted
from forthgame.ui.cli.shared_options import Seconds, Whole
from forthgame.ui.cli.starting_positions import (
    first_state,
    load_game,
)
from forthgame.ui.terminal import ctrl_c
from forthgame.ui.terminal.ctrl_c import signals_as_interrupts
from forthgame.ui.terminal.escaping import echo
from forthgame.ui.terminal.line_input import edit_lines, typed_line
from forthgame.ui.terminal.terminal_game import (
    COMMANDS,
    TerminalGame,
    score_text,
)

KINDS = ("human", "script", *ENGINES)


def ending_text(state: State) -> str:
    if not state.outcome:
        return f"The game is over: no move for {state.player}."
    ending = state.ending_text().removeprefix("the game is over: ")
    ending = (
        ending if ending.startswith(tuple(state.game.players)) else ending[0].upper() + ending[1:]
    )
    return f"{ending}. The game is over: {state.outcome} for {state.player}."


@click.command("play")
@click.argument("file")
@click.option(
    "--seat",
    "given",
    multiple=True,
    metavar="PLAYER=KIND",
    help=f"Player: {', '.join(KINDS)} or python:module.function; with options: uct:threads=2.",
)
@click.option("--level", type=Whole(1), help="Number of the first level, for games with {levels.")
@click.option(
    "--time",
    "seconds",
    type=Seconds(0),
    default=1.0,
    show_default=True,
    help="Seconds per move of engines.",
)
@click.option(
    "--depth", type=Whole(1), help="Search depth of engines in plies, instead of the time."
)
@click.option("--seed", type=int, help="Seed of the random streams.")
@click.option("--ponder", is_flag=True, help="Let engines think during a human's turn.")
@click.option(
    "--save",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Save the game to this file, as JSON if its name ends in .json.",
)
def command(
    file: str,
    given: tuple[str, ...],
    level: int | None,
    seconds: float,
    depth: int | None,
    seed: int | None,
    ponder: bool,
    save: Path | None,
) -> None:
    """Play FILE. Without --seat you are the first player and an engine plays the others.

    Enter a move's number or text, or a command; `help` lists them. Ctrl-C makes an engine move at
    once; a second one, one at the prompt, or one in a game of engines ends the game. --save also
    works when Ctrl-C, SIGTERM or SIGHUP ends the game.
    """
    with signals_as_interrupts() as ended:
        game = load_game(file)
        kinds = seat_kinds(game, given)
        seed = entropy() if seed is None else seed
        if save and game.levels:
            raise click.UsageError("a game with levels is not saved: --save has no place for them")
        if save:
            refuse_missing_folder(save)
        state = first_state(game, None, level, seed)
        table = TerminalGame(state, kinds, seconds, depth, seed, ponders=ponder, ended=ended)
        try:
            play_levels(table)
        finally:
            try:
                table.ponderer.close()
            finally:
                if save:
                    with ctrl_c.saving():
                        _save_or_print(table, save)


def _save_or_print(table: TerminalGame, path: Path) -> None:
    try:
        table.keep(path)
    except ForthgameError:
        for move in table.state.history:
            echo(move)
        raise


def play_levels(table: TerminalGame) -> None:
    """Play a game, continuing with the next level after each win."""
    while True:
        state = table.state
        if state.level is not None:
            name = state.game.levels[state.level - 1]
            of = len(state.game.levels)
            echo(f"\nLevel {state.level} of {of}" + (f": {name}" if name else ""))
        play(table)
        state = table.state
        following = state.next_level() if state.outcome == "win" else None
        if following is None or table.over:
            return
        table.state = following
        table.future.clear()


def play(table: TerminalGame) -> None:
    """Play until the game ends or a human stops.

    The board is drawn when a human moves, or after each ply if none plays. Ctrl-C makes an engine
    move at once. Raises KeyboardInterrupt if no human plays.
    """
    drawn: bytes | None = None
    edit_lines(lambda text: _completions(table, text))
    while not table.over:
        state = table.state
        moves = state.moves()
        ended = bool(state.outcome or not moves)
        seen = drawn is not None and not (ended or table.only_engines or table.is_human())
        if not seen and drawn != state.fingerprint:
            table.draw(legend=drawn is None)
            drawn = state.fingerprint
        if ended:
            echo(ending_text(state))
            return
        if table.is_human():
            ask(table)
            continue
        kind = table.kinds.get(state.player, "script")
        result = table.think(kind)
        if table.only_engines or table.ended.number:
            uninterrupted(result)
        if len(state.choosers) + state.concealed == 1:
            score = score_text(result)
            echo(f"{state.player} ({kind}): {result.move}{score and '   ' + score}")
        table.play(result.move)
        table.ponder(kind, result)
    if table.stopped:
        echo(table.stopped)


def _completions(table: TerminalGame, text: str) -> list[str]:
    known = [*COMMANDS, *table.state.moves().texts]
    return [one for one in dict.fromkeys(known) if one.startswith(text)]


def ask(table: TerminalGame) -> None:
    """Read moves and commands from a human.

    Input is hidden if another human chooses at the same position afterwards.
    """
    state = table.state
    watched = any(table.kinds.get(player) == "human" for player in state.choosers[1:])
    while True:
        count = f"{state.count} move{'s' * (state.count != 1)}"
        text = typed_line(f"{state.player} to move ({count})> ", watched)
        if text is None:
            table.over = True
            return
        try:
            if text and table.obey(text):
                return
        except ScriptError:
            raise
        except ForthgameError as error:
            echo(str(error))


def seat_kinds(game: Game, given: tuple[str, ...]) -> dict[str, str]:
    """Return human or engine for each player, the script's engine by default. Raises UsageError."""
    kinds = dict.fromkeys(seats_of(game), "script")
    if not given and kinds:
        kinds[next(iter(kinds))] = "human"
    for text in given:
        player, kind = _split_seat(game, text)
        if not kind:
            raise click.UsageError(
                f"--seat {text}: a player ({', '.join(game.players)}) = one of {', '.join(KINDS)}"
            )
        if is_python(kind):
            function_of(kind)
        elif kind != "human":
            parse_engine(kind)
        kinds[player] = kind
    return kinds


def _split_seat(game: Game, text: str) -> tuple[str, str]:
    """Split PLAYER=KIND at the `=` after a known player, as names may contain `=`.

    Returns two empty texts for an unknown player or kind.
    """
    for found in re.finditer("=", text):
        player, kind = text[: found.start()], text[found.end() :]
        if player in game.players and kind.partition(":")[0] in (*KINDS, "python"):
            return player, kind
    return "", ""
