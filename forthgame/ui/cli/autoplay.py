"""`forthgame autoplay`: scripts play each other."""

from __future__ import annotations

import click

from forthgame.game.game import entropy
from forthgame.play.match import GameRecord, Limits
from forthgame.play.report import closing, cumulative, transcript
from forthgame.play.tournament import Plan, Standing, entrant_name, records, wilson
from forthgame.ui.cli.common import interpret_option, json_option, load_game, print_json


@click.command("autoplay")
@click.argument("arguments", nargs=-1, required=True, metavar="ONE TWO [MORE…] [N]")
@click.option("--games", type=click.IntRange(1), help="Number of games, 10 if none is given.")
@click.option("--jobs", type=click.IntRange(1), default=1, show_default=True, help="Processes.")
@click.option("--seed", type=int, help="Same seed, same games; by default from the clock.")
@click.option("--time", "seconds", type=click.FloatRange(0), help="Seconds a move.")
@click.option("--depth", type=click.IntRange(1), help="Plies, for built-in engines.")
@click.option("--plies", type=click.IntRange(1), default=5000, show_default=True,
              help="A game that lasts longer is a draw.")  # fmt: skip
@click.option("--transcript", "show_games", is_flag=True, help="Print every game.")
@interpret_option
@json_option
def command(
    arguments: tuple[str, ...],
    games: int | None,
    jobs: int,
    seed: int | None,
    seconds: float | None,
    depth: int | None,
    plies: int,
    show_games: bool,
    interpret: bool,
    as_json: bool,
) -> None:
    """Play games between scripts, each seat its own script; the seats rotate from game to game.

    `forthgame autoplay splut/duel splut/random 100` plays 100 games.
    """
    scripts = list(arguments)
    if scripts[-1].isdigit():
        number = int(scripts.pop())
        if games is not None and games != number:
            raise click.UsageError("the number of games is given twice")
        games = number
    games = 10 if games is None else games
    if len(scripts) < 1 or games < 1:
        raise click.UsageError("name the scripts that play, and at least one game")
    seed = entropy() if seed is None else seed
    plan = Plan(tuple(scripts), games, seed, Limits(seconds, depth, plies), not interpret)
    first = load_game(scripts[0])
    names = [entrant_name(script) for script in scripts]
    standing = Standing(names, [0] * len(names))
    played: list[GameRecord] = []
    for record in records(plan, min(jobs, games)):
        standing.add(record)
        played.append(record)
        click.echo(_progress(record, standing, games), err=True)
        if show_games and not as_json:
            click.echo(transcript(record, first.set_up, games))
            click.echo(cumulative(standing, games) + "\n")
    if as_json:
        print_json(_document(standing, played, seed))
        return
    click.echo(closing(standing))
    click.echo(_statistics(standing, played, seed))


def _progress(record: GameRecord, standing: Standing, games: int) -> str:
    result = "a draw" if record.winner is None else f"{standing.names[record.winner]} wins"
    seats = ", ".join(f"{seat}: {standing.names[k]}" for seat, k in record.seats.items())
    reason = "" if record.reason == "result" else f" ({record.reason})"
    score = " ".join(f"{n} {w}" for n, w in zip(standing.names, standing.wins, strict=True))
    return (
        f"Game {record.number + 1} of {games}: {result}{reason} in {len(record.moves)} plies, "
        f"{record.seconds:.1f} s ({seats}); {score}, draws {standing.draws}"
    )


def _statistics(standing: Standing, played: list[GameRecord], seed: int) -> str:
    lines = [""]
    width = max(map(len, standing.names))
    for name, wins in zip(standing.names, standing.wins, strict=True):
        low, high = wilson(wins, standing.games)
        lines.append(
            f"{name:{width}}  wins {100 * wins / standing.games:5.1f} %"
            f"  95 % interval {100 * low:.1f} … {100 * high:.1f} %"
        )
    lengths = sorted(len(record.moves) for record in played)
    mean = sum(lengths) / len(lengths)
    distinct = len({tuple(record.moves) for record in played})
    cut = sum(record.reason == "ply limit" for record in played)
    lines.append(
        f"plies a game: {lengths[0]} to {lengths[-1]}, mean {mean:.1f}; "
        f"{distinct} different games; {cut} ended by the ply limit"
    )
    lines.append(f"seconds: {sum(record.seconds for record in played):.1f}; seed {seed}")
    return "\n".join(lines)


def _document(standing: Standing, played: list[GameRecord], seed: int) -> dict[str, object]:
    entrants = []
    for name, wins in zip(standing.names, standing.wins, strict=True):
        low, high = wilson(wins, standing.games)
        entrants.append({"name": name, "wins": wins, "interval": [low, high]})
    return {
        "entrants": entrants,
        "draws": standing.draws,
        "games": standing.games,
        "seed": seed,
        "records": [record.as_dict() for record in played],
    }
