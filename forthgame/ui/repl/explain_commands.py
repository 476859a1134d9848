"""Commands that explain and profile a script: why, see, profile, coverage."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from time import monotonic
from types import SimpleNamespace
from typing import Any

from forthgame.base.errors import ForthgameError
from forthgame.base.files import write_whole
from forthgame.base.source import read_source
from forthgame.ui.repl.command_table import command, games_and_seed, numbered_move
from forthgame.ui.repl.session import Session
from forthgame.ui.terminal.error_output import page
from forthgame.why.inspection.word_listing import see as listing
from forthgame.why.profiling.coverage import CoverageProgress, coverage as measure_coverage
from forthgame.why.profiling.profile import KINDS, profile as measure_profile

WHY_OPTIONS = ("--all", "--no-pager")
GAMES = 10
SHOWN_EVERY = 0.3  # seconds between progress reports of a coverage
ROWS = 20  # words shown in a profile


@command(
    "why MOVE|POSITION POSITION|over|not over|score|turn|partial|together [--all [--no-pager]]",
    "Debug",
    "Explain a move by the words that could have made it and the test that ended each; the "
    "end of a game by its condition; a score by the terms of OnEvaluate; a simultaneous turn "
    "by OnTogether. `--all` shows every attempt, in a pager if they are longer than the "
    "screen.",
    completes="move",
)
def why(session: Session, question: str) -> None:
    options = set()
    while (last := question.split()[-1:]) and last[0] in WHY_OPTIONS:
        options.add(last[0])
        question = question.rstrip().removesuffix(last[0]).rstrip()
    while (first := question.split()[:1]) and first[0] in WHY_OPTIONS:
        options.add(first[0])
        question = question.lstrip().removeprefix(first[0]).lstrip()
    everything = "--all" in options
    if not question:
        raise ForthgameError("ask about a move: its text, or two positions as in `why e2 e4`")
    state = session.position
    if question.isdecimal() and question not in state.game.positions:
        question = numbered_move(state.moves(), question).text
    text = state.explain(question).text(everything)
    paged = everything and "--no-pager" not in options and session.console.file is sys.stdout
    if not (paged and page(text)):
        session.say(text)


@command(
    "why-not POSITION",
    "Debug",
    "Explain all attempts of the piece at a position.",
    completes="position",
)
def why_not(session: Session, position: str) -> None:
    if not position:
        raise ForthgameError("ask about a piece: the position where it stands")
    session.say(session.position.explain(position).text())


def _see(session: Session, name: str, *, native: bool) -> None:
    if not name:
        raise ForthgameError("say which word")
    bare: Any = SimpleNamespace(forth=session.forth)  # a listing uses no other attribute of a game
    session.say(listing(session.game or bare, name, native).text())


for usage, meaning, native in (
    ("see WORD", "Show a word's source and its threaded code.", False),
    ("see/native WORD", "Show a word's source, threaded code, LLVM code and machine code.", True),
):
    enter = command(usage, "Inspect", meaning, game=False, paused=True, completes="word")
    enter(partial(_see, native=native))


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
    games, seed = games_and_seed(rest, "coverage", usage, (GAMES, session.seed))
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
        session.say(f"{many} failed; what they had reached is counted. The first:")
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
