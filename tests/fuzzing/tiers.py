"""Both tiers beside each other: the same words and games have bit-for-bit identical results."""

from __future__ import annotations

import random
import time as clock

import forthgame
from forthgame.words.registers import memory_layout as at
from tests.machines import compile_own

from . import games, quiet, scripts, vocabulary
from .compiling import (
    CUT,
    MORE_SECONDS,
    MOST_STEPS,
    SEARCH_STEPS,
    SECONDS,
    apart,
    compile_needed,
    compiling,
)
from .kind import Difference, Kind, tolerant
from .programs import PRELUDE, board, body
from .values import number

# parts that differ between machines: addresses of memory, numbers that depend on the clock
START = "7 SEED! 9 SEED2! ringbuffer-reset ringbuffer2-reset repetition-reset "
OFTEN_QUIET = 0.2  # games whose lists may be made in advance


def make_programs(seed: int) -> str:
    """Definitions, then calls of them."""
    draw = random.Random(f"tiers {seed}")
    lines = [PRELUDE, *board(draw, 0.5)]
    count = draw.randint(1, 4)
    for k in range(1, count + 1):
        text = body(draw, draw.choice((1, 2, 3)), vocabulary.steady())
        lines.append(f": w{k} {text} ;")
    if draw.random() < 0.3:
        lines.append(f"' w{draw.randint(1, count)} IS d1")
    for _ in range(draw.randint(1, 4)):
        arguments = " ".join(number(draw) for _ in range(draw.choice((0, 1, 2, 3, 6))))
        lines.append(f"! {arguments} w{draw.randint(1, count)}")
    return "\n".join(apart(draw, lines))


def _seen(machine: forthgame.Machine, text: str) -> tuple[object, ...] | None:
    """Return the effect of a line: output or error with its place, stacks, memory; None if cut."""
    processor = machine.forth.processor
    seen: tuple[object, ...]
    try:
        seen = (machine.run(START + text), machine.stack)
    except forthgame.ScriptError as error:
        if error.number in CUT:
            return None
        calls = [str(call) for call in error.chain]
        seen = (machine.output, error.number, error.message, str(error.place), error.word,
                error.stack, calls)  # fmt: skip
    start, end = at.MEMORY, at.MEMORY + at.DATA + 4096
    floats = processor.register(at.FSP)
    memory = bytes(processor.bytes[start:end])
    board = processor.cell(at.A_BOARD)
    boards = bytes(processor.bytes[at.MEMORY + at.BOARDS : at.MEMORY + at.BOARDS + 65536])
    top = processor.register(at.ARENA_TOP)
    arena = bytes(processor.bytes[at.MEMORY + at.ARENA : at.MEMORY + max(top, at.ARENA)])
    machine.forth.recover()
    return (*seen, floats, memory, board, boards, top, arena)


def attempt_programs(text: str) -> None:
    """Define in two machines, compile in one, call in both.

    On a loaded machine a few steps may take seconds: if only machine code met its limit, the case
    is tested again with more time, and does not count if the processor was mostly busy elsewhere.
    """
    for seconds in (SECONDS, MORE_SECONDS):
        begun = clock.process_time()
        if not _cut_short(text, seconds):
            return
    if clock.process_time() - begun > MORE_SECONDS / 2:
        raise Difference("machine code meets a limit that the interpreter does not")


def _cut_short(text: str, seconds: float) -> bool:
    """Return whether machine code met its limit and the interpreter did not. Raises Difference."""
    lines = text.split("\n")
    define = [line for line in lines if not line.startswith("! ")]
    calls = [line[2:] for line in lines if line.startswith("! ")]
    plain = forthgame.Machine(native=False, steps=MOST_STEPS)
    native = forthgame.Machine(native=False, seconds=seconds)
    for machine in (plain, native):
        for line in define:
            tolerant(lambda line=line, machine=machine: machine.run(line))  # type: ignore[misc]
    with compiling(text):
        tolerant(lambda: compile_own(native))
    for line in calls:
        wanted = _seen(plain, line)
        if wanted is None:
            return False
        found = _seen(native, line)
        if found is None:
            return True
        _compare(wanted, found)
    return False


NAMES = ("output", "number", "message", "place", "word", "stack", "calls")
REST = ("floats", "memory", "board", "boards", "arena top", "arena")


def _compare(wanted: tuple[object, ...], found: tuple[object, ...]) -> None:
    names = (("output", "stack") if len(wanted) == 8 else NAMES) + REST
    if len(wanted) != len(found):
        raise Difference(f"only one stops\ninterpreted {wanted[:7]!r}\ncompiled {found[:7]!r}")
    for name, a, b in zip(names, wanted, found, strict=True):
        if a == b:
            continue
        if isinstance(a, bytes) and isinstance(b, bytes):
            at_ = next((k for k, (x, y) in enumerate(zip(a, b, strict=False)) if x != y), -1)
            raise Difference(f"{name}\nat {at_}: {a[at_ : at_ + 8].hex()} {b[at_ : at_ + 8].hex()}")
        raise Difference(f"{name}\ninterpreted {wanted[:7]!r}\ncompiled {found[:7]!r}")


def make_games(seed: int) -> str:
    """A game of a seed; nothing in it depends on the clock."""
    draw = random.Random(f"game tiers {seed}")
    if draw.random() < OFTEN_QUIET:
        return "\n".join(apart(draw, [quiet.script(draw), *quiet.steps(draw)]))
    script = scripts.script(draw, vocabulary.steady())
    return "\n".join(apart(draw, [script, *games.steps(draw)]))


def attempt_games(text: str) -> None:
    """Run the same steps in an interpreted game and in a compiled one.

    A difference is tested again with more time, if time may have been its cause.
    """
    started = clock.monotonic()
    try:
        _compare_games(text, SECONDS)
    except Difference:
        if clock.monotonic() - started < SECONDS:
            raise
        _compare_games(text, MORE_SECONDS)


def _compare_games(text: str, seconds: float) -> None:
    script, rows = games.parts(text)
    told: list[list[object]] = []
    for native in (False, True):
        game = games.load(script, native=native)
        if native:
            with compiling(text):
                compile_needed(game, rows)
        else:
            searched = any(row.startswith("search") for row in rows)
            games.bounded(game, SEARCH_STEPS if searched else MOST_STEPS)
        told.append(_played(game, rows, seconds if native else None, told[0] if native else None))
    for row, (wanted, found) in zip(["new game", *rows], zip(*told, strict=False), strict=False):
        if wanted is not None and wanted != found:
            order = row.split()[0]
            raise Difference(f"{order} in a game\n{row}\n{wanted!r:.1500}\n{found!r:.1500}")


def _played(
    game: forthgame.Game, rows: list[str], seconds: float | None, before: list[object] | None
) -> list[object]:
    """Return the result of each step, up to one that is cut short; None is not compared."""
    player = games.Player(game)
    seen: list[object] = []
    for k, row in enumerate(["", *rows]):
        if before is not None and (k >= len(before) or before[k] is None):
            break
        game.forth.processor.limit(seconds=seconds)
        result: object
        try:
            result = player._do(*row.split()) if row else player._set(game.new_game(seed=1))
        except forthgame.ScriptError as error:
            if error.number in CUT:
                break
            result = (error.message, error.line, error.column, error.word, error.stack, [
                (call.word, call.place.line if call.place else 0) for call in error.chain
            ])  # fmt: skip
        except forthgame.ForthgameError as error:
            result = str(error)
        state = player.states[0]
        seen.append((result, state.fingerprint if state is not None else b""))
    return seen


PROGRAMS = Kind(
    "tiers", "words in the interpreter and compiled", make_programs, attempt_programs, 120.0
)
GAMES = Kind("game-tiers", "games interpreted and compiled", make_games, attempt_games, 120.0)
