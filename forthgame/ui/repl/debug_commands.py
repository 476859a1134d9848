"""Debugging commands: breakpoints, stepping, traces and explanations."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from functools import partial

from forthgame.base.arguments import digits
from forthgame.base.errors import ForthgameError, Place, excerpt_lines, shortened
from forthgame.ui.repl.command_table import command, numbered_move
from forthgame.ui.repl.session import Debugging, Session, line_of
from forthgame.ui.repl.shown_stacks import named
from forthgame.ui.terminal.error_output import page
from forthgame.why.debugger.debugger import Break, Pause
from forthgame.why.debugger.loop_folding import TraceRow, folded_rows
from forthgame.why.debugger.trace import Step
from forthgame.why.inspection.short_texts import brief

TRACE_ROWS = 500  # rows of a trace that are shown
WHY_OPTIONS = ("--all", "--no-pager")

MOST_INDENT = 20  # call depth shown by blanks


def debugging(session: Session) -> Debugging:
    """Return the session's debugger, created on first use. Raises ForthgameError without a game."""
    if session.game is None:
        raise ForthgameError("breakpoints need a game: start with `forthgame repl FILE`")
    if session.debugging is None:
        session.debugging = Debugging(session.game, partial(_converse, session))
    return session.debugging


def _converse(session: Session, pause: Pause) -> None:
    session.forth.processor.flush()
    show_pause(session, pause)
    session.converse(lambda: bool(debugging(session).answer))


def show_pause(session: Session, pause: Pause) -> None:
    step = pause.step
    session.say(f"{pause.reason}: `{step.word}` in `{step.inside}`")
    if step.place is not None:
        show_place(session, step.place)
    session.say(f"  stack: {named(session.forth, step.before) or 'empty'}")


def show_place(session: Session, place: Place) -> None:
    session.say("\n".join([f"  {place}", *excerpt_lines(place)]))


# -- breakpoints ----------------------------------------------------------------------------------


@command(
    "break [WORD|FILE:LINE]",
    "Debug",
    "Pause before a word of the script, or at a line.",
    paused=True,
    completes="word",
)
def break_(session: Session, where: str) -> None:
    if not where:
        breaks(session, "")
        return
    _said(session, debugging(session).debugger.break_at(where))


@command(
    "watch VARIABLE|POSITION",
    "Debug",
    "Pause when a variable or a position changes.",
    paused=True,
    completes="word position",
)
def watch(session: Session, what: str) -> None:
    if not what:
        raise ForthgameError("say which variable or position to watch")
    _said(session, debugging(session).debugger.watch(what))


@command("breaks", "Debug", "List breakpoints and watches with their numbers of hits.", paused=True)
def breaks(session: Session, rest: str) -> None:
    found = debugging(session).debugger.breaks
    for item in found:
        _said(session, item)
    if not found:
        session.say("there are no breakpoints")


@command("delete [NUMBER]", "Debug", "Delete a breakpoint or watch, or all.", paused=True)
def delete(session: Session, number: str) -> None:
    debugger = debugging(session).debugger
    if number and digits(number) is None:
        raise ForthgameError(
            f"{shortened(number)!r} is not the number of a breakpoint: `breaks` lists them"
        )
    for item in [int(number)] if number else [item.number for item in debugger.breaks]:
        debugger.delete(item)


def _said(session: Session, item: Break) -> None:
    times = "once" if item.hits == 1 else f"{item.hits} times"
    hits = f", has stopped {times}" if item.hits else ""
    session.say(f"{item.number}: {line_of(item)}{hits}")


# -- stepping -------------------------------------------------------------------------------------


def _answer(answer: str, session: Session, rest: str = "") -> None:
    debugging(session).answer = answer


@command(
    "step [LINE]",
    "Debug",
    "Take one step, into words; with a line, run it and pause at its first step.",
    paused=True,
    completes="word",
)
def step(session: Session, line: str) -> None:
    if session.pausing:
        if line:
            raise ForthgameError("a word is paused already: `step` alone continues it")
        _answer("step", session)
        return
    if not line:
        raise ForthgameError(
            "nothing is paused: `step LINE` runs a line and stops at its first step"
        )
    debugging(session).run_stepping(lambda: session.perform(line))


for name, meaning in (
    ("next", "Take one step over called words."),
    ("finish", "Run until the paused word returns."),
    ("continue", "Continue to the next breakpoint."),
    ("abort", "Abort the paused word and undo its line."),
):
    command(name, "Debug", meaning, only_paused=True)(partial(_answer, name))


@command(
    "where", "Debug", "Show the running words with their source, innermost first.", only_paused=True
)
def where(session: Session, rest: str) -> None:
    found = debugging(session)
    if found.pause is None:
        return
    show_pause(session, found.pause)
    here = found.pause.step.place
    for call in found.debugger.where():
        if call.place is not None and call.place != here:
            session.say(f"`{call.word}` was called here:")
            show_place(session, call.place)


def indent(depth: int) -> str:
    """Return the indentation of a step; deep calls show their depth as a number."""
    return "  " * depth if depth <= MOST_INDENT else "  " * MOST_INDENT + f"{depth}: "


@command(
    "trace WORD [at POSITION] [--rows N]",
    "Debug",
    "Run a move word at a position and show each step with its line and the stack around it. "
    f"Repeated rounds of loops share a row, and at most {TRACE_ROWS} rows are shown; `--rows 0` "
    "shows all.",
    completes="word position",
)
def trace(session: Session, rest: str) -> None:
    parts, most = rest.split(), TRACE_ROWS
    if "--rows" in parts:
        k = parts.index("--rows")
        if not "".join(parts[k + 1 : k + 2]).isdecimal():
            raise ForthgameError("write the number of rows: `trace WORD --rows 1000`, or 0 for all")
        most = int(parts[k + 1])
        del parts[k : k + 2]
    if len(parts) not in (1, 3) or parts[1:2] not in ([], ["at"]):
        raise ForthgameError("write `trace WORD` or `trace WORD at POSITION`")
    state = session.position
    position = parts[2] if parts[1:] else None
    steps = _Counted(state.game.trace(parts[0], position, state))
    for number, row in enumerate(folded_rows(steps), 1):
        if most and number > most:
            session.say(f"cut after {most} rows: `--rows {10 * most}` shows more, `--rows 0` all")
            return
        session.say(_trace_row(session, row))
    session.say(f"{steps.count} steps")


class _Counted:
    """Counts the steps of a trace."""

    def __init__(self, steps: Iterable[Step]) -> None:
        self._steps, self.count = steps, 0

    def __iter__(self) -> Iterator[Step]:
        for step in self._steps:
            self.count = step.number
            yield step


def _trace_row(session: Session, row: TraceRow) -> str:
    item = row.step
    if item is None:
        return row.text()
    before, after = (named(session.forth, stack) for stack in (item.before, item.after))
    word = indent(item.depth) + item.word
    effect = f"( {before} -- {after} )".replace("(  ", "( ").replace("  )", " )")
    place = "" if item.place is None else brief(item.place)
    return f"{place:20} {word:24} {effect:24} {item.note}".rstrip()


# -- explanations ---------------------------------------------------------------------------------


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
