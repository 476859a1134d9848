"""How strong the engines are: matches with intervals, written to strength.md beside this file.

    python benchmarks/strength.py [--jobs 2] [--scale 1.0]

Seats are exchanged, openings are two random plies, every seed is fixed; matches with a time limit
depend on the machine all the same.
"""

from __future__ import annotations

import argparse
import shutil
import tempfile
from dataclasses import dataclass
from pathlib import Path

from forthgame.play.statistics import wilson
from forthgame.play.tournament import Tournament, tournament
from forthgame.source import shipped

HERE = Path(__file__).parent
ARTICLE_DEPTH = 7  # plies the article's search looks ahead in the match at equal time
EQUAL_TIME = 0.03  # seconds a move of the search it meets


@dataclass(frozen=True)
class Match:
    """Entrants, of whom the first is looked at, and what he is expected to score at least."""

    title: str
    entrants: tuple[str, ...]
    games: int
    bar: str
    game: str | None = None
    random_plies: int = 2


def matches(folder: Path) -> list[Match]:
    """The matches; variants of scripts are written to a folder."""
    shutil.copytree(shipped("games") / "splut", folder / "splut")
    article, general = folder / "splut" / "article.4th", folder / "splut" / "brought.4th"
    article.write_text(f"LOAD duel.4th\n{ARTICLE_DEPTH} MaxDepth !\n", encoding="utf-8")
    general.write_text("LOAD general.4th\n40 MaxDepth !\n", encoding="utf-8")
    breakthrough = "breakthrough"
    return [
        Match("breakthrough: negamax at depth 4 against random",
              ("negamax:depth=4", "random:"), 300, "98 %", breakthrough),
        Match("breakthrough: uct with 2000 games a move against random",
              ("uct:playouts=2000", "random:"), 100, "98 %", breakthrough),
        Match("breakthrough: negamax with 0.2 s a move against negamax at depth 2",
              ("negamax:time=0.2", "negamax:depth=2"), 60, "80 %", breakthrough),
        Match("Splut! for four: paranoid at depth 3 against three random players",
              ("paranoid:depth=3", *["random:"] * 3), 200, "far above 25 %", "splut", 0),
        Match(f"Duel: AlphaBeta with {EQUAL_TIME} s a move against the article's search at depth "
              f"{ARTICLE_DEPTH}",
              (f"{general}:time={EQUAL_TIME}", str(article)), 100, "above 50 %"),
    ]  # fmt: skip


def row(match: Match, played: Tournament) -> str:
    """A row of the table: score of the first entrant with its interval, and the time of both."""
    points, counted = 0.0, 0
    seconds, moves = [0.0, 0.0], [0, 0]
    for record in played.records:
        if record.end == "void":
            continue
        counted += 1
        gained = record.points()
        for seat, entrant in record.seats.items():
            points += gained[seat] if entrant == 0 else 0.0
            side = min(entrant, 1)
            seconds[side] += record.usage[seat].seconds
            moves[side] += record.usage[seat].moves
    interval = wilson(points, counted)
    low, high = interval.low, interval.high
    times = [1000 * s / max(m, 1) for s, m in zip(seconds, moves, strict=True)]
    return (
        f"| {match.title} | {counted} | {100 * points / counted:.1f} % | "
        f"{100 * low:.1f} … {100 * high:.1f} % | {match.bar} | {times[0]:.1f} / {times[1]:.1f} ms |"
    )


def main() -> None:
    """Play all matches and write the page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--scale", type=float, default=1.0, help="play so many times the games")
    options = parser.parse_args()
    lines = [
        "# Strength",
        "",
        "Written by `python benchmarks/strength.py`: share of points of the first one named, with",
        "a 95 % interval (Wilson), and the mean time a move of both sides. Seats are exchanged;",
        "openings are two random plies (none in the game for four).",
        "",
        "| match | games | score | 95 % interval | bar | ms a move |",
        "|---|---|---|---|---|---|",
    ]
    with tempfile.TemporaryDirectory() as folder:
        for match in matches(Path(folder)):
            length = len(match.entrants)
            games = max(length, round(match.games * options.scale) // length * length)
            played = tournament(
                match.entrants, jobs=options.jobs, games=games, seed=1,
                game=match.game, random_plies=match.random_plies,
            )  # fmt: skip
            lines.append(row(match, played))
            print(lines[-1], flush=True)
    (HERE / "strength.md").write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
