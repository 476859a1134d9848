"""Games for four: each engine against three that choose at random, and engines among themselves."""

from __future__ import annotations

from collections.abc import Iterator

from forthgame.play.model.game_record import GameRecord
from forthgame.play.model.limits import Limits
from forthgame.play.run.tournament import Tournament, tournament
from forthgame.play.statistics.interval import wilson

GAMES = ("splut", "chinese-checkers/four", "yonin-shogi")
ENGINES = ("paranoid", "maxn", "brs", "brs+", "best-first", "uct", "mcts")
TOGETHER = ("paranoid", "maxn", "brs+", "uct")  # entrants of one table
TIME = 0.03  # seconds a move
AGAINST = 40  # games of an engine against three at random
AMONG = 48  # games of a table: each order of the four twice
PLIES = 1500  # a longer game is a draw


def counting(title: str, played: Tournament) -> Iterator[GameRecord]:
    """The games that count. Raises SystemExit if an entrant failed."""
    for record in played.records:
        if record.end == "fault":
            raise SystemExit(f"{title}: {record.reason}")
        if record.end != "void":
            yield record


def share(entrants: tuple[str, ...], game: str, games: int, jobs: int) -> list[tuple[float, int]]:
    """Points and games of each entrant."""
    played = tournament(
        entrants, jobs=jobs, games=games, seed=1, game=game, limits=Limits(plies=PLIES)
    )
    points, counted = [0.0] * len(entrants), 0
    for record in counting(game, played):
        counted += 1
        gained = record.points()
        for seat, entrant in record.seats.items():
            points[entrant] += gained[seat]
    return [(found, counted) for found in points]


def cell(points: float, games: int) -> str:
    """A share of points with its interval."""
    found = wilson(points, games)
    return f"{100 * points / games:.0f} % ({100 * found.low:.0f}–{100 * found.high:.0f})"


def section(scale: float, jobs: int) -> Iterator[str]:
    """The section: two tables."""
    yield from (
        f"Each engine with {TIME} s a move against three players who choose at random: share of",
        f"points with a 95 % interval (Wilson). Seats change; games of {PLIES} plies are draws.",
        "",
        "| engine | " + " | ".join(GAMES) + " |",
        "|---|" + "---|" * len(GAMES),
    )
    games = max(4, round(AGAINST * scale) // 4 * 4)
    for engine in ENGINES:
        entrants = (f"{engine}:time={TIME}", *["random:"] * 3)
        cells = [cell(*share(entrants, game, games, jobs)[0]) for game in GAMES]
        yield f"| {engine} | {' | '.join(cells)} |"
    yield from (
        "",
        "Four engines at one table, in every order: their shares of the points. A quarter is even.",
        "",
        "| game | games | " + " | ".join(TOGETHER) + " |",
        "|---|---|" + "---|" * len(TOGETHER),
    )
    games = max(24, round(AMONG * scale) // 24 * 24)
    for game in GAMES:
        found = share(tuple(f"{engine}:time={TIME}" for engine in TOGETHER), game, games, jobs)
        yield f"| {game} | {found[0][1]} | {' | '.join(cell(*each) for each in found)} |"
