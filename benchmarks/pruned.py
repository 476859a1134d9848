"""Alpha-beta with an option against alpha-beta without it: what each option is worth.

Both sides may see as many positions a move as the same time of the processor allows, measured
before the match, so a row depends on the machine only by that.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import log10
from time import process_time

import forthgame
from forthgame.play.limits import Limits
from forthgame.play.statistics import wilson
from forthgame.play.tournament import tournament

TIME = 0.005  # seconds of the processor for a move, of both sides
GAMES = 60
LONGEST = 160  # plies; a longer game is a draw
NODES = 4000  # positions of a search that is timed
SAMPLES = (2, 8, 14)  # plies of random games after which it is measured what a position costs
REPEATED = 3  # measurements, of which the least counts
SIX = ("breakthrough", "connectfour", "othello", "clobber", "draughts/english", "morris")
TAKING = ("breakthrough", "draughts/english", "minishogi", "chess", "clobber", "xiangqi")
CHECKING = ("chess", "minishogi", "xiangqi", "makruk", "antichess")


@dataclass(frozen=True)
class Trial:
    """An option, what it meets, and the games."""

    given: str
    other: str
    games: tuple[str, ...] = SIX
    engine: str = "negamax"


TRIALS = (
    Trial("null=2", "null=0"),
    Trial("malus=yes", "malus=no"),
    Trial("countermove=yes", "countermove=no"),
    Trial("late=2", "late=4"),
    Trial("late=8", "late=4"),
    Trial("late=0", "late=4"),
    Trial("recapture=yes", "recapture=no", TAKING),
    Trial("forced=yes", "forced=no"),
    Trial("internal=yes", "internal=no"),
    Trial("keep=yes", "keep=no"),
    Trial("captures=0", "captures=7"),
    Trial("aspiration=no", "aspiration=yes"),
    Trial("scout=no", "scout=yes"),
    Trial("check=yes", "check=no", CHECKING),
)


def cost(name: str, engine: str, text: str) -> float:
    """Seconds of the processor for a position of a search with options."""
    game = forthgame.load(name)
    if game.native is not None:
        game.native.prepare(wait=True)
    seconds, nodes = 0.0, 0
    for plies in SAMPLES:
        state = game.new_game(seed=plies)
        for _ in range(plies):
            if not state.outcome and state.moves():
                state.play(state.search("random", seed=plies).move)
        if state.outcome or not state.moves():
            continue
        started = process_time()
        nodes += state.search(f"{engine}:{text}", nodes=NODES, seed=1).nodes
        seconds += process_time() - started
    return seconds / max(nodes, 1)


def elo(score: float) -> str:
    """A score as a difference in Elo."""
    if not 0 < score < 1:
        return "∞" if score else "-∞"
    return f"{-400 * log10(1 / score - 1):+.0f}"


def row(trial: Trial, name: str, jobs: int, games: int, seconds: float = TIME) -> str:
    """A row of the table."""
    costs = [
        min(cost(name, trial.engine, text) for _ in range(REPEATED))
        for text in (trial.given, trial.other)
    ]
    if trial.given.startswith("keep="):  # a position costs the same
        costs = [min(costs)] * 2
    allowed = [max(round(seconds / each), 10) for each in costs]
    entrants = [
        f"{trial.engine}:nodes={number},{text}"
        for number, text in zip(allowed, (trial.given, trial.other), strict=True)
    ]
    played = tournament(
        entrants, jobs=jobs, games=games, seed=1, game=name, random_plies=2,
        limits=Limits(plies=LONGEST),
    )  # fmt: skip
    points, counted = 0.0, 0
    for record in played.records:
        if record.end == "fault":
            raise SystemExit(f"{entrants} at {name}: {record.reason}")
        if record.end != "void":
            counted += 1
            gained = record.points()
            points += sum(gained[seat] for seat, who in record.seats.items() if who == 0)
    interval = wilson(points, counted)
    low, high, mean = interval.low, interval.high, points / counted
    return (
        f"| {trial.given} | {trial.other} | {name} | {allowed[0]} / {allowed[1]} | {counted} | "
        f"{100 * mean:.1f} % | {100 * low:.1f} … {100 * high:.1f} % | "
        f"{elo(mean)} ({elo(low)} … {elo(high)}) |"
    )


def section(jobs: int, scale: float, known: list[str]) -> Iterator[str]:
    """The lines of the section; rows that are known stay."""
    yield from (
        "`negamax` with an option against `negamax` without it, two random plies first, seats",
        "exchanged: share of points with a 95 % interval (Wilson), and the same as Elo. Both sides",
        f"may see as many positions a move as {1000 * TIME:g} ms of the processor allow, measured",
        f"before the match. Games of {LONGEST} plies are draws.",
        "",
        "| with | against | game | positions a move | games | score | 95 % interval | Elo |",
        "|---|---|---|---|---|---|---|---|",
    )
    games = max(2, round(GAMES * scale) // 2 * 2)
    for trial in TRIALS:
        for name in trial.games:
            head = f"| {trial.given} | {trial.other} | {name} |"
            found = [line for line in known if line.startswith(head)]
            yield found[0] if found else row(trial, name, jobs, games)
