"""`forthgame why`: explain moves, results and scores."""

from __future__ import annotations

import click

from forthgame.ui.cli.shared_options import json_option, position_options, print_json, seed_option
from forthgame.ui.cli.starting_positions import first_state, load_game
from forthgame.ui.terminal.error_output import page
from forthgame.ui.terminal.escaping import echo


@click.command("why", context_settings={"ignore_unknown_options": True})
@click.argument("file")
@click.argument("question", nargs=-1, required=True)
@position_options
@seed_option
@click.option("--all", "everything", is_flag=True, help="Show every attempt.")
@click.option("--no-pager", "plain", is_flag=True, help="Do not use a pager with --all.")
@json_option
def command(
    file: str,
    question: tuple[str, ...],
    after: str,
    position: str | None,
    level: int | None,
    seed: int,
    everything: bool,
    plain: bool,
    as_json: bool,
) -> None:
    """Explain a move, the end of a game or a score in FILE.

    QUESTION is the text of a move, two positions (e2 e4), one position, a piece or Pass; or one of
    over and not over (the conditions for the end of the game), score (the terms of OnEvaluate),
    turn, partial, together (the result of OnTogether).
    """
    state = first_state(load_game(file, native=False), position, level, seed, after)
    answer = state.explain(" ".join(question))
    if as_json:
        print_json(
            {
                "question": answer.question,
                "legal": answer.legal,
                "answer": answer.answer,
                "suspects": list(answer.suspects),
                "text": answer.text(everything),
            }
        )
        return
    text = answer.text(everything)
    if plain or not everything or not page(text):
        echo(text)
