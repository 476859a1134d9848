"""Measuring commands: profile, coverage, perft, random games, and the time of a line."""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic

from forthgame.api.game import State
from forthgame.base.errors import ForthgameError
from forthgame.base.files import write_whole
from forthgame.base.source import read_source
from forthgame.ui.repl.command_table import command, games_and_seed
from forthgame.ui.repl.session import Session
from forthgame.ui.repl.shown_stacks import shown
from forthgame.why.profiling.coverage import CoverageProgress, coverage as measure_coverage
from forthgame.why.profiling.profile import KINDS, profile as measure_profile

COVERAGE_GAMES = 10
SHOWN_EVERY = 0.3  # seconds between progress reports of a coverage
ROWS = 20  # words shown in a profile

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


@command(
    "profile [generation|playout|search] [FILE.svg]",
    "Measure",
    "Show steps, calls and "
    "time of each word in move generation, a random game or a search; with a file, write a "
    "flame graph too.",
    completes="profile file",
)
def profile(session: Session, rest: str) -> None:
    parts = rest.split()
    what = parts.pop(0) if parts and parts[0] in KINDS else KINDS[0]
    if len(parts) > 1 or (parts and not parts[0].endswith(".svg")):
        raise ForthgameError(
            f"write `profile`, one of {', '.join(KINDS)}, and a name ending in .svg"
        )
    found = measure_profile(session.position, what, seed=session.seed)
    session.say(f"{'word':20} {'calls':>9} {'own steps':>10} {'%':>5} {'with calls':>11} {'ms':>8}")
    for row in found.rows[:ROWS]:
        share = 100 * row.own / max(found.steps, 1)
        session.say(
            f"{row.word:20} {row.calls:9} {row.own:10} {share:5.1f} {row.total:11} "
            f"{1000 * row.seconds:8.2f}"
        )
    if len(found.rows) > ROWS:
        session.say(f"… and {len(found.rows) - ROWS} more words")
    cut = "" if found.complete else "; counting ended there, and the times are those up to there"
    session.say(f"{found.steps} steps of one {what}{cut}, {1000 * found.seconds:.2f} ms")
    if parts:
        write_whole(Path(parts[0]), found.flame_svg())
        session.say(f"the flame graph is in {parts[0]}")


@command(
    "coverage [GAMES [SEED]]",
    "Measure",
    "Show the lines of the script that random games do not reach.",
)
def coverage(session: Session, rest: str) -> None:
    usage = "write `coverage`, `coverage GAMES` or `coverage GAMES SEED`"
    games, seed = games_and_seed(rest, "coverage", usage, (COVERAGE_GAMES, session.seed))
    with _coverage_progress(session, games) as report:
        found = measure_coverage(session.position.game, games, seed, report=report)
    for file in found.files:
        session.say(f"{file.file}: {100 * file.share:.0f} % of {len(file.lines)} lines with code")
        for line in file.missed:
            session.say(f"{line:6} | {_line(file.file, line)}".rstrip())
        for place in file.parts:
            session.say(f"{place.line:6} | {place.text}")
            session.say(" " * 6 + " | " + " " * (place.column - 1) + "^" * place.width)
        if file.words:
            session.say(f"  never run: {' '.join(file.words)}")
    session.say(f"{found.games} games, {found.plies} plies")
    if found.error is not None:
        many = f"{found.failed} game{'s' * (found.failed != 1)}"
        session.say(f"{many} failed; code that ran before the failure is counted. The first:")
        session.report(found.error)


@contextmanager
def _coverage_progress(session: Session, games: int) -> Iterator[CoverageProgress | None]:
    screen = session.errors.file
    if not screen.isatty():
        yield None
        return
    shown = began = monotonic()

    def report(played: int, plies: int, left: int) -> None:
        nonlocal shown
        if monotonic() - shown > SHOWN_EVERY:
            shown = monotonic()
            text = f"{played} of {games} games, {plies} plies, {left} places not reached yet"
            screen.write(f"\r{text}\x1b[K")
            screen.flush()

    try:
        yield report
    finally:
        if shown != began:
            screen.write("\r\x1b[K")
            screen.flush()


def _line(file: str, number: int) -> str:
    try:
        lines = read_source(Path(file), regular=True).text.split("\n")
    except ForthgameError:
        lines = []
    return lines[number - 1].expandtabs(1) if 0 < number <= len(lines) else ""


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
