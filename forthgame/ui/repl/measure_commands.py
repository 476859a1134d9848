"""Measuring commands: perft, random games, and the time of a line."""

from __future__ import annotations

import random
import time
from collections import Counter
from dataclasses import dataclass, field

from forthgame.api.state import State
from forthgame.base.errors import ForthgameError
from forthgame.ui.repl.command_table import command, games_and_seed
from forthgame.ui.repl.session import Session
from forthgame.ui.repl.session_stacks import shown

GAMES = 20
LONGEST = 2000  # plies after which a random game ends
DEEPEST = 64  # plies of a perft


@dataclass
class Counts:
    """Statistics of random games: moves at each ply, plies of each game, results."""

    branching: list[int] = field(default_factory=list)
    lengths: list[int] = field(default_factory=list)
    ends: Counter[str] = field(default_factory=Counter)


def random_games(state: State, games: int, seed: int) -> Counts:
    """Play random games from a position; a partial move is a ply."""
    draw = random.Random(seed)
    counts = Counts()
    for _ in range(games):
        now = state.copy()
        plies = 0
        while not now.outcome and (moves := now.moves()) and plies < LONGEST:
            counts.branching.append(len(moves))
            now.play(draw.choice(moves))
            plies += 1
        counts.lengths.append(plies)
        counts.ends[_ending(now, plies)] += 1
    return counts


def _ending(state: State, plies: int) -> str:
    if state.outcome == "draw":
        return "draw"
    if state.outcome:
        return f"{state.outcome} for {state.player}"
    return f"cut after {LONGEST} plies" if plies >= LONGEST else f"no move for {state.player}"


@command("perft DEPTH", "Measure", "Count the move sequences of a length from this position.")
def perft(session: Session, rest: str) -> None:
    if not rest.isdecimal() or int(rest) > DEEPEST:
        raise ForthgameError(f"write `perft DEPTH`, with a number of plies up to {DEEPEST}")
    state = session.position
    session.say(f"{state.game.perft(int(rest), state)} sequences of {rest} plies")


@command(
    "stats [GAMES [SEED]]",
    "Measure",
    "Show branching and length of random games from this position.",
)
def stats(session: Session, rest: str) -> None:
    usage = "write `stats`, `stats GAMES` or `stats GAMES SEED`, in numbers"
    games, seed = games_and_seed(rest, "stats", usage, (GAMES, session.seed))
    counts = random_games(session.position, games, seed)
    session.say(f"{games} random games from here, seed {seed}")
    session.say(f"moves to choose from: {_spread(counts.branching)}")
    session.say(f"plies of a game: {_spread(counts.lengths)}")
    for name, count in counts.ends.most_common():
        session.say(f"  {count:4}  {name}")


def _spread(values: list[int]) -> str:
    if not values:
        return "none, the game is over here"
    return f"{sum(values) / len(values):.1f} on average, {min(values)} to {max(values)}"


@command(
    "time TEXT",
    "Measure",
    "Run a line of the dialect and show its steps and time.",
    game=False,
    completes="word",
)
def time_(session: Session, text: str) -> None:
    if not text:
        raise ForthgameError("say what to time: a word, or a line of the dialect")
    processor = session.forth.processor
    steps = processor.steps_done
    started = time.perf_counter()
    session.run_forth(text)
    seconds = time.perf_counter() - started
    steps = processor.steps_done - steps
    session.say(f"ok {shown(processor)}".rstrip())
    session.say(f"{steps} steps interpreted, {1000 * seconds:.2f} ms")
