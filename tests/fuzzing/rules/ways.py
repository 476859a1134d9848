"""Run a game in several ways: interpreted, as machine code, and without shortcuts.

Some things are not compared, because they are not promised:

- anything after a step that met a limit, which comes at another moment in each way;
- `$lastPos` and `$moveAddr`, places of earlier lists, and memory and system cells after steps that
  may have made a list early (`watching.TOLD`);
- memory without shortcuts, since more words run then;
- errors of moves that are tested without being drawn, and in words that are left out because they
  cannot attack a position;
- leaves by lists, text, undo and batches of games that are not pure (`script.is_pure`).
"""

from __future__ import annotations

import time as clock
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

import forthgame
from forthgame.compile.generation import Optimisation, without
from forthgame.words.registers import extension_registers

from .. import games
from ..compiling import MORE_SECONDS, SEARCH_STEPS, SEARCHING, SECONDS, compile_needed, compiling
from ..kind import Difference
from .script import is_pure
from .watching import Cut, Seen, Watched, differ

STEPS = 400_000  # of the interpreter, in a step
SHORTCUTS = (Optimisation.COUNTED, Optimisation.LEAVES)
TABLES = (extension_registers.ATTACK_REACH, extension_registers.ATTACK_SIGHT)
RULE = "OnIsLegal?"


def attempt(text: str) -> None:
    """Do the steps in each way. Raises Difference.

    A difference is tested again with more time, if time may have been its cause.
    """
    started = clock.monotonic()
    try:
        _compare(text, SECONDS)
    except Difference:
        if clock.monotonic() - started < SECONDS:
            raise
        _compare(text, MORE_SECONDS)


def _compare(text: str, seconds: float) -> None:
    script, rows = games.parts(text)
    rows = ["new", *rows]
    with _interpreted(script, rows) as game:
        plain = _seen(Watched(game, script), rows)
    with _compiled(text, script, rows) as game:
        for wanted, found in _beside(plain, Watched(game, script), seconds):
            _same("machine code", wanted, found)
    asked = RULE in script  # about moves, and words run that shortcuts skip
    eager = asked and is_pure(script)
    with _slow(script, rows, eager=eager) as game:
        for wanted, found in _beside(plain, Watched(game, script, checking=False), None):
            if asked and (found.failed or wanted.failed):
                break
            differ(f"without shortcuts: {_order(wanted)}", wanted.result, found.result)
            differ(f"position without shortcuts: {_order(wanted)}", wanted.position, found.position)


@contextmanager
def _interpreted(script: str, rows: list[str]) -> Iterator[forthgame.Game]:
    game = games.load(script)
    searched = any(row.startswith(SEARCHING) for row in rows)
    games.bounded(game, SEARCH_STEPS if searched else STEPS)
    with game:
        yield game


@contextmanager
def _compiled(text: str, script: str, rows: list[str]) -> Iterator[forthgame.Game]:
    with compiling(text), games.load(script, native=True) as game:
        compile_needed(game, rows)
        yield game


@contextmanager
def _slow(script: str, rows: list[str], *, eager: bool) -> Iterator[forthgame.Game]:
    with ExitStack() as stack:
        stack.enter_context(without(*SHORTCUTS))
        game = stack.enter_context(_interpreted(script, rows))
        processor = game.forth.processor
        # a selective search goes deeper after a check only if the rule is a local one, and after an
        # only move by the moves that are listed, legal or not
        selective = any(map(_is_selective, rows))
        for register in TABLES if selective else (*TABLES, extension_registers.LOCAL_RULE):
            processor.set_register(register, 0)
        if eager and not selective:
            processor.set_register(extension_registers.EAGER, -1)
        yield game


def _is_selective(row: str) -> bool:
    """Whether a step searches some lines deeper than others."""
    plain = "selective=no" in row or ("depth=" in row and "selective=yes" not in row)
    return row.startswith("search ") and not plain


def _seen(watched: Watched, rows: list[str]) -> list[Seen]:
    """Return the result of each step, up to the first that meets a limit."""
    found: list[Seen] = []
    for row in rows:
        try:
            found.append(watched.watch(row, None))
        except Cut:
            break
    return found


def _beside(
    plain: list[Seen], watched: Watched, seconds: float | None
) -> Iterator[tuple[Seen, Seen]]:
    """Yield earlier results of steps with the results here."""
    for wanted in plain:
        try:
            found = watched.watch(wanted.step, seconds)
        except Cut:
            return
        yield wanted, found


def _order(seen: Seen) -> str:
    return seen.step.split()[0]


def _same(way: str, wanted: Seen, found: Seen) -> None:
    order = _order(wanted)
    differ(f"{way}: {order}", wanted.result, found.result)
    differ(f"position in {way}: {order}", wanted.position.hex(), found.position.hex())
    differ(f"system cells in {way}: {order}", wanted.cells, found.cells)
    if wanted.memory == found.memory:
        return
    pairs = zip(wanted.memory, found.memory, strict=False)
    place = next((k for k, (one, two) in enumerate(pairs) if one != two), 0) & ~3
    cells = [seen.memory[place : place + 4].hex() for seen in (wanted, found)]
    raise Difference(f"memory in {way}: {order}\nat {place}: {cells}")
