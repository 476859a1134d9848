"""`forthgame analyse`: the best lines of a position, as they are found."""

from __future__ import annotations

import click
from rich.console import Console
from rich.live import Live
from rich.table import Table
from rich.text import Text

from forthgame.game.engines import Limits, parse_engine
from forthgame.game.found import SearchResult, decided_text
from forthgame.game.search import analyse
from forthgame.ui.cli.common import (
    interpret_option,
    json_option,
    load_game,
    print_json,
    split_moves,
)
from forthgame.ui.safe import echo, visible


@click.command("analyse")
@click.argument("file")
@click.option("--after", default="", metavar="'M1; M2'", help="Play these moves first.")
@click.option("--engine", default="negamax", show_default=True,
              help="negamax, paranoid or brs, with options: negamax:depth=6.")  # fmt: skip
@click.option("--time", "seconds", type=click.FloatRange(0, min_open=True),
              help="Seconds to search; 5 if nothing is given.")  # fmt: skip
@click.option("--depth", type=click.IntRange(1), help="Plies to search, exactly.")
@click.option("--nodes", type=click.IntRange(1), help="Positions to look at.")
@click.option("--multi", type=click.IntRange(1), default=1, show_default=True,
              help="How many moves to show with their lines.")  # fmt: skip
@click.option("--seed", type=int, default=1, show_default=True, help="Seed of the random streams.")
@interpret_option
@json_option
def command(
    file: str,
    after: str,
    engine: str,
    seconds: float | None,
    depth: int | None,
    nodes: int | None,
    multi: int,
    seed: int,
    interpret: bool,
    as_json: bool,
) -> None:
    """Show the best moves of FILE's opening, or of the position after some moves."""
    name, own = parse_engine(engine)
    if depth is None and nodes is None and seconds is None and own == Limits():
        seconds = 5.0
    limits = own.over(Limits(seconds, depth, nodes))
    game = load_game(file, native=not interpret)
    state = game.new_game(seed=seed)
    for text in split_moves(after):
        state.play(text)
    if as_json:
        found = analyse(state, name, limits, multi)
        print_json({"game": game.name, "player": state.player, "history": state.history,
                    "engine": name, "lines": [_entry(line) for line in found]})  # fmt: skip
        return
    echo(f"{state.player} to move, {len(state.moves())} legal moves", err=True)
    screen = Console(stderr=True)
    if screen.is_terminal:
        with Live(console=screen, transient=True) as live:
            found = analyse(state, name, limits, multi, lambda lines: live.update(_table(lines)))
    else:
        found = analyse(state, name, limits, multi, _echo_depth)
    for line in found:
        echo(_text(line))


def _echo_depth(lines: list[SearchResult]) -> None:
    for line in lines:
        echo(_text(line), err=True)


def _text(line: SearchResult) -> str:
    score = decided_text(line.score)
    return f"depth {line.depth}  score {score}  nodes {line.nodes}  {'; '.join(line.pv)}"


def _table(lines: list[SearchResult]) -> Table:
    table = Table("score", "line", title=_heading(lines[0]), title_justify="left", box=None)
    for line in lines:
        table.add_row(decided_text(line.score), Text(visible("; ".join(line.pv))))
    return table


def _heading(line: SearchResult) -> str:
    rate = line.nodes_per_second
    return f"depth {line.depth}, {line.nodes} positions, {rate:,.0f} a second, {line.seconds:.1f} s"


def _entry(line: SearchResult) -> dict[str, object]:
    return {
        "move": str(line.move),
        "score": line.score,
        "depth": line.depth,
        "nodes": line.nodes,
        "nodes_per_second": round(line.nodes_per_second),
        "seconds": round(line.seconds, 3),
        "pv": line.pv,
        "stopped": line.stopped,
    }
