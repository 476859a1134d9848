"""Measure the strength of the engines by matches, and write strength.md beside this file.

    python benchmarks/strength.py [--jobs 2] [--scale 1.0] [--section "Options of uct"]

Seats are exchanged, openings are two random plies, every seed is fixed; matches with a time limit
depend on the machine all the same.
"""

from __future__ import annotations

import argparse
import shutil
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from benchmarks import against_openspiel, four, pruned
from forthgame.base.source import package_path
from forthgame.play.run.tournament import Tournament, tournament
from forthgame.play.statistics.interval import wilson

HERE = Path(__file__).parent
ARTICLE_DEPTH = 7  # depth in plies of the article's search in the match at equal time
EQUAL_TIME = 0.03  # seconds a move of the search it meets


@dataclass(frozen=True)
class Match:
    """Entrants, the first of which is measured, and the least score expected of it."""

    title: str
    entrants: tuple[str, ...]
    games: int
    bar: str
    game: str | None = None
    random_plies: int = 2


def matches(folder: Path) -> list[Match]:
    """The matches; variants of scripts are written to a folder."""
    shutil.copytree(package_path("games") / "splut", folder / "splut")
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
    for record in four.counting(match.title, played):
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


OPTION_TIME = 0.01  # seconds of the processor for a move, of both sides
OPTION_GAMES = 100
SAMPLES = (0, 8, 16)  # plies of random games before the cost of a random game is measured
PLAIN = "mast=no,solve=no"
MOVING = ("breakthrough", "knightthrough", "clobber", "morris", "draughts/english")
PUT = ("hex", "gomoku", "connectfour")
FIVE = ("breakthrough", "hex", "connectfour", "clobber", "othello")
SIX = (*FIVE, "morris")
TAKING = ("breakthrough", "knightthrough", "draughts/english", "minishogi", "clobber")
MORE = ("amazons", "gomoku", "lines-of-action", "ataxx", "yavalath", "chess", "oware", "kalah")
OPTIONS: tuple[tuple[str, str, tuple[str, ...]], ...] = (  # an option, its opponents, games
    ("mast=yes,solve=no,explore=1", f"{PLAIN},explore=1", (*MOVING[:4], *PUT)),
    ("solve=yes", "solve=no", SIX),
    ("join=yes", "join=no", SIX),
    ("cut=2,join=yes", "cut=2", SIX),
    ("bias=1", "bias=0", TAKING),
    ("cut=2,bias=1", "cut=2", TAKING),
    ("ngram=2,explore=1", "mast=yes,explore=1", ("breakthrough", "connectfour", "clobber")),
    ("ngram=2", "mast=yes", ("hex", "othello")),
    ("ngram=3", "mast=yes", FIVE),
    ("history=0.5", "history=0", FIVE),
    ("cut=2", "cut=0", (*SIX, "knightthrough", "draughts/english", *MORE)),
    ("cut=2,explore=0.3", "cut=2", FIVE),
    ("cut=2,minimax=0.3", "cut=2", FIVE),
    ("cut=2,grave=50", "cut=2", FIVE),
    ("urgency=0.6", "", FIVE),
    ("explore=0.5", "explore=1", (*SIX, "knightthrough")),
    ("explore=0.3", "explore=1", FIVE),
    ("keep=yes,explore=1", "keep=no,explore=1", FIVE),
    ("grave=50,explore=0.3", "explore=0.3", FIVE),
    ("grave=50", "", (*SIX, "knightthrough", "gomoku")),
    ("grave=50,explore=0.3", "", (*SIX, "knightthrough", "gomoku")),
    ("minimax=0.3,explore=1", "explore=1", FIVE),
    ("look=1", "", FIVE),
)


def engine_matches(options: argparse.Namespace) -> Iterator[str]:
    """The section of engines against each other and against scripts."""
    yield from (
        "Share of points of the first one named, with a 95 % interval (Wilson), and the mean time",
        "a move of both sides. Seats are exchanged; openings are two random plies (none in the",
        "game for four).",
        "",
        "| match | games | score | 95 % interval | bar | ms a move |",
        "|---|---|---|---|---|---|",
    )
    with tempfile.TemporaryDirectory() as folder:
        for match in matches(Path(folder)):
            length = len(match.entrants)
            games = max(length, round(match.games * options.scale) // length * length)
            played = tournament(
                match.entrants, jobs=options.jobs, games=games, seed=1,
                game=match.game, random_plies=match.random_plies,
            )  # fmt: skip
            yield row(match, played)


def kept_row(options: argparse.Namespace, head: str) -> str:
    """The row of the page as it was that begins like this, if rows are kept and there is one."""
    lines = options.before.splitlines() if options.keep else []
    return next((line for line in lines if line.startswith(head)), "")


def in_elo(score: str, interval: str) -> str:
    """A score and its interval, in percent, as differences in Elo."""
    mean, low, high = (
        pruned.elo(float(text.strip(" %")) / 100) for text in (score, *interval.split("…"))
    )
    return f"{mean} ({low} … {high})"


def whole(text: str) -> str:
    """Options of an engine that plays random games to their end unless they say otherwise."""
    return text if "cut=" in text else f"cut=0,{text}".rstrip(",")


def option_matches(options: argparse.Namespace) -> Iterator[str]:
    """The section of `uct` with an option against `uct` without."""
    yield from (
        "`uct` with an option against `uct` without it, two random plies first, seats exchanged:",
        "share of points with a 95 % interval (Wilson), and the same as Elo. Both sides play as",
        f"many random games a move as {1000 * OPTION_TIME:g} ms of the processor allow, measured",
        "before the match. Where a side does not name an option it plays as it does by default,",
        "but random games to their end (`cut=0`).",
        "",
        "| with | against | game | random games a move | games | score | 95 % interval | Elo |",
        "|---|---|---|---|---|---|---|---|",
    )
    games = max(2, round(OPTION_GAMES * options.scale) // 2 * 2)
    for given, other, names in OPTIONS:
        for name in names:
            head = f"| {given} | {other or 'default'} | {name} |"
            if kept := kept_row(options, head):
                yield kept
                continue
            sides = [f"uct:{whole(text)}" for text in (given, other)]
            least = pruned.costs(name, sides, SAMPLES, playouts=1000)
            if given.startswith("keep="):  # a random game costs the same
                least = [min(least)] * 2
            allowed = [max(round(OPTION_TIME / each), 10) for each in least]
            entrants = [
                f"uct:playouts={number},{whole(text)}"
                for number, text in zip(allowed, (given, other), strict=True)
            ]
            played = tournament(
                entrants, jobs=options.jobs, games=games, seed=1, game=name, random_plies=2
            )
            cells = row(Match(name, tuple(entrants), games, ""), played).split(" | ")
            shown = " | ".join([f"{allowed[0]} / {allowed[1]}", *cells[1:4]])
            yield f"{head} {shown} | {in_elo(cells[2], cells[3])} |"


def pruned_matches(options: argparse.Namespace) -> Iterator[str]:
    """The section of `negamax` with an option against `negamax` without."""
    known = sections(options.before).get("Options of alpha-beta", "") if options.keep else ""
    yield from pruned.section(options.scale, known.splitlines())


def newer_matches(options: argparse.Namespace) -> Iterator[str]:
    """The section of `best-first` and `brs+`."""
    known = sections(options.before).get("Best-first and BRS+", "") if options.keep else ""
    yield from pruned.engine_section(options.scale, known.splitlines())


def four_matches(options: argparse.Namespace) -> Iterator[str]:
    """The section of games for four."""
    yield from four.section(options.scale, options.jobs)


def openspiel_matches(options: argparse.Namespace) -> Iterator[str]:
    """The section of `auto` against OpenSpiel's bot."""
    yield from (
        "`auto` with 0.1 s a move against OpenSpiel's MCTSBot with random rollouts, its solver,",
        "and the best of `uct_c` 0.5, 1 and 2, at equal processor time (`against_openspiel.py`):",
        "share of points with a 95 % interval (Wilson), and the mean time a move of both sides.",
        "Each opening of three random plies is played from both sides.",
        "",
        "| match | games | score | 95 % interval | ms a move |",
        "|---|---|---|---|---|",
    )
    games = max(2, round(100 * options.scale) // 2 * 2)
    given = argparse.Namespace(engine="auto", time=0.1, games=games, uct_c=None, seed=1)
    for name, pair in against_openspiel.pairs().items():
        kept = kept_row(options, f"| {name}: auto ")
        yield kept or against_openspiel.match(name, pair, given)
    yield from (
        "",
        "Which constant is best: bots with each two of them against each other, 0.02 or 0.03 s a",
        "move, share of points.",
        "",
        "| game | simulations an action | games | 0.5 | 1 | 2 |",
        "|---|---|---|---|---|---|",
    )
    for name in against_openspiel.BEST:
        yield kept_row(options, f"| {name} | ") or against_openspiel.bots(name, 12, 0.02)


SECTIONS = {
    "Engines": engine_matches,
    "Against OpenSpiel": openspiel_matches,
    "Options of uct": option_matches,
    "Options of alpha-beta": pruned_matches,
    "Best-first and BRS+": newer_matches,
    "Four players": four_matches,
}
HEAD = "# Strength\n\nWritten by `python benchmarks/strength.py`, each section by itself."


def sections(text: str) -> dict[str, str]:
    """Return the sections of the page, by heading."""
    parts = text.split("\n## ")[1:]
    return {part.partition("\n")[0]: part.partition("\n")[2].strip() for part in parts}


def main() -> None:
    """Play all matches, or those of a section, and write the page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--scale", type=float, default=1.0, help="play so many times the games")
    parser.add_argument("--section", choices=list(SECTIONS), help="only this one is written anew")
    parser.add_argument("--keep", action="store_true", help="keep rows of options that are there")
    options = parser.parse_args()
    page = HERE / "strength.md"
    options.before = page.read_text(encoding="utf-8")
    found = sections(options.before)
    for heading, play in SECTIONS.items():
        if options.section in (None, heading):
            lines: list[str] = []
            for line in play(options):
                lines.append(line)
                print(line, flush=True)
                found[heading] = "\n".join(lines)
                parts = [f"## {name}\n\n{found[name]}" for name in SECTIONS if name in found]
                page.write_text("\n\n".join([HEAD, *parts]) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
