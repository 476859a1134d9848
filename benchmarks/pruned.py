"""Alpha-beta with an option against alpha-beta without it, and newer engines against it.

Both sides may see as many positions a move as the same time of the processor allows, measured
before the match, so a row depends on the machine only by that.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from math import log10
from random import Random
from time import process_time

import forthgame
from forthgame import Game, State
from forthgame.play.statistics.interval import wilson
from forthgame.position.position_record import POINTS

TIME = 0.003  # seconds of the processor for a move, of both sides
GAMES = 100
RANDOM_PLIES = 2
LONGEST = 160  # plies; a longer game is a draw
NODES = 4000  # positions of a search that is timed
SAMPLES = (2, 8, 14)  # plies of random games before the cost of a position is measured
REPEATED = 5  # measurements, of which the least counts
SIX = ("breakthrough", "connectfour", "othello", "clobber", "draughts/english", "morris")
TAKING = ("breakthrough", "draughts/english", "minishogi", "chess", "clobber", "xiangqi")
FOUR = ("splut", "chinese-checkers", "yonin-shogi")
CHECKING = ("chess", "minishogi", "xiangqi", "makruk", "antichess")


@dataclass(frozen=True)
class Trial:
    """An option or, if `engine` is empty, two engines; the opponents and the games."""

    given: str
    other: str
    games: tuple[str, ...] = SIX
    engine: str = "negamax"

    def texts(self) -> tuple[str, str]:
        """Return both sides, to which options can be added."""
        start = f"{self.engine}:" if self.engine else ""
        given, other = (f"{start}{text}" for text in (self.given, self.other))
        return (f"{given},", f"{other},") if self.engine else (f"{given}:", f"{other}:")


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


ENGINES = (
    Trial("best-first", "negamax", SIX, ""),
    Trial("brs+", "brs", FOUR, ""),
    Trial("brs+", "paranoid", FOUR, ""),
    Trial("best-first", "paranoid", FOUR, ""),
)


def costs(
    name: str, texts: Sequence[str], samples: Sequence[int] = SAMPLES, **limit: int
) -> list[float]:
    """Return the processor seconds for each position, or each random game, that searches count.

    `samples` are the plies of random games after which searches are timed, `limit` their size.
    Searches take turns, so that other load on the machine slows all of them. Positions in which one
    of them ends early with a proven value are not representative and are left out.
    """
    game = loaded(name)
    seconds, nodes = [0.0] * len(texts), [0] * len(texts)
    for plies in samples:
        state = game.new_game(seed=plies)
        for _ in range(plies):
            if not state.outcome and state.moves():
                state.play(state.search("random", seed=plies).move)
        if state.outcome or not state.moves():
            continue
        found = [[timed(state, text, limit) for text in texts] for _ in range(REPEATED)]
        counted = [seen for _, seen in found[0]]
        if min(counted) >= min(limit.values()) or plies == samples[0]:
            for k in range(len(texts)):
                seconds[k] += min(each[k][0] for each in found)
                nodes[k] += counted[k]
    return [spent / max(count, 1) for spent, count in zip(seconds, nodes, strict=True)]


def timed(state: State, text: str, limit: dict[str, int]) -> tuple[float, int]:
    """Return the processor seconds of a search, and its count."""
    started = process_time()
    nodes = state.search(text, seed=1, **limit).nodes  # type: ignore[arg-type]
    return process_time() - started, nodes


def match(name: str, sides: list[str], number: int) -> float:
    """The share of points of the first side in a game: every other one has the other seats.

    Each side has a machine of its own, so neither overwrites the other's table.
    """
    states = [loaded(name, side).new_game(seed=1 + number) for side in (0, 1)]
    state, opening = states[0], Random(number // 2)
    seats = {
        player: (k + number) % 2 for k, player in enumerate(state.game.declaration.competitors)
    }
    while not state.outcome and state.moves() and len(state.history) < LONGEST:
        mover = seats.get(state.player)
        if len(state.history) < RANDOM_PLIES:
            chosen = opening.randrange(len(state.moves()))
        elif mover is None:
            chosen = state.search("random", seed=number).move.index
        else:
            chosen = states[mover].search(sides[mover], seed=number).move.index
        for each in states:
            each.play(chosen)
    ended = state.outcomes() or dict.fromkeys(seats, "draw")
    gained = {player: POINTS[ended[player]] for player in seats}
    own = sum(points for player, points in gained.items() if seats[player] == 0)
    return own / (sum(gained.values()) or 1.0)


@cache
def loaded(name: str, side: int = 0) -> Game:
    """A game with its machine code ready, for each side its own."""
    game = forthgame.load(name)
    if game.native is not None:
        game.native.prepare(wait=True)
    return game


def elo(score: float) -> str:
    """A score as a difference in Elo."""
    if not 0 < score < 1:
        return "∞" if score else "-∞"
    return f"{-400 * log10(1 / score - 1):+.0f}"


def row(trial: Trial, name: str, games: int, seconds: float = TIME) -> str:
    """A row of the table. With four players the sides have every other seat."""
    texts = trial.texts()
    spent = costs(name, [text.rstrip(",:") for text in texts], nodes=NODES)
    if trial.given.startswith("keep="):  # a position costs the same
        spent = [min(spent)] * 2
    allowed = [max(round(seconds / each), 10) for each in spent]
    sides = [f"{text}nodes={number}" for text, number in zip(texts, allowed, strict=True)]
    played = [match(name, sides, number) for number in range(games)]
    points, counted = sum(played), len(played)
    interval = wilson(points, counted)
    low, high, mean = interval.low, interval.high, points / counted
    return (
        f"| {trial.given} | {trial.other} | {name} | {allowed[0]} / {allowed[1]} | {counted} | "
        f"{100 * mean:.1f} % | {100 * low:.1f} … {100 * high:.1f} % | "
        f"{elo(mean)} ({elo(low)} … {elo(high)}) |"
    )


def table(trials: tuple[Trial, ...], scale: float, known: list[str]) -> Iterator[str]:
    """Return the rows of some trials; known rows are kept."""
    yield from (
        "| with | against | game | positions a move | games | score | 95 % interval | Elo |",
        "|---|---|---|---|---|---|---|---|",
    )
    games = max(2, round(GAMES * scale) // 2 * 2)
    for trial in trials:
        for name in trial.games:
            head = f"| {trial.given} | {trial.other} | {name} |"
            found = [line for line in known if line.startswith(head)]
            yield found[0] if found else row(trial, name, games)


def section(scale: float, known: list[str]) -> Iterator[str]:
    """The section of options."""
    yield from (
        "`negamax` with an option against `negamax` without it, two random plies first, seats",
        "exchanged: share of points with a 95 % interval (Wilson), and the same as Elo. Both sides",
        f"may see as many positions a move as {1000 * TIME:g} ms of the processor allow, measured",
        f"before the match. Games of {LONGEST} plies are draws.",
        "",
    )
    yield from table(TRIALS, scale, known)


def engine_section(scale: float, known: list[str]) -> Iterator[str]:
    """The section of other engines."""
    yield from (
        "`best-first` and `brs+` against alpha-beta, measured like its options. In games for four",
        "the sides have every other seat, and the score is their share of all points.",
        "",
    )
    yield from table(ENGINES, scale, known)
