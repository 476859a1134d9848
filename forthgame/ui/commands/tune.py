"""`forthgame tune`: learn an evaluation by playing."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

from forthgame.base.environment import entropy
from forthgame.base.errors import ForthgameError
from forthgame.base.source import find_script
from forthgame.play.tuning.script_output import write_script
from forthgame.play.tuning.tune import NONE, SCRIPT, Report, Tuned, TuningBudget, tune
from forthgame.play.tuning.tuning_report import document, header, lines_of, write_page
from forthgame.ui.cli.shared_options import (
    Seconds,
    Seed,
    Whole,
    interpret_option,
    json_option,
    print_json,
    refuse_over,
)
from forthgame.ui.terminal.ctrl_c import ended_cleanly
from forthgame.ui.terminal.escaping import echo, say, visible

MOST_JOBS = 64


@click.command("tune")
@click.argument("file")
@click.option(
    "--time",
    "seconds",
    type=Seconds(1),
    default=75.0,
    show_default=True,
    help="Seconds to learn, without the final check.",
)
@click.option(
    "--games", type=Whole(1), help="Number of games instead of a time: same seed, same result."
)
@click.option("--seed", type=Seed(), help="Seed of all games; from the clock by default.")
@click.option(
    "--jobs",
    type=click.IntRange(1, MOST_JOBS),
    default=1,
    show_default=True,
    help="Number of playing processes.",
)
@click.option(
    "--output",
    "-o",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write a script that LOADs the game and adds the evaluation.",
)
@click.option(
    "--against",
    multiple=True,
    type=click.Choice((NONE, SCRIPT)),
    help="Opponents of the final check; by default no evaluation, and the script's "
    "own if it has one.",
)
@click.option(
    "--check",
    "openings",
    type=Whole(0),
    default=20,
    show_default=True,
    help="Openings of the final check, each from every seat; 0 for none.",
)
@click.option(
    "--move-time",
    type=Seconds(0, above=True),
    default=0.02,
    show_default=True,
    help="Seconds per move in the final check.",
)
@click.option(
    "--report",
    "to",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write a page with the learning curve (HTML).",
)
@click.option("--unconfined", is_flag=True, help="Run the script in unconfined processes.")
@interpret_option
@json_option
@ended_cleanly
def command(
    file: str,
    seconds: float,
    games: int | None,
    seed: int | None,
    jobs: int,
    output: Path | None,
    against: tuple[str, ...],
    openings: int,
    move_time: float,
    to: Path | None,
    unconfined: bool,
    interpret: bool,
    as_json: bool,
) -> None:
    """Learn an evaluation of FILE's positions by playing, and print it as lines of Forth.

    Append the lines to the script, or write a script with --output. The evaluation has piece values
    by position and, if useful, rows, neighbours, moves, hands and stored numbers. Ctrl-C ends the
    learning and keeps its result so far.
    """
    script = find_script(file)
    refuse_over(to, script, output)
    budget = TuningBudget(None, games) if games is not None else TuningBudget(seconds)
    with progress(enabled=not as_json) as report:
        tuned = tune(
            script,
            budget=budget,
            seed=entropy() if seed is None else seed,
            jobs=jobs,
            confined=not unconfined,
            native=not interpret,
            against=(against or (NONE, SCRIPT)) if openings else (),
            openings=openings,
            move=move_time,
            report=report,
        )
    text = f"{header(tuned)}\n{tuned.text}"
    made, failure = _write(tuned, text, script, output, to)
    if as_json:
        print_json({**document(tuned), "files": [str(path) for path in made]})
    else:
        show(tuned, None if made else text, output if made else None)
    if failure is not None:
        raise failure


def _write(
    tuned: Tuned, text: str, script: Path, output: Path | None, to: Path | None
) -> tuple[list[Path], ForthgameError | None]:
    """Write the requested files; return those of the script, and an error.

    The error is returned so that the result can be shown first.
    """
    made: list[Path] = []
    try:
        if output is not None:
            made = write_script(output, script, [Path(path) for path in tuned.facts.files], text)
        if to is not None:
            write_page(to, tuned)
    except ForthgameError as error:
        return made, error
    return made, None


def show(tuned: Tuned, text: str | None, output: Path | None) -> None:
    """Print the report, and the Forth lines unless they were written to a file."""
    for line in lines_of(tuned):
        echo(line, err=text is not None)
    if output is not None:
        echo(f"{output} has the game with this evaluation: forthgame play {output}")
    if text is not None:
        echo(text)


@contextmanager
def progress(enabled: bool) -> Iterator[Report]:
    """Yield a function that shows the current work and the used share of the budget."""
    screen = Console(stderr=True)
    if not enabled:
        yield lambda what, share: None
        return
    if not screen.is_terminal:
        before: list[str] = []

        def line(what: str, share: float) -> None:
            kind = what.partition(":")[0]
            if kind not in before[-1:]:
                before.append(kind)
                say(what)

        yield line
        return
    with Progress(
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        TimeElapsedColumn(),
        console=screen,
        transient=True,
    ) as bar:
        task = bar.add_task("", total=1.0)

        def report(what: str, share: float) -> None:
            bar.update(task, description=visible(what), completed=share)

        yield report
