"""`forthgame play`: a game in the terminal, each seat a human or an engine."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from forthgame.arguments import digits
from forthgame.errors import IllegalMove
from forthgame.game.engines import ENGINES, parse_engine
from forthgame.game.game import Game
from forthgame.game.moves import Move
from forthgame.game.state import State
from forthgame.game.streams import entropy
from forthgame.play.contestant import seats
from forthgame.play.gamefile import game_file
from forthgame.ui.cli import ctrlc
from forthgame.ui.cli.common import first_state, load_game
from forthgame.ui.draw import board_text
from forthgame.ui.safe import echo, visible

KINDS = ("human", "script", *ENGINES)


@click.command("play")
@click.argument("file")
@click.option("--seat", "given", multiple=True, metavar="PLAYER=KIND",
              help=f"Who plays: {', '.join(KINDS)}; with options: negamax:depth=4.")  # fmt: skip
@click.option("--level", type=click.IntRange(1),
              help="Begin with this level, of a game with {levels.")  # fmt: skip
@click.option("--time", "seconds", type=click.FloatRange(0), default=1.0, show_default=True,
              help="Seconds a move, for engines.")  # fmt: skip
@click.option("--depth", type=click.IntRange(1), help="Plies, for engines, instead of the time.")
@click.option("--seed", type=int, help="Seed of the random streams.")
@click.option("--save", type=click.Path(path_type=Path, dir_okay=False),
              help="Keep the game in this file, as JSON if its name ends in .json.")  # fmt: skip
def command(
    file: str,
    given: tuple[str, ...],
    level: int | None,
    seconds: float,
    depth: int | None,
    seed: int | None,
    save: Path | None,
) -> None:
    """Play FILE. Without --seat the first player is you and an engine plays the others.

    At the prompt: a move's number or text, `moves`, `undo`, `quit`. Ctrl-C makes an engine move
    at once; a second one, or one at the prompt, ends the game. Without humans the first does.
    """
    game = load_game(file)
    kinds = seat_kinds(game, given)
    seed = entropy() if seed is None else seed
    if save and game.levels:
        raise click.UsageError("a game with levels is not saved: --save has no place for them")
    state = first_state(game, None, level, seed)
    try:
        play_levels(state, kinds, seconds, depth)
    finally:
        if save:
            with ctrlc.saving():
                game_file(state, seed, kinds).save(save)


def play_levels(
    state: State, kinds: dict[str, str], seconds: float, depth: int | None
) -> None:  # fmt: skip
    """Play a game; in one with levels go on to the next as long as they are won."""
    while True:
        if state.level is not None:
            name = state.game.levels[state.level - 1]
            of = len(state.game.levels)
            echo(f"\nLevel {state.level} of {of}" + (f": {name}" if name else ""))
        play(state, kinds, seconds, depth)
        following = state.next_level() if state.outcome == "win" else None
        if following is None:
            return
        state = following


def play(state: State, kinds: dict[str, str], seconds: float, depth: int | None) -> None:
    """Play to the end of the game, or until a human has enough.

    Ctrl-C is for a human to hurry an engine. Raises KeyboardInterrupt where no human plays.
    """
    while True:
        if not state.concealed:
            echo("\n" + board_text(state))
        moves = state.moves()
        if state.outcome or not moves:
            echo(f"The game is over: {state.outcome or 'no move'} for {state.player}.")
            return
        kind = kinds.get(state.player, "script")
        if kind == "human":
            if not ask(state, kinds):
                return
        else:
            result = state.search(kind, time=seconds, depth=depth)
            if result.stopped == "interrupted" and "human" not in kinds.values():
                raise KeyboardInterrupt
            if len(state.choosers) + state.concealed == 1:
                echo(f"{state.player} ({kind}): {result.move}")
            play_choice(state, result.move)


def play_choice(state: State, move: Move | str) -> None:
    """Play a move; where several have chosen together, show what, as soon as all have."""
    kept, before = state.concealed, state.player
    state.play(move)
    if state.concealed:
        echo(f"{before} has chosen.")
    elif kept:
        for player, text in zip(last_movers(state, kept + 1), state.history[-kept - 1 :],
                                strict=True):  # fmt: skip
            echo(f"{player}: {text}")


def last_movers(state: State, plies: int) -> list[str]:
    """Who has made the last plies, oldest first."""
    back, found = state.copy(), list[str]()
    for _ in range(plies):
        back.undo()
        found.insert(0, back.player)
    return found


def take_back(state: State, kinds: dict[str, str]) -> None:
    """Take a ply back; where players choose together, back to the choice of a human."""
    together = len(state.choosers) + state.concealed > 1
    while state.history:
        state.undo()
        if not together or kinds.get(state.player) == "human":
            return


def seat_kinds(game: Game, given: tuple[str, ...]) -> dict[str, str]:
    """Who plays each player; the rest is played as the script says. Raises UsageError."""
    kinds = dict.fromkeys(seats(game), "script")
    if not given and kinds:
        kinds[next(iter(kinds))] = "human"
    for text in given:
        player, _, kind = text.partition("=")
        if player not in game.players or kind.partition(":")[0] not in KINDS:
            raise click.UsageError(
                f"--seat {text}: a player ({', '.join(game.players)}) = one of {', '.join(KINDS)}"
            )
        if kind != "human":
            parse_engine(kind)
        kinds[player] = kind
    return kinds


def ask(state: State, kinds: dict[str, str]) -> bool:
    """Let a human move; False to stop playing.

    What they type is not shown where another human chooses on the same position behind them.
    """
    moves = state.moves()
    watched = any(kinds.get(player) == "human" for player in state.choosers[1:])
    while True:
        answer = click.prompt(
            visible(f"{state.player} to move ({len(moves)} moves)"), prompt_suffix="> ",
            hide_input=watched and sys.stdin.isatty(),
        )  # fmt: skip
        text = str(answer).strip()
        if text in ("quit", "q"):
            return False
        if text in ("moves", "?"):
            for number, move in enumerate(moves, 1):
                echo(f"{number:4}  {move}")
        elif text == "undo":
            take_back(state, kinds)
            return True
        elif 1 <= (digits(text) or 0) <= len(moves):
            play_choice(state, moves[int(text) - 1])
            return True
        else:
            try:
                play_choice(state, text)
            except IllegalMove as error:
                echo(str(error))
                continue
            return True
