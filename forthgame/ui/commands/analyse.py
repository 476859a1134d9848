"""`forthgame analyse`: search a position and show the best lines."""

from __future__ import annotations

from dataclasses import replace

import click
from rich.console import Console
from rich.live import Live
from rich.table import Table
from rich.text import Text

from forthgame.api.game import State
from forthgame.position.move_texts import own_text
from forthgame.rules.engines import BOUNDS, LARGEST_TABLE, Limits, parse_engine
from forthgame.search.engine_choice import EngineChoice, choose_engine
from forthgame.search.score_expectation import Expectation, expectation
from forthgame.search.search import analyse, search
from forthgame.search.search_result import SearchResult, decided_text, is_decided, refuse_chance
from forthgame.ui.cli.shared_options import (
    MOST,
    Seconds,
    Whole,
    interpret_option,
    json_option,
    position_options,
    print_json,
    seed_option,
    was_given,
)
from forthgame.ui.cli.starting_positions import first_state, load_game
from forthgame.ui.terminal.escaping import echo, visible

LONG = 0.9  # seconds of a search from which scores are also shown as shares of points


@click.command("analyse")
@click.argument("file")
@position_options
@click.option("--prove", is_flag=True, help="Prove a win, draw or loss; 10 seconds by default.")
@click.option(
    "--table",
    type=click.IntRange(1, LARGEST_TABLE),
    metavar="MB",
    help="Megabytes for searched positions.",
)
@click.option(
    "--engine",
    default="negamax",
    show_default=True,
    help="Engine with options: negamax:depth=6, auto.",
)
@click.option(
    "--time", "seconds", type=Seconds(0, above=True), help="Seconds to search; 5 by default."
)
@click.option("--depth", type=Whole(1), help="Plies to search.")
@click.option("--nodes", type=Whole(1, MOST), help="Positions to search.")
@click.option(
    "--multi",
    type=Whole(1),
    default=1,
    show_default=True,
    help="Number of best moves to show with their lines.",
)
@seed_option
@interpret_option
@json_option
def command(
    file: str,
    after: str,
    position: str | None,
    level: int | None,
    prove: bool,
    table: int | None,
    engine: str,
    seconds: float | None,
    depth: int | None,
    nodes: int | None,
    multi: int,
    seed: int,
    interpret: bool,
    as_json: bool,
) -> None:
    """Search FILE's opening or another position and show the best moves."""
    name, own = parse_engine(engine)
    if prove and (depth is not None or multi > 1):
        raise click.UsageError("--prove has no --depth and no --multi")
    if prove and was_given("engine"):
        raise click.UsageError("--prove has no --engine")
    game = load_game(file, native=not interpret)
    state = first_state(game, position, level, seed, after)
    refuse_chance(state)
    if prove:
        bound = 10.0 if seconds is None and nodes is None else seconds
        _prove(state, bound, nodes, table, as_json)
        return
    limits = own.over(Limits(seconds, depth, nodes, table=table))
    if all(getattr(limits, bound) is None for bound in BOUNDS):
        limits = replace(limits, time=5.0)
    chosen = choose_engine(state, name, limits)
    name = chosen.name if chosen.reason else name
    one_line = multi == 1 and (chosen.engine is None or chosen.engine.step != "(search-to)")
    if one_line:  # the engine has one line only
        found = [search(state, name, limits)]
    elif as_json:
        found = analyse(state, name, limits, multi)
    if as_json:
        known = _expectation(state, found)
        print_json(
            {
                "game": game.name,
                "player": state.player,
                "history": state.history,
                "engine": name,
                "reason": chosen.reason,
                "lines": [_entry(line, known) for line in found],
            }
        )
        return
    echo(f"{state.player} to move, {len(state.moves())} legal moves", err=True)
    if chosen.reason:
        echo(str(EngineChoice(name, chosen.reason)), err=True)
    if one_line:
        echo(_text(found[0]))
        if found[0].depth:
            _echo_speed(found[0])
        return
    screen = Console(stderr=True)
    if screen.is_terminal:
        with Live(console=screen, transient=True) as live:
            found = analyse(state, name, limits, multi, lambda lines: live.update(_table(lines)))
    else:
        found = analyse(state, name, limits, multi, _echo_lines)
    known = _expectation(state, found)
    for line in found:
        echo(_text(line, known))
    if depth is None and nodes is None:
        _echo_speed(found[0])


def _expectation(state: State, found: list[SearchResult]) -> Expectation | None:
    """Return the expected points by score in this game, if a line needs them.

    Quick answers are not delayed for it, and interrupted ones neither.
    """
    plain = any(line.share is None and not is_decided(line.score) for line in found)
    wanted = plain and found[0].depth and found[0].seconds >= LONG
    if not wanted or found[0].stopped == "interrupted":
        return None
    try:
        return expectation(state.game)
    except KeyboardInterrupt:  # the lines are complete
        return None


def _share(line: SearchResult, known: Expectation | None) -> float | None:
    if line.share is not None or known is None:
        return line.share
    return round(known.share(line.score), 3)


def _echo_speed(line: SearchResult) -> None:
    rate = line.nodes_per_second
    echo(f"{line.nodes:,} positions in {line.seconds:.2f} s, {rate:,.0f} a second", err=True)


def _prove(
    state: State, seconds: float | None, nodes: int | None, table: int | None, as_json: bool
) -> None:
    found = state.prove(seconds, nodes=nodes, table=table)
    if as_json:
        print_json(
            {
                "game": state.game.name,
                "player": state.player,
                "history": state.history,
                "value": found.value,
                "move": str(found.move) if found.move else None,
                "known": found.known,
                "nodes": found.nodes,
                "seconds": round(found.seconds, 3),
                "stopped": found.stopped,
            }
        )
        return
    echo(f"{state.player} to move, {len(state.moves())} legal moves", err=True)
    echo(str(found))
    if found.stopped == "interrupted":
        raise KeyboardInterrupt


def _echo_lines(lines: list[SearchResult]) -> None:
    for line in lines:
        echo(_text(line), err=True)


def _text(line: SearchResult, known: Expectation | None = None) -> str:
    if not line.depth and not line.proven:  # chosen without search
        return "; ".join(line.pv)
    score = decided_text(line.score)
    if line.proven:
        score += ", proven" if line.proven != "draw" else ", a proven draw"
    elif (share := _share(line, known)) is not None and not is_decided(line.score):
        score += f" ({'about ' * (line.share is None)}{100 * share:.0f} % of the points)"
    return f"depth {line.depth}  score {score}  nodes {line.nodes}  {'; '.join(line.pv)}"


def _table(lines: list[SearchResult]) -> Table:
    first = lines[0]
    heading = (
        f"depth {first.depth}, {first.nodes} positions, {first.nodes_per_second:,.0f} a second, "
        f"{first.seconds:.1f} s"
    )
    table = Table("score", "line", title=heading, title_justify="left", box=None)
    for line in lines:
        table.add_row(decided_text(line.score), Text(visible("; ".join(line.pv))))
    return table


def _entry(line: SearchResult, known: Expectation | None) -> dict[str, object]:
    return {
        "move": own_text(line.move),
        "score": line.score,
        "depth": line.depth,
        "nodes": line.nodes,
        "nodes_per_second": round(line.nodes_per_second),
        "seconds": round(line.seconds, 3),
        "pv": line.pv,
        "proven": line.proven,
        "share": _share(line, known),
        "stopped": line.stopped,
    }
